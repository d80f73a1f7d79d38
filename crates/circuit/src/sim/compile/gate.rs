//! Simple gates evaluated in place: straight from the words, the smallest ones by table.

use std::collections::HashMap;

use super::plan::{FoldedPart, Read, SlotId, SourceId};
use crate::component::Op;
use crate::netlist::PortId;
use crate::netlist::ids::ById;
use crate::value::Word;

/// A gate evaluated in place, without going through its ports.
#[derive(Clone, Copy, Debug)]
struct Quick {
    op: Op,
    invert: bool,
    count: u8,
    first: u32,
    mask: u32,
    negated: u32,
    source: SourceId,
}

/// A gate of one bit with at most four inputs: two bits per input make the index into its table.
#[derive(Clone, Copy, Debug)]
pub(in crate::sim) struct Tiny {
    /// Slot (times 32) and bit of each input; those beyond `count` are not looked at.
    inputs: [u32; 4],
    source: SourceId,
    table: u16,
    count: u8,
}

/// The gates evaluated in place.
#[derive(Default)]
pub(in crate::sim) struct Gates {
    quick: Vec<Quick>,
    tables: Tables,
    /// Inputs of the quick ones: (slot, bit).
    inputs: Vec<(SlotId, u32)>,
}

/// A gate among [`Gates`].
#[derive(Clone, Copy, Debug)]
pub(in crate::sim) enum Gate {
    Tiny(Tiny),
    /// Its number.
    Quick(u32),
}

impl Gates {
    /// Adds a part, if it is a gate that can be evaluated in place.
    pub(in crate::sim) fn add(
        &mut self,
        part: &FoldedPart,
        read: impl Fn(PortId) -> Read,
        source: SourceId,
    ) -> Option<Gate> {
        let gate = quick(part, read, source, &mut self.inputs)?;
        if gate.mask == 1 && gate.count <= 4 {
            return Some(Gate::Tiny(self.tables.tiny(&gate, &self.inputs)));
        }
        self.quick.push(gate);
        Some(Gate::Quick(self.quick.len() as u32 - 1))
    }

    /// The source a gate drives, and its value now.
    #[inline]
    pub(in crate::sim) fn evaluate(
        &self,
        gate: &Gate,
        words: &ById<SlotId, Word>,
    ) -> (SourceId, Word) {
        match gate {
            Gate::Tiny(gate) => (gate.source, self.tiny(gate, words)),
            Gate::Quick(number) => {
                let gate = &self.quick[*number as usize];
                (gate.source, self.quick_gate(gate, words))
            }
        }
    }

    #[inline]
    fn tiny(&self, gate: &Tiny, words: &ById<SlotId, Word>) -> Word {
        let mut index = 0;
        for &input in gate.inputs.iter().take(usize::from(gate.count)) {
            let (word, bit) = (words[SlotId(input >> 5)], input & 31);
            index = index << 2 | (word.v >> bit & 1) << 1 | (word.u >> bit & 1);
        }
        let out = u32::from(self.tables.list[usize::from(gate.table)][index as usize & 255]);
        Word {
            v: out >> 1,
            u: out & 1,
        }
    }

    #[inline]
    fn quick_gate(&self, gate: &Quick, words: &ById<SlotId, Word>) -> Word {
        let inputs =
            &self.inputs[gate.first as usize..gate.first as usize + usize::from(gate.count)];
        compute(
            gate,
            inputs
                .iter()
                .map(|&(slot, bit)| words[slot].shr(bit).and_mask(gate.mask)),
        )
    }
}

#[inline]
fn compute(gate: &Quick, inputs: impl Iterator<Item = Word>) -> Word {
    let mask = gate.mask;
    let negate = |(index, word): (usize, Word)| {
        if gate.negated >> index & 1 != 0 {
            word.not(mask)
        } else {
            word
        }
    };
    let mut words = inputs.enumerate().map(negate);
    let Some(first) = words.next() else {
        return Word::error(mask);
    };
    let out = match gate.op {
        Op::And => words.fold(first, |a, b| a.and(b, mask)),
        Op::Or => words.fold(first, |a, b| a.or(b, mask)),
        Op::Parity => words.fold(first, Word::xor),
        Op::One => {
            let start = (first.v, 0, first.u);
            let (once, twice, undefined) = words.fold(start, |(once, twice, undefined), word| {
                (once | word.v, twice | (once & word.v), undefined | word.u)
            });
            Word {
                v: (once & !twice) | undefined,
                u: undefined,
            }
        }
    };
    if gate.invert { out.not(mask) } else { out }
}

/// The truth table of a one-bit gate.
fn table_of(gate: &Quick) -> [u8; 256] {
    std::array::from_fn(|index| {
        let code = |input: u32| index as u32 >> (2 * (u32::from(gate.count) - 1 - input)) & 3;
        let inputs = (0..u32::from(gate.count)).map(|input| Word {
            v: code(input) >> 1,
            u: code(input) & 1,
        });
        let out = compute(gate, inputs);
        (out.v << 1 | out.u) as u8
    })
}

/// The tables of all tiny gates, each stored once.
#[derive(Default)]
struct Tables {
    list: Vec<[u8; 256]>,
    known: HashMap<(Op, bool, u32, u8), u16>,
}

impl Tables {
    fn tiny(&mut self, gate: &Quick, inputs: &[(SlotId, u32)]) -> Tiny {
        let next = self.list.len() as u16;
        let key = (gate.op, gate.invert, gate.negated, gate.count);
        let number = *self.known.entry(key).or_insert(next);
        if number == next {
            self.list.push(table_of(gate));
        }
        let mut tiny = Tiny {
            inputs: [0; 4],
            count: gate.count,
            table: number,
            source: gate.source,
        };
        let own = &inputs[gate.first as usize..gate.first as usize + usize::from(gate.count)];
        for (input, &(slot, bit)) in tiny.inputs.iter_mut().zip(own) {
            *input = slot.0 << 5 | bit;
        }
        tiny
    }
}

fn quick(
    part: &FoldedPart,
    read: impl Fn(PortId) -> Read,
    source: SourceId,
    inputs: &mut Vec<(SlotId, u32)>,
) -> Option<Quick> {
    let gate = part.behaviour.plain_gate()?;
    let at = |port: usize| read(part.port(port));
    let fits = |&(port, _): &(usize, bool)| at(port).many == 0 && at(port).mask == gate.mask;
    if source == SourceId::NONE || !gate.inputs.iter().all(fits) {
        return None;
    }
    let first = inputs.len() as u32;
    let places = gate.inputs.iter().map(|&(port, _)| at(port));
    inputs.extend(places.map(|read| (SlotId(read.from), u32::from(read.shift))));
    let negated = gate
        .inputs
        .iter()
        .enumerate()
        .fold(0, |bits, (i, &(_, negated))| bits | u32::from(negated) << i);
    Some(Quick {
        op: gate.op,
        invert: gate.invert,
        count: gate.inputs.len() as u8,
        first,
        mask: gate.mask,
        negated,
        source,
    })
}
