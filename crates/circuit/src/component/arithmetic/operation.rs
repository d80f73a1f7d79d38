//! Adder, subtractor, multiplier, divider and negator.

use super::body;
use crate::component::behaviour::Behave;
use crate::component::{
    BLANK, Behaviour, Description, Io, Kind, MainPort, Port, Reach, Site, State, Timing,
};
use crate::picture::{Align, GREY, Sketch};
use crate::project::WIDTH_8;
use crate::value::{Word, mask};

/// An operation with two operands and a carry.
const fn operation(name: &'static str, about: &'static str) -> Description {
    Description {
        library: "Arithmetic",
        name,
        about,
        attributes: &[WIDTH_8],
        main: MainPort::At(2),
        behaviour,
        picture,
        timing: Timing::Logic,
        ..BLANK
    }
}

pub(in crate::component) const ADDER: Description = Description {
    ports: |attrs| two_operands(attrs.count("width"), 1, "cin", "cout"),
    reach: Some(upwards),
    ..operation(
        "Adder",
        "The sum of two numbers, with carry in and carry out.",
    )
};

pub(in crate::component) const SUBTRACTOR: Description = Description {
    ports: |attrs| two_operands(attrs.count("width"), 1, "bin", "bout"),
    reach: Some(upwards),
    ..operation(
        "Subtractor",
        "The difference of two numbers, with borrow in and borrow out.",
    )
};

pub(in crate::component) const MULTIPLIER: Description = Description {
    ports: |attrs| two_operands(attrs.count("width"), attrs.count("width"), "cin", "cout"),
    ..operation(
        "Multiplier",
        "The product of two numbers: its lower half, and its upper half as carry out.",
    )
};

pub(in crate::component) const DIVIDER: Description = Description {
    ports: |attrs| two_operands(attrs.count("width"), attrs.count("width"), "upper", "rem"),
    ..operation("Divider", "The quotient and the remainder of two numbers.")
};

pub(in crate::component) const NEGATOR: Description = Description {
    ports: |attrs| {
        let width = attrs.count("width");
        vec![
            Port::need("in", (-40, 0), width),
            Port::output("out", (0, 0), width),
        ]
    },
    main: MainPort::At(1),
    reach: Some(upwards),
    ..operation("Negator", "The number with the opposite sign.")
};

/// Carries go upwards.
fn upwards(input: &str) -> Reach {
    match input {
        "cin" | "bin" => Reach::All,
        _ => Reach::Above,
    }
}

