//! The fast engine: the same values at every half-tick from far fewer events.
//!
//! Exact parts are evaluated at the very times at which the exact engine sees an input of them change, on the same
//! inputs, so they do the same. What is left out there cannot be seen at a half-tick: events that carry a value through
//! pins (their delay is added to the driver's), values a driver has already, evaluations because an output changed (the
//! inputs are the same, so is the result) or an input that is only looked at with the clock. When all is at rest, the
//! parts that wait are evaluated once, in order ([`Modes`](super::compile::modes::Modes) says which parts wait, and why that is invisible).
//!
//! Two cases remain. Logisim gives up after 1000 steps, and counts steps we skip: a propagation that could
//! come near that many is handed to the exact engine. And an input may be read while a change is on its way to
//! it: then the parts before it must not wait, and everything since the last checkpoint is redone.

mod correction;
mod detail;
mod exchange;
mod live;
mod ports;
mod settling;
mod stirring;
mod trust;

use std::cell::Cell;
use std::sync::Arc;

use super::compile::modes::Demands;
use super::compile::plan::{JointId, Plan, SlotId, SourceId, TapId, UnitId};
use super::compile::schedule::{EdgeSet, NO_RANK, RootSet, Schedule, Way, follow, tap_slot};
use super::exact::LIMIT;
use super::states::Shared;
use super::wheel::Event;
use crate::component::{Behaviour, REGISTER_DELAY, SHORTEST_CLOCKED, State};
use crate::netlist::PartId;
use crate::netlist::ids::{ById, Id};
use crate::value::Word;
use correction::Problem;
use detail::{Detail, Ground};
use exchange::Asked;
use live::Live;
use ports::{EventIo, gather};
use stirring::Stirring;
use trust::Base;

/// How a propagation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::sim) enum End {
    Rest,
    /// It may take too many steps to know what Logisim does.
    TooLong,
    /// Something waited that must not. The engine has noted it; the results since the checkpoint are not to be trusted.
    Again,
    /// A pin that was assumed to pass on its value sees something that is not known. The same holds.
    Unknown,
}

#[derive(Clone)]
pub(in crate::sim) struct Fast {
    plan: Arc<Plan>,
    /// The plan that takes no pin to pass on what it sees, if this one does.
    base: Option<Arc<Base>>,
    /// The unknown value seen by a trusted pin.
    suspect: Option<SourceId>,
    schedule: Arc<Schedule>,
    live: Live,
    step: u32,
    unit_step: ById<UnitId, u32>,
    /// By unit: the step of the last edge of its clock that counts.
    edge_step: ById<UnitId, u32>,
    joint_step: ById<JointId, u32>,
    dirty_units: Vec<UnitId>,
    /// Edges of clocks in this step.
    fired: Vec<EdgeSet>,
    dirty_joints: Vec<JointId>,
    taken: Vec<Event<TapId>>,
    asked: Asked,
    detail: Detail,
    stirring: Stirring,
    pub(in crate::sim) evaluations: u64,
}

