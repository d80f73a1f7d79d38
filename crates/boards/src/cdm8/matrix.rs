//! Control logic drawn as a matrix: every output is an OR of ANDs.
//!
//! ```text
//!   in 0 ───────────┐          pins on the left turn into columns without crossing each other
//!   in 1 ───────┐   │
//!               │   ├──┐&
//!               ├───┼──┘──────┐      products first: a tap on a column for each input of a gate
//!               │   ├──┐&     │
//!               ├───┼──┘─────┐│
//!               │   │        ││
//!               ├───┼────────┼┼──┐+
//!               │   │        ├┼──┘─── out    then the sums, of products and of inputs
//! ```

use crate::draw::{ChipSheet, Drawing, Look, PinNote, column};
use circuit::project::Kind;

/// A name and its terms; `!name` is the complement.
pub(crate) type Gates = &'static [(&'static str, &'static [&'static str])];

/// A chip of two levels of gates.
pub(crate) struct Matrix {
    pub(crate) name: &'static str,
    /// A description for the page beside the circuits.
    pub(crate) does: &'static str,
    /// The meaning of a pin.
    pub(crate) means: fn(&str) -> &'static str,
    /// Its pins of one bit.
    pub(crate) inputs: &'static [&'static str],
    pub(crate) products: Gates,
    /// Sums of products and inputs.
    pub(crate) sums: Gates,
    /// Products and sums with a pin.
    pub(crate) outputs: &'static [&'static str],
}

/// The upper left pin.
const CORNER: (i32, i32) = (160, 100);
/// From pin to pin and from column to column.
const STEP: i32 = 20;
/// From the last column to the output of the gates after it.
const GATE: i32 = 90;

impl Matrix {
    pub(crate) fn draw(&self, drawing: &mut Drawing) {
        drawing.chip(self.name, |sheet| {
            let mut plane = Plane::default();
            let products_at = self.place_inputs(sheet, &mut plane);
            let sums_at = self.place_products(sheet, &mut plane, products_at);
            self.place_sums(sheet, &mut plane, sums_at);
            plane.wire(sheet);
            sheet.text((300, 40), 16, self.name);
            sheet.look(self.look());
        });
        let pins = self.inputs.iter().chain(self.outputs);
        let notes = pins.map(|&name| PinNote {
            name,
            means: (self.means)(name),
        });
        drawing.explain(self.name, self.does, notes.collect());
    }

    /// Returns where the first gate may stand.
    fn place_inputs(&self, sheet: &mut ChipSheet<'_>, plane: &mut Plane) -> At {
        let count = self.inputs.len() as i32;
        for (i, name) in (0..).zip(self.inputs) {
            let (x, y) = (CORNER.0, CORNER.1 + STEP * i);
            sheet.input(name, 1, (x, y));
            plane.column(name, (x, y), x + 20 + STEP * (count - i));
        }
        let right = CORNER.0 + 20 + STEP * count;
        (right + GATE, CORNER.1 + 20 + STEP * count)
    }

    fn place_products(&self, sheet: &mut ChipSheet<'_>, plane: &mut Plane, first: At) -> At {
        let (x, mut y) = first;
        let count = self.products.len() as i32;
        for (i, (name, inputs)) in (0..).zip(self.products) {
            y += gate(sheet, plane, Kind::And, (x, y), name, inputs);
            plane.column(name, (x, plane.last), x + 10 + STEP * (count - i));
            if self.outputs.contains(name) {
                let pin = self.output(sheet, name, plane.last);
                sheet.wire(name, &[(x, plane.last), pin]);
            }
        }
        (self.sums_x(), y)
    }

    fn sums_x(&self) -> i32 {
        let columns = (self.inputs.len() + self.products.len()) as i32;
        CORNER.0 + 20 + STEP * columns + GATE + 10 + GATE
    }

    fn place_sums(&self, sheet: &mut ChipSheet<'_>, plane: &mut Plane, first: At) {
        let (x, mut y) = first;
        for (name, inputs) in self.sums {
            y += gate(sheet, plane, Kind::Or, (x, y), name, inputs);
            self.output(sheet, name, plane.last);
        }
    }

    fn output(&self, sheet: &mut ChipSheet<'_>, name: &str, y: i32) -> At {
        let at = (self.sums_x() + 60, y);
        sheet.output(name, 1, at);
        at
    }

    fn look(&self) -> Look {
        let rows = self.inputs.len().max(self.outputs.len()) as i32;
        Look::new(140, 20 + 20 * rows)
            .fill("#e4f0e4")
            .west(&column(20, self.inputs))
            .east(&column(20, self.outputs))
            .text((70, 12), 10, self.name)
    }
}

type At = (i32, i32);

/// Puts a gate below `y`, with its taps; returns its height.
fn gate(
    sheet: &mut ChipSheet<'_>,
    plane: &mut Plane,
    kind: Kind,
    (x, y): At,
    name: &str,
    inputs: &[&str],
) -> i32 {
    let count = inputs.len() as i32;
    let half = 10 * (count / 2).max(1);
    let middle = y + half;
    sheet.gate(kind, (x, middle), 1, name, inputs);
    for (i, input) in (0..).zip(inputs) {
        let past_the_gap = i32::from(count % 2 == 0 && i >= count / 2);
        let plain = input.strip_prefix('!');
        let reach = if plain.is_some() { 40 } else { 30 };
        let tap = (x - reach, middle - half + 10 * (i + past_the_gap));
        plane.taps.push((plain.unwrap_or(input).to_string(), tap));
    }
    plane.last = middle;
    2 * half + 20
}

/// Columns and the taps on them.
#[derive(Default)]
struct Plane {
    /// Name, origin, and x.
    columns: Vec<(String, At, i32)>,
    taps: Vec<(String, At)>,
    /// Where the last gate has its output.
    last: i32,
}

impl Plane {
    fn column(&mut self, name: &str, from: At, x: i32) {
        self.columns.push((name.to_string(), from, x));
    }

    fn wire(&self, sheet: &mut ChipSheet<'_>) {
        for (name, from, x) in &self.columns {
            let taps = self.taps.iter().filter(|(of, _)| of == name);
            let taps: Vec<At> = taps.map(|(_, at)| *at).collect();
            let Some(bottom) = taps.iter().map(|at| at.1).max() else {
                continue;
            };
            sheet.wire(name, &[*from, (*x, from.1), (*x, bottom)]);
            for tap in taps {
                sheet.wire(name, &[(*x, tap.1), tap]);
            }
        }
    }
}
