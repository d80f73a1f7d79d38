//! Which places of a circuit are connected by wires and tunnels.
//!
//! A wire connects every port and wire end that lies on it, ends included. Off the grid, up to 2 beside it counts too.
//! What an end is, `runs` says.

use std::collections::{HashMap, HashSet};

use super::runs::Runs;
use super::union::{Stretches, Union};
use crate::project::{Location, Wire};

/// Maximum distance of a place from a wire it touches.
const SLOP: i32 = 2;

pub(super) struct Points {
    pub(super) index: HashMap<Location, u32>,
    pub(super) union: Union,
    /// Places some wire touches.
    pub(super) on_wire: Vec<bool>,
    pub(super) runs: Runs,
}

impl Points {
    pub(super) fn new(ports: impl Iterator<Item = Location>, wires: &[Wire]) -> Points {
        let ports: HashSet<Location> = ports.collect();
        let runs = Runs::new(wires, &ports);
        let mut list: Vec<Location> = ports.into_iter().chain(runs.ends.iter().copied()).collect();
        list.sort_unstable();
        list.dedup();
        let numbered = list.iter().enumerate();
        let mut points = Points {
            index: numbered.map(|(i, &at)| (at, i as u32)).collect(),
            union: Union::new(list.len()),
            on_wire: vec![false; list.len()],
            runs,
        };
        points.join_along(&list);
        points
    }

    /// The number of the places connected by a wire as drawn.
    pub(super) fn root_of_wire(&mut self, number: usize) -> Option<u32> {
        let run = self.runs.of[number]?;
        let end = self.runs.wires[run as usize].from;
        Some(self.union.find(self.index[&end]))
    }

    /// Joins what lies on the runs; a slanted one joins its ends only.
    fn join_along(&mut self, list: &[Location]) {
        let runs = self.runs.wires.clone();
        runs.iter().for_each(|run| self.join_ends(run));
        let (vertical, other): (Vec<&Wire>, Vec<&Wire>) =
            runs.iter().partition(|wire| wire.is_vertical());
        let across = other.into_iter().filter(|wire| wire.from.y == wire.to.y);
        self.sweep(list, &vertical, |at| (at.x, at.y));
        self.sweep(list, &across.collect::<Vec<_>>(), |at| (at.y, at.x));
    }

    /// Joins what lies on the wires of one direction. `key` gives (line, position on it).
    fn sweep(&mut self, list: &[Location], wires: &[&Wire], key: impl Fn(Location) -> (i32, i32)) {
        let mut sorted: Vec<(i32, i32, u32)> = list
            .iter()
            .enumerate()
            .map(|(i, &at)| (key(at).0, key(at).1, i as u32))
            .collect();
        sorted.sort_unstable();
        // Per offset beside the wire: from each place the next one not yet joined to it, so that overlapping wires cost nothing more.
        let mut next: Vec<Stretches> = (0..=2 * SLOP)
            .map(|_| Stretches::new(sorted.len()))
            .collect();
        for wire in wires {
            let ((line, from), (_, to)) = (key(wire.from), key(wire.to));
            let anchor = self.index[&wire.from];
            for offset in -SLOP..=SLOP {
                let row = line.saturating_add(offset);
                let stretches = &mut next[(offset + SLOP) as usize];
                self.join_run(&sorted, stretches, row, (from, to), anchor);
            }
        }
    }

    fn join_ends(&mut self, wire: &Wire) {
        let (a, b) = (self.index[&wire.from], self.index[&wire.to]);
        self.union.join(a, b);
        self.on_wire[a as usize] = true;
        self.on_wire[b as usize] = true;
    }

    /// Joins the places of `row` between `from` and `to` to `anchor`.
    fn join_run(
        &mut self,
        sorted: &[(i32, i32, u32)],
        stretches: &mut Stretches,
        row: i32,
        (from, to): (i32, i32),
        anchor: u32,
    ) {
        let mut at = sorted.partition_point(|&(line, position, _)| (line, position) < (row, from));
        let inside = |at: usize| {
            sorted
                .get(at)
                .is_some_and(|&(line, position, _)| line == row && position <= to)
        };
        if !inside(at) {
            return;
        }
        self.union.join(anchor, sorted[at].2);
        while inside(at) {
            self.on_wire[sorted[at].2 as usize] = true;
            // The end of the run of places already joined to this one.
            let end = stretches.end(at);
            if inside(end + 1) {
                self.union.join(sorted[end].2, sorted[end + 1].2);
                stretches.extend(end);
            }
            at = end + 1;
        }
    }
}
