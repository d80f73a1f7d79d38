//! Copied parts and wires, with all their attributes.

use super::document::{Document, Inverse};
use super::place::{Change, written};
use super::{NewPart, PartKind, Refusal, Selection, apply};
use crate::netlist::ComponentId;
use crate::project::{CircuitId, Component, Kind, Location, What, Wire};

/// The kind of a copied part.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Copied {
    Builtin(Kind),
    /// A circuit by its name: that of the document it is pasted into.
    Circuit(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct CopiedPart {
    what: Copied,
    location: Location,
    attrs: Vec<(String, String)>,
}

/// Parts and wires to be pasted, into this file or another one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clip {
    parts: Vec<CopiedPart>,
    wires: Vec<Wire>,
}

impl Clip {
    /// Copies a selection. Unknown parts cannot be copied.
    pub fn copy(
        document: &Document,
        circuit: CircuitId,
        what: &Selection,
    ) -> Result<Clip, Refusal> {
        let sheet = document.circuit(circuit)?;
        let part = |&id: &ComponentId| {
            let component = sheet.components.get(id.0 as usize);
            component.ok_or(Refusal::NoPart(id.0))
        };
        let parts = what.parts.iter().map(part).collect::<Result<Vec<_>, _>>()?;
        let copied = parts.into_iter().filter_map(|part| copied(document, part));
        Ok(Clip {
            parts: copied.collect(),
            wires: what.wires.clone(),
        })
    }

    /// Parts and wires without a position yet.
    pub fn of(document: &Document, parts: &[NewPart], wires: Vec<Wire>) -> Clip {
        let what = |part: &NewPart| match part.what {
            PartKind::Builtin(kind) => Copied::Builtin(kind),
            PartKind::Circuit(id) => Copied::Circuit(document.project().circuit(id).name.clone()),
        };
        let parts = parts.iter().map(|part| CopiedPart {
            what: what(part),
            location: part.location,
            attrs: part.attrs.clone(),
        });
        let parts = parts.collect();
        Clip { parts, wires }
    }

    /// The circuits its parts stand for.
    pub(super) fn circuits(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().filter_map(|part| match &part.what {
            Copied::Circuit(name) => Some(name.as_str()),
            Copied::Builtin(_) => None,
        })
    }

    /// The same somewhere else.
    pub(super) fn moved(mut self, (dx, dy): (i32, i32)) -> Clip {
        for part in &mut self.parts {
            part.location = part.location.offset(dx, dy);
        }
        for wire in &mut self.wires {
            *wire = Wire::new(wire.from.offset(dx, dy), wire.to.offset(dx, dy));
        }
        self
    }

    pub(super) fn add_wires(&mut self, wires: impl IntoIterator<Item = Wire>) {
        self.wires.extend(wires);
    }

    pub(super) fn add_part(&mut self, kind: Kind, location: Location, attrs: &[(&str, &str)]) {
        let attrs = attrs.iter();
        let attrs = attrs.map(|&(name, value)| (name.to_string(), value.to_string()));
        self.parts.push(CopiedPart {
            what: Copied::Builtin(kind),
            location,
            attrs: attrs.collect(),
        });
    }

    pub fn is_empty(&self) -> bool {
        self.parts.is_empty() && self.wires.is_empty()
    }

    /// How many parts there are.
    pub fn parts(&self) -> usize {
        self.parts.len()
    }

    pub(super) fn paste(
        &self,
        document: &mut Document,
        circuit: CircuitId,
        by: (i32, i32),
    ) -> Result<Inverse, Refusal> {
        let parts = self.parts.iter().map(|part| part.new_part(document, by));
        let added = parts.collect::<Result<Vec<_>, _>>()?;
        for part in &added {
            apply::check_recursion(document, circuit, part)?;
        }
        let shifted =
            |wire: &Wire| Wire::new(wire.from.offset(by.0, by.1), wire.to.offset(by.0, by.1));
        let wires_added: Vec<Wire> = self.wires.iter().map(shifted).collect();
        let on_sheet = |wire: &Wire| wire.from.x >= 0 && wire.from.y >= 0;
        if !wires_added.iter().all(on_sheet) {
            return Err(Refusal::OffSheet);
        }
        let change = Change {
            added,
            wires_added,
            ..Change::default()
        };
        change.commit(document, circuit)
    }
}

fn copied(document: &Document, part: &Component) -> Option<CopiedPart> {
    let what = match &part.what {
        What::Builtin(kind) => Copied::Builtin(*kind),
        What::Circuit(id) => Copied::Circuit(document.project().circuit(*id).name.clone()),
        What::Unknown { .. } => return None,
    };
    Some(CopiedPart {
        what,
        location: part.location,
        attrs: written(part),
    })
}

impl CopiedPart {
    fn new_part(&self, document: &Document, (dx, dy): (i32, i32)) -> Result<NewPart, Refusal> {
        let what = match &self.what {
            Copied::Builtin(kind) => PartKind::Builtin(*kind),
            Copied::Circuit(name) => {
                let found = document.project().find(name);
                PartKind::Circuit(found.ok_or_else(|| Refusal::NoSuchCircuit(name.clone()))?)
            }
        };
        Ok(NewPart {
            what,
            location: self.location.offset(dx, dy),
            attrs: self.attrs.clone(),
        })
    }
}
