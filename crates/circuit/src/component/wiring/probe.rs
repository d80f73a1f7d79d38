//! Probe: shows the value of a wire.

use super::{LABEL_WEST, bits, symbols_box};
use crate::component::{BLANK, Description, Port};
use crate::picture::{Box4, GREY, SIGNED, Sketch, Style, Text, When};
use crate::project::{Attr, FACING, Form, LABEL, LABEL_FONT};
use crate::value::mask;

pub(in crate::component) const PROBE: Description = Description {
    library: "Wiring",
    name: "Probe",
    about: "Shows the value of the wire it touches.",
    attributes: &[
        FACING,
        Attr::new("radix", "2", Form::Text),
        LABEL,
        LABEL_WEST,
        LABEL_FONT,
    ],
    ports: |_| vec![Port::input("pin", (0, 0), 0)],
    picture,
    ..BLANK
};

/// Its size depends on the width of the wire, not on the value, so that it does not change while the circuit runs.
fn picture(sketch: &mut Sketch<'_>) {
    let width = sketch.width(0);
    let (base, count) = match (width, sketch.attrs().text("radix")) {
        (0, _) => (2, 1),
        (_, "16") => (16, width.div_ceil(4)),
        (_, "8") => (8, width.div_ceil(3)),
        (1, "10signed") => (SIGNED, 1),
        // The smallest number, with its sign.
        (_, "10signed") => (SIGNED, (mask(width - 1) + 1).ilog10() + 2),
        (_, "10unsigned") => (10, mask(width).ilog10() + 1),
        _ => (2, width),
    };
    let frame = symbols_box(sketch.facing(), count as i32);
    let Box4(x, y, w, h) = frame;
    let edge = Box4(x + 1, y + 1, w - 2, h - 2);
    let round = if width <= 1 { edge.3 / 2 } else { 3 };
    sketch.outline(edge, round, Style::line(GREY, 1.0));
    sketch.when(When::Running, |sketch| match (width, base) {
        (0, _) => sketch.say_middle(frame, 12, "-"),
        (2.., 2) => bits(sketch, frame),
        _ => sketch.say_middle(frame, 12, Text::Number { port: 0, base }),
    });
    sketch.label(frame, "west");
    sketch.dots();
}
