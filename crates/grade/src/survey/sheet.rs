//! A console as a person sees it: digits, buttons and lights of all its sheets, each with the words that belong to it.

use std::collections::HashSet;

use circuit::Value;
use circuit::netlist::{InstanceId, PartId};
use circuit::project::{Kind, Location, Wire};
use circuit::reference::port_names;
use circuit::sim::{Display, Input, Simulator};

/// A part with its place and the words that belong to it.
#[derive(Clone, Debug)]
pub(super) struct Thing {
    pub part: PartId,
    pub path: String,
    /// Which sheet it is on.
    pub sheet: InstanceId,
    /// On the top sheet; of a part inside a chip, counted from the chip's own place.
    pub x: i32,
    pub y: i32,
    /// Its label, or the nearest text; in small letters.
    pub words: String,
}

/// The maximum distance of a text from its light.
const NEAR: i32 = 110;

/// Everything that may be read and pressed, the top sheet first.
#[derive(Default)]
pub(super) struct Sheet {
    pub digits: Vec<Thing>,
    pub matrices: Vec<Thing>,
    /// Pins and probes with a number.
    pub values: Vec<Thing>,
    pub registers: Vec<Thing>,
    pub memories: Vec<Thing>,
    /// Buttons, and input pins of one bit.
    pub buttons: Vec<Thing>,
    /// Lights, and output pins of one bit.
    pub lights: Vec<Thing>,
    /// Keyboards, joysticks and wide input pins: what to do with them cannot be guessed.
    pub others: Vec<Thing>,
    /// The longest cycle of a clock, in half-ticks.
    pub cycle: u64,
}

impl Sheet {
    pub(super) fn of(simulator: &Simulator) -> Sheet {
        let design = simulator.design();
        let mut sheet = Sheet {
            cycle: 2,
            ..Sheet::default()
        };
        for instance in design.instance_ids() {
            sheet.look_at(simulator, instance);
        }
        sheet
    }

    fn look_at(&mut self, simulator: &Simulator, instance: InstanceId) {
        let design = simulator.design();
        let words = Words::of(simulator, instance);
        let (dx, dy) = place_of(simulator, instance);
        for part in design.parts_of(instance) {
            let component = design.component(part);
            let Some(kind) = component.kind() else {
                continue;
            };
            if kind == Kind::Clock {
                let attrs = component.attrs.of(kind);
                let length = |name| u64::from(attrs.count(name));
                let cycle = length("highDuration") + length("lowDuration");
                self.cycle = self.cycle.max(cycle);
            }
            let Some(list) = self.list(simulator, part, kind, instance) else {
                continue;
            };
            let at = component.location;
            list.push(Thing {
                part,
                path: design.path(part),
                sheet: instance,
                x: dx + at.x,
                y: dy + at.y,
                words: words.about(simulator, part),
            });
        }
    }

    /// The list a part belongs to.
    fn list(
        &mut self,
        simulator: &Simulator,
        part: PartId,
        kind: Kind,
        instance: InstanceId,
    ) -> Option<&mut Vec<Thing>> {
        let is_top = instance == InstanceId::ROOT;
        let width = simulator.value(part).width;
        let takes = |width| {
            let zero = Input::Set(part, Value::known(width, 0));
            simulator.accepts(&zero).is_ok()
        };
        Some(match (simulator.display(part), kind) {
            (Some(Display::HexDigit(..) | Display::Segments(_)), _) => &mut self.digits,
            (Some(Display::Dots(_)), _) => &mut self.matrices,
            (Some(Display::Led(_)), _) => &mut self.lights,
            (_, Kind::Button) => &mut self.buttons,
            (_, Kind::Pin) if is_top && width == 1 && takes(1) => &mut self.buttons,
            (_, Kind::Pin) if is_top && takes(width.into()) => &mut self.others,
            (_, Kind::Pin) if is_top && width == 1 => &mut self.lights,
            (_, Kind::Pin) if is_top && width > 2 => &mut self.values,
            (_, Kind::Probe) if width > 2 => &mut self.values,
            (_, Kind::Register | Kind::Counter) if width > 2 => &mut self.registers,
            (_, Kind::Ram) => &mut self.memories,
            (_, Kind::Keyboard | Kind::Joystick) => &mut self.others,
            _ => return None,
        })
    }
}

/// The position of the chips around a sheet.
fn place_of(simulator: &Simulator, instance: InstanceId) -> (i32, i32) {
    let design = simulator.design();
    let path = design.instance_path(instance);
    let steps = path.match_indices('/').map(|(at, _)| at).skip(1);
    let mut place = (0, 0);
    if instance == InstanceId::ROOT {
        return place;
    }
    for end in steps.chain([path.len()]) {
        if let Ok(chip) = design.find(&path[..end]) {
            let at = design.component(chip).location;
            place = (place.0 + at.x, place.1 + at.y);
        }
    }
    place
}

/// The texts and named points of a sheet.
struct Words<'a> {
    texts: Vec<(i32, i32, &'a str)>,
    named: Vec<(Location, String)>,
    wires: &'a [Wire],
}

impl Words<'_> {
    fn of(simulator: &Simulator, instance: InstanceId) -> Words<'_> {
        let design = simulator.design();
        let circuit = design.project.circuit(design.circuit(instance));
        let components = circuit.components.iter();
        let texts = components.filter(|one| one.kind() == Some(Kind::Text));
        let parts: Vec<PartId> = design.parts_of(instance).collect();
        Words {
            texts: texts
                .map(|one| {
                    let text = one.attrs.of(Kind::Text).text("text");
                    (one.location.x, one.location.y, text)
                })
                .collect(),
            named: named_points(simulator, &parts),
            wires: &circuit.wires,
        }
    }

    /// Its label, otherwise the other end of its wire and the nearest text.
    fn about(&self, simulator: &Simulator, part: PartId) -> String {
        let component = simulator.design().component(part);
        let label = component.label().map(str::trim).unwrap_or_default();
        let words = if label.is_empty() {
            let reached = reach(self.wires, component.location);
            let pins = self.named.iter().filter(|(at, _)| reached.contains(at));
            let mut words: Vec<String> = pins.map(|(_, name)| name.clone()).collect();
            words.push(nearest(&self.texts, component.location.into()));
            words.join(" ")
        } else {
            label.to_owned()
        };
        words.to_lowercase().replace(['_', '\n'], " ")
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

/// The ends of all wires connected with a point.
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
