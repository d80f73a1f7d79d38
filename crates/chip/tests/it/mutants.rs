//! Chips with one thing changed: each is found, with a shortest run, unless the change makes no difference.

use std::sync::Arc;

use chip::{Effort, Verdict};
use circuit::netlist::{InstanceId, PartId};
use circuit::project::{Kind, Project};
use circuit::read::{self, NoLibraries};
use circuit::sim::{SimOptions, Simulator};
use circuit::{Value, mask};

use crate::shelf;

/// The files of a chip with one thing changed: another gate, another constant, another edge, a wire less.
fn mutants(file: &str, circuit: &str) -> Vec<(String, String)> {
    let start = file.find(&format!("<circuit name=\"{circuit}\">")).unwrap();
    let end = start + file[start..].find("</circuit>").unwrap();
    let (before, body, after) = (&file[..start], &file[start..end], &file[end..]);
    let mut found = Vec::new();
    let mut add = |what: String, body: String| found.push((what, format!("{before}{body}{after}")));
    for (from, to) in SWAPS {
        for (at, _) in body.match_indices(from) {
            let changed = format!("{}{to}{}", &body[..at], &body[at + from.len()..]);
            add(format!("{from} -> {to} at {at}"), changed);
        }
    }
    for (at, _) in body.match_indices("<wire ") {
        let length = body[at..].find("/>").unwrap() + 2;
        let changed = format!("{}{}", &body[..at], &body[at + length..]);
        add(format!("without {}", &body[at..at + length]), changed);
    }
    found
}

const SWAPS: &[(&str, &str)] = &[
    ("name=\"AND Gate\"", "name=\"OR Gate\""),
    ("name=\"AND Gate\"", "name=\"NAND Gate\""),
    ("name=\"OR Gate\"", "name=\"AND Gate\""),
    ("name=\"OR Gate\"", "name=\"XOR Gate\""),
    ("name=\"NOT Gate\"", "name=\"Buffer\""),
    ("name=\"Controlled Buffer\"", "name=\"Controlled Inverter\""),
    ("val=\"falling\"", "val=\"rising\""),
    ("val=\"falling\"", "val=\"high\""),
    ("name=\"Adder\"", "name=\"Subtractor\""),
    (
        "val=\"true\" name=\"negate0\"",
        "val=\"false\" name=\"negate0\"",
    ),
    (
        "name=\"negate0\" val=\"true\"",
        "name=\"negate0\" val=\"false\"",
    ),
    (
        "name=\"negate1\" val=\"true\"",
        "name=\"negate1\" val=\"false\"",
    ),
    ("name=\"value\" val=\"0x0\"", "name=\"value\" val=\"0x1\""),
    ("name=\"value\" val=\"0x1\"", "name=\"value\" val=\"0x0\""),
    ("name=\"value\" val=\"0x2\"", "name=\"value\" val=\"0x3\""),
    ("name=\"value\" val=\"0x4\"", "name=\"value\" val=\"0x5\""),
];

fn simulator(text: &str, circuit: &str) -> Simulator {
    let project: Arc<Project> =
        Arc::new(read::read("mutant.circ", text.as_bytes(), &mut NoLibraries).project);
    Simulator::new(project, Some(circuit), &SimOptions::default()).unwrap()
}

fn pins(simulator: &Simulator, output: bool) -> Vec<(PartId, u32)> {
    let design = simulator.design();
    let parts = design.parts_of(InstanceId::ROOT).filter(|&part| {
        let component = design.component(part);
        component.kind() == Some(Kind::Pin)
            && component.attrs.of(Kind::Pin).flag("output") == output
    });
    parts
        .map(|part| (part, design.ports_of(part)[0].width))
        .collect()
}

/// Whether random inputs distinguish two circuits, without any specification.
fn differ(a: &mut Simulator, b: &mut Simulator) -> bool {
    let (inputs, outputs) = (pins(a, false), pins(a, true));
    let mut seed = 12345u64;
    let mut random = || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 20) as u32
    };
    for row in 0..400 {
        let (part, width) = inputs[random() as usize % inputs.len()];
        let value = Value::known(width, random() & mask(width));
        for simulator in [&mut *a, &mut *b] {
            simulator.set_pin(part, value).unwrap();
        }
        if row > 2 * inputs.len()
            && outputs
                .iter()
                .any(|&(pin, _)| a.port(pin, 0) != b.port(pin, 0))
        {
            return true;
        }
    }
    false
}

fn hunt(board: &str, file: &str, name: &str, most: usize) -> (usize, usize, Vec<String>) {
    let folder = shelf::hardware().join(board);
    let text = std::fs::read_to_string(folder.join(file)).unwrap();
    let spec = std::fs::read_to_string(folder.join("chips").join(format!("{name}.chip"))).unwrap();
    let chip = shelf::chip_of(board, name, &spec);
    let (mut found, mut shortest, mut missed) = (0, 0, Vec::new());
    for (what, mutant) in mutants(&text, name) {
        if found == most {
            break;
        }
        let mutant = simulator(&mutant, name);
        let effort = Effort {
            rows: 300,
            ..Effort::default()
        };
        match chip::check(&chip, &mutant, &effort) {
            Ok(Verdict::Differs(difference)) => {
                found += 1;
                shortest += usize::from(difference.shortest);
            }
            // A change that makes no difference, or none that delays do not hide.
            Ok(verdict @ (Verdict::Proven(_) | Verdict::Unproven { .. })) => {
                if differ(&mut simulator(&text, name), &mut mutant.clone()) {
                    missed.push(format!(
                        "{name}: {verdict:?}, but it behaves differently: {what}"
                    ));
                }
            }
            other => missed.push(format!("{name}: {what}: {other:?}")),
        }
    }
    (found, shortest, missed)
}

const CHIPS: [(&str, &str, &str); 5] = [
    ("2016", "mancala.circ", "Display driver"),
    ("2016", "mancala.circ", "IO-0"),
    ("2022", "mancala.circ", "Button register"),
    ("2023", "mancala.circ", "Start_Seeds"),
    ("cdm8", "cdm8.circ", "Shift"),
];

fn hunt_all(most: usize) {
    for (board, file, name) in CHIPS {
        let (found, shortest, missed) = hunt(board, file, name, most);
        println!("{name}: {found} found, {shortest} with a shortest run");
        assert!(missed.is_empty(), "{}", missed.join("\n"));
        assert_eq!(found, most, "{name}");
        // An effect of delays alone is found by a random run: one of the two hundred.
        assert!(shortest + 1 >= most, "{name}: {shortest} of {most}");
    }
}

#[test]
fn some_mutants_of_five_chips_are_found() {
    hunt_all(6);
}

#[test]
#[ignore = "forty mutants of each of five chips: some fifteen seconds"]
fn forty_mutants_of_five_chips_are_found() {
    hunt_all(40);
}
