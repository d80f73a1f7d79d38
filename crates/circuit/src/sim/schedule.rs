//! What the fast engine runs: a [`Plan`] with every part either exact or waiting (see [`Modes`]).

use std::collections::HashMap;
use std::sync::OnceLock;

use super::gate::{Gate, Gates};
use super::groups::{Group, Grouper, Item};
use super::modes::{Demands, Driver, Modes, Use};
use super::order::Order;
use super::plan::{JointId, Lists, Origin, Piece, Plan, Read, SlotId, SourceId, TapId, UnitId};
use super::states::Shared;
use crate::component::Idle;
use crate::netlist::ids::{ById, Id};
use crate::netlist::{PartId, PortId};
use crate::value::Word;

/// How something is evaluated.
#[derive(Clone, Copy, Debug)]
pub(super) enum Way {
    Gate(Gate),
    /// By its ports.
    Ports(PartId),
    /// By its ports, at an edge of a clock it sees as one bit of a slot.
    Clocked(PartId, SlotId, u8),
    /// What several drivers make of a net.
    Joint(JointId),
    /// By table.
    Group(u32),
}

/// Where the value of a source that changes goes at once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Out {
    /// Taps somebody follows.
    pub(super) many: u16,
    /// Whether something that waits, or a sampled input, depends on it.
    pub(super) seen: bool,
    pub(super) tap: TapId,
    pub(super) late: u32,
}

/// An edge of a clock that a unit waits for.
#[derive(Clone, Copy, Debug)]
pub(super) struct EdgeOf {
    pub(super) unit: UnitId,
    pub(super) bit: u8,
    pub(super) rising: bool,
}

/// A bit of a slot that can make an edge do nothing.
#[derive(Clone, Copy, Debug)]
pub(super) struct IdleBit {
    pub(super) slot: SlotId,
    pub(super) bit: u8,
    pub(super) when: Option<Idle>,
}

impl IdleBit {
    #[inline]
    pub(super) fn holds(&self, words: &ById<SlotId, Word>) -> bool {
        let off = || {
            let word = words[self.slot];
            (word.v | word.u) >> self.bit & 1 == 0
        };
        match self.when {
            None => false,
            Some(Idle::Off) => off(),
            Some(Idle::NotOff) => !off(),
        }
    }
}

/// What a port reads of the slots.
#[derive(Clone, Copy, Debug)]
pub(super) struct SlotRead {
    pub(super) read: Read,
    /// Values at rest: to be checked if it is looked at before.
    pub(super) sampled: bool,
    /// The source it drives, and whether that waits.
    pub(super) waits: bool,
    pub(super) source: SourceId,
}

/// A place in the order of those that wait.
pub(super) const NO_RANK: u32 = u32::MAX;

/// The place of those that are only worked out when somebody asks.
pub(super) const INNER: u32 = u32::MAX - 1;

/// Exact sources, and after how long at least a change of them arrives.
type Roots = Box<[(SourceId, u32)]>;

pub(super) struct Schedule {
    pub(super) reads: ById<PortId, SlotRead>,
    pieces: Vec<Piece<SlotId>>,
    pub(super) gates: Gates,
    pub(super) units: ById<UnitId, Way>,
    /// By part: its unit, or none.
    pub(super) unit_of: ById<PartId, UnitId>,
    pub(super) outs: ById<SourceId, Out>,
    /// By source: (tap, delay beyond the part's own), only taps somebody follows.
    pub(super) taps: Lists<SourceId, (TapId, u32)>,
    /// By tap: (unit, bits it sees).
    pub(super) fanout: Lists<TapId, (UnitId, u32)>,
    pub(super) edges: Lists<TapId, EdgeOf>,
    /// By unit: when an edge does nothing.
    pub(super) idles: ById<UnitId, [IdleBit; 2]>,
    /// By tap: joints it leads to.
    pub(super) joints_of: Lists<TapId, JointId>,
    /// What waits, in order.
    pub(super) waiting: Vec<Way>,
    /// By part: its place among those that wait, or none.
    pub(super) rank_of: ById<PartId, u32>,
    /// By source: (place of a reader that waits, bits it sees).
    pub(super) readers: Lists<SourceId, (u32, u32)>,
    pub(super) groups: Vec<Group>,
    /// By source: the place of its driver; none if it is exact.
    pub(super) place_of_source: ById<SourceId, u32>,
    /// Before groups were made: what waits, by rank, with what it depends on and how much later it sees it.
    pub(super) ways: Vec<Way>,
    /// By rank: it is in a table, or only worked out when somebody asks.
    tabled: Vec<bool>,
    before: Vec<Vec<(SourceId, u32)>>,
    /// By source: the rank of its driver, or none.
    pub(super) rank_of_source: ById<SourceId, u32>,
    joint_waits: ById<JointId, bool>,
    /// By port, once asked: what a sampled input depends on, and after how long at least.
    roots: ById<PortId, OnceLock<Roots>>,
    /// Parts that see their clock at edges only, and where it is.
    pub(super) clocked: Vec<(PartId, SlotId, u8)>,
    /// The longest way through what waits.
    pub(super) longest: u32,
    pub(super) demands: Demands,
}

