//! Gated clocks: gates with a clock on one input, whose other inputs have no effect while it has one of its two levels.
//!
//! ```text
//!   clock  ────────────┐
//!   address ── = ── AND ──> clock of a register      while the clock is 0 the comparator has no effect
//! ```
//!
//! Such a gate only has to be evaluated when its clock changes. The parts before its other inputs may wait, like those before
//! the data input of a register. The engine checks that it reads nothing that is in transit, and that nothing there
//! changes while the clock lets it through; if it does, the gate becomes a plain one that follows every change.

use super::modes::{Demands, Driver};
use super::plan::{Plan, SourceId, TapId};
use crate::component::{Behaviour, Op, PlainGate};
use crate::netlist::PartId;
use crate::netlist::ids::{ById, Id};

/// The input with the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::sim) struct Guard {
    pub(in crate::sim) port: usize,
    /// The level at which it blocks the others: the output is the same whatever they are.
    pub(in crate::sim) level: bool,
}

/// By part: its guard, if it is such a gate.
pub(in crate::sim) fn guards(
    plan: &Plan,
    driver: &ById<SourceId, Driver>,
    demands: &Demands,
) -> ById<PartId, Option<Guard>> {
    let gates: Vec<(PartId, PlainGate)> = plan
        .parts
        .entries()
        .filter_map(|(part, folded)| Some((part, folded.behaviour.plain_gate()?)))
        .filter(|(_, gate)| gate.mask == 1)
        .collect();
    let clocks = clocks(plan, &gates, driver);
    let mut guards = ById::filled(None, plan.parts.len());
    for (part, gate) in &gates {
        let demanded = |&(port, _): &(usize, bool)| {
            let port = plan.parts[*part].port(port);
            demands.ports.contains(&port)
        };
        if !demands.everything && !gate.inputs.iter().any(demanded) {
            guards[*part] = guard(plan, *part, gate, &clocks);
        }
    }
    guards
}

fn guard(
    plan: &Plan,
    part: PartId,
    gate: &PlainGate,
    clocks: &ById<SourceId, bool>,
) -> Option<Guard> {
    let folded = &plan.parts[part];
    let simple = |&(port, _): &(usize, bool)| {
        let read = &plan.reads[folded.port(port)];
        read.many == 0 && read.mask == 1
    };
    if !matches!(gate.op, Op::And | Op::Or) || !gate.inputs.iter().all(simple) {
        return None;
    }
    let mut clocked = gate
        .inputs
        .iter()
        .filter(|(port, _)| source_at(plan, part, *port).is_some_and(|source| clocks[source]));
    match (clocked.next(), clocked.next(), gate.inputs.len()) {
        (Some(&(port, negated)), None, 2..) => Some(Guard {
            port,
            level: negated == (gate.op == Op::And),
        }),
        _ => None,
    }
}

/// By source: it is a clock, or a clock behind gates and pins.
fn clocks(
    plan: &Plan,
    gates: &[(PartId, PlainGate)],
    driver: &ById<SourceId, Driver>,
) -> ById<SourceId, bool> {
    let mut behind: Vec<Vec<PartId>> = vec![Vec::new(); plan.source_origin.len()];
    for (part, gate) in gates {
        let sources = gate.inputs.iter();
        for source in sources.filter_map(|&(port, _)| source_at(plan, *part, port)) {
            behind[source.index()].push(*part);
        }
    }
    for (part, folded) in plan
        .parts
        .entries()
        .filter(|(_, folded)| folded.passes_on())
    {
        for piece in folded
            .outside
            .iter()
            .filter(|piece| piece.from != TapId::FLOATING)
        {
            behind[plan.tap_list[piece.from].0.index()].push(part);
        }
    }
    let is_clock = |driver: &Driver| match driver {
        Driver::Part(part) => matches!(plan.parts[*part].behaviour, Behaviour::Clock(_)),
        Driver::Joint(_) | Driver::Nobody => false,
    };
    let mut clocks: ById<SourceId, bool> = driver.iter().map(is_clock).collect();
    let found = clocks.entries().filter(|(_, clock)| **clock);
    let mut open: Vec<SourceId> = found.map(|(source, _)| source).collect();
    while let Some(source) = open.pop() {
        for &part in &behind[source.index()] {
            let out = plan.port_source[plan.parts[part].first_port];
            if out != SourceId::NONE && !std::mem::replace(&mut clocks[out], true) {
                open.push(out);
            }
        }
    }
    clocks
}

/// The source an input of one bit sees.
fn source_at(plan: &Plan, part: PartId, port: usize) -> Option<SourceId> {
    let read = &plan.reads[plan.parts[part].port(port)];
    let connected = read.many == 0 && read.from != TapId::FLOATING.0;
    connected.then(|| plan.tap_list[TapId(read.from)].0)
}
