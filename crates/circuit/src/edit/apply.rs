//! Each edit as a change to the file.

use super::document::{Document, Inverse};
use super::place::{Change, check_value};
use super::repair::repair;
use super::{Edit, NewPart, Refusal, Selection, appearance, attributes, circuits, geometry};
use super::{contents_text, libraries, moving};
use crate::netlist::ComponentId;
use crate::project::{CircuitId, Image, Kind, Location, Project, What, Wire};

pub(super) fn apply(document: &mut Document, edit: &Edit) -> Result<Inverse, Refusal> {
    match edit {
        Edit::Several(_) => document.apply(edit),
        Edit::Wires {
            circuit,
            remove,
            add,
        } => {
            let change = Change {
                wires_removed: remove.clone(),
                wires_added: add.clone(),
                ..Change::default()
            };
            change.commit(document, *circuit)
        }
        Edit::Add { circuit, part } => add(document, *circuit, part),
        Edit::Replace { text } => replace(document, text),
        Edit::Insert { circuit, part } => insert(document, *circuit, part),
        Edit::Remove { circuit, what } => remove(document, *circuit, what),
        Edit::Move {
            circuit,
            what,
            by,
            reroute,
        } => moving::apply(document, *circuit, what, *by, *reroute),
        Edit::Set {
            circuit,
            parts,
            name,
            value,
        } => set(document, *circuit, parts, name, value.as_deref()),
        Edit::Contents {
            circuit,
            part,
            image,
        } => contents(document, *circuit, *part, image),
        Edit::Paste { circuit, clip, by } => clip.paste(document, *circuit, *by),
        Edit::AddCircuit { name } => circuits::add(document, name),
        Edit::AddDrawn { name, clip } => add_drawn(document, name, clip),
        Edit::AddElement { element } => circuits::add_element(document, element),
        Edit::MakeChip {
            circuit,
            what,
            name,
        } => super::chip::make(document, *circuit, what, name),
        Edit::Align {
            circuit,
            parts,
            side,
        } => super::align::align(document, *circuit, parts, *side),
        Edit::RemoveCircuit { circuit } => circuits::remove(document, *circuit),
        Edit::RenameCircuit { circuit, name } => circuits::rename(document, *circuit, name),
        Edit::ReorderCircuit { circuit, before } => circuits::reorder(document, *circuit, *before),
        Edit::SetMain { circuit } => circuits::set_main(document, *circuit),
        Edit::SetCircuit {
            circuit,
            name,
            value,
        } => circuits::set(document, *circuit, name, value),
        Edit::RevertAppearance { circuit } => appearance::revert(document, *circuit),
        Edit::MovePort { circuit, pin, to } => appearance::move_port(document, *circuit, *pin, *to),
        Edit::ResizeBox {
            circuit,
            width,
            height,
        } => appearance::resize(document, *circuit, (*width, *height)),
        Edit::MoveAnchor { circuit, to } => appearance::move_anchor(document, *circuit, *to),
        Edit::AddLibrary { desc } => libraries::add_library(document, desc),
    }
}

fn add(document: &mut Document, circuit: CircuitId, part: &NewPart) -> Result<Inverse, Refusal> {
    check_recursion(document, circuit, part)?;
    let change = Change {
        added: vec![part.clone()],
        ..Change::default()
    };
    change.commit(document, circuit)
}

fn replace(document: &mut Document, text: &str) -> Result<Inverse, Refusal> {
    let root = super::document::root_of(text).ok_or(Refusal::Unreadable)?;
    let count = document.root().children.len();
    Ok(document.write(None, |pen| {
        pen.set_open(&[], root.open);
        pen.splice(&[], 0, count, root.children);
    }))
}

fn add_drawn(document: &mut Document, name: &str, clip: &super::Clip) -> Result<Inverse, Refusal> {
    let added = circuits::add(document, name)?;
    document.then(added, |document| {
        let circuit = document.circuits().last().copied();
        clip.paste(document, circuit.ok_or(Refusal::NoCircuit)?, (0, 0))
    })
}

/// A circuit may not contain itself, directly or indirectly.
pub(super) fn check_recursion(
    document: &Document,
    circuit: CircuitId,
    part: &NewPart,
) -> Result<(), Refusal> {
    let super::PartKind::Circuit(inner) = part.what else {
        return Ok(());
    };
    let project = document.project();
    if project.circuits.get(inner.0 as usize).is_none() {
        return Err(Refusal::NoCircuit);
    }
    match contains(project, inner, circuit) {
        true => Err(Refusal::Recursion(project.circuit(circuit).name.clone())),
        false => Ok(()),
    }
}

