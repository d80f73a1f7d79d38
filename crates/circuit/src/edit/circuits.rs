//! The list of circuits: new ones, names, order, which one is the main circuit, and their own attributes.

use super::document::{Document, Inverse};
use super::pen::Pen;
use super::place::with_settings;
use super::refusal::Refusal;
use crate::project::{CircuitId, What};

fn check_name(document: &Document, name: &str) -> Result<(), Refusal> {
    if name.trim().is_empty() {
        return Err(Refusal::NoName);
    }
    let mut names = document
        .circuits()
        .iter()
        .map(|&id| &document.project().circuit(id).name);
    match names.any(|known| known == name) {
        true => Err(Refusal::NameTaken(name.to_string())),
        false => Ok(()),
    }
}

pub(super) fn add(document: &mut Document, name: &str) -> Result<Inverse, Refusal> {
    check_name(document, name)?;
    let settings = [
        ("circuit", name),
        ("clabel", ""),
        ("clabelup", "east"),
        ("clabelfont", "SansSerif plain 12"),
    ];
    let settings = settings.map(|(name, value)| (name.to_string(), value.to_string()));
    let open = format!("<circuit name=\"{}\"", super::tree::escape_value(name));
    let element = with_settings(open, &settings, "  ");
    let last = document.root().elements().last().map(|(at, _)| at);
    let after = document.root().named("circuit").last().map(|(at, _)| at);
    Ok(document.write(None, |pen| pen.insert(&[], after.or(last), vec![element])))
}

pub(super) fn add_element(document: &mut Document, element: &str) -> Result<Inverse, Refusal> {
    let nodes = super::tree::parse(element).unwrap_or_default();
    let found = nodes.into_iter().find_map(|node| match node {
        super::tree::Node::Element(element) if element.is("circuit") => Some(element),
        _ => None,
    });
    let element = found.ok_or(Refusal::Unreadable)?;
    check_name(document, &element.attribute("name").unwrap_or_default())?;
    let last = document.root().elements().last().map(|(at, _)| at);
    let after = document.root().named("circuit").last().map(|(at, _)| at);
    Ok(document.write(None, |pen| pen.insert(&[], after.or(last), vec![element])))
}

pub(super) fn remove(document: &mut Document, circuit: CircuitId) -> Result<Inverse, Refusal> {
    let at = document.circuit_at(circuit)?;
    if document.circuits().len() < 2 {
        return Err(Refusal::LastCircuit);
    }
    let project = document.project();
    let uses = |id: &&CircuitId| {
        let components = &project.circuit(**id).components;
        components
            .iter()
            .any(|component| component.what == What::Circuit(circuit))
    };
    let users = document.circuits().iter().filter(|&&id| id != circuit);
    if let Some(&user) = users.into_iter().find(uses) {
        return Err(Refusal::InUse {
            circuit: project.circuit(circuit).name.clone(),
            user: project.circuit(user).name.clone(),
        });
    }
    let others = document.circuits().iter().filter(|&&id| id != circuit);
    let first = others
        .map(|&id| project.circuit(id).name.clone())
        .next()
        .unwrap_or_default();
    let was_main = project.main() == Some(circuit);
    Ok(document.write(None, |pen| {
        pen.remove(&[], vec![at]);
        if was_main {
            write_main(pen, &first);
        }
    }))
}

pub(super) fn rename(
    document: &mut Document,
    circuit: CircuitId,
    name: &str,
) -> Result<Inverse, Refusal> {
    let at = document.circuit_at(circuit)?;
    let old = document.circuit(circuit)?.name.clone();
    check_name(document, name)?;
    let main = document.root().named("main");
    let is_main = main
        .into_iter()
        .any(|(_, main)| main.attribute("name").as_deref() == Some(&old));
    Ok(document.write(None, |pen| {
        pen.set_attribute(&[at], "name", name);
        let has_own = pen
            .get(&[at])
            .is_some_and(|e| e.setting("circuit").is_some());
        if has_own {
            pen.set_setting(&[at], "circuit", Some(name), |_| false);
        }
        if is_main {
            write_main(pen, name);
        }
        for path in uses(pen, &old) {
            pen.set_attribute(&path, "name", name);
        }
    }))
}

/// The components and tools of the file that stand for one of its own circuits.
fn uses(pen: &Pen<'_>, name: &str) -> Vec<Vec<usize>> {
    let mut found = Vec::new();
    let Some(root) = pen.get(&[]) else {
        return found;
    };
    for (at, element) in root.elements() {
        let inner = match element.name() {
            "circuit" => "comp",
            "toolbar" | "mappings" => "tool",
            _ => continue,
        };
        for (child, user) in element.named(inner) {
            let own = user.attribute("lib").is_none();
            if own && user.attribute("name").as_deref() == Some(name) {
                found.push(vec![at, child]);
            }
        }
    }
    found
}

fn write_main(pen: &mut Pen<'_>, name: &str) {
    let Some(root) = pen.get(&[]) else { return };
    let main = root.named("main").next().map(|(at, _)| at);
    let after = root.named("lib").last().map(|(at, _)| at);
    match main {
        Some(at) => pen.set_attribute(&[at], "name", name),
        None => {
            let open = format!("<main name=\"{}\"/>", super::tree::escape_value(name));
            pen.insert(&[], after, vec![super::tree::Element::empty(open)]);
        }
    }
}

pub(super) fn set_main(document: &mut Document, circuit: CircuitId) -> Result<Inverse, Refusal> {
    let name = document.circuit(circuit)?.name.clone();
    Ok(document.write(None, |pen| write_main(pen, &name)))
}

pub(super) fn reorder(
    document: &mut Document,
    circuit: CircuitId,
    before: Option<CircuitId>,
) -> Result<Inverse, Refusal> {
    let at = document.circuit_at(circuit)?;
    let before = before.map(|id| document.circuit_at(id)).transpose()?;
    if before == Some(at) {
        return Ok(document.write(None, |_| {}));
    }
    let root = document.root();
    let Some(element) = root.children[at].element().cloned() else {
        return Err(Refusal::NoCircuit);
    };
    let after = match before {
        // The element before the one it is to stand before.
        Some(before) => root
            .elements()
            .take_while(|&(place, _)| place < before)
            .last()
            .map(|(place, _)| place),
        None => root.named("circuit").last().map(|(place, _)| place),
    };
    Ok(document.write(None, |pen| {
        let count = |pen: &Pen<'_>| pen.get(&[]).map_or(0, |root| root.children.len());
        let old = count(pen);
        pen.insert(&[], after, vec![element]);
        let grown = count(pen) - old;
        let moved = after.is_none_or(|after| after < at);
        pen.remove(&[], vec![if moved { at + grown } else { at }]);
    }))
}

pub(super) fn set(
    document: &mut Document,
    circuit: CircuitId,
    name: &str,
    value: &str,
) -> Result<Inverse, Refusal> {
    let order = ["circuit", "clabel", "clabelup", "clabelfont"];
    if name == "circuit" {
        return rename(document, circuit, value);
    }
    let rank = |name: &str| order.iter().position(|&known| known == name);
    let Some(place) = rank(name) else {
        return Err(Refusal::NoAttribute {
            part: document.circuit(circuit)?.name.clone(),
            name: name.to_string(),
        });
    };
    let at = document.circuit_at(circuit)?;
    let before = |known: &str| rank(known).is_some_and(|known| known < place);
    Ok(document.write(Some(circuit), |pen| {
        pen.set_setting(&[at], name, Some(value), before);
    }))
}
