//! LED.

use super::{ACTIVE, COLOUR, DARK_OFF, LABEL_CENTRE, LABEL_COLOUR, active, square};
use crate::component::{BLANK, Description, Display, Port, Seen};
use crate::picture::{Box4, Ink, Sketch, Style};
use crate::project::{Attr, Form, LABEL, LABEL_FONT};

pub(in crate::component) const LED: Description = Description {
    library: "I/O",
    name: "LED",
    about: "A light that is on while its input is 1 (or 0, if so set).",
    attributes: &[
        Attr::new("facing", "west", Form::Facing),
        COLOUR,
        DARK_OFF,
        ACTIVE,
        LABEL,
        LABEL_CENTRE,
        LABEL_FONT,
        LABEL_COLOUR,
    ],
    ports: |_| vec![Port::need("pin", (0, 0), 1)],
    picture,
    display: Some(|seen| Some(Display::Led(is_lit(seen)))),
    light: |seen, _| is_lit(seen).into(),
    ..BLANK
};

fn is_lit(seen: &Seen<'_>) -> bool {
    seen.word(0) == active(seen.attrs)
}

fn picture(sketch: &mut Sketch<'_>) {
    let frame = square(sketch.facing());
    let Box4(x, y, w, h) = frame;
    sketch.claim(frame);
    let light = Ink::Light {
        light: 0,
        on: sketch.colour("color"),
        off: sketch.colour("offcolor"),
    };
    let middle = (
        f64::from(sketch.x() + x + w / 2),
        f64::from(sketch.y() + y + h / 2),
    );
    sketch.circle(middle, 9.0, Style::face(light, 2.0));
    sketch.label(frame, "center");
    sketch.dots();
}
