//! What is wrong with the circuit at this moment, and where it can be seen.

use circuit::netlist::{Design, InstanceId, PartId};
use circuit::show;
use serde::Serialize;

use super::On;
use crate::reply::{Answer, Nothing, json, read};

/// The most faults that are told, and the most parts of one.
const MOST: usize = 50;
const MOST_PARTS: usize = 4;

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    Oscillation,
    ShortCircuit,
}

/// A mark on a sheet.
#[derive(Serialize)]
struct Fault {
    kind: Kind,
    /// The path of the sheet.
    sheet: String,
    circuit: String,
    point: (i32, i32),
    /// The parts, with the values they drive against each other.
    text: String,
}

impl Fault {
    fn new(design: &Design, kind: Kind, instance: InstanceId, point: (i32, i32)) -> Fault {
        let circuit = design.project.circuit(design.circuit(instance));
        Fault {
            kind,
            sheet: design.instance_path(instance),
            circuit: circuit.name.clone(),
            point,
            text: String::new(),
        }
    }
}

impl On {
    /// Parts that do not come to rest, and nets that are driven against each other.
    pub(super) fn faults(&self, request: &str) -> Answer {
        read::<Nothing>(request)?;
        let simulator = self.simulator();
        let design = simulator.design();
        let restless = simulator.oscillation().map_or(Vec::new(), |one| one.parts);
        let oscillation = restless.into_iter().map(|part: PartId| {
            let at = design.component(part).location;
            let instance = design.instance_of(part);
            Fault {
                text: design.path(part),
                ..Fault::new(design, Kind::Oscillation, instance, (at.x, at.y))
            }
        });
        let shorts = simulator.short_circuits().into_iter().map(|short| {
            let drivers = short.drivers.iter().take(MOST_PARTS);
            let drivers: Vec<String> = drivers
                .map(|&(part, value)| format!("{} = {}", design.path(part), show::value(value)))
                .collect();
            let at = (short.at.x, short.at.y);
            Fault {
                text: drivers.join(", "),
                ..Fault::new(design, Kind::ShortCircuit, short.instance, at)
            }
        });
        json(&oscillation.chain(shorts).take(MOST).collect::<Vec<_>>())
    }
}
