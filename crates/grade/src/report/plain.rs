//! Lines for people, and TAP version 14.

use super::{Outcome, Report, Test};

fn indented(text: &str, by: &str) -> String {
    text.lines().map(|line| format!("{by}{line}\n")).collect()
}

pub(super) fn text(report: &Report) -> String {
    let mut text = format!("{}\n", report.name);
    for test in &report.tests {
        let word = match test.outcome {
            Outcome::Passed => "ok  ",
            Outcome::Failed => "FAIL",
            Outcome::Untested => "--  ",
        };
        let marks = match (test.outcome, test.max_points) {
            (Outcome::Untested, 0) => String::new(),
            _ => format!("{} of {}", test.points, test.max_points),
        };
        let checked = match test.outcome {
            Outcome::Passed => format!("checked {}", times(test.checked)),
            _ => String::new(),
        };
        let line = format!("{word}  {:34} {marks:>8}  {checked}", test.name);
        text.push_str(line.trim_end());
        text.push('\n');
        text.push_str(&indented(&test.output, "      "));
    }
    for note in &report.notes {
        text.push_str(note);
        text.push('\n');
    }
    text.push_str(&format!(
        "{} of {}\n",
        report.points(),
        diag::count(report.max_points(), "point")
    ));
    text
}

fn times(count: u64) -> String {
    match count {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        more => format!("{more} times"),
    }
}

pub(super) fn tap(report: &Report) -> String {
    let mut text = format!("TAP version 14\n1..{}\n", report.tests.len());
    for (number, test) in (1..).zip(&report.tests) {
        let verdict = match test.outcome {
            Outcome::Failed => "not ok",
            Outcome::Passed | Outcome::Untested => "ok",
        };
        let skip = match test.outcome {
            Outcome::Untested => " # SKIP not tested",
            _ => "",
        };
        text.push_str(&format!("{verdict} {number} - {}{skip}\n", test.name));
        text.push_str(&block(test));
    }
    text
}

fn block(test: &Test) -> String {
    let mut text = format!(
        "  ---\n  points: {}\n  max-points: {}\n",
        test.points, test.max_points
    );
    if !test.output.is_empty() {
        text.push_str("  message: |\n");
        text.push_str(&indented(&test.output, "    "));
    }
    text.push_str("  ...\n");
    text
}
