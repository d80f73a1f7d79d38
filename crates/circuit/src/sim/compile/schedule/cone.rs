//! Waiting parts that may still be followed in detail: everything that leads to inputs that were once read while a change was on
//! its way to them, and to displays with an afterglow.
//!
//! ```text
//!   bus ──> buffers ──> D of a register     once the clock came while the bus was changing: from now on what the exact
//!                                           parts before do is recorded, and followed only when it happens again
//! ```

use std::collections::{HashMap, HashSet};

use super::Schedule;
use super::stir::{Bits, Stir};
use crate::component::{Behaviour, Reaction};
use crate::netlist::ids::{ById, Id};
use crate::netlist::{PartId, PortId};
use crate::sim::compile::modes::{Driver, Modes, Use};
use crate::sim::compile::plan::{JointId, Lists, Origin, Plan, SourceId, TapId};

/// No number.
const NONE: u32 = u32::MAX;

/// A display with an afterglow, with its inputs.
pub(in crate::sim) struct Watched {
    pub(in crate::sim) part: PartId,
    pub(in crate::sim) inputs: Vec<Bits>,
    /// Their dependencies.
    pub(in crate::sim) roots: RootSet,
}

impl Watched {
    fn of(plan: &Plan, part: PartId, roots: &ById<SourceId, RootSet>) -> Watched {
        let folded = &plan.parts[part];
        let ports = (0..folded.ports as usize).map(|port| folded.port(port));
        let inputs: Vec<Bits> = ports.map(|port| Bits::of(plan, port)).collect();
        let mut all = RootSet::default();
        for piece in inputs.iter().flat_map(|bits| &bits.pieces) {
            all.add(roots[piece.from]);
        }
        Watched {
            part,
            inputs,
            roots: all,
        }
    }
}

/// A set of spontaneously changing values: beyond the room available, several share a place.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::sim) struct RootSet([u64; 4]);

impl RootSet {
    fn of(number: usize) -> RootSet {
        let mut set = RootSet::default();
        set.0[number / 64 % 4] = 1 << (number % 64);
        set
    }

    #[inline]
    pub(in crate::sim) fn add(&mut self, other: RootSet) {
        for (word, more) in self.0.iter_mut().zip(other.0) {
            *word |= more;
        }
    }

    pub(super) fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    pub(in crate::sim) fn meets(&self, other: RootSet) -> bool {
        self.0.iter().zip(other.0).any(|(a, b)| a & b != 0)
    }
}

#[derive(Default)]
pub(in crate::sim) struct Cone {
    /// Inputs whose value can be determined at any moment.
    looked: HashSet<PortId>,
    /// By part: its inputs among them.
    looks: HashMap<PartId, Vec<PortId>>,
    /// Displays with an afterglow.
    pub(in crate::sim) watched: Vec<Watched>,
    /// Latches that are followed, with their numbers in the schedule.
    pub(in crate::sim) latches: Vec<(PartId, u32)>,
    /// Parts that wait, by number.
    pub(in crate::sim) parts: Vec<PartId>,
    numbers: ById<PartId, u32>,
    /// By number: latches and pins, whose state is followed apart.
    pub(in crate::sim) keeps: Vec<bool>,
    /// By tap: (number of a part, bits it sees).
    pub(in crate::sim) fanout: Lists<TapId, (u32, u32)>,
    pub(in crate::sim) joints_of: Lists<TapId, JointId>,
    /// By source: (tap, delay beyond the part's own).
    pub(in crate::sim) taps: Lists<SourceId, (TapId, u32)>,
    pub(in crate::sim) all_taps: Vec<(TapId, SourceId)>,
    /// By source: it is exact, and its changes are written down.
    written: ById<SourceId, bool>,
    /// By source: the spontaneous changes it depends on.
    roots: ById<SourceId, RootSet>,
    /// By source that waits: its number.
    stir_of: ById<SourceId, u32>,
    /// By number: the source, with the changes that can affect it for a moment.
    stirs: Vec<(SourceId, Stir)>,
}

