//! A drawn chip in the place of one that is not built yet.
//!
//! Wherever the chip is used, a circuit with the same pins and the same look takes its place, so everything around it fits;
//! inside is what was drawn, joined to the pins by tunnels. The circuit itself stays as it is. Where it is missing, its parts
//! get the drawn one, with the box that Logisim gives a circuit with these pins.

use std::sync::Arc;

use circuit::project::{
    Attrs, Circuit, CircuitId, Component, Kind, Location, Project, SourceFile, What, Wire,
};

use super::{DrawError, draw};
use crate::check::Effort;
use crate::chip::{Chip, Role};

#[derive(Debug, thiserror::Error)]
pub enum StandInError {
    #[error("the specification of `{chip}` cannot stand in for the chip: {error}")]
    Drawing { chip: String, error: DrawError },
    #[error(
        "the circuit has no chip `{0}`, and no part of that name is missing; its name must be that of the specification"
    )]
    NotThere(String),
    #[error("the pins of the circuit `{chip}` are not those of its specification:\n{}", .wrong.join("\n"))]
    Pins { chip: String, wrong: Vec<String> },
}

/// A drawn chip, ready to take its place in any project.
pub struct StandIn {
    chip: Arc<Chip>,
    drawn: Project,
}

impl StandIn {
    /// Draws the chip and checks the drawing.
    pub fn new(chip: &Arc<Chip>) -> Result<StandIn, StandInError> {
        // A few random runs beside the proof, or instead of it.
        let effort = Effort {
            rows: 200,
            beside: 50,
            ..Effort::default()
        };
        let file = format!("{}.chip", chip.name);
        let drawing = draw(chip, &file, &effort).map_err(|error| StandInError::Drawing {
            chip: chip.name.clone(),
            error,
        })?;
        Ok(StandIn {
            chip: chip.clone(),
            drawn: drawing.document.project().clone(),
        })
    }

    pub fn chip(&self) -> &Arc<Chip> {
        &self.chip
    }

    /// Takes the place of the chip. Returns how many missing parts it replaces: 0 where it replaces a circuit.
    pub fn put_into(&self, project: &mut Project) -> Result<usize, StandInError> {
        let name = &self.chip.name;
        let place = project.find(name);
        let missing = missing_parts(project, name);
        match place {
            Some(id) => {
                fits(project.circuit(id), &self.chip)?;
                let drawn = self.add(project);
                let mut circuit = project.circuit(id).clone();
                put_inside(&mut circuit, project.circuit(drawn));
                circuit.file = project.circuit(drawn).file;
                let own = CircuitId(project.circuits.len() as u32);
                project.circuits.push(circuit);
                project.files[project.circuits[own.0 as usize].file]
                    .circuits
                    .push(own);
                give_parts(project, own, |part| part.what == What::Circuit(id));
                Ok(0)
            }
            None if missing > 0 => {
                let drawn = self.add(project);
                give_parts(project, drawn, |part| is_missing_part(part, name));
                Ok(missing)
            }
            None => Err(StandInError::NotThere(name.clone())),
        }
    }

    /// Adds the drawn circuits to a project, as a library would bring them.
    fn add(&self, project: &mut Project) -> CircuitId {
        let first = project.circuits.len() as u32;
        let moved = |id: CircuitId| CircuitId(id.0 + first);
        for circuit in &self.drawn.circuits {
            let mut circuit = circuit.clone();
            circuit.file = project.files.len();
            for part in &mut circuit.components {
                if let What::Circuit(id) = &mut part.what {
                    *id = moved(*id);
                }
            }
            project.circuits.push(circuit);
        }
        let main = self.drawn.main().map(moved);
        project.files.push(SourceFile {
            name: format!("{}.chip", self.chip.name),
            circuits: self.drawn.ids().map(moved).collect(),
            main,
            ..SourceFile::default()
        });
        main.unwrap_or(CircuitId(first))
    }
}

/// Whether a chip is missing, or has nothing inside but pins. The main circuit is work in progress, and never
pub fn is_missing(project: &Project, chip: &str) -> bool {
    match project.find(chip) {
        Some(id) => Some(id) != project.main() && is_empty(project.circuit(id)),
        None => missing_parts(project, chip) > 0,
    }
}

fn is_empty(circuit: &Circuit) -> bool {
    let idle = |component: &Component| {
        matches!(
            component.kind(),
            Some(Kind::Pin | Kind::Text | Kind::Tunnel)
        )
    };
    circuit.components.iter().all(idle)
}

