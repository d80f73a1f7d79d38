//! Clock: the heartbeat of a circuit.

use super::{DELAY, LABEL_WEST, symbols_box};
use crate::component::behaviour::Behave;
use crate::component::{BLANK, Behaviour, Description, Io, Port, State};
use crate::picture::{Box4, Sketch, Style, When};
use crate::project::{Attr, FACING, Form, LABEL, LABEL_FONT};
use crate::value::Word;

pub(in crate::component) const CLOCK: Description = Description {
    library: "Wiring",
    name: "Clock",
    about: "Goes from 0 to 1 and back, at every half-tick or after as many as it is set to.",
    attributes: &[
        FACING,
        Attr::new("highDuration", "1", Form::Int(1, i32::MAX)),
        Attr::new("lowDuration", "1", Form::Int(1, i32::MAX)),
        LABEL,
        LABEL_WEST,
        LABEL_FONT,
    ],
    ports: |_| vec![Port::output("out", (0, 0), 1)],
    behaviour: |site| {
        Behaviour::Clock(Clock {
            high: u64::from(site.attrs.count("highDuration")),
            low: u64::from(site.attrs.count("lowDuration")),
        })
    },
    picture,
    ..BLANK
};

#[derive(Clone, Debug)]
pub struct Clock {
    high: u64,
    low: u64,
}

impl Clock {
    /// Half-ticks of a cycle.
    pub(crate) fn period(&self) -> u64 {
        self.high + self.low
    }

    /// The level after `ticks` half-ticks.
    pub(crate) fn level(&self, ticks: u64) -> Word {
        if ticks % (self.high + self.low) < self.low {
            Word::ZERO
        } else {
            Word::ONE
        }
    }
}

impl Behave for Clock {
    fn initial(&self, _: u64) -> State {
        State::Level(Word::ZERO)
    }

    fn evaluate<I: Io>(&self, state: &mut State, io: &mut I) {
        if let State::Level(level) = state
            && io.get(0) != *level
        {
            io.set(0, *level, DELAY);
        }
    }
}

fn picture(sketch: &mut Sketch<'_>) {
    let frame = symbols_box(sketch.facing(), 1);
    let Box4(x, y, w, h) = frame;
    sketch.outline(Box4(x + 1, y + 1, w - 2, h - 2), 0, Style::OUTLINE);
    let ink = sketch.ink(0);
    let (mx, my) = (sketch.x() + x + w / 2, sketch.y() + y + h / 2);
    for (when, a, b) in [(When::High(0), 5, -5), (When::NotHigh(0), -5, 5)] {
        let (left, right) = (mx - 6, mx + 6);
        let wave = format!("M{left} {my}V{}H{mx}V{}H{right}V{my}", my + b, my + a);
        sketch.when(when, |sketch| sketch.path(wave, Style::line(ink, 2.0)));
    }
    sketch.label(frame, "west");
    sketch.dots();
}
