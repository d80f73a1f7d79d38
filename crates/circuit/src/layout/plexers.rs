//! Multiplexers, demultiplexers, decoders, priority encoders and bit selectors.

use super::Port;
use crate::project::{Facing, Kind, View};

pub(super) fn ports(kind: Kind, attrs: View<'_>) -> Vec<Port> {
    match kind {
        Kind::Multiplexer => multiplexer(attrs, false),
        Kind::Demultiplexer => multiplexer(attrs, true),
        Kind::Decoder => decoder(attrs),
        Kind::PriorityEncoder => priority_encoder(attrs),
        Kind::BitSelector => bit_selector(attrs),
        _ => Vec::new(),
    }
}

/// A row of `n` ports `depth` away on the side the part looks away from (multiplexer) or to.
fn row(facing: Facing, n: i32, i: i32, away: bool) -> (i32, i32) {
    let (depth, along) = if n == 2 {
        (30, -10 + 20 * i)
    } else {
        (40, -10 * (n / 2) + 10 * i)
    };
    let depth = if away { depth } else { -depth };
    match facing {
        Facing::East => (depth, along),
        Facing::West => (-depth, along),
        Facing::North => (along, -depth),
        Facing::South => (along, depth),
    }
}

fn multiplexer(attrs: View<'_>, demux: bool) -> Vec<Port> {
    let facing = attrs.facing();
    let (select, width) = (attrs.count("select"), attrs.count("width"));
    let n = 1i32 << select;
    let toward = if demux { 20 } else { -20 };
    let far = if n == 2 { 20 } else { 10 * (n / 2) };
    let far = if attrs.is("selloc", "tr") { -far } else { far };
    let select_at = match facing {
        Facing::East => (toward, far),
        Facing::West => (-toward, far),
        Facing::North => (-far, -toward),
        Facing::South => (-far, toward),
    };
    let mut ports: Vec<Port> = (0..n)
        .map(|i| {
            let at = row(facing, n, i, demux);
            if demux {
                Port::output(at, width)
            } else {
                Port::input(at, width)
            }
        })
        .collect();
    ports.push(Port::input(select_at, select));
    if attrs.flag("enable") {
        let (dx, dy) = facing.step(if demux { -10 } else { 10 }, 0);
        ports.push(Port::input((select_at.0 + dx, select_at.1 + dy), 1));
    }
    ports.push(if demux {
        Port::input((0, 0), width)
    } else {
        Port::output((0, 0), width)
    });
    ports
}

fn decoder(attrs: View<'_>) -> Vec<Port> {
    let facing = attrs.facing();
    let select = attrs.count("select");
    let n = 1i32 << select;
    let bottom_left = attrs.is("selloc", "bl");
    let mut ports: Vec<Port> = (0..n)
        .map(|i| Port::output(decoder_output(facing, n, i, bottom_left), 1))
        .collect();
    ports.push(Port::input((0, 0), select));
    if attrs.flag("enable") {
        ports.push(Port::input(facing.step(-10, 0), 1));
    }
    ports
}

fn decoder_output(facing: Facing, n: i32, i: i32, bottom_left: bool) -> (i32, i32) {
    let sideways = matches!(facing, Facing::East | Facing::West);
    // On a standing part the outputs lie above for bl, on a lying one to the right.
    let before = bottom_left == sideways;
    let (depth, along) = match (n, before) {
        (2, true) => (10, -30 + 20 * i),
        (2, false) => (10, 10 + 20 * i),
        (_, true) => (20, -10 * n + 10 * i),
        (_, false) => (20, 10 * i),
    };
    match facing {
        Facing::East => (depth, along),
        Facing::West => (-depth, along),
        Facing::South => (along, depth),
        Facing::North => (along, -depth),
    }
}

fn priority_encoder(attrs: View<'_>) -> Vec<Port> {
    let select = attrs.count("select");
    let n = 1i32 << select;
    let start = -5 * n + 10;
    let place = |depth: i32, along: i32| match attrs.facing() {
        Facing::East => (-depth, along),
        Facing::West => (depth, along),
        Facing::North => (along, depth),
        Facing::South => (along, -depth),
    };
    let mut ports: Vec<Port> = (0..n)
        .map(|i| Port::input(place(40, start + 10 * i), 1))
        .collect();
    ports.push(Port::output((0, 0), select));
    ports.push(Port::input(place(20, start + 10 * n), 1));
    ports.push(Port::output(place(20, start - 10), 1));
    ports.push(Port::output(place(0, 10), 1));
    ports
}

fn bit_selector(attrs: View<'_>) -> Vec<Port> {
    let facing = attrs.facing();
    let (width, group) = (attrs.count("width"), attrs.count("group"));
    let select_at = match facing {
        Facing::East | Facing::North => (-10, 10),
        Facing::West => (10, 10),
        Facing::South => (-10, -10),
    };
    vec![
        Port::output((0, 0), group),
        Port::input(facing.step(-30, 0), width),
        Port::input(select_at, bit_selector_select(width, group)),
    ]
}

fn bit_selector_select(width: u32, group: u32) -> u32 {
    let last = width.div_ceil(group.max(1)) - 1;
    (32 - last.leading_zeros()).max(1)
}
