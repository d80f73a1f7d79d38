//! Parts that become a circuit of their own, parts in one line, and copies from file to file.

use std::sync::Arc;

use circuit::analysis::{Expression, GateStyle, Truth, draw, parse};
use circuit::edit::{Clip, Document, Edit, History, NewPart, PartKind, Selection, Side};
use circuit::netlist::ComponentId;
use circuit::project::{CircuitId, Kind, Location, Project, Wire};
use circuit::read::NoLibraries;
use circuit::sim::{SimOptions, Simulator};
use proptest::prelude::*;

use super::MAIN;

fn truth(document: &Document) -> Truth {
    let project = Arc::new(document.project().clone());
    let simulator = Simulator::new(project, Some("main"), &SimOptions::default()).unwrap();
    Truth::of(&simulator).unwrap()
}

fn names() -> Vec<String> {
    ["a", "b", "c"].map(String::from).into()
}

fn gates(texts: &[&str]) -> Document {
    let outputs = texts.iter().zip(["x", "y", "z"]);
    let outputs: Vec<(String, Expression)> = outputs
        .map(|(text, name)| (name.to_string(), parse(text, &names()).unwrap().unwrap()))
        .collect();
    let drawn = draw(&names(), &outputs, GateStyle::default()).unwrap();
    let mut document = Document::new("test.circ");
    let clip = Clip::of(&document, &drawn.parts, drawn.wires);
    let (circuit, by) = (MAIN, (0, 0));
    document.apply(&Edit::Paste { circuit, clip, by }).unwrap();
    document
}

fn chosen(document: &Document, fits: impl Fn(usize, Kind) -> bool) -> Selection {
    let parts = document.project().circuit(MAIN).entries();
    let parts =
        parts.filter(|(id, part)| part.kind().is_some_and(|kind| fits(id.0 as usize, kind)));
    Selection {
        parts: parts.map(|(id, _)| id).collect(),
        wires: Vec::new(),
    }
}

fn chip(what: Selection) -> Edit {
    Edit::MakeChip {
        circuit: MAIN,
        what,
        name: "chip".into(),
    }
}

fn find(project: &Project, name: &str) -> CircuitId {
    project.find(name).unwrap()
}

#[test]
fn gates_become_a_chip_that_does_the_same() {
    let mut document = gates(&["a b + ~c", "a ^ b"]);
    let before = (truth(&document), document.bytes());
    let what = chosen(&document, |_, kind| kind != Kind::Pin);
    let mut history = History::default();
    history.apply(&mut document, "chip", &chip(what)).unwrap();
    assert_eq!(truth(&document), before.0);
    let project = document.project();
    let inside = project.circuit(find(project, "chip"));
    let pins: Vec<(&str, bool)> = inside
        .components
        .iter()
        .filter(|part| part.kind() == Some(Kind::Pin))
        .map(|pin| (pin.label().unwrap(), pin.attrs.of(Kind::Pin).flag("output")))
        .collect();
    assert_eq!(
        pins,
        [
            ("a", false),
            ("b", false),
            ("c", false),
            ("x", true),
            ("y", true)
        ]
    );
    let tunnels = inside
        .components
        .iter()
        .filter(|part| part.kind() == Some(Kind::Tunnel));
    assert_eq!(tunnels.count(), 0, "there is room for wires");
    history.undo(&mut document);
    assert_eq!(document.bytes(), before.1);
}

#[test]
fn a_chip_of_nothing_is_refused_and_changes_nothing() {
    let mut document = gates(&["a b"]);
    let before = document.bytes();
    assert!(document.apply(&chip(Selection::default())).is_err());
    let name = "main".into();
    let what = chosen(&document, |_, kind| kind == Kind::And);
    let taken = Edit::MakeChip {
        circuit: MAIN,
        what,
        name,
    };
    assert!(document.apply(&taken).is_err());
    assert_eq!(document.bytes(), before);
}

#[test]
fn a_net_driven_from_both_sides_has_no_direction() {
    let mut document = Document::new("test.circ");
    let add = |document: &mut Document, kind, x, y| {
        let part = NewPart {
            what: PartKind::Builtin(kind),
            location: Location::new(x, y),
            attrs: Vec::new(),
        };
        document
            .apply(&Edit::Add {
                circuit: MAIN,
                part,
            })
            .unwrap();
    };
    add(&mut document, Kind::ControlledBuffer, 200, 100);
    add(&mut document, Kind::ControlledBuffer, 200, 200);
    let wires = [
        ((200, 100), (300, 100)),
        ((300, 100), (300, 200)),
        ((200, 200), (300, 200)),
    ];
    let place = |(x, y)| Location::new(x, y);
    document
        .apply(&Edit::Wires {
            circuit: MAIN,
            remove: Vec::new(),
            add: wires
                .map(|(from, to)| Wire::new(place(from), place(to)))
                .into(),
        })
        .unwrap();
    let what = Selection {
        parts: vec![ComponentId(0)],
        wires: Vec::new(),
    };
    let refusal = document.apply(&chip(what)).unwrap_err();
    assert!(refusal.to_string().contains("driven both"), "{refusal}");
}

