//! Sequences of transactions, drags and moves, as recorded.

use std::collections::BTreeMap;

use circuit::edit::{Document, Drag, Edit, NewPart, PartKind, Plan, Refusal, Selection};
use circuit::netlist::ComponentId;
use circuit::project::{Kind, Location, Wire};
use circuit::read::NoLibraries;
use serde_json::Value as Json;

use super::{MAIN, number, part, place, recording, sheet_wires, wire, wires};

/// A document with the numbers the recording gives its parts.
struct Sheet {
    document: Document,
    ids: Vec<i64>,
}

impl Sheet {
    fn find(&self, id: &Json) -> ComponentId {
        let at = self
            .ids
            .iter()
            .position(|&known| known == id.as_i64().unwrap());
        ComponentId(at.unwrap() as u32)
    }

    /// What a step is as an edit.
    fn edit(&self, step: &Json) -> Edit {
        let circuit = MAIN;
        let selected = |id: &Json| Selection {
            parts: vec![self.find(id)],
            wires: Vec::new(),
        };
        match step["op"].as_str().unwrap() {
            "add_wires" => Edit::Wires {
                circuit,
                remove: Vec::new(),
                add: wires(&step["wires"]),
            },
            "remove_wires" => Edit::Wires {
                circuit,
                remove: wires(&step["wires"]),
                add: Vec::new(),
            },
            "replace_wire" => Edit::Wires {
                circuit,
                remove: vec![wire(&step["old"])],
                add: match &step["new"] {
                    Json::Array(list) if list.iter().all(Json::is_array) => wires(&step["new"]),
                    new => vec![wire(new)],
                },
            },
            "add" => Edit::Add {
                circuit,
                part: part(&step["comp"]),
            },
            "remove" => Edit::Remove {
                circuit,
                what: selected(&step["id"]),
            },
            "move" => Edit::Move {
                circuit,
                what: selected(&step["id"]),
                by: (number(&step["by"][0]), number(&step["by"][1])),
                reroute: false,
            },
            "set" => Edit::Set {
                circuit,
                parts: vec![self.find(&step["id"])],
                name: step["attr"].as_str().unwrap().into(),
                value: Some(step["value"].as_str().unwrap().into()),
            },
            other => panic!("{other}"),
        }
    }
}

#[test]
fn every_recorded_transaction_and_back_again() {
    let mut steps = 0;
    for case in recording("edits") {
        let mut sheet = Sheet {
            document: Document::new("test.circ"),
            ids: Vec::new(),
        };
        let mut texts = vec![sheet.document.bytes()];
        let mut undo = Vec::new();
        for step in case["steps"].as_array().unwrap() {
            let edit = sheet.edit(step);
            let done = sheet.document.apply(&edit);
            let refused = step["refused"] == true;
            let context = format!("case {} step {}: {step}", case["case"], undo.len());
            match done {
                Ok(inverse) => {
                    assert!(!refused, "not refused: {context}");
                    undo.push(inverse);
                    texts.push(sheet.document.bytes());
                    match step["op"].as_str().unwrap() {
                        "add" => sheet.ids.push(step["comp"]["id"].as_i64().unwrap()),
                        "remove" => {
                            let id = step["id"].as_i64().unwrap();
                            sheet.ids.retain(|&known| known != id);
                        }
                        _ => {}
                    }
                }
                Err(refusal) => assert!(refused, "{refusal}: {context}"),
            }
            assert_eq!(
                sheet_wires(&sheet.document),
                wires(&step["after"]["wires"]),
                "{context}"
            );
            steps += 1;
        }
        while let Some(inverse) = undo.pop() {
            assert!(sheet.document.bytes() == texts.pop().unwrap());
            sheet.document.undo(inverse);
        }
        assert!(sheet.document.bytes() == texts[0]);
    }
    assert_eq!(steps, 3567);
}

