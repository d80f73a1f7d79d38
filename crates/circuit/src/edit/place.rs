//! Adding, removing and changing parts: one change to a sheet, checked and written as a whole.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

use super::document::{Document, Inverse, component_children};
use super::pen::Pen;
use super::tree::{self, Element, Node};
use super::{NewPart, PartKind, Refusal, appearance, attributes, geometry, libraries, wires};
use crate::netlist::ComponentId;
use crate::project::{Attrs, Circuit, CircuitId, Component, Image, Kind, Location, What, Wire};

/// The change to a sheet.
#[derive(Default)]
pub(super) struct Change {
    pub(super) removed: Vec<ComponentId>,
    pub(super) moved: Vec<(ComponentId, Location)>,
    pub(super) settings: Vec<(ComponentId, Settings)>,
    pub(super) added: Vec<NewPart>,
    pub(super) wires_removed: Vec<Wire>,
    pub(super) wires_added: Vec<Wire>,
    /// All wires there are to be, instead of some removed and added.
    pub(super) wires: Option<Vec<Wire>>,
}

pub(super) type Settings = Vec<(String, Option<String>)>;

impl Change {
    /// Checks the change and writes it, with the wires repaired.
    pub(super) fn commit(
        self,
        document: &mut Document,
        circuit: CircuitId,
    ) -> Result<Inverse, Refusal> {
        self.check_wires()?;
        let after = self.after(document, circuit)?;
        self.check_outputs(document, circuit, &after)?;
        let (lost, gained) = self.wires(document, circuit, &after)?;
        let texts = self.added.iter().map(|part| part_text(document, part));
        let texts = texts.collect::<Result<Vec<_>, _>>()?;
        let missing = libraries::missing(document, &self.added);
        let (at, children) = document.components_at(circuit)?;
        let within = missing.is_empty().then_some(circuit);
        let before = document.circuit(circuit)?.clone();
        Ok(document.write(within, |pen| {
            let writer = Writer {
                change: &self,
                at,
                children: &children,
                before: &before,
                after: &after,
            };
            writer.write(pen, &lost, &gained, texts);
            libraries::add(pen, missing);
        }))
    }

    fn check_wires(&self) -> Result<(), Refusal> {
        let slanted = self
            .wires_added
            .iter()
            .find(|wire| wire.from.x != wire.to.x && wire.from.y != wire.to.y);
        match slanted {
            Some(wire) => Err(Refusal::SlantedWire(wire.from, wire.to)),
            None => Ok(()),
        }
    }

    /// The components as they will be: those that change, by their number, and the new ones.
    fn after(&self, document: &Document, circuit: CircuitId) -> Result<After, Refusal> {
        let sheet = document.circuit(circuit)?;
        let mut changed: BTreeMap<ComponentId, Component> = BTreeMap::new();
        let known = |id: ComponentId| {
            let component = sheet.components.get(id.0 as usize);
            component.ok_or(Refusal::NoPart(id.0))
        };
        for &id in &self.removed {
            known(id)?;
        }
        for &(id, location) in &self.moved {
            let component = known(id)?.clone();
            changed.insert(
                id,
                Component {
                    location,
                    ..component
                },
            );
        }
        for (id, settings) in &self.settings {
            let before = changed.get(id).unwrap_or(known(*id)?);
            changed.insert(*id, attributes::changed(before, settings));
        }
        let added = self.added.iter().map(new_component).collect();
        let removed = self.removed.iter().copied().collect();
        Ok(After {
            changed,
            added,
            removed,
        })
    }

    /// No two outputs may meet where there was no conflict before.
    fn check_outputs(
        &self,
        document: &Document,
        circuit: CircuitId,
        after: &After,
    ) -> Result<(), Refusal> {
        let project = document.project();
        let arrives: Vec<&Component> = self
            .moved
            .iter()
            .filter_map(|(id, _)| after.changed.get(id))
            .chain(&after.added)
            .collect();
        for part in &arrives {
            let bounds = geometry::part_bounds(project, part);
            if bounds.left < 0 || bounds.top < 0 {
                return Err(Refusal::OffSheet);
            }
        }
        let moved: HashSet<ComponentId> = self.moved.iter().map(|(id, _)| *id).collect();
        let resting = after.components(document, circuit)?;
        let resting = resting.filter(|(id, _)| id.is_some_and(|id| !moved.contains(&id)));
        let outputs = |part: &Component| geometry::outputs(project, part);
        if arrives.iter().all(|part| outputs(part).is_empty()) {
            return Ok(());
        }
        let taken: HashSet<Location> = resting.flat_map(|(_, part)| outputs(part)).collect();
        // Parts that move together keep their relative positions; new ones may not meet.
        let mut new = HashSet::new();
        for (number, part) in arrives.iter().enumerate() {
            let is_new = number >= self.moved.len();
            for at in outputs(part) {
                if taken.contains(&at) || (is_new && !new.insert(at)) {
                    return Err(Refusal::OutputsMeet(at));
                }
            }
        }
        Ok(())
    }

