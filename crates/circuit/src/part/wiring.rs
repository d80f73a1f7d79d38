//! Wiring parts that do something: constants, pins, clocks, transistors and the bit extender.

use super::{Behaviour, Io, State};
use crate::project::{Kind, View};
use crate::value::{Word, mask};

const DELAY: u32 = 1;

/// Constant, Power and Ground.
#[derive(Clone, Debug)]
pub struct Constant {
    pub(crate) value: Word,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pull {
    None,
    Up,
    Down,
}

#[derive(Clone, Debug)]
pub struct Pin {
    pub(crate) output: bool,
    pub(crate) mask: u32,
    pub(crate) tristate: bool,
    pub(crate) pull: Pull,
}

#[derive(Clone, Debug)]
pub struct Clock {
    high: u64,
    low: u64,
}

#[derive(Clone, Debug)]
pub struct Transistor {
    mask: u32,
    /// The level at the gate that lets the input through.
    open: Word,
}

#[derive(Clone, Debug)]
pub struct TransmissionGate {
    mask: u32,
}

#[derive(Clone, Copy, Debug)]
enum Fill {
    Bit(Word),
    Sign,
    Input,
}

#[derive(Clone, Debug)]
pub struct BitExtender {
    from: u32,
    to: u32,
    fill: Fill,
}

pub(super) fn build(kind: Kind, attrs: View<'_>) -> Behaviour {
    let mask = mask(attrs.count("width"));
    match kind {
        Kind::Constant => Behaviour::Constant(Constant {
            value: Word::known(attrs.number("value") & mask),
        }),
        Kind::Power => Behaviour::Constant(Constant {
            value: Word::known(mask),
        }),
        Kind::Ground => Behaviour::Constant(Constant { value: Word::ZERO }),
        Kind::Pin => Behaviour::Pin(pin(attrs, mask)),
        Kind::Clock => Behaviour::Clock(Clock {
            high: u64::from(attrs.count("highDuration")),
            low: u64::from(attrs.count("lowDuration")),
        }),
        Kind::Transistor => {
            let open = if attrs.is("type", "n") {
                Word::ONE
            } else {
                Word::ZERO
            };
            Behaviour::Transistor(Transistor { mask, open })
        }
        Kind::TransmissionGate => Behaviour::TransmissionGate(TransmissionGate { mask }),
        Kind::BitExtender => Behaviour::BitExtender(bit_extender(attrs)),
        _ => Behaviour::Passive,
    }
}

fn pin(attrs: View<'_>, mask: u32) -> Pin {
    let pull = match attrs.text("pull") {
        "up" => Pull::Up,
        "down" => Pull::Down,
        _ => Pull::None,
    };
    Pin {
        output: attrs.flag("output"),
        mask,
        tristate: attrs.flag("tristate"),
        pull,
    }
}

fn bit_extender(attrs: View<'_>) -> BitExtender {
    let fill = match attrs.text("type") {
        "one" => Fill::Bit(Word::ONE),
        "sign" => Fill::Sign,
        "input" => Fill::Input,
        _ => Fill::Bit(Word::ZERO),
    };
    BitExtender {
        from: attrs.count("in_width"),
        to: attrs.count("out_width"),
        fill,
    }
}

impl Constant {
    pub(super) fn evaluate<I: Io>(&self, io: &mut I) {
        io.set(0, self.value, DELAY);
    }
}

impl Pin {
    pub(super) fn initial(&self) -> Word {
        if self.tristate {
            Word::floating(self.mask)
        } else {
            Word::ZERO
        }
    }

    pub(crate) fn has_pull(&self) -> bool {
        self.pull != Pull::None
    }

    /// What the pin sends when `value` arrives from outside.
    #[inline]
    pub(crate) fn pulled(&self, value: Word) -> Word {
        if value.is_known() {
            return value;
        }
        match self.pull {
            Pull::None => value,
            Pull::Up => Word::known(value.v | value.u),
            Pull::Down => Word::known(value.v & !value.u),
        }
    }

    /// An input pin drives its net only while the net differs from what it sends.
    #[inline]
    pub(super) fn evaluate<I: Io>(&self, state: &mut State, io: &mut I) {
        let State::Pin(sending) = state else { return };
        if self.output {
            *sending = io.get(0);
        } else if io.get(0) != *sending {
            io.set(0, *sending, DELAY);
        }
    }
}

impl Clock {
    /// The level after `ticks` half-ticks.
    pub(crate) fn level(&self, ticks: u64) -> Word {
        if ticks % (self.high + self.low) < self.low {
            Word::ZERO
        } else {
            Word::ONE
        }
    }
}

pub(super) fn evaluate_clock<I: Io>(state: &mut State, io: &mut I) {
    if let State::Level(level) = state
        && io.get(0) != *level
    {
        io.set(0, *level, DELAY);
    }
}

/// What passes a switch nobody can tell the position of.
fn doubtful(input: Word) -> Word {
    let driven = input.v | !input.u;
    Word {
        v: driven,
        u: u32::MAX,
    }
}

impl Transistor {
    pub(super) fn evaluate<I: Io>(&self, io: &mut I) {
        let (input, gate) = (io.get(1), io.get(2));
        let out = if !gate.is_known() {
            doubtful(input).and_mask(self.mask)
        } else if gate == self.open {
            input
        } else {
            Word::floating(self.mask)
        };
        io.set(0, out, DELAY);
    }
}

impl TransmissionGate {
    pub(super) fn evaluate<I: Io>(&self, io: &mut I) {
        let (input, gates) = (io.get(1), (io.get(2), io.get(3)));
        let out = match gates {
            (Word::ZERO, Word::ONE) => input,
            (Word::ONE, Word::ZERO) => Word::floating(self.mask),
            _ => doubtful(input).and_mask(self.mask),
        };
        io.set(0, out, DELAY);
    }
}

impl BitExtender {
    pub(super) fn evaluate<I: Io>(&self, io: &mut I) {
        let input = io.get(1);
        let fill = match self.fill {
            Fill::Bit(bit) => bit,
            Fill::Sign => input.bit(self.from - 1),
            Fill::Input => io.get(2),
        };
        let new_bits = mask(self.to) & !mask(self.from);
        let out = input
            .and_mask(mask(self.to))
            .union(Word::repeat(fill, new_bits));
        io.set(0, out, DELAY);
    }
}
