//! Files that are opened, edited and saved: nothing is lost, and little changes.

use circuit::edit::{Document, Edit, NewPart, PartKind, Refusal, Selection};
use circuit::netlist::ComponentId;
use circuit::project::{CircuitId, Kind, Location};
use circuit::read::NoLibraries;

use super::{MAIN, open};

/// Lines that are in only one of two texts.
fn changed_lines(before: &[u8], after: &[u8]) -> Vec<String> {
    let lines = |bytes: &[u8]| -> Vec<String> {
        String::from_utf8_lossy(bytes)
            .lines()
            .map(String::from)
            .collect()
    };
    let (before, after) = (lines(before), lines(after));
    let gone = before.iter().filter(|line| !after.contains(line));
    let new = after.iter().filter(|line| !before.contains(line));
    let gone = gone.map(|line| format!("-{}", line.trim()));
    gone.chain(new.map(|line| format!("+{}", line.trim())))
        .collect()
}

const ODD: &str = "\u{feff}<?xml version='1.0'?>\r\n<!-- mine -->\r\n<project source='2.7.1' version='1.0' extra='1'>\r\n\t<lib name='0' desc='#Gates'/>\r\n\t<lib desc='jar#plug.jar#Lib' name='1'><tool name='X'><a name='y' val='z'/></tool></lib>\r\n\t<circuit name='main'>\r\n\t\t<!-- a gate -->\r\n\t\t<comp lib='0' name='AND Gate' loc='100,100'>\r\n\t\t\t<a val='odd' name='unheard of'/>\r\n\t\t</comp>\r\n\t\t<comp lib='1' loc='(300,100)' name='Magic'><a name='level' val='9'/></comp>\r\n\t\t<wire from='(100,100)' to='(200,100)' colour='red'/>\r\n\t</circuit>\r\n\t<vendor><thing/></vendor>\r\n</project>\r\n<!-- end -->\r\n";

#[test]
fn what_is_not_understood_stays() {
    let mut document = Document::open("odd.circ", ODD.as_bytes(), &mut NoLibraries).unwrap();
    assert!(document.bytes() == ODD.as_bytes());
    let circuit = MAIN;
    let both = Selection {
        parts: vec![ComponentId(0), ComponentId(1)],
        wires: Vec::new(),
    };
    let by = (10, 20);
    let edit = Edit::Move {
        circuit,
        what: both,
        by,
        reroute: false,
    };
    let inverse = document.apply(&edit).unwrap();
    assert_eq!(
        changed_lines(ODD.as_bytes(), &document.bytes()),
        [
            "-<comp lib='0' name='AND Gate' loc='100,100'>",
            "-<comp lib='1' loc='(300,100)' name='Magic'><a name='level' val='9'/></comp>",
            "+<comp lib='0' name='AND Gate' loc='(110,120)'>",
            "+<comp lib='1' loc='(310,120)' name='Magic'><a name='level' val='9'/></comp>",
        ]
    );
    // New lines look like those around them, and a library that is needed is added.
    let part = NewPart {
        what: PartKind::Builtin(Kind::Pin),
        location: Location::new(500, 500),
        attrs: vec![
            ("label".into(), "\"in\"".into()),
            ("width".into(), "1".into()),
        ],
    };
    let added = document.apply(&Edit::Add { circuit, part }).unwrap();
    let text = String::from_utf8(document.bytes()).unwrap();
    assert!(
        text.contains("\r\n\t<lib desc=\"#Wiring\" name=\"2\"/>\r\n"),
        "{text}"
    );
    assert!(
        text.contains("\r\n\t\t<comp lib=\"2\" loc=\"(500,500)\" name=\"Pin\">"),
        "{text}"
    );
    assert_eq!(document.project().circuit(MAIN).components.len(), 3);
    document.undo(added);
    document.undo(inverse);
    assert!(document.bytes() == ODD.as_bytes());
}

#[test]
fn files_that_are_no_projects_are_refused() {
    for (text, says) in [
        ("", "not a Logisim file"),
        ("<project>", "not a Logisim file"),
        ("<other/>", "its root element is not <project>"),
        ("<!DOCTYPE x []><project/>", "not a Logisim file"),
    ] {
        let refused = Document::open("x.circ", text.as_bytes(), &mut NoLibraries);
        let message = refused.err().unwrap().to_string();
        assert!(message.contains(says), "{text}: {message}");
    }
}

