//! A circuit that is edited while it runs.

use std::sync::Arc;

use circuit::component::State;
use circuit::edit::{Document, Edit, NewPart, PartKind, Selection};
use circuit::netlist::ComponentId;
use circuit::project::{Kind, Location, Wire};
use circuit::sim::{Engine, SimOptions, Simulator};

use super::MAIN;

/// A counter that counts a clock, and a ripple of two flip-flops: the second is clocked by the first.
fn counting() -> Document {
    let mut document = Document::new("count.circ");
    let circuit = MAIN;
    let mut add = |kind, x, y, attrs: &[(&str, &str)]| {
        let attrs = attrs.iter().map(|(a, b)| (a.to_string(), b.to_string()));
        let part = NewPart {
            what: PartKind::Builtin(kind),
            location: Location::new(x, y),
            attrs: attrs.collect(),
        };
        document.apply(&Edit::Add { circuit, part }).unwrap();
    };
    add(Kind::Clock, 180, 320, &[]);
    add(Kind::Counter, 200, 300, &[("label", "count")]);
    add(Kind::Constant, 360, 520, &[]);
    add(Kind::TFlipFlop, 400, 500, &[("label", "low")]);
    add(Kind::Constant, 460, 520, &[]);
    add(Kind::TFlipFlop, 500, 500, &[("label", "high")]);
    add(Kind::Register, 800, 300, &[("label", "other")]);
    let wires = [
        (180, 320, 180, 500),
        (180, 500, 360, 500),
        (400, 500, 460, 500),
    ];
    let wires = wires.map(|(a, b, c, d)| Wire::new(Location::new(a, b), Location::new(c, d)));
    let (remove, add) = (Vec::new(), wires.to_vec());
    document
        .apply(&Edit::Wires {
            circuit,
            remove,
            add,
        })
        .unwrap();
    document
}

fn run(document: &Document, engine: Engine) -> Simulator {
    let options = SimOptions {
        engine,
        ..SimOptions::default()
    };
    Simulator::new(Arc::new(document.project().clone()), None, &options).unwrap()
}

fn shown(simulator: &Simulator) -> Vec<u32> {
    let parts = ["count", "low", "high"];
    let value = |name: &&str| {
        let part = simulator.find(&format!("/{name}")).unwrap();
        match simulator.state(part) {
            State::Clocked { value, .. } => *value,
            _ => panic!("{name} remembers no value"),
        }
    };
    parts.iter().map(value).collect()
}

#[test]
fn what_is_not_touched_goes_on_where_it_was() {
    for engine in [Engine::Fast, Engine::Exact] {
        let mut document = counting();
        let options = SimOptions {
            engine,
            ..SimOptions::default()
        };
        let mut simulator = run(&document, engine);
        (0..11).for_each(|_| simulator.half_tick());
        let before = shown(&simulator);
        assert_eq!(before, [6, 0, 1]);
        let part = NewPart {
            what: PartKind::Builtin(Kind::And),
            location: Location::new(900, 700),
            attrs: Vec::new(),
        };
        let moved = Selection {
            parts: vec![ComponentId(6)],
            wires: Vec::new(),
        };
        let edits = [
            Edit::Add {
                circuit: MAIN,
                part,
            },
            Edit::Move {
                circuit: MAIN,
                what: moved.clone(),
                by: (50, 50),
                reroute: true,
            },
            Edit::Remove {
                circuit: MAIN,
                what: moved,
            },
        ];
        for edit in &edits {
            document.apply(edit).unwrap();
            let project = Arc::new(document.project().clone());
            simulator = simulator.edited(project, None, &options).unwrap();
            assert_eq!(simulator.ticks(), 11);
            assert_eq!(shown(&simulator), before, "{edit:?}");
        }
        // It runs on as one that was never edited.
        let mut other = run(&counting(), engine);
        (0..11).for_each(|_| other.half_tick());
        for _ in 0..30 {
            simulator.half_tick();
            other.half_tick();
            assert_eq!(shown(&simulator), shown(&other));
        }
    }
}

#[test]
fn what_is_changed_starts_fresh() {
    let mut document = counting();
    let mut simulator = run(&document, Engine::Fast);
    (0..11).for_each(|_| simulator.half_tick());
    let edit = Edit::Set {
        circuit: MAIN,
        parts: vec![ComponentId(1)],
        name: "width".into(),
        value: Some("4".into()),
    };
    document.apply(&edit).unwrap();
    let project = Arc::new(document.project().clone());
    let simulator = simulator
        .edited(project, None, &SimOptions::default())
        .unwrap();
    assert_eq!(shown(&simulator), [0, 0, 1]);
}
