//! The fast engine: the same values at every half-tick from far fewer events.
//!
//! Exact parts are evaluated at the very times at which the exact engine sees an input of them change, on the same
//! inputs, so they do the same. What is left out there cannot be seen at a half-tick: events that carry a value through
//! pins (their delay is added to the driver's), values a driver has already, evaluations because an output changed (the
//! inputs are the same, so is the result) or an input that is only looked at with the clock. When all is at rest, the
//! parts that wait are evaluated once, in order ([`Modes`](super::modes::Modes) says who waits and why nobody notices).
//!
//! Two things are left. Logisim gives up after 1000 steps, and counts steps we leave out: a propagation that could
//! come near that many is handed to the exact engine. And an input may be looked at while a change is on its way to
//! it: then what leads there must not wait, and everything since the last checkpoint is done again.

use std::cell::Cell;
use std::sync::{Arc, OnceLock};

use super::exact::{Exact, LIMIT};
use super::modes::Demands;
use super::plan::{JointId, Origin, Piece, Plan, SlotId, SourceId, TapId, UnitId};
use super::schedule::{INNER, NO_RANK, Schedule, Way, tap_slot};
use super::states::{Shared, States};
use super::wheel::{Event, Wheel};
use crate::component::{Behaviour, Io, SHORTEST_CLOCKED, State};
use crate::netlist::ids::{ById, Id, ids};
use crate::netlist::{Design, NetId, PartId, PortId};
use crate::value::Word;

/// How a propagation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Rest,
    /// It may take too many steps for us to tell what Logisim does.
    TooLong,
    /// Something waited that must not. The engine knows now; what was done since the checkpoint is not to be trusted.
    Again,
}

#[derive(Clone)]
pub(super) struct Fast {
    plan: Arc<Plan>,
    schedule: Arc<Schedule>,
    live: Live,
    step: u32,
    unit_step: ById<UnitId, u32>,
    /// By unit: the step of the last edge of its clock that counts.
    edge_step: ById<UnitId, u32>,
    joint_step: ById<JointId, u32>,
    dirty_units: Vec<UnitId>,
    /// Units whose clock had an edge in this step.
    fired: Vec<UnitId>,
    dirty_joints: Vec<JointId>,
    taken: Vec<Event<TapId>>,
    asked: Asked,
    pub(super) evaluations: u64,
}

/// All words, with those that are only worked out when somebody asks.
#[derive(Clone, Default)]
struct Asked {
    words: OnceLock<ById<SlotId, Word>>,
}

/// The values, and what is on its way.
#[derive(Clone)]
struct Live {
    /// By source: its value at rest; then by tap: what it shows now.
    words: ById<SlotId, Word>,
    /// By source that is exact: the value it drives last, perhaps not yet arrived.
    driven: ById<SourceId, Word>,
    wheel: Wheel<TapId>,
    /// Sources that drive something else than at rest, or did.
    changed: Vec<SourceId>,
    /// By source: when its first change of this propagation arrives; [`NEVER`] if it did not change.
    arrival: ById<SourceId, u32>,
    /// When the first change arrives at something that waits or samples, and the last.
    first_arrival: u32,
    last_arrival: u32,
    /// One bit per place in the order of those that wait: it has to be evaluated.
    dirty: Vec<u64>,
    /// By group: the word it had last.
    group_words: Vec<Word>,
    problem: Option<Problem>,
}

const NEVER: u32 = u32::MAX;

/// No group has this word.
const UNKNOWN: Word = Word {
    v: u32::MAX,
    u: u32::MAX,
};

/// What must not wait.
#[derive(Clone, Copy, Debug)]
enum Problem {
    Port(PortId),
    Part(PartId),
}

/// After so many corrections nothing waits any more.
const MOST_DEMANDS: usize = 400;

