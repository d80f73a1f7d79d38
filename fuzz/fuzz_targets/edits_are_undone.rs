//! Whatever a file is and whatever is done to it: undoing everything gives back every byte, and the project that was kept up to
//! date is the one that the bytes say.
#![no_main]

use circuit::edit::{Document, Edit, History, NewPart, PartKind, Selection};
use circuit::netlist::ComponentId;
use circuit::project::{Kind, Location, Wire};
use circuit::read::{NoLibraries, read};
use libfuzzer_sys::fuzz_target;

type Step = (u8, u8, u8, i8, i8);

fn edit(document: &Document, (what, a, b, dx, dy): Step) -> Option<Edit> {
    let circuits = document.circuits();
    let circuit = *circuits.get(usize::from(a) % circuits.len().max(1))?;
    let sheet = document.project().circuit(circuit);
    let at = Location::new(10 * i32::from(a), 10 * i32::from(b));
    let part = |kind| NewPart {
        what: PartKind::Builtin(kind),
        location: at,
        attrs: Vec::new(),
    };
    let chosen = Selection {
        parts: vec![ComponentId(u32::from(b) % sheet.components.len().max(1) as u32)],
        wires: sheet.wires.iter().copied().take(usize::from(what % 3)).collect(),
    };
    let by = (10 * i32::from(dx), 10 * i32::from(dy));
    Some(match what % 8 {
        0 => Edit::Add {
            circuit,
            part: part(Kind::ALL[usize::from(b) % Kind::ALL.len()]),
        },
        1 => Edit::Insert {
            circuit,
            part: part(Kind::Not),
        },
        2 => Edit::Wires {
            circuit,
            remove: Vec::new(),
            add: vec![Wire::new(at, at.offset(by.0, 0))],
        },
        3 => Edit::Remove {
            circuit,
            what: chosen,
        },
        4 | 5 => Edit::Move {
            circuit,
            what: chosen,
            by,
            reroute: what % 8 == 4,
        },
        6 => Edit::Set {
            circuit,
            parts: chosen.parts,
            name: "facing".into(),
            value: Some("north".into()),
        },
        _ => Edit::RenameCircuit {
            circuit,
            name: format!("c{a}"),
        },
    })
}

fuzz_target!(|input: (&str, Vec<Step>)| {
    let (text, steps) = input;
    let opened = Document::open("x.circ", text.as_bytes(), &mut NoLibraries);
    let mut document = opened.unwrap_or_else(|_| Document::new("x.circ"));
    let start = document.bytes();
    let mut history = History::default();
    for step in steps.into_iter().take(40) {
        if let Some(edit) = edit(&document, step) {
            let _ = history.apply(&mut document, "step", &edit);
        }
    }
    let whole = read("x.circ", &document.bytes(), &mut NoLibraries).project;
    assert_eq!(format!("{whole:?}"), format!("{:?}", document.project()));
    while history.undo(&mut document).is_some() {}
    assert!(document.bytes() == start);
});