fn open(document: &Document) -> Document {
    Document::open("other.circ", &document.bytes(), &mut NoLibraries).unwrap()
}

#[test]
fn copies_bring_their_circuits_into_another_file() {
    let mut from = gates(&["a b + ~c"]);
    let wanted = truth(&from);
    let what = chosen(&from, |_, kind| kind != Kind::Pin);
    from.apply(&chip(what)).unwrap();
    let sheet = from.project().circuit(MAIN);
    let all = Selection {
        parts: sheet.entries().map(|(id, _)| id).collect(),
        wires: sheet.wires.clone(),
    };
    let clip = Clip::copy(&from, MAIN, &all).unwrap();
    let file = String::from_utf8(clip.to_file(&from).unwrap()).unwrap();
    let paste = |to: &Document| Clip::from_file(to, MAIN, &file, (0, 0), &mut NoLibraries).unwrap();

    let mut empty = Document::new("to.circ");
    let before = empty.bytes();
    let inverse = empty.apply(&paste(&empty)).unwrap();
    assert_eq!(truth(&empty), wanted);
    assert_eq!(empty.circuits().len(), 2);
    empty.undo(inverse);
    assert_eq!(empty.bytes(), before);

    // A file that has another circuit of that name keeps it, and gets the new one beside it.
    let mut other = Document::new("to.circ");
    other
        .apply(&Edit::AddCircuit {
            name: "chip".into(),
        })
        .unwrap();
    other.apply(&paste(&other)).unwrap();
    assert_eq!(truth(&other), wanted);
    assert!(other.project().find("chip 2").is_some());

    // One that has the same circuit uses it.
    let mut same = open(&from);
    let count = same.circuits().len();
    let shifted = Clip::from_file(&same, MAIN, &file, (0, 1000), &mut NoLibraries).unwrap();
    same.apply(&shifted).unwrap();
    assert_eq!(same.circuits().len(), count);
}

#[test]
fn what_is_no_copy_is_not_pasted() {
    let document = Document::new("to.circ");
    for text in ["", "hello", "<project>", "<a/>"] {
        assert!(
            Clip::from_file(&document, MAIN, text, (0, 0), &mut NoLibraries).is_err(),
            "{text}"
        );
    }
}

#[test]
fn parts_come_into_one_line_with_their_wires() {
    let mut document = gates(&["a b", "b c"]);
    let wanted = truth(&document);
    let what = chosen(&document, |_, kind| kind == Kind::And);
    let first = what.parts[0];
    document
        .apply(&Edit::Move {
            circuit: MAIN,
            what: Selection {
                parts: vec![first],
                wires: Vec::new(),
            },
            by: (30, 0),
            reroute: true,
        })
        .unwrap();
    let xs = |document: &Document| {
        let sheet = document.project().circuit(MAIN);
        let xs = what.parts.iter().map(|&id| sheet.component(id).location.x);
        xs.collect::<Vec<i32>>()
    };
    assert_ne!(xs(&document)[0], xs(&document)[1]);
    let parts = what.parts.clone();
    let align = Edit::Align {
        circuit: MAIN,
        parts,
        side: Side::Left,
    };
    document.apply(&align).unwrap();
    assert_eq!(xs(&document)[0], xs(&document)[1]);
    assert_eq!(truth(&document), wanted);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// Whichever gates become a chip, the circuit does what it did.
    #[test]
    fn any_chip_does_the_same(picks in any::<u32>(), which in 0usize..4) {
        let texts: &[&str] = [
            &["a b + ~c (a + b)", "a ^ b ^ c", "~(a b c)"][..],
            &["~a ~b + b c + a ~c", "a b c"],
            &["(a + b) (b + c) (a + c)", "a"],
            &["~(~(a b) ~(b c))", "~c", "a ^ ~b"],
        ][which];
        let mut document = gates(texts);
        let (wanted, before) = (truth(&document), document.bytes());
        let what = chosen(&document, |number, kind| kind != Kind::Pin && picks >> (number % 32) & 1 == 1);
        prop_assume!(!what.parts.is_empty());
        let inverse = document.apply(&chip(what)).unwrap();
        prop_assert_eq!(truth(&document), wanted);
        document.undo(inverse);
        prop_assert_eq!(document.bytes(), before);
    }
}
