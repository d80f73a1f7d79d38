//! Which parts have to be followed event by event, and which can wait for the end of a propagation.
//!
//! A part whose outputs follow from its inputs can be evaluated once, when everything else has settled, if nothing
//! notices earlier values: its readers wait as well, or read only at an edge of their clock (*sampled*
//! inputs). Everything else is *exact*: it sees every change at its time.
//!
//! ```text
//!   register ──> gates ──> gates ──> D of a register          wait: only their final values matter
//!   register ──> gates ──> clock, clear, latch, loop          exact: a glitch there is an edge
//! ```
//!
//! A sampled input must not be read while a change is on its way there. The engine checks that on every read;
//! if it happens, the input is noted in [`Demands`], and from then on everything before it is exact.

use std::collections::HashSet;

use super::constants::constants;
use super::guards::{Guard, guards};
use super::order::Order;
use super::plan::{FoldedPart, JointId, Lists, Piece, Plan, SourceId, TapId};
use crate::component::{Behaviour, Reaction, State};
use crate::netlist::ids::{ById, ids};
use crate::netlist::{PartId, PortId};
use crate::sim::states::Shared;

/// Requirements for exact values found so far.
#[derive(Clone, Default)]
pub(in crate::sim) struct Demands {
    /// Sampled inputs.
    pub(in crate::sim) ports: HashSet<PortId>,
    /// Sampled inputs that were read too early: their values are computed from the events so far.
    pub(in crate::sim) looked: HashSet<PortId>,
    /// Latches that were open without knowing their data.
    pub(in crate::sim) followed: HashSet<PartId>,
    pub(in crate::sim) parts: HashSet<PartId>,
    /// Nothing may wait.
    pub(in crate::sim) everything: bool,
}

/// The effect of a change at an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::sim) enum Use {
    /// The part is evaluated at once.
    Trigger,
    /// The part is evaluated at this edge.
    Edge { rising: bool },
    /// The part is evaluated at once, unless an input that is sampled keeps it from doing anything.
    Gated,
    /// Nothing: the part reads it when it is evaluated for another reason. It sees values at rest.
    Sampled,
    /// The same, but it sees values of this very time.
    SampledExactly,
    /// The part is evaluated when everything else has come to rest.
    Wait,
    /// The part never reads it.
    Unused,
}

/// Something that drives a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::sim) enum Driver {
    Part(PartId),
    Joint(JointId),
    /// Its value never changes.
    Nobody,
}

/// The mode of each part.
pub(in crate::sim) struct Modes<'a> {
    pub(in crate::sim) plan: &'a Plan,
    shared: &'a Shared,
    demands: &'a Demands,
    pub(in crate::sim) part_waits: ById<PartId, bool>,
    pub(in crate::sim) joint_waits: ById<JointId, bool>,
    /// By source.
    pub(in crate::sim) driver: ById<SourceId, Driver>,
    /// By part: (port, piece it reads).
    inputs: Lists<PartId, (u16, Piece<TapId>)>,
    /// By source: it changes with a clock, even if its part waits.
    clocked: ById<SourceId, bool>,
    /// By source: it never changes.
    pub(in crate::sim) constant: ById<SourceId, bool>,
    /// By part: the input of a gated clock that blocks the others.
    guards: ById<PartId, Option<Guard>>,
}

impl<'a> Modes<'a> {
    /// The parts that wait, and their order of evaluation.
    pub(in crate::sim) fn new(
        plan: &'a Plan,
        shared: &'a Shared,
        demands: &'a Demands,
    ) -> (Modes<'a>, Order) {
        let driver = drivers(plan);
        let inputs = Lists::new(plan.parts.iter().map(|folded| inputs(plan, folded)));
        let mut modes = Modes {
            plan,
            shared,
            demands,
            part_waits: ById::filled(false, plan.parts.len()),
            joint_waits: ById::filled(!demands.everything, plan.joints.len()),
            guards: guards(plan, &driver, demands),
            constant: constants(plan, &inputs, &driver),
            inputs,
            driver,
            clocked: ById::filled(false, plan.source_origin.len()),
        };
        if demands.everything {
            let order = Order::new(&modes);
            return (modes, order);
        }
        for (part, folded) in plan.parts.entries() {
            let waits = folded.behaviour.reaction() != Reaction::Other
                || folded.passes_on()
                || is_latch(plan, folded);
            modes.part_waits[part] = waits && !demands.parts.contains(&part);
            for port in
                (0..folded.ports as usize).filter(|&port| folded.behaviour.is_clocked_output(port))
            {
                let source = plan.port_source[folded.port(port)];
                if source != SourceId::NONE {
                    modes.clocked[source] = true;
                }
            }
        }
        modes.narrow(Vec::new());
        let mut order = Order::new(&modes);
        while !order.unordered.is_empty() {
            modes.narrow(order.unordered);
            order = Order::new(&modes);
        }
        (modes, order)
    }

