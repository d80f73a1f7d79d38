//! How Logisim repairs wires after every change and when it opens a file.
//!
//! Things *end* at a place: wires, and the ports of components. In this order:
//!
//! 1. Join: where exactly two wires of one direction end and nothing else, they become one.
//! 2. Overlap: wires on one line that share more than a place become one run, cut again at every place inside it
//!    where a port or another wire ends.
//! 3. Cut: every wire is cut at each port and each wire end inside it.
//!
//! This is not a canonical form: the order matters, and a second repair may change something again.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::project::{Location, Wire};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Axis {
    Across,
    Down,
    /// Neither: Logisim leaves such wires as they are.
    Slanted,
}

impl Wire {
    fn axis(&self) -> Axis {
        match (self.from.x == self.to.x, self.from.y == self.to.y) {
            (_, true) => Axis::Across,
            (true, _) => Axis::Down,
            _ => Axis::Slanted,
        }
    }

    /// The line it lies on and from where to where on it.
    fn on_line(&self) -> (Line, i32, i32) {
        match self.axis() {
            Axis::Down => ((Axis::Down, self.from.x), self.from.y, self.to.y),
            axis => ((axis, self.from.y), self.from.x, self.to.x),
        }
    }

    pub(super) fn ends(&self) -> [Location; 2] {
        [self.from, self.to]
    }

    /// Whether a place lies on it, ends included.
    pub(super) fn contains(&self, at: Location) -> bool {
        match self.axis() {
            Axis::Slanted => self.ends().contains(&at),
            _ => {
                (self.from.x..=self.to.x).contains(&at.x)
                    && (self.from.y..=self.to.y).contains(&at.y)
            }
        }
    }

    pub(super) fn length(&self) -> i32 {
        (self.to.x - self.from.x).abs() + (self.to.y - self.from.y).abs()
    }
}

type Line = (Axis, i32);

fn wire_on((axis, line): Line, from: i32, to: i32) -> Wire {
    let place = |at| match axis {
        Axis::Down => Location::new(line, at),
        _ => Location::new(at, line),
    };
    Wire::new(place(from), place(to))
}

/// The wires as Logisim would have them, sorted. `ports` are the places of all ports.
pub(super) fn repair(
    wires: impl IntoIterator<Item = Wire>,
    ports: &BTreeSet<Location>,
) -> Vec<Wire> {
    let wires: BTreeSet<Wire> = wires
        .into_iter()
        .filter(|wire| wire.from != wire.to)
        .collect();
    let joined = join(&wires, ports);
    let merged = overlap(&joined, ports);
    cut(&merged, ports).into_iter().collect()
}

/// How many wires end at each place.
fn count_ends<'a>(wires: impl IntoIterator<Item = &'a Wire>) -> HashMap<Location, u32> {
    let mut ends = HashMap::new();
    for wire in wires {
        for end in wire.ends() {
            *ends.entry(end).or_insert(0) += 1;
        }
    }
    ends
}

fn join(wires: &BTreeSet<Wire>, ports: &BTreeSet<Location>) -> BTreeSet<Wire> {
    let list: Vec<Wire> = wires.iter().copied().collect();
    let mut at_place: HashMap<Location, Vec<usize>> = HashMap::new();
    for (number, wire) in list.iter().enumerate() {
        for end in wire.ends() {
            at_place.entry(end).or_default().push(number);
        }
    }
    let mut group: Vec<usize> = (0..list.len()).collect();
    for (place, here) in &at_place {
        let &[a, b] = &here[..] else { continue };
        let axis = list[a].axis();
        if axis == list[b].axis() && axis != Axis::Slanted && !ports.contains(place) {
            let (a, b) = (root(&mut group, a), root(&mut group, b));
            group[a] = b;
        }
    }
    let mut spans: BTreeMap<usize, Wire> = BTreeMap::new();
    for (number, wire) in list.iter().enumerate() {
        let root = root(&mut group, number);
        let span = spans.entry(root).or_insert(*wire);
        span.from = span.from.min(wire.from);
        span.to = span.to.max(wire.to);
    }
    spans.into_values().collect()
}

fn root(group: &mut [usize], mut at: usize) -> usize {
    while group[at] != at {
        group[at] = group[group[at]];
        at = group[at];
    }
    at
}

