//! The fast engine: the same values at every half-tick from far fewer events.
//!
//! Every part is evaluated at the very times at which the exact engine sees an input of it change, on the same
//! inputs, so it does the same. What is left out cannot be seen at a half-tick: events that carry a value through
//! pins (their delay is added to the driver's), values a driver has already, and evaluations because an output
//! changed (the inputs are the same, so is the result).
//!
//! One thing is left: Logisim gives up after 1000 steps, and counts steps we leave out. A propagation that could
//! come near that many is handed to the exact engine.

use std::sync::Arc;

use super::Shared;
use super::exact::{Exact, LIMIT};
use super::gate::Way;
use super::plan::{JointId, Origin, Out, Piece, Plan, SourceId, TapId, UnitId};
use super::wheel::{Event, Wheel};
use crate::component::{Behaviour, Io, State};
use crate::netlist::ids::{ById, Id};
use crate::netlist::{Design, NetId, PartId, PortId};
use crate::value::Word;

#[derive(Clone)]
pub(super) struct Fast {
    plan: Arc<Plan>,
    /// By source: the value it drives last, perhaps not yet arrived.
    sources: ById<SourceId, Word>,
    taps: ById<TapId, Word>,
    wheel: Wheel<TapId>,
    step: u32,
    unit_step: ById<UnitId, u32>,
    joint_step: ById<JointId, u32>,
    dirty_units: Vec<UnitId>,
    dirty_joints: Vec<JointId>,
    taken: Vec<Event<TapId>>,
    pub(super) evaluations: u64,
}

impl Fast {
    /// Takes over from the exact engine, which must be at rest.
    pub(super) fn new(plan: Arc<Plan>, exact: &Exact) -> Fast {
        let mut fast = Fast {
            sources: ById::filled(Word::ZERO, plan.source_origin.len()),
            taps: ById::filled(Word::ZERO, plan.tap_source.len()),
            wheel: Wheel::new(),
            step: 0,
            unit_step: ById::filled(0, plan.units.len()),
            joint_step: ById::filled(0, plan.joints.len()),
            dirty_units: Vec::new(),
            dirty_joints: Vec::new(),
            taken: Vec::new(),
            evaluations: 0,
            plan,
        };
        fast.take_over(exact);
        fast
    }

    pub(super) fn take_over(&mut self, exact: &Exact) {
        let plan = self.plan.clone();
        for (source, origin) in plan.source_origin.entries() {
            self.sources[source] = match *origin {
                Origin::Port(port) => exact.drivers[port],
                Origin::Net(net) => exact.nets[net],
            };
        }
        self.taps[TapId::FLOATING] = Word::floating(u32::MAX);
        for (tap, &source) in plan.tap_source.entries().skip(1) {
            self.taps[tap] = self.sources[source];
        }
    }

    /// Hands the state, at rest, to the exact engine.
    pub(super) fn hand_over(&self, design: &Design, shared: &mut Shared, exact: &mut Exact) {
        let nets: Vec<Word> = design.net_ids().map(|net| self.net(net)).collect();
        for (port, &source) in self.plan.port_source.entries() {
            if source != SourceId::NONE {
                exact.drivers[port] = self.sources[source];
            }
        }
        exact.resume(design, shared, &nets);
    }

    /// The value of a net of the design.
    pub(super) fn net(&self, net: NetId) -> Word {
        gather(self.plan.nets.get(net), &self.sources)
    }

    /// What a driving port gives its net, if it is a source of its own.
    pub(super) fn driver(&self, port: PortId) -> Option<Word> {
        let source = self.plan.port_source[port];
        (source != SourceId::NONE).then(|| self.sources[source])
    }

    /// Steps until nothing is left to do. `false`: it may take too many steps for us to tell what Logisim does.
    #[must_use]
    pub(super) fn propagate(&mut self, shared: &mut Shared) -> bool {
        let plan = self.plan.clone();
        let limit = u64::from(LIMIT.saturating_sub(plan.slack + 2));
        self.wheel.time = 0;
        self.next_step();
        let mut touched = std::mem::take(&mut shared.touched);
        for part in touched.drain(..) {
            let unit = plan.unit_of[part];
            if unit != UnitId::NONE {
                self.evaluate(&plan, shared, unit);
            }
        }
        shared.touched = touched;
        let mut taken = std::mem::take(&mut self.taken);
        while self.wheel.take(&mut taken) {
            if self.wheel.time > limit {
                return false;
            }
            self.next_step();
            for event in taken.drain(..) {
                self.apply(&plan, event.driver, event.value);
            }
            self.settle_joints(&plan);
            let mut dirty = std::mem::take(&mut self.dirty_units);
            for unit in dirty.drain(..) {
                self.evaluate(&plan, shared, unit);
            }
            self.dirty_units = dirty;
        }
        self.taken = taken;
        true
    }

