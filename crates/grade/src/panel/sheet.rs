//! The top sheet of a console as a person sees it: digits, buttons and lights, each with the words that belong to it.

use std::collections::HashSet;

use circuit::netlist::{InstanceId, PartId};
use circuit::project::{Kind, Location, Wire};
use circuit::reference::port_names;
use circuit::sim::{Display, Simulator};

/// A part with its place and the words that belong to it.
#[derive(Clone, Debug)]
pub(super) struct Thing {
    pub path: String,
    pub x: i32,
    pub y: i32,
    /// Its label, or the nearest text; in small letters.
    pub words: String,
}

/// A text belongs to a light that is no further away.
const NEAR: i32 = 110;

/// The digits, buttons and lights of the top sheet.
pub(super) struct Sheet {
    pub digits: Vec<Thing>,
    pub buttons: Vec<Thing>,
    pub lights: Vec<Thing>,
}

impl Sheet {
    pub(super) fn of(simulator: &Simulator) -> Sheet {
        let design = simulator.design();
        let parts: Vec<PartId> = design.parts_of(InstanceId::ROOT).collect();
        let kind = |part: PartId| design.component(part).kind();
        let thing = |part: PartId, words: String| {
            let at = design.component(part).location;
            Thing {
                path: design.path(part),
                x: at.x,
                y: at.y,
                words: words.to_lowercase().replace('_', " "),
            }
        };
        let main = design.circuit(InstanceId::ROOT);
        let components = &design.project.circuit(main).components;
        let texts: Vec<(i32, i32, &str)> = components
            .iter()
            .filter(|one| one.kind() == Some(Kind::Text))
            .map(|one| {
                (
                    one.location.x,
                    one.location.y,
                    one.attrs.of(Kind::Text).text("text"),
                )
            })
            .collect();
        let named = named_points(simulator, &parts);
        let wires = &design.project.circuit(main).wires;
        let words = |part: PartId| {
            let component = design.component(part);
            let label = component.label().map(str::trim).unwrap_or_default();
            if !label.is_empty() {
                return label.to_owned();
            }
            let reached = reach(wires, component.location);
            let pins = named.iter().filter(|(at, _)| reached.contains(at));
            let pins: Vec<&str> = pins.map(|(_, name)| name.as_str()).collect();
            match pins.is_empty() {
                true => nearest(&texts, component.location.into()),
                false => format!(
                    "{} {}",
                    pins.join(" "),
                    nearest(&texts, component.location.into())
                ),
            }
        };
        let all = |wanted: &dyn Fn(PartId) -> bool| -> Vec<Thing> {
            let chosen = parts.iter().copied().filter(|&part| wanted(part));
            chosen.map(|part| thing(part, words(part))).collect()
        };
        let is_digit = |part| {
            let shown = simulator.display(part);
            matches!(shown, Some(Display::HexDigit(..) | Display::Segments(_)))
        };
        Sheet {
            digits: all(&is_digit),
            buttons: all(&|part| kind(part) == Some(Kind::Button)),
            lights: all(&|part| kind(part) == Some(Kind::Led)),
        }
    }
}

/// The ports of sub-circuits and the tunnels of the sheet, with their names.
fn named_points(simulator: &Simulator, parts: &[PartId]) -> Vec<(Location, String)> {
    let design = simulator.design();
    let mut named = Vec::new();
    for &part in parts {
        let component = design.component(part);
        match component.kind() {
            None => {
                let names = port_names(design, part);
                let ports = design.ports_of(part).iter();
                named.extend(ports.map(|port| port.location).zip(names));
            }
            Some(Kind::Tunnel) => {
                let label = component.label().unwrap_or_default();
                named.push((component.location, label.to_owned()));
            }
            Some(_) => {}
        }
    }
    named
}

/// The ends of all wires that hang together with a point.
fn reach(wires: &[Wire], start: Location) -> HashSet<Location> {
    let is_on = |wire: &Wire, at: &Location| {
        let within = |low: i32, value: i32, high: i32| (low..=high).contains(&value);
        within(wire.from.x, at.x, wire.to.x) && within(wire.from.y, at.y, wire.to.y)
    };
    let mut reached = HashSet::from([start]);
    let mut rest: Vec<&Wire> = wires.iter().collect();
    loop {
        let (touching, others): (Vec<&Wire>, Vec<&Wire>) = rest
            .into_iter()
            .partition(|wire| reached.iter().any(|at| is_on(wire, at)));
        if touching.is_empty() {
            return reached;
        }
        for wire in touching {
            let ends = others.iter().flat_map(|other| [other.from, other.to]);
            reached.extend(ends.filter(|end| is_on(wire, end)));
            reached.extend([wire.from, wire.to]);
        }
        rest = others;
    }
}

fn nearest(texts: &[(i32, i32, &str)], (x, y): (i32, i32)) -> String {
    let distance = |&&(tx, ty, _): &&(i32, i32, &str)| (tx - x).abs() + 2 * (ty - y).abs();
    let found = texts.iter().min_by_key(distance);
    let near = found.filter(|text| distance(text) <= NEAR);
    near.map_or_else(String::new, |(_, _, text)| (*text).to_owned())
}
