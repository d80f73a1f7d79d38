//! The loops of a schedule, and how their switches are set.

use crate::component::Behaviour;
use crate::netlist::ids::ById;
use crate::netlist::{PartId, PortId};
use crate::sim::compile::loops::{Loop, Switch};
use crate::sim::compile::plan::{Plan, Read, SlotId};
use crate::value::Word;

use super::direct::{BitAt, DirectLatch, DirectParts};
use super::{Schedule, SlotRead};

/// A waiting loop, as long as its switches are set so that it is open.
pub(in crate::sim) struct Round {
    pub(in crate::sim) of: Loop,
    settings: Vec<Setting>,
}

/// Where the setting of a switch is.
enum Setting {
    Bit(BitAt),
    /// The select input, and the bits of the setting: the highest says that it is not known.
    Select(Read, u32),
    Latch(DirectLatch),
}

impl Round {
    /// `None` if the controls of a switch are not available as plain bits.
    pub(super) fn new(
        of: Loop,
        plan: &Plan,
        reads: &ById<PortId, SlotRead>,
        direct: &DirectParts,
    ) -> Round {
        let read = |part: PartId, port: usize| reads[plan.parts[part].port(port)].read;
        let setting = |&switch: &Switch| match switch {
            Switch::Buffer(part) => Setting::Bit(BitAt::at(&read(part, 2))),
            Switch::Multiplexer(part) => {
                let select = match &plan.parts[part].behaviour {
                    Behaviour::Multiplexer(multiplexer) => multiplexer.ports().0,
                    _ => 0,
                };
                Setting::Select(read(part, select), switch.bits(plan))
            }
            Switch::Latch(part) => Setting::Latch(direct.latch_of(part)),
        };
        let settings = of.switches.iter().map(setting).collect();
        Round { of, settings }
    }

    /// The ports that set the switches.
    pub(super) fn controls(&self, plan: &Plan) -> Vec<PortId> {
        let ports = |switch: &Switch| match *switch {
            Switch::Buffer(part) => vec![(part, 2)],
            Switch::Latch(part) => vec![(part, 2), (part, 3), (part, 4)],
            Switch::Multiplexer(part) => match &plan.parts[part].behaviour {
                Behaviour::Multiplexer(multiplexer) => vec![(part, multiplexer.ports().0)],
                _ => Vec::new(),
            },
        };
        let all = self.of.switches.iter().flat_map(ports);
        all.map(|(part, port)| plan.parts[part].port(port))
            .collect()
    }

    /// How the switches are set.
    pub(in crate::sim) fn key(&self, schedule: &Schedule, words: &ById<SlotId, Word>) -> u128 {
        let (mut key, mut at) = (0, 0);
        for setting in &self.settings {
            let (set, bits) = match setting {
                Setting::Bit(bit) => (u32::from(bit.get(words) == Word::ONE), 1),
                Setting::Latch(latch) => (u32::from(latch.is_open(words)), 1),
                Setting::Select(read, bits) => {
                    let select = schedule.read(read, words);
                    let unknown = 1 << (bits - 1);
                    (if select.is_known() { select.v } else { unknown }, *bits)
                }
            };
            key |= u128::from(set) << at;
            at += bits;
        }
        key
    }
}
