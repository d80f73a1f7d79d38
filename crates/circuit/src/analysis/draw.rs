//! Gates on a sheet: inputs at the left with a wire down from each, outputs at the right.
//!
//! ```text
//!    a ──┐             every leaf of a tree has a row of its own and takes its input from the wire that comes down;
//!        ├─────┐       a gate stands in the middle of its operands, one column further. Wires of a gate turn in the
//!    b ──┼──┐  D── x   channel before it, outer ones later than inner ones: none of them meets another.
//!        │  └──┘
//! ```

use super::expression::Expression;
use super::gates::{GateStyle, Node, count, gates};
use crate::edit::{NewPart, PartKind};
use crate::project::{Kind, Location, Wire};

/// The parts and wires of a drawing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawn {
    pub parts: Vec<NewPart>,
    pub wires: Vec<Wire>,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DrawError {
    #[error(
        "this takes more than {MOST_GATES} gates; a circuit of that size is better drawn of smaller ones"
    )]
    TooLarge,
    #[error("there is no output to draw")]
    NoOutputs,
}

const MOST_GATES: usize = 4000;
const GRID: i32 = 10;
/// The positions of the input pins.
const PIN_X: i32 = 40;
const FIRST_PIN: i32 = 30;
const PIN_STEP: i32 = 50;
const TRUNK_STEP: i32 = 20;
/// From the channel of a column to the output of its gates.
const GATE_ROOM: i32 = 50;
const LEAF_HEIGHT: i32 = 20;
const OUTPUT_HEIGHT: i32 = 40;

/// Draws expressions, each with the name of its output.
pub fn draw(
    inputs: &[String],
    outputs: &[(String, Expression)],
    style: GateStyle,
) -> Result<Drawn, DrawError> {
    if outputs.is_empty() {
        return Err(DrawError::NoOutputs);
    }
    let size = |(_, expression): &(String, Expression)| count(expression, style, MOST_GATES);
    if outputs.iter().map(size).sum::<usize>() > MOST_GATES {
        return Err(DrawError::TooLarge);
    }
    let mut sheet = Sheet {
        inputs: inputs.len(),
        ..Sheet::default()
    };
    let mut top = 2 * GRID;
    let roots: Vec<Placed> = outputs
        .iter()
        .map(|(_, expression)| {
            let root = sheet.place(&gates(expression, style), top);
            top = root.bottom.max(top + OUTPUT_HEIGHT);
            root
        })
        .collect();
    sheet.set_columns();
    for (root, (name, _)) in roots.iter().zip(outputs) {
        sheet.output(root, name);
    }
    sheet.trunks(inputs);
    Ok(sheet.drawn)
}

/// A placed node: the row of its output, its column, and the end of its band.
struct Placed {
    what: What,
    y: i32,
    column: usize,
    bottom: i32,
}

enum What {
    Input(usize),
    Constant(bool),
    Gate(Gate, Vec<Placed>),
}

/// A gate, and the positions of its inputs relative to its output.
struct Gate {
    part: NewPart,
    ports: Vec<(i32, i32)>,
}

impl Gate {
    fn new(kind: Kind, operands: usize) -> Gate {
        let size = if kind == Kind::Not { "20" } else { "30" };
        let mut attrs = vec![("size".to_string(), size.to_string())];
        if kind != Kind::Not {
            attrs.push(("inputs".into(), operands.max(2).to_string()));
        }
        let part = NewPart {
            what: PartKind::Builtin(kind),
            location: Location::default(),
            attrs,
        };
        let component = part.component();
        let ports = kind.ports(component.attrs.of(kind)).into_iter().skip(1);
        let ports = ports.map(|port| (port.dx, port.dy)).collect();
        Gate { part, ports }
    }

    /// How far it extends above and below its output.
    fn reach(&self) -> i32 {
        let rows = self.ports.iter().map(|(_, dy)| dy.abs());
        rows.max().unwrap_or(0) + GRID
    }
}

#[derive(Default)]
struct Sheet {
    inputs: usize,
    drawn: Drawn,
    /// The most wires that turn in the channel of a column.
    tracks: Vec<i32>,
    /// Where the outputs of a column are; the first is that of constants.
    columns: Vec<i32>,
    /// The rows in which wires leave the one that comes down from an input.
    taps: Vec<(usize, i32)>,
}

impl Sheet {
    fn is_pin_row(&self, y: i32) -> bool {
        let row = (y - FIRST_PIN).div_euclid(PIN_STEP);
        (y - FIRST_PIN) % PIN_STEP == 0 && (0..self.inputs as i32).contains(&row)
    }

    /// Finds rows and columns for a tree, in the band that begins at `top`.
    fn place(&mut self, node: &Node, top: i32) -> Placed {
        let leaf = |what, y| Placed {
            what,
            y,
            column: 0,
            bottom: y + LEAF_HEIGHT / 2,
        };
        let mut y = top + LEAF_HEIGHT / 2;
        match node {
            Node::Constant(value) => leaf(What::Constant(*value), y),
            Node::Input(number) => {
                while self.is_pin_row(y) {
                    y += GRID;
                }
                leaf(What::Input(*number), y)
            }
            Node::Gate(kind, operands) => self.place_gate(*kind, operands, top),
        }
    }