impl Fast {
    pub(super) fn new(plan: Arc<Plan>, shared: &Shared) -> Fast {
        let mut demands = Demands::default();
        let mut schedule = Schedule::new(&plan, shared, &demands);
        if schedule.longest + plan.slack > LIMIT * 4 / 5 {
            demands.everything = true;
            schedule = Schedule::new(&plan, shared, &demands);
        }
        let sources = plan.source_origin.len();
        let live = Live {
            words: ById::filled(Word::ZERO, sources + plan.tap_list.len()),
            driven: ById::filled(Word::ZERO, sources),
            wheel: Wheel::new(),
            changed: Vec::new(),
            arrival: ById::filled(NEVER, sources),
            first_arrival: NEVER,
            last_arrival: 0,
            dirty: vec![0; schedule.waiting.len() / 64 + 1],
            group_words: vec![UNKNOWN; schedule.groups.len()],
            problem: None,
        };
        Fast {
            step: 0,
            unit_step: ById::filled(0, schedule.units.len()),
            edge_step: ById::filled(0, schedule.units.len()),
            joint_step: ById::filled(0, plan.joints.len()),
            dirty_units: Vec::new(),
            fired: Vec::new(),
            dirty_joints: Vec::new(),
            taken: Vec::new(),
            asked: Asked::default(),
            evaluations: 0,
            schedule: Arc::new(schedule),
            live,
            plan,
        }
    }

    pub(super) fn plan(&self) -> &Arc<Plan> {
        &self.plan
    }

    /// What every source drives: at rest that is all there is to know.
    pub(super) fn values(&self) -> &[Word] {
        &(**self.all_words())[..self.plan.source_origin.len()]
    }

    /// All words, with those that are only worked out when somebody asks.
    fn all_words(&self) -> &ById<SlotId, Word> {
        self.asked.words.get_or_init(|| {
            let mut words = self.live.words.clone();
            for (rank, way) in self.schedule.ways.iter().enumerate() {
                if self.schedule.is_inner(rank) {
                    follow(&self.plan, &self.schedule, way, &mut words);
                }
            }
            words
        })
    }

    /// Goes back to what [`Fast::values`] gave.
    pub(super) fn set_values(&mut self, values: &[Word]) {
        (*self.live.words)[..values.len()].copy_from_slice(values);
        self.settle_all();
    }

    /// Takes over from the exact engine, which must be at rest.
    pub(super) fn take_over(&mut self, exact: &Exact) {
        for (source, origin) in self.plan.source_origin.entries() {
            self.live.words[SlotId(source.0)] = match *origin {
                Origin::Port(port) => exact.drivers[port],
                Origin::Net(net) => exact.nets[net],
            };
        }
        self.settle_all();
    }

    /// Everything follows from the values of the sources.
    fn settle_all(&mut self) {
        let live = &mut self.live;
        live.wheel.clear();
        live.driven
            .copy_from_slice(&(*live.words)[..self.plan.source_origin.len()]);
        live.words[tap_slot(&self.plan, TapId::FLOATING)] = Word::floating(u32::MAX);
        for (tap, &(source, _)) in self.plan.tap_list.entries().skip(1) {
            live.words[tap_slot(&self.plan, tap)] = live.driven[source];
        }
        live.begin();
        live.dirty.fill(0);
        live.group_words.fill(UNKNOWN);
        live.problem = None;
        self.asked = Asked::default();
    }

    /// Hands the state, at rest, to the exact engine.
    pub(super) fn hand_over(&self, design: &Design, shared: &mut Shared, exact: &mut Exact) {
        self.show_clocks(&mut shared.states);
        let nets: Vec<Word> = design.net_ids().map(|net| self.net(net)).collect();
        for (port, &source) in self.plan.port_source.entries() {
            if source != SourceId::NONE {
                exact.drivers[port] = self.value(source);
            }
        }
        exact.resume(design, shared, &nets);
    }

    /// Parts that act at an edge see their clock only then: here they see it as it is now.
    pub(super) fn show_clocks(&self, states: &mut States) {
        for &(part, slot, bit) in &self.schedule.clocked {
            if let Some(clock) = states[part].clock_mut() {
                *clock = self.live.words[slot].bit(u32::from(bit));
            }
        }
    }

    fn value(&self, source: SourceId) -> Word {
        match self.schedule.place_of_source[source] == INNER {
            true => self.all_words()[SlotId(source.0)],
            false => self.live.words[SlotId(source.0)],
        }
    }

