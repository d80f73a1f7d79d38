//! Button.

use super::{LABEL_CENTRE, LABEL_COLOUR, square};
use crate::component::behaviour::Behave;
use crate::component::{BLANK, Behaviour, Description, Io, Port, State};
use crate::picture::{Box4, Ink, Sketch, Style, When};
use crate::project::{Attr, FACING, Form, LABEL, LABEL_FONT};
use crate::value::Word;

pub(in crate::component) const BUTTON: Description = Description {
    library: "I/O",
    name: "Button",
    about: "1 while somebody presses it.",
    attributes: &[
        FACING,
        Attr::new("color", "#ffffff", Form::Text),
        LABEL,
        LABEL_CENTRE,
        LABEL_FONT,
        LABEL_COLOUR,
    ],
    ports: |_| vec![Port::output("out", (0, 0), 1)],
    behaviour: |_| Behaviour::Button(Button),
    picture,
    ..BLANK
};

#[derive(Clone, Debug)]
pub struct Button;

impl Behave for Button {
    fn initial(&self, _: u64) -> State {
        State::Level(Word::ZERO)
    }

    fn evaluate<I: Io>(&self, state: &mut State, io: &mut I) {
        if let State::Level(level) = state {
            io.set(0, *level, 1);
        }
    }
}

fn picture(sketch: &mut Sketch<'_>) {
    let style = Style::face(Ink::Fixed(sketch.colour("color")), 1.0);
    let frame = square(sketch.facing());
    let Box4(x, y, w, h) = frame;
    sketch.claim(frame);
    sketch.when(When::High(0), |sketch| {
        let down = Box4(x + 3, y + 3, w - 4, h - 4);
        sketch.outline(down, 0, style);
        sketch.label(down, "center");
    });
    sketch.when(When::NotHigh(0), |sketch| {
        let (left, top) = (sketch.x() + x, sketch.y() + y);
        sketch.path(side((left, top), (left + w - 1, top + h - 1)), style);
        let up = Box4(x + 1, y + 1, w - 5, h - 5);
        sketch.outline(up, 0, style);
        sketch.label(up, "center");
    });
    sketch.dots();
}

/// The two visible sides of a button that is up.
fn side((left, top): (i32, i32), (r, b): (i32, i32)) -> String {
    format!(
        "M{} {}L{r} {}V{b}H{}L{} {}H{}V{}Z",
        r - 3,
        top + 1,
        top + 4,
        left + 4,
        left + 1,
        b - 3,
        r - 3,
        top + 1
    )
}
