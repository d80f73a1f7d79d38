//! Whether a circuit that replaces a missing one meets the wires that were drawn for the other.

use std::collections::HashMap;

use super::ids::ComponentId;
use super::sheet::Sheet;
use crate::component::Direction;
use crate::project::{Circuit, CircuitId, Location, Project};

/// Whether the ports of a sub-circuit lie where the wires around it end: every loose end at its body is at a port,
/// at least one input and one output are connected, and the widths agree.
pub fn fits(project: &Project, circuit: CircuitId, component: ComponentId) -> bool {
    let circuit = project.circuit(circuit);
    let sheet = Sheet::build(project, circuit, project.options.gate_undefined);
    let ports = sheet.ports_of(component);
    let connected = |direction: Direction| {
        let mut ports = ports.iter().filter(|port| port.direction == direction);
        ports.any(|port| port.connected)
    };
    let agree = ports
        .iter()
        .all(|port| !sheet.bundles[port.bundle].conflict && !port.is_misfit());
    connected(Direction::In)
        && connected(Direction::Out)
        && agree
        && !has_loose_end(circuit, &sheet, component)
}

/// Whether a wire or another part ends at the box its ports lie on without meeting anything.
fn has_loose_end(circuit: &Circuit, sheet: &Sheet, component: ComponentId) -> bool {
    let own = || sheet.ports_of(component).iter().map(|port| port.location);
    let (left, right) = (own().map(|at| at.x).min(), own().map(|at| at.x).max());
    let (top, bottom) = (own().map(|at| at.y).min(), own().map(|at| at.y).max());
    let at_body = |at: &Location| {
        (left..=right).contains(&Some(at.x)) && (top..=bottom).contains(&Some(at.y))
    };
    let mut met: HashMap<Location, u32> = HashMap::new();
    let ends = circuit.wires.iter().flat_map(|wire| [wire.from, wire.to]);
    let ports = sheet.ports.iter().map(|port| port.location);
    for at in ends.chain(ports).filter(at_body) {
        *met.entry(at).or_default() += 1;
    }
    for wire in &circuit.wires {
        for (at, count) in &mut met {
            *count += u32::from(passes(wire.from, wire.to, *at));
        }
    }
    let mut places = met.into_iter();
    places.any(|(at, count)| count == 1 && own().all(|port| port != at))
}

/// Whether a wire passes over a place without ending there.
fn passes(from: Location, to: Location, at: Location) -> bool {
    let inside = |a: i32, x: i32, b: i32| a < x && x < b;
    (from.x == to.x && at.x == from.x && inside(from.y, at.y, to.y))
        || (from.y == to.y && at.y == from.y && inside(from.x, at.x, to.x))
}
