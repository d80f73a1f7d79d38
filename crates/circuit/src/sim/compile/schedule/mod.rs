//! The program of the fast engine: a [`Plan`] with every part either exact or waiting (see [`Modes`]).

mod cone;
mod direct;
mod draft;
mod edges;
mod guarded;
mod joints;
mod rounds;
mod stir;

use std::collections::HashMap;
use std::sync::OnceLock;

use super::gate::{Gate, Gates};
use super::groups::Group;
use super::modes::{Demands, Modes};
use super::plan::{JointId, Lists, Piece, Plan, Read, SlotId, SourceId, TapId, UnitId};
use crate::netlist::ids::ById;
use crate::netlist::{PartId, PortId};
use crate::sim::states::Shared;
use crate::value::Word;
pub(in crate::sim) use cone::{Cone, RootSet, Watched};
use direct::DirectParts;
use draft::Draft;
pub(in crate::sim) use edges::{EdgeSet, Edges, IdleBit, Lane};
pub(in crate::sim) use guarded::{Control, Guards};
use joints::Joints;
pub(in crate::sim) use rounds::Round;
pub(in crate::sim) use stir::{Bits, Stir};

/// How a unit is evaluated.
#[derive(Clone, Copy, Debug)]
pub(in crate::sim) enum Way {
    Gate(Gate),
    /// A gated clock: by its ports if something may be on its way.
    Guarded(Gate, PartId),
    /// By its ports.
    Ports(PartId),
    /// By its ports, at an edge of a clock it sees as one bit of a slot.
    Clocked(PartId, SlotId, u8),
    /// A register, at an edge: by its number.
    Register(u32),
    /// A wide part: by its number.
    Direct(u32),
    /// A comparator: by its number.
    Compare(u32),
    /// A latch whose data waits: by its number.
    Latch(u32),
    /// A pin that waits: by its number.
    Pin(u32),
    /// A check of the switches of a loop, before its members.
    Round(u32),
    /// A place that is left free.
    Nothing,
    /// The value of a net with several drivers.
    Joint(JointId),
    /// By table.
    Group(u32),
    /// Nothing to evaluate: whether an edge triggers the unit of a lane has changed.
    Arm(u32),
}

/// The immediate effects of a source's change.
#[derive(Clone, Copy, Debug)]
pub(in crate::sim) struct Out {
    /// Taps that are followed.
    pub(in crate::sim) many: u16,
    /// Whether something that waits, or a sampled input, depends on it.
    pub(in crate::sim) seen: bool,
    /// A clock: it changes once in a propagation.
    pub(in crate::sim) pulses: bool,
    /// Its changes are recorded.
    pub(in crate::sim) written: bool,
    pub(in crate::sim) tap: TapId,
    pub(in crate::sim) late: u32,
    /// Bits that must be known.
    pub(in crate::sim) known: u32,
}

/// The slots a port reads.
#[derive(Clone, Copy, Debug)]
pub(in crate::sim) struct SlotRead {
    pub(in crate::sim) read: Read,
    /// Values at rest: to be checked if it is read before.
    pub(in crate::sim) sampled: bool,
    /// The source it drives, and whether that waits.
    pub(in crate::sim) waits: bool,
    pub(in crate::sim) source: SourceId,
}

/// The effects of a tap.
pub(in crate::sim) mod follow {
    /// Edges of it.
    pub(in crate::sim) const EDGES: u8 = 1;
    /// Units that are evaluated when it changes.
    pub(in crate::sim) const UNITS: u8 = 2;
    pub(in crate::sim) const JOINTS: u8 = 4;
    /// It is read at other times.
    pub(in crate::sim) const READERS: u8 = 8;
}

/// A place in the order of those that wait.
pub(in crate::sim) const NO_RANK: u32 = u32::MAX;

/// The place of those computed on demand.
pub(in crate::sim) const INNER: u32 = u32::MAX - 1;

/// Exact sources, and after how long at least a change of them arrives.
type Roots = Box<[(SourceId, u32)]>;

