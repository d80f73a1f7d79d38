//! Runs test vectors on a circuit.

use std::collections::BTreeMap;

use super::{Cell, Column, Row, Vectors};
use crate::project::Kind;
use crate::reference::{Found, Reference};
use crate::script::{Mismatch, Problem};
use crate::show;
use crate::sim::Simulator;
use crate::value::{Word, mask};

/// The result of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowReport {
    pub line: usize,
    pub set: u64,
    pub seq: u64,
    /// The inputs: column and value.
    pub inputs: Vec<(String, String)>,
    pub mismatches: Vec<Mismatch>,
    /// The circuit did not come to rest.
    pub oscillates: bool,
}

impl RowReport {
    pub fn passed(&self) -> bool {
        self.mismatches.is_empty() && !self.oscillates
    }
}

/// The role of a column in a circuit.
#[derive(Clone, Copy)]
enum Role {
    Input {
        target: Found,
        floats: bool,
    },
    /// A clock component: the circuit runs until it shows the value.
    Clock {
        target: Found,
        period: u64,
    },
    Check(Found),
}

/// Runs all rows; nothing runs if a column does not fit the circuit. Afterwards the circuit is as it was.
pub fn run(vectors: &Vectors, simulator: &mut Simulator) -> Result<Vec<RowReport>, Vec<Problem>> {
    let roles = bind(vectors, simulator)?;
    let start = simulator.snapshot();
    let mut reports = Vec::with_capacity(vectors.rows.len());
    for group in groups(vectors) {
        simulator.restore(&start);
        for row in group {
            reports.push(run_row(vectors, &roles, row, simulator));
        }
    }
    simulator.restore(&start);
    reports.sort_by_key(|report: &RowReport| report.line);
    Ok(reports)
}

/// Rows that run on one circuit, one after the other.
fn groups(vectors: &Vectors) -> Vec<Vec<&Row>> {
    let mut sets: BTreeMap<u64, Vec<&Row>> = BTreeMap::new();
    let mut groups = Vec::new();
    for row in &vectors.rows {
        match row.seq {
            0 => groups.push(vec![row]),
            _ => sets.entry(row.set).or_default().push(row),
        }
    }
    for set in sets.values_mut() {
        set.sort_by_key(|row| row.seq);
    }
    groups.extend(sets.into_values());
    groups
}

fn bind(vectors: &Vectors, simulator: &Simulator) -> Result<Vec<Role>, Vec<Problem>> {
    let (mut roles, mut problems) = (Vec::new(), Vec::new());
    for column in &vectors.columns {
        match role(&column.name, column.width, simulator) {
            Ok(role) => roles.push(role),
            Err(what) => problems.push(Problem {
                line: vectors.line,
                column: column.column,
                what,
            }),
        }
    }
    match problems.is_empty() {
        true => Ok(roles),
        false => Err(problems),
    }
}

fn role(name: &str, width: u32, simulator: &Simulator) -> Result<Role, String> {
    let reference = Reference::parse(name).map_err(|error| error.to_string())?;
    let target = reference
        .find(simulator)
        .map_err(|error| error.to_string())?;
    let Found::Port(part, port) = target else {
        return Err(format!("'{name}' is not a pin"));
    };
    let found = match simulator.ports(part)[port].width {
        0 => u32::from(target.value(simulator).width),
        own => own,
    };
    if found != width {
        return Err(format!(
            "{name} has {}, the column {width}: write {name}[{found}]",
            diag::count(found, "bit")
        ));
    }
    let component = simulator.design().component(part);
    Ok(match component.kind() {
        Some(Kind::Pin) if !component.attrs.of(Kind::Pin).flag("output") => {
            if simulator.design().place(part).0 != crate::netlist::InstanceId::ROOT {
                return Err(format!(
                    "{name} is an input inside a sub-circuit: only those of the top circuit can be set"
                ));
            }
            let floats = component.attrs.of(Kind::Pin).flag("tristate");
            Role::Input { target, floats }
        }
        Some(Kind::Clock) => {
            let attrs = component.attrs.of(Kind::Clock);
            let period =
                u64::from(attrs.count("highDuration")) + u64::from(attrs.count("lowDuration"));
            Role::Clock { target, period }
        }
        _ => Role::Check(target),
    })
}

fn run_row(vectors: &Vectors, roles: &[Role], row: &Row, simulator: &mut Simulator) -> RowReport {
    let mut report = RowReport {
        line: row.line,
        set: row.set,
        seq: row.seq,
        inputs: Vec::new(),
        mismatches: Vec::new(),
        oscillates: false,
    };
    set_inputs(vectors, roles, row, simulator, &mut report);
    wait_for_clocks(vectors, roles, row, simulator, &mut report);
    simulator.run(row.ticks);
    for ((role, cell), column) in columns(vectors, roles, row) {
        if let Role::Check(target) = *role
            && !cell.accepts(target.value(simulator))
        {
            let wrong = mismatch(&column.name, *cell, target, simulator);
            report.mismatches.push(wrong);
        }
    }
    report.oscillates = simulator.is_oscillating();
    report
}

fn columns<'a>(
    vectors: &'a Vectors,
    roles: &'a [Role],
    row: &'a Row,
) -> impl Iterator<Item = ((&'a Role, &'a Cell), &'a Column)> {
    roles.iter().zip(&row.cells).zip(&vectors.columns)
}

fn set_inputs(
    vectors: &Vectors,
    roles: &[Role],
    row: &Row,
    simulator: &mut Simulator,
    report: &mut RowReport,
) {
    for ((role, cell), column) in columns(vectors, roles, row) {
        let Role::Input { target, floats } = *role else {
            continue;
        };
        let word = driven(*cell, floats).and_mask(mask(column.width));
        let value = word.with_width(column.width);
        report
            .inputs
            .push((column.name.clone(), show::value(value)));
        if let Err(error) = simulator.set_pin(target.part(), value) {
            report.mismatches.push(Mismatch {
                path: column.name.clone(),
                expected: cell.text(column.width),
                found: error.to_string(),
            });
        }
    }
}

/// Runs until every clock shows the value of its column.
fn wait_for_clocks(
    vectors: &Vectors,
    roles: &[Role],
    row: &Row,
    simulator: &mut Simulator,
    report: &mut RowReport,
) {
    for ((role, cell), column) in columns(vectors, roles, row) {
        let Role::Clock { target, period } = *role else {
            continue;
        };
        let waits = |simulator: &Simulator| !cell.accepts(target.value(simulator));
        let mut left = period;
        while left > 0 && waits(simulator) && !simulator.is_oscillating() {
            simulator.half_tick();
            left -= 1;
        }
        let shown = show::value(target.value(simulator));
        report.inputs.push((column.name.clone(), shown));
        if waits(simulator) {
            let wrong = mismatch(&column.name, *cell, target, simulator);
            report.mismatches.push(wrong);
        }
    }
}

/// A don't-care input floats if its pin can, otherwise it is 0.
fn driven(cell: Cell, floats: bool) -> Word {
    let free = if floats {
        Word::floating(!cell.care)
    } else {
        Word::ZERO
    };
    cell.word.replace(free, !cell.care)
}

fn mismatch(name: &str, cell: Cell, target: Found, simulator: &Simulator) -> Mismatch {
    let value = target.value(simulator);
    let width = u32::from(value.width);
    let expected = match cell.care == mask(width) {
        true => show::value(cell.word.with_width(width)),
        false => cell.text(width),
    };
    Mismatch {
        path: name.to_string(),
        expected,
        found: show::value(value),
    }
}