fn contains(project: &Project, outer: CircuitId, wanted: CircuitId) -> bool {
    let (mut seen, mut open) = (vec![false; project.circuits.len()], vec![outer]);
    while let Some(id) = open.pop() {
        if id == wanted {
            return true;
        }
        if std::mem::replace(&mut seen[id.0 as usize], true) {
            continue;
        }
        let components = project.circuit(id).components.iter();
        open.extend(components.filter_map(|component| match component.what {
            What::Circuit(inner) => Some(inner),
            _ => None,
        }));
    }
    false
}

/// The pieces of wire that would short-circuit the part are taken out.
fn insert(document: &mut Document, circuit: CircuitId, part: &NewPart) -> Result<Inverse, Refusal> {
    check_recursion(document, circuit, part)?;
    let project = document.project();
    let sheet = document.circuit(circuit)?;
    let component = super::place::new_component(part);
    let own: std::collections::BTreeSet<Location> = geometry::ports(project, &component)
        .iter()
        .map(|port| port.location)
        .collect();
    let mut places = geometry::port_places(project, sheet);
    places.extend(&own);
    // As the wires will be cut: what leads from one port of the part to another goes.
    let under = repair(sheet.wires.iter().copied(), &places);
    let bridges: Vec<Wire> = under
        .into_iter()
        .filter(|wire| own.contains(&wire.from) && own.contains(&wire.to))
        .collect();
    let removed: Vec<Wire> = sheet
        .wires
        .iter()
        .filter(|wire| bridges.iter().any(|bridge| covers(wire, bridge)))
        .copied()
        .collect();
    let pieces = removed.iter().flat_map(|wire| rest(wire, &bridges));
    let change = Change {
        added: vec![part.clone()],
        wires_added: pieces.collect(),
        wires_removed: removed,
        ..Change::default()
    };
    change.commit(document, circuit)
}

fn covers(wire: &Wire, piece: &Wire) -> bool {
    wire.contains(piece.from) && wire.contains(piece.to)
}

/// The rest of a wire without some pieces of it.
fn rest(wire: &Wire, pieces: &[Wire]) -> Vec<Wire> {
    let mut inside: Vec<&Wire> = pieces.iter().filter(|piece| covers(wire, piece)).collect();
    inside.sort();
    let mut left = Vec::new();
    let mut from = wire.from;
    for piece in inside {
        left.push(Wire::new(from, piece.from));
        from = piece.to;
    }
    left.push(Wire::new(from, wire.to));
    left.retain(|wire| wire.from != wire.to);
    left
}

fn remove(
    document: &mut Document,
    circuit: CircuitId,
    what: &Selection,
) -> Result<Inverse, Refusal> {
    let change = Change {
        removed: what.parts.clone(),
        wires_removed: what.wires.clone(),
        ..Change::default()
    };
    change.commit(document, circuit)
}

fn set(
    document: &mut Document,
    circuit: CircuitId,
    parts: &[ComponentId],
    name: &str,
    value: Option<&str>,
) -> Result<Inverse, Refusal> {
    let sheet = document.circuit(circuit)?;
    let mut settings = Vec::new();
    let mut refusal = None;
    for &id in parts {
        let part = sheet.components.get(id.0 as usize);
        let part = part.ok_or(Refusal::NoPart(id.0))?;
        if !attributes::has(part, name) {
            refusal.get_or_insert_with(|| Refusal::NoAttribute {
                part: part.name(document.project()).to_string(),
                name: name.to_string(),
            });
            continue;
        }
        let default = attributes::known(part).iter().find(|a| a.is_named(name));
        let value = value.unwrap_or(default.map_or("", |attr| attr.default));
        check_value(document, part, name, value)?;
        settings.push((id, attributes::set(part, name, value)));
    }
    if let (true, Some(refusal)) = (settings.is_empty(), refusal) {
        return Err(refusal);
    }
    let change = Change {
        settings,
        ..Change::default()
    };
    change.commit(document, circuit)
}

fn contents(
    document: &mut Document,
    circuit: CircuitId,
    id: ComponentId,
    image: &Image,
) -> Result<Inverse, Refusal> {
    let part = document.circuit(circuit)?.components.get(id.0 as usize);
    let part = part.ok_or(Refusal::NoPart(id.0))?;
    if part.kind() != Some(Kind::Rom) {
        return Err(Refusal::NoContents);
    }
    let view = part.view();
    let text = contents_text(image, view.count("addrWidth"), view.count("dataWidth"));
    let change = Change {
        settings: vec![(id, vec![("contents".into(), Some(text))])],
        ..Change::default()
    };
    change.commit(document, circuit)
}
