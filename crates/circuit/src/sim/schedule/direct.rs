//! The commonest wide parts, evaluated straight from the words when nothing is unusual: everything else goes by their ports.

use crate::component::Behaviour;
use crate::netlist::ids::ById;
use crate::netlist::{PartId, PortId};
use crate::sim::plan::{FoldedPart, Plan, Read, SlotId, SourceId};
use crate::value::Word;

use super::{Schedule, SlotRead};

/// A bit of a slot.
#[derive(Clone, Copy, Debug)]
struct BitAt {
    slot: SlotId,
    bit: u32,
}

impl BitAt {
    fn of(read: &Read) -> Option<BitAt> {
        (read.many == 0).then_some(BitAt {
            slot: SlotId(read.from),
            bit: u32::from(read.shift),
        })
    }

    #[inline]
    fn get(self, words: &ById<SlotId, Word>) -> Word {
        words[self.slot].bit(self.bit)
    }
}

/// A register that acts at an edge.
#[derive(Clone, Copy, Debug)]
pub(in crate::sim) struct DirectRegister {
    pub(in crate::sim) part: PartId,
    pub(in crate::sim) source: SourceId,
    data: Read,
    clock: BitAt,
    clear: BitAt,
    enable: BitAt,
}

impl DirectRegister {
    /// The clock as it is now.
    #[inline]
    pub(in crate::sim) fn clock(&self, words: &ById<SlotId, Word>) -> Word {
        self.clock.get(words)
    }

    /// The part, and the bit of a slot that is its clock.
    pub(in crate::sim) fn clocked(&self) -> (PartId, SlotId, u8) {
        (self.part, self.clock.slot, self.clock.bit as u8)
    }

    /// What a register that held a value holds now.
    #[inline]
    pub(in crate::sim) fn next(
        &self,
        schedule: &Schedule,
        words: &ById<SlotId, Word>,
        value: u32,
        fires: bool,
    ) -> u32 {
        if self.clear.get(words) == Word::ONE {
            return 0;
        }
        if !fires || self.enable.get(words) == Word::ZERO {
            return value;
        }
        let data = schedule.read(&self.data, words);
        if data.is_known() { data.v } else { value }
    }
}

/// Something with one output that follows from its inputs.
#[derive(Clone, Copy, Debug)]
pub(in crate::sim) struct DirectPart {
    pub(in crate::sim) part: PartId,
    pub(in crate::sim) source: SourceId,
    kind: Direct,
}

#[derive(Clone, Copy, Debug)]
enum Direct {
    /// Its inputs come from here on.
    Multiplexer {
        select: Read,
        enable: Option<BitAt>,
        inputs: u32,
    },
    /// A controlled buffer.
    Buffer {
        control: BitAt,
        input: Read,
        mask: u32,
    },
}

/// All of them.
#[derive(Default)]
pub(in crate::sim) struct DirectParts {
    pub(in crate::sim) registers: Vec<DirectRegister>,
    pub(in crate::sim) parts: Vec<DirectPart>,
    inputs: Vec<Read>,
}

impl DirectParts {
    /// Adds a register with an edge; answers its number.
    pub(super) fn add_register(
        &mut self,
        plan: &Plan,
        part: PartId,
        reads: &ById<PortId, SlotRead>,
    ) -> Option<u32> {
        let folded = &plan.parts[part];
        let Behaviour::Register(_) = folded.behaviour else {
            return None;
        };
        let read = |port: usize| reads[folded.port(port)].read;
        let source = plan.port_source[folded.port(0)];
        let register = DirectRegister {
            part,
            source: (source != SourceId::NONE).then_some(source)?,
            data: read(1),
            clock: BitAt::of(&read(2))?,
            clear: BitAt::of(&read(3))?,
            enable: BitAt::of(&read(4))?,
        };
        self.registers.push(register);
        Some(self.registers.len() as u32 - 1)
    }

    /// Adds a part that follows from its inputs; answers its number.
    pub(super) fn add(
        &mut self,
        plan: &Plan,
        part: PartId,
        reads: &ById<PortId, SlotRead>,
    ) -> Option<u32> {
        let folded: &FoldedPart = &plan.parts[part];
        let read = |port: usize| reads[folded.port(port)].read;
        let (kind, out) = match &folded.behaviour {
            Behaviour::Multiplexer(multiplexer) => {
                let (select, enable, out) = multiplexer.ports();
                let enable = match enable {
                    None => None,
                    Some(port) => Some(BitAt::of(&read(port))?),
                };
                let inputs = self.inputs.len() as u32;
                self.inputs.extend((0..select).map(read));
                let select = read(select);
                let kind = Direct::Multiplexer {
                    select,
                    enable,
                    inputs,
                };
                (kind, out)
            }
            Behaviour::Controlled(buffer) => {
                let kind = Direct::Buffer {
                    control: BitAt::of(&read(2))?,
                    input: read(1),
                    mask: buffer.straight()?,
                };
                (kind, 0)
            }
            _ => return None,
        };
        let source = plan.port_source[folded.port(out)];
        if source == SourceId::NONE {
            return None;
        }
        self.parts.push(DirectPart { part, source, kind });
        Some(self.parts.len() as u32 - 1)
    }

    /// What a part drives; nothing if that takes a closer look.
    #[inline]
    pub(in crate::sim) fn value(
        &self,
        schedule: &Schedule,
        part: &DirectPart,
        words: &ById<SlotId, Word>,
    ) -> Option<Word> {
        match &part.kind {
            Direct::Multiplexer {
                select,
                enable,
                inputs,
            } => {
                let open = enable.is_none_or(|enable| enable.get(words) == Word::ONE);
                let select = schedule.read(select, words);
                if !open || !select.is_known() {
                    return None;
                }
                let input = &self.inputs[(inputs + select.v) as usize];
                Some(schedule.read(input, words))
            }
            Direct::Buffer {
                control,
                input,
                mask,
            } => match control.get(words) {
                Word::ONE => Some(schedule.read(input, words)),
                Word::ZERO => Some(Word::floating(*mask)),
                _ => None,
            },
        }
    }
}
