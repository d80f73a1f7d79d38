//! Controlled buffer and inverter: a switch in front of a shared wire.

use super::{DELAY, SIZE_30, inverter};
use crate::component::behaviour::Behave;
use crate::component::{BLANK, Behaviour, Description, Io, Kind, Port, Reach, State, Timing};
use crate::picture::Sketch;
use crate::project::{Attr, FACING, Form, LABEL, LABEL_FONT, View, WIDTH_1};
use crate::value::{Word, mask};

const CONTROL: Attr = Attr::new("control", "right", Form::Choice(&["right", "left"]));

pub(in crate::component) const CONTROLLED_BUFFER: Description = Description {
    library: "Gates",
    name: "Controlled Buffer",
    about: "Passes its input on while its control is 1; otherwise it lets go of the wire.",
    attributes: &[FACING, WIDTH_1, CONTROL, LABEL, LABEL_FONT],
    ports,
    behaviour: |site| {
        Behaviour::Controlled(Controlled {
            invert: site.attrs.kind() == Kind::ControlledInverter,
            mask: mask(site.attrs.count("width")),
        })
    },
    picture,
    can_float: |_| true,
    timing: Timing::Logic,
    reach: Some(Reach::of_data),
    ..BLANK
};

pub(in crate::component) const CONTROLLED_INVERTER: Description = Description {
    name: "Controlled Inverter",
    about: "Inverts its input while its control is 1; otherwise it lets go of the wire.",
    attributes: &[FACING, WIDTH_1, SIZE_30, CONTROL, LABEL, LABEL_FONT],
    ..CONTROLLED_BUFFER
};

fn size(attrs: View<'_>) -> i32 {
    match attrs.kind() {
        Kind::ControlledBuffer => 20,
        _ => attrs.int("size"),
    }
}

/// Which side the control is on, looking along the part.
fn side(attrs: View<'_>) -> i32 {
    if attrs.is("control", "left") { -1 } else { 1 }
}

fn ports(attrs: View<'_>) -> Vec<Port> {
    let (facing, width, length) = (attrs.facing(), attrs.count("width"), size(attrs));
    let control = facing.step(10 - length, 10 * side(attrs));
    vec![
        Port::output("out", (0, 0), width),
        Port::need("in", facing.step(-length, 0), width),
        Port::need("control", control, 1),
    ]
}

#[derive(Clone, Debug)]
pub struct Controlled {
    invert: bool,
    mask: u32,
}

impl Controlled {
    /// The bits it passes on, if it is a buffer.
    pub(crate) fn straight(&self) -> Option<u32> {
        (!self.invert).then_some(self.mask)
    }
}

impl Behave for Controlled {
    fn longest_delay(&self) -> u32 {
        DELAY
    }

    #[inline]
    fn evaluate<I: Io>(&self, _: &mut State, io: &mut I) {
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

fn picture(sketch: &mut Sketch<'_>) {
    let attrs = sketch.attrs();
    let (size, side, ink) = (size(attrs), side(attrs), sketch.ink(2));
    sketch.east(|sketch| {
        sketch.line((10 - size, 10 * side), (10 - size, 5 * side), 3.0, ink);
    });
    inverter::body(sketch, size, attrs.kind() == Kind::ControlledInverter);
    sketch.dots();
    sketch.label(inverter::frame(sketch, size), "center");
}
