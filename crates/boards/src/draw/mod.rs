//! Drawing circuits by program: parts are placed, their ports are given nets, and the router adds the wires.
//!
//! ```text
//!   Chip: pins, parts and nets, layout (chip.rs, part.rs)
//!    │ add
//!    ▼
//!   Parts, Plan: the same as lists, for circuits that need loops (plan.rs)
//!    │ circuit                      nets joined by short wires, else by tunnels (route.rs)
//!    ▼                                  │
//!   Drawing ── chip(name, |sheet| ..) ──┴─► Project ── text() ──► a .circ file (circuit::edit)
//!                 ChipSheet: components on a sheet (sheet_parts.rs), the appearance (look.rs)
//! ```
//!
//! A description is part of a program, so a mistake in one (an unknown pin, two nets at one place) is a panic with an explanation.

mod body;
mod chip;
mod look;
mod part;
mod plan;
mod route;
mod sheet_parts;

use std::collections::BTreeSet;

pub(crate) use body::side_of;
pub(crate) use chip::{Chip, Layout, Pin, PinNote, input, notes, output, part, pin, title, tunnel};
pub use look::Look;
pub(crate) use look::column;
pub use part::Latch;
pub(crate) use part::{
    adder, and, buffer, button, chip, clock, compare, constant, decoder, digit, extend, join, led,
    mux, nand, nor, not, or, other, pull_down, pull_up, register, rom, split, tri, xnor, xor,
};
pub(crate) use plan::{Parts, Plan};

use body::Rect;
use circuit::component::subcircuit_ports;
use circuit::edit::project_text;
use circuit::project::{
    Attrs, Circuit, CircuitId, Component, Facing, Image, Kind, Location, Project, SourceFile, What,
    Wire,
};

/// A circuit file being drawn. Circuits are drawn before they are used.
pub struct Drawing {
    project: Project,
    notes: Vec<ChipNote>,
}

/// The description of a chip on the page beside the circuits.
pub(crate) struct ChipNote {
    pub(crate) chip: &'static str,
    pub(crate) does: &'static str,
    pub(crate) pins: Vec<PinNote>,
}

impl Drawing {
    pub fn new(file: &str) -> Drawing {
        let file = SourceFile {
            name: file.to_string(),
            source: "2.7.1".to_string(),
            ..SourceFile::default()
        };
        let project = Project {
            files: vec![file],
            ..Project::default()
        };
        Drawing {
            project,
            notes: Vec::new(),
        }
    }

    /// Allows using the circuits of another drawing. `path` leads from this file to the other.
    #[must_use]
    pub(crate) fn with_library(mut self, path: &str, library: &Drawing) -> Drawing {
        let file = self.project.files.len();
        let first = self.project.circuits.len() as u32;
        let mut ids = Vec::new();
        for circuit in library.project.circuits.iter().filter(|c| c.file == 0) {
            let mut circuit = circuit.clone();
            circuit.file = file;
            for component in &mut circuit.components {
                if let What::Circuit(id) = &mut component.what {
                    id.0 += first;
                }
            }
            ids.push(CircuitId(self.project.circuits.len() as u32));
            self.project.circuits.push(circuit);
        }
        self.project.files.push(SourceFile {
            name: path.to_string(),
            source: "2.7.1".to_string(),
            main: None,
            circuits: ids,
        });
        self
    }

    /// Draws a circuit. The last one drawn is the main circuit.
    pub fn chip(&mut self, name: &str, draw: impl FnOnce(&mut ChipSheet<'_>)) {
        assert!(self.project.find(name).is_none(), "{name} is drawn twice");
        let mut sheet = ChipSheet::new(&self.project, name);
        draw(&mut sheet);
        let circuit = sheet.finish();
        let id = CircuitId(self.project.circuits.len() as u32);
        self.project.circuits.push(circuit);
        self.project.files[0].circuits.push(id);
        self.project.files[0].main = Some(id);
    }

    /// Describes a chip drawn before, and its pins.
    pub(crate) fn explain(&mut self, chip: &'static str, does: &'static str, pins: Vec<PinNote>) {
        self.notes.push(ChipNote { chip, does, pins });
    }

    pub(crate) fn notes(&self) -> &[ChipNote] {
        &self.notes
    }

    pub fn project(&self) -> &Project {
        &self.project
    }

    /// Changes components: each with the name of its circuit.
    pub(crate) fn change(&mut self, mut change: impl FnMut(&str, &mut Component)) {
        for circuit in &mut self.project.circuits {
            for component in &mut circuit.components {
                change(&circuit.name, component);
            }
        }
    }

    /// A file with the circuits of its libraries too.
    pub(crate) fn text_of_all(mut self) -> String {
        for circuit in &mut self.project.circuits {
            circuit.file = 0;
            for component in &mut circuit.components {
                component.from_library = false;
            }
        }
        self.project.files.truncate(1);
        self.text()
    }

    /// The file.
    pub fn text(&self) -> String {
        project_text(&self.project)
    }
}

/// A port with the net it belongs to.
struct Terminal {
    net: String,
    at: Location,
    width: u32,
    /// Away from its component.
    out: Facing,
}

/// A circuit being drawn.
pub struct ChipSheet<'a> {
    project: &'a Project,
    circuit: Circuit,
    terminals: Vec<Terminal>,
    bodies: Vec<Rect>,
    drawn: Vec<(String, Wire)>,
    tunnels: BTreeSet<String>,
    look: Option<Look>,
    reach: u32,
}

