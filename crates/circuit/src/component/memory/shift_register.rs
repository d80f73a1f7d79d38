//! Shift register.

use super::{EDGE, Trigger};
use crate::component::behaviour::Behave;
use crate::component::{BLANK, Behaviour, Description, Io, MainPort, Port, State, Timing};
use crate::picture::{Align, BLACK, Box4, Sketch, Style, Text, When};
use crate::project::{Attr, Form, LABEL, LABEL_FONT, View, WIDTH_1};
use crate::value::Word;

pub(in crate::component) const SHIFT_REGISTER: Description = Description {
    library: "Memory",
    name: "Shift Register",
    about: "A row of registers; at the clock each passes its value on to the next.",
    attributes: &[
        WIDTH_1,
        Attr::new("length", "8", Form::Int(1, 32)),
        Attr::new("parallel", "true", Form::Bool),
        EDGE,
        LABEL,
        LABEL_FONT,
    ],
    ports,
    main: MainPort::At(4),
    behaviour: |site| {
        Behaviour::ShiftRegister(ShiftRegister {
            length: site.attrs.count("length") as usize,
            parallel: site.attrs.flag("parallel"),
            trigger: Trigger::of(site.attrs),
        })
    },
    picture,
    can_float: |_| true,
    timing: Timing::Clocked,
    ..BLANK
};

fn ports(attrs: View<'_>) -> Vec<Port> {
    let width = attrs.count("width");
    let (length, parallel) = (attrs.int("length"), attrs.flag("parallel"));
    let end = if parallel { 20 + 10 * length } else { 30 };
    let mut ports = vec![
        Port::input("in", (0, 0), width),
        Port::input("shift", (0, -10), 1),
        Port::need("clk", (0, 10), 1),
        Port::input("clr", (10, 20), 1),
        Port::output("out", (end, 0), width),
    ];
    if parallel {
        ports.push(Port::input("load", (10, -20), 1));
        for i in 0..length {
            ports.push(Port::input("in", (20 + 10 * i, -20), width).numbered(i));
            ports.push(Port::output("out", (20 + 10 * i, 20), width).numbered(i));
        }
    }
    ports
}

#[derive(Clone, Debug)]
pub struct ShiftRegister {
    length: usize,
    parallel: bool,
    pub(in crate::component) trigger: Trigger,
}

impl Behave for ShiftRegister {
    fn initial(&self, _: u64) -> State {
        State::Shift {
            stages: vec![Word::ZERO; self.length].into(),
            clock: Word::ZERO,
        }
    }

    fn evaluate<I: Io>(&self, state: &mut State, io: &mut I) {
        const DELAY: u32 = 4;
        let State::Shift { stages, clock } = state else {
            return;
        };
        let fires = self.trigger.fires(clock, io.get(2));
        if io.get(3) == Word::ONE {
            stages.fill(Word::ZERO);
        } else if fires && self.parallel && io.get(5) == Word::ONE {
            for (i, stage) in stages.iter_mut().enumerate() {
                *stage = io.get(6 + 2 * i);
            }
        } else if fires && io.get(1) != Word::ZERO {
            stages.rotate_right(1);
            stages[0] = io.get(0);
        }
        io.set(4, stages[self.length - 1], DELAY);
        if self.parallel {
            for (i, &stage) in stages.iter().enumerate() {
                io.set(7 + 2 * i, stage, DELAY);
            }
        }
    }
}

fn picture(sketch: &mut Sketch<'_>) {
    let attrs = sketch.attrs();
    let (length, parallel) = (attrs.int("length"), attrs.flag("parallel"));
    let width = if parallel { 20 + 10 * length } else { 30 };
    let frame = Box4(0, -20, width, 40);
    sketch.outline(frame, 0, Style::OUTLINE);
    sketch.clock_mark(2, false);
    sketch.when(When::Running, |sketch| {
        for stage in 0..if parallel { length } else { 0 } {
            let at = (20 + 10 * stage, 0);
            sketch.say(at, Align::Middle, 12, BLACK, Text::Stage(stage as u8));
        }
    });
    sketch.dots();
    sketch.label_above(frame);
}
