//! A program against its expectations.

use cdm8::check::{self as tests, Check as Test, Defaults, StopKind, Subject};
use cdm8::cpu::Stop;
use cdm8::memory::Organisation;
use cdm8::symbols::Symbols;

use super::scripts::message;
use super::{all_fail, broken, file};
use crate::outcome::{Failure, Moment, Outcome, Said};
use crate::program::{Built, build};
use crate::task::{Check, Task};

/// Maximum number of expectations reported.
const MOST: usize = 4;

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
            return Err(failed(task, check, test, &report));
        }
    }
    Ok(Outcome::Passed)
}

fn failed(task: &Task, check: &Check, test: &Test, report: &tests::Report) -> Failure {
    let clocks = test.clocks.unwrap_or(tests::CLOCKS);
    let moment = Moment::Program {
        memory: match test.memory {
            Organisation::Harvard => "harvard",
            Organisation::VonNeumann => "von-neumann",
        },
        commands: commands(test),
        clocks,
    };
    let failure = Failure {
        steps: test.sets.iter().map(step).collect(),
        moment: Some(Box::new(moment)),
        ..Failure::default()
    };
    // What a program has done that is stopped halfway says nothing.
    if report.stop == Stop::ClockLimit && test.stop != StopKind::Limit {
        let said = Said::new("course.wrong.endless", vec![("clocks", clocks.to_string())]);
        return Failure {
            said: vec![said],
            ..failure
        };
    }
    let explained = report
        .failures
        .iter()
        .find_map(|one| one.message.as_deref());
    // The name of a test that is a check says what its words say.
    let name = check.test.is_none().then_some(test.name.as_str());
    let said = report.failures.iter().flat_map(|failure| {
        match failure.line == test.line && failure.what == "the end" {
            true => vec![Said::new(
                "course.wrong.end",
                vec![
                    ("expected", failure.expected.clone()),
                    ("found", failure.found.clone()),
                ],
            )],
            false => differs(name, failure),
        }
    });
    Failure {
        said: said.take(MOST).collect(),
        explained: explained.map(|text| message(task, text)),
        ..failure
    }
}

/// What is wrong with a value; of several bytes, each that is.
fn differs(test: Option<&str>, failure: &tests::Failure) -> Vec<Said> {
    let said = |output: String, expected: String, found: String| {
        let values = vec![
            ("when", test.unwrap_or_default().to_owned()),
            ("output", output),
            ("expected", expected),
            ("found", found),
        ];
        let key = match test {
            Some(_) => "course.wrong.differs",
            None => "course.wrong.value",
        };
        Said::new(key, values)
    };
    let what = &failure.what;
    let bytes = |text: &str| -> Vec<String> { text.split_whitespace().map(byte).collect() };
    let (expected, found) = (bytes(&failure.expected), bytes(&failure.found));
    if expected.len() < 2 || expected.len() != found.len() {
        let name = match ["c", "v", "z", "n"].contains(&what.as_str()) {
            true => what.to_uppercase(),
            false => what.clone(),
        };
        return vec![said(name, expected.join(" "), found.join(" "))];
    }
    let pairs = expected.into_iter().zip(found).enumerate();
    pairs
        .filter(|(_, (expected, found))| expected != found && expected != "_")
        .map(|(at, (expected, found))| said(place(what, at), expected, found))
        .collect()
}

/// The byte so far behind a place.
fn place(what: &str, at: usize) -> String {
    let address = what.strip_prefix("0x");
    match address.and_then(|digits| usize::from_str_radix(digits, 16).ok()) {
        Some(address) => format!("0x{:02x}", address + at),
        None if at == 0 => what.to_owned(),
        None => format!("{what} + {at}"),
    }
}

/// A byte as students count seeds; large ones may be addresses.
fn byte(text: &str) -> String {
    let digits = text.strip_prefix("0x");
    match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
        Some(number) if number < 0x40 => number.to_string(),
        Some(number) => format!("{text} ({number})"),
        None => text.to_owned(),
    }
}

/// What the test sets, to be read.
fn step((subject, bytes): &(Subject, Vec<u8>)) -> String {
    let name = match subject {
        Subject::Thing(thing) => thing.to_string(),
        Subject::Bytes(_, from) => format!("0x{from:02x}"),
        Subject::Output(_) | Subject::Stop => String::new(),
    };
    let bytes: Vec<String> = bytes
        .iter()
        .map(|&one| byte(&format!("0x{one:02x}")))
        .collect();
    format!("{name} = {}", bytes.join(" "))
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
