//! Files saved after random edits, for the real Logisim: `EDITED=folder` writes them there,
//! `cargo xtask logisim` lets Logisim run them, and `RECORDINGS=folder` compares (see `snap`). Some are recorded in
//! `circ/edited`.

use std::collections::BTreeSet;
use std::path::PathBuf;

use circuit::edit::{Document, Edit, NewPart, PartKind, Selection, Side, part_ports};
use circuit::netlist::ComponentId;
use circuit::project::{Kind, Wire};

use super::open;
use crate::generator::{Dice, project};

const FACINGS: [&str; 4] = ["east", "north", "west", "south"];

/// A random circuit after random edits, those that were refused left out; how many were done.
fn edited(seed: u64) -> (Document, usize) {
    let mut document = open(&project(seed, 16));
    let mut dice = Dice::new(seed ^ 0x0ed1_7ed5);
    let edits = 10 + dice.below(30);
    let done = (0..edits)
        .filter(|number| {
            let edit = random_edit(&document, &mut dice, *number);
            document.apply(&edit).is_ok()
        })
        .count();
    (document, done)
}

fn random_edit(document: &Document, dice: &mut Dice, number: usize) -> Edit {
    let circuit = *dice.pick(document.circuits());
    let sheet = document.project().circuit(circuit);
    let count = sheet.components.len().max(1);
    let chosen: BTreeSet<ComponentId> = (0..=dice.below(3))
        .map(|_| ComponentId(dice.below(count) as u32))
        .collect();
    let parts: Vec<ComponentId> = chosen.into_iter().collect();
    let what = Selection {
        parts: parts.clone(),
        wires: Vec::new(),
    };
    let step = |dice: &mut Dice| 10 * (dice.below(17) as i32 - 8);
    match dice.below(12) {
        0..=4 => Edit::Move {
            circuit,
            what,
            by: (step(dice), step(dice)),
            reroute: true,
        },
        5 | 6 => Edit::Set {
            circuit,
            parts,
            name: "facing".into(),
            value: Some((*dice.pick(&FACINGS)).into()),
        },
        7 => Edit::Align {
            circuit,
            parts,
            side: *dice.pick(&[Side::Left, Side::Top, Side::Row]),
        },
        8 => Edit::Remove { circuit, what },
        9 => Edit::MakeChip {
            circuit,
            what,
            name: format!("chip{number}"),
        },
        10 => {
            let ports = sheet.components.iter();
            let mut ports = ports.flat_map(|part| part_ports(document.project(), part));
            let at = ports.nth(dice.below(count)).unwrap_or_default();
            Edit::Wires {
                circuit,
                remove: Vec::new(),
                add: vec![Wire::new(
                    at,
                    at.offset(10 * (1 + dice.below(20)) as i32, 0),
                )],
            }
        }
        _ => {
            let wire = sheet.wires.get(dice.below(sheet.wires.len().max(1)));
            let at = wire.map_or(Default::default(), |wire| wire.to.offset(-10, 0));
            Edit::Insert {
                circuit,
                part: NewPart {
                    what: PartKind::Builtin(*dice.pick(&[Kind::Not, Kind::Buffer])),
                    location: at,
                    attrs: Vec::new(),
                },
            }
        }
    }
}

#[test]
fn files_after_random_edits_are_written_when_asked() {
    let folder = std::env::var_os("EDITED").map(PathBuf::from);
    let cases = std::env::var("CASES").ok().and_then(|n| n.parse().ok());
    let first = std::env::var("FIRST").ok().and_then(|n| n.parse().ok());
    let first = first.unwrap_or(1);
    let mut edits = 0;
    for seed in first..first + cases.unwrap_or(20) {
        let (document, done) = edited(seed);
        edits += done;
        if let Some(folder) = &folder {
            std::fs::create_dir_all(folder).unwrap();
            let file = folder.join(format!("edited{seed}.circ"));
            std::fs::write(file, document.bytes()).unwrap();
        }
    }
    assert!(edits > 100, "{edits}");
}