/// A document with the parts and wires of a recorded sheet.
fn sheet(json: &Json) -> Document {
    let mut text = String::from(
        "<project source=\"2.7.1\"><lib desc=\"#Wiring\" name=\"0\"/><lib desc=\"#Gates\" name=\"1\"/><lib desc=\"#Plexers\" name=\"2\"/><lib desc=\"#Arithmetic\" name=\"3\"/><lib desc=\"#Memory\" name=\"4\"/><lib desc=\"#I/O\" name=\"5\"/><lib desc=\"#Base\" name=\"6\"/><circuit name=\"main\">",
    );
    for Wire { from, to } in wires(&json["wires"]) {
        text += &format!("<wire from=\"({from})\" to=\"({to})\"/>");
    }
    let libraries = [
        "#Wiring",
        "#Gates",
        "#Plexers",
        "#Arithmetic",
        "#Memory",
        "#I/O",
        "#Base",
    ];
    for part in json["comps"].as_array().unwrap() {
        let library = libraries
            .iter()
            .position(|name| part["lib"] == *name)
            .unwrap();
        let (name, at) = (part["name"].as_str().unwrap(), place(&part["loc"]));
        text += &format!("<comp lib=\"{library}\" loc=\"({at})\" name=\"{name}\">");
        for (name, value) in super::pairs(&part["attrs"]) {
            text += &format!("<a name=\"{name}\" val=\"{value}\"/>");
        }
        text += "</comp>";
    }
    text += "</circuit></project>";
    Document::open("test.circ", text.as_bytes(), &mut NoLibraries).unwrap()
}

fn tool_of(name: &str) -> Option<Kind> {
    Kind::ALL.iter().copied().find(|kind| kind.name() == name)
}

#[test]
fn every_recorded_drag() {
    let mut drags = 0;
    for case in recording("gestures") {
        let steps = case["steps"].as_array().unwrap();
        let mut document = sheet(&steps[0]["after"]);
        for step in &steps[1..] {
            let points = step["path"].as_array().unwrap().iter();
            let points: Vec<(i32, i32)> = points.map(|at| place(at).into()).collect();
            let result = match tool_of(step["tool"].as_str().unwrap()) {
                Some(kind) => {
                    let part = NewPart {
                        what: PartKind::Builtin(kind),
                        location: match kind {
                            Kind::Text => Location::new(
                                points[points.len() - 1].0,
                                points[points.len() - 1].1,
                            ),
                            _ => circuit::edit::snap(points[points.len() - 1]),
                        },
                        attrs: Vec::new(),
                    };
                    document
                        .apply(&Edit::Add {
                            circuit: MAIN,
                            part,
                        })
                        .map(|_| ())
                }
                None => {
                    let mut drag = Drag::new(points[0]);
                    points[1..].iter().for_each(|&at| drag.to(at));
                    let edit = drag.edit(&document, MAIN).unwrap();
                    edit.map_or(Ok(()), |edit| document.apply(&edit).map(|_| ()))
                }
            };
            let message = step["message"].as_str();
            match result {
                Ok(()) => assert_eq!(message, None, "case {} {step}", case["case"]),
                Err(Refusal::OutputsMeet(_)) => assert_eq!(
                    message,
                    Some("Conflicting component already there."),
                    "{step}"
                ),
                Err(Refusal::OffSheet) => assert_eq!(
                    message,
                    Some("Component cannot have negative coordinates."),
                    "{step}"
                ),
                Err(other) => panic!("{other}: {step}"),
            }
            assert_eq!(
                sheet_wires(&document),
                wires(&step["after"]["wires"]),
                "case {} {step}",
                case["case"]
            );
            drags += 1;
        }
    }
    assert!(drags > 700, "{drags}");
}