impl Schedule {
    pub(super) fn new(plan: &Plan, shared: &Shared, demands: &Demands) -> Schedule {
        let (modes, order) = Modes::new(plan, shared, demands);
        debug_assert!(order.unordered.is_empty(), "loops are exact");
        let mut draft = Draft::new(plan, &modes, &order);
        draft.units(&order);
        draft.group(&order);
        draft.fan_out();
        draft.finish(order)
    }

    /// Whether something, by its rank, is in a table: a single part has a place that is not a group's.
    pub(super) fn is_inner(&self, rank: usize) -> bool {
        self.tabled[rank]
    }

    /// What a part sees at a port.
    #[inline]
    pub(super) fn read(&self, read: &Read, words: &ById<SlotId, Word>) -> Word {
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

    /// What the drivers of a joint and its pull resistor make of it.
    pub(super) fn join(&self, plan: &Plan, joint: JointId, words: &ById<SlotId, Word>) -> Word {
        let info = &plan.joints[joint];
        let waits = self.joint_waits[joint];
        let driven = info
            .drivers
            .iter()
            .fold(Word::floating(info.mask), |value, pieces| {
                let driver = pieces.iter().fold(Word::ZERO, |word, piece| {
                    let slot = slot(plan, piece.from, waits);
                    word.union(
                        Piece {
                            from: slot,
                            shift: piece.shift,
                            to: piece.to,
                            mask: piece.mask,
                        }
                        .take(words),
                    )
                });
                value.combine(driver)
            });
        driven.pulled(info.pull)
    }

    /// What a sampled input depends on: exact sources, and after how long at least a change arrives.
    pub(super) fn roots(&self, plan: &Plan, port: PortId) -> &[(SourceId, u32)] {
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
                if let Some(before) = self.before.get(self.rank_of_source[source] as usize) {
                    let own = u32::from(!matches!(
                        self.ways[self.rank_of_source[source] as usize],
                        Way::Joint(_)
                    ));
                    open.extend(
                        before
                            .iter()
                            .map(|(from, late)| (*from, delay + late + own)),
                    );
                }
            }
            // What a memory holds can change too.
            let exact = |(source, _): &(SourceId, u32)| {
                let way = self.ways.get(self.rank_of_source[*source] as usize);
                matches!(way, None | Some(Way::Clocked(..)))
            };
            let mut roots: Vec<(SourceId, u32)> = least.into_iter().filter(exact).collect();
            roots.sort_unstable();
            roots.into()
        })
    }
}

/// The slot of a tap, or, for those who only see values at rest, of its source.
pub(super) fn slot(plan: &Plan, tap: TapId, at_rest: bool) -> SlotId {
    let (source, _) = plan.tap_list[tap];
    match at_rest && source != SourceId::NONE {
        true => SlotId(source.0),
        false => tap_slot(plan, tap),
    }
}

#[inline]
pub(super) fn tap_slot(plan: &Plan, tap: TapId) -> SlotId {
    SlotId(plan.source_origin.len() as u32 + tap.0)
}

