//! Memory: flip-flops, registers, counters, shift registers, random generators, RAM and ROM.

use super::Port;
use crate::project::{Kind, View};

pub(super) fn ports(kind: Kind, attrs: View<'_>) -> Vec<Port> {
    let width = attrs.count("width");
    match kind {
        Kind::DFlipFlop | Kind::TFlipFlop => flip_flop(&[(-40, 20)], (-40, 0)),
        Kind::JkFlipFlop | Kind::SrFlipFlop => flip_flop(&[(-40, 0), (-40, 20)], (-40, 10)),
        Kind::Register => vec![
            Port::output((0, 0), width),
            Port::input((-30, 0), width),
            Port::input((-20, 20), 1),
            Port::input((-10, 20), 1),
            Port::input((-30, 10), 1),
        ],
        Kind::Counter => vec![
            Port::output((0, 0), width),
            Port::input((-30, 0), width),
            Port::input((-20, 20), 1),
            Port::input((-10, 20), 1),
            Port::input((-30, -10), 1),
            Port::input((-30, 10), 1),
            Port::output((0, 10), 1),
        ],
        Kind::Random => vec![
            Port::output((0, 0), width),
            Port::input((-30, -10), 1),
            Port::input((-30, 10), 1),
            Port::input((-20, 20), 1),
        ],
        Kind::ShiftRegister => shift_register(attrs, width),
        Kind::Ram => ram(attrs),
        Kind::Rom => addressed(attrs),
        _ => Vec::new(),
    }
}

/// Port order: inputs, clock, Q, not Q, clear, preset, enable.
fn flip_flop(inputs: &[(i32, i32)], clock: (i32, i32)) -> Vec<Port> {
    let mut ports: Vec<Port> = inputs.iter().map(|&at| Port::input(at, 1)).collect();
    ports.push(Port::input(clock, 1));
    ports.push(Port::output((0, 0), 1));
    ports.push(Port::output((0, 20), 1));
    ports.push(Port::input((-10, 30), 1));
    ports.push(Port::input((-30, 30), 1));
    ports.push(Port::input((-20, 30), 1));
    ports
}

fn shift_register(attrs: View<'_>, width: u32) -> Vec<Port> {
    let (length, parallel) = (attrs.int("length"), attrs.flag("parallel"));
    let end = if parallel { 20 + 10 * length } else { 30 };
    let mut ports = vec![
        Port::input((0, 0), width),
        Port::input((0, -10), 1),
        Port::input((0, 10), 1),
        Port::input((10, 20), 1),
        Port::output((end, 0), width),
    ];
    if parallel {
        ports.push(Port::input((10, -20), 1));
        for i in 0..length {
            ports.push(Port::input((20 + 10 * i, -20), width));
            ports.push(Port::output((20 + 10 * i, 20), width));
        }
    }
    ports
}

/// Data, address and chip select, which RAM and ROM share.
fn addressed(attrs: View<'_>) -> Vec<Port> {
    vec![
        Port::inout((0, 0), attrs.count("dataWidth")),
        Port::input((-140, 0), attrs.count("addrWidth")),
        Port::input((-90, 40), 1),
    ]
}

fn ram(attrs: View<'_>) -> Vec<Port> {
    let mut ports = addressed(attrs);
    ports.push(Port::input((-50, 40), 1));
    ports.push(Port::input((-30, 40), 1));
    if !attrs.is("bus", "asynch") {
        ports.push(Port::input((-70, 40), 1));
    }
    if attrs.is("bus", "separate") {
        ports.push(Port::input((-110, 40), 1));
        ports.push(Port::input((-140, 20), attrs.count("dataWidth")));
    }
    ports
}
