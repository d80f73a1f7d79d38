//! Making a schedule: how everything is evaluated, in which order, and what a change triggers.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::cone::Cone;
use super::direct::DirectParts;
use super::edges::{EdgeKind, EdgeOf, Edges, IdleBit};
use super::joints::Joints;
use super::{Guards, INNER, NO_RANK, Out, Round, Schedule, SlotRead, Way, follow, slot, tap_slot};
use crate::component::{Idle, Op};
use crate::netlist::ids::{ById, Id};
use crate::netlist::{PartId, PortId};
use crate::sim::compile::gate::Gates;
use crate::sim::compile::groups::{Group, Grouper, Item};
use crate::sim::compile::modes::{Driver, Modes, Use};
use crate::sim::compile::order::Order;
use crate::sim::compile::plan::{
    JointId, Lists, Origin, Piece, Plan, Read, SlotId, SourceId, TapId, UnitId,
};

/// A schedule under construction.
pub(super) struct Draft<'a> {
    plan: &'a Plan,
    modes: &'a Modes<'a>,
    reads: ById<PortId, SlotRead>,
    pieces: Vec<Piece<SlotId>>,
    gates: Gates,
    direct: DirectParts,
    units: ById<UnitId, Way>,
    unit_of: ById<PartId, UnitId>,
    /// By rank, then by place.
    ways: Vec<Way>,
    tabled: Vec<bool>,
    waiting: Vec<Way>,
    groups: Vec<Group>,
    rounds: Vec<Round>,
    /// Loops by number with the place where each is looked at.
    round_places: Vec<(usize, u32)>,
    /// The blocks of each loop.
    round_blocks: Vec<(usize, usize)>,
    /// While places are given: the loop, and its first block.
    open_loop: Option<(usize, usize)>,
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
    cone: Cone,
}

