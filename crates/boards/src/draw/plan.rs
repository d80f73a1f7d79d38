//! A circuit as two lists: its parts, and their positions.
//!
//! Chips are tables (chip.rs). Boards are repetitive, so their lists are made by loops: one function lists the parts
//! with their nets, another places them.

use circuit::project::Facing;

use super::chip::{Pin, draw_pin};
use super::part::{Made, Part};
use super::{At, ChipSheet, Drawing, Look, REACH};

/// The parts of a circuit, by unique names.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parts(Vec<(String, Made)>);

impl Parts {
    pub(crate) fn of(parts: &[Part<'_>]) -> Parts {
        let mut list = Parts::default();
        list.extend(parts);
        list
    }

    pub(crate) fn add(&mut self, part: Part<'_>) {
        self.0.push((part.name.to_string(), part.made()));
    }

    pub(crate) fn extend(&mut self, parts: &[Part<'_>]) {
        parts.iter().for_each(|part| self.add(*part));
    }

    fn find(&self, name: &str) -> Option<&Made> {
        let mut parts = self.0.iter();
        parts.find(|(known, _)| known == name).map(|(_, made)| made)
    }
}

/// The positions.
pub(crate) struct Plan {
    /// Every pin and every part once, in the order they have in the file.
    places: Vec<(Placed, At, Option<Facing>)>,
    /// Wires drawn by hand: a net and the corners. All others are found by the router.
    wires: Vec<(String, Vec<At>)>,
    /// Nets that are joined by tunnels wherever they occur.
    tunnels: Vec<String>,
    /// Maximum length of the router's wires before tunnels take over.
    reach: u32,
    look: Option<Look>,
}

#[derive(Clone, Debug)]
enum Placed {
    Pin(String),
    Part(String),
    /// A tunnel, with its width.
    Tunnel(String, u32),
    /// A tunnel in large letters.
    Caption(String),
    /// A text, with its size.
    Text(String, u32),
}

impl Plan {
    pub(crate) fn new() -> Plan {
        Plan {
            places: Vec::new(),
            wires: Vec::new(),
            tunnels: Vec::new(),
            reach: REACH,
            look: None,
        }
    }

    pub(crate) fn reach(&mut self, reach: u32) {
        self.reach = reach;
    }

    /// The appearance of the circuit.
    pub(crate) fn look(&mut self, look: Look) {
        self.look = Some(look);
    }

    pub(crate) fn tunnels(&mut self, nets: &[&str]) {
        self.tunnels.extend(nets.iter().map(ToString::to_string));
    }

    /// A pin. Inputs face east and outputs west unless they are turned.
    pub(crate) fn pin(&mut self, name: &str, at: At, facing: Option<Facing>) {
        self.places
            .push((Placed::Pin(name.to_string()), at, facing));
    }

    pub(crate) fn part(&mut self, name: &str, at: At) {
        self.places.push((Placed::Part(name.to_string()), at, None));
    }

    pub(crate) fn turned(&mut self, name: &str, at: At, facing: Facing) {
        let part = Placed::Part(name.to_string());
        self.places.push((part, at, Some(facing)));
    }

    pub(crate) fn tunnel(&mut self, net: &str, width: u32, at: At, facing: Facing) {
        let tunnel = Placed::Tunnel(net.to_string(), width);
        self.places.push((tunnel, at, Some(facing)));
    }

    /// A tunnel of one bit whose name is there to be read.
    pub(crate) fn caption(&mut self, net: &str, at: At, facing: Facing) {
        let caption = Placed::Caption(net.to_string());
        self.places.push((caption, at, Some(facing)));
    }

    pub(crate) fn text(&mut self, text: &str, size: u32, at: At) {
        let text = Placed::Text(text.to_string(), size);
        self.places.push((text, at, None));
    }

    pub(crate) fn wire(&mut self, net: &str, corners: &[At]) {
        self.wires.push((net.to_string(), corners.to_vec()));
    }

    /// How often a pin or part is placed.
    fn count(&self, wanted: impl Fn(&Placed) -> bool) -> usize {
        self.places.iter().filter(|place| wanted(&place.0)).count()
    }
}

impl Drawing {
    /// Draws a circuit from its lists.
    pub(crate) fn circuit(&mut self, name: &str, pins: &[Pin], parts: &Parts, plan: Plan) {
        assert_placed(name, pins, parts, &plan);
        self.chip(name, |sheet| draw(sheet, name, pins, parts, plan));
    }
}

fn draw(sheet: &mut ChipSheet<'_>, circuit: &str, pins: &[Pin], parts: &Parts, plan: Plan) {
    sheet.reach(plan.reach);
    for net in &plan.tunnels {
        sheet.tunnels(&[net]);
    }
    for (what, at, facing) in &plan.places {
        match what {
            Placed::Pin(name) => {
                let pin = pins.iter().find(|pin| pin.name == name);
                let pin = pin.unwrap_or_else(|| panic!("{circuit} has no pin {name}"));
                draw_pin(sheet, pin, *at, *facing);
            }
            Placed::Part(name) => {
                let part = parts.find(name);
                let part = part.unwrap_or_else(|| panic!("{circuit} has no part {name}"));
                sheet.made(part, *at, *facing);
            }
            Placed::Tunnel(net, width) => {
                sheet.tunnel(*at, facing.unwrap_or(Facing::East), *width, net);
            }
            Placed::Caption(net) => sheet.caption(*at, facing.unwrap_or(Facing::East), net),
            Placed::Text(text, size) => sheet.text(*at, *size, text),
        }
    }
    for (net, corners) in &plan.wires {
        sheet.wire(net, corners);
    }
    if let Some(look) = plan.look {
        sheet.look(look);
    }
}

/// Every pin and every part has one place.
fn assert_placed(circuit: &str, pins: &[Pin], parts: &Parts, plan: &Plan) {
    for pin in pins {
        let count = plan.count(|what| matches!(what, Placed::Pin(name) if name == pin.name));
        assert_eq!(count, 1, "{circuit}: places of pin {}", pin.name);
    }
    for (part, _) in &parts.0 {
        let count = plan.count(|what| matches!(what, Placed::Part(name) if name == part));
        assert_eq!(count, 1, "{circuit}: places of part {part}");
    }
}
