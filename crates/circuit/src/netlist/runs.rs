//! Wires as Logisim reads them: straight runs, and the places where they end.
//!
//! A place where nothing ends connects nothing, and two pieces of one straight wire do not end where they meet:
//!
//! ```text
//!          │ ends here,                 │ continues, so the two wires
//!   ───────┴─── so it joins      ───────┼─── only cross, however many pieces
//!                                       │ the second is drawn in
//! ```
//!
//! First, where two wires of one direction end and nothing else does, they become one. Then wires that lie on each other
//! become one, cut where a port or another wire ends.

use std::collections::{HashMap, HashSet};

use super::union::Union;
use crate::project::{Location, Wire};

/// A line of the sheet: whether it is vertical, and where.
type Track = (bool, i32);

pub(super) struct Runs {
    /// Each straight run, whole.
    pub(super) wires: Vec<Wire>,
    /// By wire as drawn: its run. `None` for a wire without length.
    pub(super) of: Vec<Option<u32>>,
    /// Where something ends.
    pub(super) ends: Vec<Location>,
}

impl Runs {
    pub(super) fn new(wires: &[Wire], ports: &HashSet<Location>) -> Runs {
        let mut pieces: Vec<Wire> = wires
            .iter()
            .copied()
            .filter(|wire| wire.from != wire.to)
            .collect();
        pieces.sort_unstable_by_key(|wire| (wire.from, wire.to));
        pieces.dedup();
        let (joined, of_piece) = join(&pieces, ports);
        let (runs, of_joined) = overlap(&joined);
        let ends = ends(&joined, &of_joined, &runs, ports);
        let of = wires.iter().map(|wire| {
            let key = (wire.from, wire.to);
            let piece = pieces.binary_search_by_key(&key, |wire| (wire.from, wire.to));
            piece.ok().map(|at| of_joined[of_piece[at] as usize])
        });
        Runs {
            of: of.collect(),
            wires: runs,
            ends,
        }
    }
}

/// The line a wire lies on, and from where to where; none for a slanted one.
fn on_line(wire: &Wire) -> Option<(Track, i32, i32)> {
    match (wire.is_vertical(), wire.from.y == wire.to.y) {
        (true, _) => Some(((true, wire.from.x), wire.from.y, wire.to.y)),
        (_, true) => Some(((false, wire.from.y), wire.from.x, wire.to.x)),
        _ => None,
    }
}

/// Joins wires of one direction where they alone end.
fn join(pieces: &[Wire], ports: &HashSet<Location>) -> (Vec<Wire>, Vec<u32>) {
    let mut at: HashMap<Location, Vec<u32>> = HashMap::new();
    for (number, wire) in pieces.iter().enumerate() {
        for end in [wire.from, wire.to] {
            at.entry(end).or_default().push(number as u32);
        }
    }
    let mut groups = Union::new(pieces.len());
    for (place, here) in &at {
        let &[a, b] = &here[..] else { continue };
        let line = |piece: u32| on_line(&pieces[piece as usize]).map(|(line, ..)| line);
        if line(a).is_some() && line(a) == line(b) && !ports.contains(place) {
            groups.join(a, b);
        }
    }
    spans(pieces, &mut groups)
}

/// Joins wires that lie on each other.
fn overlap(joined: &[Wire]) -> (Vec<Wire>, Vec<u32>) {
    let lines = joined.iter().enumerate().filter_map(|(number, wire)| {
        let (line, from, to) = on_line(wire)?;
        Some((line, from, to, number as u32))
    });
    let mut sorted: Vec<(Track, i32, i32, u32)> = lines.collect();
    sorted.sort_unstable();
    let mut groups = Union::new(joined.len());
    let mut furthest: Option<(Track, i32, u32)> = None;
    for (line, from, to, number) in sorted {
        match furthest {
            Some((same, reach, before)) if same == line && from < reach => {
                groups.join(before, number);
                furthest = Some((line, reach.max(to), number));
            }
            _ => furthest = Some((line, to, number)),
        }
    }
    spans(joined, &mut groups)
}

/// One wire for each group, and which it is for each member.
fn spans(wires: &[Wire], groups: &mut Union) -> (Vec<Wire>, Vec<u32>) {
    let mut number_of_root = HashMap::new();
    let (mut spans, mut of): (Vec<Wire>, Vec<u32>) = (Vec::new(), Vec::new());
    for (number, wire) in wires.iter().enumerate() {
        let next = spans.len() as u32;
        let span = *number_of_root
            .entry(groups.find(number as u32))
            .or_insert(next);
        match spans.get_mut(span as usize) {
            None => spans.push(*wire),
            Some(whole) => {
                whole.from = whole.from.min(wire.from);
                whole.to = whole.to.max(wire.to);
            }
        }
        of.push(span);
    }
    (spans, of)
}

/// The places where something still ends once wires that lie on each other are one: a member's end inside its run is
/// gone, unless something else ends there or cuts another such run.
fn ends(joined: &[Wire], of: &[u32], runs: &[Wire], ports: &HashSet<Location>) -> Vec<Location> {
    let mut members = vec![0u32; runs.len()];
    of.iter().for_each(|&run| members[run as usize] += 1);
    let mut at: HashMap<Location, Vec<u32>> = HashMap::new();
    for (wire, &run) in joined.iter().zip(of) {
        for end in [wire.from, wire.to] {
            at.entry(end).or_default().push(run);
        }
    }
    let merged = Merged::new(runs, &members);
    let is_gone = |(place, here): (&Location, &Vec<u32>)| {
        let run = here[0];
        let inside = place != &runs[run as usize].from && place != &runs[run as usize].to;
        inside
            && here.iter().all(|&other| other == run)
            && !ports.contains(place)
            && !merged.crosses(*place, runs[run as usize].is_vertical())
    };
    let left = at.iter().filter(|&entry| !is_gone(entry));
    left.map(|(place, _)| *place).collect()
}

/// Runs made of several wires, by line.
struct Merged(HashMap<Track, Vec<(i32, i32)>>);

impl Merged {
    fn new(runs: &[Wire], members: &[u32]) -> Merged {
        let mut lines: HashMap<Track, Vec<(i32, i32)>> = HashMap::new();
        for (run, _) in runs.iter().zip(members).filter(|(_, count)| **count > 1) {
            if let Some((line, from, to)) = on_line(run) {
                lines.entry(line).or_default().push((from, to));
            }
        }
        lines.values_mut().for_each(|runs| runs.sort_unstable());
        Merged(lines)
    }

    /// Whether one passes over a place of a run in this direction, across it.
    fn crosses(&self, at: Location, vertical: bool) -> bool {
        let (line, place) = match vertical {
            true => ((false, at.y), at.x),
            false => ((true, at.x), at.y),
        };
        let runs = self.0.get(&line).map_or(&[][..], Vec::as_slice);
        let after = runs.partition_point(|&(from, _)| from < place);
        after > 0 && place < runs[after - 1].1
    }
}
