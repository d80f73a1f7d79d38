//! The ports of a circuit used as a component: by its default box or by the appearance drawn for it.
//!
//! Default box: each pin sits on the edge its wire leaves to, opposite its facing, 10 apart.
//!
//! ```text
//!          pins facing south
//!             ┌─┴─┴─┐
//!   pins   ───┤     ├─── pins
//!   facing    │     │    facing
//!   east   ───┤     │    west
//!             └──┬──┘
//!          pins facing north
//! ```

use std::collections::BTreeMap;

use super::{Direction, Kind};
use crate::project::{Circuit, Component, Facing, Location};

/// A port of a sub-circuit: where it is and which inner pin it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SubPort {
    pub dx: i32,
    pub dy: i32,
    pub width: u32,
    /// `In` leads into the sub-circuit.
    pub direction: Direction,
    /// Index of the pin in the inner circuit's components.
    pub pin: usize,
}

/// The ports of `circuit` when `user` places it, in Logisim's order: by x, then y, after turning.
pub fn subcircuit_ports(circuit: &Circuit, user: &Component) -> Vec<SubPort> {
    let (offsets, anchor_facing) = match &circuit.appearance {
        Some(appearance) => (drawn(circuit), appearance.anchor_facing),
        None => (boxed(circuit), Facing::East),
    };
    let default_facing = if user.from_library {
        anchor_facing
    } else {
        Facing::East
    };
    let facing = user
        .attrs
        .explicit("facing")
        .and_then(Facing::parse)
        .unwrap_or(default_facing);
    let turns = facing.turns() + 4 - anchor_facing.turns();
    let turned: BTreeMap<(i32, i32), usize> = offsets
        .into_iter()
        .map(|(at, pin)| (Facing::turn(at, turns), pin))
        .collect();
    turned
        .into_iter()
        .map(|(at, pin)| sub_port(circuit, at, pin))
        .collect()
}

fn sub_port(circuit: &Circuit, (dx, dy): (i32, i32), pin: usize) -> SubPort {
    let attrs = circuit.components[pin].attrs.of(Kind::Pin);
    let direction = if attrs.flag("output") {
        Direction::Out
    } else {
        Direction::In
    };
    SubPort {
        dx,
        dy,
        width: attrs.count("width"),
        direction,
        pin,
    }
}

type Offset = ((i32, i32), usize);

fn drawn(circuit: &Circuit) -> Vec<Offset> {
    let Some(appearance) = &circuit.appearance else {
        return Vec::new();
    };
    let by_place: BTreeMap<Location, usize> = pins(circuit)
        .map(|(index, pin)| (pin.location, index))
        .collect();
    let anchor = appearance.anchor;
    appearance
        .ports
        .iter()
        .filter_map(|port| {
            let at = (port.at.x - anchor.x, port.at.y - anchor.y);
            by_place.get(&port.pin).map(|&pin| (at, pin))
        })
        .collect()
}

fn pins(circuit: &Circuit) -> impl Iterator<Item = (usize, &Component)> {
    circuit
        .components
        .iter()
        .enumerate()
        .filter(|(_, component)| component.kind() == Some(Kind::Pin))
}

/// The four edges of the default box with their pins in order.
#[derive(Default)]
struct Edges {
    north: Vec<(Location, usize)>,
    south: Vec<(Location, usize)>,
    east: Vec<(Location, usize)>,
    west: Vec<(Location, usize)>,
}

impl Edges {
    fn of(circuit: &Circuit) -> Edges {
        let mut edges = Edges::default();
        for (index, pin) in pins(circuit) {
            let edge = match pin.attrs.of(Kind::Pin).facing() {
                Facing::East => &mut edges.west,
                Facing::West => &mut edges.east,
                Facing::North => &mut edges.south,
                Facing::South => &mut edges.north,
            };
            edge.push((pin.location, index));
        }
        for edge in [&mut edges.north, &mut edges.south] {
            edge.sort_by_key(|(at, _)| (at.x, at.y));
        }
        for edge in [&mut edges.east, &mut edges.west] {
            edge.sort_by_key(|(at, _)| (at.y, at.x));
        }
        edges
    }
}

/// The default box of `circuit` facing east, relative to its anchor: its corner and its size.
pub fn subcircuit_box(circuit: &Circuit) -> ((i32, i32), (i32, i32)) {
    let (_, corner, size) = placed(circuit);
    (corner, size)
}

fn boxed(circuit: &Circuit) -> Vec<Offset> {
    placed(circuit).0
}

/// The pins of the default box, its corner relative to the anchor, and its size.
fn placed(circuit: &Circuit) -> (Vec<Offset>, (i32, i32), (i32, i32)) {
    let edges = Edges::of(circuit);
    let [north, south, east, west] =
        [&edges.north, &edges.south, &edges.east, &edges.west].map(|edge| edge.len() as i32);
    let (across, down) = (north.max(south), east.max(west));
    let (width, height) = (extent(across, down), extent(down, across));
    let mut offsets: Vec<Offset> = Vec::new();
    let mut place = |edge: &[(Location, usize)], at: &dyn Fn(i32) -> (i32, i32)| {
        offsets.extend(
            edge.iter()
                .enumerate()
                .map(|(i, &(_, pin))| (at(10 * i as i32), pin)),
        );
    };
    // East, north, west, south: the first pin placed is the anchor.
    let (east_at, north_at) = (first_pin(east, west, across), first_pin(north, south, down));
    let (west_at, south_at) = (first_pin(west, east, across), first_pin(south, north, down));
    place(&edges.east, &|i| (width, east_at + i));
    place(&edges.north, &|i| (north_at + i, 0));
    place(&edges.west, &|i| (0, west_at + i));
    place(&edges.south, &|i| (south_at + i, height));
    let anchor = offsets.first().map_or((0, 0), |&(at, _)| at);
    for (at, _) in &mut offsets {
        *at = (at.0 - anchor.0, at.1 - anchor.1);
    }
    (offsets, (-anchor.0, -anchor.1), (width, height))
}

fn extent(pins: i32, others: i32) -> i32 {
    match (pins, others) {
        (..3, _) => 30,
        (_, 0) => 10 * pins,
        _ => 10 * pins + 10,
    }
}

fn first_pin(pins: i32, opposite: i32, others: i32) -> i32 {
    let most = pins.max(opposite);
    let base = match (most, others) {
        (..=1, 0) => 15,
        (..=2, _) => 10,
        (_, 0) => 5,
        _ => 10,
    };
    base + 10 * ((most - pins) / 2)
}
