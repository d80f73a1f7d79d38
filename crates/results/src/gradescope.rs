//! Gradescope's `results.json`.

use serde_json::{Map, Value, json};

use crate::tables::pretty;
use crate::{Outcome, Report};

pub(crate) fn json(report: &Report) -> String {
    let tests = report.tests.iter().map(|test| {
        let status = match test.outcome {
            Outcome::Passed => Some("passed"),
            Outcome::Failed | Outcome::Error => Some("failed"),
            Outcome::Untested => None,
        };
        let mut value = json!({
            "name": test.name,
            "number": test.id,
            "score": test.points,
            "max_score": test.max_points,
            "output": test.output,
            "visibility": if test.hidden { "hidden" } else { "visible" },
        });
        // Without a status Gradescope goes by the points.
        if let Some(status) = status {
            value["status"] = json!(status);
        }
        value
    });
    let facts = report.facts.iter();
    let lines = facts
        .clone()
        .map(|fact| format!("{}: {}", fact.name, fact.value));
    let output: Vec<String> = report.notes.iter().cloned().chain(lines).collect();
    let extra: Map<String, Value> = facts
        .map(|fact| (fact.id.clone(), json!(fact.value)))
        .collect();
    pretty(&json!({
        "score": report.points(),
        "output": output.join("\n"),
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "extra_data": extra,
        "tests": tests.collect::<Vec<_>>(),
    }))
}
