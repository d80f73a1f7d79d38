//! Any bytes are a project with diagnostics; what loads can be checked, built, run and named. Most inputs are circuits of the
//! generator, and real ones, with lines taken away, doubled, exchanged and changed.
#![no_main]

use std::sync::Arc;

use arbitrary::Arbitrary;
use circuit::netlist::check;
use circuit::read::{NoLibraries, read};
use circuit::sim::{SimOptions, Simulator};
use libfuzzer_sys::fuzz_target;

#[path = "../../crates/circuit/tests/it/generator.rs"]
mod generator;

#[derive(Arbitrary, Debug)]
enum Input<'a> {
    Bytes(&'a [u8]),
    Generated { seed: u16, size: u8, changes: Vec<Change<'a>> },
    Real { file: u8, changes: Vec<Change<'a>> },
}

#[derive(Arbitrary, Debug)]
enum Change<'a> {
    Remove(u16),
    Double(u16),
    Exchange(u16, u16),
    /// What stands between one of the quotes of a line.
    Quoted(u16, u8, &'a str),
    Number(u16, u8, i16),
}

const REAL: [&str; 5] = [
    include_str!("../../crates/circuit/tests/circ/own/buses.circ"),
    include_str!("../../crates/circuit/tests/circ/own/io.circ"),
    include_str!("../../crates/circuit/tests/circ/own/memory.circ"),
    include_str!("../../crates/circuit/tests/circ/own/wires.circ"),
    include_str!("../../hardware/2016/mirror.circ"),
];

/// A line with another text between two of its quotes.
fn quoted(line: &str, which: u8, text: &str) -> String {
    let mut pieces: Vec<&str> = line.split('"').collect();
    let count = pieces.len() / 2;
    if count > 0 {
        pieces[2 * (usize::from(which) % count) + 1] = text;
    }
    pieces.join("\"")
}

fn changed(text: &str, changes: &[Change<'_>]) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for change in changes.iter().take(64) {
        let count = lines.len().max(1);
        let at = |line: &u16| usize::from(*line) % count;
        match change {
            _ if lines.is_empty() => {}
            Change::Remove(line) => drop(lines.remove(at(line))),
            Change::Double(line) => lines.insert(at(line), lines[at(line)].clone()),
            Change::Exchange(one, other) => lines.swap(at(one), at(other)),
            Change::Quoted(line, which, text) => lines[at(line)] = quoted(&lines[at(line)], *which, text),
            Change::Number(line, which, number) => {
                lines[at(line)] = quoted(&lines[at(line)], *which, &number.to_string());
            }
        }
    }
    lines.join("\n")
}

fuzz_target!(|input: Input<'_>| {
    let bytes = match input {
        Input::Bytes(bytes) => bytes.to_vec(),
        Input::Generated { seed, size, changes } => {
            changed(&generator::project(seed.into(), 1 + usize::from(size % 24)), &changes).into_bytes()
        }
        Input::Real { file, changes } => changed(REAL[usize::from(file) % REAL.len()], &changes).into_bytes(),
    };
    let reading = read("fuzz.circ", &bytes, &mut NoLibraries);
    let project = Arc::new(reading.project);
    check(&project);
    let Ok(mut simulator) = Simulator::new(project, None, &SimOptions::default()) else {
        return;
    };
    simulator.run(3);
    simulator.short_circuits();
    simulator.oscillation();
    for part in simulator.design().part_ids().take(1000) {
        let _ = simulator.find(&simulator.design().path(part));
        simulator.display(part);
    }
});
