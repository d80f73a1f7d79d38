//! A program against its expectations.

use cdm8::check::{self as tests, Check as Test, Defaults, Subject};
use cdm8::memory::Organisation;
use cdm8::symbols::Symbols;

use super::scripts::message;
use super::{all_fail, broken, file};
use crate::outcome::{Failure, Moment, Outcome, Said};
use crate::program::{Built, build};
use crate::task::{Check, Task};

/// Maximum number of expectations reported.
const MOST: usize = 3;

pub fn all(task: &Task, memory: Organisation, work: &str) -> Vec<Outcome> {
    let built = match build(task, memory, work) {
        Ok(built) => built,
        Err(failure) => return all_fail(task, &failure),
    };
    let outcome = |check: &Check| run(task, check, memory, &built).unwrap_or_else(Outcome::from);
    task.checks.iter().map(outcome).collect()
}

fn run(
    task: &Task,
    check: &Check,
    memory: Organisation,
    built: &Built,
) -> Result<Outcome, Failure> {
    let symbols = Symbols::of(&built.assembly.program, &built.sources);
    let defaults = Defaults {
        memory,
        ..Defaults::default()
    };
    let lines = tests::in_lines(file(task, check));
    let read = tests::read(&check.file, &lines, &symbols, defaults);
    // A label that a test names and the student's program lacks.
    let read = read.map_err(|problems| {
        let why = problems.first().map_or("", |one| &one.message);
        Failure::said("course.fails.labels", vec![("why", why.to_owned())])
    })?;
    let chosen: Vec<&Test> = match &check.test {
        None => read.iter().collect(),
        Some(name) => read.iter().filter(|test| test.name == *name).collect(),
    };
    if chosen.is_empty() {
        let name = check.test.as_deref().unwrap_or("");
        return Err(broken(check, &format!("it has no test '{name}'")));
    }
    let image = built.assembly.image().map_or(&[][..], |image| image);
    for test in chosen {
        let report = tests::run(test, image);
        if !report.passed() {
            return Err(failed(task, test, &report));
        }
    }
    Ok(Outcome::Passed)
}

fn failed(task: &Task, test: &Test, report: &tests::Report) -> Failure {
    let said = |failure: &tests::Failure| {
        let key = match failure.line == test.line && failure.what == "the end" {
            true => "course.wrong.end",
            false => "course.wrong.differs",
        };
        let values = vec![
            ("when", test.name.clone()),
            ("output", failure.what.clone()),
            ("expected", failure.expected.clone()),
            ("found", failure.found.clone()),
        ];
        Said::new(key, values)
    };
    let explained = report
        .failures
        .iter()
        .find_map(|one| one.message.as_deref());
    let commands = commands(test);
    Failure {
        said: report.failures.iter().take(MOST).map(said).collect(),
        explained: explained.map(|text| message(task, text)),
        steps: commands.clone(),
        findings: Vec::new(),
        moment: Some(Box::new(Moment::Program {
            memory: match test.memory {
                Organisation::Harvard => "harvard",
                Organisation::VonNeumann => "von-neumann",
            },
            commands,
        })),
    }
}

/// The initial settings of the test, for the debugger.
fn commands(test: &Test) -> Vec<String> {
    let mut commands = Vec::new();
    for (subject, bytes) in &test.sets {
        match subject {
            Subject::Thing(thing) => {
                let value = bytes.first().copied().unwrap_or(0);
                commands.push(format!("set {thing} = {value}"));
            }
            Subject::Bytes(_, from) => {
                let cells = (usize::from(*from)..256).zip(bytes);
                commands.extend(cells.map(|(at, byte)| format!("set [0x{at:02x}] = {byte}")));
            }
            Subject::Output(_) | Subject::Stop => {}
        }
    }
    commands
}