    fn next_step(&mut self) {
        self.step = self.step.wrapping_add(1);
        if self.step == 0 {
            self.unit_step.fill(0);
            self.joint_step.fill(0);
            self.step = 1;
        }
    }

    #[inline]
    fn apply(&mut self, plan: &Plan, tap: TapId, value: Word) {
        let changed = value.differs(self.taps[tap]);
        if changed == 0 {
            return;
        }
        self.taps[tap] = value;
        for &(unit, mask) in plan.fanout.get(tap) {
            if changed & mask != 0 && self.unit_step[unit] != self.step {
                self.unit_step[unit] = self.step;
                self.dirty_units.push(unit);
            }
        }
        for &joint in plan.joints_of.get(tap) {
            if self.joint_step[joint] != self.step {
                self.joint_step[joint] = self.step;
                self.dirty_joints.push(joint);
            }
        }
    }

    #[inline]
    fn settle_joints(&mut self, plan: &Plan) {
        while let Some(index) = self.dirty_joints.pop() {
            let joint = &plan.joints[index];
            let driven = joint
                .drivers
                .iter()
                .fold(Word::floating(joint.mask), |word, pieces| {
                    word.combine(gather(pieces, &self.taps))
                });
            let value = driven.pulled(joint.pull);
            let source = joint.source;
            if self.sources[source] == value {
                continue;
            }
            self.sources[source] = value;
            for &(tap, late) in plan.taps.get(source) {
                match late {
                    0 => self.apply(plan, tap, value),
                    _ => self.wheel.push(tap, value, late),
                }
            }
        }
    }

    #[inline]
    fn evaluate(&mut self, plan: &Plan, shared: &mut Shared, unit: UnitId) {
        self.evaluations += 1;
        let (source, value) = match &plan.units[unit] {
            Way::Tiny(gate) => (gate.source, plan.tiny(gate, &self.taps)),
            Way::Quick(number) => {
                let gate = &plan.quick[*number as usize];
                (gate.source, plan.quick_gate(gate, &self.taps))
            }
            Way::Ports(part) => return self.evaluate_by_ports(plan, shared, *part),
        };
        drive(plan, &mut self.sources, &mut self.wheel, source, value, 1);
    }

    fn evaluate_by_ports(&mut self, plan: &Plan, shared: &mut Shared, part: PartId) {
        let folded = &plan.parts[part];
        let state = &mut shared.states[part];
        if let (Behaviour::Pin(pin), State::Pin(sending), false) =
            (&folded.behaviour, &mut *state, folded.outside.is_empty())
        {
            let outside = gather(&folded.outside, &self.taps);
            if *sending != outside {
                *sending = pin.pulled(outside);
            }
        }
        let mut io = FastIo {
            plan,
            taps: &self.taps,
            sources: &mut self.sources,
            wheel: &mut self.wheel,
            first_port: folded.first_port.0,
            ticks: shared.ticks,
        };
        folded.behaviour.evaluate(state, &mut io);
    }
}

#[inline]
fn gather<F: Id>(pieces: &[Piece<F>], words: &ById<F, Word>) -> Word {
    match pieces {
        [piece] => piece.take(words),
        _ => pieces
            .iter()
            .fold(Word::ZERO, |word, piece| word.union(piece.take(words))),
    }
}

struct FastIo<'a> {
    plan: &'a Plan,
    taps: &'a ById<TapId, Word>,
    sources: &'a mut ById<SourceId, Word>,
    wheel: &'a mut Wheel<TapId>,
    first_port: u32,
    ticks: u64,
}

impl Io for FastIo<'_> {
    #[inline]
    fn get(&self, port: usize) -> Word {
        self.plan
            .read(PortId(self.first_port + port as u32), self.taps)
    }

    #[inline]
    fn set(&mut self, port: usize, value: Word, delay: u32) {
        let source = self.plan.port_source[PortId(self.first_port + port as u32)];
        if source != SourceId::NONE {
            drive(self.plan, self.sources, self.wheel, source, value, delay);
        }
    }

    fn ticks(&self) -> u64 {
        self.ticks
    }
}

/// A source takes a value, unless it has it already: its taps see it later.
#[inline]
fn drive(
    plan: &Plan,
    sources: &mut ById<SourceId, Word>,
    wheel: &mut Wheel<TapId>,
    source: SourceId,
    value: Word,
    delay: u32,
) {
    let last = &mut sources[source];
    if *last == value {
        return;
    }
    *last = value;
    match plan.outs[source] {
        Out::One(tap, late) => wheel.push(tap, value, delay + late),
        Out::Nowhere => {}
        Out::Many => {
            for &(tap, late) in plan.taps.get(source) {
                wheel.push(tap, value, delay + late);
            }
        }
    }
}
