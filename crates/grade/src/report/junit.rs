//! JUnit XML, as build servers read it.

use super::{Outcome, Report, escaped};

pub(super) fn xml(report: &Report) -> String {
    let count = |outcome| {
        report
            .tests
            .iter()
            .filter(|test| test.outcome == outcome)
            .count()
    };
    let name = escaped(&report.name);
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"{name}\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\">\n",
        report.tests.len(),
        count(Outcome::Failed),
        count(Outcome::Untested)
    );
    for test in &report.tests {
        let head = format!(
            "    <testcase classname=\"{name}\" name=\"{}\"",
            escaped(&test.name)
        );
        let output = escaped(&test.output);
        let first = escaped(test.output.lines().next().unwrap_or(""));
        text.push_str(&match test.outcome {
            Outcome::Passed => format!("{head}/>\n"),
            Outcome::Failed => format!(
                "{head}>\n      <failure message=\"{first}\">{output}</failure>\n    </testcase>\n"
            ),
            Outcome::Untested => {
                format!("{head}>\n      <skipped message=\"{first}\"/>\n    </testcase>\n")
            }
        });
    }
    text.push_str("  </testsuite>\n</testsuites>\n");
    text
}
