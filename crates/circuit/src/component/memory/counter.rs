//! Counter.

use super::{EDGE, Trigger, register};
use crate::component::behaviour::Behave;
use crate::component::{BLANK, Behaviour, Description, Io, Port, State, Timing};
use crate::project::{Attr, Form, LABEL, LABEL_FONT, View, WIDTH_8};
use crate::value::{Word, mask};

pub(in crate::component) const COUNTER: Description = Description {
    library: "Memory",
    name: "Counter",
    about: "A register that can count up or down at the clock, up to a number of your choice.",
    attributes: &[
        WIDTH_8,
        Attr::new("max", "0xff", Form::Number),
        Attr::new(
            "ongoal",
            "wrap",
            Form::Choice(&["wrap", "stay", "continue", "load"]),
        ),
        EDGE,
        LABEL,
        LABEL_FONT,
    ],
    ports,
    behaviour: |site| Behaviour::Counter(compile(site.attrs)),
    picture: |sketch| register::lettered(sketch, "ct"),
    timing: Timing::Clocked,
    ..BLANK
};

fn ports(attrs: View<'_>) -> Vec<Port> {
    let width = attrs.count("width");
    vec![
        Port::output("q", (0, 0), width),
        Port::input("d", (-30, 0), width),
        Port::need("clk", (-20, 20), 1),
        Port::input("clr", (-10, 20), 1),
        Port::input("load", (-30, -10), 1),
        Port::input("en", (-30, 10), 1),
        Port::output("carry", (0, 10), 1),
    ]
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OnGoal {
    Wrap,
    Stay,
    Continue,
    Load,
}

#[derive(Clone, Debug)]
pub struct Counter {
    mask: u32,
    max: u32,
    on_goal: OnGoal,
    pub(in crate::component) trigger: Trigger,
}

fn compile(attrs: View<'_>) -> Counter {
    let mask = mask(attrs.count("width"));
    let on_goal = match attrs.text("ongoal") {
        "stay" => OnGoal::Stay,
        "continue" => OnGoal::Continue,
        "load" => OnGoal::Load,
        _ => OnGoal::Wrap,
    };
    Counter {
        mask,
        max: attrs.number("max") & mask,
        on_goal,
        trigger: Trigger::of(attrs),
    }
}

impl Behave for Counter {
    fn initial(&self, _: u64) -> State {
        State::clocked()
    }

    fn evaluate<I: Io>(&self, state: &mut State, io: &mut I) {
        const DELAY: u32 = 8;
        let State::Clocked { value, clock } = state else {
            return;
        };
        let fires = self.trigger.fires(clock, io.get(2));
        let cleared = io.get(3) == Word::ONE;
        let (load, count) = (io.get(4) == Word::ONE, io.get(5) != Word::ZERO);
        if cleared {
            *value = 0;
        } else if fires {
            *value = self.next(*value, load, count, io.get(1)) & self.mask;
        }
        let goal = if load && count { 0 } else { self.max };
        io.set(0, Word::known(*value), DELAY);
        io.set(6, Word::known(u32::from(!cleared && *value == goal)), DELAY);
    }
}

impl Counter {
    fn next(&self, value: u32, load: bool, count: bool, data: Word) -> u32 {
        let data = if data.is_known() { data.v } else { 0 };
        let too_much = data as i32 > self.max as i32;
        let data = if too_much { data & self.max } else { data };
        let step = if load {
            value.wrapping_sub(1)
        } else {
            value.wrapping_add(1)
        };
        let goal = if load { 0 } else { self.max };
        match (count, load) {
            (false, false) => value,
            (false, true) => data,
            _ if value != goal => step,
            _ => match self.on_goal {
                OnGoal::Wrap if load => self.max,
                OnGoal::Wrap => 0,
                OnGoal::Stay => value,
                OnGoal::Continue => step,
                OnGoal::Load => data,
            },
        }
    }
}
