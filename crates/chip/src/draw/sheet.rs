//! The sheet: trees in the middle, pins at their sides.
//!
//! ```text
//!              pins of the north side
//!       │  │                             │
//!   ──┬─┼──┼── tree ──────────────────┬──┼── pins of the east side
//!   ──┼─┴──┼── tree ─────── label     │  │
//!       trunks of inputs           risers to outputs
//! ```
//!
//! An input that is used several times has a trunk; with too many trunks, all have tunnels instead.

use std::collections::{BTreeSet, HashMap};

use circuit::edit::{NewPart, PartKind};
use circuit::project::{Kind, Location, Wire};

use super::plan::{Plan, Source};
use super::right;
use super::rows::{Branch, GRID, Input, Leaf, Node, Placed, ROW, Rows, tracks, up};
use super::shape::{At, Helper, measured};
use super::trees::{Sink, Statement, Tree};
use crate::chip::{Chip, Role, Side};

/// The parts and wires of a sheet under construction.
#[derive(Default)]
pub(super) struct Drawn {
    pub(super) parts: Vec<NewPart>,
    pub(super) wires: Vec<Wire>,
}

/// With more trunks than this, tunnels are clearer.
const MOST_TRUNKS: usize = 6;
/// Room above the trees for pins of the north side.
pub(super) const NORTH: i32 = 80;

/// Distance between pins.
const APART: i32 = 30;

pub(super) type Point = (i32, i32);

pub(super) struct Sheet<'a> {
    pub(super) chip: &'a Chip,
    plan: &'a Plan,
    drawn: Drawn,
    /// By column: where the channel before it begins, and where its parts are.
    columns: Vec<(i32, i32)>,
    /// The rows in which each input is used.
    taps: HashMap<usize, Vec<i32>>,
    /// Rows that are taken.
    pub(super) rows: BTreeSet<i32>,
    /// Where the wire of each wired input becomes free.
    trunks: HashMap<usize, i32>,
    /// Inputs that are tunnels.
    tunnels: BTreeSet<usize>,
    /// Where a source ends at the right: its row and how far it extends.
    pub(super) ends: HashMap<Source, Point>,
    /// Where the first row is.
    pub(super) top: i32,
    /// The rightmost point of the trees.
    pub(super) right: i32,
}

pub(super) fn lay_out(
    chip: &Chip,
    plan: &Plan,
    helpers: &[Helper],
    statements: Vec<Statement>,
    sinks: &[Sink],
) -> Drawn {
    let mut sheet = Sheet {
        chip,
        plan,
        drawn: Drawn::default(),
        columns: Vec::new(),
        taps: HashMap::new(),
        rows: BTreeSet::new(),
        trunks: HashMap::new(),
        tunnels: BTreeSet::new(),
        ends: HashMap::new(),
        top: match on_side(chip, Side::North).is_empty() {
            true => 3 * GRID,
            false => NORTH,
        },
        right: 0,
    };
    let mut top = sheet.top;
    let rows = Rows { plan, helpers };
    let mut placed = Vec::new();
    for statement in statements {
        let (one, bottom) = rows.statement(statement, top);
        placed.push(one);
        top = bottom + GRID;
    }
    for one in &placed {
        sheet.note(&one.node);
        sheet.rows.extend(one.outs.iter().map(|out| out.row));
    }
    let bottom = sheet.inputs(top);
    sheet.set_columns(&placed);
    for one in &placed {
        sheet.statement(one);
    }
    sheet.finish_trunks(bottom);
    right::outputs(&mut sheet, sinks, bottom);
    sheet.drawn
}