    /// The value of a net of the design.
    pub(super) fn net(&self, net: NetId) -> Word {
        let pieces = self.plan.nets.get(net).iter();
        pieces.fold(Word::ZERO, |word, piece| {
            let value = self.value(piece.from).shr(u32::from(piece.shift));
            word.union(value.and_mask(piece.mask).shl(u32::from(piece.to)))
        })
    }

    /// What a driving port gives its net, if it is a source of its own.
    pub(super) fn driver(&self, port: PortId) -> Option<Word> {
        let source = self.plan.port_source[port];
        (source != SourceId::NONE).then(|| self.value(source))
    }

    /// Steps until nothing is left to do.
    #[must_use]
    pub(super) fn propagate(&mut self, shared: &mut Shared) -> End {
        let (plan, schedule) = (self.plan.clone(), self.schedule.clone());
        let limit = LIMIT.saturating_sub(plan.slack + 2);
        self.asked = Asked::default();
        self.live.wheel.time = 0;
        self.next_step();
        let mut touched = std::mem::take(&mut shared.touched);
        for part in touched.drain(..) {
            self.touch(&plan, &schedule, shared, part);
        }
        shared.touched = touched;
        let mut taken = std::mem::take(&mut self.taken);
        while self.live.wheel.take(&mut taken) {
            if self.live.wheel.time > u64::from(limit) {
                return self.too_long();
            }
            self.next_step();
            for event in taken.drain(..) {
                self.apply(&plan, &schedule, event.driver, event.value);
            }
            self.settle_joints(&plan, &schedule);
            self.mark_fired(&schedule);
            let mut dirty = std::mem::take(&mut self.dirty_units);
            for unit in dirty.drain(..) {
                self.evaluate(&plan, &schedule, shared, unit);
            }
            self.dirty_units = dirty;
        }
        self.taken = taken;
        if self.live.last_arrival + schedule.longest > limit {
            return self.too_long();
        }
        self.settle(&plan, &schedule, shared);
        match self.live.problem {
            None => End::Rest,
            Some(_) => End::Again,
        }
    }

    fn too_long(&self) -> End {
        match self.live.problem {
            None => End::TooLong,
            Some(_) => End::Again,
        }
    }

    fn next_step(&mut self) {
        self.step = self.step.wrapping_add(1);
        if self.step == 0 {
            self.unit_step.fill(0);
            self.edge_step.fill(0);
            self.joint_step.fill(0);
            self.step = 1;
        }
    }

    /// A part was changed from outside.
    fn touch(&mut self, plan: &Plan, schedule: &Schedule, shared: &mut Shared, part: PartId) {
        let unit = schedule.unit_of[part];
        let rank = schedule.rank_of[part];
        if rank != NO_RANK {
            self.mark_part(plan, schedule, part);
        }
        let evaluated = match schedule.units.get(unit.index()) {
            Some(Way::Clocked(..)) => true,
            Some(_) => rank == NO_RANK,
            None => false,
        };
        if evaluated {
            self.evaluate(plan, schedule, shared, unit);
        }
    }

    #[inline]
    fn apply(&mut self, plan: &Plan, schedule: &Schedule, tap: TapId, value: Word) {
        let shown = &mut self.live.words[tap_slot(plan, tap)];
        let changed = value.differs(*shown);
        if changed == 0 {
            return;
        }
        let before = std::mem::replace(shown, value);
        for edge in schedule.edges.get(tap) {
            let bit = u32::from(edge.bit);
            let known = (before.u | value.u) >> bit & 1 == 0;
            if changed >> bit & 1 != 0 && known && (value.v >> bit & 1 != 0) == edge.rising {
                self.edge_step[edge.unit] = self.step;
                self.fired.push(edge.unit);
            }
        }
        for &(unit, mask) in schedule.fanout.get(tap) {
            if changed & mask != 0 {
                self.mark_unit(unit);
            }
        }
        for &joint in schedule.joints_of.get(tap) {
            if self.joint_step[joint] != self.step {
                self.joint_step[joint] = self.step;
                self.dirty_joints.push(joint);
            }
        }
    }