    pub(in crate::sim) fn demands(&self) -> &Demands {
        self.demands
    }

    /// The effect of a change at an input of a part.
    pub(in crate::sim) fn usage(&self, part: PartId, port: usize) -> Use {
        let folded = &self.plan.parts[part];
        let waits = self.part_waits[part];
        let sampled =
            || match self.demands.everything || self.demands.ports.contains(&folded.port(port)) {
                true => Use::SampledExactly,
                false => Use::Sampled,
            };
        let behaviour = &folded.behaviour;
        if waits && folded.passes_on() {
            return Use::Unused;
        }
        if waits && is_latch(self.plan, folded) {
            return match port {
                0 => Use::Unused,
                1 => Use::Wait,
                _ => Use::Trigger,
            };
        }
        if behaviour.follows(port) {
            return match self.guards[part] {
                _ if waits => Use::Wait,
                None => Use::Trigger,
                Some(guard) if guard.port == port => Use::Gated,
                Some(_) => Use::Sampled,
            };
        }
        if let Some(edge) = behaviour.edge() {
            let simple = self.plan.reads[folded.port(edge.port)].many == 0;
            return match port {
                _ if port == edge.port && simple => Use::Edge {
                    rising: edge.rising,
                },
                _ if port != edge.port && behaviour.samples(port) => sampled(),
                _ => Use::Trigger,
            };
        }
        match (behaviour, &self.shared.states[part]) {
            // A ROM never reads its own data.
            _ if behaviour.reaction() == Reaction::Memory => Use::Unused,
            (Behaviour::Native, State::Native(native)) if native.samples(port) => sampled(),
            _ => Use::Trigger,
        }
    }

    /// The guard of a gated clock that has to be followed.
    pub(in crate::sim) fn guard(&self, part: PartId) -> Option<Guard> {
        self.guards[part].filter(|_| !self.part_waits[part])
    }

    /// Everything a part sees, with the effect of a change there: the inputs its ports read, and a pin's value outside.
    pub(in crate::sim) fn inputs(&self, part: PartId) -> impl Iterator<Item = (Use, Piece<TapId>)> {
        let inputs = self.inputs.get(part).iter();
        inputs.map(move |&(port, piece)| match port {
            OUTSIDE if self.part_waits[part] => (Use::Wait, piece),
            OUTSIDE => (Use::Trigger, piece),
            port => (self.usage(part, usize::from(port)), piece),
        })
    }

    /// The inputs followed by a waiting part, with the ports.
    pub(in crate::sim) fn waiting_inputs(
        &self,
        part: PartId,
    ) -> impl Iterator<Item = (usize, Piece<TapId>)> {
        let inputs = self.inputs.get(part).iter();
        let waiting = inputs.zip(self.inputs(part));
        let waiting = waiting.filter(|(_, (usage, _))| *usage == Use::Wait);
        waiting.map(|(&(port, piece), _)| (usize::from(port), piece))
    }

    /// Makes everything exact that leads to an exact input, beginning with `start`.
    fn narrow(&mut self, start: Vec<Driver>) {
        let mut exact: Vec<Driver> = Vec::new();
        for driver in start {
            self.make_exact(driver, &mut exact);
        }
        let parts = ids::<PartId>(self.plan.parts.len());
        exact.extend(
            parts
                .filter(|&part| !self.plan.parts[part].is_idle())
                .map(Driver::Part),
        );
        while let Some(driver) = exact.pop() {
            let taps: Vec<TapId> = match driver {
                Driver::Part(part) => {
                    let inputs = self.inputs(part);
                    let needed = inputs.filter(|(usage, _)| {
                        !matches!(usage, Use::Wait | Use::Sampled | Use::Unused)
                    });
                    needed.map(|(_, piece)| piece.from).collect()
                }
                Driver::Joint(joint) => {
                    let drivers = self.plan.joints[joint].drivers.iter();
                    drivers.flatten().map(|piece| piece.from).collect()
                }
                Driver::Nobody => Vec::new(),
            };
            for tap in taps.into_iter().filter(|&tap| tap != TapId::FLOATING) {
                let (source, _) = self.plan.tap_list[tap];
                if !self.clocked[source] {
                    self.make_exact(self.driver[source], &mut exact);
                }
            }
        }
    }

