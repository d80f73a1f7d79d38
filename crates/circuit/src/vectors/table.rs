//! Truth tables of combinational circuits.

use super::cell;
use crate::netlist::{InstanceId, PartId};
use crate::project::Kind;
use crate::sim::Simulator;
use crate::stats;
use crate::value::{Value, mask};

/// All values of the inputs, and what the outputs are for each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    pub inputs: Vec<(String, u32)>,
    pub outputs: Vec<(String, u32)>,
    /// Inputs, then outputs.
    pub rows: Vec<Vec<Value>>,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    #[error("the circuit has no input pin: there is nothing to put into a table")]
    NoInputs,
    #[error("the circuit has no output pin: there is nothing to put into a table")]
    NoOutputs,
    #[error(
        "the inputs have {bits} bits together: the table would have 2^{bits} rows, more than 2^{most}"
    )]
    TooLarge { bits: u32, most: u32 },
    #[error("{path} ({name}) remembers: a truth table is of circuits without memory and clocks")]
    Remembers { path: String, name: String },
    #[error(
        "the circuit feeds back into itself through {paths}, so it may remember: it has no truth table"
    )]
    FeedsBack { paths: String },
    #[error("the circuit oscillates with inputs {inputs}")]
    Oscillates { inputs: String },
}

/// Works out the truth table, of up to `2^most_bits` rows. Afterwards the circuit is as it was.
pub fn table(simulator: &mut Simulator, most_bits: u32) -> Result<Table, TableError> {
    refuse_memory(simulator)?;
    let (inputs, outputs) = pins(simulator);
    let width = |pin: &PartId| simulator.ports(*pin)[0].width;
    let bits: u32 = inputs.iter().map(width).sum();
    match (inputs.is_empty(), outputs.is_empty()) {
        (true, _) => return Err(TableError::NoInputs),
        (_, true) => return Err(TableError::NoOutputs),
        _ if bits > most_bits.min(31) => {
            let most = most_bits.min(31);
            return Err(TableError::TooLarge { bits, most });
        }
        _ => {}
    }
    let named = |pins: &[PartId]| {
        let name = |pin: &PartId| simulator.design().path(*pin)[1..].to_string();
        pins.iter().map(|pin| (name(pin), width(pin))).collect()
    };
    let mut table = Table {
        inputs: named(&inputs),
        outputs: named(&outputs),
        rows: Vec::new(),
    };
    let start = simulator.snapshot();
    for number in 0..1u32 << bits {
        simulator.restore(&start);
        let row = row(simulator, &inputs, &outputs, number, bits)?;
        table.rows.push(row);
    }
    simulator.restore(&start);
    Ok(table)
}

fn row(
    simulator: &mut Simulator,
    inputs: &[PartId],
    outputs: &[PartId],
    number: u32,
    bits: u32,
) -> Result<Vec<Value>, TableError> {
    let mut left = bits;
    let mut row = Vec::with_capacity(inputs.len() + outputs.len());
    for &pin in inputs {
        let width = simulator.ports(pin)[0].width;
        left -= width;
        let value = Value::known(width, number >> left & mask(width));
        simulator
            .set_pin(pin, value)
            .expect("an input pin of the top circuit takes a value of its width");
        row.push(value);
    }
    if simulator.is_oscillating() {
        let inputs = row.iter().map(|value| value.bits()).collect::<Vec<_>>();
        return Err(TableError::Oscillates {
            inputs: inputs.join(" "),
        });
    }
    row.extend(outputs.iter().map(|&pin| simulator.port(pin, 0)));
    Ok(row)
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

fn refuse_memory(simulator: &Simulator) -> Result<(), TableError> {
    let design = simulator.design();
    for part in design.part_ids() {
        let component = design.component(part);
        let remembers = component.kind().is_some_and(|kind| {
            (kind.library() == "Memory" && kind != Kind::Rom)
                || matches!(kind, Kind::Clock | Kind::Keyboard)
        });
        if remembers {
            let info = design.info(part);
            return Err(TableError::Remembers {
                path: info.path,
                name: info.name,
            });
        }
    }
    match stats::depth(design).loops.first() {
        None => Ok(()),
        Some(parts) => {
            let paths = parts.iter().take(5).map(|&part| design.path(part));
            Err(TableError::FeedsBack {
                paths: paths.collect::<Vec<_>>().join(", "),
            })
        }
    }
}

impl Table {
    fn headings(&self) -> impl Iterator<Item = String> {
        let columns = self.inputs.iter().chain(&self.outputs);
        columns.map(|(name, width)| match width {
            1 => name.clone(),
            _ => format!("{name}[{width}]"),
        })
    }

    /// As test vectors: what a reference circuit does becomes the test of another.
    pub fn to_vectors(&self) -> String {
        let headings: Vec<String> = self.headings().collect();
        let line = |cells: &[String]| {
            let padded: Vec<String> = cells
                .iter()
                .zip(&headings)
                .zip(&self.widest())
                .map(|((cell, _), width)| format!("{cell:>width$}"))
                .collect();
            padded.join(" ").trim_end().to_string() + "\n"
        };
        let mut text = line(&headings);
        for row in &self.rows {
            text += &line(
                &row.iter()
                    .map(|&value| cell::write(value))
                    .collect::<Vec<_>>(),
            );
        }
        text
    }

    fn widest(&self) -> Vec<usize> {
        let mut widest: Vec<usize> = self.headings().map(|name| name.chars().count()).collect();
        for row in &self.rows {
            for (most, &value) in widest.iter_mut().zip(row) {
                *most = (*most).max(cell::write(value).len());
            }
        }
        widest
    }

    /// Comma-separated values.
    pub fn to_csv(&self) -> String {
        let quoted = |text: String| match text.contains([',', '"', '\n']) {
            true => format!("\"{}\"", text.replace('"', "\"\"")),
            false => text,
        };
        let mut text = self.headings().map(quoted).collect::<Vec<_>>().join(",") + "\n";
        for row in &self.rows {
            let cells: Vec<String> = row.iter().map(|&value| cell::write(value)).collect();
            text += &(cells.join(",") + "\n");
        }
        text
    }

    /// A table for a report, in Markdown.
    pub fn to_markdown(&self) -> String {
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let escaped = |text: String| text.replace('|', "\\|");
        let mut text = line(self.headings().map(escaped).collect());
        text += &line(self.headings().map(|_| "---".into()).collect());
        for row in &self.rows {
            text += &line(row.iter().map(|&value| cell::write(value)).collect());
        }
        text
    }
}
