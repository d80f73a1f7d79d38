//! A file under edit: its text as a tree, and the project it represents.

use std::collections::HashMap;

use super::coding::Coding;
use super::pen::{Pen, Splice};
use super::tree::{self, Element, Node};
use super::{Edit, Refusal, apply};
use crate::project::{Circuit, CircuitId, Location, Project};
use crate::read::{self, Libraries, MissingLibrary, Reading};
use diag::Diagnostic;

/// Why a file cannot be edited.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    #[error("the text of the file is damaged; saving it would change what cannot be read")]
    Damaged,
    #[error("this is not a Logisim file: {0}")]
    NotAProject(String),
}

/// How to undo an edit, or redo it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inverse {
    splices: Vec<Splice>,
    /// The one circuit whose parts and wires change; otherwise all is read again.
    within: Option<CircuitId>,
}

impl Inverse {
    /// Several edits, in order, undone at once.
    fn joined(done: Vec<Inverse>) -> Inverse {
        let mut circuits = done.iter().map(|inverse| inverse.within);
        let first = circuits.next().flatten();
        let within = first.filter(|_| circuits.all(|within| within == first));
        let splices = done.into_iter().rev().flat_map(|inverse| inverse.splices);
        Inverse {
            splices: splices.collect(),
            within,
        }
    }
}

/// A `.circ` file under edit.
pub struct Document {
    name: String,
    coding: Coding,
    /// The text before and after the root element.
    around: (String, String),
    root: Element,
    libraries: Kept,
    reading: Reading,
}

/// Library files as first read, and the diagnostics of unreadable ones.
#[derive(Clone, Default)]
struct Kept {
    files: HashMap<(String, String), LibraryFile>,
    stands_in: HashMap<String, bool>,
}

/// A name and bytes, or why there are none.
type LibraryFile = Result<(String, Vec<u8>), String>;

/// Library files for a second reading.
struct Reread(Kept);

impl Libraries for Reread {
    fn read(&mut self, referring: &str, name: &str) -> Result<(String, Vec<u8>), String> {
        let known = self.0.files.get(&(referring.to_string(), name.to_string()));
        known
            .cloned()
            .unwrap_or_else(|| Err("is not among the files".to_string()))
    }

    fn stands_in(&self, name: &str) -> bool {
        self.0.stands_in.get(name) == Some(&true)
    }
}

struct Keeping<'a> {
    kept: &'a mut Kept,
    source: &'a mut dyn Libraries,
}

impl Libraries for Keeping<'_> {
    fn read(&mut self, referring: &str, name: &str) -> Result<(String, Vec<u8>), String> {
        let key = (referring.to_string(), name.to_string());
        if let Some(known) = self.kept.files.get(&key) {
            return known.clone();
        }
        let answer = self.source.read(referring, name);
        if let Ok((name, _)) = &answer {
            let stands_in = self.source.stands_in(name);
            self.kept.stands_in.insert(name.clone(), stands_in);
        }
        self.kept.files.insert(key, answer.clone());
        answer
    }

    fn stands_in(&self, name: &str) -> bool {
        self.kept.stands_in.get(name) == Some(&true)
    }
}

impl Document {
    /// Opens a file. Without an edit it returns its bytes.
    pub fn open(
        name: &str,
        bytes: &[u8],
        libraries: &mut dyn Libraries,
    ) -> Result<Document, OpenError> {
        let (text, coding) = Coding::read(bytes).ok_or(OpenError::Damaged)?;
        read::well_formed(&text).map_err(OpenError::NotAProject)?;
        let nodes = tree::parse(&text).ok_or(OpenError::Damaged)?;
        let (around, root) = split(nodes).ok_or_else(|| {
            OpenError::NotAProject("its root element is not <project>".to_string())
        })?;
        let mut kept = Kept::default();
        let reading = read::read(
            name,
            bytes,
            &mut Keeping {
                kept: &mut kept,
                source: libraries,
            },
        );
        Ok(Document {
            name: name.to_string(),
            coding,
            around,
            root,
            libraries: kept,
            reading,
        })
    }

    /// A new project with one empty circuit, as Logisim starts one.
    pub fn new(name: &str) -> Document {
        let text = super::write::EMPTY;
        let opened = Document::open(name, text.as_bytes(), &mut read::NoLibraries);
        opened.expect("the empty project is one")
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// The file as it is now.
    pub fn bytes(&self) -> Vec<u8> {
        self.coding.write(&self.text())
    }

    pub(super) fn text(&self) -> String {
        let mut text = self.around.0.clone();
        self.root.write(&mut text);
        text + &self.around.1
    }

    /// The project.
    pub fn project(&self) -> &Project {
        &self.reading.project
    }

    /// The diagnostics of the file.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.reading.diagnostics
    }

    pub fn missing(&self) -> &[MissingLibrary] {
        &self.reading.missing
    }

    /// Number of unknown parts.
    pub fn left_out(&self) -> usize {
        self.reading.left_out
    }

    /// The circuits of the file itself, in its order.
    pub fn circuits(&self) -> &[CircuitId] {
        self.project()
            .files
            .first()
            .map_or(&[], |file| &file.circuits)
    }

    /// A circuit of the file itself.
    pub(super) fn circuit(&self, id: CircuitId) -> Result<&Circuit, Refusal> {
        let circuit = self.project().circuits.get(id.0 as usize);
        let circuit = circuit.ok_or(Refusal::NoCircuit)?;
        match circuit.file {
            0 => Ok(circuit),
            _ => Err(Refusal::Foreign(circuit.name.clone())),
        }
    }