/// Finds everything that leads to some inputs.
struct Search<'a> {
    plan: &'a Plan,
    modes: &'a Modes<'a>,
    open: Vec<SourceId>,
    seen: HashSet<SourceId>,
    parts: Vec<PartId>,
    known: HashSet<PartId>,
    /// (tap, number of a part, bits).
    fanout: Vec<(TapId, u32, u32)>,
    joints: Vec<(TapId, JointId)>,
}

impl Search<'_> {
    fn tap(&mut self, tap: TapId) {
        let (source, _) = self.plan.tap_list[tap];
        if tap != TapId::FLOATING && self.seen.insert(source) {
            self.open.push(source);
        }
    }

    fn part(&mut self, part: PartId) {
        if !self.known.insert(part) {
            return;
        }
        let number = self.parts.len() as u32;
        self.parts.push(part);
        let (plan, modes) = (self.plan, self.modes);
        let behaviour = &plan.parts[part].behaviour;
        // A counter says nothing while it is cleared.
        let all = behaviour.open_level().is_some() || behaviour.reaction() == Reaction::Counter;
        let follows = |usage| match usage {
            Use::Wait => true,
            Use::Trigger => all,
            _ => false,
        };
        let inputs = modes.inputs(part).filter(|(usage, _)| follows(*usage));
        for (_, piece) in inputs {
            let bits = piece.mask << piece.shift;
            self.fanout.push((piece.from, number, bits));
            let (source, _) = plan.tap_list[piece.from];
            if piece.from != TapId::FLOATING && self.seen.insert(source) {
                self.open.push(source);
            }
        }
    }

    fn run(&mut self) {
        while let Some(source) = self.open.pop() {
            if !self.modes.waits(source) {
                continue;
            }
            match self.modes.driver[source] {
                Driver::Part(part) => self.part(part),
                Driver::Joint(joint) => {
                    let plan = self.plan;
                    for piece in plan.joints[joint].drivers.iter().flatten() {
                        self.joints.push((piece.from, joint));
                        self.tap(piece.from);
                    }
                }
                Driver::Nobody => {}
            }
        }
    }
}

impl Cone {
    pub(super) fn new(plan: &Plan, modes: &Modes<'_>) -> Cone {
        let waits = |part: &PartId| modes.part_waits[*part];
        let watched = plan
            .parts
            .entries()
            .filter(|(_, folded)| folded.behaviour.reaction() == Reaction::Watched);
        let watched: Vec<PartId> = watched.map(|(part, _)| part).filter(waits).collect();
        let looked = modes.demands().looked.clone();
        let mut followed: Vec<PartId> = modes.demands().followed.iter().copied().collect();
        followed.sort_unstable();
        followed.retain(waits);
        if looked.is_empty() && watched.is_empty() && followed.is_empty() {
            return Cone::default();
        }
        let mut search = Search {
            plan,
            modes,
            open: Vec::new(),
            seen: HashSet::new(),
            parts: Vec::new(),
            known: HashSet::new(),
            fanout: Vec::new(),
            joints: Vec::new(),
        };
        let mut ports: Vec<PortId> = looked.iter().copied().collect();
        ports.sort_unstable();
        for &port in &ports {
            plan.port_pieces(port)
                .iter()
                .for_each(|piece| search.tap(piece.from));
        }
        watched
            .iter()
            .chain(&followed)
            .for_each(|&part| search.part(part));
        search.run();
        let looks = by_owner(plan, &ports);
        let mut cone = Cone::lay_out(plan, modes, search, looked);
        cone.looks = looks;
        cone.latches = followed.into_iter().map(|part| (part, NONE)).collect();
        let watched = watched.iter();
        let watched = watched.map(|&part| Watched::of(plan, part, &cone.roots));
        cone.watched = watched.collect();
        cone
    }