    /// The wires that are removed and added, after the repair.
    fn wires(
        &self,
        document: &Document,
        circuit: CircuitId,
        after: &After,
    ) -> Result<(BTreeSet<Wire>, BTreeSet<Wire>), Refusal> {
        let sheet = document.circuit(circuit)?;
        let project = document.project();
        let here: BTreeSet<Wire> = sheet.wires.iter().copied().collect();
        if let Some(wire) = self.wires_removed.iter().find(|wire| !here.contains(wire)) {
            return Err(Refusal::NoWire(wire.from, wire.to));
        }
        let ports: BTreeSet<Location> = after
            .components(document, circuit)?
            .flat_map(|(_, part)| geometry::ports(project, part))
            .map(|port| port.location)
            .collect();
        let before = || geometry::port_places(project, sheet);
        let removed: BTreeSet<Wire> = self.wires_removed.iter().copied().collect();
        let wanted: Vec<Wire> = match &self.wires {
            Some(wires) => wires.clone(),
            None => here
                .difference(&removed)
                .chain(&self.wires_added)
                .copied()
                .collect(),
        };
        Ok(wires::difference(&here, before, &removed, wanted, &ports))
    }
}

/// The components of a sheet after a change.
pub(super) struct After {
    changed: BTreeMap<ComponentId, Component>,
    added: Vec<Component>,
    removed: HashSet<ComponentId>,
}

impl After {
    fn components<'a>(
        &'a self,
        document: &'a Document,
        circuit: CircuitId,
    ) -> Result<impl Iterator<Item = (Option<ComponentId>, &'a Component)>, Refusal> {
        let sheet = document.circuit(circuit)?;
        let old = sheet.entries();
        let old = old.filter(|(id, _)| !self.removed.contains(id));
        let old = old.map(|(id, part)| (Some(id), self.changed.get(&id).unwrap_or(part)));
        Ok(old.chain(self.added.iter().map(|part| (None, part))))
    }
}

/// Writes a change into the element of a circuit.
struct Writer<'a> {
    change: &'a Change,
    at: usize,
    children: &'a [usize],
    before: &'a Circuit,
    after: &'a After,
}

impl Writer<'_> {
    fn write(
        &self,
        pen: &mut Pen<'_>,
        lost: &BTreeSet<Wire>,
        gained: &BTreeSet<Wire>,
        added: Vec<Element>,
    ) {
        for (id, location) in &self.change.moved {
            let path = [self.at, self.children[id.0 as usize]];
            pen.set_attribute(&path, "loc", &format!("({location})"));
        }
        for (id, settings) in &self.change.settings {
            self.settings(pen, *id, settings);
        }
        let path = [self.at];
        let gone = self.change.removed.iter();
        let mut gone: Vec<usize> = gone.map(|id| self.children[id.0 as usize]).collect();
        if let Some(element) = pen.get(&path) {
            gone.extend(wires::children(element, lost));
        }
        pen.remove(&path, gone);
        wires::insert(pen, &path, gained);
        let last = pen.get(&path).and_then(|element| {
            let parts = component_children(element).last().copied();
            parts.or_else(|| element.elements().last().map(|(at, _)| at))
        });
        pen.insert(&path, last, added);
        self.ports_of_drawing(pen);
    }

    /// A drawing of the circuit keeps a port for each pin.
    fn ports_of_drawing(&self, pen: &mut Pen<'_>) {
        let is_pin = |id: &ComponentId| {
            let part = self.before.components.get(id.0 as usize);
            part.filter(|part| part.kind() == Some(Kind::Pin))
        };
        let gone = self.change.removed.iter().filter_map(is_pin);
        let gone = gone.map(|pin| (pin.location, None));
        let moved = self.change.moved.iter();
        let moved = moved.filter_map(|(id, to)| Some((is_pin(id)?.location, Some(*to))));
        let pins: Vec<_> = gone.chain(moved).collect();
        let added = self.after.added.iter();
        let new: Vec<Component> = added
            .filter(|part| part.kind() == Some(Kind::Pin))
            .cloned()
            .collect();
        if !pins.is_empty() || !new.is_empty() {
            appearance::follow_pins(pen, self.at, &pins, &new);
        }
    }

    fn settings(&self, pen: &mut Pen<'_>, id: ComponentId, settings: &Settings) {
        let path = [self.at, self.children[id.0 as usize]];
        let Some(part) = self.after.changed.get(&id) else {
            return;
        };
        for (name, value) in settings {
            let rank = attributes::rank(part, name);
            let before = |known: &str| attributes::rank(part, known) < rank;
            pen.set_setting(&path, name, value.as_deref(), before);
        }
    }
}