fn overlap(wires: &BTreeSet<Wire>, ports: &BTreeSet<Location>) -> BTreeSet<Wire> {
    let ends = count_ends(wires);
    let mut lines: BTreeMap<Line, Vec<(i32, i32)>> = BTreeMap::new();
    let mut out = BTreeSet::new();
    for wire in wires {
        match wire.on_line() {
            ((Axis::Slanted, _), ..) => {
                out.insert(*wire);
            }
            (line, from, to) => lines.entry(line).or_default().push((from, to)),
        }
    }
    let mut stops: Option<BTreeMap<Line, Vec<i32>>> = None;
    for (line, mut spans) in lines {
        spans.sort_unstable();
        for group in groups(&spans) {
            if let &[(from, to)] = group {
                out.insert(wire_on(line, from, to));
                continue;
            }
            let stops = stops.get_or_insert_with(|| by_line(ends.keys().chain(ports)));
            out.extend(run(line, group, stops, |place| {
                let own = group
                    .iter()
                    .map(|&(from, to)| wire_on(line, from, to))
                    .filter(|wire| wire.ends().contains(&place));
                ports.contains(&place)
                    || ends
                        .get(&place)
                        .is_some_and(|&all| all as usize > own.count())
            }));
        }
    }
    out
}

/// Runs of spans, sorted, that share more than a place with those before them.
fn groups(spans: &[(i32, i32)]) -> Vec<&[(i32, i32)]> {
    let (mut groups, mut start) = (Vec::new(), 0);
    let mut reach = i32::MIN;
    for (number, &(from, to)) in spans.iter().enumerate() {
        if number > start && from >= reach {
            groups.push(&spans[start..number]);
            start = number;
            reach = i32::MIN;
        }
        reach = reach.max(to);
    }
    groups.push(&spans[start..]);
    groups
}

/// One run of wires instead of a group, cut where `stops_at` says.
fn run(
    line: Line,
    group: &[(i32, i32)],
    stops: &BTreeMap<Line, Vec<i32>>,
    stops_at: impl Fn(Location) -> bool,
) -> Vec<Wire> {
    let first = group.iter().map(|span| span.0).min().unwrap_or(0);
    let last = group.iter().map(|span| span.1).max().unwrap_or(0);
    let mut wires = Vec::new();
    let mut from = first;
    for stop in inside(stops, line, first, last) {
        let wire = wire_on(line, from, stop);
        if stops_at(wire.to) {
            wires.push(wire);
            from = stop;
        }
    }
    wires.push(wire_on(line, from, last));
    wires
}

/// Places by the lines through them.
fn by_line<'a>(places: impl Iterator<Item = &'a Location>) -> BTreeMap<Line, Vec<i32>> {
    let mut lines: BTreeMap<Line, Vec<i32>> = BTreeMap::new();
    for place in places {
        let across = lines.entry((Axis::Across, place.y));
        across.or_default().push(place.x);
        lines
            .entry((Axis::Down, place.x))
            .or_default()
            .push(place.y);
    }
    for places in lines.values_mut() {
        places.sort_unstable();
        places.dedup();
    }
    lines
}

/// The places strictly between two on a line.
fn inside(lines: &BTreeMap<Line, Vec<i32>>, line: Line, from: i32, to: i32) -> Vec<i32> {
    let places = lines.get(&line).map_or(&[][..], Vec::as_slice);
    let start = places.partition_point(|&place| place <= from);
    let end = places.partition_point(|&place| place < to);
    places.get(start..end).unwrap_or(&[]).to_vec()
}

fn cut(wires: &BTreeSet<Wire>, ports: &BTreeSet<Location>) -> BTreeSet<Wire> {
    let ends = wires.iter().flat_map(Wire::ends);
    let places = ends.chain(ports.iter().copied()).collect();
    split(wires.iter().copied(), &places)
}

/// The wires, each cut at the places inside it.
pub(super) fn split(
    wires: impl IntoIterator<Item = Wire>,
    places: &BTreeSet<Location>,
) -> BTreeSet<Wire> {
    let lines = by_line(places.iter());
    let mut out = BTreeSet::new();
    for wire in wires {
        match wire.on_line() {
            ((Axis::Slanted, _), ..) => {
                out.insert(wire);
            }
            (line, from, to) => out.extend(run(line, &[(from, to)], &lines, |_| true)),
        }
    }
    out
}
