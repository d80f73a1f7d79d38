//! Shifter.

use super::{body, shift_width};
use crate::component::behaviour::Behave;
use crate::component::{BLANK, Behaviour, Description, Io, MainPort, Port, State, Timing};
use crate::picture::Sketch;
use crate::project::{Attr, Form, View, WIDTH_8};
use crate::value::{Word, mask};

pub(in crate::component) const SHIFTER: Description = Description {
    library: "Arithmetic",
    name: "Shifter",
    about: "Moves the bits of its input left or right, or around in a circle.",
    attributes: &[
        WIDTH_8,
        Attr::new("shift", "ll", Form::Choice(&["ll", "lr", "ar", "rl", "rr"])),
    ],
    ports,
    main: MainPort::At(2),
    behaviour: |site| {
        Behaviour::Shifter(Shifter {
            width: site.attrs.count("width"),
            shift: shift_of(site.attrs.text("shift")),
        })
    },
    picture,
    timing: Timing::Logic,
    ..BLANK
};

fn ports(attrs: View<'_>) -> Vec<Port> {
    let width = attrs.count("width");
    vec![
        Port::need("in", (-40, -10), width),
        Port::need("dist", (-40, 10), shift_width(width)),
        Port::output("out", (0, 0), width),
    ]
}

#[derive(Clone, Copy, Debug)]
enum Shift {
    LogicalLeft,
    LogicalRight,
    ArithmeticRight,
    RollLeft,
    RollRight,
}

#[derive(Clone, Debug)]
pub struct Shifter {
    width: u32,
    shift: Shift,
}

fn shift_of(text: &str) -> Shift {
    match text {
        "lr" => Shift::LogicalRight,
        "ar" => Shift::ArithmeticRight,
        "rl" => Shift::RollLeft,
        "rr" => Shift::RollRight,
        _ => Shift::LogicalLeft,
    }
}

impl Behave for Shifter {
    fn longest_delay(&self) -> u32 {
        3 * self.width
    }

    fn evaluate<I: Io>(&self, _: &mut State, io: &mut I) {
        let (data, distance) = (io.get(0), io.get(1));
        let out = if distance.is_known() {
            self.shifted(data, distance.v)
        } else {
            Word::error(mask(self.width))
        };
        io.set(2, out, self.longest_delay());
    }
}

impl Shifter {
    fn shifted(&self, data: Word, distance: u32) -> Word {
        let width = self.width;
        let all = mask(width);
        let right = |d: u32| if d >= 32 { Word::ZERO } else { data.shr(d) };
        let left = |d: u32| {
            if d >= 32 {
                Word::ZERO
            } else {
                data.shl(d).and_mask(all)
            }
        };
        match self.shift {
            Shift::LogicalLeft => left(distance),
            Shift::LogicalRight => right(distance),
            Shift::ArithmeticRight => {
                let d = distance.min(width);
                right(d).union(Word::repeat(data.bit(width - 1), all & !mask(width - d)))
            }
            Shift::RollLeft | Shift::RollRight => {
                let d = if distance >= width {
                    distance - width
                } else {
                    distance
                };
                let d = if matches!(self.shift, Shift::RollLeft) {
                    d
                } else {
                    width - d
                };
                left(d).union(right(width - d))
            }
        }
    }
}

fn picture(sketch: &mut Sketch<'_>) {
    let sign = match sketch.attrs().text("shift") {
        "ll" => "\u{2190}",
        "lr" | "ar" => "\u{2192}",
        "rl" => "\u{21ba}",
        _ => "\u{21bb}",
    };
    body(sketch, 1, 22, sign);
    sketch.dots();
}
