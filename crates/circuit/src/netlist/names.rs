//! The names of the parts of one circuit, with fast lookup.
//!
//! ```text
//!   label                 if it is the label of one part only and has no special characters
//!   Kind@x,y              otherwise
//!   Kind@x,y~2            if several parts of that kind lie on top of each other: the second of them
//! ```
//!
//! In names of kinds and circuits every character that would mean something in a path becomes `_`.

use std::collections::HashMap;

use super::ids::{ById, ComponentId, Id};
use crate::project::{Circuit, Component, Kind, Location, Project};

/// The names of the parts of a circuit.
pub(super) struct Names {
    /// The printed name, which is also accepted.
    printed: ById<ComponentId, String>,
    labels: HashMap<String, Vec<ComponentId>>,
    /// Labels that differ from their plain form, by that.
    plain_labels: HashMap<String, Vec<ComponentId>>,
    places: HashMap<Location, Vec<ComponentId>>,
    /// By place and name of the kind or circuit.
    kinds: HashMap<(Location, String), Vec<ComponentId>>,
}

impl Names {
    pub(super) fn new(project: &Project, circuit: &Circuit) -> Names {
        let mut names = Names {
            printed: ById::new(),
            labels: HashMap::new(),
            plain_labels: HashMap::new(),
            places: HashMap::new(),
            kinds: HashMap::new(),
        };
        for (id, component) in circuit.entries() {
            let at = component.location;
            let kind = plain(component.name(project));
            names.places.entry(at).or_default().push(id);
            names.kinds.entry((at, kind)).or_default().push(id);
            let Some(label) = label(component) else {
                continue;
            };
            names.labels.entry(label.to_string()).or_default().push(id);
            let plain = plain(label);
            if plain != label {
                names.plain_labels.entry(plain).or_default().push(id);
            }
        }
        let mut printed: Vec<String> = vec![String::new(); circuit.components.len()];
        for ((at, kind), alike) in &names.kinds {
            for (number, id) in (1..).zip(alike) {
                printed[id.index()] = match alike.len() {
                    1 => format!("{kind}@{at}"),
                    _ => format!("{kind}@{at}~{number}"),
                };
            }
        }
        for (label, parts) in &names.labels {
            if let ([only], true) = (&parts[..], plain(label) == *label) {
                printed[only.index()].clone_from(label);
            }
        }
        names.printed = printed.into();
        names
    }

    /// The parts a step of a path may mean.
    pub(super) fn find(&self, step: &str) -> &[ComponentId] {
        if let Some((name, at, number)) = place_and_name(step) {
            let found = match name {
                "" => self.places.get(&at),
                _ => self.kinds.get(&(at, plain(name))),
            };
            let found = found.map_or(&[][..], Vec::as_slice);
            let found = match number {
                None => found,
                Some(number) => found.get(number - 1..number).unwrap_or(&[]),
            };
            if !found.is_empty() {
                return found;
            }
        }
        self.labelled(step)
    }

    /// The parts with a label, as it is or in its plain form.
    pub(super) fn labelled(&self, label: &str) -> &[ComponentId] {
        let exact = self.labels.get(label);
        exact
            .or_else(|| self.plain_labels.get(label))
            .map_or(&[], Vec::as_slice)
    }

    pub(super) fn printed(&self, id: ComponentId) -> &str {
        &self.printed[id]
    }
}

/// The label a part can be found by. Tunnels share theirs, so it is not a name.
pub(super) fn label(component: &Component) -> Option<&str> {
    component
        .label()
        .filter(|_| component.kind() != Some(Kind::Tunnel))
}

/// A name without the characters that mean something in a path, a script or a table.
pub(crate) fn plain(name: &str) -> String {
    let special = |c: char| c.is_whitespace() || c.is_control() || "/@[]:=<>\"#≠,".contains(c);
    match name.is_empty() {
        true => "_".to_string(),
        false => name.replace(special, "_"),
    }
}

/// `Name@x,y` or `Name@x,y~2`.
fn place_and_name(step: &str) -> Option<(&str, Location, Option<usize>)> {
    let (name, at) = step.rsplit_once('@')?;
    let (at, number) = match at.split_once('~') {
        None => (at, None),
        Some((at, number)) => (at, Some(number.parse().ok().filter(|&number| number > 0)?)),
    };
    Some((name, Location::parse(at)?, number))
}
