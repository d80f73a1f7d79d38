//! Priority encoder.

use super::{DELAY, DISABLED, disabled, ways, zero};
use crate::component::behaviour::Behave;
use crate::component::{BLANK, Behaviour, Description, Io, MainPort, Port, State, Timing};
use crate::picture::{Box4, Sketch, Style};
use crate::project::{Attr, FACING, Facing, Form, View};
use crate::value::{Word, mask};

const SELECT_3: Attr = Attr::new("select", "3", Form::Int(1, 5));

pub(in crate::component) const PRIORITY_ENCODER: Description = Description {
    library: "Plexers",
    name: "Priority Encoder",
    about: "The number of the highest input that is 1.",
    attributes: &[FACING, SELECT_3, DISABLED],
    ports,
    main: MainPort::FromEnd(4),
    behaviour: |site| {
        Behaviour::PriorityEncoder(PriorityEncoder {
            inputs: ways(site.attrs) as usize,
            mask: mask(site.attrs.count("select")),
            disabled: disabled(site.attrs),
        })
    },
    picture,
    can_float: |attrs| attrs.is("disabled", "Z"),
    timing: Timing::Logic,
    ..BLANK
};

fn ports(attrs: View<'_>) -> Vec<Port> {
    let select = attrs.count("select");
    let n = ways(attrs);
    let start = -5 * n + 10;
    let place = |depth: i32, along: i32| match attrs.facing() {
        Facing::East => (-depth, along),
        Facing::West => (depth, along),
        Facing::North => (along, depth),
        Facing::South => (along, -depth),
    };
    let mut ports: Vec<Port> = (0..n)
        .map(|i| Port::input("in", place(40, start + 10 * i), 1).numbered(i))
        .collect();
    ports.push(Port::output("out", (0, 0), select));
    ports.push(Port::input("en", place(20, start + 10 * n), 1));
    ports.push(Port::output("enout", place(20, start - 10), 1));
    ports.push(Port::output("group", place(0, 10), 1));
    ports
}

#[derive(Clone, Debug)]
pub struct PriorityEncoder {
    inputs: usize,
    mask: u32,
    disabled: Word,
}

impl Behave for PriorityEncoder {
    fn longest_delay(&self) -> u32 {
        DELAY
    }

    fn evaluate<I: Io>(&self, _: &mut State, io: &mut I) {
        let n = self.inputs;
        let enabled = io.get(n + 1) != Word::ZERO;
        let highest = (0..n)
            .rev()
            .find(|&input| io.get(input) == Word::ONE)
            .filter(|_| enabled);
        let out = match highest {
            Some(input) => Word::known(input as u32),
            None if enabled => Word::floating(self.mask),
            None => Word::repeat(self.disabled, self.mask),
        };
        io.set(n, out, DELAY);
        io.set(
            n + 2,
            Word::known(u32::from(enabled && highest.is_none())),
            DELAY,
        );
        io.set(n + 3, Word::known(u32::from(highest.is_some())), DELAY);
    }
}

fn picture(sketch: &mut Sketch<'_>) {
    let n = ways(sketch.attrs());
    let frame = match sketch.facing() {
        Facing::East => Box4(-40, -5 * n, 40, 10 * n + 10),
        Facing::West => Box4(0, -5 * n, 40, 10 * n + 10),
        Facing::North => Box4(-5 * n, 0, 10 * n + 10, 40),
        Facing::South => Box4(-5 * n, -40, 10 * n + 10, 40),
    };
    sketch.outline(frame, 0, Style::OUTLINE);
    sketch.say_middle(frame, 12, "Pri");
    zero(sketch);
    sketch.dots();
}
