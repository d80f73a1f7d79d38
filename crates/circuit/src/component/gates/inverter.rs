//! NOT gate and buffer: one input, one output.

use super::{DELAY, OUT, Output, PlainGate, SIZE_30, bubble, triangle};
use crate::component::behaviour::Behave;
use crate::component::gates::Op;
use crate::component::{BLANK, Behaviour, Description, Io, Kind, Port, Reach, Site, State, Timing};
use crate::picture::{Box4, Sketch};
use crate::project::{FACING, GateUndefined, LABEL, LABEL_FONT, View, WIDTH_1};
use crate::value::mask;

pub(in crate::component) const NOT: Description = Description {
    library: "Gates",
    name: "NOT Gate",
    about: "1 if its input is 0, and 0 if it is 1, bit by bit.",
    attributes: &[FACING, WIDTH_1, SIZE_30, OUT, LABEL, LABEL_FONT],
    ports,
    behaviour,
    picture,
    can_float: |attrs| !attrs.is("out", "01"),
    timing: Timing::Logic,
    reach: Some(|_| Reach::Lane),
    ..BLANK
};

pub(in crate::component) const BUFFER: Description = Description {
    library: "Gates",
    name: "Buffer",
    about: "Passes its input on, one gate delay later.",
    attributes: &[FACING, WIDTH_1, OUT, LABEL, LABEL_FONT],
    can_float: |_| true,
    ..NOT
};

fn size(attrs: View<'_>) -> i32 {
    match attrs.kind() {
        Kind::Buffer => 20,
        _ => attrs.int("size"),
    }
}

fn ports(attrs: View<'_>) -> Vec<Port> {
    let width = attrs.count("width");
    let input = attrs.facing().step(-size(attrs), 0);
    vec![
        Port::output("out", (0, 0), width),
        Port::need("in", input, width),
    ]
}

#[derive(Clone, Debug)]
pub struct Buffer {
    invert: bool,
    output: Output,
    mask: u32,
    strict: bool,
}

fn behaviour(site: &Site<'_>) -> Behaviour {
    let attrs = site.attrs;
    Behaviour::Buffer(Buffer {
        invert: attrs.kind() == Kind::Not,
        output: Output::of(attrs),
        mask: mask(attrs.count("width")),
        strict: site.gate_undefined == GateUndefined::Error,
    })
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
}

impl Behave for Buffer {
    fn longest_delay(&self) -> u32 {
        DELAY
    }

    #[inline]
    fn evaluate<I: Io>(&self, _: &mut State, io: &mut I) {
        let input = io.get(1);
        let mut word = if self.invert {
            input.not(self.mask)
        } else {
            input
        };
        if self.strict {
            if word.is_known() {
                return io.set(0, word, DELAY);
            }
            word.v |= word.u;
        }
        io.set(0, self.output.pull(word, self.mask), DELAY);
    }
}

fn picture(sketch: &mut Sketch<'_>) {
    let size = size(sketch.attrs());
    let inverts = sketch.attrs().kind() == Kind::Not;
    body(sketch, size, inverts);
    sketch.dots();
    sketch.label(frame(sketch, size), "center");
}

pub(super) fn frame(sketch: &Sketch<'_>, size: i32) -> Box4 {
    Box4(-size, -9, size, 18).turned(sketch.facing())
}

/// The triangle, with a bubble if it inverts.
pub(super) fn body(sketch: &mut Sketch<'_>, size: i32, inverts: bool) {
    sketch.claim(frame(sketch, size));
    sketch.east(|sketch| match (inverts, size) {
        (false, _) => triangle(sketch, 0, -19),
        (true, 20) => {
            triangle(sketch, -7, -19);
            bubble(sketch, -3.5, 3.0);
        }
        (true, _) => {
            triangle(sketch, -10, -29);
            bubble(sketch, -5.0, 4.5);
        }
    });
}
