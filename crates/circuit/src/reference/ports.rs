//! Names for the ports of parts, in the order of the ports.

use crate::netlist::PartId;
use crate::sim::Simulator;

/// The names of a part's ports: those of the pins for a sub-circuit, or their numbers where pins have no names.
pub fn port_names(simulator: &Simulator, part: PartId) -> Vec<String> {
    let component = simulator.design().component(part);
    match component.kind() {
        Some(kind) => {
            let ports = kind.ports(component.attrs.of(kind));
            ports.iter().map(|port| port.name.to_string()).collect()
        }
        None => pin_names(simulator, part),
    }
}

fn pin_names(simulator: &Simulator, part: PartId) -> Vec<String> {
    let pins = simulator.design().pins_of(part);
    let named = pins.iter().enumerate().map(|(number, pin)| {
        let unique = pins.iter().filter(|other| other.label == pin.label).count() == 1;
        match unique && !pin.label.is_empty() {
            true => pin.label.clone(),
            false => number.to_string(),
        }
    });
    named.collect()
}
