//! Truth tables of combinational circuits.
//!
//! Only parts the outputs depend on count: a clock or a ring of inverters beside the circuit changes nothing, and
//! stands still while the table is computed.

use super::cell;
use crate::flow::{Flow, Memories};
use crate::netlist::{InstanceId, PartId};
use crate::project::Kind;
use crate::sim::Simulator;
use crate::value::{Value, mask};

/// All values of the inputs, with the outputs for each: an iterator over the rows, inputs first.
pub struct Table {
    simulator: Simulator,
    inputs: Vec<Column>,
    outputs: Vec<Column>,
    bits: u32,
    next: u64,
}

struct Column {
    pin: PartId,
    name: String,
    width: u32,
    /// Characters of its heading, or of a value if that is longer.
    room: usize,
}

impl Column {
    fn new(simulator: &Simulator, pin: PartId) -> Column {
        let name = simulator.design().path(pin)[1..].to_string();
        let width = simulator.ports(pin)[0].width;
        let mut column = Column {
            pin,
            name,
            width,
            room: cell::write(Value::known(width, 0)).len(),
        };
        column.room = column.room.max(column.heading().chars().count());
        column
    }

    fn heading(&self) -> String {
        match self.width {
            1 => self.name.clone(),
            width => format!("{}[{width}]", self.name),
        }
    }
}

/// The format of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableForm {
    /// As test vectors: the table of a reference circuit tests another one.
    Vectors,
    /// Comma-separated values.
    Csv,
    /// A table for a report.
    Markdown,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    #[error("the circuit has no input pin: there is nothing to put into a table")]
    NoInputs,
    #[error("the circuit has no output pin: there is nothing to put into a table")]
    NoOutputs,
    #[error("the inputs have {bits} bits together: the table would have {}", rows(*bits))]
    TooLarge { bits: u32 },
    #[error(
        "an output depends on {path} ({name}), which remembers: a truth table is of circuits without memory and clocks"
    )]
    Remembers { path: String, name: String },
    #[error(
        "an output depends on a loop through {paths}, which may remember: such a circuit has no truth table"
    )]
    FeedsBack { paths: String },
    #[error("the circuit oscillates with inputs {inputs}")]
    Oscillates { inputs: String },
}

fn rows(bits: u32) -> String {
    match 1u64.checked_shl(bits) {
        Some(rows) => format!("{rows} rows"),
        None => format!("2^{bits} rows"),
    }
}

/// Maximum number of rows, as a power of 2.
const MOST_BITS: u32 = 48;

/// Names and widths of pins.
pub(crate) type Pins = Vec<(String, u32)>;

impl Table {
    /// Prepares the truth table of a circuit, of up to `2^most_bits` rows.
    pub fn new(simulator: &Simulator, most_bits: u32) -> Result<Table, TableError> {
        let (inputs, outputs) = pins(simulator);
        let columns = |pins: &[PartId]| -> Vec<Column> {
            let column = |&pin: &PartId| Column::new(simulator, pin);
            pins.iter().map(column).collect()
        };
        let (in_columns, out_columns) = (columns(&inputs), columns(&outputs));
        let bits: u32 = in_columns.iter().map(|column| column.width).sum();
        match (inputs.is_empty(), outputs.is_empty()) {
            (true, _) => return Err(TableError::NoInputs),
            (_, true) => return Err(TableError::NoOutputs),
            _ if bits > most_bits.min(MOST_BITS) => return Err(TableError::TooLarge { bits }),
            _ => {}
        }
        let needed = needed(simulator, &outputs)?;
        let awake = |part: PartId| needed[part.0 as usize] || inputs.contains(&part);
        Ok(Table {
            simulator: simulator.with_awake(awake, 0),
            inputs: in_columns,
            outputs: out_columns,
            bits,
            next: 0,
        })
    }

    /// Total number of rows.
    pub fn rows(&self) -> u64 {
        1 << self.bits
    }

    /// Names and widths of the inputs and of the outputs.
    pub(crate) fn pins(&self) -> (Pins, Pins) {
        let named = |columns: &[Column]| {
            let named = columns.iter().map(|one| (one.name.clone(), one.width));
            named.collect()
        };
        (named(&self.inputs), named(&self.outputs))
    }

    fn columns(&self) -> impl Iterator<Item = &Column> {
        self.inputs.iter().chain(&self.outputs)
    }

    fn headings(&self) -> Vec<String> {
        self.columns().map(Column::heading).collect()
    }

