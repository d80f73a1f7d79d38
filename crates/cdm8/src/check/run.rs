//! Runs a test and says what was not as expected.

use super::{CLOCKS, Check, Expectation, StopKind, Subject};
use crate::bus::Space;
use crate::cpu::{Cpu, Stop};
use crate::debug::Computer;
use crate::devices::{Devices, Output};
use crate::memory::{Memory, Organisation};
use crate::view;

/// What a test came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    pub stop: Stop,
    pub clocks: u64,
    /// One message for each thing that is not as expected.
    pub failures: Vec<Failure>,
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
    let mut failures = Vec::new();
    failures.extend(wrong_stop(check, stop, limit));
    failures.extend(
        check
            .expectations
            .iter()
            .filter_map(|expectation| missed(expectation, &computer)),
    );
    Report {
        stop,
        clocks: computer.cpu.clocks,
        failures,
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
    let outputs = check
        .expectations
        .iter()
        .filter_map(|expectation| match expectation.target {
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
        Subject::Output(_) => {}
    }
}

fn wrong_stop(check: &Check, stop: Stop, limit: u64) -> Option<Failure> {
    let expected = check.stop;
    let found = match stop {
        stop if StopKind::from(stop) == expected => return None,
        Stop::ClockLimit => format!("more than {limit} clocks"),
        stop => stop.to_string(),
    };
    let expected = match check.clocks {
        Some(clocks) if expected == StopKind::Halt => format!("halt within {clocks} clocks"),
        _ => expected.name().to_owned(),
    };
    let (line, what) = (check.line, "the end".to_owned());
    Some(Failure {
        line,
        what,
        expected,
        found,
    })
}

fn missed(expectation: &Expectation, computer: &Computer) -> Option<Failure> {
    let Expectation {
        line,
        text,
        target,
        values,
    } = expectation;
    let found = found_at(target, values.len(), computer);
    let equal =
        |(found, expected): (&u8, &Option<u8>)| expected.is_none_or(|expected| expected == *found);
    if found.len() == values.len() && found.iter().zip(values).all(equal) {
        return None;
    }
    let expected: Vec<String> = values
        .iter()
        .map(|value| value.map_or("_".to_owned(), hex))
        .collect();
    let found: Vec<String> = found.into_iter().map(hex).collect();
    Some(Failure {
        line: *line,
        what: text.clone(),
        expected: expected.join(" "),
        found: if found.is_empty() {
            "nothing".to_owned()
        } else {
            found.join(" ")
        },
    })
}

fn found_at(target: &Subject, count: usize, computer: &Computer) -> Vec<u8> {
    match target {
        Subject::Thing(thing) => vec![thing.read(computer)],
        Subject::Bytes(space, from) => bytes(computer, *space, *from, count),
        Subject::Output(address) => {
            let mut outputs = computer.devices.outputs.iter();
            let output = outputs.find(|output| output.address == *address);
            output.map_or(Vec::new(), |output| output.written.clone())
        }
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
