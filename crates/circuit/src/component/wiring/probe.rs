//! Probe: shows the value of a wire.

use super::{LABEL_WEST, bits, symbols_box};
use crate::component::{BLANK, Description, Port};
use crate::picture::{Box4, GREY, Sketch, Style, Text, When};
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
    let base = match sketch.attrs().text("radix") {
        "16" => 16,
        radix if radix.starts_with("10") => 10,
        _ => 2,
    };
    let count = match (width, base) {
        (0, _) => 1,
        (_, 16) => width.div_ceil(4),
        (_, 10) => mask(width).ilog10() + 1,
        _ => width,
    };
    let frame = symbols_box(sketch.facing(), count as i32);
    let Box4(x, y, w, h) = frame;
    let round = if width == 0 { 10 } else { 6 };
    let edge = Box4(x + 1, y + 1, w - 2, h - 2);
    sketch.outline(edge, round, Style::line(GREY, 1.0));
    sketch.when(When::Running, |sketch| match (width, base) {
        (0, _) => sketch.say_middle(frame, 12, "-"),
        (_, 2) => bits(sketch, frame),
        _ => sketch.say_middle(frame, 11, Text::Number { port: 0, base }),
    });
    sketch.label(frame, "west");
    sketch.dots();
}
