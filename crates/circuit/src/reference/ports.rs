//! Names for the ports of parts, in the order of the ports.

use std::collections::HashMap;

use crate::component::PinInfo;
use crate::netlist::{Design, PartId, plain};

/// The names of a part's ports, all different: those of the pins for a sub-circuit, or their numbers where pins have no
/// names of their own, or names that look like numbers.
pub fn port_names(design: &Design, part: PartId) -> Vec<String> {
    let component = design.component(part);
    match component.kind() {
        Some(kind) => {
            let ports = kind.ports(component.attrs.of(kind));
            ports.iter().map(|port| port.name.to_string()).collect()
        }
        None => pin_names(&design.pins_of(part)),
    }
}

fn pin_names(pins: &[PinInfo]) -> Vec<String> {
    let plain: Vec<String> = pins.iter().map(|pin| plain(&pin.label)).collect();
    let mut uses: HashMap<String, usize> = HashMap::new();
    for name in &plain {
        *uses.entry(name.to_lowercase()).or_default() += 1;
    }
    let named = plain.iter().zip(pins).enumerate();
    let named = named.map(|(number, (name, pin))| {
        let own = !pin.label.is_empty() && uses[&name.to_lowercase()] == 1;
        match own && name.parse::<u64>().is_err() {
            true => name.clone(),
            false => number.to_string(),
        }
    });
    named.collect()
}

/// The port meant by a text: by its name ignoring case, its number, or the label of its pin.
pub(super) fn find(design: &Design, part: PartId, wanted: &str) -> Option<usize> {
    let names = port_names(design, part);
    let lower = wanted.to_lowercase();
    let by_name = names.iter().position(|name| name.to_lowercase() == lower);
    let by_number = || wanted.parse().ok().filter(|&number| number < names.len());
    let by_label = || {
        let pins = design.pins_of(part);
        let mut labelled = (0..pins.len()).filter(|&pin| pins[pin].label == wanted);
        labelled.next().filter(|_| labelled.next().is_none())
    };
    by_name.or_else(by_number).or_else(by_label)
}