/// A part as the reader would read it.
pub(super) fn new_component(part: &NewPart) -> Component {
    let what = match part.what {
        PartKind::Builtin(kind) => What::Builtin(kind),
        PartKind::Circuit(circuit) => What::Circuit(circuit),
    };
    let (contents, attrs): (Vec<_>, Vec<_>) = part
        .attrs
        .iter()
        .cloned()
        .partition(|(name, _)| name == "contents");
    let image = contents
        .first()
        .and_then(|(_, text)| Image::parse_contents(text).ok());
    Component {
        what,
        location: part.location,
        attrs: Attrs::new(attrs),
        contents: image.map(Arc::new),
        from_library: false,
    }
}

/// The element of a new part.
fn part_text(document: &Document, part: &NewPart) -> Result<Element, Refusal> {
    let mut component = new_component(part);
    let project = document.project();
    if let PartKind::Circuit(id) = part.what {
        let circuit = project.circuits.get(id.0 as usize);
        component.from_library = circuit.ok_or(Refusal::NoCircuit)?.file != 0;
    }
    for (name, value) in &part.attrs {
        check_value(document, &component, name, value)?;
    }
    let library = libraries::of_part(document, part.what)?;
    let library = library.map_or(String::new(), |number| {
        format!("lib=\"{}\" ", tree::escape_value(&number))
    });
    let name = tree::escape_value(component.name(project));
    let open = format!("<comp {library}loc=\"({})\" name=\"{name}\"", part.location);
    Ok(with_settings(open, &written(&component), "    "))
}

/// The attributes of a part that are written to a file.
pub(super) fn written(component: &Component) -> Vec<(String, String)> {
    let mut all = attributes::defaults(component);
    let unknown = component.attrs.iter().filter(|(name, _)| {
        !all.iter().any(|(known, _)| known == name) && !attributes::has(component, name)
    });
    let unknown: Vec<_> = unknown
        .filter(|(name, _)| {
            attributes::known(component)
                .iter()
                .all(|attr| !attr.is_named(name))
        })
        .map(|(name, value)| (name.to_string(), value.to_string()))
        .collect();
    all.extend(unknown);
    all.retain(|(name, value)| !attributes::is_left_out(component, name, value));
    all
}

/// An element with `<a>` children on lines of their own.
pub(super) fn with_settings(open: String, settings: &[(String, String)], indent: &str) -> Element {
    if settings.is_empty() {
        return Element::empty(open + "/>");
    }
    let name = open[1..].split(' ').next().unwrap_or("").to_string();
    let mut children = Vec::new();
    for (name, value) in settings {
        children.push(Node::Text(format!("\n{indent}  ")));
        children.push(Node::Element(tree::setting(name, value)));
    }
    children.push(Node::Text(format!("\n{indent}")));
    Element {
        open: open + ">",
        children,
        close: format!("</{name}>"),
    }
}

/// Why a part cannot have a value, if so.
pub(super) fn check_value(
    document: &Document,
    component: &Component,
    name: &str,
    value: &str,
) -> Result<(), Refusal> {
    match attributes::objection(component, name, value) {
        None => Ok(()),
        Some(wanted) => Err(Refusal::BadValue {
            part: component.name(document.project()).to_string(),
            name: name.to_string(),
            value: value.chars().take(40).collect(),
            wanted,
        }),
    }
}