    fn lay_out(
        plan: &Plan,
        modes: &Modes<'_>,
        search: Search<'_>,
        looked: HashSet<PortId>,
    ) -> Cone {
        let taps = plan.tap_list.len();
        let (mut fanout, mut joints_of) = (vec![Vec::new(); taps], vec![Vec::new(); taps]);
        for (tap, number, bits) in search.fanout {
            fanout[tap.index()].push((number, bits));
        }
        for (tap, joint) in search.joints {
            if !joints_of[tap.index()].contains(&joint) {
                joints_of[tap.index()].push(joint);
            }
        }
        let sources = plan.source_origin.len();
        let mut written = ById::filled(false, sources);
        let mut own = vec![Vec::new(); sources];
        let mut all_taps = Vec::new();
        for &source in &search.seen {
            written[source] = !modes.waits(source) && !modes.constant[source];
            own[source.index()] = plan.taps.get(source).to_vec();
            all_taps.extend(own[source.index()].iter().map(|&(tap, _)| (tap, source)));
        }
        let mut numbers = ById::filled(NONE, plan.parts.len());
        for (number, &part) in (0..).zip(&search.parts) {
            numbers[part] = number;
        }
        let waiting = search.seen.iter().filter(|source| modes.waits(**source));
        let stirs = waiting.map(|&source| (source, Stir::of(plan, modes, source)));
        let mut stirs: Vec<(SourceId, Stir)> = stirs.collect();
        let mut stir_of = ById::filled(NONE, sources);
        for (number, (source, _)) in (0..).zip(&stirs) {
            stir_of[*source] = number;
        }
        let roots = roots(plan, modes, &search.seen, &stirs);
        for (_, stir) in &mut stirs {
            stir.sort(|bits| bits.iter().map(|piece| roots[piece.from].count()).sum());
        }
        let keeps = search.parts.iter().map(|&part| {
            let behaviour = &plan.parts[part].behaviour;
            behaviour.open_level().is_some() || matches!(behaviour, Behaviour::Pin(_))
        });
        Cone {
            keeps: keeps.collect(),
            stirs,
            stir_of,
            roots,
            parts: search.parts,
            numbers,
            fanout: Lists::new(fanout),
            joints_of: Lists::new(joints_of),
            taps: Lists::new(own),
            all_taps,
            written,
            looked,
            ..Cone::default()
        }
    }

    /// Whether changes of an exact source are written down.
    pub(super) fn writes(&self, source: SourceId) -> bool {
        self.written
            .get(source.index())
            .is_some_and(|&written| written)
    }

    /// Sources that wait.
    pub(in crate::sim) fn sources(&self) -> impl Iterator<Item = SourceId> {
        self.stirs.iter().map(|(source, _)| *source)
    }

    /// The spontaneous changes a source depends on, itself included if it is one.
    #[inline]
    pub(in crate::sim) fn roots(&self, source: SourceId) -> RootSet {
        self.roots.get(source.index()).copied().unwrap_or_default()
    }

    /// The changes that can affect a source for a moment, if it waits here.
    #[inline]
    pub(in crate::sim) fn stir(&self, source: SourceId) -> Option<&Stir> {
        let number = self.stir_of.get(source.index()).copied()?;
        self.stirs.get(number as usize).map(|(_, stir)| stir)
    }

    /// Whether the value of an input can be determined at any moment.
    pub(in crate::sim) fn sees(&self, port: PortId) -> bool {
        self.looked.contains(&port)
    }

    /// Inputs of a part whose value can be determined at any moment.
    pub(in crate::sim) fn looks_of(&self, part: PartId) -> &[PortId] {
        self.looks.get(&part).map_or(&[], |ports| ports)
    }

    /// Whether the state of a latch is followed.
    pub(in crate::sim) fn follows(&self, part: PartId) -> bool {
        self.latches.iter().any(|(latch, _)| *latch == part)
    }

    /// The number of a part that waits here.
    #[inline]
    pub(in crate::sim) fn number(&self, part: PartId) -> Option<u32> {
        let number = self.numbers.get(part.index()).copied();
        number.filter(|&number| number != NONE)
    }
}