    /// The lines above the rows.
    pub fn head(&self, form: TableForm) -> String {
        let headings = self.headings();
        match form {
            TableForm::Vectors => self.aligned(&headings),
            TableForm::Csv => {
                let quoted = headings
                    .iter()
                    .map(|text| match text.contains([',', '"', '\n']) {
                        true => format!("\"{}\"", text.replace('"', "\"\"")),
                        false => text.clone(),
                    });
                quoted.collect::<Vec<_>>().join(",") + "\n"
            }
            TableForm::Markdown => {
                let escaped: Vec<String> = headings
                    .iter()
                    .map(|text| text.replace('|', "\\|"))
                    .collect();
                let rule = vec!["---"; headings.len()].join(" | ");
                format!("| {} |\n| {rule} |\n", escaped.join(" | "))
            }
        }
    }

    /// A row as a line.
    pub fn line(&self, form: TableForm, row: &[Value]) -> String {
        let cells: Vec<String> = row.iter().map(|&value| cell::write(value)).collect();
        match form {
            TableForm::Vectors => self.aligned(&cells),
            TableForm::Csv => cells.join(",") + "\n",
            TableForm::Markdown => format!("| {} |\n", cells.join(" | ")),
        }
    }

    /// Cells under their headings, where the value is known; others may be longer.
    fn aligned(&self, cells: &[String]) -> String {
        let padded = cells.iter().zip(self.columns()).map(|(text, column)| {
            let room = column.room;
            format!("{text:>room$}")
        });
        padded.collect::<Vec<_>>().join(" ").trim_end().to_string() + "\n"
    }

    fn row(&mut self, number: u64) -> Result<Vec<Value>, TableError> {
        let mut left = self.bits;
        let mut row = Vec::with_capacity(self.inputs.len() + self.outputs.len());
        for column in &self.inputs {
            left -= column.width;
            let value = Value::known(column.width, (number >> left) as u32 & mask(column.width));
            if number == 0 || self.simulator.port(column.pin, 0) != value {
                self.simulator
                    .set_pin(column.pin, value)
                    .expect("an input pin of the top circuit takes a value of its width");
            }
            row.push(value);
        }
        if self.simulator.is_oscillating() {
            let inputs = row.iter().map(|value| value.bits()).collect::<Vec<_>>();
            return Err(TableError::Oscillates {
                inputs: inputs.join(" "),
            });
        }
        let shown = |column: &Column| self.simulator.port(column.pin, 0);
        row.extend(self.outputs.iter().map(shown));
        Ok(row)
    }
}

impl Iterator for Table {
    type Item = Result<Vec<Value>, TableError>;

    fn next(&mut self) -> Option<Self::Item> {
        let number = self.next;
        (number < self.rows()).then(|| {
            self.next += 1;
            self.row(number)
        })
    }
}

/// Input and output pins of the top circuit, from top to bottom.
fn pins(simulator: &Simulator) -> (Vec<PartId>, Vec<PartId>) {
    let design = simulator.design();
    let circuit = design.project.circuit(design.circuit(InstanceId::ROOT));
    let mut pins: Vec<_> = circuit
        .components
        .iter()
        .enumerate()
        .filter(|(_, component)| component.kind() == Some(Kind::Pin))
        .collect();
    pins.sort_by_key(|(_, pin)| (pin.location.y, pin.location.x));
    let (outputs, inputs): (Vec<_>, Vec<_>) = pins
        .into_iter()
        .partition(|(_, pin)| pin.attrs.of(Kind::Pin).flag("output"));
    let ids = |pins: Vec<(usize, _)>| pins.iter().map(|(at, _)| PartId(*at as u32)).collect();
    (ids(inputs), ids(outputs))
}

/// By part: whether the outputs depend on it. Refuses those that depend on a part with memory.
fn needed(simulator: &Simulator, outputs: &[PartId]) -> Result<Vec<bool>, TableError> {
    let design = simulator.design();
    let flow = Flow::new(design, Memories::Pass);
    let ends = outputs.iter().flat_map(|&pin| flow.nodes_of(pin));
    let bits = flow.reversed().reach(ends);
    for part in design.part_ids() {
        let remembers = design.component(part).kind().is_some_and(Kind::remembers);
        if remembers && flow.nodes_of(part).any(|node| bits[node as usize]) {
            let info = design.info(part);
            return Err(TableError::Remembers {
                path: info.path,
                name: info.name,
            });
        }
    }
    let is_loop = |group: &&Vec<u32>| group.len() > 1 && bits[group[0] as usize];
    if let Some(group) = flow.groups().iter().find(is_loop) {
        let mut parts: Vec<PartId> = group.iter().filter_map(|&node| flow.part(node)).collect();
        parts.sort_unstable();
        parts.dedup();
        let paths = parts.iter().take(5).map(|&part| design.path(part));
        return Err(TableError::FeedsBack {
            paths: paths.collect::<Vec<_>>().join(", "),
        });
    }
    Ok(flow.leads_to(outputs))
}
