//! Wires in a file: which are removed and which added, and their elements.

use std::collections::BTreeSet;

use super::pen::Pen;
use super::repair::repair;
use super::tree::Element;
use crate::project::{Location, Wire};

/// The wires that go and those that come when these are wanted, repaired as Logisim does; `removed` are gone for sure.
///
/// A file may contain wires that Logisim would repair when it opens it. Where that makes no difference, they stay as they are.
pub(super) fn difference(
    here: &BTreeSet<Wire>,
    ports_before: impl FnOnce() -> BTreeSet<Location>,
    removed: &BTreeSet<Wire>,
    wanted: Vec<Wire>,
    ports: &BTreeSet<Location>,
) -> (BTreeSet<Wire>, BTreeSet<Wire>) {
    let after: BTreeSet<Wire> = repair(wanted, ports).into_iter().collect();
    let lost: BTreeSet<Wire> = here.difference(&after).copied().collect();
    let gained: BTreeSet<Wire> = after.difference(here).copied().collect();
    if lost.len() <= removed.len() + 4 {
        return (lost, gained);
    }
    // Many untouched lines change: perhaps only because the file was not in Logisim's form.
    let base: BTreeSet<Wire> = repair(here.iter().copied(), &ports_before())
        .into_iter()
        .collect();
    let small_lost: BTreeSet<Wire> = base
        .difference(&after)
        .chain(removed)
        .filter(|wire| here.contains(wire))
        .copied()
        .collect();
    let small_gained: BTreeSet<Wire> = after
        .difference(&base)
        .filter(|wire| !here.contains(wire))
        .copied()
        .collect();
    let small = here.difference(&small_lost).chain(&small_gained).copied();
    match repair(small, ports).into_iter().eq(after) {
        true => (small_lost, small_gained),
        false => (lost, gained),
    }
}

/// A `<wire>` element as a wire.
pub(super) fn of_element(element: &Element) -> Option<Wire> {
    let end = |name| {
        let text = element.attribute(name);
        text.as_deref().and_then(Location::parse)
    };
    Some(Wire::new(end("from")?, end("to")?))
}

/// The children of a circuit that are these wires.
pub(super) fn children(circuit: &Element, wires: &BTreeSet<Wire>) -> Vec<usize> {
    if wires.is_empty() {
        return Vec::new();
    }
    let all = circuit.named("wire");
    all.filter(|(_, element)| of_element(element).is_some_and(|wire| wires.contains(&wire)))
        .map(|(at, _)| at)
        .collect()
}

/// Writes wires after the last one.
pub(super) fn insert(pen: &mut Pen<'_>, path: &[usize; 1], wires: &BTreeSet<Wire>) {
    let Some(circuit) = pen.get(path) else { return };
    let before = circuit
        .elements()
        .filter(|(_, element)| ["a", "appear", "wire"].contains(&element.name()));
    let after = before.last().map(|(at, _)| at);
    let element = |wire: &Wire| {
        Element::empty(format!(
            "<wire from=\"({})\" to=\"({})\"/>",
            wire.from, wire.to
        ))
    };
    pen.insert(path, after, wires.iter().map(element).collect());
}
