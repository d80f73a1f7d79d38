//! Constant, power and ground: values that never change.

use super::DELAY;
use crate::component::behaviour::Behave;
use crate::component::{BLANK, Behaviour, Description, Io, Kind, Port, Site, State};
use crate::picture::{Align, BLACK, Box4, Colour, Ink, Sketch, Style};
use crate::project::{Attr, FACING, Form, WIDTH_1};
use crate::value::{Value, Word, mask};

pub(in crate::component) const CONSTANT: Description = Description {
    library: "Wiring",
    name: "Constant",
    about: "Always gives the value it is set to.",
    attributes: &[FACING, WIDTH_1, Attr::new("value", "0x1", Form::Number)],
    ports: |attrs| vec![Port::output("out", (0, 0), attrs.count("width"))],
    behaviour,
    picture: constant,
    ..BLANK
};

pub(in crate::component) const POWER: Description = Description {
    name: "Power",
    about: "Always gives 1 on every bit.",
    attributes: &[Attr::new("facing", "north", Form::Facing), WIDTH_1],
    picture: |sketch| rail(sketch, 15, 1, "M0 0H6M6 -8V8L14 0Z"),
    ..CONSTANT
};

pub(in crate::component) const GROUND: Description = Description {
    name: "Ground",
    about: "Always gives 0 on every bit.",
    attributes: &[Attr::new("facing", "south", Form::Facing), WIDTH_1],
    picture: |sketch| rail(sketch, 14, 0, "M0 0H6M6 -8V8M9 -5V5M12 -2V2"),
    ..CONSTANT
};

#[derive(Clone, Debug)]
pub struct Constant {
    value: Word,
}

fn behaviour(site: &Site<'_>) -> Behaviour {
    let mask = mask(site.attrs.count("width"));
    let value = match site.attrs.kind() {
        Kind::Power => mask,
        Kind::Ground => 0,
        _ => site.attrs.number("value") & mask,
    };
    Behaviour::Constant(Constant {
        value: Word::known(value),
    })
}

impl Behave for Constant {
    fn evaluate<I: Io>(&self, _: &mut State, io: &mut I) {
        io.set(0, self.value, DELAY);
    }
}

fn constant(sketch: &mut Sketch<'_>) {
    let attrs = sketch.attrs();
    let width = attrs.count("width");
    let value = Value::known(width, attrs.number("value"));
    let digits = width.div_ceil(4) as usize;
    let text = format!("{:0digits$x}", value.word.v);
    let w = 16.max(10 * text.len() as i32 - 4);
    let frame = Box4::behind(sketch.facing(), w, 16);
    sketch.outline(frame, 0, Style::filled(Ink::Fixed(Colour::rgb(0xe6_e6_e6))));
    let Box4(x, y, w, h) = frame;
    let ink = if width == 1 {
        Ink::Fixed(Colour::of(value))
    } else {
        BLACK
    };
    sketch.say((x + w / 2, y + h / 2), Align::Middle, 12, ink, text);
    sketch.dots();
}

/// Power and ground have the colour of the value they give, whatever their wire makes of it.
fn rail(sketch: &mut Sketch<'_>, length: i32, bit: u32, path: &str) {
    sketch.claim(Box4(0, -8, length, 16).turned(sketch.facing()));
    let ink = match sketch.attrs().count("width") {
        1 => Ink::Running(Colour::of(Value::known(1, bit))),
        _ => BLACK,
    };
    sketch.east(|sketch| sketch.path(path, Style::line(ink, 1.0)));
    sketch.dots();
}
