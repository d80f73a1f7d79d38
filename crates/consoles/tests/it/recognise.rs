//! The course's processor is recognised by its behaviour: with renamed pins, and not if one of its gates is different.

use std::sync::Arc;

use cdm8::variant::Variant;
use circuit::project::{Kind, Project, What};
use circuit::read::{Libraries, read};
use consoles::{hardware, recognise};

struct Shelf(String);

impl Libraries for Shelf {
    fn read(&mut self, _: &str, _: &str) -> Result<(String, Vec<u8>), String> {
        Ok(("cdm8/cdm8.circ".to_string(), self.0.clone().into_bytes()))
    }
}

fn text(path: &str) -> String {
    let file = hardware::FILES.iter().find(|file| file.path == path);
    file.expect("the file is there").text.to_string()
}

/// The board of 2023 with a changed processor file.
fn board(processor: String) -> Project {
    let board = text("2023/mancala.circ");
    let reading = read("2023/mancala.circ", board.as_bytes(), &mut Shelf(processor));
    assert_eq!(reading.diagnostics, []);
    reading.project
}

/// Our processor, with the pin names of the course's.
fn renamed() -> Project {
    let mut project = board(text("cdm8/cdm8.circ"));
    let names = [
        ("data in", "data_in"),
        ("address", "addr"),
        ("data out", "data_out"),
        ("mem", "mem_cycle"),
        ("rd/wr'", "mem_read"),
        ("data/ins'", "data_inst"),
        ("pc", "PC"),
    ];
    let id = project
        .find(hardware::cdm8::CHIP)
        .expect("the chip is there");
    for component in &mut project.circuits[id.0 as usize].components {
        let label = component.label().unwrap_or("").to_string();
        if let Some((_, theirs)) = names.iter().find(|(ours, _)| *ours == label) {
            component.attrs.set("label", *theirs);
        }
    }
    project
}

#[test]
fn the_processor_is_found_under_other_names() {
    for project in [board(text("cdm8/cdm8.circ")), renamed()] {
        let found = recognise(&Arc::new(project), None).expect("it can be built");
        assert_eq!(found.refused, []);
        let [one] = &found.found[..] else {
            panic!("{} found", found.found.len());
        };
        assert_eq!(one.variant, Variant::Ideal);
        assert!(one.path.starts_with("/Game_Operator"), "{}", one.path);
    }
}

/// The processor with one gate of another kind, for every gate; each with a name.
fn mutants() -> Vec<(String, Project)> {
    let project = board(text("cdm8/cdm8.circ"));
    let mut mutants = Vec::new();
    for (at, circuit) in project.circuits.iter().enumerate() {
        let own = project.files[circuit.file].name.ends_with("cdm8.circ");
        for (number, component) in circuit.components.iter().enumerate().filter(|_| own) {
            let other = match component.what {
                What::Builtin(Kind::And) => Kind::Or,
                What::Builtin(Kind::Or) => Kind::And,
                What::Builtin(Kind::Xor) => Kind::Xnor,
                What::Builtin(Kind::Not) => Kind::Buffer,
                What::Builtin(Kind::Nand) => Kind::Nor,
                What::Builtin(Kind::Nor) => Kind::Nand,
                _ => continue,
            };
            let mut mutant = project.clone();
            mutant.circuits[at].components[number].what = What::Builtin(other);
            let name = format!(
                "{} {:?} at {}",
                circuit.name, component.what, component.location
            );
            mutants.push((name, mutant));
        }
    }
    mutants
}

/// Gates with which only the byte stored between two clocks is loaded more often than needed: nothing ever uses it then.
const WITHOUT_EFFECT: [&str; 3] = [
    "Register control Builtin(And) at 570,550",
    "Register control Builtin(And) at 570,590",
    "T Builtin(And) at 320,270",
];

#[test]
fn a_processor_that_differs_in_one_gate_is_none() {
    let mutants = mutants();
    assert!(mutants.len() > 60, "{} gates", mutants.len());
    let mut taken = Vec::new();
    for (name, mutant) in mutants {
        let found = recognise(&Arc::new(mutant), None).expect("it can be built");
        if !found.found.is_empty() {
            taken.push(name);
        }
    }
    assert_eq!(taken, WITHOUT_EFFECT, "these were taken for a CdM-8");
}
