//! Copies are found under other names, in other places and with other wires; independent builds are not.

use std::sync::Arc;

use circuit::netlist::{Design, DesignOptions};
use circuit::project::{Location, Project, SourceFile, Wire};
use grade::{Likeness, Sketch};

use crate::bench::{project, source};

/// From here on circuits are listed as alike.
const ALIKE: f64 = 0.6;

const CONSOLES: [(&str, &str); 4] = [
    ("2016", "2016/mancala.circ"),
    ("2016", "2016/mirror.circ"),
    ("2022", "2022/mancala.circ"),
    ("2023", "2023/mancala.circ"),
];

fn console(index: usize) -> Project {
    let (year, file) = CONSOLES[index];
    project(year, source(file))
}

fn is_processor(file: &SourceFile) -> bool {
    file.name.ends_with("cdm8.circ")
}

fn sketch(project: Project) -> Sketch {
    Sketch::of(&Arc::new(project), &is_processor)
}

/// The same circuit, disguised.
fn disguised(mut project: Project) -> Project {
    let moved = |at: Location| Location {
        x: at.x + 370,
        y: at.y + 120,
    };
    let ports = ports(&project);
    for (circuit, ports) in project.circuits.iter_mut().zip(&ports) {
        circuit.name = format!("my own {}", circuit.name);
        circuit.components.reverse();
        for component in &mut circuit.components {
            component.location = moved(component.location);
            if let Some(label) = component.label().map(str::to_owned) {
                component.attrs.set("label", format!("my_{label}"));
            }
        }
        circuit.wires = rerouted(&circuit.wires, ports);
        for wire in &mut circuit.wires {
            *wire = Wire::new(moved(wire.from), moved(wire.to));
        }
        for port in circuit
            .appearance
            .iter_mut()
            .flat_map(|look| &mut look.ports)
        {
            port.pin = moved(port.pin);
        }
    }
    project
}

/// Other ways between the same ends: off the grid, where no other wire is, and back wherever something touches the wire.
fn rerouted(wires: &[Wire], ports: &[Location]) -> Vec<Wire> {
    let ends = wires.iter().flat_map(|wire| [wire.from, wire.to]);
    let places: Vec<Location> = ends.chain(ports.iter().copied()).collect();
    let mut pieces = Vec::new();
    for wire in wires.iter().rev() {
        let (from, to) = (wire.from, wire.to);
        let is_on =
            |at: &&Location| (from.x..=to.x).contains(&at.x) && (from.y..=to.y).contains(&at.y);
        let mut stops: Vec<Location> = places.iter().filter(is_on).copied().collect();
        stops.sort_unstable_by_key(|at| (at.x, at.y));
        stops.dedup();
        let aside = |at: Location| match wire.is_vertical() {
            true => Location { x: at.x + 5, ..at },
            false => Location { y: at.y + 5, ..at },
        };
        for two in stops.windows(2) {
            let way = [two[0], aside(two[0]), aside(two[1]), two[1]];
            pieces.extend(way.windows(2).map(|two| Wire::new(two[0], two[1])));
        }
    }
    pieces
}

/// Where the ports of each circuit's parts are.
fn ports(project: &Project) -> Vec<Vec<Location>> {
    let mut places = vec![Vec::new(); project.circuits.len()];
    let project = Arc::new(project.clone());
    let design = Design::build(project, None, &DesignOptions::default()).expect("a board");
    for instance in design.instance_ids() {
        let places = &mut places[design.circuit(instance).0 as usize];
        for part in design.parts_of(instance) {
            places.extend(design.ports_of(part).iter().map(|port| port.location));
        }
    }
    places
}

fn likeness(one: &Sketch, other: &Sketch) -> Likeness {
    let likeness = one.likeness(other);
    assert_eq!(likeness, other.likeness(one), "it has no direction");
    likeness
}

#[test]
fn a_copy_in_disguise_is_the_same_circuit() {
    for index in 0..CONSOLES.len() {
        let found = likeness(&sketch(console(index)), &sketch(disguised(console(index))));
        assert_eq!(
            (found.circuit, found.rom),
            (Some(1.0), Some(1.0)),
            "{index}"
        );
    }
}

#[test]
fn a_copy_with_a_few_changes_is_still_listed() {
    let mut changed = disguised(console(3));
    for circuit in &mut changed.circuits {
        let mut number = 0;
        circuit.components.retain(|_| {
            number += 1;
            number % 40 != 0
        });
    }
    for circuit in &mut changed.circuits {
        for image in circuit
            .components
            .iter_mut()
            .filter_map(|part| part.contents.as_mut())
        {
            let image = Arc::make_mut(image);
            for at in [10, 20, 30] {
                if let Some(word) = image.words.get_mut(at) {
                    *word ^= 0x55;
                }
            }
        }
    }
    let found = likeness(&sketch(console(3)), &sketch(changed));
    assert!(
        found.circuit > Some(ALIKE) && found.circuit < Some(1.0),
        "{found:?}"
    );
    assert!(
        found.rom > Some(ALIKE) && found.rom < Some(1.0),
        "{found:?}"
    );
}

/// One circuit of 2016 with two programs is one circuit; all others are independent.
#[test]
fn consoles_built_independently_are_not_alike() {
    let sketches: Vec<Sketch> = (0..CONSOLES.len())
        .map(|index| sketch(console(index)))
        .collect();
    for one in 0..CONSOLES.len() {
        for other in 0..one {
            let found = likeness(&sketches[one], &sketches[other]);
            let same_board = (other, one) == (0, 1);
            assert_eq!(
                found.circuit > Some(ALIKE),
                same_board,
                "{one} {other} {found:?}"
            );
            assert!(found.rom < Some(ALIKE), "{one} {other} {found:?}");
        }
    }
}

#[test]
fn what_was_handed_out_does_not_count() {
    let (mine, yours) = (sketch(console(0)), sketch(console(1)));
    let skeleton = sketch(disguised(console(0)));
    let found = likeness(&mine.without(&skeleton), &yours.without(&skeleton));
    assert_eq!(found.circuit, None, "nothing of their own is left");
    let other = sketch(console(2));
    assert!(likeness(&other.without(&skeleton), &other).circuit > Some(ALIKE));
}
