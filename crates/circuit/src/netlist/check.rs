//! What is probably wrong with a circuit: width conflicts, inputs left open, drivers against each other.

use super::sheet::{Sheet, SheetPort};
use crate::component::Direction;
use crate::project::{Circuit, Component, Project};
use diag::{Diagnostic, Diagnostics};

/// Looks at every circuit of a project.
pub fn check(project: &Project) -> Vec<Diagnostic> {
    let mut diagnostics = Diagnostics::default();
    if project.options.noise > 0 {
        let message = format!(
            "the option simrand={} adds random delays in Logisim; here delays are exact",
            project.options.noise
        );
        diagnostics.push(Diagnostic::warning("simrand", message));
    }
    for circuit in &project.circuits {
        let sheet = Sheet::build(project, circuit, project.options.gate_undefined);
        let mut report = |diagnostic: Diagnostic| {
            let file = &project.files[circuit.file].name;
            diagnostics.push(diagnostic.in_file(file).in_circuit(&circuit.name));
        };
        width_conflicts(project, circuit, &sheet, &mut report);
        open_inputs(project, circuit, &sheet, &mut report);
        several_drivers(project, circuit, &sheet, &mut report);
    }
    diagnostics.into_vec()
}

fn named(project: &Project, circuit: &Circuit, port: &SheetPort) -> String {
    let component = &circuit.components[port.component as usize];
    format!("{} at {}", component.name(project), component.location)
}

fn width_conflicts(
    project: &Project,
    circuit: &Circuit,
    sheet: &Sheet,
    report: &mut impl FnMut(Diagnostic),
) {
    let mut members: std::collections::BTreeMap<u32, Vec<&SheetPort>> =
        std::collections::BTreeMap::new();
    for port in sheet.ports.iter().filter(|port| port.width > 0) {
        if sheet.bundles[port.bundle as usize].conflict || port.is_misfit() {
            members.entry(port.bundle).or_default().push(port);
        }
    }
    for port in sheet
        .ports
        .iter()
        .filter(|port| port.width > 0 && !port.is_misfit())
    {
        if let Some(ports) = members.get_mut(&port.bundle) {
            ports.push(port);
        }
    }
    for ports in members.values() {
        let mut widths: Vec<&&SheetPort> = ports.iter().collect();
        widths.sort_by_key(|port| port.width);
        widths.dedup_by_key(|port| port.width);
        let texts: Vec<String> = widths
            .iter()
            .map(|port| {
                format!(
                    "{} ({} port at {})",
                    diag::count(port.width, "bit"),
                    named(project, circuit, port),
                    port.location
                )
            })
            .collect();
        let message = format!(
            "ports of different widths are connected: {}",
            texts.join(", ")
        );
        report(
            Diagnostic::error(message)
                .code("width-conflict")
                .at_point(widths[0].location),
        );
    }
}

fn open_inputs(
    project: &Project,
    circuit: &Circuit,
    sheet: &Sheet,
    report: &mut impl FnMut(Diagnostic),
) {
    for (index, component) in circuit.components.iter().enumerate() {
        let range = sheet.component_ports(index);
        let inputs = || {
            sheet.ports[range.clone()]
                .iter()
                .enumerate()
                .filter(|(_, port)| port.direction == Direction::In)
        };
        let gate = component
            .kind()
            .is_some_and(|kind| kind.library() == "Gates");
        if gate && inputs().all(|(_, port)| !port.connected) {
            let message = format!("{}: no input is connected", component.name(project));
            report(Diagnostic::warning("unconnected-input", message).at_point(component.location));
            continue;
        }
        let ports = component
            .kind()
            .map(|kind| kind.ports(component.attrs.of(kind)));
        let needed = |number: usize| ports.as_ref().is_some_and(|ports| ports[number].needed);
        for (number, port) in
            inputs().filter(|(number, port)| needed(*number) && !is_driven(sheet, port))
        {
            let how = if port.connected {
                "is connected to nothing that drives it"
            } else {
                "is not connected"
            };
            let message = format!(
                "{}: input {number} at {} {how}",
                component.name(project),
                port.location
            );
            report(Diagnostic::warning("unconnected-input", message).at_point(component.location));
        }
    }
}

fn is_driven(sheet: &Sheet, port: &SheetPort) -> bool {
    if sheet.bundles[port.bundle as usize].conflict {
        return true; // reported as what it is
    }
    sheet.bundle_slices(port.bundle).iter().any(|slice| {
        let net = &sheet.nets[slice.net as usize];
        !net.drivers.is_empty()
            || net.pull != crate::value::Word::floating(crate::value::mask(net.width))
    })
}

/// Whether an output can float, so that it may share a net.
fn can_float(component: &Component) -> bool {
    let kind = component.kind();
    kind.is_none_or(|kind| kind.can_float(component.attrs.of(kind)))
}

fn several_drivers(
    project: &Project,
    circuit: &Circuit,
    sheet: &Sheet,
    report: &mut impl FnMut(Diagnostic),
) {
    for net in &sheet.nets {
        let firm: Vec<&SheetPort> = net
            .drivers
            .iter()
            .map(|&(port, _)| &sheet.ports[port as usize])
            .filter(|port| !can_float(&circuit.components[port.component as usize]))
            .collect();
        if firm.len() > 1 {
            let names: Vec<String> = firm
                .iter()
                .take(6)
                .map(|port| named(project, circuit, port))
                .collect();
            let message = format!("several outputs drive one wire: {}", names.join(", "));
            report(Diagnostic::warning("several-drivers", message).at_point(firm[0].location));
        }
    }
}