    /// Of the units whose clock had an edge, those that do something at it.
    fn mark_fired(&mut self, schedule: &Schedule) {
        let late = self.live.is_late_somewhere();
        let mut fired = std::mem::take(&mut self.fired);
        for unit in fired.drain(..) {
            let idles = &schedule.idles[unit];
            if late || !idles.iter().any(|bit| bit.holds(&self.live.words)) {
                self.mark_unit(unit);
            }
        }
        self.fired = fired;
    }

    #[inline]
    fn mark_unit(&mut self, unit: UnitId) {
        if self.unit_step[unit] != self.step {
            self.unit_step[unit] = self.step;
            self.dirty_units.push(unit);
        }
    }

    /// A joint passes on what it gets at the same time, and its readers may be joints again.
    fn settle_joints(&mut self, plan: &Plan, schedule: &Schedule) {
        while let Some(joint) = self.dirty_joints.pop() {
            self.joint_step[joint] = 0;
            let value = schedule.join(plan, joint, &self.live.words);
            let source = plan.joints[joint].source;
            if self.live.driven[source] == value {
                continue;
            }
            self.live.driven[source] = value;
            self.live.note(schedule, source, 0);
            for &(tap, late) in schedule.taps.get(source) {
                match late {
                    0 => self.apply(plan, schedule, tap, value),
                    _ => self.live.wheel.push(tap, value, late),
                }
            }
        }
    }

    #[inline]
    fn evaluate(&mut self, plan: &Plan, schedule: &Schedule, shared: &mut Shared, unit: UnitId) {
        self.evaluations += 1;
        match &schedule.units[unit] {
            Way::Gate(gate) => {
                let (source, value) = schedule.gates.evaluate(gate, &self.live.words);
                self.live.drive(schedule, source, value, 1);
            }
            Way::Ports(part) => self.by_ports(plan, schedule, shared, *part),
            &Way::Clocked(part, slot, bit) => {
                let mut clock = self.live.words[slot].bit(u32::from(bit));
                if self.edge_step[unit] == self.step {
                    clock.v ^= 1;
                }
                if let Some(seen) = shared.states[part].clock_mut() {
                    *seen = clock;
                }
                self.by_ports(plan, schedule, shared, part);
            }
            Way::Joint(_) | Way::Group(_) => {}
        }
    }

    fn by_ports(&mut self, plan: &Plan, schedule: &Schedule, shared: &mut Shared, part: PartId) {
        let folded = &plan.parts[part];
        let state = &mut shared.states[part];
        if let (Behaviour::Pin(pin), State::Pin(sending), false) =
            (&folded.behaviour, &mut *state, folded.outside.is_empty())
        {
            let outside = gather(plan, &folded.outside, &self.live.words);
            if *sending != outside {
                *sending = pin.pulled(outside);
            }
        }
        let rank = schedule.rank_of[part];
        let mut io = EventIo {
            late: self.live.is_late_somewhere(),
            plan,
            schedule,
            live: &mut self.live,
            first_port: folded.first_port.0,
            ticks: shared.ticks,
            problem: Cell::new(None),
        };
        folded.behaviour.evaluate(state, &mut io);
        if let Some(problem) = io.problem.get() {
            self.live.problem.get_or_insert(problem);
        }
        let changed = rank != NO_RANK
            && match state {
                State::Memory { cells, .. } => cells.take_changed(),
                _ => true,
            };
        if changed {
            self.mark_part(plan, schedule, part);
        }
    }

    /// What a part that waits holds has changed, and so may its output.
    fn mark_part(&mut self, plan: &Plan, schedule: &Schedule, part: PartId) {
        self.live.mark(schedule.rank_of[part]);
        let folded = &plan.parts[part];
        for port in 0..folded.ports as usize {
            let source = plan.port_source[folded.port(port)];
            if source != SourceId::NONE && schedule.place_of_source[source] != NO_RANK {
                self.live.note(schedule, source, SHORTEST_CLOCKED);
            }
        }
    }

