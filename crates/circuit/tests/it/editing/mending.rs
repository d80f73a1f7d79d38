//! Problems with buttons: the result of each repair. Also what a net is, and what a move would join.

use circuit::edit::{Document, Edit, Plan, Selection, connected, repairs};
use circuit::netlist::{ComponentId, check};
use circuit::project::{Location, Wire};

use super::{MAIN, open};

fn project(parts: &str) -> Document {
    open(&format!(
        "<project source=\"2.7.1\" version=\"1.0\"><lib desc=\"#Wiring\" name=\"0\"/><lib desc=\"#Memory\" name=\"4\"/>\
         <lib desc=\"#I/O\" name=\"5\"/><main name=\"main\"/><circuit name=\"main\">{parts}</circuit></project>"
    ))
}

fn part(library: u32, name: &str, (x, y): (i32, i32), attrs: &[(&str, &str)]) -> String {
    let attrs = attrs.iter();
    let attrs: String = attrs
        .map(|(name, value)| format!("<a name=\"{name}\" val=\"{value}\"/>"))
        .collect();
    format!("<comp lib=\"{library}\" loc=\"({x},{y})\" name=\"{name}\">{attrs}</comp>")
}

fn wire(from: (i32, i32), to: (i32, i32)) -> Wire {
    Wire::new(Location::new(from.0, from.1), Location::new(to.0, to.1))
}

/// The names of the repairs of the only problem with a code, and the document after one of them.
fn mended(mut document: Document, code: &str, wanted: &str) -> (Vec<String>, Document) {
    let found = check(document.project());
    let problem = found.iter().find(|one| one.code == Some(code)).unwrap();
    let Some(diag::Place::Drawing(at)) = &problem.at else {
        panic!("{problem}");
    };
    let (x, y) = at.point.unwrap();
    let repairs = repairs(&document, MAIN, &[(code, Location::new(x, y))]);
    let names = repairs[0]
        .iter()
        .map(|repair| repair.name.clone())
        .collect();
    let before = document.bytes();
    let chosen = repairs[0].iter().find(|repair| repair.name == wanted);
    let inverse = document.apply(&chosen.unwrap().edit).unwrap();
    let again = document.undo(inverse);
    assert_eq!(document.bytes(), before);
    document.undo(again);
    assert!(
        !check(document.project())
            .iter()
            .any(|one| one.code == Some(code)),
        "{:?}",
        check(document.project())
    );
    (names, document)
}

const NUMBER: [(&str, &str); 2] = [("width", "4"), ("value", "0x5")];

#[test]
fn a_splitter_gives_a_lamp_the_lowest_bit_from_every_side() {
    for (from, lamp, facing) in [
        ((100, 200), (200, 200), "west"),
        ((300, 200), (200, 200), "east"),
        ((200, 100), (200, 200), "north"),
        ((200, 300), (200, 200), "south"),
    ] {
        let wire = format!(
            "<wire from=\"({},{})\" to=\"({},{})\"/>",
            from.0.min(lamp.0),
            from.1.min(lamp.1),
            from.0.max(lamp.0),
            from.1.max(lamp.1)
        );
        let document = project(&format!(
            "{wire}{}{}",
            part(0, "Constant", from, &NUMBER),
            part(5, "LED", lamp, &[("facing", facing), ("label", "low")]),
        ));
        let (names, document) = mended(document, "width-conflict", "Put a splitter in");
        assert_eq!(names, ["Put a splitter in"]);
        let sheet = document.project().circuit(MAIN);
        assert_eq!((sheet.components.len(), sheet.wires.len()), (3, 1));
    }
}