    fn place_gate(&mut self, kind: Kind, operands: &[Node], top: i32) -> Placed {
        let gate = Gate::new(kind, operands.len());
        let reach = gate.reach();
        // Operands that take less room than the gate are in its middle.
        let room = (reach - LEAF_HEIGHT / 2 * operands.len() as i32).max(0);
        let mut bottom = top + room / GRID * GRID;
        let mut placed = Vec::with_capacity(operands.len());
        for operand in operands {
            let operand = self.place(operand, bottom);
            bottom = operand.bottom;
            placed.push(operand);
        }
        let first = placed.first().map_or(top + reach, |operand| operand.y);
        let last = placed.last().map_or(first, |operand| operand.y);
        let y = (first + last) / 2 / GRID * GRID;
        let column = 1 + placed
            .iter()
            .map(|operand| operand.column)
            .max()
            .unwrap_or(0);
        self.count_tracks(&gate, &placed, y, column);
        Placed {
            what: What::Gate(gate, placed),
            y,
            column,
            bottom: bottom.max(y + reach),
        }
    }

    fn count_tracks(&mut self, gate: &Gate, operands: &[Placed], y: i32, column: usize) {
        let tracks = tracks(gate, operands, y).into_iter().max().unwrap_or(0);
        if self.tracks.len() <= column {
            self.tracks.resize(column + 1, 0);
        }
        self.tracks[column] = self.tracks[column].max(tracks);
    }

    fn set_columns(&mut self) {
        let first = PIN_X + TRUNK_STEP * (self.inputs as i32 + 1) + GRID;
        self.columns = vec![first];
        let mut x = first;
        for tracks in self.tracks.iter().skip(1) {
            x += GRID * (tracks + 1) + GATE_ROOM;
            self.columns.push(x);
        }
    }

    fn add(&mut self, kind: Kind, at: (i32, i32), attrs: &[(&str, &str)]) {
        let attrs = attrs
            .iter()
            .map(|&(name, value)| (name.to_string(), value.to_string()));
        self.drawn.parts.push(NewPart {
            what: PartKind::Builtin(kind),
            location: Location::new(at.0, at.1),
            attrs: attrs.collect(),
        });
    }

    fn wire(&mut self, from: (i32, i32), to: (i32, i32)) {
        if from != to {
            let end = |(x, y)| Location::new(x, y);
            self.drawn.wires.push(Wire::new(end(from), end(to)));
        }
    }

    /// Draws a tree; returns the position of its output.
    fn node(&mut self, placed: &Placed) -> (i32, i32) {
        let x = self.columns[placed.column];
        match &placed.what {
            What::Input(number) => {
                self.taps.push((*number, placed.y));
                (trunk(*number), placed.y)
            }
            What::Constant(value) => {
                let value = if *value { "0x1" } else { "0x0" };
                self.add(Kind::Constant, (x, placed.y), &[("value", value)]);
                (x, placed.y)
            }
            What::Gate(gate, operands) => {
                let mut part = gate.part.clone();
                part.location = Location::new(x, placed.y);
                self.drawn.parts.push(part);
                self.operands(
                    gate,
                    operands,
                    (x, placed.y),
                    self.columns[placed.column - 1],
                );
                (x, placed.y)
            }
        }
    }

    /// The wires of a gate: each from the output of an operand, down or up in the channel, to an input.
    fn operands(&mut self, gate: &Gate, operands: &[Placed], (x, y): (i32, i32), channel: i32) {
        if let ([only], [(dx, first), (_, second), ..]) = (operands, &gate.ports[..]) {
            let from = self.node(only);
            self.wire((x + dx, y + first), (x + dx, y + second));
            return self.wire(from, (x + dx, y));
        }
        let tracks = tracks(gate, operands, y);
        for ((operand, (dx, dy)), track) in operands.iter().zip(&gate.ports).zip(tracks) {
            let from = self.node(operand);
            let to = (x + dx, y + dy);
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
    }

    fn output(&mut self, root: &Placed, name: &str) {
        let from = self.node(root);
        let x = self.columns.last().copied().unwrap_or_default() + 2 * GRID;
        let attrs = [
            ("facing", "west"),
            ("output", "true"),
            ("label", name),
            ("labelloc", "north"),
        ];
        self.add(Kind::Pin, (x, from.1), &attrs);
        self.wire(from, (x, from.1));
    }

    /// The pins of the inputs, and the wires that come down from them.
    fn trunks(&mut self, names: &[String]) {
        for (number, name) in names.iter().enumerate() {
            let y = FIRST_PIN + PIN_STEP * number as i32;
            let attrs = [
                ("tristate", "false"),
                ("label", name),
                ("labelloc", "north"),
            ];
            self.add(Kind::Pin, (PIN_X, y), &attrs);
            let x = trunk(number);
            let mut rows = vec![y];
            rows.extend(
                self.taps
                    .iter()
                    .filter(|tap| tap.0 == number)
                    .map(|tap| tap.1),
            );
            if rows.len() < 2 {
                continue;
            }
            rows.sort_unstable();
            self.wire((PIN_X, y), (x, y));
            self.wire((x, rows[0]), (x, rows[rows.len() - 1]));
        }
    }
}

fn trunk(number: usize) -> i32 {
    PIN_X + TRUNK_STEP * (number as i32 + 1)
}

/// Where the wire of each operand turns, counted from the left; 0 for a straight wire.
fn tracks(gate: &Gate, operands: &[Placed], y: i32) -> Vec<i32> {
    let rows = || {
        operands
            .iter()
            .zip(&gate.ports)
            .map(|(operand, (_, dy))| (operand.y, y + dy))
    };
    if operands.len() < 2 && gate.ports.len() > 1 {
        return vec![0; operands.len()];
    }
    let down = rows().filter(|(from, to)| from < to).count() as i32;
    let mut up = 0;
    let track = |(number, (from, to)): (usize, (i32, i32))| match from.cmp(&to) {
        std::cmp::Ordering::Less => down - number as i32,
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Greater => {
            up += 1;
            up
        }
    };
    rows().enumerate().map(track).collect()
}
