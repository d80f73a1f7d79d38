//! Names: whatever circuits and labels are called, every part and port has one printed name that is accepted back.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::{Duration, Instant};

use circuit::netlist::PartId;
use circuit::read::{NoLibraries, read};
use circuit::reference::{Found, Reference, port_names};
use circuit::script;
use circuit::sim::{SimOptions, Simulator};
use circuit::vectors;
use proptest::prelude::*;

fn escaped(text: &str) -> String {
    let hex = |c: char| match c {
        '<' | '>' | '&' | '"' => format!("&#{};", c as u32),
        other => other.to_string(),
    };
    text.chars().map(hex).collect()
}

/// A component of a made-up circuit.
#[derive(Clone, Debug)]
enum Thing {
    Pin {
        output: bool,
    },
    Gate,
    Register,
    Tunnel,
    /// One of the circuits behind this one.
    Inner(usize),
}

type Sheet = (String, Vec<(Thing, (i32, i32), String)>);

fn file(sheets: &[Sheet]) -> String {
    let mut text = "<project source=\"2.7.1\" version=\"1.0\"><lib desc=\"#Wiring\" name=\"0\"/>\
         <lib desc=\"#Gates\" name=\"1\"/><lib desc=\"#Memory\" name=\"2\"/>"
        .to_string();
    for (number, (name, things)) in sheets.iter().enumerate() {
        write!(text, "<circuit name=\"{}\">", escaped(name)).unwrap();
        for (thing, (x, y), label) in things {
            let (kind, more) = match thing {
                Thing::Pin { output } => (
                    "lib=\"0\" name=\"Pin\"".to_string(),
                    format!("<a name=\"output\" val=\"{output}\"/>"),
                ),
                Thing::Gate => ("lib=\"1\" name=\"AND Gate\"".to_string(), String::new()),
                Thing::Register => ("lib=\"2\" name=\"Register\"".to_string(), String::new()),
                Thing::Tunnel => ("lib=\"0\" name=\"Tunnel\"".to_string(), String::new()),
                Thing::Inner(which) => {
                    let behind = &sheets[number + 1..];
                    if behind.is_empty() {
                        continue;
                    }
                    let inner = &behind[which % behind.len()].0;
                    (format!("name=\"{}\"", escaped(inner)), String::new())
                }
            };
            let label = escaped(label);
            write!(
                text,
                "<comp {kind} loc=\"({x},{y})\">{more}<a name=\"label\" val=\"{label}\"/></comp>"
            )
            .unwrap();
        }
        text += "</circuit>";
    }
    text + "</project>"
}

fn simulator(text: &str) -> Simulator {
    let project = read("names.circ", text.as_bytes(), &mut NoLibraries).project;
    Simulator::new(Arc::new(project), None, &SimOptions::default()).unwrap()
}

/// Every name a circuit prints is accepted back, by itself, in scripts and in test vectors.
fn accepts_its_own_names(simulator: &Simulator) {
    let design = simulator.design();
    let mut seen = HashSet::new();
    for part in design.part_ids() {
        let path = design.path(part);
        assert_eq!(design.find(&path), Ok(part), "{path}");
        assert!(seen.insert(path.clone()), "{path} twice");
        let printed = script::parse(&format!("print {path}:0"));
        assert_eq!(printed.problems, [], "{path}");
        for (port, name) in port_names(design, part).iter().enumerate() {
            let full = format!("{path}:{name}");
            let found = Reference::parse(&full).unwrap().find(simulator);
            assert_eq!(found, Ok(Found::Port(part, port)), "{full}");
            assert!(seen.insert(full.clone()), "{full} twice");
            accepts(simulator, Found::Port(part, port));
        }
    }
}

fn accepts(simulator: &Simulator, found: Found) {
    let name = found.name(simulator);
    let read = Reference::parse(&name).unwrap().find(simulator);
    assert_eq!(read, Ok(found), "{name}");
    let script = script::parse(&format!("print {name} as hex"));
    assert_eq!(
        script.spots[0].reference.find(simulator),
        Ok(found),
        "{name}"
    );
    let width = found.value(simulator).width.max(1);
    let header = format!("{name}[{width}]\n");
    assert!(vectors::parse(&header).is_ok(), "{header}");
}

