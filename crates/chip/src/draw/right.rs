//! The right side of a sheet: from the rows in which values end to the pins of the outputs.
//!
//! A pin at the right stands in the row of its value, if those above it leave it that row. All others, and values with
//! several drivers, are reached by risers: vertical wires, each in a column of its own.

use std::collections::{BTreeSet, HashMap};

use super::plan::Source;
use super::rows::{GRID, ROW, up};
use super::sheet::{NORTH, Point, Sheet, half, on_side, room};
use super::trees::Sink;
use crate::chip::{Role, Side};

/// Outputs that are one wire.
struct Group {
    sources: Vec<Source>,
    nets: Vec<usize>,
}

/// A vertical wire between two rows, or from a row to a pin above or below.
struct Riser {
    x: i32,
    from: i32,
    to: i32,
}

/// A pin at the right.
struct East {
    net: usize,
    row: i32,
    /// Nothing else is in its row.
    own_row: bool,
}

struct Right {
    groups: Vec<Group>,
    risers: Vec<Riser>,
    /// The column of the next riser.
    x: i32,
}

/// Draws the pins of the outputs, and those of inputs at the right.
pub(super) fn outputs(sheet: &mut Sheet<'_>, sinks: &[Sink], bottom: i32) {
    let mut right = Right {
        groups: groups(sinks),
        risers: Vec::new(),
        x: sheet.right + GRID,
    };
    let east = right.east(sheet);
    right.join_drivers(sheet);
    right.reach_own_rows(sheet, &east);
    let lowest = east.iter().map(|pin| pin.row).max().unwrap_or(0);
    right.above_and_below(sheet, bottom.max(lowest));
    right.draw(sheet, &east);
    right.west(sheet);
}

fn groups(sinks: &[Sink]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for sink in sinks {
        match groups
            .iter_mut()
            .find(|group| group.sources == sink.sources)
        {
            Some(group) => group.nets.push(sink.net),
            None => groups.push(Group {
                sources: sink.sources.clone(),
                nets: vec![sink.net],
            }),
        }
    }
    groups
}

impl Right {
    /// The rows of everything that drives an output.
    fn rows(&self, sheet: &Sheet<'_>, net: usize) -> Vec<i32> {
        let group = self.groups.iter().find(|group| group.nets.contains(&net));
        let sources = group.map_or(&[][..], |group| &group.sources);
        let ends = sources.iter().filter_map(|source| sheet.ends.get(source));
        ends.map(|at| at.1).collect()
    }

    /// From top to bottom, each in a row of its value if the order allows.
    fn east(&self, sheet: &mut Sheet<'_>) -> Vec<East> {
        let mut last = sheet.top - ROW;
        let mut pins = Vec::new();
        for net in on_side(sheet.chip, Side::East) {
            let rows = self.rows(sheet, net).into_iter();
            let row = rows.filter(|&row| row >= last + ROW).min();
            let own_row = row.is_none();
            let row = row.unwrap_or_else(|| sheet.free_row(last + ROW));
            sheet.rows.insert(row);
            last = row;
            pins.push(East { net, row, own_row });
        }
        pins
    }

    fn rise(&mut self, from: i32, to: i32) {
        self.risers.push(Riser {
            x: self.x,
            from,
            to,
        });
        self.x += GRID;
    }

    /// Several drivers of one wire meet.
    fn join_drivers(&mut self, sheet: &Sheet<'_>) {
        let firsts: Vec<usize> = self.groups.iter().map(|group| group.nets[0]).collect();
        for net in firsts {
            for pair in self.rows(sheet, net).windows(2) {
                self.rise(pair[0], pair[1]);
            }
        }
    }

    fn reach_own_rows(&mut self, sheet: &Sheet<'_>, east: &[East]) {
        for pin in east.iter().filter(|pin| pin.own_row) {
            if let Some(&from) = self.rows(sheet, pin.net).first() {
                self.rise(from, pin.row);
            }
        }
    }

    fn above_and_below(&mut self, sheet: &mut Sheet<'_>, bottom: i32) {
        for (side, y) in [(Side::North, NORTH - 3 * GRID), (Side::South, bottom + ROW)] {
            let mut free = 0;
            for net in on_side(sheet.chip, side) {
                let Some(&from) = self.rows(sheet, net).first() else {
                    continue;
                };
                let half = half(sheet.chip, net);
                self.x = self.x.max(up(free + half));
                free = self.x + half + GRID;
                sheet.pin(net, (self.x, y), side);
                self.rise(from, y);
            }
        }
    }

    fn draw(&self, sheet: &mut Sheet<'_>, east: &[East]) {
        // By row: how far its wire extends.
        let mut reaches: HashMap<i32, i32> = HashMap::new();
        for riser in &self.risers {
            sheet.wire((riser.x, riser.from), (riser.x, riser.to));
            for row in [riser.from, riser.to] {
                let reach = reaches.entry(row).or_insert(riser.x);
                *reach = riser.x.max(*reach);
            }
        }
        let inputs = east.iter().map(|pin| &sheet.chip.nets[pin.net]);
        let inputs = inputs.filter(|net| net.role == Role::Input);
        let labels = inputs.map(|net| room(&net.name) + GRID).max();
        let x = up(self.x + GRID + labels.unwrap_or(0));
        let mut own_rows = BTreeSet::new();
        for pin in east {
            sheet.pin(pin.net, (x, pin.row), Side::East);
            let net = &sheet.chip.nets[pin.net];
            if net.role == Role::Input {
                let at = (x - GRID, pin.row);
                sheet.wire(at, (x, pin.row));
                sheet.tunnel(&net.name, net.width, at, "east");
            } else if pin.own_row {
                let from = self.risers.iter().find(|riser| riser.to == pin.row);
                sheet.wire((from.map_or(x, |riser| riser.x), pin.row), (x, pin.row));
                own_rows.insert(pin.row);
            } else {
                reaches.insert(pin.row, x);
            }
        }
        let mut ends: Vec<Point> = sheet.ends.values().copied().collect();
        ends.sort_unstable();
        for (x, row) in ends {
            if let Some(&to) = reaches.get(&row)
                && !own_rows.contains(&row)
            {
                sheet.wire((x, row), (to, row));
            }
        }
    }

    /// Outputs at the left take their value from a tunnel.
    fn west(&self, sheet: &mut Sheet<'_>) {
        let chip = sheet.chip;
        for group in &self.groups {
            let first = group.sources.first();
            let Some(&at) = first.and_then(|source| sheet.ends.get(source)) else {
                continue;
            };
            let west = group.nets.iter().map(|&net| &chip.nets[net]);
            let west = west.filter(|net| net.side == Some(Side::West));
            for (number, net) in west.enumerate() {
                let to = (at.0 + GRID + 2 * GRID * number as i32, at.1);
                sheet.wire(at, to);
                sheet.tunnel(&net.name, net.width, to, "west");
            }
        }
    }
}
