//! The commonest wide parts, evaluated straight from the words in the normal case: everything else goes through their ports.

use crate::component::{Behaviour, BitExtender, Comparator, Pin};
use crate::netlist::ids::ById;
use crate::netlist::{PartId, PortId};
use crate::sim::compile::plan::{FoldedPart, Piece, Plan, Read, SlotId, SourceId, TapId};
use crate::value::Word;

use super::{Schedule, SlotRead, slot};

/// A bit of a slot.
#[derive(Clone, Copy, Debug)]
pub(super) struct BitAt {
    slot: SlotId,
    bit: u32,
}

impl BitAt {
    fn of(read: &Read) -> Option<BitAt> {
        (read.many == 0).then(|| BitAt::at(read))
    }

    /// The bit of a port of one bit.
    pub(super) fn at(read: &Read) -> BitAt {
        BitAt {
            slot: SlotId(read.from),
            bit: u32::from(read.shift),
        }
    }

    #[inline]
    pub(super) fn get(self, words: &ById<SlotId, Word>) -> Word {
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

    /// The new value of a register that held a value.
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

/// A register with a level for a clock, whose data is read when everything is at rest.
#[derive(Clone, Copy, Debug)]
pub(in crate::sim) struct DirectLatch {
    pub(in crate::sim) part: PartId,
    /// `None` if nothing reads its output.
    pub(in crate::sim) source: Option<SourceId>,
    /// The port of its data.
    pub(in crate::sim) input: PortId,
    data: Read,
    clock: BitAt,
    clear: BitAt,
    enable: BitAt,
    /// The level at which it is open.
    level: Word,
}

impl DirectLatch {
    #[inline]
    pub(in crate::sim) fn clock(&self, words: &ById<SlotId, Word>) -> Word {
        self.clock.get(words)
    }

    #[inline]
    pub(in crate::sim) fn is_cleared(&self, words: &ById<SlotId, Word>) -> bool {
        self.clear.get(words) == Word::ONE
    }

    /// Whether its output follows its data.
    #[inline]
    pub(in crate::sim) fn is_open(&self, words: &ById<SlotId, Word>) -> bool {
        self.clock.get(words) == self.level
            && self.enable.get(words) != Word::ZERO
            && !self.is_cleared(words)
    }

    #[inline]
    pub(in crate::sim) fn data(&self, schedule: &Schedule, words: &ById<SlotId, Word>) -> Word {
        schedule.read(&self.data, words)
    }
}

/// A pin that passes its outside value to a net with other drivers or pulls.
#[derive(Clone, Debug)]
pub(in crate::sim) struct DirectPin {
    pub(in crate::sim) part: PartId,
    /// `None` if nothing reads its output.
    pub(in crate::sim) source: Option<SourceId>,
    outside: Vec<Piece<SlotId>>,
    pin: Pin,
}

impl DirectPin {
    /// The value it sends; `None` if that depends on the history. A pin with a pull resistor that has sent x from the start does
    /// so until something comes from outside.
    #[inline]
    pub(in crate::sim) fn value(&self, words: &ById<SlotId, Word>, sent: Word) -> Option<Word> {
        let pieces = self.outside.iter();
        let outside = pieces.fold(Word::ZERO, |word, piece| word.union(piece.take(words)));
        let value = self.pin.pulled(outside);
        (value == outside || sent != outside).then_some(value)
    }
}

/// Something with one output that follows from its inputs.
#[derive(Clone, Copy, Debug)]
pub(in crate::sim) struct DirectPart {
    pub(in crate::sim) part: PartId,
    pub(in crate::sim) source: SourceId,
    pub(in crate::sim) delay: u32,
    kind: Direct,
}

/// A comparator.
#[derive(Clone, Copy, Debug)]
pub(in crate::sim) struct DirectComparator {
    pub(in crate::sim) delay: u32,
    a: Read,
    b: Read,
    part: Comparator,
    sources: [SourceId; 3],
}

impl DirectComparator {
    /// The source it drives.
    #[inline]
    pub(in crate::sim) fn values(
        &self,
        schedule: &Schedule,
        words: &ById<SlotId, Word>,
    ) -> impl Iterator<Item = (SourceId, Word)> + use<> {
        let (a, b) = (schedule.read(&self.a, words), schedule.read(&self.b, words));
        let values = self.sources.into_iter().zip(self.part.compare(a, b));
        values.filter(|(source, _)| *source != SourceId::NONE)
    }
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
    /// A bit extender.
    Extender { input: Read, extender: BitExtender },
}

/// The source of a port, if anything reads it.
fn source_of(plan: &Plan, port: PortId) -> Option<SourceId> {
    let source = plan.port_source[port];
    (source != SourceId::NONE).then_some(source)
}

/// All of them.
#[derive(Default)]
pub(in crate::sim) struct DirectParts {
    pub(in crate::sim) registers: Vec<DirectRegister>,
    pub(in crate::sim) parts: Vec<DirectPart>,
    pub(in crate::sim) comparators: Vec<DirectComparator>,
    pub(in crate::sim) latches: Vec<DirectLatch>,
    pub(in crate::sim) pins: Vec<DirectPin>,
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
        let register = DirectRegister {
            part,
            source: source_of(plan, folded.port(0))?,
            data: read(1),
            clock: BitAt::of(&read(2))?,
            clear: BitAt::of(&read(3))?,
            enable: BitAt::of(&read(4))?,
        };
        self.registers.push(register);
        Some(self.registers.len() as u32 - 1)
    }

    /// Adds a latch that waits; answers its number.
    pub(super) fn add_latch(
        &mut self,
        plan: &Plan,
        part: PartId,
        reads: &ById<PortId, SlotRead>,
    ) -> Option<u32> {
        let folded = &plan.parts[part];
        let level = folded.behaviour.open_level()?;
        let read = |port: usize| reads[folded.port(port)].read;
        self.latches.push(DirectLatch {
            part,
            source: source_of(plan, folded.port(0)),
            input: folded.port(1),
            data: read(1),
            clock: BitAt::at(&read(2)),
            clear: BitAt::at(&read(3)),
            enable: BitAt::at(&read(4)),
            level,
        });
        Some(self.latches.len() as u32 - 1)
    }

    /// The latch that waits and is a part.
    pub(super) fn latch_of(&self, part: PartId) -> DirectLatch {
        let found = self.latches.iter().find(|latch| latch.part == part);
        *found.unwrap_or_else(|| unreachable!("a switch of a loop is a latch that waits"))
    }

    /// Adds a pin that waits; answers its number.
    pub(super) fn add_pin(&mut self, plan: &Plan, part: PartId) -> Option<u32> {
        let folded = &plan.parts[part];
        let Behaviour::Pin(pin) = &folded.behaviour else {
            return None;
        };
        let piece = |piece: &Piece<TapId>| Piece {
            from: slot(plan, piece.from, true),
            shift: piece.shift,
            to: piece.to,
            mask: piece.mask,
        };
        self.pins.push(DirectPin {
            part,
            source: source_of(plan, folded.port(0)),
            outside: folded.outside.iter().map(piece).collect(),
            pin: pin.clone(),
        });
        Some(self.pins.len() as u32 - 1)
    }

    /// Adds a comparator; answers its number.
    pub(super) fn add_comparator(
        &mut self,
        plan: &Plan,
        part: PartId,
        reads: &ById<PortId, SlotRead>,
    ) -> Option<u32> {
        let folded = &plan.parts[part];
        let Behaviour::Comparator(comparator) = &folded.behaviour else {
            return None;
        };
        self.comparators.push(DirectComparator {
            delay: folded.behaviour.longest_delay(),
            a: reads[folded.port(0)].read,
            b: reads[folded.port(1)].read,
            part: *comparator,
            sources: [2, 3, 4].map(|port| plan.port_source[folded.port(port)]),
        });
        Some(self.comparators.len() as u32 - 1)
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
            Behaviour::BitExtender(extender) => {
                let kind = Direct::Extender {
                    input: read(1),
                    extender: extender.of_one_input()?,
                };
                (kind, 0)
            }
            _ => return None,
        };
        let source = plan.port_source[folded.port(out)];
        if source == SourceId::NONE {
            return None;
        }
        self.parts.push(DirectPart {
            part,
            source,
            delay: folded.behaviour.longest_delay(),
            kind,
        });
        Some(self.parts.len() as u32 - 1)
    }

    /// The value a part drives; `None` if that needs its ports.
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
            Direct::Extender { input, extender } => {
                Some(extender.extend(schedule.read(input, words), Word::ZERO))
            }
        }
    }
}
