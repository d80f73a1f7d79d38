//! Test vectors, run on a circuit, row by row.

use circuit::script::Problem;
use circuit::vectors::{self, RowReport};
use serde::Serialize;

use super::script::Ask;
use super::switched_on;
use crate::finding::{Finding, findings};
use crate::reply::{Answer, json, read};

/// Maximum number of failing rows listed.
const MOST: usize = 500;

#[derive(Default, Serialize)]
struct Told {
    /// The mistakes in the vectors themselves.
    findings: Vec<Finding>,
    rows: usize,
    passed: usize,
    failures: Vec<RowView>,
}

#[derive(Serialize)]
struct RowView {
    line: usize,
    /// The set and the step in it, both 0 in a table without memory.
    set: u64,
    step: u64,
    inputs: Vec<(String, String)>,
    mismatches: Vec<MismatchView>,
    oscillates: bool,
}

#[derive(Serialize)]
struct MismatchView {
    path: String,
    expected: String,
    found: String,
}

pub fn run(request: &str) -> Answer {
    let Ask { files, run } = read(request)?;
    let wrong = |problems: &[Problem]| {
        let shown = problems.iter();
        let shown: Vec<_> = shown.map(|one| one.in_text(&run.name, &run.text)).collect();
        json(&Told {
            findings: findings(&shown),
            ..Told::default()
        })
    };
    let read = match vectors::parse(&run.text) {
        Ok(vectors) => vectors,
        Err(problems) => return wrong(&problems),
    };
    let mut simulator = switched_on(&files)?;
    match vectors::run(&read, &mut simulator) {
        Ok(rows) => json(&told(&rows)),
        Err(problems) => wrong(&problems),
    }
}

fn told(rows: &[RowReport]) -> Told {
    let failed = rows.iter().filter(|row| !row.passed());
    Told {
        findings: Vec::new(),
        rows: rows.len(),
        passed: rows.iter().filter(|row| row.passed()).count(),
        failures: failed.take(MOST).map(row).collect(),
    }
}

fn row(row: &RowReport) -> RowView {
    let mismatches = row.mismatches.iter().map(|one| MismatchView {
        path: one.path.clone(),
        expected: one.expected.clone(),
        found: one.found.clone(),
    });
    RowView {
        line: row.line,
        set: row.set,
        step: row.seq,
        inputs: row.inputs.clone(),
        mismatches: mismatches.collect(),
        oscillates: row.oscillates,
    }
}
