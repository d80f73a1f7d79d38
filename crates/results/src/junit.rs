//! JUnit XML, as build servers read it.

use crate::{Outcome, Report, Test, escaped};

pub(crate) fn xml(reports: &[&Report]) -> String {
    let suites: String = reports.iter().map(|report| suite(report)).collect();
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n{suites}</testsuites>\n")
}

fn suite(report: &Report) -> String {
    let count = |outcome| {
        let tests = report.tests.iter();
        tests.filter(|test| test.outcome == outcome).count()
    };
    let name = escaped(&report.name);
    let mut text = format!(
        "  <testsuite name=\"{name}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\">\n",
        report.tests.len(),
        count(Outcome::Failed),
        count(Outcome::Error),
        count(Outcome::Untested)
    );
    text.push_str(&properties(report));
    text.extend(report.tests.iter().map(|test| case(&name, test)));
    text.push_str("  </testsuite>\n");
    text
}

fn properties(report: &Report) -> String {
    let points = [
        ("points".to_owned(), report.points().to_string()),
        ("max-points".to_owned(), report.max_points().to_string()),
    ];
    let facts = report.facts.iter();
    let facts = facts.map(|fact| (fact.id.clone(), fact.value.clone()));
    let lines: String = points
        .into_iter()
        .chain(facts)
        .map(|(name, value)| {
            let (name, value) = (escaped(&name), escaped(&value));
            format!("      <property name=\"{name}\" value=\"{value}\"/>\n")
        })
        .collect();
    format!("    <properties>\n{lines}    </properties>\n")
}

fn case(suite: &str, test: &Test) -> String {
    let head = format!(
        "    <testcase classname=\"{suite}\" name=\"{}\"",
        escaped(&test.name)
    );
    let output = escaped(&test.output);
    let first = escaped(test.output.lines().next().unwrap_or(""));
    let with = |element: &str| {
        format!(
            "{head}>\n      <{element} message=\"{first}\">{output}</{element}>\n    </testcase>\n"
        )
    };
    match test.outcome {
        Outcome::Passed => format!("{head}/>\n"),
        Outcome::Failed => with("failure"),
        Outcome::Error => with("error"),
        Outcome::Untested => {
            format!("{head}>\n      <skipped message=\"{first}\"/>\n    </testcase>\n")
        }
    }
}
