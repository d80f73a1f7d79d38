//! Something waited that must not: the schedule is made again with it exact.

use std::sync::Arc;

use super::Fast;
use super::detail::Detail;
use super::live::{NEVER, UNKNOWN};
use super::stirring::Stirring;
use crate::component::Behaviour;
use crate::netlist::ids::{Id, ids};
use crate::netlist::{PartId, PortId};
use crate::sim::compile::modes::Demands;
use crate::sim::compile::plan::SourceId;
use crate::sim::compile::schedule::{Control, NO_RANK, Schedule, Way};
use crate::sim::states::Shared;
use crate::value::Word;

/// Something that must not wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Problem {
    Port(PortId),
    Part(PartId),
    /// A loop, by its number, may be closed.
    Round(u32),
    /// Gates read their other inputs while this clock let them through.
    Control(Control),
    /// A pin that was assumed to pass on its value sees something that is not known.
    Unknown(SourceId),
}

/// After this many corrections nothing waits any more.
const MOST_DEMANDS: usize = 400;

impl Fast {
    /// Goes back to what the sources drove at an earlier moment and follows what turned out to be needed exactly. Those of
    /// the values computed on demand are filled in: they may be needed from now on.
    pub(in crate::sim) fn correct(&mut self, shared: &Shared, values: &mut [Word]) {
        let mut demands = self.schedule.demands.clone();
        let problem = self.live.problem.take();
        self.set_words(values);
        values.copy_from_slice(self.own_values());
        match problem {
            Some(Problem::Part(part)) => {
                let latch = self.plan.parts[part].behaviour.open_level().is_some();
                if !latch || !demands.followed.insert(part) {
                    let holder = self.schedule.holder(&self.plan, part);
                    demands.parts.insert(holder.unwrap_or(part));
                }
            }
            Some(Problem::Control(control)) => {
                demands.ports.extend(self.schedule.guards.inputs(control));
            }
            Some(Problem::Round(number)) => {
                let round = &self.schedule.rounds[number as usize].of;
                demands.parts.extend(round.parts());
            }
            Some(Problem::Port(port)) => {
                let mut mates = Demands::default();
                self.demand_clock_mates(port, &mut mates);
                // What a gated clock shuts out has to be known all the time it is open, not only when it opens.
                let gated = self.behaviour_of(port).plain_gate().is_some();
                match gated || demands.looked.contains(&port) {
                    true => {
                        demands.ports.extend(mates.ports);
                        demands.parts.extend(mates.parts);
                    }
                    false => demands.looked.extend(mates.ports),
                }
            }
            Some(Problem::Unknown(_)) | None => {}
        }
        let most = MOST_DEMANDS + self.plan.parts.len() / 4;
        demands.everything |= demands.parts.len() + demands.ports.len() > most;
        let schedule = Schedule::new(&self.plan, shared, &demands);
        self.live.dirty = vec![0; schedule.waiting.len() / 64 + 1];
        self.live.group_words = vec![UNKNOWN; schedule.groups.len()];
        self.live.open_keys = vec![Vec::new(); schedule.rounds.len()];
        self.live.open = vec![false; schedule.direct.latches.len()];
        self.schedule = Arc::new(schedule);
        self.detail = Detail::default();
        self.stirring = Stirring::default();
        self.live.changed.clear();
        self.live.arrival.fill(NEVER);
        self.set_words(values);
    }

    /// The behaviour of the part of a port.
    fn behaviour_of(&self, port: PortId) -> &Behaviour {
        let after = self
            .plan
            .parts
            .partition_point(|part| part.first_port <= port);
        &self.plan.parts[PartId(after as u32 - 1)].behaviour
    }

    /// An input of a part was read too early, so inputs of all parts with the same clock may be.
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
