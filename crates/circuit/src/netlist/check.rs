//! Probable mistakes in a circuit: width conflicts, open inputs, conflicting drivers.
//!
//! Parts that lead to no output and to nothing visible are disconnected: open inputs there do no harm
//! and is not reported.

use super::ids::{BundleId, ComponentId, Id};
use super::loose::loose_ends;
use super::sheet::{Net, Sheet, SheetPort};
use crate::component::Direction;
use crate::project::{Circuit, Component, Kind, Project, What};
use diag::{Diagnostic, Diagnostics};

/// Checks every circuit of a project.
pub fn check(project: &Project) -> Vec<Diagnostic> {
    let mut diagnostics = Diagnostics::default();
    if project.options.noise > 0 {
        let message = format!(
            "the option simrand={} adds random delays in Logisim; here delays are exact",
            project.options.noise
        );
        diagnostics.push(Diagnostic::warning("simrand", message));
    }
    let shows = showing(project);
    for circuit in &project.circuits {
        let sheet = Sheet::build(project, circuit, project.options.gate_undefined);
        let mut report = |diagnostic: Diagnostic| {
            let file = &project.files[circuit.file].name;
            diagnostics.push(diagnostic.in_file(file).in_circuit(&circuit.name));
        };
        let useful = useful(circuit, &sheet, &shows);
        width_conflicts(project, circuit, &sheet, &mut report);
        open_inputs(project, circuit, &sheet, &useful, &mut report);
        several_drivers(project, circuit, &sheet, &useful, &mut report);
        loose_ends(project, circuit, &sheet, &mut report);
    }
    diagnostics.into_vec()
}

fn named(project: &Project, circuit: &Circuit, port: &SheetPort) -> String {
    let component = circuit.component(port.component);
    format!("{} at {}", component.name(project), component.location)
}

fn width_conflicts(
    project: &Project,
    circuit: &Circuit,
    sheet: &Sheet,
    report: &mut impl FnMut(Diagnostic),
) {
    let mut members: std::collections::BTreeMap<BundleId, Vec<&SheetPort>> =
        std::collections::BTreeMap::new();
    for port in sheet.ports.iter().filter(|port| port.width > 0) {
        if sheet.bundles[port.bundle].conflict || port.is_misfit() {
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

/// The inputs of a component that need a driver and have none.
struct Open<'a> {
    component: &'a Component,
    /// None of the inputs of a gate is connected.
    all: bool,
    /// Number and port.
    inputs: Vec<(usize, &'a SheetPort)>,
}

/// One warning for all of a circuit: where there is one, there are often many.
fn open_inputs(
    project: &Project,
    circuit: &Circuit,
    sheet: &Sheet,
    useful: &[bool],
    report: &mut impl FnMut(Diagnostic),
) {
    let open: Vec<Open<'_>> = circuit
        .entries()
        .filter(|(id, _)| useful[id.index()])
        .filter_map(|(id, component)| open_inputs_of(sheet, id, component))
        .collect();
    let message = match &open[..] {
        [] => return,
        [only] => only.alone(project),
        many => {
            const MOST: usize = 6;
            let inputs: usize = many.iter().map(|open| open.inputs.len()).sum();
            let mut parts: Vec<String> = many
                .iter()
                .take(MOST)
                .map(|open| open.listed(project))
                .collect();
            if many.len() > MOST {
                parts.push(diag::count(many.len() - MOST, "more part"));
            }
            format!(
                "nothing drives {} of {}: {}",
                diag::count(inputs, "input"),
                diag::count(many.len(), "part"),
                parts.join(", ")
            )
        }
    };
    let at = open[0].component.location;
    report(Diagnostic::warning("unconnected-input", message).at_point(at));
}

/// The inputs that nothing is connected to although their parts need them and lead somewhere; not those of gates that are not
/// connected at all.
pub(crate) fn unconnected_inputs<'a>(
    project: &Project,
    circuit: &'a Circuit,
    sheet: &'a Sheet,
) -> Vec<&'a SheetPort> {
    let useful = useful(circuit, sheet, &showing(project));
    circuit
        .entries()
        .filter(|(id, _)| useful[id.index()])
        .filter_map(|(id, component)| open_inputs_of(sheet, id, component))
        .filter(|open| !open.all)
        .flat_map(|open| open.inputs)
        .map(|(_, port)| port)
        .filter(|port| !port.connected)
        .collect()
}

fn open_inputs_of<'a>(
    sheet: &'a Sheet,
    id: ComponentId,
    component: &'a Component,
) -> Option<Open<'a>> {
    let ports = sheet.ports_of(id).iter().enumerate();
    let inputs: Vec<(usize, &SheetPort)> = ports
        .filter(|(_, port)| port.direction == Direction::In)
        .collect();
    let kind = component.kind()?;
    if kind.library() == "Gates" && inputs.iter().all(|(_, port)| !port.connected) {
        return Some(Open {
            component,
            all: true,
            inputs,
        });
    }
    let known = kind.ports(component.attrs.of(kind));
    let open: Vec<(usize, &SheetPort)> = inputs
        .into_iter()
        .filter(|(number, port)| known[*number].needed && !is_driven(sheet, port))
        .collect();
    (!open.is_empty()).then_some(Open {
        component,
        all: false,
        inputs: open,
    })
}