    /// Everything else is at rest: now those that wait.
    fn settle(&mut self, plan: &Plan, schedule: &Schedule, shared: &mut Shared) {
        let live = &mut self.live;
        let mut changed = std::mem::take(&mut live.changed);
        for source in changed.drain(..) {
            live.arrival[source] = NEVER;
            if schedule.place_of_source[source] == NO_RANK {
                live.put(schedule, source, live.driven[source]);
            }
        }
        live.changed = changed;
        live.begin();
        for block in 0..live.dirty.len() {
            while live.dirty[block] != 0 {
                let bit = live.dirty[block].trailing_zeros();
                live.dirty[block] &= live.dirty[block] - 1;
                self.evaluations += 1;
                match &schedule.waiting[block * 64 + bit as usize] {
                    Way::Gate(gate) => {
                        let (source, value) = schedule.gates.evaluate(gate, &live.words);
                        live.put(schedule, source, value);
                    }
                    Way::Joint(joint) => {
                        let value = schedule.join(plan, *joint, &live.words);
                        live.put(schedule, plan.joints[*joint].source, value);
                    }
                    Way::Group(group) => live.settle_group(plan, schedule, *group as usize),
                    Way::Ports(part) => live.settle_part(plan, schedule, shared, *part),
                    &Way::Clocked(part, slot, bit) => {
                        let clock = live.words[slot].bit(u32::from(bit));
                        if let Some(seen) = shared.states[part].clock_mut() {
                            *seen = clock;
                        }
                        live.settle_part(plan, schedule, shared, part);
                    }
                }
            }
        }
    }

    /// Follows what turned out to be needed exactly. The values are to be set afterwards.
    pub(super) fn correct(&mut self, shared: &Shared) {
        let mut demands = self.schedule.demands.clone();
        match self.live.problem.take() {
            Some(Problem::Part(part)) => drop(demands.parts.insert(part)),
            Some(Problem::Port(port)) => self.demand_clock_mates(port, &mut demands),
            None => {}
        }
        demands.everything |= demands.parts.len() + demands.ports.len() > MOST_DEMANDS;
        let schedule = Schedule::new(&self.plan, shared, &demands);
        self.live.dirty = vec![0; schedule.waiting.len() / 64 + 1];
        self.live.group_words = vec![UNKNOWN; schedule.groups.len()];
        self.schedule = Arc::new(schedule);
        self.live.changed.clear();
        self.live.arrival.fill(NEVER);
    }

    /// An input of a part was looked at too early, so inputs of all parts with the same clock may be.
    fn demand_clock_mates(&self, port: PortId, demands: &mut Demands) {
        let owner = self
            .plan
            .parts
            .partition_point(|part| part.first_port <= port);
        let clock = |part: PartId| {
            let unit = self.schedule.unit_of[part];
            match self.schedule.units.get(unit.index()) {
                Some(&Way::Clocked(_, slot, bit)) => Some((slot, bit)),
                _ => None,
            }
        };
        let (own, parts) = (clock(PartId(owner as u32 - 1)), ids(self.plan.parts.len()));
        demands.ports.insert(port);
        for part in parts.filter(|&part| own.is_some() && clock(part) == own) {
            let folded = &self.plan.parts[part];
            if self.schedule.rank_of[part] != NO_RANK {
                demands.parts.insert(part);
            }
            demands
                .ports
                .extend((0..folded.ports as usize).map(|number| folded.port(number)));
        }
        if self.schedule.rank_of[PartId(owner as u32 - 1)] != NO_RANK {
            demands.parts.insert(PartId(owner as u32 - 1));
        }
    }
}

impl Live {
    /// Nothing has changed yet in this propagation.
    fn begin(&mut self) {
        self.first_arrival = NEVER;
        self.last_arrival = 0;
        for source in self.changed.drain(..) {
            self.arrival[source] = NEVER;
        }
    }

    #[inline]
    fn mark(&mut self, rank: u32) {
        self.dirty[rank as usize / 64] |= 1 << (rank % 64);
    }