#[test]
fn a_narrow_pin_takes_a_splitter_or_becomes_wider() {
    let text = format!(
        "<wire from=\"(100,200)\" to=\"(200,200)\"/>{}{}",
        part(0, "Constant", (100, 200), &NUMBER),
        part(
            0,
            "Pin",
            (200, 200),
            &[("facing", "west"), ("output", "true"), ("label", "x")]
        ),
    );
    let (names, wider) = mended(project(&text), "width-conflict", "Make x 4 bits");
    assert_eq!(names, ["Put a splitter in", "Make x 4 bits"]);
    let pin = wider.project().circuit(MAIN).component(ComponentId(1));
    assert_eq!(pin.attrs.explicit("width"), Some("4"));
    mended(project(&text), "width-conflict", "Put a splitter in");
}

#[test]
fn open_inputs_are_connected_to_zero() {
    let text = format!(
        "<wire from=\"(200,200)\" to=\"(300,200)\"/>{}{}",
        part(4, "Register", (200, 200), &[("width", "1")]),
        part(5, "LED", (300, 200), &[]),
    );
    let (names, document) = mended(project(&text), "unconnected-input", "Connect to 0");
    assert_eq!(names, ["Connect to 0"]);
    let parts = &document.project().circuit(MAIN).components;
    let constants = parts
        .iter()
        .filter(|part| part.name(document.project()) == "Constant");
    assert!(constants.count() >= 2);
    // Without a repair there is no button.
    let none = repairs(
        &document,
        MAIN,
        &[
            ("unconnected-input", Location::new(200, 200)),
            ("simrand", Location::new(0, 0)),
        ],
    );
    assert_eq!(none, [Vec::new(), Vec::new()]);
}

#[test]
fn a_net_goes_through_tunnels_and_touching_ports() {
    let named = [("label", "a")];
    let document = project(&format!(
        "<wire from=\"(100,100)\" to=\"(150,100)\"/><wire from=\"(300,100)\" to=\"(350,100)\"/><wire from=\"(300,300)\" to=\"(350,300)\"/>\
         {}{}{}{}{}",
        part(0, "Pin", (100, 100), &[]),
        part(0, "Tunnel", (150, 100), &named),
        part(0, "Tunnel", (300, 100), &named),
        part(5, "LED", (350, 100), &[]),
        part(5, "LED", (350, 300), &[]),
    ));
    let all = |chosen: Selection| connected(&document, MAIN, &chosen).unwrap();
    let by_wire = all(Selection {
        parts: Vec::new(),
        wires: vec![wire((100, 100), (150, 100))],
    });
    assert_eq!(by_wire.parts, [0, 1, 2, 3].map(ComponentId));
    assert_eq!(
        by_wire.wires,
        [wire((100, 100), (150, 100)), wire((300, 100), (350, 100))]
    );
    let by_part = all(Selection {
        parts: vec![ComponentId(3)],
        wires: Vec::new(),
    });
    assert_eq!(by_part, by_wire);
}

#[test]
fn a_move_says_what_it_would_join() {
    let document = project(&format!(
        "<wire from=\"(100,100)\" to=\"(150,100)\"/><wire from=\"(100,200)\" to=\"(300,200)\"/>{}{}{}",
        part(0, "Pin", (100, 100), &[]),
        part(5, "LED", (150, 100), &[]),
        part(0, "Pin", (100, 200), &[]),
    ));
    let chosen = Selection {
        parts: vec![ComponentId(1)],
        wires: Vec::new(),
    };
    let plan = |by| Plan::new(&document, MAIN, &chosen, by).unwrap();
    assert_eq!(plan((0, 40)).joined, []);
    assert_eq!(plan((50, 100)).joined, [Location::new(200, 200)]);
    // What is said is what happens.
    let mut moved = open(&String::from_utf8(document.bytes()).unwrap());
    let edit = Edit::Move {
        circuit: MAIN,
        what: chosen,
        by: (50, 100),
        reroute: true,
    };
    moved.apply(&edit).unwrap();
    let net = Selection {
        parts: vec![ComponentId(1)],
        wires: Vec::new(),
    };
    assert_eq!(connected(&moved, MAIN, &net).unwrap().parts.len(), 3);
}