impl<'a> Draft<'a> {
    pub(super) fn new(plan: &'a Plan, modes: &'a Modes<'a>, order: &Order) -> Draft<'a> {
        let (taps, sources) = (plan.tap_list.len(), plan.source_origin.len());
        let mut draft = Draft {
            plan,
            modes,
            reads: ById::new(),
            pieces: Vec::new(),
            gates: Gates::default(),
            direct: DirectParts::default(),
            units: ById::new(),
            unit_of: ById::filled(UnitId::NONE, plan.parts.len()),
            ways: Vec::new(),
            tabled: Vec::new(),
            waiting: Vec::new(),
            groups: Vec::new(),
            rounds: Vec::new(),
            round_places: Vec::new(),
            round_blocks: Vec::new(),
            open_loop: None,
            rank_of: ById::filled(NO_RANK, plan.parts.len()),
            place_of_source: ById::filled(NO_RANK, sources),
            rank_of_source: ById::filled(NO_RANK, sources),
            fanout: vec![Vec::new(); taps],
            edges: vec![Vec::new(); taps],
            joints_of: vec![Vec::new(); taps],
            readers: vec![Vec::new(); sources],
            seen: ById::filled(false, sources),
            followed: ById::filled(false, taps),
            cone: Cone::new(plan, modes),
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

    /// The slots that every port reads.
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
    pub(super) fn units(&mut self, order: &Order) {
        for (part, folded) in self.plan.parts.entries() {
            if folded.is_idle() {
                continue;
            }
            let clock = (0..folded.ports as usize)
                .find(|&port| matches!(self.modes.usage(part, port), Use::Edge { .. }));
            let way = match clock.map(|port| self.reads[folded.port(port)].read) {
                Some(read) => {
                    let register = self.direct.add_register(self.plan, part, &self.reads);
                    let slot = SlotId(read.from);
                    register.map_or(Way::Clocked(part, slot, read.shift), Way::Register)
                }
                None => self.way(part),
            };
            self.unit_of[part] = self.units.add(way);
        }
        let way = |driver: &Driver| match *driver {
            Driver::Joint(joint) => Way::Joint(joint),
            Driver::Part(part) => self.units[self.unit_of[part]],
            Driver::Nobody => unreachable!("nobody waits"),
        };
        self.ways = order.list.iter().map(way).collect();
    }

    /// Puts small cones into tables, and gives everything that waits its place.
    pub(super) fn group(&mut self, order: &Order) {
        let widths = self.plan.source_origin.len();
        let widths = (0..widths).map(|source| self.width(SourceId(source as u32)));
        let grouping = Grouper {
            plan: self.plan,
            modes: self.modes,
            order,
            ways: &self.ways,
            rank_of_source: &self.rank_of_source,
            widths: &widths.collect(),
            cone: &self.cone,
        }
        .group();
        let mut places = vec![INNER; order.list.len()];
        for item in &grouping.items {
            self.begin_or_end_loop(order, Some(*item));
            let place = self.waiting.len() as u32;
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
        self.begin_or_end_loop(order, None);
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

    /// A loop has blocks of 64 places to itself: what depends on it comes after all of it, however many iterations it takes.
    fn begin_or_end_loop(&mut self, order: &Order, item: Option<Item>) {
        let now = match item {
            Some(Item::Single(rank)) => order.loop_at(rank).map(|(number, _)| number),
            _ => None,
        };
        if now == self.open_loop.map(|(number, _)| number) {
            return;
        }
        self.waiting
            .resize(self.waiting.len().next_multiple_of(64), Way::Nothing);
        let block = self.waiting.len() / 64;
        if let Some((_, first)) = self.open_loop {
            self.round_blocks.push((first, block));
        }
        self.open_loop = now.map(|number| (number, block));
        if let Some(number) = now {
            self.round_places.push((number, self.waiting.len() as u32));
            self.waiting.push(Way::Round(number as u32));
        }
    }

    /// The loops, each triggered when the controls of its switches change.
    pub(super) fn rounds(&mut self, order: &Order) {
        for (_, made) in &order.loops {
            let round = Round::new(made.clone(), self.plan, &self.reads, &self.direct);
            self.rounds.push(round);
        }
        for &(number, place) in &self.round_places {
            for port in self.rounds[number].controls(self.plan) {
                for piece in self.plan.port_pieces(port) {
                    let (source, _) = self.plan.tap_list[piece.from];
                    add(
                        &mut self.readers[source.index()],
                        place,
                        piece.mask << piece.shift,
                    );
                }
            }
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
    fn idles(&self, part: PartId) -> Vec<IdleBit> {
        let folded = &self.plan.parts[part];
        let connected = |port: usize| !self.plan.port_pieces(folded.port(port)).is_empty();
        let list = match (self.modes.guard(part), folded.behaviour.plain_gate()) {
            (Some(guard), Some(gate)) => {
                // An input that shuts the clock out.
                let others = gate.inputs.iter().filter(|(port, _)| *port != guard.port);
                let shut = |&(port, negated): &(usize, bool)| {
                    let shuts_at_one = negated == (gate.op == Op::And);
                    (port, if shuts_at_one { Idle::On } else { Idle::Off })
                };
                others.map(shut).collect()
            }
            _ if folded.behaviour.edge().is_some() => folded.behaviour.idles(connected),
            _ => Vec::new(),
        };
        let bit = |(port, when): (usize, Idle)| {
            let read = &self.reads[folded.port(port)];
            (read.sampled && read.read.many == 0).then_some(IdleBit {
                slot: SlotId(read.read.from),
                bit: read.read.shift,
                when,
                port: folded.port(port),
            })
        };
        list.into_iter().filter_map(bit).collect()
    }

    fn way(&mut self, part: PartId) -> Way {
        let folded = &self.plan.parts[part];
        let source = match folded.ports {
            0 => SourceId::NONE,
            _ => self.plan.port_source[folded.first_port],
        };
        let reads = &self.reads;
        let gate = self.gates.add(folded, |port| reads[port].read, source);
        match (gate, self.modes.guard(part)) {
            (Some(gate), None) => Way::Gate(gate),
            (Some(gate), Some(_)) => Way::Guarded(gate, part),
            (None, _) if self.modes.part_waits[part] && folded.passes_on() => {
                let pin = self.direct.add_pin(self.plan, part);
                pin.map_or(Way::Ports(part), Way::Pin)
            }
            (None, _) if self.modes.part_waits[part] && folded.behaviour.open_level().is_some() => {
                let latch = self.direct.add_latch(self.plan, part, &self.reads);
                latch.map_or(Way::Ports(part), Way::Latch)
            }
            (None, _) => {
                let compare = self.direct.add_comparator(self.plan, part, &self.reads);
                let direct = match compare {
                    Some(number) => Some(Way::Compare(number)),
                    None => {
                        let direct = self.direct.add(self.plan, part, &self.reads);
                        direct.map(Way::Direct)
                    }
                };
                direct.unwrap_or(Way::Ports(part))
            }
        }
    }

    /// The effects of a change.
    pub(super) fn fan_out(&mut self) {
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
                    Use::Edge { .. } | Use::Gated => {
                        let edge = EdgeOf {
                            unit,
                            bit: piece.shift,
                            kind: match usage {
                                Use::Edge { rising: true } => EdgeKind::Rising,
                                Use::Edge { rising: false } => EdgeKind::Falling,
                                _ => EdgeKind::Any,
                            },
                            idles: self.idles(part),
                        };
                        self.edges[piece.from.index()].push(edge);
                    }
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

    /// Units that wait for an edge are notified when their other inputs change.
    fn arm(&mut self) -> Edges {
        let edges = Edges::new(&self.edges);
        for (number, lane) in (0..).zip(&edges.lanes) {
            let (idles, place) = (edges.idles(lane), self.waiting.len() as u32);
            for bit in idles {
                if let Some(readers) = self.readers.get_mut(bit.slot.index()) {
                    add(readers, place, 1 << bit.bit);
                }
            }
            if !idles.is_empty() {
                self.waiting.push(Way::Arm(number));
            }
        }
        edges
    }

    pub(super) fn finish(mut self, order: Order) -> Schedule {
        let (plan, modes) = (self.plan, self.modes);
        for (part, number) in &mut self.cone.latches {
            let latches = self.direct.latches.iter();
            *number = latches.take_while(|latch| latch.part != *part).count() as u32;
        }
        let edges = self.arm();
        let follows: ById<TapId, u8> = self
            .followed
            .iter()
            .enumerate()
            .map(|(tap, &read)| {
                let flag = |on: bool, flag: u8| if on { flag } else { 0 };
                flag(!self.edges[tap].is_empty(), follow::EDGES)
                    | flag(!self.fanout[tap].is_empty(), follow::UNITS)
                    | flag(!self.joints_of[tap].is_empty(), follow::JOINTS)
                    | flag(read, follow::READERS)
            })
            .collect();
        let followed = |source: SourceId| -> Vec<(TapId, u32)> {
            let taps = plan.taps.get(source).iter().copied();
            taps.filter(|&(tap, _)| follows[tap] != 0).collect()
        };
        let taps: Vec<Vec<(TapId, u32)>> = (0..plan.source_origin.len())
            .map(|source| followed(SourceId(source as u32)))
            .collect();
        let outs = taps.iter().enumerate().map(|(source, list)| {
            let (tap, late) = list.first().copied().unwrap_or((TapId::FLOATING, 0));
            Out {
                many: list.len() as u16,
                seen: self.seen[SourceId(source as u32)] || !self.readers[source].is_empty(),
                pulses: modes.is_clock(SourceId(source as u32)),
                written: self.cone.writes(SourceId(source as u32)),
                tap,
                late,
                known: plan.known[SourceId(source as u32)],
            }
        });
        let mut round_from: Vec<u32> = (0..self.waiting.len() as u32 / 64 + 1).collect();
        for &(first, end) in &self.round_blocks {
            round_from[first..end].fill(first as u32);
        }
        let clocked = self.units.iter().filter_map(|way| match *way {
            Way::Clocked(part, slot, bit) => Some((part, slot, bit)),
            Way::Register(number) => Some(self.direct.registers[number as usize].clocked()),
            _ => None,
        });
        Schedule {
            outs: outs.collect(),
            follows,
            clocked: clocked.collect(),
            longest: longest(plan, &order, &self.rank_of_source),
            roots: (0..plan.reads.len()).map(|_| OnceLock::new()).collect(),
            joints: Joints::new(plan, &modes.joint_waits),
            demands: modes.demands().clone(),
            reads: self.reads,
            pieces: self.pieces,
            gates: self.gates,
            direct: self.direct,
            units: self.units,
            unit_of: self.unit_of,
            taps: Lists::new(taps),
            fanout: Lists::new(self.fanout),
            edges,
            guards: Guards::default(),
            joints_of: Lists::new(self.joints_of),
            waiting: self.waiting,
            rank_of: self.rank_of,
            place_of_source: self.place_of_source,
            groups: self.groups,
            rounds: self.rounds,
            round_from,
            ways: self.ways,
            tabled: self.tabled,
            readers: Lists::new(self.readers),
            before: order.before,
            rank_of_source: self.rank_of_source,
            cone: self.cone,
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

/// The longest time a change can take through what waits. Once its switches are set, a change passes each part of a loop once.
fn longest(plan: &Plan, order: &Order, rank_of_source: &ById<SourceId, u32>) -> u32 {
    let own = |driver: &Driver| match driver {
        Driver::Part(part) => plan.parts[*part].behaviour.longest_delay(),
        Driver::Joint(_) | Driver::Nobody => 0,
    };
    let mut times: Vec<u32> = Vec::with_capacity(order.list.len());
    while times.len() < order.list.len() {
        let first = times.len();
        let places = order
            .loop_at(first as u32)
            .map(|(_, places)| places.end as usize);
        let end = places.unwrap_or(first + 1);
        let known = |&(source, late): &(SourceId, u32)| {
            let rank = rank_of_source[source] as usize;
            late + times.get(rank).copied().unwrap_or(0)
        };
        let before = order.before[first..end].iter();
        let arrival = before.clone().flatten().map(known).max().unwrap_or(0);
        let inside = |list: &Vec<(SourceId, u32)>| list.iter().map(|&(_, late)| late).max();
        let late: u32 = match end - first {
            1 => 0,
            _ => before.filter_map(inside).sum(),
        };
        let all: u32 = order.list[first..end].iter().map(own).sum();
        times.resize(end, arrival + late + all);
    }
    times.into_iter().max().unwrap_or(0)
}
