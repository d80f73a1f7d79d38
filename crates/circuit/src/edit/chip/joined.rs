//! Connecting a net to its pin: by wires where there is a path, by tunnels elsewhere.

use std::collections::BTreeMap;

use super::super::moving::Nets;
use super::super::route::{Field, Goal};
use super::super::{Clip, NewPart, PartKind};
use super::{Boundary, Half};
use crate::project::{Kind, Location, Wire};

/// A pin of the new circuit.
pub(super) fn pin_attributes(one: &Boundary) -> Vec<(&str, &str)> {
    let mut attributes = vec![("label", one.name.as_str())];
    if one.output {
        attributes.extend([("facing", "west"), ("output", "true")]);
    } else {
        attributes.push(("tristate", "false"));
    }
    if let Some(width) = WIDTHS.get(one.width as usize).filter(|_| one.width > 1) {
        attributes.push(("width", width));
    }
    attributes
}

const WIDTHS: [&str; 33] = [
    "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16",
    "17", "18", "19", "20", "21", "22", "23", "24", "25", "26", "27", "28", "29", "30", "31", "32",
];

/// A tunnel of a net that no wire reaches.
pub(super) fn tunnel(one: &Boundary, at: Location) -> NewPart {
    let attrs = [
        ("label", one.tunnel.clone()),
        ("width", one.width.to_string()),
    ];
    NewPart {
        what: PartKind::Builtin(Kind::Tunnel),
        location: at,
        attrs: attrs.map(|(name, value)| (name.to_string(), value)).into(),
    }
}

/// The connections between the pieces of a net and its pin.
#[derive(Default)]
pub(super) struct Joined {
    pub(super) wires: Vec<Wire>,
    pub(super) tunnels: Vec<Location>,
}

impl Joined {
    pub(super) fn ends(&self) -> impl Iterator<Item = Location> {
        self.wires.iter().flat_map(Wire::ends)
    }

    pub(super) fn add_tunnels(&self, clip: &mut Clip, one: &Boundary) {
        for &at in &self.tunnels {
            let width = WIDTHS[one.width.min(32) as usize];
            clip.add_part(
                Kind::Tunnel,
                at,
                &[("label", &one.tunnel), ("width", width)],
            );
        }
    }
}

/// Connects every piece of a net to its pin.
pub(super) fn join(
    field: &mut Field,
    one: &Boundary,
    half: &Half,
    standing: &[Wire],
    pin: Location,
) -> Joined {
    let net = one.bundle.0 as usize;
    let mut joined = Joined::default();
    let mut groups = Nets::new(standing.iter().chain(&half.tunnels));
    let mut pieces: BTreeMap<usize, Location> = BTreeMap::new();
    for &port in &half.ports {
        let here = groups.of(port);
        let nearest = pieces.entry(here).or_insert(port);
        if distance(port, pin) < distance(*nearest, pin) {
            *nearest = port;
        }
    }
    let own = groups.of(pin);
    let mut reached: Vec<Wire> = Vec::new();
    let mut pieces: Vec<(usize, Location)> = pieces
        .into_iter()
        .filter(|(group, _)| *group != own)
        .collect();
    pieces.sort_by_key(|(_, at)| distance(*at, pin));
    for (group, at) in pieces {
        let goal = Goal {
            place: pin,
            wires: reached.clone(),
            old: Vec::new(),
        };
        match field.route(at, &goal, net) {
            Some(path) => {
                path.iter().for_each(|wire| field.add_wire(wire, net));
                reached.extend(&path);
                reached.extend(standing.iter().filter(|wire| groups.of(wire.from) == group));
                joined.wires.extend(path);
            }
            None => joined.tunnels.push(at),
        }
    }
    if !joined.tunnels.is_empty() {
        joined.tunnels.push(pin);
    }
    joined
}

fn distance(a: Location, b: Location) -> i32 {
    (a.x - b.x).abs() + (a.y - b.y).abs()
}
