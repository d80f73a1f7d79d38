//! Runs a test and reports failed expectations.

use expect::{Comparison, Relation};

use super::{CLOCKS, Check, Expected, Named, StopKind, Subject, Value};
use crate::bus::Space;
use crate::cpu::{Cpu, Stop};
use crate::debug::Computer;
use crate::devices::{Devices, Output};
use crate::memory::{Memory, Organisation};
use crate::view;

/// The result of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    pub stop: Stop,
    pub clocks: u64,
    /// One for each line whose expectation does not hold.
    pub failures: Vec<Failure>,
    /// The points earned.
    pub points: u32,
    /// The registers at the end.
    pub registers: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The line that expected something else; the line of the test itself for its end.
    pub line: usize,
    pub what: String,
    pub expected: String,
    pub found: String,
    /// The message from the test.
    pub message: Option<String>,
}

impl Report {
    pub fn passed(&self) -> bool {
        self.failures.is_empty()
    }
}

/// Runs a program under a test.
pub fn run(check: &Check, image: &[u8]) -> Report {
    let mut computer = prepare(check, image);
    let limit = check.clocks.unwrap_or(CLOCKS);
    let stop = computer.cpu.run(&mut computer.devices, limit);
    let wrong_stop = wrong_stop(check, stop, limit);
    // A run that does not end as it should earns nothing.
    let ended = wrong_stop.is_none();
    let (mut own, mut points) = (ended, 0u32);
    let mut failures = Vec::from_iter(wrong_stop);
    for expected in &check.expectations {
        let failure = missed(expected, &computer);
        match expected.expectation.points {
            Some(worth) if ended && failure.is_none() => {
                points = points.saturating_add(worth);
            }
            Some(_) => {}
            None => own &= failure.is_none(),
        }
        failures.extend(failure);
    }
    Report {
        stop,
        clocks: computer.cpu.clocks,
        failures,
        points: points.saturating_add(if own { check.points } else { 0 }),
        registers: view::registers(&computer.cpu),
    }
}

fn prepare(check: &Check, image: &[u8]) -> Computer {
    let memory = match check.memory {
        Organisation::Harvard => Memory::harvard(image, &[]),
        Organisation::VonNeumann => Memory::von_neumann(image),
    };
    let mut devices = Devices::new(memory);
    devices.irq.clone_from(&check.irq);
    devices.inputs.clone_from(&check.inputs);
    let comparisons = check
        .expectations
        .iter()
        .flat_map(|expected| expected.expectation.condition.comparisons());
    let outputs = comparisons.filter_map(|comparison| match comparison.subject.subject {
        Subject::Output(address) => Some(Output {
            address,
            written: Vec::new(),
        }),
        _ => None,
    });
    devices.outputs.extend(outputs);
    let mut computer = Computer::new(Cpu::new(check.variant), devices);
    for (target, values) in &check.sets {
        set(&mut computer, target, values);
    }
    computer
}

fn set(computer: &mut Computer, target: &Subject, values: &[u8]) {
    match target {
        Subject::Thing(thing) => thing.write(computer, values[0]),
        Subject::Bytes(space, from) => {
            for (address, &value) in (*from..=255).zip(values) {
                computer.devices.memory.set(*space, address, value);
            }
        }
        Subject::Output(_) | Subject::Stop => {}
    }
}

fn wrong_stop(check: &Check, stop: Stop, limit: u64) -> Option<Failure> {
    let expected = check.stop;
    let found = match stop {
        stop if StopKind::from(stop) == expected => return None,
        Stop::ClockLimit => format!("more than {}", diag::count(limit, "clock")),
        stop => stop.to_string(),
    };
    let expected = match check.clocks {
        Some(clocks) if expected == StopKind::Halt => {
            format!("halt within {}", diag::count(clocks, "clock"))
        }
        _ => expected.name().to_owned(),
    };
    let (line, what) = (check.line, "the end".to_owned());
    Some(Failure {
        line,
        what,
        expected,
        found,
        message: None,
    })
}

/// Explains a failed expectation by its first failing comparison.
fn missed(expected: &Expected, computer: &Computer) -> Option<Failure> {
    let condition = &expected.expectation.condition;
    if condition.holds(|comparison| holds(comparison, computer)) {
        return None;
    }
    let wrong = condition
        .comparisons()
        .find(|comparison| !holds(comparison, computer))?;
    let found: Vec<String> = found_at(wrong, computer).into_iter().map(hex).collect();
    let values = values(wrong)
        .iter()
        .map(|value| value.map_or("_".to_owned(), hex));
    let values: Vec<String> = values.collect();
    let relation = match wrong.relation {
        Relation::Equal => String::new(),
        other => format!("{} ", other.symbol()),
    };
    Some(Failure {
        line: expected.line,
        what: wrong.subject.text.clone(),
        expected: format!("{relation}{}", values.join(" ")),
        found: match found.is_empty() {
            true => "nothing".to_owned(),
            false => found.join(" "),
        },
        message: expected.expectation.message.clone(),
    })
}

fn values(comparison: &Comparison<Named, Value>) -> &[Option<u8>] {
    match &comparison.value {
        Value::Bytes(values) => values,
        Value::Stop(_) => &[],
    }
}

fn holds(comparison: &Comparison<Named, Value>, computer: &Computer) -> bool {
    let (found, values) = (found_at(comparison, computer), values(comparison));
    let fits = |found: &[u8]| {
        let mut pairs = found.iter().zip(values);
        found.len() == values.len() && pairs.all(|(found, value)| value.is_none_or(|v| v == *found))
    };
    match comparison.relation {
        Relation::Equal => fits(&found),
        Relation::Differs => !fits(&found),
        Relation::Contains => found.windows(values.len().max(1)).any(fits),
        ordered => match (&found[..], values) {
            ([found], [Some(value)]) => ordered.holds(found, value),
            _ => false,
        },
    }
}

fn found_at(comparison: &Comparison<Named, Value>, computer: &Computer) -> Vec<u8> {
    match &comparison.subject.subject {
        Subject::Thing(thing) => vec![thing.read(computer)],
        Subject::Bytes(space, from) => bytes(computer, *space, *from, values(comparison).len()),
        Subject::Output(address) => {
            let mut outputs = computer.devices.outputs.iter();
            let output = outputs.find(|output| output.address == *address);
            output.map_or(Vec::new(), |output| output.written.clone())
        }
        Subject::Stop => Vec::new(),
    }
}

fn bytes(computer: &Computer, space: Space, from: u8, count: usize) -> Vec<u8> {
    let memory = computer.devices.memory.space(space);
    memory
        .iter()
        .skip(usize::from(from))
        .take(count)
        .copied()
        .collect()
}

fn hex(value: u8) -> String {
    format!("0x{value:02x}")
}
