//! Joystick.

use crate::component::behaviour::Behave;
use crate::component::{BLANK, Behaviour, Description, Io, Port, State};
use crate::picture::{BLACK, Box4, Ink, Shape, Sketch, Style};
use crate::project::{Attr, Form};
use crate::value::{Word, mask};

pub(in crate::component) const JOYSTICK: Description = Description {
    library: "I/O",
    name: "Joystick",
    about: "Two numbers: how far its stick is moved across and down.",
    attributes: &[
        Attr::new("bits", "4", Form::Int(2, 5)),
        Attr::new("color", "#ff0000", Form::Text),
    ],
    ports: |attrs| {
        let bits = attrs.count("bits");
        vec![
            Port::output("x", (0, 0), bits),
            Port::output("y", (0, 10), bits),
        ]
    },
    behaviour: |site| {
        Behaviour::Joystick(Joystick {
            bits: site.attrs.count("bits"),
        })
    },
    picture,
    ..BLANK
};

/// How far a stick moves from its centre each way.
pub(crate) const JOYSTICK_REACH: i8 = 14;

#[derive(Clone, Debug)]
pub struct Joystick {
    bits: u32,
}

impl Behave for Joystick {
    fn initial(&self, _: u64) -> State {
        State::Stick { x: 0, y: 0 }
    }

    fn evaluate<I: Io>(&self, state: &mut State, io: &mut I) {
        let State::Stick { x, y } = *state else {
            return;
        };
        io.set(0, self.reading(x), 1);
        io.set(1, self.reading(y), 1);
    }
}

impl Joystick {
    fn reading(&self, offset: i8) -> Word {
        let steps = (1i32 << self.bits) - 1;
        let mut reading = (i32::from(offset) + 14) * steps / 29 + 1;
        if self.bits > 4 && reading >= steps / 2 {
            reading += 1;
        }
        Word::known(reading as u32 & mask(self.bits))
    }
}

fn picture(sketch: &mut Sketch<'_>) {
    let colour = sketch.colour("color");
    sketch.outline(Box4(-29, -9, 28, 28), 4, Style::OUTLINE);
    sketch.outline(Box4(-26, -6, 22, 22), 3, Style::THIN);
    let at = (sketch.x() - 15, sketch.y() + 5);
    sketch.shape(Shape::Lever(at), Style::line(BLACK, 3.0));
    let ball = Style::face(Ink::Fixed(colour), 1.0);
    sketch.shape(Shape::Knob { at, radius: 4.0 }, ball);
    sketch.dots();
}
