//! Pin: the connection of a circuit to the outside, or to the circuit that uses it.

use super::{DELAY, LABEL_WEST, bits, symbols_box};
use crate::component::behaviour::Behave;
use crate::component::{BLANK, Behaviour, Description, Io, Port, Reach, State};
use crate::picture::{Box4, Sketch, Style, When};
use crate::project::{Attr, FACING, Form, LABEL, LABEL_FONT, View, WIDTH_1};
use crate::value::{Word, mask};

pub(in crate::component) const PIN: Description = Description {
    library: "Wiring",
    name: "Pin",
    about: "An input or output of the circuit; it becomes a port where the circuit is used.",
    attributes: &[
        FACING,
        Attr::new("output", "false", Form::Bool),
        WIDTH_1,
        Attr::new("tristate", "true", Form::Bool),
        Attr::new("pull", "none", Form::Choice(&["none", "up", "down"])),
        LABEL,
        LABEL_WEST,
        LABEL_FONT,
    ],
    ports: |attrs| {
        let width = attrs.count("width");
        vec![match attrs.flag("output") {
            true => Port::input("pin", (0, 0), width),
            false => Port::output("pin", (0, 0), width),
        }]
    },
    behaviour: |site| Behaviour::Pin(compile(site.attrs)),
    picture,
    can_float: |_| true,
    reach: Some(|_| Reach::Lane),
    ..BLANK
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pull {
    None,
    Up,
    Down,
}

#[derive(Clone, Debug)]
pub struct Pin {
    pub(crate) output: bool,
    pub(crate) mask: u32,
    pub(crate) tristate: bool,
    pub(crate) pull: Pull,
}

fn compile(attrs: View<'_>) -> Pin {
    let pull = match attrs.text("pull") {
        "up" => Pull::Up,
        "down" => Pull::Down,
        _ => Pull::None,
    };
    Pin {
        output: attrs.flag("output"),
        mask: mask(attrs.count("width")),
        tristate: attrs.flag("tristate"),
        pull,
    }
}

impl Pin {
    pub(crate) fn has_pull(&self) -> bool {
        self.pull != Pull::None
    }

    /// What the pin sends when `value` arrives from outside.
    #[inline]
    pub(crate) fn pulled(&self, value: Word) -> Word {
        if value.is_known() {
            return value;
        }
        match self.pull {
            Pull::None => value,
            Pull::Up => Word::known(value.v | value.u),
            Pull::Down => Word::known(value.v & !value.u),
        }
    }
}

impl Behave for Pin {
    fn initial(&self, _: u64) -> State {
        State::Pin(if self.tristate {
            Word::floating(self.mask)
        } else {
            Word::ZERO
        })
    }

    /// An input pin drives its net only while the net differs from the value it sends.
    #[inline]
    fn evaluate<I: Io>(&self, state: &mut State, io: &mut I) {
        let State::Pin(sending) = state else { return };
        if self.output {
            *sending = io.get(0);
        } else if io.get(0) != *sending {
            io.set(0, *sending, DELAY);
        }
    }
}

fn picture(sketch: &mut Sketch<'_>) {
    let attrs = sketch.attrs();
    let width = attrs.int("width");
    let output = attrs.flag("output");
    let frame = symbols_box(sketch.facing(), width);
    let Box4(x, y, w, h) = frame;
    sketch.claim(frame);
    match (output, width) {
        (true, 1) => {
            let middle = (
                f64::from(sketch.x() + x + w / 2),
                f64::from(sketch.y() + y + h / 2),
            );
            sketch.circle(middle, 9.5, Style::OUTLINE);
        }
        (true, _) => sketch.outline(Box4(x + 1, y + 1, w - 2, h - 2), 3, Style::OUTLINE),
        (false, _) => sketch.outline(Box4(x + 1, y + 1, w - 2, h - 2), 0, Style::OUTLINE),
    }
    sketch.when(When::Idle, |sketch| {
        sketch.say_middle(frame, 10, format!("x{width}"));
    });
    sketch.when(When::Running, |sketch| match sketch.width(0) {
        1 => sketch.bulb((x + w / 2, y + h / 2), 0),
        _ => bits(sketch, frame),
    });
    sketch.label(frame, "west");
    sketch.dots();
}
