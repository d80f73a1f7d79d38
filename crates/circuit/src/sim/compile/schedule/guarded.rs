//! The gated clocks of a schedule, and the changes they must block.

use std::collections::HashSet;

use super::Schedule;
use crate::netlist::ids::{ById, Id};
use crate::netlist::{PartId, PortId};
use crate::sim::compile::modes::Modes;
use crate::sim::compile::plan::{Lists, Plan, SourceId, TapId};
use crate::value::Word;

/// A clock at the level at which gates block their other inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::sim) struct Control {
    source: SourceId,
    bit: u8,
    level: bool,
}

impl Control {
    /// Whether the gates are shut, by what sources drive last.
    #[inline]
    pub(in crate::sim) fn is_shut(&self, driven: &ById<SourceId, Word>) -> bool {
        driven[self.source].bit(u32::from(self.bit)) == Word::known(u32::from(self.level))
    }
}

#[derive(Default)]
pub(in crate::sim) struct Guards {
    /// Gates with their inputs, by clock.
    gates: Vec<(Control, PartId, Vec<PortId>)>,
    /// By source: clocks that have to block a change of it.
    of: Lists<SourceId, Control>,
}

impl Guards {
    pub(super) fn new(plan: &Plan, modes: &Modes<'_>, schedule: &Schedule) -> Guards {
        let guarded = |part: PartId| {
            let (guard, folded) = (modes.guard(part)?, &plan.parts[part]);
            let read = &plan.reads[folded.port(guard.port)];
            let control = Control {
                source: plan.tap_list[TapId(read.from)].0,
                bit: read.shift,
                level: guard.level,
            };
            let ports = (0..folded.ports as usize).filter(|&port| port != guard.port);
            let ports = ports.map(|port| folded.port(port)).collect();
            Some((control, part, ports))
        };
        let parts = plan.parts.entries().map(|(part, _)| part);
        let mut gates: Vec<(Control, PartId, Vec<PortId>)> = parts.filter_map(guarded).collect();
        gates.sort();
        let mut of: Vec<Vec<Control>> = vec![Vec::new(); plan.source_origin.len()];
        for same in gates.chunk_by(|a, b| a.0 == b.0) {
            let ports = same.iter().flat_map(|(_, _, ports)| ports);
            for source in roots(plan, schedule, ports) {
                of[source.index()].push(same[0].0);
            }
        }
        Guards {
            gates,
            of: Lists::new(of),
        }
    }

    /// The clocks that have to block a change of a source.
    #[inline]
    pub(in crate::sim) fn of(&self, source: SourceId) -> &[Control] {
        self.of.get(source)
    }

    /// The inputs of all gates with the clock of one of them; none if it is no such gate.
    pub(in crate::sim) fn mates(&self, part: PartId) -> Vec<PortId> {
        let own = self.gates.iter().find(|(_, gate, _)| *gate == part);
        own.map_or(Vec::new(), |(control, ..)| self.inputs(*control))
    }

    /// The inputs of all gates with a clock.
    pub(in crate::sim) fn inputs(&self, control: Control) -> Vec<PortId> {
        let same = self.gates.iter().filter(|(own, ..)| *own == control);
        same.flat_map(|(_, _, ports)| ports.iter().copied())
            .collect()
    }
}

/// Everything exact, and every memory, that leads to some inputs.
fn roots<'a>(
    plan: &Plan,
    schedule: &Schedule,
    ports: impl Iterator<Item = &'a PortId>,
) -> Vec<SourceId> {
    let pieces = ports.flat_map(|port| plan.port_pieces(*port));
    let mut open: Vec<SourceId> = pieces.map(|piece| plan.tap_list[piece.from].0).collect();
    let (mut seen, mut roots) = (HashSet::new(), Vec::new());
    while let Some(source) = open.pop() {
        if seen.insert(source) {
            let (before, changes) = schedule.behind(source);
            open.extend(before.iter().map(|(source, _)| *source));
            if changes {
                roots.push(source);
            }
        }
    }
    roots
}
