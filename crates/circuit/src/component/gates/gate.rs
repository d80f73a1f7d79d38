//! Gates with many inputs: AND, OR, XOR, parity and their opposites.

use super::{DELAY, OUT, Output, bubble};
use crate::component::behaviour::Behave;
use crate::component::{BLANK, Behaviour, Description, Io, Kind, Port, Reach, Site, State, Timing};
use crate::picture::{Align, BLACK, Box4, Sketch, Style};
use crate::project::{Attr, FACING, Facing, Form, GateUndefined, LABEL, LABEL_FONT, View, WIDTH_1};
use crate::value::{Word, mask};

const SIZE: Attr = Attr::new("size", "50", Form::Choice(&["30", "50", "70"]));
const INPUTS: Attr = Attr::new("inputs", "5", Form::Int(2, 32));
const NEGATE: Attr = Attr::new("negate#", "false", Form::Bool);
const MANY: Attr = Attr::new("xor", "1", Form::Choice(&["1", "odd"]));

const fn gate(name: &'static str, about: &'static str) -> Description {
    Description {
        library: "Gates",
        name,
        about,
        attributes: &[
            FACING, WIDTH_1, SIZE, INPUTS, OUT, LABEL, LABEL_FONT, NEGATE,
        ],
        ports,
        behaviour,
        picture,
        can_float: |attrs| !attrs.is("out", "01"),
        timing: Timing::Logic,
        reach: Some(|_| Reach::Lane),
        ..BLANK
    }
}

/// A gate that can count its ones in two ways.
const fn exclusive(name: &'static str, about: &'static str) -> Description {
    Description {
        attributes: &[
            FACING, WIDTH_1, SIZE, INPUTS, OUT, LABEL, LABEL_FONT, MANY, NEGATE,
        ],
        ..gate(name, about)
    }
}

pub(in crate::component) const AND: Description = gate("AND Gate", "1 if all its inputs are 1.");
pub(in crate::component) const OR: Description =
    gate("OR Gate", "1 if at least one of its inputs is 1.");
pub(in crate::component) const NAND: Description =
    gate("NAND Gate", "0 if all its inputs are 1, otherwise 1.");
pub(in crate::component) const NOR: Description = gate("NOR Gate", "1 if none of its inputs is 1.");
pub(in crate::component) const XOR: Description = exclusive(
    "XOR Gate",
    "1 if exactly one of its inputs is 1 (or, if so set, an odd number of them).",
);
pub(in crate::component) const XNOR: Description = exclusive(
    "XNOR Gate",
    "0 if exactly one of its inputs is 1 (or, if so set, an odd number of them), otherwise 1.",
);
pub(in crate::component) const ODD_PARITY: Description =
    gate("Odd Parity", "1 if an odd number of its inputs is 1.");
pub(in crate::component) const EVEN_PARITY: Description =
    gate("Even Parity", "1 if an even number of its inputs is 1.");

fn has_bubble(kind: Kind) -> bool {
    matches!(kind, Kind::Nand | Kind::Nor | Kind::Xnor)
}

/// A second curve behind the body.
fn has_shield(kind: Kind) -> bool {
    matches!(kind, Kind::Xor | Kind::Xnor)
}

/// Length a bubble or the second curve adds.
fn extra(kind: Kind) -> i32 {
    10 * i32::from(has_bubble(kind)) + 10 * i32::from(has_shield(kind))
}

fn is_negated(attrs: View<'_>, input: usize) -> bool {
    attrs.flag(&format!("negate{input}"))
}

fn ports(attrs: View<'_>) -> Vec<Port> {
    let (width, inputs) = (attrs.count("width"), attrs.int("inputs"));
    let size = attrs.int("size");
    let mut ports = vec![Port::output("out", (0, 0), width)];
    for i in 0..inputs {
        let negated = 10 * i32::from(is_negated(attrs, i as usize));
        let length = size + extra(attrs.kind()) + negated;
        let at = input_offset(attrs.facing(), length, sideways(size, inputs, i));
        ports.push(Port::input("in", at, width).numbered(i));
    }
    ports
}

/// The sideways offset is never mirrored: input 0 is on top or on the left in every facing.
fn input_offset(facing: Facing, length: i32, side: i32) -> (i32, i32) {
    match facing {
        Facing::East => (-length, side),
        Facing::West => (length, side),
        Facing::North => (side, length),
        Facing::South => (side, -length),
    }
}

