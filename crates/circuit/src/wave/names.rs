//! Names of scopes and signals.

use std::collections::HashMap;

use formats::wave::plain;

use crate::netlist::{BundleId, ComponentId, Design, InstanceId, SheetPortId};
use crate::project::Kind;
use crate::reference::port_names;
use crate::sim::Simulator;

/// The scope of a sub-circuit: its label, or its name and place.
pub(super) fn scope(design: &Design, instance: InstanceId, component: ComponentId) -> String {
    let part = design.instances[instance].part(component);
    let path = design.path(part);
    plain(path.rsplit('/').next().unwrap_or(&path))
}

/// How good a port is as the name of its signal: less is better.
fn rank(kind: Option<Kind>, labelled: bool, drives: bool) -> u32 {
    match (kind, labelled) {
        (Some(Kind::Pin), true) => 0,
        (Some(Kind::Tunnel), true) => 1,
        (Some(Kind::Clock), true) => 2,
        (Some(Kind::Probe), true) => 3,
        (_, true) if drives => 4,
        (Some(Kind::Splitter | Kind::PullResistor | Kind::Tunnel), false) => 8,
        _ if drives => 5,
        (_, true) => 6,
        _ => 7,
    }
}

/// The signals of an instance: bundle and name, in order of names.
pub(super) fn signals(simulator: &Simulator, instance: InstanceId) -> Vec<(BundleId, String)> {
    let design = simulator.design();
    let place = &design.instances[instance];
    let circuit = design.project.circuit(place.circuit);
    let sheet = design.sheet(instance);
    let mut best: HashMap<BundleId, (u32, SheetPortId)> = HashMap::new();
    for (number, port) in sheet.ports.entries() {
        let bundle = &sheet.bundles[port.bundle];
        if bundle.width == 0 || bundle.conflict {
            continue;
        }
        let component = circuit.component(port.component);
        let rank = rank(component.kind(), component.label().is_some(), port.drives);
        let entry = best.entry(port.bundle).or_insert((rank, number));
        *entry = (*entry).min((rank, number));
    }
    let mut named: Vec<(String, BundleId)> = best
        .into_iter()
        .map(|(bundle, (_, port))| (name(simulator, instance, port), bundle))
        .collect();
    named.sort();
    let mut seen: HashMap<String, u32> = HashMap::new();
    named
        .into_iter()
        .map(|(name, bundle)| {
            let times = seen.entry(name.clone()).or_default();
            *times += 1;
            match times {
                1 => (bundle, name),
                _ => (bundle, format!("{name}__{times}")),
            }
        })
        .collect()
}

fn name(simulator: &Simulator, instance: InstanceId, port: SheetPortId) -> String {
    let design = simulator.design();
    let place = &design.instances[instance];
    let info = &design.sheet(instance).ports[port];
    let component = design
        .project
        .circuit(place.circuit)
        .component(info.component);
    let part = place.part(info.component);
    let own = match component.label() {
        Some(label) => label.to_string(),
        None => format!("{}_{}", component.name(&design.project), component.location),
    };
    let first = design.sheet(instance).first_port(info.component);
    let local = (port.0 - first.0) as usize;
    let main = component.kind().is_some() && local == simulator.main_port(part);
    match main {
        true => plain(&own),
        false => {
            let names = port_names(design, part);
            plain(&format!("{own}_{}", names[local]))
        }
    }
}
