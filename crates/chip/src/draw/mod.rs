//! A specification as a circuit.
//!
//! ```text
//!   Chip ── synth, memory ──> Plan ── trees ──> statements ── rows, sheet ──> parts and wires ── check ──> a .circ file
//! ```
//!
//! The drawing is checked against the specification before it is returned.

mod memory;
mod plan;
mod right;
mod rows;
mod shape;
mod sheet;
mod slices;
mod stand;
mod synth;
mod trees;

use std::collections::HashSet;
use std::sync::Arc;

use circuit::component::subcircuit_ports;
use circuit::edit::{Clip, Document, Edit, NewPart, PartKind, Refusal};
use circuit::project::{CircuitId, Kind, Location, Project};
use circuit::sim::{SimOptions, Simulator};

use crate::check::{CheckError, Effort, Verdict, check};
use crate::chip::{Chip, Role};
use plan::Source;
use shape::{Helper, around};
use sheet::Drawn;
use synth::Synth;
use trees::{Forest, Sink};

pub use stand::{StandIn, StandInError, is_missing};

/// A drawn chip, and how far its circuit was proven.
pub struct Drawing {
    pub document: Document,
    pub verdict: Verdict,
}

#[derive(Debug, thiserror::Error)]
pub enum DrawError {
    #[error("`{name}` has {width} bits; a wire in Logisim has at most {WIDEST}")]
    TooWide { name: String, width: u32 },
    #[error("the circuit takes more than {MOST_PARTS} parts; divide the chip into several")]
    TooLarge,
    #[error("the circuit cannot be written: {0}")]
    Refused(#[from] Refusal),
    #[error("the circuit cannot be run: {0}")]
    Broken(String),
    #[error(transparent)]
    Pins(#[from] CheckError),
    #[error(
        "this specification cannot be drawn: a circuit with the delays of its parts does not follow it ({0})"
    )]
    Differs(String),
}

const WIDEST: u32 = 32;
const MOST_PARTS: usize = 2000;

/// Draws a chip into a new file and checks the circuit against the specification.
pub fn draw(chip: &Arc<Chip>, file: &str, effort: &Effort) -> Result<Drawing, DrawError> {
    let mut document = Document::new(file);
    let circuit = draw_circuit(&mut document, chip, true)?;
    document.apply(&Edit::SetMain { circuit })?;
    let project = Arc::new(document.project().clone());
    let options = SimOptions::default();
    let simulator = Simulator::new(project, Some(&chip.name), &options)
        .map_err(|error| DrawError::Broken(error.to_string()))?;
    let verdict = check(chip, &simulator, effort)?;
    if let Verdict::Differs(difference) = &verdict {
        let wrong = difference.wrong.iter().map(|wrong| wrong.output.as_str());
        let wrong: Vec<&str> = wrong.collect();
        return Err(DrawError::Differs(format!(
            "`{}` after {} steps",
            wrong.join("`, `"),
            difference.rows.len()
        )));
    }
    Ok(Drawing { document, verdict })
}

/// Draws a chip after the chips it calls, each into its own circuit.
fn draw_circuit(document: &mut Document, chip: &Chip, sides: bool) -> Result<CircuitId, DrawError> {
    for helper in &chip.functions {
        if document.project().find(&helper.name).is_none() {
            draw_circuit(document, helper, false)?;
        }
    }
    let mut chip = chip.clone();
    if !sides {
        for net in &mut chip.nets {
            net.side = None;
        }
    }
    let drawn = parts_and_wires(document.project(), &chip)?;
    add_circuit(document, &chip.name, drawn)
}

