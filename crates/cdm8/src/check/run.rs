//! Runs a test and says what was not as expected.

use super::{CLOCKS, Check, Expectation, StopKind, Target};
use crate::board::{Board, Output};
use crate::bus::Space;
use crate::cpu::{Cpu, Stop};
use crate::debug::Machine;
use crate::memory::{Memory, Organisation};
use crate::view;

/// What a test came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
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

impl Outcome {
    pub fn passed(&self) -> bool {
        self.failures.is_empty()
    }
}

/// Runs a program under a test.
pub fn run(check: &Check, image: &[u8]) -> Outcome {
    let mut machine = prepare(check, image);
    let limit = check.clocks.unwrap_or(CLOCKS);
    let stop = machine.cpu.run(&mut machine.board, limit);
    let mut failures = Vec::new();
    failures.extend(wrong_stop(check, stop, limit));
    failures.extend(
        check
            .expectations
            .iter()
            .filter_map(|expectation| missed(expectation, &machine)),
    );
    Outcome {
        stop,
        clocks: machine.cpu.clocks,
        failures,
        registers: view::registers(&machine.cpu),
    }
}

fn prepare(check: &Check, image: &[u8]) -> Machine {
    let memory = match check.memory {
        Organisation::Harvard => Memory::harvard(image, &[]),
        Organisation::VonNeumann => Memory::von_neumann(image),
    };
    let mut board = Board::new(memory);
    board.irq.clone_from(&check.irq);
    board.inputs.clone_from(&check.inputs);
    let outputs = check
        .expectations
        .iter()
        .filter_map(|expectation| match expectation.target {
            Target::Output(address) => Some(Output {
                address,
                written: Vec::new(),
            }),
            _ => None,
        });
    board.outputs.extend(outputs);
    let mut machine = Machine::new(Cpu::new(check.variant), board);
    for (target, values) in &check.sets {
        set(&mut machine, target, values);
    }
    machine
}

fn set(machine: &mut Machine, target: &Target, values: &[u8]) {
    match target {
        Target::Thing(thing) => thing.write(machine, values[0]),
        Target::Bytes(space, from) => {
            for (address, &value) in (*from..=255).zip(values) {
                machine.board.memory.set(*space, address, value);
            }
        }
        Target::Output(_) => {}
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

fn missed(expectation: &Expectation, machine: &Machine) -> Option<Failure> {
    let Expectation {
        line,
        text,
        target,
        values,
    } = expectation;
    let found = found_at(target, values.len(), machine);
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

fn found_at(target: &Target, count: usize, machine: &Machine) -> Vec<u8> {
    match target {
        Target::Thing(thing) => vec![thing.read(machine)],
        Target::Bytes(space, from) => bytes(machine, *space, *from, count),
        Target::Output(address) => {
            let mut outputs = machine.board.outputs.iter();
            let output = outputs.find(|output| output.address == *address);
            output.map_or(Vec::new(), |output| output.written.clone())
        }
    }
}

fn bytes(machine: &Machine, space: Space, from: u8, count: usize) -> Vec<u8> {
    let memory = machine.board.memory.space(space);
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
