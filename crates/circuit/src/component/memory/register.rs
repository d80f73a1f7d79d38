//! Register.

use super::{TRIGGER, Trigger, register_box};
use crate::component::behaviour::Behave;
use crate::component::{BLANK, Behaviour, Description, Io, Port, State, Timing};
use crate::picture::{Align, BLACK, GREY, Sketch};
use crate::project::{LABEL, LABEL_FONT, View, WIDTH_8};
use crate::value::Word;

pub(in crate::component) const REGISTER: Description = Description {
    library: "Memory",
    name: "Register",
    about: "Remembers a number: takes over its input at the clock if it is enabled.",
    attributes: &[WIDTH_8, TRIGGER, LABEL, LABEL_FONT],
    ports,
    behaviour: |site| {
        Behaviour::Register(Register {
            trigger: Trigger::of(site.attrs),
        })
    },
    picture: |sketch| lettered(sketch, "en"),
    timing: Timing::Clocked,
    ..BLANK
};

fn ports(attrs: View<'_>) -> Vec<Port> {
    let width = attrs.count("width");
    vec![
        Port::output("q", (0, 0), width),
        Port::need("d", (-30, 0), width),
        Port::need("clk", (-20, 20), 1),
        Port::input("clr", (-10, 20), 1),
        Port::input("en", (-30, 10), 1),
    ]
}

/// The delay of a register.
pub(crate) const DELAY: u32 = 8;

#[derive(Clone, Debug)]
pub struct Register {
    pub(in crate::component) trigger: Trigger,
}

impl Behave for Register {
    fn initial(&self, _: u64) -> State {
        State::clocked()
    }

    #[inline]
    fn evaluate<I: Io>(&self, state: &mut State, io: &mut I) {
        let State::Clocked { value, clock } = state else {
            return;
        };
        let fires = self.trigger.fires(clock, io.get(2));
        if io.get(3) == Word::ONE {
            *value = 0;
        } else if fires && io.get(4) != Word::ZERO {
            let data = io.get(1);
            if data.is_known() {
                *value = data.v;
            }
        }
        io.set(0, Word::known(*value), DELAY);
    }
}

/// A register with the letters of its ports.
pub(super) fn lettered(sketch: &mut Sketch<'_>, enable: &str) {
    let frame = register_box(sketch);
    sketch.say((-27, 2), Align::Start, 12, BLACK, "D");
    sketch.say((-3, 2), Align::End, 12, BLACK, "Q");
    sketch.say((-10, 13), Align::Middle, 12, GREY, "0");
    sketch.say((-27, 12), Align::Start, 12, GREY, enable);
    sketch.clock_mark(2, true);
    sketch.dots();
    sketch.label_above(frame);
}
