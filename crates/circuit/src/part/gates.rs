//! Gates. A gate never answers x for an x: what it cannot tell is E.

use super::{Behaviour, Io, Site};
use crate::project::{GateUndefined, Kind, View};
use crate::value::{Word, mask};

const DELAY: u32 = 1;

/// Which of the two levels an output cannot drive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Output {
    Both,
    /// `0Z`: 1 becomes x.
    LowOnly,
    /// `Z1`: 0 becomes x.
    HighOnly,
}

impl Output {
    fn of(attrs: View<'_>) -> Output {
        match attrs.text("out") {
            "0Z" => Output::LowOnly,
            "Z1" => Output::HighOnly,
            _ => Output::Both,
        }
    }

    #[inline]
    fn pull(self, word: Word, mask: u32) -> Word {
        match self {
            Output::Both => word,
            Output::LowOnly => {
                let high = word.v & !word.u;
                Word {
                    v: word.v & !high,
                    u: word.u | high,
                }
            }
            Output::HighOnly => Word {
                v: word.v,
                u: word.u | (!word.v & mask),
            },
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Op {
    And,
    Or,
    /// Exactly one input is 1.
    One,
    Parity,
}

#[derive(Clone, Debug)]
pub struct Gate {
    op: Op,
    invert: bool,
    output: Output,
    mask: u32,
    /// Connected inputs and which of them are negated, one bit an input.
    inputs: u32,
    negated: u32,
    /// No input is connected, or one is not where that is an error.
    broken: bool,
}

/// NOT and Buffer.
#[derive(Clone, Debug)]
pub struct Buffer {
    invert: bool,
    output: Output,
    mask: u32,
    strict: bool,
}

/// Controlled Buffer and Controlled Inverter.
#[derive(Clone, Debug)]
pub struct Controlled {
    invert: bool,
    mask: u32,
}

pub(super) fn build(kind: Kind, site: &Site<'_>) -> Behaviour {
    let attrs = site.attrs;
    let mask = mask(attrs.count("width"));
    let strict = site.gate_undefined == GateUndefined::Error;
    match kind {
        Kind::Not | Kind::Buffer => {
            let invert = kind == Kind::Not;
            Behaviour::Buffer(Buffer {
                invert,
                output: Output::of(attrs),
                mask,
                strict,
            })
        }
        Kind::ControlledBuffer => Behaviour::Controlled(Controlled {
            invert: false,
            mask,
        }),
        Kind::ControlledInverter => Behaviour::Controlled(Controlled { invert: true, mask }),
        _ => gate(kind, site, mask, strict),
    }
}

fn gate(kind: Kind, site: &Site<'_>, width_mask: u32, strict: bool) -> Behaviour {
    let attrs = site.attrs;
    let odd = attrs.is("xor", "odd");
    let (op, invert) = match kind {
        Kind::And => (Op::And, false),
        Kind::Nand => (Op::And, true),
        Kind::Or => (Op::Or, false),
        Kind::Nor => (Op::Or, true),
        Kind::Xor => (if odd { Op::Parity } else { Op::One }, false),
        Kind::Xnor => (if odd { Op::Parity } else { Op::One }, true),
        Kind::OddParity => (Op::Parity, false),
        _ => (Op::Parity, true),
    };
    let count = attrs.count("inputs");
    let bits = |test: &dyn Fn(u32) -> bool| {
        (0..count)
            .filter(|&i| test(i))
            .fold(0, |set, i| set | 1 << i)
    };
    let inputs = bits(&|i| (site.connected)(i as usize + 1));
    let negated = bits(&|i| attrs.flag(&format!("negate{i}")));
    let broken = inputs == 0 || (strict && inputs != mask(count));
    Behaviour::Gate(Gate {
        op,
        invert,
        output: Output::of(attrs),
        mask: width_mask,
        inputs,
        negated,
        broken,
    })
}

/// A gate whose output drives both levels, laid bare for an engine that evaluates it in place.
pub(crate) struct PlainGate {
    pub(crate) op: Op,
    pub(crate) invert: bool,
    pub(crate) mask: u32,
    /// (port, negated) of its inputs.
    pub(crate) inputs: Vec<(usize, bool)>,
}

impl Gate {
    pub(crate) fn plain(&self) -> Option<PlainGate> {
        if self.broken || self.output != Output::Both {
            return None;
        }
        let connected = (0..32).filter(|i| self.inputs >> i & 1 != 0);
        let inputs = connected
            .map(|i| (i as usize + 1, self.negated >> i & 1 != 0))
            .collect();
        Some(PlainGate {
            op: self.op,
            invert: self.invert,
            mask: self.mask,
            inputs,
        })
    }

    #[inline]
    pub(super) fn evaluate<I: Io>(&self, io: &mut I) {
        let out = if self.broken {
            Word::error(self.mask)
        } else {
            self.output.pull(self.compute(io), self.mask)
        };
        io.set(0, out, DELAY);
    }

    #[inline]
    fn compute<I: Io>(&self, io: &I) -> Word {
        let first = self.input(io, self.inputs.trailing_zeros());
        let rest = self.inputs & (self.inputs - 1);
        let out = match self.op {
            Op::And => self.fold(io, rest, first, |a, b| a.and(b, self.mask)),
            Op::Or => self.fold(io, rest, first, |a, b| a.or(b, self.mask)),
            Op::Parity => self.fold(io, rest, first, Word::xor),
            Op::One => self.exactly_one(io, rest, first),
        };
        if self.invert { out.not(self.mask) } else { out }
    }

    #[inline]
    fn input<I: Io>(&self, io: &I, index: u32) -> Word {
        let word = io.get(index as usize + 1);
        if self.negated >> index & 1 != 0 {
            word.not(self.mask)
        } else {
            word
        }
    }

    #[inline]
    fn fold<I: Io>(
        &self,
        io: &I,
        mut rest: u32,
        first: Word,
        op: impl Fn(Word, Word) -> Word,
    ) -> Word {
        let mut out = first;
        while rest != 0 {
            out = op(out, self.input(io, rest.trailing_zeros()));
            rest &= rest - 1;
        }
        out
    }

    #[inline]
    fn exactly_one<I: Io>(&self, io: &I, mut rest: u32, first: Word) -> Word {
        let (mut once, mut twice, mut undefined) = (first.v, 0, first.u);
        while rest != 0 {
            let word = self.input(io, rest.trailing_zeros());
            twice |= once & word.v;
            once |= word.v;
            undefined |= word.u;
            rest &= rest - 1;
        }
        Word {
            v: (once & !twice) | undefined,
            u: undefined,
        }
    }
}

impl Buffer {
    pub(crate) fn plain(&self) -> Option<PlainGate> {
        let simple = !self.strict && self.output == Output::Both;
        simple.then(|| PlainGate {
            op: Op::And,
            invert: self.invert,
            mask: self.mask,
            inputs: vec![(1, false)],
        })
    }

    #[inline]
    pub(super) fn evaluate<I: Io>(&self, io: &mut I) {
        let input = io.get(1);
        let word = if self.invert {
            input.not(self.mask)
        } else {
            input
        };
        let out = if !self.strict {
            self.output.pull(word, self.mask)
        } else if word.is_known() {
            word
        } else {
            self.output.pull(
                Word {
                    v: word.v | word.u,
                    u: word.u,
                },
                self.mask,
            )
        };
        io.set(0, out, DELAY);
    }
}

impl Controlled {
    #[inline]
    pub(super) fn evaluate<I: Io>(&self, io: &mut I) {
        let control = io.get(2);
        let out = if control == Word::ONE {
            let input = io.get(1);
            if self.invert {
                input.not(self.mask)
            } else {
                input
            }
        } else if control == Word::ZERO {
            Word::floating(self.mask)
        } else {
            Word::error(self.mask)
        };
        io.set(0, out, DELAY);
    }
}