fn two_operands(width: u32, extra: u32, above: &'static str, below: &'static str) -> Vec<Port> {
    vec![
        Port::need("a", (-40, -10), width),
        Port::need("b", (-40, 10), width),
        Port::output("out", (0, 0), width),
        Port::input(above, (-20, -20), extra),
        Port::output(below, (-20, 20), extra),
    ]
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Op {
    Add,
    Subtract,
    Multiply,
    Divide,
    Negate,
}

#[derive(Clone, Debug)]
pub struct Arithmetic {
    op: Op,
    width: u32,
    delay: u32,
}

fn behaviour(site: &Site<'_>) -> Behaviour {
    let width = site.attrs.count("width");
    let (op, delay) = match site.attrs.kind() {
        Kind::Adder => (Op::Add, width + 2),
        Kind::Subtractor => (Op::Subtract, width + 4),
        Kind::Multiplier => (Op::Multiply, width * (width + 2)),
        Kind::Divider => (Op::Divide, width * (width + 2)),
        _ => (Op::Negate, width + 2),
    };
    Behaviour::Arithmetic(Arithmetic { op, width, delay })
}

impl Behave for Arithmetic {
    fn longest_delay(&self) -> u32 {
        self.delay
    }

    fn evaluate<I: Io>(&self, _: &mut State, io: &mut I) {
        let width = self.width;
        if self.op == Op::Negate {
            io.set(1, negate(io.get(0), width), self.delay);
            return;
        }
        let (a, b, extra) = (io.get(0), io.get(1), io.get(3));
        let (out, more) = match self.op {
            Op::Add => add(a, b, zero_if_floating(extra), width),
            Op::Subtract => {
                let (out, carry) =
                    add(a, b.not(mask(width)), zero_if_floating(extra).not(1), width);
                (out, carry.not(1))
            }
            Op::Multiply => multiply(a, b, zero_if_all_float(extra, width), width),
            _ => divide(a, b, zero_if_all_float(extra, width), width),
        };
        io.set(2, out, self.delay);
        io.set(4, more, self.delay);
    }
}

fn zero_if_floating(bit: Word) -> Word {
    if bit == Word::X { Word::ZERO } else { bit }
}

fn zero_if_all_float(word: Word, width: u32) -> Word {
    if word == Word::floating(mask(width)) {
        Word::ZERO
    } else {
        word
    }
}

fn add(a: Word, b: Word, carry: Word, width: u32) -> (Word, Word) {
    let sum = u64::from(a.v) + u64::from(b.v) + u64::from(carry.v);
    if a.is_known() && b.is_known() && carry.is_known() {
        return (
            Word::known(sum as u32 & mask(width)),
            Word::known((sum >> width) as u32 & 1),
        );
    }
    if !carry.is_known() {
        return (Word::repeat(carry, mask(width)), carry);
    }
    // Below the first undefined bit the sum is right; it and all above take its symbol.
    let first = (a.u | b.u).trailing_zeros();
    let error = (a.v & a.u | b.v & b.u) >> first & 1 != 0;
    let symbol = if error { Word::E } else { Word::X };
    let low = Word::known(sum as u32 & mask(first));
    (
        low.union(Word::repeat(symbol, mask(width) & !mask(first))),
        symbol,
    )
}

fn multiply(a: Word, b: Word, carry: Word, width: u32) -> (Word, Word) {
    if a.is_known() && b.is_known() && carry.is_known() {
        let product = signed(a.v)
            .wrapping_mul(signed(b.v))
            .wrapping_add(signed(carry.v));
        let high = (product >> width) as u32 & mask(width);
        return (Word::known(product as u32 & mask(width)), Word::known(high));
    }
    let undefined = a.u | b.u | carry.u;
    let errors = (a.v & a.u) | (b.v & b.u) | (carry.v & carry.u);
    let (known, error) = (
        undefined.trailing_zeros(),
        errors.trailing_zeros().min(width),
    );
    let low = |word: Word| word.v & mask(word.u.trailing_zeros());
    let product = low(a).wrapping_mul(low(b)).wrapping_add(low(carry));
    let out = Word::known(product & mask(known))
        .union(Word::floating(mask(error) & !mask(known)))
        .union(Word::error(mask(width) & !mask(error).max(mask(known))));
    let symbol = if error < width { Word::E } else { Word::X };
    (out, Word::repeat(symbol, mask(width)))
}

/// Operands are signed 32-bit numbers, so only full width ones can be negative.
fn signed(v: u32) -> i64 {
    i64::from(v as i32)
}

fn divide(a: Word, b: Word, upper: Word, width: u32) -> (Word, Word) {
    if a.has_error() || b.has_error() || upper.has_error() {
        return (Word::error(mask(width)), Word::error(mask(width)));
    }
    if !(a.is_known() && b.is_known() && upper.is_known()) {
        return (Word::floating(mask(width)), Word::floating(mask(width)));
    }
    let dividend = signed(upper.v) << width | i64::from(a.v);
    let divisor = i64::from(b.v).max(1);
    let (quotient, remainder) = (dividend.div_euclid(divisor), dividend.rem_euclid(divisor));
    (
        Word::known(quotient as u32 & mask(width)),
        Word::known(remainder as u32 & mask(width)),
    )
}

fn negate(word: Word, width: u32) -> Word {
    if word.is_known() {
        return Word::known(word.v.wrapping_neg() & mask(width));
    }
    // Up to and including the lowest 1 bits stay, above they flip; an undefined bit on the way there spreads up to that 1.
    let (mut out, mut fill, mut flip) = (Word::ZERO, Word::ZERO, false);
    for at in 0..width {
        let bit = word.bit(at);
        let new = if flip {
            if bit.is_known() { bit.not(1) } else { bit }
        } else {
            match bit {
                Word::ZERO => fill,
                Word::ONE => {
                    flip = true;
                    if fill == Word::ZERO { bit } else { fill }
                }
                Word::E => {
                    fill = Word::E;
                    bit
                }
                _ if fill == Word::ZERO => {
                    fill = bit;
                    bit
                }
                _ => fill,
            }
        };
        out = out.union(new.shl(at));
    }
    out
}

fn picture(sketch: &mut Sketch<'_>) {
    let kind = sketch.attrs().kind();
    let (sign, above, below) = match kind {
        Kind::Adder => ("+", "c in", "c out"),
        Kind::Subtractor => ("\u{2212}", "b in", "b out"),
        Kind::Multiplier => ("\u{d7}", "c in", "c out"),
        Kind::Divider => ("\u{f7}", "upper", "rem"),
        _ => ("-x", "", ""),
    };
    let size = if kind == Kind::Negator { 12 } else { 22 };
    body(sketch, 1, size, sign);
    sketch.say((-20, -13), Align::Middle, 11, GREY, above);
    sketch.say((-20, 13), Align::Middle, 11, GREY, below);
    sketch.dots();
}
