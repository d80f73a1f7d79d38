//! A script, run on a circuit, with its results.

use bench::project::{File, Files};
use circuit::script::{self, Failure as Failed, Limits, Report, Stage, Why};
use circuit::sim::Simulator;
use serde::{Deserialize, Serialize};

use super::switched_on;
use crate::finding::{Finding, findings};
use crate::reply::{Answer, json, read};

/// Maximum number of half-ticks of a script; the page ends a worker that takes too long over them.
const LIMIT: u64 = 100_000_000;
/// Maximum number of lines printed and failures listed.
const MOST: usize = 1000;

#[derive(Deserialize)]
pub(super) struct Ask {
    #[serde(flatten)]
    pub files: Files,
    /// The script, or the vectors.
    pub run: File,
}

#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Told {
    /// The mistakes in the script itself.
    findings: Vec<Finding>,
    passed: bool,
    expectations: usize,
    failures: Vec<FailureView>,
    tests: Vec<TestView>,
    points: u32,
    max_points: u32,
    given_up: bool,
    printed: Vec<String>,
    half_ticks: u64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct FailureView {
    line: usize,
    text: String,
    half_tick: u64,
    kind: &'static str,
    what: String,
    message: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct TestView {
    name: String,
    line: usize,
    passed: bool,
    points: u32,
    max_points: u32,
}

pub fn run(request: &str) -> Answer {
    let Ask { files, run } = read(request)?;
    let wrong = |problems: &[script::Problem]| {
        let shown = problems.iter();
        let shown: Vec<_> = shown.map(|one| one.in_text(&run.name, &run.text)).collect();
        json(&Told {
            findings: findings(&shown),
            ..Told::default()
        })
    };
    let script = match bench::script::parse(&run.text) {
        Ok(script) => script,
        Err(problems) => return wrong(&problems),
    };
    let mut simulator = switched_on(&files)?;
    let mut stage = Kept {
        files: &files,
        printed: Vec::new(),
    };
    let limits = Limits { half_ticks: LIMIT };
    match script::run(&script, &mut simulator, &mut stage, limits) {
        Ok(report) => json(&told(&report, stage.printed, simulator.ticks())),
        Err(problems) => wrong(&problems),
    }
}

fn told(report: &Report, printed: Vec<String>, half_ticks: u64) -> Told {
    let (points, max_points) = report.points();
    Told {
        findings: Vec::new(),
        passed: report.passed(),
        expectations: report.expectations,
        failures: report.failures.iter().take(MOST).map(failure).collect(),
        tests: report
            .tests
            .iter()
            .map(|test| TestView {
                name: test.name.clone(),
                line: test.line,
                passed: test.passed(),
                points: if test.passed() { test.points } else { 0 },
                max_points: test.points,
            })
            .collect(),
        points,
        max_points,
        given_up: report.given_up,
        printed,
        half_ticks,
    }
}

fn failure(failure: &Failed) -> FailureView {
    FailureView {
        line: failure.line,
        text: failure.text.clone(),
        half_tick: failure.half_tick,
        kind: match &failure.why {
            Why::Expectation(_) => "expectation",
            Why::Timeout { .. } => "timeout",
            Why::Oscillation(_) => "oscillation",
            Why::TooLong { .. } => "too-long",
            Why::Impossible(_) => "impossible",
        },
        what: failure.why.to_string(),
        message: failure.message.clone(),
    }
}

/// Stores what a script prints; its files are those on the bench.
struct Kept<'a> {
    files: &'a Files,
    printed: Vec<String>,
}

impl Stage for Kept<'_> {
    fn settled(&mut self, _: &mut Simulator, _: bool) {}

    fn print(&mut self, text: &str) {
        if self.printed.len() < MOST {
            self.printed.push(text.to_owned());
        }
    }

    fn failed(&mut self, _: &Failed) {}

    fn file(&mut self, name: &str) -> Result<Vec<u8>, String> {
        let found = self.files.find(name);
        let found = found.ok_or_else(|| format!("{name} is not on the bench"))?;
        Ok(found.text.clone().into_bytes())
    }
}
