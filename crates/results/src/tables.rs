//! JSON with everything, and CSV for spreadsheets.

use serde_json::{Value, json};

use crate::Report;

/// Indented, with a line end.
pub(crate) fn pretty(value: &Value) -> String {
    format!("{value:#}\n")
}

pub(crate) fn json(report: &Report) -> String {
    let tests = report.tests.iter().map(|test| {
        let mut value = json!({
            "id": test.id, "name": test.name, "outcome": test.outcome.word(),
            "points": test.points, "max_points": test.max_points, "hidden": test.hidden,
            "checked": test.checked, "output": test.output, "script": test.script,
        });
        if let Some(link) = &test.link {
            value["link"] = json!(link);
        }
        value
    });
    pretty(&json!({
        "name": report.name,
        "points": report.points(),
        "max_points": report.max_points(),
        "tests": tests.collect::<Vec<_>>(),
        "facts": report.facts,
        "notes": report.notes,
    }))
}

pub(crate) fn csv(report: &Report) -> String {
    let mut text = "name,test,outcome,points,max points,checked,output\r\n".to_owned();
    for test in &report.tests {
        let (points, max, checked) = (test.points, test.max_points, test.checked);
        text.push_str(&format!(
            "{},{},{},{points},{max},{checked},{}\r\n",
            cell(&report.name),
            cell(&test.id),
            test.outcome.word(),
            cell(&test.output)
        ));
    }
    text
}

/// A cell, in quotes where it needs them. A cell that a spreadsheet would take for a formula gets an apostrophe.
pub(crate) fn cell(text: &str) -> String {
    let text = match text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        true => format!("'{text}"),
        false => text.to_owned(),
    };
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text,
    }
}