/// By source: the spontaneous changes it depends on: exact sources and parts with state.
fn roots(
    plan: &Plan,
    modes: &Modes<'_>,
    seen: &HashSet<SourceId>,
    stirs: &[(SourceId, Stir)],
) -> ById<SourceId, RootSet> {
    let mut roots = ById::filled(RootSet::default(), plan.source_origin.len());
    let remembers = |source: SourceId| match modes.driver[source] {
        Driver::Part(part) => plan.parts[part].behaviour.reaction() != Reaction::Pure,
        Driver::Joint(_) | Driver::Nobody => false,
    };
    let mut own: Vec<SourceId> = seen.iter().copied().collect();
    own.sort_unstable();
    own.retain(|&source| !modes.waits(source) && !modes.constant[source] || remembers(source));
    for (number, source) in own.into_iter().enumerate() {
        roots[source] = RootSet::of(number);
    }
    // What leads round to itself takes more than one pass.
    let mut grows = true;
    while grows {
        grows = false;
        for (source, _) in stirs {
            let before = roots[*source];
            let mut after = before;
            for (from, _) in modes.before(modes.driver[*source]) {
                after.add(roots[from]);
            }
            if let Driver::Part(part) = modes.driver[*source] {
                for (_, piece) in modes
                    .inputs(part)
                    .filter(|(_, piece)| piece.from != TapId::FLOATING)
                {
                    after.add(roots[plan.tap_list[piece.from].0]);
                }
            }
            grows |= after.0 != before.0;
            roots[*source] = after;
        }
    }
    roots
}

impl Schedule {
    /// What can be followed instead of a display with an afterglow: the input of a gate before it that costs the
    /// least, since the others do not matter as long as it holds the gate. It is exact from then on.
    pub(in crate::sim) fn holder(&self, plan: &Plan, part: PartId) -> Option<PartId> {
        let watched = self.cone.watched.iter().find(|one| one.part == part)?;
        let pieces = watched.inputs.iter().flat_map(|bits| &bits.pieces);
        let mut open: Vec<SourceId> = pieces.map(|piece| piece.from).collect();
        let mut seen = HashSet::new();
        while let Some(source) = open.pop() {
            match self.cone.stir(source) {
                Some(Stir::Gate(_, inputs)) if inputs.len() > 1 => {
                    let sources = inputs.iter().flat_map(|(bits, _)| &bits.pieces);
                    let mut waiting = sources.filter(|piece| self.cone.stir(piece.from).is_some());
                    // The last one is the one to be held back.
                    let first = waiting.next().filter(|_| waiting.next().is_some());
                    let owner = first.and_then(|piece| owner(plan, piece.from));
                    if owner.is_some() {
                        return owner;
                    }
                }
                Some(Stir::Gate(_, inputs)) => {
                    let sources = inputs.iter().flat_map(|(bits, _)| &bits.pieces);
                    open.extend(
                        sources
                            .map(|piece| piece.from)
                            .filter(|&from| seen.insert(from)),
                    );
                }
                Some(Stir::Bits(pieces) | Stir::Any(pieces)) => {
                    let sources = pieces.iter().map(|piece| piece.from);
                    open.extend(sources.filter(|&from| seen.insert(from)));
                }
                _ => {}
            }
        }
        None
    }
}

/// The part that drives a source.
fn owner(plan: &Plan, source: SourceId) -> Option<PartId> {
    match plan.source_origin[source] {
        Origin::Port(port) => Some(PartId(
            plan.parts.partition_point(|part| part.first_port <= port) as u32 - 1,
        )),
        Origin::Net(_) => None,
    }
}

fn by_owner(plan: &Plan, ports: &[PortId]) -> HashMap<PartId, Vec<PortId>> {
    let mut found: HashMap<PartId, Vec<PortId>> = HashMap::new();
    for &port in ports {
        let after = plan.parts.partition_point(|part| part.first_port <= port);
        found
            .entry(PartId(after as u32 - 1))
            .or_default()
            .push(port);
    }
    found
}
