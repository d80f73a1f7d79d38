//! Copies from one file to another: as a small file, with the circuits of its parts.

use std::collections::{BTreeSet, HashMap};

use super::document::Document;
use super::libraries;
use super::tree::{Element, Node};
use super::{Clip, Edit, OpenError, Refusal, Selection};
use crate::netlist::ComponentId;
use crate::project::{CircuitId, What};
use crate::read::Libraries;

/// Why a text cannot be pasted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ForeignError {
    #[error("the clipboard holds no parts of a circuit")]
    NotParts(#[from] OpenError),
    #[error(transparent)]
    Refused(#[from] Refusal),
}

/// The circuit that holds the copy.
const CARRIER: &str = "copied parts";

impl Clip {
    /// The copy as a `.circ` file, as its main circuit.
    pub fn to_file(&self, document: &Document) -> Result<Vec<u8>, Refusal> {
        let mut file = match self.circuits().next() {
            None => Document::new("copy.circ"),
            Some(_) => document.again(),
        };
        let name = free_name(&file, CARRIER);
        let clip = self.clone();
        file.apply(&Edit::AddDrawn { name, clip })?;
        let carrier = file.circuits().last().copied().ok_or(Refusal::NoCircuit)?;
        file.apply(&Edit::SetMain { circuit: carrier })?;
        while let Some(circuit) = unused(&file) {
            file.apply(&Edit::RemoveCircuit { circuit })?;
        }
        Ok(file.bytes())
    }

    /// The edits that put a copied file into a circuit. Circuits that are there already in the same form are used.
    pub fn from_file(
        document: &Document,
        circuit: CircuitId,
        text: &str,
        by: (i32, i32),
        libraries: &mut dyn Libraries,
    ) -> Result<Edit, ForeignError> {
        let mut file = Document::open(document.name(), text.as_bytes(), libraries)?;
        let mut edits = file.libraries_for(document);
        let numbers = numbers(&file, document, &edits);
        let main = file.project().main().ok_or(Refusal::NoCircuit)?;
        let main_name = file.project().circuit(main).name.clone();
        for name in names(&file).into_iter().filter(|name| *name != main_name) {
            if let Some(element) = file.bring(document, &name, &numbers)? {
                edits.push(Edit::AddElement { element });
            }
        }
        let main = file.project().find(&main_name).ok_or(Refusal::NoCircuit)?;
        let clip = Clip::copy(&file, main, &everything(&file, main))?;
        edits.push(Edit::Paste { circuit, clip, by });
        Ok(Edit::Several(edits))
    }
}

impl Document {
    /// The same file, opened once more with the libraries it has.
    fn again(&self) -> Document {
        let bytes = self.bytes();
        let opened = Document::open(self.name(), &bytes, &mut self.libraries());
        opened.unwrap_or_else(|_| Document::new(self.name()))
    }

    /// The libraries that another file lacks.
    fn libraries_for(&self, other: &Document) -> Vec<Edit> {
        let known: BTreeSet<String> = libraries::descs(other)
            .into_iter()
            .map(|(_, desc)| desc)
            .collect();
        let descs = libraries::descs(self).into_iter().map(|(_, desc)| desc);
        let missing = descs.filter(|desc| !known.contains(desc));
        missing.map(|desc| Edit::AddLibrary { desc }).collect()
    }

    /// The element of a circuit as another file would have it; `None` if that has the same one. A name that is taken
    /// there by something else is changed.
    fn bring(
        &mut self,
        other: &Document,
        name: &str,
        numbers: &HashMap<String, String>,
    ) -> Result<Option<String>, Refusal> {
        let find = |file: &Document, name: &str| {
            let circuits = file.circuits().iter().copied();
            circuits
                .into_iter()
                .find(|&id| file.project().circuit(id).name == name)
        };
        let own = find(self, name).ok_or(Refusal::NoCircuit)?;
        let text = self.element_of(own, numbers)?;
        let Some(theirs) = find(other, name) else {
            return Ok(Some(text));
        };
        if other
            .element_of(theirs, &HashMap::new())?
            .split_whitespace()
            .eq(text.split_whitespace())
        {
            return Ok(None);
        }
        let name = free_name(other, name);
        self.apply(&Edit::RenameCircuit { circuit: own, name })?;
        self.element_of(own, numbers).map(Some)
    }

    /// The text of a circuit, its parts with other numbers of libraries.
    fn element_of(
        &self,
        id: CircuitId,
        numbers: &HashMap<String, String>,
    ) -> Result<String, Refusal> {
        let at = self.circuit_at(id)?;
        let element = self.root().children[at].element();
        let mut element: Element = element.ok_or(Refusal::NoCircuit)?.clone();
        for part in element.children.iter_mut().filter_map(Node::element_mut) {
            let library = part.attribute("lib").filter(|_| part.is("comp"));
            if let Some(number) = library.and_then(|number| numbers.get(&number)) {
                part.open = part.with_attribute("lib", number);
            }
        }
        let mut text = String::new();
        element.write(&mut text);
        Ok(text)
    }
}

/// What each library of a file is numbered in another one, once that has all of them.
fn numbers(file: &Document, other: &Document, added: &[Edit]) -> HashMap<String, String> {
    let mut theirs: Vec<(String, String)> = libraries::descs(other);
    let mut next = libraries::next_number(other.root());
    for edit in added {
        if let Edit::AddLibrary { desc } = edit {
            theirs.push((next.to_string(), desc.clone()));
            next += 1;
        }
    }
    let number = |desc: &str| {
        let found = theirs.iter().find(|(_, known)| known == desc);
        found.map(|(number, _)| number.clone())
    };
    let own = libraries::descs(file).into_iter();
    own.filter_map(|(old, desc)| Some((old, number(&desc)?)))
        .collect()
}

fn names(file: &Document) -> Vec<String> {
    let circuits = file.circuits().iter();
    circuits
        .map(|&id| file.project().circuit(id).name.clone())
        .collect()
}

/// A name that no circuit of a file has.
fn free_name(file: &Document, wanted: &str) -> String {
    let taken = names(file);
    let numbered = (2..).map(|number| format!("{wanted} {number}"));
    let mut all = std::iter::once(wanted.to_string()).chain(numbered);
    all.find(|name| !taken.contains(name)).unwrap_or_default()
}

/// A circuit that neither is the main one nor stands in another.
fn unused(file: &Document) -> Option<CircuitId> {
    let project = file.project();
    let used: BTreeSet<CircuitId> = file
        .circuits()
        .iter()
        .flat_map(|&id| &project.circuit(id).components)
        .filter_map(|part| match part.what {
            What::Circuit(id) => Some(id),
            _ => None,
        })
        .collect();
    let circuits = file.circuits().iter().copied();
    circuits
        .into_iter()
        .find(|id| project.main() != Some(*id) && !used.contains(id))
}

fn everything(file: &Document, circuit: CircuitId) -> Selection {
    let sheet = file.project().circuit(circuit);
    Selection {
        parts: (0..sheet.components.len() as u32)
            .map(ComponentId)
            .collect(),
        wires: sheet.wires.clone(),
    }
}
