//! Transistor and transmission gate: switches in a wire.

use super::DELAY;
use crate::component::behaviour::Behave;
use crate::component::{BLANK, Behaviour, Description, Io, Kind, Port, Reach, State, Timing};
use crate::picture::{GREY, Ink, Sketch, Style};
use crate::project::{Attr, FACING, Facing, Form, View, WIDTH_1};
use crate::value::{Word, mask};

const GATE_SIDE: Attr = Attr::new("gate", "tl", Form::Choice(&["tl", "br"]));

pub(in crate::component) const TRANSISTOR: Description = Description {
    library: "Wiring",
    name: "Transistor",
    about: "A switch: lets its input through while its gate is 1 (n-type) or 0 (p-type).",
    attributes: &[
        Attr::new("type", "p", Form::Choice(&["p", "n"])),
        FACING,
        GATE_SIDE,
        WIDTH_1,
    ],
    ports: |attrs| ports(attrs, &[("gate", 1)]),
    behaviour: |site| {
        let n_type = site.attrs.is("type", "n");
        Behaviour::Transistor(Transistor {
            mask: mask(site.attrs.count("width")),
            open: if n_type { Word::ONE } else { Word::ZERO },
        })
    },
    picture,
    can_float: |_| true,
    timing: Timing::Logic,
    reach: Some(Reach::of_data),
    ..BLANK
};

pub(in crate::component) const TRANSMISSION_GATE: Description = Description {
    name: "Transmission Gate",
    about: "A switch of two transistors: lets its input through while its gates are 0 and 1.",
    attributes: &[FACING, GATE_SIDE, WIDTH_1],
    ports: |attrs| ports(attrs, &[("gate0", 1), ("gate1", -1)]),
    behaviour: |site| {
        Behaviour::TransmissionGate(TransmissionGate {
            mask: mask(site.attrs.count("width")),
        })
    },
    ..TRANSISTOR
};

/// The side of the gate is fixed on the sheet: top or left, bottom or right.
fn gate_side(facing: Facing, top_left: bool) -> i32 {
    let left_hand = matches!(facing, Facing::East | Facing::North);
    if top_left == left_hand { -20 } else { 20 }
}

/// Output, input, and gates on the given sides: 1 is where the attribute says, -1 is opposite.
fn ports(attrs: View<'_>, gates: &[(&'static str, i32)]) -> Vec<Port> {
    let (facing, width) = (attrs.facing(), attrs.count("width"));
    let side = gate_side(facing, attrs.is("gate", "tl"));
    let mut ports = vec![
        Port::output("out", (0, 0), width),
        Port::need("in", facing.step(-40, 0), width),
    ];
    let gate =
        |&(name, sign): &(&'static str, i32)| Port::need(name, facing.step(-20, sign * side), 1);
    ports.extend(gates.iter().map(gate));
    ports
}

#[derive(Clone, Debug)]
pub struct Transistor {
    mask: u32,
    /// The level at the gate that lets the input through.
    open: Word,
}

#[derive(Clone, Debug)]
pub struct TransmissionGate {
    mask: u32,
}

/// What passes a switch whose position is unknown.
fn doubtful(input: Word) -> Word {
    let driven = input.v | !input.u;
    Word {
        v: driven,
        u: u32::MAX,
    }
}

impl Behave for Transistor {
    fn longest_delay(&self) -> u32 {
        DELAY
    }

    fn evaluate<I: Io>(&self, _: &mut State, io: &mut I) {
        let (input, gate) = (io.get(1), io.get(2));
        let out = if !gate.is_known() {
            doubtful(input).and_mask(self.mask)
        } else if gate == self.open {
            input
        } else {
            Word::floating(self.mask)
        };
        io.set(0, out, DELAY);
    }
}

impl Behave for TransmissionGate {
    fn longest_delay(&self) -> u32 {
        DELAY
    }

    fn evaluate<I: Io>(&self, _: &mut State, io: &mut I) {
        let (input, gates) = (io.get(1), (io.get(2), io.get(3)));
        let out = match gates {
            (Word::ZERO, Word::ONE) => input,
            (Word::ONE, Word::ZERO) => Word::floating(self.mask),
            _ => doubtful(input).and_mask(self.mask),
        };
        io.set(0, out, DELAY);
    }
}

fn picture(sketch: &mut Sketch<'_>) {
    sketch.include_ports();
    let turns = sketch.facing().turns();
    let side = |sketch: &Sketch<'_>, number: usize| {
        let at = sketch.ports[number].location;
        Facing::turn((at.x - sketch.x(), at.y - sketch.y()), 4 - turns)
            .1
            .signum()
    };
    let (input, output) = (sketch.ink(1), sketch.ink(0));
    let gates: Vec<(i32, Ink, bool)> = match sketch.attrs().kind() {
        Kind::Transistor => {
            vec![(
                side(sketch, 2),
                sketch.ink(2),
                sketch.attrs().is("type", "p"),
            )]
        }
        _ => vec![
            (side(sketch, 2), sketch.ink(2), true),
            (side(sketch, 3), sketch.ink(3), false),
        ],
    };
    sketch.east(|sketch| {
        sketch.path("M-40 0H-30", Style::line(input, 3.0));
        sketch.path("M0 0H-10", Style::line(output, 3.0));
        for (side, ink, inverted) in gates {
            channel(sketch, side, ink, inverted);
        }
        sketch.path("M-22 -3L-18 0L-22 3", Style::line(GREY, 1.0));
    });
    sketch.dots();
}

/// One gate and the channel under it.
fn channel(sketch: &mut Sketch<'_>, side: i32, ink: Ink, inverted: bool) {
    let (near, plate) = (9 * side, 13 * side);
    sketch.path(format!("M-30 0V{near}H-10V0"), Style::THIN);
    sketch.path(format!("M-30 {plate}H-10"), Style::line(ink, 2.0));
    let from = if inverted { 17 * side } else { plate };
    sketch.path(format!("M-20 {}V{from}", 20 * side), Style::line(ink, 3.0));
    if inverted {
        sketch.circle((-20.0, f64::from(15 * side)), 2.0, Style::THIN);
    }
}
