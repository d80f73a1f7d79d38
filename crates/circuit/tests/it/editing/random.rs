//! Any sequence of edits: undone to the byte, and read the same as the whole file.

use circuit::edit::{Clip, Document, Edit, History, NewPart, PartKind, Selection};
use circuit::netlist::ComponentId;
use circuit::project::{CircuitId, Kind, Location, Project, Wire};
use circuit::read::{NoLibraries, read};
use proptest::prelude::*;

const KINDS: [Kind; 12] = [
    Kind::And,
    Kind::Or,
    Kind::Not,
    Kind::Pin,
    Kind::Splitter,
    Kind::Register,
    Kind::Tunnel,
    Kind::Constant,
    Kind::Rom,
    Kind::Multiplexer,
    Kind::Clock,
    Kind::Text,
];

const SETTINGS: [(&str, &str); 10] = [
    ("facing", "north"),
    ("facing", "east"),
    ("width", "8"),
    ("inputs", "3"),
    ("label", "a<b>\"&'"),
    ("fanout", "4"),
    ("incoming", "8"),
    ("output", "true"),
    ("addrWidth", "4"),
    ("negate1", "true"),
];

type Step = (u8, u8, u8, u8);

/// What four numbers are as an edit of a document.
fn edit(document: &Document, (what, a, b, c): Step, clip: &mut Clip) -> Edit {
    let circuits = document.circuits();
    let circuit = circuits[usize::from(c) % circuits.len()];
    let sheet = document.project().circuit(circuit);
    let at = Location::new(40 + 10 * i32::from(a % 40), 40 + 10 * i32::from(b % 40));
    let count = sheet.components.len().max(1) as u32;
    let id = ComponentId(u32::from(a) % count);
    let wires = sheet
        .wires
        .iter()
        .copied()
        .filter(|wire| wire.from.x % 3 == 0);
    let what_chosen = Selection {
        parts: vec![id],
        wires: wires.take(usize::from(b % 3)).collect(),
    };
    let to = match c % 2 {
        0 => at.offset(10 * i32::from(c % 16), 0),
        _ => at.offset(0, 10 * i32::from(c % 16)),
    };
    let (name, value) = SETTINGS[usize::from(b) % SETTINGS.len()];
    let part = |what| NewPart {
        what,
        location: at,
        attrs: Vec::new(),
    };
    let kind = KINDS[usize::from(c) % KINDS.len()];
    match what % 18 {
        0..=2 => Edit::Add {
            circuit,
            part: part(PartKind::Builtin(kind)),
        },
        3..=5 => Edit::Wires {
            circuit,
            remove: Vec::new(),
            add: vec![Wire::new(at, to)],
        },
        6 => Edit::Remove {
            circuit,
            what: what_chosen,
        },
        7 | 8 => Edit::Move {
            circuit,
            what: what_chosen,
            by: (10 * i32::from(b % 7) - 30, 10 * i32::from(c % 7) - 30),
            reroute: what == 7,
        },
        9 => Edit::Set {
            circuit,
            parts: vec![id],
            name: name.into(),
            value: Some(value.into()),
        },
        10 => Edit::AddCircuit {
            name: format!("c{}", a % 5),
        },
        11 => Edit::RenameCircuit {
            circuit,
            name: format!("n{}", a % 9),
        },
        12 => Edit::ReorderCircuit {
            circuit,
            before: (b % 2 == 0).then(|| circuits[usize::from(a) % circuits.len()]),
        },
        13 => Edit::Add {
            circuit,
            part: part(PartKind::Circuit(circuits[usize::from(b) % circuits.len()])),
        },
        14 => {
            if let Ok(copied) = Clip::copy(document, circuit, &what_chosen) {
                *clip = copied;
            }
            Edit::Paste {
                circuit,
                clip: clip.clone(),
                by: (10, 10),
            }
        }
        15 => Edit::MovePort {
            circuit,
            pin: id,
            to: at,
        },
        16 => Edit::Insert {
            circuit,
            part: part(PartKind::Builtin(kind)),
        },
        _ => match b % 3 {
            0 => Edit::RemoveCircuit { circuit },
            1 => Edit::SetMain { circuit },
            _ => Edit::SetCircuit {
                circuit,
                name: "clabel".into(),
                value: "x\ny".into(),
            },
        },
    }
}

fn same(a: &Project, b: &Project) {
    assert_eq!(format!("{a:?}"), format!("{b:?}"));
}

fn whole(document: &Document) -> Project {
    read("test.circ", &document.bytes(), &mut NoLibraries).project
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn everything_can_be_undone_to_the_byte(steps in prop::collection::vec(any::<Step>(), 1..60)) {
        let mut document = Document::new("test.circ");
        let (mut history, mut clip) = (History::default(), Clip::default());
        let mut texts = vec![document.bytes()];
        for step in steps {
            let edit = edit(&document, step, &mut clip);
            let before = document.bytes();
            match history.apply(&mut document, "step", &edit) {
                Ok(()) => texts.push(document.bytes()),
                Err(_) => prop_assert!(document.bytes() == before, "refused, yet changed: {edit:?}"),
            }
            same(document.project(), &whole(&document));
        }
        let last = document.bytes();
        let mut expected = texts.clone();
        while history.undo(&mut document).is_some() {
            expected.pop();
            prop_assert!(document.bytes() == *expected.last().unwrap());
        }
        same(document.project(), &whole(&document));
        while history.redo(&mut document).is_some() {}
        prop_assert!(document.bytes() == last);
        // Read once more from its bytes, it is the same project, and without an edit the same bytes.
        let again = Document::open("test.circ", &last, &mut NoLibraries).unwrap();
        prop_assert!(again.bytes() == last);
        same(again.project(), document.project());
        let _: Vec<CircuitId> = again.circuits().to_vec();
    }
}