/// A schedule in the making.
struct Draft<'a> {
    plan: &'a Plan,
    modes: &'a Modes<'a>,
    reads: ById<PortId, SlotRead>,
    pieces: Vec<Piece<SlotId>>,
    gates: Gates,
    units: ById<UnitId, Way>,
    idles: ById<UnitId, [IdleBit; 2]>,
    unit_of: ById<PartId, UnitId>,
    /// By rank, then by place.
    ways: Vec<Way>,
    tabled: Vec<bool>,
    waiting: Vec<Way>,
    groups: Vec<Group>,
    /// By part and by source: the place.
    rank_of: ById<PartId, u32>,
    place_of_source: ById<SourceId, u32>,
    rank_of_source: ById<SourceId, u32>,
    fanout: Vec<Vec<(UnitId, u32)>>,
    edges: Vec<Vec<EdgeOf>>,
    joints_of: Vec<Vec<JointId>>,
    readers: Vec<Vec<(u32, u32)>>,
    seen: ById<SourceId, bool>,
    followed: ById<TapId, bool>,
}

impl<'a> Draft<'a> {
    fn new(plan: &'a Plan, modes: &'a Modes<'a>, order: &Order) -> Draft<'a> {
        let (taps, sources) = (plan.tap_list.len(), plan.source_origin.len());
        let mut draft = Draft {
            plan,
            modes,
            reads: ById::new(),
            pieces: Vec::new(),
            gates: Gates::default(),
            units: ById::new(),
            idles: ById::new(),
            unit_of: ById::filled(UnitId::NONE, plan.parts.len()),
            ways: Vec::new(),
            tabled: Vec::new(),
            waiting: Vec::new(),
            groups: Vec::new(),
            rank_of: ById::filled(NO_RANK, plan.parts.len()),
            place_of_source: ById::filled(NO_RANK, sources),
            rank_of_source: ById::filled(NO_RANK, sources),
            fanout: vec![Vec::new(); taps],
            edges: vec![Vec::new(); taps],
            joints_of: vec![Vec::new(); taps],
            readers: vec![Vec::new(); sources],
            seen: ById::filled(false, sources),
            followed: ById::filled(false, taps),
        };
        draft.read_slots();
        let ranks: HashMap<Driver, u32> = order.list.iter().copied().zip(0..).collect();
        for (source, driver) in modes.driver.entries() {
            if modes.waits(source) {
                draft.rank_of_source[source] = ranks[driver];
            }
        }
        draft
    }

    /// What every port reads, now of slots.
    fn read_slots(&mut self) {
        let floating = |read: &Read| SlotRead {
            read: Read {
                from: tap_slot(self.plan, TapId::FLOATING).0,
                many: 0,
                ..*read
            },
            sampled: false,
            waits: false,
            source: SourceId::NONE,
        };
        let mut reads: ById<PortId, SlotRead> = self.plan.reads.iter().map(floating).collect();
        for (part, folded) in self.plan.parts.entries() {
            let clocked = folded.behaviour.edge().is_some();
            for number in 0..folded.ports as usize {
                let port = folded.port(number);
                let read = self.plan.reads[port];
                reads[port].source = self.plan.port_source[port];
                let usage = self.modes.usage(part, number);
                let at_rest = matches!(usage, Use::Wait | Use::Sampled);
                let place = |tap: TapId| slot(self.plan, tap, at_rest);
                let sampled = usage == Use::Sampled || clocked && usage == Use::Wait;
                reads[port].sampled = sampled;
                let own = &mut reads[port].read;
                if read.many == 0 {
                    own.from = place(TapId(read.from)).0;
                    continue;
                }
                own.from = self.pieces.len() as u32;
                own.many = read.many;
                let pieces = self.plan.port_pieces(port).into_iter();
                self.pieces.extend(pieces.map(|piece| Piece {
                    from: place(piece.from),
                    shift: piece.shift,
                    to: piece.to,
                    mask: piece.mask,
                }));
            }
        }
        self.reads = reads;
    }

    /// How every part is evaluated, exact or waiting.
    fn units(&mut self, order: &Order) {
        for (part, folded) in self.plan.parts.entries() {
            if folded.is_idle() {
                continue;
            }
            let clock = (0..folded.ports as usize)
                .find(|&port| matches!(self.modes.usage(part, port), Use::Edge { .. }));
            let way = match clock.map(|port| self.reads[folded.port(port)].read) {
                Some(read) => Way::Clocked(part, SlotId(read.from), read.shift),
                None => self.way(part),
            };
            self.unit_of[part] = self.units.add(way);
            self.idles.add(self.idles(part));
        }
        let way = |driver: &Driver| match *driver {
            Driver::Joint(joint) => Way::Joint(joint),
            Driver::Part(part) => self.units[self.unit_of[part]],
            Driver::Nobody => unreachable!("nobody waits"),
        };
        self.ways = order.list.iter().map(way).collect();
    }

    /// Puts small cones into tables, and gives everything that waits its place.
    fn group(&mut self, order: &Order) {
        let widths = self.plan.source_origin.len();
        let widths = (0..widths).map(|source| self.width(SourceId(source as u32)));
        let grouping = Grouper {
            plan: self.plan,
            modes: self.modes,
            order,
            ways: &self.ways,
            rank_of_source: &self.rank_of_source,
            widths: &widths.collect(),
        }
        .group();
        let mut places = vec![INNER; order.list.len()];
        for (place, item) in (0..).zip(&grouping.items) {
            self.waiting.push(match *item {
                Item::Single(rank) => {
                    places[rank as usize] = place;
                    self.ways[rank as usize]
                }
                Item::Group(group) => {
                    for root in &grouping.groups[group as usize].roots {
                        self.place_of_source[root.source] = place;
                    }
                    for piece in &grouping.groups[group as usize].index {
                        let readers = &mut self.readers[piece.from.index()];
                        add(readers, place, piece.mask << piece.shift);
                    }
                    Way::Group(group)
                }
            });
        }
        self.groups = grouping.groups;
        for (&part, &rank) in &order.rank_of_part {
            self.rank_of[part] = places[rank as usize];
        }
        self.tabled = places.iter().map(|&place| place == INNER).collect();
        for (source, &rank) in self.rank_of_source.entries() {
            if rank != NO_RANK && self.place_of_source[source] == NO_RANK {
                self.place_of_source[source] = places[rank as usize];
            }
        }
        let places = &self.place_of_source;
        for group in &mut self.groups {
            group
                .shared
                .retain(|slot| places[SourceId(slot.0)] != INNER);
        }
        for read in self.reads.iter_mut() {
            read.waits = self
                .place_of_source
                .get(read.source.index())
                .is_some_and(|&place| place != NO_RANK);
        }
    }

    fn width(&self, source: SourceId) -> u32 {
        match self.plan.source_origin[source] {
            Origin::Port(port) => self.plan.port_width[port],
            Origin::Net(net) => {
                let pieces = self.plan.nets.get(net).iter();
                pieces
                    .map(|piece| 32 - (piece.mask << piece.to).leading_zeros())
                    .max()
                    .unwrap_or(0)
            }
        }
    }

    /// When an edge does nothing to a part.
    fn idles(&self, part: PartId) -> [IdleBit; 2] {
        let never = IdleBit {
            slot: SlotId(0),
            bit: 0,
            when: None,
        };
        let mut bits = [never; 2];
        let folded = &self.plan.parts[part];
        let connected = |port: usize| !self.plan.port_pieces(folded.port(port)).is_empty();
        let list = match folded.behaviour.edge() {
            Some(_) => folded.behaviour.idles(connected),
            None => Vec::new(),
        };
        for (bit, (port, when)) in bits.iter_mut().zip(list) {
            let read = &self.reads[folded.port(port)];
            if read.sampled && read.read.many == 0 {
                *bit = IdleBit {
                    slot: SlotId(read.read.from),
                    bit: read.read.shift,
                    when: Some(when),
                };
            }
        }
        bits
    }

    fn way(&mut self, part: PartId) -> Way {
        let folded = &self.plan.parts[part];
        let source = match folded.ports {
            0 => SourceId::NONE,
            _ => self.plan.port_source[folded.first_port],
        };
        let reads = &self.reads;
        let gate = self.gates.add(folded, |port| reads[port].read, source);
        gate.map_or(Way::Ports(part), Way::Gate)
    }

    /// Who has to be told of a change.
    fn fan_out(&mut self) {
        for (part, folded) in self.plan.parts.entries() {
            if folded.is_idle() {
                continue;
            }
            let (unit, rank) = (self.unit_of[part], self.rank_of[part]);
            for (usage, piece) in self.modes.inputs(part) {
                let (source, _) = self.plan.tap_list[piece.from];
                let bits = piece.mask << piece.shift;
                match usage {
                    Use::Unused => {}
                    Use::Sampled => self.seen[source] = true,
                    Use::SampledExactly => self.followed[piece.from] = true,
                    Use::Trigger => add(&mut self.fanout[piece.from.index()], unit, bits),
                    Use::Edge { rising } => self.edges[piece.from.index()].push(EdgeOf {
                        unit,
                        bit: piece.shift,
                        rising,
                    }),
                    Use::Wait if rank == INNER => {}
                    Use::Wait => add(&mut self.readers[source.index()], rank, bits),
                }
            }
        }
        for (joint, info) in self.plan.joints.entries() {
            for piece in info.drivers.iter().flatten() {
                if piece.from == TapId::FLOATING {
                    continue;
                }
                let (source, _) = self.plan.tap_list[piece.from];
                match self.modes.joint_waits[joint] {
                    true => {
                        let place = self.place_of_source[info.source];
                        let bits = piece.mask << piece.shift;
                        if matches!(self.waiting.get(place as usize), Some(Way::Joint(_))) {
                            add(&mut self.readers[source.index()], place, bits);
                        }
                    }
                    false => self.joints_of[piece.from.index()].push(joint),
                }
            }
        }
    }

    fn finish(mut self, order: Order) -> Schedule {
        let (plan, modes) = (self.plan, self.modes);
        for (tap, followed) in self.followed.iter_mut().enumerate() {
            *followed |= !self.fanout[tap].is_empty()
                || !self.edges[tap].is_empty()
                || !self.joints_of[tap].is_empty();
        }
        let followed = |source: SourceId| -> Vec<(TapId, u32)> {
            let taps = plan.taps.get(source).iter().copied();
            taps.filter(|&(tap, _)| self.followed[tap]).collect()
        };
        let taps: Vec<Vec<(TapId, u32)>> = (0..plan.source_origin.len())
            .map(|source| followed(SourceId(source as u32)))
            .collect();
        let outs = taps.iter().enumerate().map(|(source, list)| {
            let (tap, late) = list.first().copied().unwrap_or((TapId::FLOATING, 0));
            Out {
                many: list.len() as u16,
                seen: self.seen[SourceId(source as u32)] || !self.readers[source].is_empty(),
                tap,
                late,
            }
        });
        let clocked = self.units.iter().filter_map(|way| match *way {
            Way::Clocked(part, slot, bit) => Some((part, slot, bit)),
            _ => None,
        });
        Schedule {
            outs: outs.collect(),
            clocked: clocked.collect(),
            longest: longest(plan, &order, &self.rank_of_source),
            roots: (0..plan.reads.len()).map(|_| OnceLock::new()).collect(),
            joint_waits: modes.joint_waits.clone(),
            demands: modes.demands().clone(),
            reads: self.reads,
            pieces: self.pieces,
            gates: self.gates,
            units: self.units,
            idles: self.idles,
            unit_of: self.unit_of,
            taps: Lists::new(taps),
            fanout: Lists::new(self.fanout),
            edges: Lists::new(self.edges),
            joints_of: Lists::new(self.joints_of),
            waiting: self.waiting,
            rank_of: self.rank_of,
            place_of_source: self.place_of_source,
            groups: self.groups,
            ways: self.ways,
            tabled: self.tabled,
            readers: Lists::new(self.readers),
            before: order.before,
            rank_of_source: self.rank_of_source,
        }
    }
}

/// Adds bits a reader sees to a list of readers.
fn add<R: PartialEq>(list: &mut Vec<(R, u32)>, reader: R, bits: u32) {
    let mut last = list.iter_mut().rev().take(4);
    match last.find(|(known, _)| *known == reader) {
        Some((_, seen)) => *seen |= bits,
        None => list.push((reader, bits)),
    }
}

/// The longest time a change can take through what waits.
fn longest(plan: &Plan, order: &Order, rank_of_source: &ById<SourceId, u32>) -> u32 {
    let mut times: Vec<u32> = Vec::with_capacity(order.list.len());
    for (driver, before) in order.list.iter().zip(&order.before) {
        let arrivals = before.iter().map(|&(source, late)| {
            let rank = rank_of_source[source] as usize;
            late + times.get(rank).copied().unwrap_or(0)
        });
        let own = match driver {
            Driver::Part(part) => plan.parts[*part].behaviour.longest_delay(),
            Driver::Joint(_) | Driver::Nobody => 0,
        };
        times.push(arrivals.max().unwrap_or(0) + own);
    }
    times.into_iter().max().unwrap_or(0)
}
