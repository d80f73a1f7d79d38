//! Gradescope's `results.json`.

use serde_json::json;

use super::tables::pretty;
use super::{Outcome, Report};

pub(super) fn json(report: &Report) -> String {
    let tests = report.tests.iter().map(|test| {
        json!({
            "name": test.name,
            "number": test.id,
            "score": test.points,
            "max_score": test.max_points,
            "status": if test.outcome == Outcome::Failed { "failed" } else { "passed" },
            "output": test.output,
            "visibility": if test.hidden { "hidden" } else { "visible" },
        })
    });
    pretty(&json!({
        "score": report.points(),
        "output": report.notes.join("\n"),
        "stdout_visibility": "hidden",
        "tests": tests.collect::<Vec<_>>(),
    }))
}
