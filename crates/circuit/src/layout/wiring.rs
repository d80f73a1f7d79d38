//! Wiring: mostly one port at the location; splitters, transistors and the bit extender have more.

use super::Port;
use crate::project::{Facing, Kind, View};

pub(super) fn ports(kind: Kind, attrs: View<'_>) -> Vec<Port> {
    let width = || attrs.count("width");
    match kind {
        Kind::Splitter => splitter(attrs),
        Kind::Pin if attrs.flag("output") => vec![Port::input((0, 0), width())],
        Kind::Pin | Kind::Constant | Kind::Power | Kind::Ground => {
            vec![Port::output((0, 0), width())]
        }
        Kind::Clock => vec![Port::output((0, 0), 1)],
        Kind::Probe => vec![Port::input((0, 0), 0)],
        Kind::Tunnel => vec![Port::inout((0, 0), width())],
        Kind::PullResistor => vec![Port::inout((0, 0), 0)],
        Kind::Transistor => transistor(attrs, width()),
        Kind::TransmissionGate => transmission_gate(attrs, width()),
        Kind::BitExtender => bit_extender(attrs),
        _ => Vec::new(),
    }
}

fn bit_extender(attrs: View<'_>) -> Vec<Port> {
    let mut ports = vec![
        Port::output((0, 0), attrs.count("out_width")),
        Port::input((-40, 0), attrs.count("in_width")),
    ];
    if attrs.is("type", "input") {
        ports.push(Port::input((-20, -20), 1));
    }
    ports
}

/// The side of the gate is fixed on the sheet: top or left, bottom or right.
fn gate_side(facing: Facing, top_left: bool) -> i32 {
    let left_hand = matches!(facing, Facing::East | Facing::North);
    if top_left == left_hand { -20 } else { 20 }
}

fn transistor(attrs: View<'_>, width: u32) -> Vec<Port> {
    let facing = attrs.facing();
    let side = gate_side(facing, attrs.is("gate", "tl"));
    vec![
        Port::output((0, 0), width),
        Port::input(facing.step(-40, 0), width),
        Port::input(facing.step(-20, side), 1),
    ]
}

fn transmission_gate(attrs: View<'_>, width: u32) -> Vec<Port> {
    let facing = attrs.facing();
    let side = gate_side(facing, attrs.is("gate", "tl"));
    vec![
        Port::output((0, 0), width),
        Port::input(facing.step(-40, 0), width),
        Port::input(facing.step(-20, side), 1),
        Port::input(facing.step(-20, -side), 1),
    ]
}

/// For every bit of the combined end the split end it goes to, or `None`.
pub fn splitter_ends(attrs: View<'_>) -> Vec<Option<u32>> {
    let (fanout, incoming) = (attrs.count("fanout"), attrs.count("incoming"));
    (0..incoming)
        .map(|bit| {
            let spread = spread(fanout, incoming, bit);
            match attrs.explicit(&format!("bit{bit}")) {
                Some("none") => None,
                Some(text) => Some(
                    text.parse()
                        .ok()
                        .filter(|&end| end < fanout)
                        .unwrap_or(spread),
                ),
                None if bit < fanout => Some(bit),
                None => Some(spread),
            }
        })
        .collect()
}

/// Where a high bit goes if the file does not say: each end takes an even share, the lower ends one more.
fn spread(fanout: u32, incoming: u32, bit: u32) -> u32 {
    if fanout >= incoming {
        return bit;
    }
    let (share, longer) = (incoming / fanout, incoming % fanout);
    let in_longer_ends = longer * (share + 1);
    if bit < in_longer_ends {
        bit / (share + 1)
    } else {
        longer + (bit - in_longer_ends) / share
    }
}

fn splitter(attrs: View<'_>) -> Vec<Port> {
    let ends = splitter_ends(attrs);
    let fanout = attrs.int("fanout");
    let mut ports = vec![Port::inout((0, 0), ends.len() as u32)];
    for end in 0..fanout {
        let width = ends.iter().filter(|&&to| to == Some(end as u32)).count() as u32;
        ports.push(Port::inout(splitter_end(attrs, fanout, end), width));
    }
    ports
}

fn splitter_end(attrs: View<'_>, fanout: i32, end: i32) -> (i32, i32) {
    let hand = match attrs.text("appear") {
        "right" => 1,
        "left" => -1,
        _ => 0,
    };
    let facing = attrs.facing();
    let sign = if matches!(facing, Facing::East | Facing::North) {
        1
    } else {
        -1
    };
    if matches!(facing, Facing::East | Facing::West) {
        let first = match sign * hand {
            0 => -10 * (fanout / 2),
            1 => 10,
            _ => -10 * fanout,
        };
        (20 * sign, first + 10 * end)
    } else {
        let first = match sign * hand {
            0 => 10 * ((fanout + 1) / 2 - 1),
            -1 => -10,
            _ => 10 * fanout,
        };
        (first - 10 * end, -20 * sign)
    }
}