impl Sheet<'_> {
    /// Records the rows a tree occupies, and where it needs inputs.
    fn note(&mut self, node: &Node) {
        self.rows.insert(node.row());
        match node {
            Node::Leaf(Leaf {
                tree: Tree::Pin(net),
                row,
                ..
            }) => {
                self.taps.entry(*net).or_default().push(*row);
            }
            Node::Leaf(_) => {}
            Node::Branch(branch) => {
                for input in &branch.inputs {
                    self.note(&input.node);
                }
            }
        }
    }

    pub(super) fn pin(&mut self, net: usize, at: Point, side: Side) {
        let net = &self.chip.nets[net];
        let (facing, label) = looks(side);
        let mut attrs = vec![("facing".to_owned(), facing.to_owned())];
        match net.role {
            Role::Output => attrs.push(("output".to_owned(), "true".to_owned())),
            _ => attrs.push(("tristate".to_owned(), net.floats.to_string())),
        }
        attrs.push(("width".to_owned(), net.width.to_string()));
        attrs.push(("label".to_owned(), net.name.clone()));
        attrs.push(("labelloc".to_owned(), label.to_owned()));
        self.add(Kind::Pin, at, attrs);
    }

    fn add(&mut self, kind: Kind, at: Point, attrs: Vec<(String, String)>) {
        self.drawn.parts.push(NewPart {
            what: PartKind::Builtin(kind),
            location: Location::new(at.0, at.1),
            attrs,
        });
    }

    pub(super) fn tunnel(&mut self, label: &str, width: u32, at: Point, facing: &str) {
        let attrs = tunnel(label, width, facing);
        self.add(Kind::Tunnel, at, attrs);
    }

    pub(super) fn wire(&mut self, from: Point, to: Point) {
        if from != to {
            let end = |(x, y)| Location::new(x, y);
            self.drawn.wires.push(Wire::new(end(from), end(to)));
        }
    }

    /// Places the pins of the inputs; returns the lowest row.
    fn inputs(&mut self, bottom: i32) -> i32 {
        let chip = self.chip;
        let west: Vec<usize> = on_side(chip, Side::West);
        let reach = west.iter().map(|&net| reach(chip, net)).max().unwrap_or(0);
        let pin_x = up(reach + GRID);
        // The row of each pin: its own if the pin is used once and the order allows.
        let several = |net: &usize| self.taps.get(net).is_some_and(|rows| rows.len() > 1);
        let trunks = west.iter().filter(|net| several(net)).count();
        let (mut last, mut lowest) = (self.top - APART, bottom);
        let mut rows = Vec::new();
        for &net in &west {
            let taps = self.taps.get(&net).cloned().unwrap_or_default();
            let own = match taps[..] {
                [row] if row >= last + APART && chip.nets[net].role == Role::Input => Some(row),
                _ => None,
            };
            let row = own.unwrap_or_else(|| self.free_row(last + APART));
            let tunnel =
                own.is_none() && (trunks > MOST_TRUNKS || chip.nets[net].role == Role::Output);
            if tunnel {
                self.tunnels.insert(net);
            }
            self.rows.insert(row);
            last = row;
            lowest = lowest.max(row + ROW);
            rows.push((net, row, own.is_some()));
        }
        let labels = self.tunnels.iter().map(|&net| room(&chip.nets[net].name));
        let mut x = up(pin_x + 2 * GRID + labels.max().map_or(0, |room| room + GRID));
        for (net, row, own) in rows {
            self.pin(net, (pin_x, row), Side::West);
            let name = &chip.nets[net].name;
            match () {
                () if own => {
                    self.trunks.insert(net, pin_x);
                }
                () if self.tunnels.contains(&net) => {
                    self.wire((pin_x, row), (pin_x + GRID, row));
                    self.tunnel(name, chip.nets[net].width, (pin_x + GRID, row), "west");
                }
                () if self.taps.contains_key(&net) => {
                    self.wire((pin_x, row), (x, row));
                    self.taps.entry(net).or_default().push(row);
                    self.trunks.insert(net, x);
                    x += ROW;
                }
                () => {}
            }
        }
        self.trunks_from_above_and_below(x);
        lowest
    }

    /// Pins of the north and the south side stand at the ends of their trunks.
    fn trunks_from_above_and_below(&mut self, mut x: i32) {
        let chip = self.chip;
        for side in [Side::North, Side::South] {
            let mut free = 0;
            for net in on_side(chip, side) {
                if chip.nets[net].role != Role::Input {
                    continue;
                }
                let half = half(chip, net);
                x = x.max(up(free + half));
                self.trunks.insert(net, x);
                free = x + half + GRID;
                x += ROW;
            }
        }
        let ends = self.trunks.values().copied();
        self.right = ends.max().unwrap_or(x).max(x - ROW) + ROW;
    }

    pub(super) fn free_row(&self, from: i32) -> i32 {
        let mut row = up(from);
        while self.rows.contains(&row) {
            row += GRID;
        }
        row
    }

    fn set_columns(&mut self, placed: &[Placed]) {
        // By column: tracks, the extent of parts to the left and right, room for the wires to it.
        let mut widths: Vec<[i32; 4]> = Vec::new();
        for one in placed {
            measure(&one.node, &self.tunnels, self.chip, &mut widths);
        }
        let mut x = self.right;
        let first = widths.get(1).map_or(0, |column| column[3]);
        x = up(x + first);
        self.columns = vec![(x, x)];
        for (number, [tracks, left, right, leaves]) in widths.into_iter().enumerate().skip(1) {
            // Wires to a later column may be wider than all before it.
            if number > 1 {
                x = x.max(up(self.right + leaves));
            }
            let at = x + GRID * (tracks + 1) + up(left);
            self.columns.push((x, at));
            x = at + up(right) + GRID;
        }
        self.columns.push((x, x));
        self.right = self.right.max(x);
    }

    fn column(&self, number: usize) -> (i32, i32) {
        let last = self.columns.len() - 1;
        self.columns[number.min(last)]
    }

    fn statement(&mut self, placed: &Placed) {
        let at = self.node(&placed.node);
        let Node::Branch(branch) = &placed.node else {
            for out in &placed.outs {
                self.end(out, at);
            }
            return;
        };
        let x = self.column(branch.column).1;
        let rows: Vec<(i32, i32)> = placed
            .outs
            .iter()
            .map(|out| (branch.port_row(out.port), out.row))
            .collect();
        let tracks = tracks(&rows);
        let most = tracks.iter().copied().max().unwrap_or(0);
        let body = x + up(branch.shape.bounds.right);
        let end = body + GRID * (most + i32::from(most > 0));
        for (out, track) in placed.outs.iter().zip(tracks) {
            let from = self.leave(branch, out.port);
            let turn = body + GRID * track;
            if track > 0 {
                self.wire(from, (turn, from.1));
                self.wire((turn, from.1), (turn, out.row));
                self.wire((turn, out.row), (end, out.row));
            } else {
                self.wire(from, (end, from.1));
            }
            self.end(out, (end, out.row));
        }
    }

    /// A value at the right of its tree: its tunnel, and its wire to the outputs.
    fn end(&mut self, out: &super::rows::PlacedOut, at: Point) {
        let mut at = at;
        if let Some(label) = &out.out.label {
            let width = room(label);
            match out.out.leaves {
                false => {
                    let to = (at.0 + GRID, at.1);
                    self.wire(at, to);
                    self.tunnel(label, out.out.width, to, "west");
                    self.right = self.right.max(up(to.0 + width));
                }
                true => {
                    let branch = (up(at.0 + width / 2 + GRID), at.1);
                    self.wire(at, branch);
                    let to = (branch.0, branch.1 + GRID);
                    self.wire(branch, to);
                    self.tunnel(label, out.out.width, to, "north");
                    at = branch;
                    self.right = self.right.max(up(at.0 + width / 2 + GRID));
                }
            }
        }
        self.right = self.right.max(at.0);
        if out.out.leaves {
            self.ends.insert(out.out.source, at);
        }
    }

    /// Where a port of a part gives its value, after the piece of wire that leads out below it.
    fn leave(&mut self, branch: &Branch, port: usize) -> Point {
        let x = self.column(branch.column).1;
        let (dx, dy) = branch.shape.ports[port];
        let from = (x + dx, branch.y + dy);
        match branch.leaves_below(port) {
            true => {
                let to = (from.0, branch.port_row(port));
                self.wire(from, to);
                to
            }
            false => from,
        }
    }

    /// Draws a tree; returns the position of its value.
    fn node(&mut self, node: &Node) -> Point {
        match node {
            Node::Leaf(leaf) => self.leaf(leaf),
            Node::Branch(branch) => {
                self.branch(branch);
                self.leave(branch, branch.port)
            }
        }
    }

    fn leaf(&mut self, leaf: &Leaf) -> Point {
        let x = self.column(leaf.column).0;
        let at = (x, leaf.row);
        match &leaf.tree {
            Tree::Number(value, width) => {
                let attrs = constant(*value, *width);
                self.add(Kind::Constant, at, attrs);
                at
            }
            Tree::Label(name, width) => {
                self.tunnel(name, *width, at, "east");
                at
            }
            Tree::Pin(net) if self.tunnels.contains(net) => {
                let net = &self.chip.nets[*net];
                self.tunnel(&net.name, net.width, at, "east");
                at
            }
            Tree::Pin(net) => (self.trunks.get(net).copied().unwrap_or(x), leaf.row),
            Tree::Part { .. } => at,
        }
    }

    fn branch(&mut self, branch: &Branch) {
        let (channel, x) = self.column(branch.column);
        let part = &self.plan.parts[branch.part];
        self.drawn.parts.push(NewPart {
            what: branch.shape.kind,
            location: Location::new(x, branch.y),
            attrs: part.attrs.clone(),
        });
        let tracks = branch.tracks();
        for (input, track) in branch.of(At::Left).into_iter().zip(tracks) {
            let from = self.node(&input.node);
            let to = self.port(branch, input);
            let turn = channel + GRID * track;
            match track {
                0 => self.wire(from, to),
                _ => {
                    self.wire(from, (turn, from.1));
                    self.wire((turn, from.1), (turn, to.1));
                    self.wire((turn, to.1), to);
                }
            }
        }
        for input in branch.inputs.iter().filter(|input| input.at != At::Left) {
            let from = self.node(&input.node);
            let to = self.port(branch, input);
            self.wire(from, (to.0, from.1));
            self.wire((to.0, from.1), to);
        }
    }

    fn port(&self, branch: &Branch, input: &Input) -> Point {
        let x = self.column(branch.column).1;
        let (dx, dy) = branch.shape.ports[input.port];
        (x + dx, branch.y + dy)
    }

    /// The vertical wires of the inputs.
    fn finish_trunks(&mut self, bottom: i32) {
        let chip = self.chip;
        let mut trunks: Vec<(usize, i32)> = self.trunks.iter().map(|(net, x)| (*net, *x)).collect();
        trunks.sort_unstable();
        for (net, x) in trunks {
            let mut rows = self.taps.get(&net).cloned().unwrap_or_default();
            match chip.nets[net].side {
                Some(Side::North) => {
                    rows.push(NORTH - 3 * GRID);
                    self.pin(net, (x, NORTH - 3 * GRID), Side::North);
                }
                Some(Side::South) => {
                    rows.push(bottom + ROW);
                    self.pin(net, (x, bottom + ROW), Side::South);
                }
                _ => {}
            }
            let (Some(&top), Some(&low)) = (rows.iter().min(), rows.iter().max()) else {
                continue;
            };
            self.wire((x, top), (x, low));
        }
    }
}