/// A label stands beside its part: a wire between two labelled pins, and one under a label, are as straight as they are drawn.
#[test]
fn wires_do_not_go_around_labels() {
    let pin = |x: i32, more: &str| {
        format!(
            "<comp lib=\"0\" loc=\"({x},100)\" name=\"Pin\"><a name=\"label\" val=\"a long name\"/>{more}</comp>"
        )
    };
    let out = "<a name=\"facing\" val=\"west\"/><a name=\"output\" val=\"true\"/>";
    let text = format!(
        "<project source=\"2.7.1\" version=\"1.0\"><lib desc=\"#Wiring\" name=\"0\"/><main name=\"main\"/><circuit name=\"main\">{}{}</circuit></project>",
        pin(100, ""),
        pin(500, out)
    );
    let document = super::open(&text);
    for (from, to) in [((100, 100), (500, 100)), ((460, 40), (460, 160))] {
        let mut drag = Drag::new(from);
        drag.to(to);
        let place = |(x, y)| Location::new(x, y);
        let straight = Wire::new(place(from), place(to));
        let edit = drag.routed(&document, MAIN).unwrap();
        assert!(
            matches!(&edit, Some(Edit::Wires { add, .. }) if add[..] == [straight]),
            "{edit:?}"
        );
    }
}

/// Ports by part and number, and which of them are connected: in repaired wires, those that share an end.
fn nets(document: &Document) -> BTreeMap<(u32, usize), usize> {
    let circuit = document.project().circuit(MAIN);
    let design = circuit::netlist::Design::build(
        document.project().clone().into(),
        Some(&circuit.name),
        &circuit::netlist::DesignOptions::default(),
    )
    .unwrap();
    let root = design.instance_ids().next().unwrap();
    let parts = design.parts_of(root).enumerate();
    parts
        .flat_map(|(number, part)| {
            let ports = design.ports_of(part).to_vec();
            ports
                .into_iter()
                .enumerate()
                .map(move |(port, at)| ((number as u32, port), at.joint() as usize))
        })
        .collect()
}

#[test]
fn moving_keeps_every_connection() {
    let (mut moved, mut unroutable) = (0, 0);
    for case in recording("moves") {
        let mut document = sheet(&case["before"]);
        let circuit = document.project().circuit(MAIN);
        let find = |json: &Json| {
            let (name, at) = (
                json[0].as_str().unwrap(),
                Location::new(number(&json[1]), number(&json[2])),
            );
            let found = circuit
                .entries()
                .find(|(_, part)| part.location == at && part.kind().unwrap().name() == name);
            found.unwrap().0
        };
        let what = Selection {
            parts: case["selected_comps"]
                .as_array()
                .unwrap()
                .iter()
                .map(find)
                .collect(),
            wires: wires(&case["selected_wires"]),
        };
        let by = (number(&case["by"][0]), number(&case["by"][1]));
        let before = nets(&document);
        let bytes = document.bytes();
        let plan = Plan::new(&document, MAIN, &what, by).unwrap();
        let edit = Edit::Move {
            circuit: MAIN,
            what: what.clone(),
            by,
            reroute: true,
        };
        match document.apply(&edit) {
            Ok(inverse) => {
                assert_eq!(plan.lost, []);
                moved += 1;
                let after = nets(&document);
                let mut image: BTreeMap<usize, usize> = BTreeMap::new();
                for (port, net) in &before {
                    let now = *image.entry(*net).or_insert(after[port]);
                    assert_eq!(
                        now, after[port],
                        "case {}: {port:?} lost its net",
                        case["case"]
                    );
                }
                document.undo(inverse);
            }
            Err(Refusal::NoRoute(lost)) => {
                assert_eq!(plan.lost, lost);
                unroutable += 1;
            }
            Err(Refusal::OutputsMeet(_) | Refusal::OffSheet) => {}
            Err(other) => panic!("{other}"),
        }
        assert!(document.bytes() == bytes);
    }
    println!("{moved} moved, {unroutable} without a way");
    assert!(moved >= 120 && unroutable <= 12, "{moved} {unroutable}");
}
