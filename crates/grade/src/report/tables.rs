//! JSON with everything, and CSV for spreadsheets.

use serde_json::{Value, json};

use super::{Outcome, Report};

pub(super) fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Passed => "passed",
        Outcome::Failed => "failed",
        Outcome::Untested => "untested",
    }
}

/// Indented, with a line end.
pub(super) fn pretty(value: &Value) -> String {
    format!("{value:#}\n")
}

pub(super) fn json(report: &Report) -> String {
    let tests = report.tests.iter().map(|test| {
        json!({
            "id": test.id, "name": test.name, "outcome": word(test.outcome),
            "points": test.points, "max_points": test.max_points, "hidden": test.hidden,
            "checked": test.checked, "output": test.output, "script": test.script,
        })
    });
    pretty(&json!({
        "name": report.name,
        "points": report.points(),
        "max_points": report.max_points(),
        "tests": tests.collect::<Vec<_>>(),
        "notes": report.notes,
    }))
}

pub(super) fn csv(report: &Report) -> String {
    let mut text = "console,test,outcome,points,max points,checked,output\r\n".to_owned();
    for test in &report.tests {
        let (points, max, checked) = (test.points, test.max_points, test.checked);
        text.push_str(&format!(
            "{},{},{},{points},{max},{checked},{}\r\n",
            cell(&report.name),
            cell(&test.id),
            word(test.outcome),
            cell(&test.output)
        ));
    }
    text
}

/// A cell, in quotes where it needs them. A cell that a spreadsheet would take for a formula gets an apostrophe.
fn cell(text: &str) -> String {
    let text = match text.starts_with(['=', '+', '-', '@']) {
        true => format!("'{text}"),
        false => text.to_owned(),
    };
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text,
    }
}