    /// An exact source takes a value, unless it has it already: those who follow it see it later.
    #[inline]
    fn drive(&mut self, schedule: &Schedule, source: SourceId, value: Word, delay: u32) {
        let last = &mut self.driven[source];
        if *last == value {
            return;
        }
        *last = value;
        self.note(schedule, source, delay);
        let out = &schedule.outs[source];
        match out.many {
            0 => {}
            1 => self.wheel.push(out.tap, value, delay + out.late),
            _ => {
                for &(tap, late) in schedule.taps.get(source) {
                    self.wheel.push(tap, value, delay + late);
                }
            }
        }
    }

    /// Remembers that an exact source changed.
    #[inline]
    fn note(&mut self, schedule: &Schedule, source: SourceId, delay: u32) {
        let arrival = self.wheel.time as u32 + delay;
        if self.arrival[source] == NEVER {
            self.arrival[source] = arrival;
            self.changed.push(source);
        }
        if schedule.outs[source].seen {
            self.first_arrival = self.first_arrival.min(arrival);
            self.last_arrival = self.last_arrival.max(arrival);
        }
    }

    /// A source has a new value at rest.
    #[inline]
    fn put(&mut self, schedule: &Schedule, source: SourceId, value: Word) {
        let word = &mut self.words[SlotId(source.0)];
        let changed = value.differs(*word);
        if changed == 0 {
            return;
        }
        *word = value;
        for &(rank, mask) in schedule.readers.get(source) {
            if changed & mask != 0 {
                self.mark(rank);
            }
        }
    }

    fn settle_part(&mut self, plan: &Plan, schedule: &Schedule, shared: &mut Shared, part: PartId) {
        let folded = &plan.parts[part];
        let mut io = RestIo {
            schedule,
            live: self,
            first_port: folded.first_port.0,
            ticks: shared.ticks,
            answered: false,
        };
        folded.behaviour.evaluate(&mut shared.states[part], &mut io);
        // A memory that does not know its address stays as it was, and what that was depends on the way here.
        if !io.answered && matches!(folded.behaviour, Behaviour::Memory(_)) {
            self.problem.get_or_insert(Problem::Part(part));
        }
    }

    #[inline]
    fn settle_group(&mut self, plan: &Plan, schedule: &Schedule, number: usize) {
        let group = &schedule.groups[number];
        let word = match group.index(&self.words) {
            Some(index) => group.entry(index).unwrap_or_else(|| {
                let word = self.work_out(plan, schedule, number);
                group.fill(index, word);
                word
            }),
            None => self.work_out(plan, schedule, number),
        };
        let last = std::mem::replace(&mut self.group_words[number], word);
        let mut changed = match last == UNKNOWN {
            true => group.bits,
            false => word.differs(last) & group.bits,
        };
        while changed != 0 {
            let root =
                &group.roots[usize::from(group.root_of_bit[changed.trailing_zeros() as usize])];
            changed &= !(root.mask << root.shift);
            let value = word.shr(u32::from(root.shift)).and_mask(root.mask);
            self.put(schedule, root.source, value);
        }
    }

    /// The word of a group from its parts.
    #[cold]
    fn work_out(&mut self, plan: &Plan, schedule: &Schedule, number: usize) -> Word {
        let group = &schedule.groups[number];
        let before: Vec<Word> = group.shared.iter().map(|&slot| self.words[slot]).collect();
        for member in &group.members {
            follow(plan, schedule, member, &mut self.words);
        }
        let word = group.roots.iter().fold(Word::ZERO, |word, root| {
            let value = self.words[SlotId(root.source.0)];
            word.union(value.shl(u32::from(root.shift)))
        });
        for (&slot, before) in group.shared.iter().zip(before) {
            self.words[slot] = before;
        }
        word
    }

    /// Whether a change has arrived at something that waits or samples.
    #[inline]
    fn is_late_somewhere(&self) -> bool {
        self.wheel.time >= u64::from(self.first_arrival)
    }

    /// Whether a change may have arrived at a sampled input by now.
    fn is_late(&self, plan: &Plan, schedule: &Schedule, port: PortId) -> bool {
        let now = self.wheel.time as u32;
        let roots = schedule.roots(plan, port).iter();
        let mut arrivals = roots.map(|&(source, delay)| self.arrival[source].saturating_add(delay));
        arrivals.any(|arrival| arrival <= now)
    }
}