#[test]
fn circuits_are_made_named_ordered_and_taken_away() {
    let mut document = Document::new("x.circ");
    let start = document.bytes();
    let mut undo = Vec::new();
    let mut apply = |document: &mut Document, edit: Edit| {
        let done = document.apply(&edit);
        done.map(|inverse| undo.push(inverse))
    };
    let name = |name: &str| name.to_string();
    let chip = |document: &Document, name: &str| document.project().find(name).unwrap();
    apply(
        &mut document,
        Edit::AddCircuit {
            name: name("chip <1>"),
        },
    )
    .unwrap();
    let taken = apply(&mut document, Edit::AddCircuit { name: name("main") });
    assert_eq!(taken, Err(Refusal::NameTaken(name("main"))));
    let inner = chip(&document, "chip <1>");
    let part = |what| NewPart {
        what: PartKind::Circuit(what),
        location: Location::new(300, 300),
        attrs: Vec::new(),
    };
    let used = Edit::Add {
        circuit: MAIN,
        part: part(inner),
    };
    apply(&mut document, used).unwrap();
    let own = Edit::Add {
        circuit: inner,
        part: part(MAIN),
    };
    assert_eq!(
        apply(&mut document, own),
        Err(Refusal::Recursion(name("chip <1>")))
    );
    let gone = apply(&mut document, Edit::RemoveCircuit { circuit: inner });
    assert!(matches!(gone, Err(Refusal::InUse { .. })));
    let renamed = Edit::RenameCircuit {
        circuit: inner,
        name: name("chip"),
    };
    apply(&mut document, renamed).unwrap();
    let text = String::from_utf8(document.bytes()).unwrap();
    assert!(
        text.contains("<comp loc=\"(300,300)\" name=\"chip\"/>"),
        "{text}"
    );
    assert!(text.contains("<a name=\"circuit\" val=\"chip\"/>"));
    let inner = chip(&document, "chip");
    apply(&mut document, Edit::SetMain { circuit: inner }).unwrap();
    assert_eq!(document.project().main(), Some(inner));
    let order = Edit::ReorderCircuit {
        circuit: inner,
        before: Some(MAIN),
    };
    apply(&mut document, order).unwrap();
    let names = |document: &Document| -> Vec<String> {
        let names = document.circuits().iter();
        names
            .map(|&id| document.project().circuit(id).name.clone())
            .collect()
    };
    assert_eq!(names(&document), ["chip", "main"]);
    let main = chip(&document, "main");
    apply(&mut document, Edit::RemoveCircuit { circuit: main }).unwrap();
    assert_eq!(names(&document), ["chip"]);
    let last = apply(
        &mut document,
        Edit::RemoveCircuit {
            circuit: CircuitId(0),
        },
    );
    assert_eq!(last, Err(Refusal::LastCircuit));
    while let Some(inverse) = undo.pop() {
        document.undo(inverse);
    }
    assert!(document.bytes() == start);
}

#[test]
fn a_part_dropped_on_a_wire_is_put_into_it() {
    let mut document = open(
        "<project source=\"2.7.1\"><lib desc=\"#Gates\" name=\"0\"/><circuit name=\"main\"><wire from=\"(100,100)\" to=\"(300,100)\"/></circuit></project>",
    );
    let before = document.bytes();
    let part = NewPart {
        what: PartKind::Builtin(Kind::Not),
        location: Location::new(200, 100),
        attrs: Vec::new(),
    };
    let inverse = document
        .apply(&Edit::Insert {
            circuit: MAIN,
            part,
        })
        .unwrap();
    let wires = super::sheet_wires(&document);
    let ends: Vec<_> = wires.iter().map(|wire| (wire.from.x, wire.to.x)).collect();
    assert_eq!(ends, [(100, 170), (200, 300)]);
    document.undo(inverse);
    assert!(document.bytes() == before);
}

#[test]
fn a_drawing_follows_its_pins() {
    let mut document = Document::new("x.circ");
    let circuit = MAIN;
    let pin = |y, attrs: Vec<(String, String)>| Edit::Add {
        circuit,
        part: NewPart {
            what: PartKind::Builtin(Kind::Pin),
            location: Location::new(100, y),
            attrs,
        },
    };
    document.apply(&pin(100, Vec::new())).unwrap();
    let empty = document.bytes();
    let moved = Edit::MovePort {
        circuit,
        pin: ComponentId(0),
        to: Location::new(60, 80),
    };
    let mut undo = vec![document.apply(&moved).unwrap()];
    undo.push(
        document
            .apply(&pin(150, vec![("output".into(), "true".into())]))
            .unwrap(),
    );
    let drawn = |document: &Document| document.project().circuit(MAIN).appearance.clone().unwrap();
    assert_eq!(drawn(&document).ports.len(), 2);
    assert_eq!(drawn(&document).ports[0].at, Location::new(60, 80));
    let shift = Edit::Move {
        circuit,
        what: Selection {
            parts: vec![ComponentId(0)],
            wires: Vec::new(),
        },
        by: (20, 0),
        reroute: true,
    };
    undo.push(document.apply(&shift).unwrap());
    assert_eq!(drawn(&document).ports[0].pin, Location::new(120, 100));
    let gone = Edit::Remove {
        circuit,
        what: Selection {
            parts: vec![ComponentId(1)],
            wires: Vec::new(),
        },
    };
    undo.push(document.apply(&gone).unwrap());
    assert_eq!(drawn(&document).ports.len(), 1);
    let larger = Edit::ResizeBox {
        circuit,
        width: 80,
        height: 60,
    };
    undo.push(document.apply(&larger).unwrap());
    let anchor = Edit::MoveAnchor {
        circuit,
        to: Location::new(90, 90),
    };
    undo.push(document.apply(&anchor).unwrap());
    assert_eq!(drawn(&document).anchor, Location::new(90, 90));
    undo.push(document.apply(&Edit::RevertAppearance { circuit }).unwrap());
    assert!(document.project().circuit(MAIN).appearance.is_none());
    while let Some(inverse) = undo.pop() {
        document.undo(inverse);
    }
    assert!(document.bytes() == empty);
}
