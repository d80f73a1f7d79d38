//! Everything that wires and tunnels join.

use std::collections::HashSet;

use super::document::Document;
use super::{Refusal, Selection};
use crate::netlist::{BundleId, Sheet};
use crate::project::CircuitId;

/// The nets of the chosen wires, or of all ports of the chosen parts where no wire is chosen: their wires, and the parts
/// they connect, tunnels included.
pub fn connected(
    document: &Document,
    circuit: CircuitId,
    chosen: &Selection,
) -> Result<Selection, Refusal> {
    let sheet = document.circuit(circuit)?;
    let project = document.project();
    let nets = Sheet::build(project, sheet, project.options.gate_undefined);
    let wiring = nets.wiring(sheet);
    let drawn = || sheet.wires.iter().zip(&wiring.bundles);
    let bundles: HashSet<BundleId> = match chosen.wires.is_empty() {
        false => drawn()
            .filter(|(wire, _)| chosen.wires.contains(wire))
            .filter_map(|(_, bundle)| *bundle)
            .collect(),
        true => {
            let ports = nets.ports.iter();
            let own = ports.filter(|port| chosen.parts.contains(&port.component));
            own.map(|port| port.bundle).collect()
        }
    };
    let is_on = |bundle: &Option<BundleId>| bundle.is_some_and(|one| bundles.contains(&one));
    let wires = drawn().filter(|(wire, bundle)| is_on(bundle) || chosen.wires.contains(wire));
    let parts = sheet.entries().map(|(id, _)| id).filter(|&id| {
        let mut ports = nets.ports_of(id).iter();
        ports.any(|port| bundles.contains(&port.bundle))
    });
    Ok(Selection {
        parts: parts.collect(),
        wires: wires.map(|(wire, _)| *wire).collect(),
    })
}