/// Puts what something that follows from its inputs drives among the words.
fn follow(plan: &Plan, schedule: &Schedule, way: &Way, words: &mut ById<SlotId, Word>) {
    match way {
        Way::Gate(gate) => {
            let (source, value) = schedule.gates.evaluate(gate, words);
            words[SlotId(source.0)] = value;
        }
        Way::Joint(joint) => {
            let value = schedule.join(plan, *joint, words);
            words[SlotId(plan.joints[*joint].source.0)] = value;
        }
        Way::Ports(part) => {
            let folded = &plan.parts[*part];
            let mut io = WordsIo {
                schedule,
                words,
                first_port: folded.first_port.0,
            };
            folded.behaviour.evaluate(&mut State::None, &mut io);
        }
        Way::Clocked(..) | Way::Group(_) => {}
    }
}

/// The ports of a part that follows from its inputs.
struct WordsIo<'a> {
    schedule: &'a Schedule,
    words: &'a mut ById<SlotId, Word>,
    first_port: u32,
}

impl Io for WordsIo<'_> {
    #[inline]
    fn get(&self, port: usize) -> Word {
        let read = &self.schedule.reads[PortId(self.first_port + port as u32)];
        self.schedule.read(&read.read, self.words)
    }

    #[inline]
    fn set(&mut self, port: usize, value: Word, _: u32) {
        let source = self.schedule.reads[PortId(self.first_port + port as u32)].source;
        if source != SourceId::NONE {
            self.words[SlotId(source.0)] = value;
        }
    }

    fn ticks(&self) -> u64 {
        0
    }
}

#[inline]
fn gather(plan: &Plan, pieces: &[Piece<TapId>], words: &ById<SlotId, Word>) -> Word {
    pieces.iter().fold(Word::ZERO, |word, piece| {
        let shown = words[tap_slot(plan, piece.from)].shr(u32::from(piece.shift));
        word.union(shown.and_mask(piece.mask).shl(u32::from(piece.to)))
    })
}

/// The ports of an exact part.
struct EventIo<'a> {
    plan: &'a Plan,
    schedule: &'a Schedule,
    live: &'a mut Live,
    first_port: u32,
    ticks: u64,
    /// Something has arrived at some part that waits or samples.
    late: bool,
    problem: Cell<Option<Problem>>,
}

impl Io for EventIo<'_> {
    #[inline]
    fn get(&self, port: usize) -> Word {
        let port = PortId(self.first_port + port as u32);
        let read = &self.schedule.reads[port];
        if self.late && read.sampled && self.live.is_late(self.plan, self.schedule, port) {
            self.problem.set(Some(Problem::Port(port)));
        }
        self.schedule.read(&read.read, &self.live.words)
    }

    #[inline]
    fn set(&mut self, port: usize, value: Word, delay: u32) {
        let port = &self.schedule.reads[PortId(self.first_port + port as u32)];
        if port.source != SourceId::NONE && !port.waits {
            self.live.drive(self.schedule, port.source, value, delay);
        }
    }

    fn ticks(&self) -> u64 {
        self.ticks
    }
}

/// The ports of a part that waited.
struct RestIo<'a> {
    schedule: &'a Schedule,
    live: &'a mut Live,
    first_port: u32,
    ticks: u64,
    answered: bool,
}

impl Io for RestIo<'_> {
    #[inline]
    fn get(&self, port: usize) -> Word {
        let read = &self.schedule.reads[PortId(self.first_port + port as u32)];
        self.schedule.read(&read.read, &self.live.words)
    }

    #[inline]
    fn set(&mut self, port: usize, value: Word, _: u32) {
        self.answered = true;
        let port = &self.schedule.reads[PortId(self.first_port + port as u32)];
        if port.source != SourceId::NONE && port.waits {
            self.live.put(self.schedule, port.source, value);
        }
    }

    fn ticks(&self) -> u64 {
        self.ticks
    }
}
