//! I/O: buttons, lights, displays, keyboards and terminals.

use super::Port;
use crate::project::{Kind, View};

const SEGMENTS: [(i32, i32); 8] = [
    (20, 0),
    (30, 0),
    (20, 60),
    (10, 60),
    (0, 60),
    (10, 0),
    (0, 0),
    (30, 60),
];

pub(super) fn ports(kind: Kind, attrs: View<'_>) -> Vec<Port> {
    match kind {
        Kind::Button => vec![Port::output((0, 0), 1)],
        Kind::Led => vec![Port::input((0, 0), 1)],
        Kind::HexDigit => vec![Port::input((0, 0), 4), Port::input((10, 0), 1)],
        Kind::SevenSegment => SEGMENTS.iter().map(|&at| Port::input(at, 1)).collect(),
        Kind::DotMatrix => dot_matrix(attrs),
        Kind::Joystick => {
            let bits = attrs.count("bits");
            vec![Port::output((0, 0), bits), Port::output((0, 10), bits)]
        }
        Kind::Keyboard => vec![
            Port::input((20, 10), 1),
            Port::input((0, 0), 1),
            Port::input((10, 10), 1),
            Port::output((130, 10), 1),
            Port::output((140, 10), 7),
        ],
        Kind::Tty => vec![
            Port::input((20, 10), 1),
            Port::input((0, 0), 1),
            Port::input((10, 10), 1),
            Port::input((0, -10), 7),
        ],
        _ => Vec::new(),
    }
}

fn dot_matrix(attrs: View<'_>) -> Vec<Port> {
    let (columns, rows) = (attrs.count("matrixcols"), attrs.count("matrixrows"));
    match attrs.text("inputtype") {
        "row" => (0..rows)
            .map(|i| Port::input((0, 10 * i as i32), columns))
            .collect(),
        // A single row or column needs no select.
        "select" if rows == 1 => vec![Port::input((0, 0), columns)],
        "select" if columns == 1 => vec![Port::input((0, 0), rows)],
        "select" => vec![Port::input((0, 0), columns), Port::input((0, 10), rows)],
        _ => (0..columns)
            .map(|i| Port::input((10 * i as i32, 0), rows))
            .collect(),
    }
}