impl Open<'_> {
    fn alone(&self, project: &Project) -> String {
        let name = self.component.name(project);
        match &self.inputs[..] {
            _ if self.all => format!("{name}: no input is connected"),
            [(number, port)] => {
                let how = match port.connected {
                    true => "is connected to nothing that drives it",
                    false => "is not connected",
                };
                format!("{name}: input {number} at {} {how}", port.location)
            }
            many => {
                let numbers: Vec<String> =
                    many.iter().map(|(number, _)| number.to_string()).collect();
                format!("{name}: nothing drives inputs {}", numbers.join(", "))
            }
        }
    }

    fn listed(&self, project: &Project) -> String {
        let (name, at) = (self.component.name(project), self.component.location);
        let numbers: Vec<String> = self.inputs.iter().map(|(n, _)| n.to_string()).collect();
        match numbers.len() {
            _ if self.all => format!("{name} at {at} (all inputs)"),
            1 => format!("{name} at {at} (input {})", numbers[0]),
            _ => format!("{name} at {at} (inputs {})", numbers.join(", ")),
        }
    }
}

/// By circuit: whether anything inside is visible from outside.
fn showing(project: &Project) -> Vec<bool> {
    let mut users: Vec<Vec<usize>> = vec![Vec::new(); project.circuits.len()];
    let mut todo = Vec::new();
    for (index, circuit) in project.circuits.iter().enumerate() {
        for component in &circuit.components {
            match component.what {
                What::Circuit(inner) => users[inner.0 as usize].push(index),
                What::Builtin(kind) if !kind.is_seen() => {}
                _ => todo.push(index),
            }
        }
    }
    let mut shows = vec![false; project.circuits.len()];
    while let Some(index) = todo.pop() {
        if !std::mem::replace(&mut shows[index], true) {
            todo.extend(&users[index]);
        }
    }
    shows
}

/// By component: whether it leads to an output of the circuit or to something visible.
fn useful(circuit: &Circuit, sheet: &Sheet, shows: &[bool]) -> Vec<bool> {
    let is_end = |component: &Component| match component.what {
        What::Builtin(Kind::Pin) => component.view().flag("output"),
        What::Builtin(kind) => kind.is_seen(),
        What::Circuit(inner) => shows[inner.0 as usize],
        What::Unknown { .. } => true,
    };
    let ends = circuit.entries().filter(|(_, component)| is_end(component));
    let mut todo: Vec<ComponentId> = ends.map(|(id, _)| id).collect();
    let mut useful = vec![false; circuit.components.len()];
    while let Some(id) = todo.pop() {
        if std::mem::replace(&mut useful[id.index()], true) {
            continue;
        }
        let read = sheet.ports_of(id).iter();
        for port in read.filter(|port| port.direction != Direction::Out) {
            for slice in sheet.bundle_slices(port.bundle) {
                let drivers = sheet.nets[slice.net].drivers.iter();
                todo.extend(drivers.map(|&(driver, _)| sheet.ports[driver].component));
            }
        }
    }
    useful
}

pub(super) fn is_driven(sheet: &Sheet, port: &SheetPort) -> bool {
    if sheet.bundles[port.bundle].conflict {
        return true; // reported as what it is
    }
    sheet.bundle_slices(port.bundle).iter().any(|slice| {
        let net = &sheet.nets[slice.net];
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
    useful: &[bool],
    report: &mut impl FnMut(Diagnostic),
) {
    let matters = |net: &&Net| net.fanout.iter().any(|(part, _)| useful[part.index()]);
    for net in sheet.nets.iter().filter(matters) {
        let firm: Vec<&SheetPort> = net
            .drivers
            .iter()
            .map(|&(port, _)| &sheet.ports[port])
            .filter(|port| !can_float(circuit.component(port.component)))
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