    fn make_exact(&mut self, driver: Driver, exact: &mut Vec<Driver>) {
        let waits = match driver {
            Driver::Part(part) => &mut self.part_waits[part],
            Driver::Joint(joint) => &mut self.joint_waits[joint],
            Driver::Nobody => return,
        };
        if std::mem::replace(waits, false) {
            exact.push(driver);
        }
    }

    /// Whether a source is a clock itself.
    pub(in crate::sim) fn is_clock(&self, source: SourceId) -> bool {
        match self.driver[source] {
            Driver::Part(part) => matches!(self.plan.parts[part].behaviour, Behaviour::Clock(_)),
            Driver::Joint(_) | Driver::Nobody => false,
        }
    }

    /// Whether a source waits.
    pub(in crate::sim) fn waits(&self, source: SourceId) -> bool {
        match self.driver[source] {
            Driver::Part(part) => self.part_waits[part] && !self.clocked[source],
            Driver::Joint(joint) => self.joint_waits[joint],
            Driver::Nobody => false,
        }
    }

    /// All that waits.
    pub(in crate::sim) fn waiting(&self) -> Vec<Driver> {
        let parts = self.part_waits.entries().filter(|(_, waits)| **waits);
        let joints = self.joint_waits.entries().filter(|(_, waits)| **waits);
        let parts = parts.map(|(part, _)| Driver::Part(part));
        parts
            .chain(joints.map(|(joint, _)| Driver::Joint(joint)))
            .collect()
    }

    /// The dependencies of something that waits: sources and how much later it sees them.
    pub(in crate::sim) fn before(&self, driver: Driver) -> Vec<(SourceId, u32)> {
        let taps: Vec<TapId> = match driver {
            Driver::Part(part) => {
                let inputs = self.inputs(part);
                let waiting = inputs.filter(|(usage, _)| *usage == Use::Wait);
                waiting.map(|(_, piece)| piece.from).collect()
            }
            Driver::Joint(joint) => {
                let drivers = self.plan.joints[joint].drivers.iter();
                drivers.flatten().map(|piece| piece.from).collect()
            }
            Driver::Nobody => Vec::new(),
        };
        let taps = taps.into_iter().filter(|&tap| tap != TapId::FLOATING);
        taps.map(|tap| self.plan.tap_list[tap]).collect()
    }
}

/// Whether a part is a register with a level for a clock whose value at rest is known without following its data.
pub(in crate::sim) fn is_latch(plan: &Plan, folded: &FoldedPart) -> bool {
    let simple = |port: usize| plan.reads[folded.port(port)].many == 0;
    let driven = |port: usize| plan.port_source[folded.port(port)] != SourceId::NONE;
    folded.behaviour.open_level().is_some() && driven(0) && (2..5).all(simple)
}

/// Stands for a port: a pin's value outside.
const OUTSIDE: u16 = u16::MAX;

/// The inputs of a part.
fn inputs(plan: &Plan, folded: &FoldedPart) -> Vec<(u16, Piece<TapId>)> {
    let mut inputs = Vec::new();
    for port in 0..folded.ports as u16 {
        let pieces = plan.port_pieces(folded.port(usize::from(port)));
        inputs.extend(pieces.into_iter().map(|piece| (port, piece)));
    }
    inputs.extend(folded.outside.iter().map(|&piece| (OUTSIDE, piece)));
    inputs
}

/// By source: who drives it.
fn drivers(plan: &Plan) -> ById<SourceId, Driver> {
    let mut drivers = ById::filled(Driver::Nobody, plan.source_origin.len());
    for (part, folded) in plan.parts.entries() {
        for port in 0..folded.ports as usize {
            let source = plan.port_source[folded.port(port)];
            if source != SourceId::NONE {
                drivers[source] = Driver::Part(part);
            }
        }
    }
    for (joint, info) in plan.joints.entries() {
        drivers[info.source] = Driver::Joint(joint);
    }
    drivers
}
