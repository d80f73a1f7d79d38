//! Port layouts of every built-in component.

use std::collections::HashSet;

use circuit::component::{Direction, Port};
use circuit::project::Kind;

use crate::data::{attrs, json_lines};

#[test]
fn every_recorded_layout() {
    let layouts = json_lines("ports");
    assert_eq!(layouts.len(), 6678);
    let mut wrong = Vec::new();
    for layout in &layouts {
        let (library, name) = (
            layout["lib"].as_str().unwrap(),
            layout["name"].as_str().unwrap(),
        );
        let kind = Kind::find(&library[1..], name).unwrap();
        let attrs = attrs(&layout["attrs"]);
        let ports = kind.ports(attrs.of(kind));
        names_differ(name, &ports);
        let found: Vec<_> = ports
            .iter()
            .map(|p| (p.dx, p.dy, p.width, p.direction))
            .collect();
        let wanted: Vec<_> = layout["ports"]
            .as_array()
            .unwrap()
            .iter()
            .map(port)
            .collect();
        let wanted = as_it_works(kind, wanted);
        if found != wanted {
            wrong.push(format!(
                "{name} {:?}\n  found  {found:?}\n  wanted {wanted:?}",
                layout["attrs"].to_string()
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {} layouts differ:\n{}",
        wrong.len(),
        layouts.len(),
        wrong[..wrong.len().min(12)].join("\n")
    );
}

/// Every port can be named, and no two alike.
fn names_differ(component: &str, ports: &[Port]) {
    let names: HashSet<String> = ports.iter().map(|port| port.name.to_string()).collect();
    assert_eq!(names.len(), ports.len(), "{component}: {names:?}");
    assert!(!names.contains(""), "{component}");
}

type Layout = (i32, i32, u32, Direction);

fn port(json: &serde_json::Value) -> Layout {
    let number = |i: usize| json[i].as_i64().unwrap() as i32;
    let direction = match json[3].as_str().unwrap() {
        "in" => Direction::In,
        "out" => Direction::Out,
        _ => Direction::InOut,
    };
    (number(0), number(1), number(2) as u32, direction)
}

/// Logisim declares the carry-out of an adder as an input, yet drives it.
fn as_it_works(kind: Kind, mut ports: Vec<Layout>) -> Vec<Layout> {
    if kind == Kind::Adder {
        assert_eq!(ports[4].3, Direction::In);
        ports[4].3 = Direction::Out;
    }
    ports
}