    /// The number of the `<circuit>` element among the root's children.
    pub(super) fn circuit_at(&self, id: CircuitId) -> Result<usize, Refusal> {
        let name = &self.circuit(id)?.name;
        let mut circuits = self.root().named("circuit");
        let found = circuits.find(|(_, e)| e.attribute("name").unwrap_or_default() == *name);
        found.map(|(at, _)| at).ok_or(Refusal::NoCircuit)
    }

    pub(super) fn root(&self) -> &Element {
        &self.root
    }

    /// The element of a circuit and, in the order of the project, the numbers of its components among its children.
    pub(super) fn components_at(&self, id: CircuitId) -> Result<(usize, Vec<usize>), Refusal> {
        let at = self.circuit_at(id)?;
        let element = self.root().children[at].element();
        let element = element.ok_or(Refusal::NoCircuit)?;
        Ok((at, component_children(element)))
    }

    /// The name of the library file a path of this file leads to.
    pub(super) fn library_name(&self, path: &str) -> Option<String> {
        let key = (self.name.clone(), path.to_string());
        let (name, _) = self.libraries.files.get(&key)?.as_ref().ok()?;
        Some(name.clone())
    }

    /// The library files it was read with.
    pub(super) fn libraries(&self) -> impl Libraries + use<> {
        Reread(self.libraries.clone())
    }

    /// Applies an edit as a whole, or refuses it as a whole.
    pub fn apply(&mut self, edit: &Edit) -> Result<Inverse, Refusal> {
        match edit {
            Edit::Several(edits) => self.several(edits),
            edit => apply::apply(self, edit),
        }
    }

    fn several(&mut self, edits: &[Edit]) -> Result<Inverse, Refusal> {
        let mut done: Vec<Inverse> = Vec::new();
        for edit in edits {
            match self.apply(edit) {
                Ok(inverse) => done.push(inverse),
                Err(refusal) => {
                    done.into_iter().rev().for_each(|inverse| {
                        self.undo(inverse);
                    });
                    return Err(refusal);
                }
            }
        }
        Ok(Inverse::joined(done))
    }

    /// Two edits as one, where the second depends on the result of the first.
    pub(super) fn then(
        &mut self,
        first: Inverse,
        second: impl FnOnce(&mut Document) -> Result<Inverse, Refusal>,
    ) -> Result<Inverse, Refusal> {
        match second(self) {
            Ok(inverse) => Ok(Inverse::joined(vec![first, inverse])),
            Err(refusal) => {
                self.undo(first);
                Err(refusal)
            }
        }
    }

    /// Undoes an edit, to the byte. The result redoes it.
    pub fn undo(&mut self, inverse: Inverse) -> Inverse {
        let root = &mut self.root;
        let undone = inverse.splices.into_iter();
        let mut splices: Vec<Splice> = undone.filter_map(|splice| splice.apply(root)).collect();
        splices.reverse();
        self.refresh(inverse.within);
        Inverse {
            splices,
            within: inverse.within,
        }
    }

    /// Changes the tree and reads it again.
    pub(super) fn write(
        &mut self,
        within: Option<CircuitId>,
        draw: impl FnOnce(&mut Pen<'_>),
    ) -> Inverse {
        let line_end = self.line_end();
        let mut pen = Pen::new(&mut self.root, line_end);
        draw(&mut pen);
        let splices = pen.finish();
        self.refresh(within);
        Inverse { splices, within }
    }

    fn line_end(&self) -> &'static str {
        let texts = self.root.children.iter().filter_map(|node| match node {
            Node::Text(text) => Some(text.as_str()),
            _ => None,
        });
        let mut texts = std::iter::once(self.around.0.as_str()).chain(texts);
        match texts.find(|text| text.contains('\n')) {
            Some(text) if text.contains("\r\n") => "\r\n",
            _ => "\n",
        }
    }

    /// Reads what changed: one circuit, or everything.
    fn refresh(&mut self, within: Option<CircuitId>) {
        let quick = within.is_some_and(|circuit| self.refresh_circuit(circuit));
        if !quick {
            self.refresh_all();
        }
    }

    fn refresh_all(&mut self) {
        let text = self.text();
        self.reading = read::read(
            &self.name,
            text.as_bytes(),
            &mut Keeping {
                kept: &mut self.libraries,
                source: &mut read::NoLibraries,
            },
        );
    }

    fn refresh_circuit(&mut self, circuit: CircuitId) -> bool {
        let Ok(at) = self.circuit_at(circuit) else {
            return false;
        };
        let mut text = String::new();
        self.root().children[at].write(&mut text);
        let mut libraries = Keeping {
            kept: &mut self.libraries,
            source: &mut read::NoLibraries,
        };
        read::circuit_again(&mut self.reading, circuit, &text, &mut libraries)
    }
}

/// The root element, and the text before and after it.
fn split(nodes: Vec<Node>) -> Option<((String, String), Element)> {
    let (mut around, mut root) = ((String::new(), String::new()), None);
    for node in nodes {
        match (node, &root) {
            (Node::Element(element), None) if element.is("project") => root = Some(element),
            (node, None) => node.write(&mut around.0),
            (node, Some(_)) => node.write(&mut around.1),
        }
    }
    Some((around, root?))
}

/// The root element of a file's text, if that is a project.
pub(super) fn root_of(text: &str) -> Option<Element> {
    read::well_formed(text).ok()?;
    split(tree::parse(text)?).map(|(_, root)| root)
}

/// The components the reader sees, as numbers of children: those with a place.
pub(super) fn component_children(circuit: &Element) -> Vec<usize> {
    let components = circuit.named("comp");
    let placed = components.filter(|(_, element)| place_of(element).is_some());
    placed.map(|(at, _)| at).collect()
}

fn place_of(element: &Element) -> Option<Location> {
    element
        .attribute("loc")
        .as_deref()
        .and_then(Location::parse)
}
