//! The document `classroom50/result/v1`.

use serde_json::{Value, json};

use crate::tables::pretty;
use crate::{About, Outcome, Report};

pub(crate) fn json(report: &Report, about: &About) -> String {
    let known = |text: &str| match text {
        "" => Value::Null,
        text => json!(text),
    };
    let tests = report.tests.iter().map(|test| {
        json!({
            "test-name": test.name,
            "passed": test.outcome == Outcome::Passed,
            "score": test.points,
            "max-score": test.max_points,
        })
    });
    pretty(&json!({
        "schema": "classroom50/result/v1",
        "classroom": known(&about.classroom),
        "assignment": known(&about.assignment),
        "submission": known(&about.submission),
        "commit": known(&about.commit),
        "release": known(&about.release),
        "review": known(&about.review),
        "datetime": known(&about.datetime),
        "score": report.points(),
        "max-score": report.max_points(),
        "tests": tests.collect::<Vec<_>>(),
    }))
}