fn is_missing_part(component: &Component, chip: &str) -> bool {
    matches!(&component.what, What::Unknown { name, .. } if name == chip)
}

fn missing_parts(project: &Project, chip: &str) -> usize {
    let parts = project
        .circuits
        .iter()
        .flat_map(|circuit| &circuit.components);
    parts
        .filter(|component| is_missing_part(component, chip))
        .count()
}

fn give_parts(project: &mut Project, drawn: CircuitId, is_meant: impl Fn(&Component) -> bool) {
    let parts = project
        .circuits
        .iter_mut()
        .flat_map(|circuit| &mut circuit.components);
    for part in parts.filter(|part| is_meant(part)) {
        part.from_library |= !matches!(part.what, What::Circuit(_));
        part.what = What::Circuit(drawn);
    }
}

/// Every pin of the specification is a pin of the circuit, and the other way round.
fn fits(circuit: &Circuit, chip: &Chip) -> Result<(), StandInError> {
    let mut wrong = Vec::new();
    for net in chip
        .nets
        .iter()
        .filter(|net| matches!(net.role, Role::Input | Role::Output))
    {
        let output = net.role == Role::Output;
        let what = if output { "output" } else { "input" };
        let pin = pins(circuit).find(|pin| pin.label() == Some(&net.name));
        match pin.map(|pin| pin.attrs.of(Kind::Pin)) {
            None => wrong.push(format!("there is no pin `{}`", net.name)),
            Some(pin) if pin.flag("output") != output => {
                wrong.push(format!("`{}` should be an {what}", net.name));
            }
            Some(pin) if pin.count("width") != net.width => wrong.push(format!(
                "`{}` has {} and should have {}",
                net.name,
                diag::count(pin.count("width"), "bit"),
                net.width
            )),
            Some(_) => {}
        }
    }
    for pin in pins(circuit) {
        let name = pin.label().unwrap_or("");
        if !chip.nets.iter().any(|net| net.name == name) {
            wrong.push(format!("the specification has no pin `{name}`"));
        }
    }
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(StandInError::Pins {
            chip: chip.name.clone(),
            wrong,
        }),
    }
}

fn pins(circuit: &Circuit) -> impl Iterator<Item = &Component> {
    let components = circuit.components.iter();
    components.filter(|component| component.kind() == Some(Kind::Pin))
}

/// Between the pins, which stay, and the drawing.
const APART: i32 = 400;

/// Everything but the pins is replaced; tunnels lead from the pins to the replacement.
fn put_inside(circuit: &mut Circuit, inside: &Circuit) {
    circuit
        .components
        .retain(|component| component.kind() == Some(Kind::Pin));
    circuit.wires.clear();
    let right = circuit.components.iter().map(|pin| pin.location.x).max();
    let by = right.unwrap_or(0).max(0) + APART;
    let away = |at: Location| at.offset(by, 0);
    let to_pins: Vec<Component> = circuit.components.iter().map(tunnel).collect();
    circuit.components.extend(to_pins);
    for part in &inside.components {
        let mut part = match part.kind() {
            Some(Kind::Pin) => tunnel(part),
            // Its tunnels must not meet those of the pins.
            Some(Kind::Tunnel) => inner(part),
            _ => part.clone(),
        };
        part.location = away(part.location);
        circuit.components.push(part);
    }
    for wire in &inside.wires {
        circuit
            .wires
            .push(Wire::new(away(wire.from), away(wire.to)));
    }
}

/// A tunnel where a pin is.
fn tunnel(pin: &Component) -> Component {
    let attrs = pin.attrs.of(Kind::Pin);
    let output = if attrs.flag("output") { "out" } else { "in" };
    let pairs = [
        ("width", attrs.count("width").to_string()),
        ("label", format!("{output} {}", pin.label().unwrap_or(""))),
    ];
    let pairs = pairs.map(|(name, value)| (name.to_owned(), value));
    Component {
        what: What::Builtin(Kind::Tunnel),
        location: pin.location,
        attrs: Attrs::new(pairs),
        contents: None,
        from_library: false,
    }
}

fn inner(part: &Component) -> Component {
    let mut part = part.clone();
    let label = format!("in the chip {}", part.label().unwrap_or(""));
    part.attrs.set("label", label);
    part
}
