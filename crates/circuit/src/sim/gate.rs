//! Simple gates evaluated in place: straight from the taps, the smallest ones by table.

use std::collections::HashMap;

use super::plan::{FoldedPart, Plan, Read, SourceId, TapId};
use crate::component::Op;
use crate::netlist::ids::ById;
use crate::netlist::{PartId, PortId};
use crate::value::Word;

/// A gate evaluated in place, without going through its ports.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quick {
    pub(super) op: Op,
    pub(super) invert: bool,
    pub(super) count: u8,
    pub(super) first: u32,
    pub(super) mask: u32,
    pub(super) negated: u32,
    pub(super) source: SourceId,
}

/// A gate of one bit with at most four inputs: two bits per input make the index into its table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tiny {
    /// Tap (times 32) and bit of each input; those beyond `count` are not looked at.
    inputs: [u32; 4],
    pub(super) source: SourceId,
    table: u16,
    count: u8,
}

/// How a part is evaluated.
#[derive(Clone, Copy, Debug)]
pub(super) enum Way {
    Tiny(Tiny),
    /// Number of the gate in [`Plan::quick`].
    Quick(u32),
    Ports(PartId),
}

impl Plan {
    /// A tiny gate straight from the taps.
    #[inline]
    pub(super) fn tiny(&self, gate: &Tiny, taps: &ById<TapId, Word>) -> Word {
        let mut index = 0;
        for &input in gate.inputs.iter().take(usize::from(gate.count)) {
            let (word, bit) = (taps[TapId(input >> 5)], input & 31);
            index = index << 2 | (word.v >> bit & 1) << 1 | (word.u >> bit & 1);
        }
        let out = u32::from(self.tables[usize::from(gate.table)][index as usize & 255]);
        Word {
            v: out >> 1,
            u: out & 1,
        }
    }

    /// A gate straight from the taps.
    #[inline]
    pub(super) fn quick_gate(&self, gate: &Quick, taps: &ById<TapId, Word>) -> Word {
        let inputs =
            &self.inputs[gate.first as usize..gate.first as usize + usize::from(gate.count)];
        compute(
            gate,
            inputs
                .iter()
                .map(|&(tap, bit)| taps[tap].shr(bit).and_mask(gate.mask)),
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

/// All answers of a one-bit gate.
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

/// The tables of all tiny gates, each once.
#[derive(Default)]
pub(super) struct Tables {
    pub(super) list: Vec<[u8; 256]>,
    known: HashMap<(Op, bool, u32, u8), u16>,
}

impl Tables {
    pub(super) fn tiny(&mut self, gate: &Quick, inputs: &[(TapId, u32)]) -> Tiny {
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
        for (slot, &(tap, bit)) in tiny.inputs.iter_mut().zip(own) {
            *slot = tap.0 << 5 | bit;
        }
        tiny
    }
}

pub(super) fn quick(
    part: &FoldedPart,
    reads: &ById<PortId, Read>,
    port_source: &ById<PortId, SourceId>,
    inputs: &mut Vec<(TapId, u32)>,
) -> Option<Quick> {
    let gate = part.behaviour.plain_gate()?;
    let at = |port: usize| &reads[PortId(part.first_port.0 + port as u32)];
    if gate
        .inputs
        .iter()
        .any(|&(port, _)| at(port).many > 0 || at(port).mask != gate.mask)
    {
        return None;
    }
    let first = inputs.len() as u32;
    inputs.extend(
        gate.inputs
            .iter()
            .map(|&(port, _)| (TapId(at(port).from), u32::from(at(port).shift))),
    );
    let negated = gate
        .inputs
        .iter()
        .enumerate()
        .fold(0, |bits, (i, &(_, negated))| bits | u32::from(negated) << i);
    let source = port_source[part.first_port];
    let count = gate.inputs.len() as u8;
    (source != SourceId::NONE).then_some(Quick {
        op: gate.op,
        invert: gate.invert,
        count,
        first,
        mask: gate.mask,
        negated,
        source,
    })
}