pub(in crate::sim) struct Schedule {
    pub(in crate::sim) reads: ById<PortId, SlotRead>,
    pieces: Vec<Piece<SlotId>>,
    pub(in crate::sim) gates: Gates,
    pub(in crate::sim) direct: DirectParts,
    pub(in crate::sim) units: ById<UnitId, Way>,
    /// By part: its unit, or none.
    pub(in crate::sim) unit_of: ById<PartId, UnitId>,
    pub(in crate::sim) outs: ById<SourceId, Out>,
    /// By source: (tap, delay beyond the part's own), only taps that are followed.
    pub(in crate::sim) taps: Lists<SourceId, (TapId, u32)>,
    /// By tap: (unit, bits it sees).
    pub(in crate::sim) fanout: Lists<TapId, (UnitId, u32)>,
    pub(in crate::sim) edges: Edges,
    /// By tap: its effects, bits of [`follow`].
    pub(in crate::sim) follows: ById<TapId, u8>,
    /// By tap: joints it leads to.
    pub(in crate::sim) joints_of: Lists<TapId, JointId>,
    /// What waits, in order.
    pub(in crate::sim) waiting: Vec<Way>,
    /// By part: its place among those that wait, or none.
    pub(in crate::sim) rank_of: ById<PartId, u32>,
    /// By source: (place of a reader that waits, bits it sees).
    pub(in crate::sim) readers: Lists<SourceId, (u32, u32)>,
    pub(in crate::sim) groups: Vec<Group>,
    pub(in crate::sim) rounds: Vec<Round>,
    /// By 64 places: where the loop begins that they belong to, or themselves.
    pub(in crate::sim) round_from: Vec<u32>,
    /// By source: the place of its driver; none if it is exact.
    pub(in crate::sim) place_of_source: ById<SourceId, u32>,
    /// Before grouping: the waiting units, by rank, with their dependencies and delays.
    pub(in crate::sim) ways: Vec<Way>,
    /// By rank: it is in a table, or computed on demand.
    tabled: Vec<bool>,
    before: Vec<Vec<(SourceId, u32)>>,
    /// By source: the rank of its driver, or none.
    pub(in crate::sim) rank_of_source: ById<SourceId, u32>,
    pub(in crate::sim) joints: Joints,
    /// By port, once asked: the dependencies of a sampled input, and the minimum delay.
    roots: ById<PortId, OnceLock<Roots>>,
    /// Parts that see their clock at edges only, and where it is.
    pub(in crate::sim) clocked: Vec<(PartId, SlotId, u8)>,
    /// The longest way through what waits.
    pub(in crate::sim) longest: u32,
    pub(in crate::sim) demands: Demands,
    /// Gated clocks, by source that leads to what they must not see change: see [`Guards`].
    pub(in crate::sim) guards: Guards,
    /// What may have to be followed in detail.
    pub(in crate::sim) cone: Cone,
}

impl Schedule {
    pub(in crate::sim) fn new(plan: &Plan, shared: &Shared, demands: &Demands) -> Schedule {
        let (modes, order) = Modes::new(plan, shared, demands);
        debug_assert!(order.unordered.is_empty(), "loops are exact");
        let mut draft = Draft::new(plan, &modes, &order);
        draft.units(&order);
        draft.group(&order);
        draft.rounds(&order);
        draft.fan_out();
        let mut schedule = draft.finish(order);
        schedule.guards = Guards::new(plan, &modes, &schedule);
        schedule
    }

    /// The dependencies of a driver of a source, if it waits: sources, and how much later it sees them. The contents of a memory
    /// holds can change too.
    fn behind(&self, source: SourceId) -> (&[(SourceId, u32)], bool) {
        let rank = self.rank_of_source[source] as usize;
        match self.ways.get(rank) {
            Some(way) => {
                let changes = matches!(way, Way::Clocked(..) | Way::Latch(_));
                (&self.before[rank], changes)
            }
            None => (&[], true),
        }
    }

    /// Whether something, by its rank, is in a table: a single part has a place that is not a group's.
    pub(in crate::sim) fn is_inner(&self, rank: usize) -> bool {
        self.tabled[rank]
    }

    /// The taps a part sees at a port.
    #[inline]
    pub(in crate::sim) fn read(&self, read: &Read, words: &ById<SlotId, Word>) -> Word {
        if read.many == 0 {
            return words[SlotId(read.from)]
                .shr(u32::from(read.shift))
                .and_mask(read.mask);
        }
        let pieces = &self.pieces[read.from as usize..read.from as usize + usize::from(read.many)];
        pieces
            .iter()
            .fold(Word::ZERO, |word, piece| word.union(piece.take(words)))
    }

    /// The dependencies of a sampled input: exact sources, and after how long at least a change arrives.
    pub(in crate::sim) fn roots(&self, plan: &Plan, port: PortId) -> &[(SourceId, u32)] {
        self.roots[port].get_or_init(|| {
            let mut least: HashMap<SourceId, u32> = HashMap::new();
            let start = plan.port_pieces(port).into_iter();
            let start = start.map(|piece| plan.tap_list[piece.from]);
            let mut open: Vec<(SourceId, u32)> = start.collect();
            while let Some((source, delay)) = open.pop() {
                match least.get_mut(&source) {
                    Some(known) if *known <= delay => continue,
                    Some(known) => *known = delay,
                    None => drop(least.insert(source, delay)),
                }
                let way = self.ways.get(self.rank_of_source[source] as usize);
                let own = u32::from(!matches!(way, Some(Way::Joint(_))));
                let before = self.behind(source).0.iter();
                open.extend(before.map(|(from, late)| (*from, delay + late + own)));
            }
            let exact = |(source, _): &(SourceId, u32)| self.behind(*source).1;
            let mut roots: Vec<(SourceId, u32)> = least.into_iter().filter(exact).collect();
            roots.sort_unstable();
            roots.into()
        })
    }
}

/// The slot of a tap, or, for those who only see values at rest, of its source.
pub(in crate::sim) fn slot(plan: &Plan, tap: TapId, at_rest: bool) -> SlotId {
    let (source, _) = plan.tap_list[tap];
    match at_rest && source != SourceId::NONE {
        true => SlotId(source.0),
        false => tap_slot(plan, tap),
    }
}

#[inline]
pub(in crate::sim) fn tap_slot(plan: &Plan, tap: TapId) -> SlotId {
    SlotId(plan.source_origin.len() as u32 + tap.0)
}