impl Fast {
    pub(in crate::sim) fn new(plan: Arc<Plan>, shared: &Shared) -> Fast {
        let mut demands = Demands::default();
        let mut schedule = Schedule::new(&plan, shared, &demands);
        if schedule.longest + plan.slack > LIMIT * 4 / 5 {
            demands.everything = true;
            schedule = Schedule::new(&plan, shared, &demands);
        }
        let live = Live::new(&plan, &schedule);
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
            detail: Detail::default(),
            stirring: Stirring::default(),
            evaluations: 0,
            schedule: Arc::new(schedule),
            live,
            base: None,
            suspect: None,
            plan,
        }
    }

    /// Steps until nothing is left to do.
    #[must_use]
    pub(in crate::sim) fn propagate(&mut self, shared: &mut Shared) -> End {
        let (plan, schedule) = (self.plan.clone(), self.schedule.clone());
        let limit = LIMIT.saturating_sub(plan.slack + 2);
        self.asked = Asked::default();
        self.live.wheel.time = 0;
        self.live.written.clear();
        self.live.moved = RootSet::default();
        self.detail.rest();
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
            for event in &taken {
                self.apply(&plan, &schedule, event.driver, event.value);
            }
            taken.clear();
            self.settle_joints(&plan, &schedule);
            if !self.fired.is_empty() {
                self.mark_fired(&plan, &schedule);
            }
            for place in 0..self.dirty_units.len() {
                self.evaluate(&plan, &schedule, shared, self.dirty_units[place]);
            }
            self.dirty_units.clear();
        }
        self.taken = taken;
        if self.live.last_arrival + schedule.longest > limit {
            return self.too_long();
        }
        let ground = Ground {
            plan: &plan,
            schedule: &schedule,
        };
        self.live.catch_up(&plan, &schedule);
        self.check_unsure(ground, shared);
        self.follow_latches(ground, shared);
        self.watch(ground, shared);
        self.settle(&plan, &schedule, shared);
        self.end(End::Rest)
    }

    fn too_long(&self) -> End {
        self.end(End::TooLong)
    }

    /// This end, unless there is a problem.
    fn end(&self, end: End) -> End {
        match self.live.problem {
            None => end,
            Some(Problem::Unknown(_)) => End::Unknown,
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
            self.look_at_touched(Ground { plan, schedule }, shared, part);
            self.mark_part(plan, schedule, part);
        }
        let evaluated = match schedule.units.get(unit.index()) {
            Some(Way::Clocked(..) | Way::Register(_)) => true,
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
        let follows = schedule.follows[tap];
        if follows & follow::EDGES != 0 {
            for edge in schedule.edges.of(tap) {
                if edge.is_in(before, value) {
                    self.fired.push(*edge);
                }
            }
        }
        if follows & follow::UNITS != 0 {
            for &(unit, mask) in schedule.fanout.get(tap) {
                if changed & mask != 0 {
                    self.mark_unit(unit);
                }
            }
        }
        if follows & follow::JOINTS != 0 {
            for &joint in schedule.joints_of.get(tap) {
                if self.joint_step[joint] != self.step {
                    self.joint_step[joint] = self.step;
                    self.dirty_joints.push(joint);
                }
            }
        }
    }

    /// Of the units whose clock had an edge, those that react to it.
    fn mark_fired(&mut self, plan: &Plan, schedule: &Schedule) {
        let late = self.live.is_late_somewhere();
        for number in 0..self.fired.len() {
            let edge = self.fired[number];
            for block in edge.first_block..edge.first_block + edge.blocks {
                let armed = self.live.armed[block as usize];
                let mut lanes = match late {
                    true => schedule.edges.used[block as usize],
                    false => armed,
                };
                while lanes != 0 {
                    let number = lanes.trailing_zeros();
                    let lane = &schedule.edges.lanes[(block * 64 + number) as usize];
                    lanes &= lanes - 1;
                    if armed >> number & 1 == 0 && self.live.is_idle_for_sure(plan, schedule, lane)
                    {
                        continue;
                    }
                    let unit = lane.unit;
                    self.edge_step[unit] = self.step;
                    self.mark_unit(unit);
                }
            }
        }
        self.fired.clear();
    }

    #[inline]
    fn mark_unit(&mut self, unit: UnitId) {
        if self.unit_step[unit] != self.step {
            self.unit_step[unit] = self.step;
            self.dirty_units.push(unit);
        }
    }

    /// A joint passes on its value at the same time, and its readers may be joints again.
    fn settle_joints(&mut self, plan: &Plan, schedule: &Schedule) {
        while let Some(joint) = self.dirty_joints.pop() {
            self.joint_step[joint] = 0;
            let (source, value) = schedule.joints.join(joint, &self.live.words);
            if self.live.driven[source] == value {
                continue;
            }
            self.live.driven[source] = value;
            self.live.check_known(schedule, source, value);
            self.live.note(schedule, source, 0);
            if schedule.outs[source].written {
                self.live.write_down(schedule, source, value, 0);
            }
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
            Way::Guarded(_, part) if self.live.is_late_somewhere() => {
                self.by_ports(plan, schedule, shared, *part);
            }
            Way::Guarded(gate, _) => {
                let (source, value) = schedule.gates.evaluate(gate, &self.live.words);
                self.live.drive(schedule, source, value, 1);
            }
            Way::Ports(part) => self.by_ports(plan, schedule, shared, *part),
            &Way::Clocked(part, slot, bit) => {
                self.at_edge(plan, schedule, shared, unit, (part, slot, bit));
            }
            &Way::Register(number) => self.register(plan, schedule, shared, unit, number),
            &Way::Latch(number) => self.latch(plan, schedule, shared, number),
            &Way::Compare(number) => {
                let comparator = &schedule.direct.comparators[number as usize];
                for (source, value) in comparator.values(schedule, &self.live.words) {
                    self.live.drive(schedule, source, value, comparator.delay);
                }
            }
            &Way::Direct(number) => {
                let part = &schedule.direct.parts[number as usize];
                match schedule.direct.value(schedule, part, &self.live.words) {
                    Some(value) => self.live.drive(schedule, part.source, value, part.delay),
                    None => self.by_ports(plan, schedule, shared, part.part),
                }
            }
            Way::Joint(_)
            | Way::Group(_)
            | Way::Arm(_)
            | Way::Pin(_)
            | Way::Round(_)
            | Way::Nothing => {}
        }
    }

    /// A part with a clock, which may have had its edge.
    fn at_edge(
        &mut self,
        plan: &Plan,
        schedule: &Schedule,
        shared: &mut Shared,
        unit: UnitId,
        (part, slot, bit): (PartId, SlotId, u8),
    ) {
        let mut clock = self.live.words[slot].bit(u32::from(bit));
        if self.edge_step[unit] == self.step {
            clock.v ^= 1;
        }
        if let Some(seen) = shared.states[part].clock_mut() {
            *seen = clock;
        }
        self.by_ports(plan, schedule, shared, part);
    }

    #[inline]
    fn register(
        &mut self,
        plan: &Plan,
        schedule: &Schedule,
        shared: &mut Shared,
        unit: UnitId,
        number: u32,
    ) {
        let register = &schedule.direct.registers[number as usize];
        let part = register.part;
        if self.live.is_late_somewhere() {
            return self.at_edge(plan, schedule, shared, unit, register.clocked());
        }
        let State::Clocked { value, clock } = &mut shared.states[part] else {
            return;
        };
        let (words, fires) = (&self.live.words, self.edge_step[unit] == self.step);
        *clock = register.clock(words);
        *value = register.next(schedule, words, *value, fires);
        let out = Word::known(*value);
        self.live
            .drive(schedule, register.source, out, REGISTER_DELAY);
    }

    /// The clock of a latch changes, or what clears or enables it. What it lets through is looked at when everything is at
    /// rest; when it shuts, its data must have been at rest since it opened.
    fn latch(&mut self, plan: &Plan, schedule: &Schedule, shared: &mut Shared, number: u32) {
        let latch = &schedule.direct.latches[number as usize];
        let open = latch.is_open(&self.live.words);
        let shuts = std::mem::replace(&mut self.live.open[number as usize], open) && !open;
        if let Some(clock) = shared.states[latch.part].clock_mut() {
            *clock = latch.clock(&self.live.words);
        }
        if shuts && !latch.is_cleared(&self.live.words) {
            let data = self.last_data(plan, schedule, shared, number);
            if let (true, State::Clocked { value, .. }) =
                (data.is_known(), &mut shared.states[latch.part])
            {
                *value = data.v;
            }
        }
        let State::Clocked { value, .. } = &mut shared.states[latch.part] else {
            return;
        };
        if latch.is_cleared(&self.live.words) {
            *value = 0;
        }
        self.mark_part(plan, schedule, latch.part);
    }

    /// The data of a latch a moment ago.
    fn last_data(
        &mut self,
        plan: &Plan,
        schedule: &Schedule,
        shared: &mut Shared,
        number: u32,
    ) -> Word {
        let latch = &schedule.direct.latches[number as usize];
        let now = self.live.wheel.time as u32;
        if !self
            .live
            .is_late(plan, schedule, latch.input, now.saturating_sub(1))
        {
            return latch.data(schedule, &self.live.words);
        }
        let problem = Problem::Port(latch.input);
        if !schedule.cone.sees(latch.input) {
            self.live.problem.get_or_insert(problem);
            return Word::X;
        }
        let ground = Ground { plan, schedule };
        if self.stirring.rests(ground, &self.live, latch.input) {
            return latch.data(schedule, &self.live.words);
        }
        self.look_closer(ground, shared, now, problem);
        let data = self.detail.read_before(plan, latch.input, now);
        if data.is_known() {
            return data;
        }
        // It keeps what it knew last.
        match self.detail.kept(schedule, latch.part) {
            Some(value) => Word::known(value),
            None => {
                self.live.problem.get_or_insert(Problem::Part(latch.part));
                data
            }
        }
    }

    fn by_ports(&mut self, plan: &Plan, schedule: &Schedule, shared: &mut Shared, part: PartId) {
        let folded = &plan.parts[part];
        let (ground, rank) = (Ground { plan, schedule }, schedule.rank_of[part]);
        let late = self.live.is_late_somewhere();
        if late {
            self.look_for(ground, shared, part);
        }
        if rank != NO_RANK {
            self.look_before(ground, shared, part);
        }
        let state = &mut shared.states[part];
        if let (Behaviour::Pin(pin), State::Pin(sending), false) =
            (&folded.behaviour, &mut *state, folded.outside.is_empty())
        {
            let outside = gather(plan, &folded.outside, &self.live.words);
            if *sending != outside {
                *sending = pin.pulled(outside);
            }
        }
        let mut io = EventIo {
            late,
            detail: &self.detail,
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
            self.detail.touch(ground, part);
            self.mark_part(plan, schedule, part);
        }
    }

    /// The state of a waiting part has changed, and so may its output.
    fn mark_part(&mut self, plan: &Plan, schedule: &Schedule, part: PartId) {
        self.live.mark(schedule.rank_of[part]);
        let folded = &plan.parts[part];
        for port in 0..folded.ports as usize {
            let source = plan.port_source[folded.port(port)];
            if source != SourceId::NONE && schedule.place_of_source[source] != NO_RANK {
                self.live.note(schedule, source, SHORTEST_CLOCKED);
                self.live.moved.add(schedule.cone.roots(source));
            }
        }
    }
}
