//! The geometry of a part besides its ports: the extent of its body.

use std::collections::BTreeSet;

use crate::component::Direction;
use crate::netlist::{SheetPort, component_ports};
use crate::picture::{Bounds, Drawing};
use crate::project::{Circuit, Component, Facing, Kind, Location, Project};

/// The ports of a component at their places on the sheet.
pub(super) fn ports(project: &Project, component: &Component) -> Vec<SheetPort> {
    component_ports(project, component).collect()
}

/// The places of the ports of a component.
pub fn part_ports(project: &Project, component: &Component) -> Vec<Location> {
    let ports = component_ports(project, component);
    ports.map(|port| port.location).collect()
}

/// The places of all ports of a circuit.
pub(super) fn port_places(project: &Project, circuit: &Circuit) -> BTreeSet<Location> {
    let all = circuit.components.iter();
    all.flat_map(|component| component_ports(project, component))
        .map(|port| port.location)
        .collect()
}

/// The ports no two of which may share a place. Logisim counts the carry-out of an adder as an input.
pub(super) fn outputs(project: &Project, component: &Component) -> Vec<Location> {
    let ports = component_ports(project, component).enumerate();
    let adder = component.kind() == Some(Kind::Adder);
    ports
        .filter(|(number, port)| port.direction == Direction::Out && !(adder && *number == 4))
        .map(|(_, port)| port.location)
        .collect()
}

/// The body of a part as Logisim sees it, where the picture of a part is drawn a little smaller or larger.
pub fn part_bounds(project: &Project, component: &Component) -> Bounds {
    let Location { x, y } = component.location;
    let body = match unlabelled(component) {
        Some(plain) => Drawing::of_part(project, &plain).bounds,
        None => Drawing::of_part(project, component).bounds,
    };
    let drawn = body.unwrap_or(Bounds {
        left: x,
        top: y,
        right: x,
        bottom: y,
    });
    match component.kind() {
        Some(Kind::Splitter) => Bounds {
            right: drawn.right + 1,
            bottom: drawn.bottom + 1,
            ..drawn
        },
        Some(Kind::Clock | Kind::Probe) => drawn.grown(1),
        Some(Kind::Tunnel) => tunnel(drawn, component.view().facing()),
        Some(Kind::ControlledBuffer | Kind::ControlledInverter) => {
            controlled(drawn, component.view().facing())
        }
        _ => drawn,
    }
}

/// The same part without its label, which stands beside its body. A tunnel's is its body.
fn unlabelled(component: &Component) -> Option<Component> {
    let labelled = component.label().is_some() && component.kind() != Some(Kind::Tunnel);
    labelled.then(|| {
        let mut plain = component.clone();
        plain.attrs.set("label", "");
        plain
    })
}

/// Letters are a little lower there.
fn tunnel(drawn: Bounds, facing: Facing) -> Bounds {
    match facing {
        Facing::East | Facing::West => Bounds {
            top: drawn.top + 1,
            bottom: drawn.bottom - 2,
            ..drawn
        },
        Facing::South => Bounds {
            top: drawn.top + 3,
            ..drawn
        },
        Facing::North => Bounds {
            bottom: drawn.bottom - 3,
            ..drawn
        },
    }
}

/// Their controls stick out by one.
fn controlled(drawn: Bounds, facing: Facing) -> Bounds {
    match facing {
        Facing::East | Facing::West => Bounds {
            top: drawn.top - 1,
            bottom: drawn.bottom + 1,
            ..drawn
        },
        _ => Bounds {
            left: drawn.left - 1,
            right: drawn.right + 1,
            ..drawn
        },
    }
}
