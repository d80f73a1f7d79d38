//! Flip-flops: one bit of memory each.

use super::{EDGE, TRIGGER, Trigger};
use crate::component::behaviour::Behave;
use crate::component::{
    BLANK, Behaviour, Description, Io, Kind, MainPort, Port, Site, State, Timing,
};
use crate::picture::{Align, BLACK, Box4, GREY, Sketch, Style, When};
use crate::project::{LABEL, LABEL_FONT};
use crate::value::Word;

/// A flip-flop with one data input.
pub(in crate::component) const D_FLIP_FLOP: Description = Description {
    library: "Memory",
    name: "D Flip-Flop",
    about: "One bit of memory: takes over its input at the clock.",
    attributes: &[TRIGGER, LABEL, LABEL_FONT],
    ports: |_| ports(&[("d", 20)], 0),
    main: MainPort::At(2),
    behaviour,
    picture,
    timing: Timing::Clocked,
    ..BLANK
};

pub(in crate::component) const T_FLIP_FLOP: Description = Description {
    name: "T Flip-Flop",
    about: "One bit of memory: flips at the clock if its input is 1.",
    attributes: &[EDGE, LABEL, LABEL_FONT],
    ports: |_| ports(&[("t", 20)], 0),
    ..D_FLIP_FLOP
};

pub(in crate::component) const JK_FLIP_FLOP: Description = Description {
    name: "J-K Flip-Flop",
    about: "One bit of memory: at the clock J sets it, K clears it, and both flip it.",
    attributes: &[EDGE, LABEL, LABEL_FONT],
    ports: |_| ports(&[("j", 0), ("k", 20)], 10),
    main: MainPort::At(3),
    ..D_FLIP_FLOP
};

pub(in crate::component) const SR_FLIP_FLOP: Description = Description {
    name: "S-R Flip-Flop",
    about: "One bit of memory: at the clock S sets it and R clears it.",
    attributes: &[TRIGGER, LABEL, LABEL_FONT],
    ports: |_| ports(&[("s", 0), ("r", 20)], 10),
    main: MainPort::At(3),
    ..D_FLIP_FLOP
};

/// Inputs and clock by vertical position, Q, not Q, clear, preset, enable.
fn ports(inputs: &[(&'static str, i32)], clock: i32) -> Vec<Port> {
    let input = |&(name, dy): &(&'static str, i32)| Port::need(name, (-40, dy), 1);
    let mut ports: Vec<Port> = inputs.iter().map(input).collect();
    ports.extend([
        Port::need("clk", (-40, clock), 1),
        Port::output("q", (0, 0), 1),
        Port::output("nq", (0, 20), 1),
        Port::input("clr", (-10, 30), 1),
        Port::input("pre", (-30, 30), 1),
        Port::input("en", (-20, 30), 1),
    ]);
    ports
}

/// How long a flip-flop takes.
pub(crate) const DELAY: u32 = 5;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flip {
    D,
    T,
    JK,
    SR,
}

#[derive(Clone, Debug)]
pub struct FlipFlop {
    flip: Flip,
    pub(in crate::component) trigger: Trigger,
}

fn behaviour(site: &Site<'_>) -> Behaviour {
    let flip = match site.attrs.kind() {
        Kind::DFlipFlop => Flip::D,
        Kind::TFlipFlop => Flip::T,
        Kind::JkFlipFlop => Flip::JK,
        _ => Flip::SR,
    };
    let trigger = Trigger::of(site.attrs);
    Behaviour::FlipFlop(FlipFlop { flip, trigger })
}

impl Behave for FlipFlop {
    fn initial(&self, _: u64) -> State {
        State::clocked()
    }

    #[inline]
    fn evaluate<I: Io>(&self, state: &mut State, io: &mut I) {
        let State::Clocked { value, clock } = state else {
            return;
        };
        let n = self.clock_port();
        let fires = self.trigger.fires(clock, io.get(n));
        if io.get(n + 3) == Word::ONE {
            *value = 0;
        } else if io.get(n + 4) == Word::ONE {
            *value = 1;
        } else if fires && io.get(n + 5) != Word::ZERO {
            *value = self.next(*value, io);
        }
        io.set(n + 1, Word::known(*value), DELAY);
        io.set(n + 2, Word::known(*value ^ 1), DELAY);
    }
}

impl FlipFlop {
    pub(in crate::component) fn clock_port(&self) -> usize {
        match self.flip {
            Flip::D | Flip::T => 1,
            Flip::JK | Flip::SR => 2,
        }
    }

    /// Whether a port is an input that only counts at the clock.
    pub(in crate::component) fn is_data(&self, port: usize) -> bool {
        let clock = self.clock_port();
        port < clock || port == clock + 5
    }

    fn next<I: Io>(&self, value: u32, io: &I) -> u32 {
        let first = io.get(0);
        match self.flip {
            Flip::D if first.is_known() => first.v,
            Flip::D => value,
            Flip::T => value ^ u32::from(first == Word::ONE),
            Flip::JK | Flip::SR => match (first, io.get(1)) {
                (Word::ZERO, Word::ONE) => 0,
                (Word::ONE, Word::ZERO) => 1,
                (Word::ONE, Word::ONE) if self.flip == Flip::JK => value ^ 1,
                _ => value,
            },
        }
    }
}

fn picture(sketch: &mut Sketch<'_>) {
    let frame = Box4(-40, -10, 40, 40);
    sketch.outline(frame, 0, Style::OUTLINE);
    let letters: &[(i32, &str)] = match sketch.attrs().kind() {
        Kind::DFlipFlop => &[(20, "D")],
        Kind::TFlipFlop => &[(20, "T")],
        Kind::JkFlipFlop => &[(0, "J"), (20, "K")],
        _ => &[(0, "S"), (20, "R")],
    };
    for &(dy, letter) in letters {
        sketch.say((-37, dy + 2), Align::Start, 12, BLACK, letter);
    }
    let clock = letters.len();
    sketch.clock_mark(clock, false);
    sketch.say((-3, 2), Align::End, 12, BLACK, "Q");
    for (dx, letter) in [(-10, "0"), (-20, "en"), (-30, "1")] {
        sketch.say((dx, 23), Align::Middle, 12, GREY, letter);
    }
    sketch.when(When::Running, |sketch| sketch.bulb((-20, 11), clock + 1));
    sketch.dots();
    sketch.label_above(frame);
}