fn sideways(size: i32, inputs: i32, i: i32) -> i32 {
    let (start, step, gap) = match (inputs, size) {
        (..=3, 30) => (-5, 10, 10),
        (3, 70) => (-15, 30, 30),
        (..=3, _) => (-10, 20, 20),
        (4, 70) => (-5, 20, 0),
        _ => (-5, 10, 10),
    };
    if inputs % 2 == 1 {
        start * (inputs - 1) + step * i
    } else {
        let over_the_gap = if i >= inputs / 2 { gap } else { 0 };
        start * inputs + step * i + over_the_gap
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

fn behaviour(site: &Site<'_>) -> Behaviour {
    let attrs = site.attrs;
    let strict = site.gate_undefined == GateUndefined::Error;
    let odd = attrs.is("xor", "odd");
    let (op, invert) = match attrs.kind() {
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
    let negated = bits(&|i| is_negated(attrs, i as usize));
    let broken = inputs == 0 || (strict && inputs != mask(count));
    Behaviour::Gate(Gate {
        op,
        invert,
        output: Output::of(attrs),
        mask: mask(attrs.count("width")),
        inputs,
        negated,
        broken,
    })
}

/// The compiled form of a gate whose output drives both levels, for an engine that evaluates it in place.
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

impl Behave for Gate {
    fn longest_delay(&self) -> u32 {
        DELAY
    }

    #[inline]
    fn evaluate<I: Io>(&self, _: &mut State, io: &mut I) {
        let out = if self.broken {
            Word::error(self.mask)
        } else {
            self.output.pull(self.compute(io), self.mask)
        };
        io.set(0, out, DELAY);
    }
}

fn picture(sketch: &mut Sketch<'_>) {
    let attrs = sketch.attrs();
    let (kind, size) = (attrs.kind(), attrs.int("size"));
    let front = if has_bubble(kind) { -10 } else { 0 };
    let length = size + extra(kind);
    let frame = Box4(-length, -size / 2, length, size).turned(sketch.facing());
    sketch.claim(frame);
    sketch.include_ports();
    stubs(sketch, kind, size, front);
    sketch.east(|sketch| {
        body(sketch, kind, size, front);
        if has_bubble(kind) {
            bubble(sketch, -5.0, 4.5);
        }
    });
    let name = match kind {
        Kind::OddParity => "2k+1",
        Kind::EvenParity => "2k",
        _ => "",
    };
    let at = sketch.facing().step(-size / 2, -size / 2 + 8);
    sketch.say(at, Align::Middle, 12, BLACK, name);
    sketch.dots();
    sketch.label(frame, "center");
}

fn body(sketch: &mut Sketch<'_>, kind: Kind, size: i32, front: i32) {
    let (half, back) = (size / 2, front - size);
    match kind {
        Kind::And | Kind::Nand => {
            let flat = front - half;
            sketch.path(
                format!("M{flat} -{half}H{back}V{half}H{flat}A{half} {half} 0 0 0 {flat} -{half}Z"),
                Style::OUTLINE,
            );
        }
        Kind::Or | Kind::Nor | Kind::Xor | Kind::Xnor => {
            let (bend, belly) = (front - size * 22 / 50, back + size / 4);
            sketch.path(
                format!(
                    "M{back} -{half}Q{bend} -{half} {front} 0Q{bend} {half} {back} {half}Q{belly} 0 {back} -{half}Z"
                ),
                Style::OUTLINE,
            );
            if has_shield(kind) {
                let (x, belly) = (back - 10, belly - 10);
                sketch.path(format!("M{x} -{half}Q{belly} 0 {x} {half}"), Style::OUTLINE);
            }
        }
        _ => sketch.rect((back, -half), (size, size), 0, Style::OUTLINE),
    }
}

/// Short lines from the inputs to a curved or narrower back, and bubbles of negated inputs.
fn stubs(sketch: &mut Sketch<'_>, kind: Kind, size: i32, front: i32) {
    let curved = matches!(kind, Kind::Or | Kind::Nor | Kind::Xor | Kind::Xnor);
    let shield = 10 * i32::from(has_shield(kind));
    let back = front - size - shield;
    let turns = sketch.facing().turns();
    let half = size / 2;
    let mut reach = 0;
    for number in 1..sketch.ports.len() {
        let negated = is_negated(sketch.attrs(), number - 1);
        let port = sketch.ports[number].location;
        let (x, y) = Facing::turn((port.x - sketch.x(), port.y - sketch.y()), 4 - turns);
        reach = reach.max(y.abs());
        let ink = sketch.ink(number);
        let inside = curved && y.abs() < half;
        let depth = if inside {
            size / 8 * (half * half - y * y) / (half * half)
        } else {
            0
        };
        let from = if negated { x + 10 } else { x };
        if depth > 0 {
            sketch.east(|sketch| sketch.line((from, y), (back + depth, y), 3.0, ink));
        }
        if negated {
            sketch.east(|sketch| {
                sketch.circle((f64::from(x) + 5.0, f64::from(y)), 4.5, Style::OUTLINE);
            });
        }
    }
    if reach > half {
        sketch.east(|sketch| {
            sketch.line((back, -reach), (back, -half), 2.0, BLACK);
            sketch.line((back, half), (back, reach), 2.0, BLACK);
        });
    }
}
