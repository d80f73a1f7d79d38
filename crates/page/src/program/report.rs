//! The expectations of a program, with the results of running them.

use cdm8::asm::Source;
use cdm8::check::{self, Check, Defaults, Report, StopKind};
use cdm8::symbols::Symbols;
use serde::{Deserialize, Serialize};

use super::build::{Build, Built, File};
use crate::finding::{Finding, findings};
use crate::reply::{Answer, json, read};

#[derive(Deserialize)]
struct AskTest {
    #[serde(flatten)]
    build: Build,
    /// A file of expectations; without one, those in the comments of the first file count.
    expect: Option<File>,
}

#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Tested {
    /// Of the program, and of the expectations.
    findings: Vec<Finding>,
    tests: Vec<Outcome>,
    passed: usize,
    points: u32,
    max_points: u32,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Outcome {
    name: String,
    line: usize,
    passed: bool,
    points: u32,
    max_points: u32,
    stop: &'static str,
    clocks: u64,
    registers: String,
    failures: Vec<Failed>,
}

#[derive(Serialize)]
struct Failed {
    line: usize,
    what: String,
    expected: String,
    found: String,
    message: Option<String>,
}

pub fn test(request: &str) -> Answer {
    let AskTest { build, expect } = read(request)?;
    let Built { assembly, sources } = build.assembled()?;
    let mut tested = Tested {
        findings: findings(&assembly.diagnostics),
        ..Tested::default()
    };
    if let Some(image) = assembly.image() {
        let symbols = Symbols::of(&assembly.program, &sources);
        let defaults = Defaults {
            variant: build.variant()?,
            memory: build.memory()?,
        };
        match checks(&sources, expect.as_ref(), &symbols, defaults) {
            Ok(checks) => tested.tests = checks.iter().map(|check| run(check, image)).collect(),
            Err(mistakes) => tested.findings.extend(findings(&mistakes)),
        }
    }
    for test in &tested.tests {
        tested.passed += usize::from(test.passed);
        tested.points = tested.points.saturating_add(test.points);
        tested.max_points = tested.max_points.saturating_add(test.max_points);
    }
    json(&tested)
}

fn checks(
    sources: &[Source],
    expect: Option<&File>,
    symbols: &Symbols,
    defaults: Defaults,
) -> Result<Vec<Check>, Vec<diag::Diagnostic>> {
    if let Some(File { name, text }) = expect {
        return check::read(name, &check::in_lines(text), symbols, defaults);
    }
    let Some(first) = sources.first() else {
        return Ok(Vec::new());
    };
    let text = String::from_utf8_lossy(&first.bytes);
    check::read(&first.name, &check::in_comments(&text), symbols, defaults)
}

fn run(check: &Check, image: &[u8]) -> Outcome {
    let report: Report = check::run(check, image);
    Outcome {
        name: check.name.clone(),
        line: check.line,
        passed: report.passed(),
        points: report.points,
        max_points: check.worth(),
        stop: StopKind::from(report.stop).name(),
        clocks: report.clocks,
        registers: report.registers,
        failures: report
            .failures
            .into_iter()
            .map(|failure| Failed {
                line: failure.line,
                what: failure.what,
                expected: failure.expected,
                found: failure.found,
                message: failure.message,
            })
            .collect(),
    }
}
