//! The faults of the circuit at this moment, and where they can be seen.

use circuit::netlist::{Design, InstanceId, PartId};
use circuit::show;
use serde::Serialize;

use super::On;
use crate::reply::{Answer, Nothing, json, read};

/// Maximum number of faults listed, and of parts named in one.
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
    /// The oscillating part, or the parts that drive against each other.
    parts: Vec<FaultPart>,
}

/// A part of a fault, by its name on its sheet.
#[derive(Serialize)]
struct FaultPart {
    /// Its number on its sheet, and the path of that.
    part: u32,
    sheet: String,
    kind: String,
    label: Option<String>,
    /// The value it drives, where that is the fault.
    value: Option<String>,
}

impl FaultPart {
    fn new(design: &Design, part: PartId, value: Option<String>) -> FaultPart {
        let (instance, component) = design.place(part);
        let info = design.info(part);
        FaultPart {
            part: component.0,
            sheet: design.instance_path(instance),
            kind: info.name,
            label: info.label,
            value,
        }
    }
}

impl Fault {
    fn new(design: &Design, kind: Kind, instance: InstanceId, point: (i32, i32)) -> Fault {
        let circuit = design.project.circuit(design.circuit(instance));
        Fault {
            kind,
            sheet: design.instance_path(instance),
            circuit: circuit.name.clone(),
            point,
            parts: Vec::new(),
        }
    }
}

impl On {
    /// Parts that oscillate, and nets with conflicting drivers.
    pub(super) fn faults(&self, request: &str) -> Answer {
        read::<Nothing>(request)?;
        let simulator = self.simulator();
        let design = simulator.design();
        let restless = simulator.oscillation().map_or(Vec::new(), |one| one.parts);
        let oscillation = restless.into_iter().map(|part: PartId| {
            let at = design.component(part).location;
            let instance = design.instance_of(part);
            Fault {
                parts: vec![FaultPart::new(design, part, None)],
                ..Fault::new(design, Kind::Oscillation, instance, (at.x, at.y))
            }
        });
        let shorts = simulator.short_circuits().into_iter().map(|short| {
            let drivers = short.drivers.iter().take(MOST_PARTS);
            let told = |&(part, value): &(PartId, _)| {
                FaultPart::new(design, part, Some(show::value(value)))
            };
            let at = (short.at.x, short.at.y);
            Fault {
                parts: drivers.map(told).collect(),
                ..Fault::new(design, Kind::ShortCircuit, short.instance, at)
            }
        });
        json(&oscillation.chain(shorts).take(MOST).collect::<Vec<_>>())
    }
}