pub(super) fn on_side(chip: &Chip, side: Side) -> Vec<usize> {
    let nets = chip.nets.iter().enumerate();
    nets.filter(|(_, net)| matches!(net.role, Role::Input | Role::Output) && side_of(net) == side)
        .map(|(number, _)| number)
        .collect()
}

/// Inputs stand at the left and outputs at the right if the specification does not say.
fn side_of(net: &crate::chip::Net) -> Side {
    net.side.unwrap_or(match net.role {
        Role::Output => Side::East,
        _ => Side::West,
    })
}

/// The direction of a pin and the place of its label, for a side.
fn looks(side: Side) -> (&'static str, &'static str) {
    match side {
        Side::West => ("east", "west"),
        Side::East => ("west", "east"),
        Side::North => ("south", "north"),
        Side::South => ("north", "south"),
    }
}

fn tunnel(label: &str, width: u32, facing: &str) -> Vec<(String, String)> {
    vec![
        ("facing".to_owned(), facing.to_owned()),
        ("width".to_owned(), width.to_string()),
        ("label".to_owned(), label.to_owned()),
    ]
}

fn constant(value: u64, width: u32) -> Vec<(String, String)> {
    vec![
        ("width".to_owned(), width.to_string()),
        ("value".to_owned(), format!("{value:#x}")),
    ]
}