/// Labels and names as they come, and as nobody would choose them.
fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        "[ab01]{0,2}",
        "[a/@\\[\\]:=<>\"#~, '_.-]{0,6}",
        "(AND Gate|AND_Gate|Pin)(@0,0)?(~[12])?",
        "a/b|a/Pin@0,0|b",
        "\\PC{0,4}",
    ]
}

fn thing() -> impl Strategy<Value = Thing> {
    prop_oneof![
        any::<bool>().prop_map(|output| Thing::Pin { output }),
        Just(Thing::Gate),
        Just(Thing::Register),
        Just(Thing::Tunnel),
        any::<usize>().prop_map(Thing::Inner),
    ]
}

fn sheets() -> impl Strategy<Value = Vec<Sheet>> {
    let place = (0..3i32, 0..2i32).prop_map(|(x, y)| (10 * x, 10 * y));
    let things = prop::collection::vec((thing(), place, name()), 0..7);
    prop::collection::vec((name(), things), 1..4)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn every_printed_name_is_accepted_back(sheets in sheets()) {
        accepts_its_own_names(&simulator(&file(&sheets)));
    }
}

fn pin(at: (i32, i32), label: &str) -> (Thing, (i32, i32), String) {
    (Thing::Pin { output: false }, at, label.to_string())
}

#[test]
fn names_are_the_shortest_sure_ones() {
    let gate = |at| (Thing::Gate, at, String::new());
    let top: Sheet = (
        "top".into(),
        vec![
            pin((0, 0), "A"),
            pin((0, 10), "rd/wr'"),
            gate((50, 50)),
            gate((50, 50)),
            gate((90, 50)),
            (Thing::Inner(0), (200, 0), String::new()),
        ],
    );
    let inner: Sheet = (
        "in/out".into(),
        vec![
            pin((0, 0), "1"),
            pin((0, 10), "0"),
            pin((0, 20), "rd/wr'"),
            pin((0, 30), "q"),
        ],
    );
    let simulator = simulator(&file(&[top, inner]));
    let design = simulator.design();
    let paths: Vec<String> = design.part_ids().map(|part| design.path(part)).collect();
    assert_eq!(
        paths,
        [
            "/A",
            "/Pin@0,10",
            "/AND_Gate@50,50~1",
            "/AND_Gate@50,50~2",
            "/AND_Gate@90,50",
            "/in_out@200,0",
            "/in_out@200,0/1",
            "/in_out@200,0/0",
            "/in_out@200,0/Pin@0,20",
            "/in_out@200,0/q",
        ]
    );
    // Labels that look like numbers do not stand for ports: the numbers do.
    assert_eq!(port_names(design, PartId(5)), ["0", "1", "rd_wr'", "q"]);
    accepts_its_own_names(&simulator);
    // As a person may write them.
    let find = |path: &str| design.find(path).map(|part| part.0);
    assert_eq!(find("rd/wr'"), Ok(1));
    assert_eq!(find("AND Gate@90,50"), Ok(4));
    assert_eq!(find("@90,50"), Ok(4));
    assert_eq!(
        find("AND_Gate@50,50").unwrap_err().to_string(),
        "'AND_Gate@50,50': 'AND_Gate@50,50' is the name of several parts in circuit 'top': AND_Gate@50,50~1, AND_Gate@50,50~2"
    );
    assert!(find("AND_Gate@50,50~3").is_err() && find("AND_Gate@50,50~0").is_err());
}

#[test]
fn looking_names_up_takes_no_longer_in_a_large_circuit() {
    let pins = |count: i32| {
        let pins = (0..count).map(|n| pin((10 * (n % 100), 10 * (n / 100)), &format!("p{n}")));
        simulator(&file(&[("top".into(), pins.collect())]))
    };
    let script = |count: usize| {
        let lines = (0..20_000).map(|n| format!("print /p{}\n", n % count));
        script::parse(&lines.collect::<String>())
    };
    let time = |count: usize| {
        let (simulator, script) = (pins(count as i32), script(count));
        simulator.find("/p0").unwrap();
        let start = Instant::now();
        for spot in &script.spots {
            spot.reference.find(&simulator).unwrap();
        }
        start.elapsed()
    };
    // A busy machine gets another chance; a search through all names does not profit from it.
    let fits =
        |&(small, large): &(Duration, Duration)| large < 20 * small + Duration::from_millis(200);
    let measure = |_| (time(20), time(20_000));
    let times: Vec<_> = (0..6)
        .map(measure)
        .take_while(|times| !fits(times))
        .collect();
    assert!(times.len() < 6, "{times:?}");
}
