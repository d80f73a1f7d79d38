//! Gates: the output at the location, the inputs in a row behind it.

use super::Port;
use crate::project::{Facing, Kind, View};

pub(super) fn ports(kind: Kind, attrs: View<'_>) -> Vec<Port> {
    let (facing, width) = (attrs.facing(), attrs.count("width"));
    match kind {
        Kind::Not => one_input(facing.step(-attrs.int("size"), 0), width),
        Kind::Buffer => one_input(facing.step(-20, 0), width),
        Kind::ControlledBuffer => controlled(attrs, 20),
        Kind::ControlledInverter => controlled(attrs, attrs.int("size")),
        _ => many_inputs(kind, attrs),
    }
}

fn one_input(input: (i32, i32), width: u32) -> Vec<Port> {
    vec![Port::output((0, 0), width), Port::input(input, width)]
}

fn controlled(attrs: View<'_>, length: i32) -> Vec<Port> {
    let (facing, width) = (attrs.facing(), attrs.count("width"));
    let side = if attrs.is("control", "left") { -10 } else { 10 };
    let mut ports = one_input(facing.step(-length, 0), width);
    ports.push(Port::input(facing.step(10 - length, side), 1));
    ports
}

fn many_inputs(kind: Kind, attrs: View<'_>) -> Vec<Port> {
    let (width, inputs) = (attrs.count("width"), attrs.int("inputs"));
    let size = attrs.int("size");
    let bubble = 10 * i32::from(matches!(kind, Kind::Nand | Kind::Nor | Kind::Xnor));
    let shield = 10 * i32::from(matches!(kind, Kind::Xor | Kind::Xnor));
    let mut ports = vec![Port::output((0, 0), width)];
    for i in 0..inputs {
        let negated = 10 * i32::from(attrs.flag(&format!("negate{i}")));
        let length = size + bubble + shield + negated;
        ports.push(Port::input(
            input_offset(attrs.facing(), length, sideways(size, inputs, i)),
            width,
        ));
    }
    ports
}

/// The sideways offset is never mirrored: input 0 is on top or on the left in every facing.
fn input_offset(facing: Facing, length: i32, side: i32) -> (i32, i32) {
    match facing {
        Facing::East => (-length, side),
        Facing::West => (length, side),
        Facing::North => (side, length),
        Facing::South => (side, -length),
    }
}

fn sideways(size: i32, inputs: i32, i: i32) -> i32 {
    let (start, step, gap) = match (inputs, size) {
        (..=3, 30) => (-5, 10, 10),
        (3, 70) => (-15, 30, 30),
        (..=3, _) => (-10, 20, 20),
        (4, 70) => (-5, 20, 0),
        _ => (-5, 10, 10),
    };
    if inputs % 2 == 1 {
        start * (inputs - 1) + step * i
    } else {
        let over_the_gap = if i >= inputs / 2 { gap } else { 0 };
        start * inputs + step * i + over_the_gap
    }
}
