//! Arithmetic. The delay grows with the width; undefined bits spread the way carries do.

use super::{Behaviour, Io};
use crate::layout::{bit_length, shift_width};
use crate::project::{Kind, View};
use crate::value::{Word, mask};

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

#[derive(Clone, Debug)]
pub struct Comparator {
    width: u32,
    signed: bool,
}

#[derive(Clone, Copy, Debug)]
enum Shift {
    LogicalLeft,
    LogicalRight,
    ArithmeticRight,
    RollLeft,
    RollRight,
}

#[derive(Clone, Debug)]
pub struct Shifter {
    width: u32,
    shift: Shift,
}

#[derive(Clone, Debug)]
pub struct BitAdder {
    inputs: usize,
    output_width: u32,
}

#[derive(Clone, Debug)]
pub struct BitFinder {
    width: u32,
    goal: Word,
    from_top: bool,
    output_width: u32,
}

pub(super) fn build(kind: Kind, attrs: View<'_>) -> Behaviour {
    let width = attrs.count("width");
    let arithmetic = |op, delay| Behaviour::Arithmetic(Arithmetic { op, width, delay });
    match kind {
        Kind::Adder => arithmetic(Op::Add, width + 2),
        Kind::Subtractor => arithmetic(Op::Subtract, width + 4),
        Kind::Multiplier => arithmetic(Op::Multiply, width * (width + 2)),
        Kind::Divider => arithmetic(Op::Divide, width * (width + 2)),
        Kind::Negator => arithmetic(Op::Negate, width + 2),
        Kind::Comparator => Behaviour::Comparator(Comparator {
            width,
            signed: attrs.is("mode", "twosComplement"),
        }),
        Kind::Shifter => Behaviour::Shifter(Shifter {
            width,
            shift: shift_of(attrs.text("shift")),
        }),
        Kind::BitAdder => {
            let inputs = attrs.count("inputs");
            Behaviour::BitAdder(BitAdder {
                inputs: inputs as usize,
                output_width: bit_length(width * inputs),
            })
        }
        Kind::BitFinder => {
            let kind = attrs.text("type");
            let goal = Word::known(u32::from(kind.ends_with('1')));
            Behaviour::BitFinder(BitFinder {
                width,
                goal,
                from_top: kind.starts_with("high"),
                output_width: shift_width(width),
            })
        }
        _ => Behaviour::Passive,
    }
}

fn shift_of(text: &str) -> Shift {
    match text {
        "lr" => Shift::LogicalRight,
        "ar" => Shift::ArithmeticRight,
        "rl" => Shift::RollLeft,
        "rr" => Shift::RollRight,
        _ => Shift::LogicalLeft,
    }
}

impl Arithmetic {
    pub(super) fn delay(&self) -> u32 {
        self.delay
    }

    pub(super) fn evaluate<I: Io>(&self, io: &mut I) {
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

impl Comparator {
    pub(super) fn delay(&self) -> u32 {
        self.width + 2
    }

    pub(super) fn evaluate<I: Io>(&self, io: &mut I) {
        let [greater, equal, less] = self.compare(io.get(0), io.get(1));
        let delay = self.delay();
        io.set(2, greater, delay);
        io.set(3, equal, delay);
        io.set(4, less, delay);
    }

    fn compare(&self, a: Word, b: Word) -> [Word; 3] {
        let decisive = (a.v ^ b.v) | a.u | b.u;
        if decisive == 0 {
            return [Word::ZERO, Word::ONE, Word::ZERO];
        }
        let top = 31 - decisive.leading_zeros();
        let (a, b) = (a.bit(top), b.bit(top));
        if a == Word::E || b == Word::E {
            [Word::E; 3]
        } else if !a.is_known() || !b.is_known() {
            [Word::X; 3]
        } else {
            let swapped = self.signed && top == self.width - 1;
            let greater = (a == Word::ONE) != swapped;
            [
                Word::known(u32::from(greater)),
                Word::ZERO,
                Word::known(u32::from(!greater)),
            ]
        }
    }
}

impl Shifter {
    pub(super) fn delay(&self) -> u32 {
        3 * self.width
    }

    pub(super) fn evaluate<I: Io>(&self, io: &mut I) {
        let (data, distance) = (io.get(0), io.get(1));
        let out = if distance.is_known() {
            self.shifted(data, distance.v)
        } else {
            Word::error(mask(self.width))
        };
        io.set(2, out, self.delay());
    }

    fn shifted(&self, data: Word, distance: u32) -> Word {
        let width = self.width;
        let all = mask(width);
        let right = |d: u32| if d >= 32 { Word::ZERO } else { data.shr(d) };
        let left = |d: u32| {
            if d >= 32 {
                Word::ZERO
            } else {
                data.shl(d).and_mask(all)
            }
        };
        match self.shift {
            Shift::LogicalLeft => left(distance),
            Shift::LogicalRight => right(distance),
            Shift::ArithmeticRight => {
                let d = distance.min(width);
                right(d).union(Word::repeat(data.bit(width - 1), all & !mask(width - d)))
            }
            Shift::RollLeft | Shift::RollRight => {
                let d = if distance >= width {
                    distance - width
                } else {
                    distance
                };
                let d = if matches!(self.shift, Shift::RollLeft) {
                    d
                } else {
                    width - d
                };
                left(d).union(right(width - d))
            }
        }
    }
}

impl BitAdder {
    pub(super) fn evaluate<I: Io>(&self, io: &mut I) {
        let (mut least, mut most) = (0, 0);
        for input in 1..=self.inputs {
            let word = io.get(input);
            least += (word.v & !word.u).count_ones();
            most += (word.v | word.u).count_ones();
        }
        let doubtful = (least + 1..=most).fold(0, |bits, count| bits | (least ^ count));
        let out = Word {
            v: least | doubtful,
            u: doubtful,
        };
        io.set(0, out.and_mask(mask(self.output_width)), self.output_width);
    }
}

impl BitFinder {
    pub(super) fn evaluate<I: Io>(&self, io: &mut I) {
        let data = io.get(2);
        let order = |i: u32| if self.from_top { self.width - 1 - i } else { i };
        let decisive = (0..self.width)
            .map(order)
            .find(|&at| data.bit(at) == self.goal || !data.bit(at).is_known());
        let all = mask(self.output_width);
        let (found, index) = match decisive {
            None => (Word::ZERO, Word::ZERO),
            Some(at) if data.bit(at) == self.goal => (Word::ONE, Word::known(at)),
            Some(_) => (Word::E, Word::error(all)),
        };
        io.set(0, found, self.output_width);
        io.set(1, index, self.output_width);
    }
}
