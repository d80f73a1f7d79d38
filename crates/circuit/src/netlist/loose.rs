//! Unconnected ends: buttons and pins connected to nothing, tunnels without a partner, undriven inputs of sub-circuits. They
//! are legal for the simulator, but almost certainly a mistake in the drawing.

use std::collections::BTreeMap;

use super::check::is_driven;
use super::ids::ComponentId;
use super::sheet::{Sheet, SheetPort};
use crate::component::Direction;
use crate::project::{Circuit, Component, Kind, Project, What};
use diag::Diagnostic;

/// Parts named in one warning.
const MOST: usize = 6;

/// Checks one circuit.
pub(super) fn loose_ends(
    project: &Project,
    circuit: &Circuit,
    sheet: &Sheet,
    report: &mut impl FnMut(Diagnostic),
) {
    // Nothing can be said about an unknown part, nor about what is connected to it.
    let is_unknown = |component: &Component| matches!(component.what, What::Unknown { .. });
    if circuit.components.iter().any(is_unknown) {
        return;
    }
    let is_main = project
        .main()
        .is_some_and(|main| std::ptr::eq(project.circuit(main), circuit));
    let silent = circuit.entries().filter(|(id, component)| {
        is_pressed(component, is_main)
            && sheet
                .ports_of(*id)
                .iter()
                .all(|port| is_alone(circuit, sheet, port))
    });
    let silent: Vec<&Component> = silent.map(|(_, component)| component).collect();
    tell(
        project,
        &silent,
        "leads-nowhere",
        "connected to nothing",
        report,
    );
    let single: Vec<&Component> = single_tunnels(circuit, sheet);
    tell(
        project,
        &single,
        "lonely-tunnel",
        "no other tunnel has its name",
        report,
    );
    let undriven = circuit.entries().filter(|(id, component)| {
        matches!(component.what, What::Circuit(_)) && !undriven(sheet, *id).is_empty()
    });
    let undriven: Vec<&Component> = undriven.map(|(_, component)| component).collect();
    tell(
        project,
        &undriven,
        "undriven-input",
        "something is connected to an input, and nothing drives it",
        report,
    );
}

/// One warning for all: where there is one, there are often many.
fn tell(
    project: &Project,
    parts: &[&Component],
    code: &'static str,
    what: &str,
    report: &mut impl FnMut(Diagnostic),
) {
    let Some(first) = parts.first() else {
        return;
    };
    let name = |part: &&Component| {
        let label = part
            .label()
            .map_or_else(String::new, |label| format!(" '{label}'"));
        format!("{}{label} at {}", part.name(project), part.location)
    };
    let mut names: Vec<String> = parts.iter().take(MOST).map(name).collect();
    if parts.len() > MOST {
        names.push(diag::count(parts.len() - MOST, "more part"));
    }
    let message = format!("{}: {what}", names.join(", "));
    report(Diagnostic::warning(code, message).at_point(first.location));
}

/// Whether it is an input for a person, or an output to read.
fn is_pressed(component: &Component, is_main: bool) -> bool {
    match component.kind() {
        Some(Kind::Button | Kind::Joystick | Kind::Keyboard) => true,
        // A chip may have pins that this board does not need.
        Some(Kind::Pin) => is_main,
        _ => false,
    }
}

/// Nothing else is connected to it, however many wires and tunnels are.
fn is_alone(circuit: &Circuit, sheet: &Sheet, port: &SheetPort) -> bool {
    let is_other =
        |part: ComponentId| part != port.component && circuit.component(part).role().is_part();
    let slices = sheet.bundle_slices(port.bundle).iter();
    let mut nets = slices.map(|slice| &sheet.nets[slice.net]);
    nets.all(|net| {
        let read = net.fanout.iter().any(|(part, _)| is_other(*part));
        let mut drivers = net.drivers.iter();
        !read && !drivers.any(|(driver, _)| is_other(sheet.ports[*driver].component))
    })
}

/// Whether a net that a tunnel is at has something that drives it and something that reads it: then the tunnel only names it.
fn is_complete(circuit: &Circuit, sheet: &Sheet, port: &SheetPort) -> bool {
    let slices = sheet.bundle_slices(port.bundle).iter();
    let mut nets = slices.map(|slice| &sheet.nets[slice.net]);
    nets.all(|net| {
        let drives = |part: ComponentId| {
            let mut drivers = net.drivers.iter();
            drivers.any(|(driver, _)| sheet.ports[*driver].component == part)
        };
        let is_reader =
            |part: ComponentId| circuit.component(part).role().is_part() && !drives(part);
        !net.drivers.is_empty() && net.fanout.iter().any(|(part, _)| is_reader(*part))
    })
}

/// Tunnels whose name no other has in their circuit, and that should lead somewhere.
fn single_tunnels<'c>(circuit: &'c Circuit, sheet: &Sheet) -> Vec<&'c Component> {
    let mut named: BTreeMap<&str, Vec<(ComponentId, &Component)>> = BTreeMap::new();
    let tunnels = circuit
        .entries()
        .filter(|(_, component)| component.kind() == Some(Kind::Tunnel));
    for (id, component) in tunnels {
        named
            .entry(component.label().unwrap_or_default())
            .or_default()
            .push((id, component));
    }
    let single = named.into_values().filter_map(|all| match all[..] {
        [(id, component)] => Some((id, component)),
        _ => None,
    });
    let leads = |(id, _): &(ComponentId, &Component)| {
        let mut ports = sheet.ports_of(*id).iter();
        ports.any(|port| port.connected && !is_complete(circuit, sheet, port))
    };
    single
        .filter(leads)
        .map(|(_, component)| component)
        .collect()
}

/// Inputs of a sub-circuit that are connected, but not driven.
fn undriven(sheet: &Sheet, id: ComponentId) -> Vec<&SheetPort> {
    let ports = sheet.ports_of(id).iter();
    let inputs = ports.filter(|port| port.direction == Direction::In && port.connected);
    inputs.filter(|port| !is_driven(sheet, port)).collect()
}