/// Initial maximum length of wires before tunnels take over.
const REACH: u32 = 90;

type At = (i32, i32);
use part::Set;

impl<'a> ChipSheet<'a> {
    fn new(project: &'a Project, name: &str) -> ChipSheet<'a> {
        ChipSheet {
            project,
            circuit: Circuit {
                name: name.to_string(),
                ..Circuit::default()
            },
            terminals: Vec::new(),
            bodies: Vec::new(),
            drawn: Vec::new(),
            tunnels: BTreeSet::new(),
            look: None,
            reach: REACH,
        }
    }

    /// Nets that are joined by tunnels wherever they occur.
    pub(crate) fn tunnels(&mut self, nets: &[&str]) {
        self.tunnels
            .extend(nets.iter().map(std::string::ToString::to_string));
    }

    /// Maximum length of wires before tunnels take over: a step of the grid counts 1, a bend 3, a crossing 4. Initially 90.
    pub(crate) fn reach(&mut self, cost: u32) {
        self.reach = cost;
    }

    /// A wire of a net through these corners.
    pub fn wire(&mut self, net: &str, corners: &[At]) {
        for pair in corners.windows(2) {
            let [a, b] = [pair[0], pair[1]].map(|(x, y)| Location::new(x, y));
            let name = &self.circuit.name;
            assert!(
                (a.x == b.x) != (a.y == b.y),
                "{name}: a wire of {net} is not straight from {a} to {b}"
            );
            self.drawn.push((net.to_string(), Wire::new(a, b)));
        }
    }

    /// A built-in component with one net per port, in Logisim's order of ports; an empty name leaves a port open.
    pub(crate) fn put(&mut self, kind: Kind, at: At, set: Set<'_>, nets: &[&str]) {
        self.put_with(kind, at, set, nets, None);
    }

    fn put_with(
        &mut self,
        kind: Kind,
        at: At,
        set: Set<'_>,
        nets: &[&str],
        contents: Option<Image>,
    ) {
        let attrs = Attrs::new(set.iter().map(|(n, v)| (n.to_string(), v.to_string())));
        for (name, value) in set {
            let attr = kind.attributes().iter().find(|attr| attr.is_named(name));
            let objection = attr.map_or(Some("known".to_string()), |attr| attr.objection(value));
            assert!(
                objection.is_none(),
                "{}: {} {name}={value} is not {}",
                self.circuit.name,
                kind.name(),
                objection.unwrap_or_default()
            );
        }
        let location = Location::new(at.0, at.1);
        let list = kind.ports(attrs.of(kind));
        assert!(
            nets.len() <= list.len(),
            "{}: {} at {location} has {} ports",
            self.circuit.name,
            kind.name(),
            list.len()
        );
        let body = body::of(kind, attrs.of(kind), &list).at(location);
        for (port, net) in list.iter().zip(nets).filter(|(_, net)| !net.is_empty()) {
            let place = location.offset(port.dx, port.dy);
            self.terminal(net, place, port.width, body);
        }
        self.bodies.push(body);
        self.circuit.components.push(Component {
            what: What::Builtin(kind),
            location,
            attrs,
            contents: contents.map(Into::into),
            from_library: false,
        });
    }

    fn terminal(&mut self, net: &str, at: Location, width: u32, body: Rect) {
        self.terminals.push(Terminal {
            net: net.to_string(),
            at,
            width,
            out: body.outward(at),
        });
    }

    /// A circuit drawn before, with (pin, net) pairs; pins not named stay open.
    pub fn chip(&mut self, name: &str, at: At, nets: &[(&str, &str)]) {
        self.chip_facing(name, at, Facing::East, "", nets);
    }

    /// The same, turned from east to `facing` around its anchor, and with a label unless that is empty.
    pub fn chip_facing(
        &mut self,
        name: &str,
        at: At,
        facing: Facing,
        label: &str,
        nets: &[(&str, &str)],
    ) {
        let id = self.project.find(name);
        let id = id.unwrap_or_else(|| panic!("{name} is drawn before it is used"));
        let inner = self.project.circuit(id);
        let mut attrs = Attrs::default();
        if facing != Facing::East {
            attrs.set("facing", facing.name());
        }
        if !label.is_empty() {
            attrs.set("label", label);
        }
        let component = Component {
            what: What::Circuit(id),
            location: Location::new(at.0, at.1),
            attrs,
            contents: None,
            from_library: inner.file != 0,
        };
        let body = body::of_chip(inner, facing).at(component.location);
        let mut left: BTreeSet<&str> = nets.iter().map(|(pin, _)| *pin).collect();
        for port in subcircuit_ports(inner, &component) {
            let pin = inner.components[port.pin].label().unwrap_or("");
            if let Some((_, net)) = nets.iter().find(|(label, _)| *label == pin) {
                left.remove(pin);
                let place = component.location.offset(port.dx, port.dy);
                self.terminal(net, place, port.width, body);
            }
        }
        assert!(left.is_empty(), "{name} has no pins {left:?}");
        self.bodies.push(body);
        self.circuit.components.push(component);
    }

    /// The appearance of the circuit.
    pub fn look(&mut self, look: Look) {
        self.look = Some(look);
    }

    fn finish(mut self) -> Circuit {
        route::route(&mut self);
        if let Some(look) = self.look.take() {
            self.circuit.appearance = Some(look.appearance(&self.circuit));
        }
        self.circuit
    }
}
