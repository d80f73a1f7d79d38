//! A circuit against test vectors.

use chip::told::{Fault, pin};
use circuit::Value;
use circuit::script::Mismatch;
use circuit::sim::{Input, Simulator};
use circuit::vectors::{self, RowReport};

use super::{broken, file, run_of};
use crate::outcome::{Failure, Moment, Outcome, Said};
use crate::task::{Check, Task};

pub fn run(task: &Task, check: &Check, simulator: &Simulator) -> Result<Outcome, Failure> {
    let vectors = vectors::parse(file(task, check));
    let vectors = vectors.map_err(|problems| broken(check, &problems[0]))?;
    let mut simulator = simulator.clone();
    let rows = vectors::run(&vectors, &mut simulator).map_err(|problems| {
        let why = problems[0].what.clone();
        Failure::said("course.fails.pins", vec![("why", why)])
    })?;
    match rows.iter().find(|row| !row.passed()) {
        None => Ok(Outcome::Passed),
        Some(row) => Err(failed(task, row, &rows, &simulator)),
    }
}

fn failed(task: &Task, row: &RowReport, rows: &[RowReport], simulator: &Simulator) -> Failure {
    let mut before: Vec<&RowReport> = rows.iter().filter(|one| leads_to(one, row)).collect();
    before.sort_by_key(|one| one.seq);
    let steps: Vec<String> = match before.len() {
        1 => Vec::new(),
        _ => before.iter().map(|one| set(one)).collect(),
    };
    let said = match row.mismatches.is_empty() {
        true => vec![Said::new("course.wrong.restless", vec![("when", set(row))])],
        false => row
            .mismatches
            .iter()
            .take(3)
            .map(|one| said(one, &set(row)))
            .collect(),
    };
    let inputs = before.iter().flat_map(|one| &one.inputs);
    let inputs: Vec<Input> = inputs
        .filter_map(|(name, value)| input(name, value, simulator))
        .collect();
    let mut mismatches = row.mismatches.iter();
    let explained = mismatches.find_map(|one| task.explain(&one.path, fault(one)));
    Failure {
        said,
        explained: explained.cloned(),
        steps,
        findings: Vec::new(),
        moment: Some(Box::new(Moment::Circuit {
            run: run_of(&inputs, simulator),
        })),
    }
}

/// Whether a row runs on the same circuit before another, or is that row.
fn leads_to(one: &RowReport, row: &RowReport) -> bool {
    match row.seq {
        0 => one.line == row.line,
        seq => one.set == row.set && one.seq > 0 && one.seq <= seq,
    }
}

fn set(row: &RowReport) -> String {
    let pairs = row.inputs.iter();
    let pairs: Vec<String> = pairs
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    pairs.join(" ")
}

fn fault(wrong: &Mismatch) -> Fault {
    let floats = |text: &str| {
        let bits = text.strip_prefix("0b").unwrap_or(text);
        !bits.is_empty() && bits.chars().all(|c| matches!(c, 'x' | 'X'))
    };
    match (floats(&wrong.expected), floats(&wrong.found)) {
        (true, _) => Fault::Drives,
        (_, true) => Fault::Floats,
        _ => Fault::Differs,
    }
}

fn said(wrong: &Mismatch, when: &str) -> Said {
    let values = vec![
        ("when", when.to_owned()),
        ("output", wrong.path.clone()),
        ("expected", wrong.expected.clone()),
        ("found", wrong.found.clone()),
    ];
    let key = match fault(wrong) {
        Fault::Drives => "course.wrong.drives",
        Fault::Floats => "course.wrong.floats",
        _ => "course.wrong.differs",
    };
    Said::new(key, values)
}

/// The input of a cell, as an act on its pin.
fn input(name: &str, value: &str, simulator: &Simulator) -> Option<Input> {
    let part = pin(simulator, name, false)?;
    let width = u32::from(simulator.port(part, 0).width);
    let number = value.parse().ok().or_else(|| {
        let digits = value.split_whitespace().next()?.strip_prefix("0x")?;
        u32::from_str_radix(digits, 16).ok()
    });
    let value = match number {
        Some(number) => Value::known(width, number),
        None => Value::from_bits(value.trim_start_matches("0b"))?,
    };
    (u32::from(value.width) == width).then_some(Input::Set(part, value))
}
