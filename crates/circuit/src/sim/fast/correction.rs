//! What waited and must not: the schedule is made again with it exact.

use std::sync::Arc;

use super::Fast;
use super::live::{NEVER, UNKNOWN};
use crate::netlist::ids::{Id, ids};
use crate::netlist::{PartId, PortId};
use crate::sim::modes::Demands;
use crate::sim::schedule::{Control, NO_RANK, Schedule, Way};
use crate::sim::states::Shared;
use crate::value::Word;

/// What must not wait.
#[derive(Clone, Copy, Debug)]
pub(super) enum Problem {
    Port(PortId),
    Part(PartId),
    /// Gates looked at their other inputs while this clock let them through.
    Control(Control),
}

/// After so many corrections nothing waits any more.
const MOST_DEMANDS: usize = 400;

impl Fast {
    /// Goes back to what the sources drove at an earlier moment and follows what turned out to be needed exactly. Those of
    /// the values nobody needed are worked out: they may be needed from now on.
    pub(in crate::sim) fn correct(&mut self, shared: &Shared, values: &mut [Word]) {
        let mut demands = self.schedule.demands.clone();
        let problem = self.live.problem.take();
        self.set_values(values);
        values.copy_from_slice(self.values());
        match problem {
            Some(Problem::Part(part)) => drop(demands.parts.insert(part)),
            Some(Problem::Control(control)) => {
                demands.ports.extend(self.schedule.guards.inputs(control));
            }
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
        self.set_values(values);
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
                Some(&Way::Register(number)) => {
                    let register = &self.schedule.direct.registers[number as usize];
                    let (_, slot, bit) = register.clocked();
                    Some((slot, bit))
                }
                _ => None,
            }
        };
        let (own, parts) = (clock(PartId(owner as u32 - 1)), ids(self.plan.parts.len()));
        demands.ports.insert(port);
        let gates = self.schedule.guards.mates(PartId(owner as u32 - 1));
        demands.ports.extend(gates);
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