/// The length of a tunnel.
pub(super) fn room(label: &str) -> i32 {
    let (_, bounds) = measured(Kind::Tunnel, &tunnel(label, 1, "west"));
    bounds.right - bounds.left + GRID / 2
}

/// About as long as a tunnel with the same text.
fn text_width(text: &str) -> i32 {
    room(text) - GRID
}

/// How far a pin and its label reach from the point where its wire begins.
fn reach(chip: &Chip, net: usize) -> i32 {
    let net = &chip.nets[net];
    let attrs = vec![("width".to_owned(), net.width.to_string())];
    let (_, bounds) = measured(Kind::Pin, &attrs);
    -bounds.left + text_width(&net.name) + GRID
}

/// Half the width of a pin above or below the sheet, with its label.
pub(super) fn half(chip: &Chip, net: usize) -> i32 {
    let net = &chip.nets[net];
    let attrs = vec![
        ("width".to_owned(), net.width.to_string()),
        ("facing".to_owned(), "south".to_owned()),
    ];
    let (_, bounds) = measured(Kind::Pin, &attrs);
    ((bounds.right - bounds.left).max(text_width(&net.name)) + GRID) / 2
}

/// Sums up the contents of a column.
fn measure(node: &Node, tunnels: &BTreeSet<usize>, chip: &Chip, columns: &mut Vec<[i32; 4]>) {
    let mut at = |column: usize| -> usize {
        if columns.len() <= column {
            columns.resize(column + 1, [0; 4]);
        }
        column
    };
    match node {
        Node::Leaf(leaf) => {
            let column = at(leaf.column);
            let length = match &leaf.tree {
                Tree::Label(name, _) => room(name),
                Tree::Pin(net) if tunnels.contains(net) => room(&chip.nets[*net].name),
                Tree::Number(value, _) => 2 * GRID + text_width(&format!("{value:x}")),
                _ => 0,
            };
            columns[column][3] = columns[column][3].max(length + GRID);
        }
        Node::Branch(branch) => {
            let column = at(branch.column);
            let tracks = branch.tracks().into_iter().max().unwrap_or(0);
            let bounds = branch.shape.bounds;
            let [had, left, right, leaves] = columns[column];
            columns[column] = [
                had.max(tracks),
                left.max(-bounds.left),
                right.max(bounds.right),
                leaves,
            ];
            for input in &branch.inputs {
                measure(&input.node, tunnels, chip, columns);
            }
        }
    }
}