/// The first circuit of a new file is used if it is empty.
fn add_circuit(document: &mut Document, name: &str, drawn: Drawn) -> Result<CircuitId, DrawError> {
    let empty = |&&id: &&CircuitId| {
        let circuit = document.project().circuit(id);
        circuit.components.is_empty() && circuit.wires.is_empty()
    };
    let first = document.circuits().iter().find(empty).copied();
    match first {
        Some(circuit) => document.apply(&Edit::RenameCircuit {
            circuit,
            name: name.to_owned(),
        })?,
        None => document.apply(&Edit::AddCircuit {
            name: name.to_owned(),
        })?,
    };
    let find = |document: &Document| document.project().find(name);
    let circuit = find(document).ok_or_else(|| Refusal::NoSuchCircuit(name.to_owned()))?;
    let clip = Clip::of(document, &drawn.parts, drawn.wires);
    document.apply(&Edit::Paste {
        circuit,
        clip,
        by: (0, 0),
    })?;
    Ok(find(document).unwrap_or(circuit))
}

fn parts_and_wires(project: &Project, chip: &Chip) -> Result<Drawn, DrawError> {
    if let Some(net) = chip.nets.iter().find(|net| net.width > WIDEST) {
        return Err(DrawError::TooWide {
            name: net.name.clone(),
            width: net.width,
        });
    }
    let mut synth = Synth::new(chip);
    let memory = synth.memory();
    synth.nets();
    synth.connect(&memory);
    let mut sinks = Vec::new();
    for net in chip.of(Role::Output) {
        let sources = synth.drivers(net);
        sinks.push(Sink { net, sources });
    }
    let mut named = names(chip, &synth);
    let mut plan = synth.plan;
    let leaving: HashSet<Source> = sinks
        .iter()
        .flat_map(|sink| sink.sources.iter().copied())
        .collect();
    let moved = slices::split(&mut plan, &leaving);
    let to = |source: &mut Source| *source = moved.get(source).copied().unwrap_or(*source);
    sinks
        .iter_mut()
        .flat_map(|sink| &mut sink.sources)
        .for_each(to);
    named.iter_mut().for_each(|(source, _)| to(source));
    if plan.parts.len() > MOST_PARTS {
        return Err(DrawError::TooLarge);
    }
    let helpers = plan.helpers.iter().map(|name| helper(project, chip, name));
    let helpers = helpers.collect::<Result<Vec<_>, _>>()?;
    let statements = Forest::grow(chip, &plan, &sinks, &named);
    Ok(sheet::lay_out(chip, &plan, &helpers, statements, &sinks))
}

/// Which sources have a name in the specification: signals first, then latches and outputs.
fn names(chip: &Chip, synth: &Synth<'_>) -> Vec<(Source, usize)> {
    let roles = [Role::Latch, Role::Signal, Role::Output];
    let nets = roles.into_iter().flat_map(|role| chip.of(role));
    let named = nets.filter_map(|net| {
        let val = synth.nets[net]?;
        (!val.inverted).then_some((val.source, net))
    });
    named.collect()
}

/// The interface of a chip that is called.
fn helper(project: &Project, chip: &Chip, name: &str) -> Result<Helper, DrawError> {
    let missing = || DrawError::Broken(format!("there is no circuit `{name}`"));
    let id = project.find(name).ok_or_else(missing)?;
    let callee = chip.functions.iter().find(|callee| callee.name == name);
    let callee = callee.ok_or_else(missing)?;
    let kind = PartKind::Circuit(id);
    let component = NewPart {
        what: kind,
        location: Location::new(0, 0),
        attrs: Vec::new(),
    }
    .component();
    let circuit = project.circuit(id);
    let places = subcircuit_ports(circuit, &component);
    let place = |net: usize| {
        let net = &callee.nets[net];
        let is = |pin: usize| {
            let pin = &circuit.components[pin];
            pin.label() == Some(&net.name)
                && pin.attrs.of(Kind::Pin).flag("output") == (net.role == Role::Output)
        };
        let port = places.iter().find(|port| is(port.pin))?;
        Some((port.dx, port.dy))
    };
    let pins = callee.of(Role::Input).chain(callee.of(Role::Output));
    let ports: Option<Vec<(i32, i32)>> = pins.map(place).collect();
    let (_, bounds) = around(project, &component);
    Ok(Helper {
        kind,
        ports: ports.ok_or_else(missing)?,
        bounds,
    })
}
