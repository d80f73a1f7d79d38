//! Arithmetic: operands on the left, the result at the location. No part of it can be turned.

use super::Port;
use crate::project::{Kind, View};

pub(super) fn ports(kind: Kind, attrs: View<'_>) -> Vec<Port> {
    let width = attrs.count("width");
    match kind {
        Kind::Adder | Kind::Subtractor => two_operands(width, 1),
        Kind::Multiplier | Kind::Divider => two_operands(width, width),
        Kind::Negator => vec![Port::input((-40, 0), width), Port::output((0, 0), width)],
        Kind::Comparator => vec![
            Port::input((-40, -10), width),
            Port::input((-40, 10), width),
            Port::output((0, -10), 1),
            Port::output((0, 0), 1),
            Port::output((0, 10), 1),
        ],
        Kind::Shifter => vec![
            Port::input((-40, -10), width),
            Port::input((-40, 10), shift_width(width)),
            Port::output((0, 0), width),
        ],
        Kind::BitAdder => bit_adder(width, attrs.int("inputs")),
        Kind::BitFinder => vec![
            Port::output((-20, 20), 1),
            Port::output((0, 0), bit_length(width.saturating_sub(1)).max(1)),
            Port::input((-40, 0), width),
        ],
        _ => Vec::new(),
    }
}

fn two_operands(width: u32, extra: u32) -> Vec<Port> {
    vec![
        Port::input((-40, -10), width),
        Port::input((-40, 10), width),
        Port::output((0, 0), width),
        Port::input((-20, -20), extra),
        Port::output((-20, 20), extra),
    ]
}

fn bit_adder(width: u32, inputs: i32) -> Vec<Port> {
    let top = -10 * ((inputs - 1) / 2);
    let mut ports = vec![Port::output((0, 0), bit_length(width * inputs as u32))];
    for i in 0..inputs {
        let dy = if inputs == 2 {
            -10 + 20 * i
        } else {
            top + 10 * i
        };
        ports.push(Port::input((-40, dy), width));
    }
    ports
}

/// Bits of the distance: enough for every shift below the width.
pub(crate) fn shift_width(width: u32) -> u32 {
    bit_length(width.saturating_sub(1)).max(1)
}

/// Bits needed to write `n`.
pub(crate) fn bit_length(n: u32) -> u32 {
    32 - n.leading_zeros()
}
