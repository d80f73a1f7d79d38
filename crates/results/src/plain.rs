//! Lines for people, and TAP version 13, which old readers know too.

use crate::{Outcome, Report, Test, is_forbidden};

fn indented(text: &str, by: &str) -> String {
    text.lines().map(|line| format!("{by}{line}\n")).collect()
}

pub(crate) fn text(report: &Report) -> String {
    let mut text = format!("{}\n", report.name);
    for test in &report.tests {
        let word = match test.outcome {
            Outcome::Passed => "ok  ",
            Outcome::Failed => "FAIL",
            Outcome::Error => "ERR ",
            Outcome::Untested => "--  ",
        };
        let marks = match test.is_left_out() {
            true => String::new(),
            false => format!("{} of {}", test.points, test.max_points),
        };
        let checked = match test.outcome {
            Outcome::Passed if test.checked > 0 => format!("checked {}", times(test.checked)),
            _ => String::new(),
        };
        let line = format!("{word}  {:34} {marks:>8}  {checked}", test.name);
        text.push_str(line.trim_end());
        text.push('\n');
        text.push_str(&indented(&test.output, "      "));
    }
    for fact in &report.facts {
        text.push_str(&format!("{}: {}\n", fact.name, fact.value));
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

pub(crate) fn tap(report: &Report) -> String {
    let mut text = format!("TAP version 13\n1..{}\n", report.tests.len());
    for (number, test) in (1..).zip(&report.tests) {
        let verdict = match test.outcome {
            Outcome::Failed | Outcome::Error => "not ok",
            Outcome::Passed | Outcome::Untested => "ok",
        };
        let skip = match test.outcome {
            Outcome::Untested => " # SKIP not tested",
            _ => "",
        };
        let name = tap_name(&test.name);
        text.push_str(&format!("{verdict} {number} - {name}{skip}\n"));
        text.push_str(&block(test));
    }
    for fact in &report.facts {
        let line = one_line(&format!("{}: {}", fact.name, fact.value));
        text.push_str(&format!("# {line}\n"));
    }
    text
}

fn one_line(text: &str) -> String {
    text.replace(|character: char| is_forbidden(character), " ")
}

/// A name in a test's line: `#` would begin a directive.
fn tap_name(name: &str) -> String {
    one_line(name).replace('\\', "\\\\").replace('#', "\\#")
}

/// The test's diagnostics, in the YAML that every reader of TAP knows. Text that begins with a blank cannot be a block there.
fn block(test: &Test) -> String {
    let mut text = format!(
        "  ---\n  points: {}\n  max-points: {}\n",
        test.points, test.max_points
    );
    if !test.output.is_empty() {
        let output = test.output.replace('\r', "");
        let allowed = |character: char| match character {
            '\n' | '\t' => character,
            other if is_forbidden(other) => '\u{fffd}',
            other => other,
        };
        let output: String = output.chars().map(allowed).collect();
        match output.starts_with([' ', '\t', '\n']) {
            true => text.push_str(&format!("  message: {}\n", serde_json::json!(output))),
            false => {
                text.push_str("  message: |\n");
                text.push_str(&indented(&output, "    "));
            }
        }
    }
    text.push_str("  ...\n");
    text
}
