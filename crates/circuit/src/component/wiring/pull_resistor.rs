//! Pull resistor: gives an undriven wire its value.

use crate::component::{BLANK, Description, Port, Role};
use crate::picture::{Align, Box4, Colour, Ink, Sketch, Style};
use crate::project::{Attr, Form};
use crate::value::Word;

pub(in crate::component) const PULL_RESISTOR: Description = Description {
    library: "Wiring",
    name: "Pull Resistor",
    about: "Gives a wire a value as long as nothing else drives it.",
    attributes: &[
        Attr::new("facing", "south", Form::Facing),
        Attr::new("pull", "0", Form::Choice(&["0", "1", "X"])),
    ],
    ports: |_| vec![Port::inout("pin", (0, 0), 0)],
    picture,
    role: Role::Pull(|attrs| match attrs.text("pull") {
        "1" => Word::ONE,
        "X" => Word::E,
        _ => Word::ZERO,
    }),
    ..BLANK
};

fn picture(sketch: &mut Sketch<'_>) {
    sketch.claim(Box4(-42, -6, 42, 12).turned(sketch.facing()));
    let pull = sketch.attrs().text("pull");
    let ink = match pull {
        "0" => Ink::Fixed(Colour::DARK_GREEN),
        "1" => Ink::Fixed(Colour::GREEN),
        _ => Ink::Fixed(Colour::RED),
    };
    sketch.east(|sketch| {
        sketch.path(
            "M0 0H-5L-7 5L-11 -5L-15 5L-19 -5L-23 5L-25 0H-30",
            Style::OUTLINE,
        );
        sketch.path("M-30 -6V6", Style::line(ink, 3.0));
    });
    let at = sketch.facing().step(-37, 0);
    sketch.say(
        at,
        Align::Middle,
        12,
        ink,
        if pull == "X" { "E" } else { pull },
    );
    sketch.dots();
}
