//! Reads `.circ` files into a [`Project`].
//!
//! Total: any bytes give a project (perhaps an empty one) and diagnostics. The crate reads no files itself;
//! library files come through [`Libraries`].

mod circuit;
mod file;
mod xml;

pub(crate) use xml::decode;

use crate::project::{Circuit, CircuitId, Project, What};
use diag::{Diagnostic, Diagnostics};

/// Where `file#` libraries come from.
pub trait Libraries {
    /// The library `name` as written in the file `referring` (a name this trait returned, or that of the top file).
    /// Returns a name for it, the same for the same file however it is referred to, and its bytes.
    fn read(&mut self, referring: &str, name: &str) -> Result<(String, Vec<u8>), String>;

    /// Whether the main circuit of a file (by the name this trait returned) replaces every component of the library.
    fn stands_in(&self, _name: &str) -> bool {
        false
    }
}

/// No library files at hand.
pub struct NoLibraries;

impl Libraries for NoLibraries {
    fn read(&mut self, _: &str, _: &str) -> Result<(String, Vec<u8>), String> {
        Err("no library files are at hand here".into())
    }
}

impl<F: FnMut(&str, &str) -> Result<(String, Vec<u8>), String>> Libraries for F {
    fn read(&mut self, referring: &str, name: &str) -> Result<(String, Vec<u8>), String> {
        self(referring, name)
    }
}

/// The result of reading.
#[derive(Debug)]
pub struct Reading {
    pub project: Project,
    pub diagnostics: Vec<Diagnostic>,
    /// Libraries that could not be read. Their parts are left out; the diagnostics say so too.
    pub missing: Vec<MissingLibrary>,
    /// All parts that are left out because they are unknown.
    pub left_out: usize,
    /// The meanings of library and circuit names in the top file.
    scope: Option<file::Scope>,
}

/// A library that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingLibrary {
    /// As the file names it.
    pub name: String,
    /// The first file that refers to it.
    file: String,
    why: String,
    /// How many parts are left out because of it.
    pub parts: usize,
}

impl MissingLibrary {
    fn diagnostic(&self) -> Diagnostic {
        let MissingLibrary { name, why, .. } = self;
        let message = match self.parts {
            0 => format!("library '{name}' {why}; no part of it is used"),
            1 => format!("library '{name}' {why}; 1 part of it is left out"),
            parts => format!("library '{name}' {why}; {parts} parts of it are left out"),
        };
        let diagnostic = match self.parts {
            0 => Diagnostic::warning("missing-library", message),
            _ => Diagnostic::error(message).code("missing-library"),
        };
        diagnostic.in_file(&self.file)
    }
}

/// Reads the file `name` with the given bytes and everything it refers to.
pub fn read(name: &str, bytes: &[u8], libraries: &mut dyn Libraries) -> Reading {
    let mut reader = file::Reader::new(libraries);
    reader.top(name, bytes);
    let scope = reader.scope.take();
    let (mut project, mut diagnostics, missing, left_out) = reader.finish();
    cut_recursion(&mut project, &mut diagnostics);
    Reading {
        project,
        diagnostics: diagnostics.into_vec(),
        missing,
        left_out,
        scope,
    }
}

/// Why a text is not XML, if so.
pub(crate) fn well_formed(text: &str) -> Result<(), String> {
    xml::parse(text).map(|_| ())
}

/// Reads one circuit of the top file again, whose element is now `text`. Returns false where that is not enough: then
/// everything has to be read.
pub(crate) fn circuit_again(
    reading: &mut Reading,
    id: CircuitId,
    text: &str,
    libraries: &mut dyn Libraries,
) -> bool {
    let plain = reading.left_out == 0
        && !reading
            .diagnostics
            .iter()
            .any(|diagnostic| diagnostic.code == Some("recursion"));
    let (true, Ok(document), Some(scope)) = (plain, xml::parse(text), reading.scope.take()) else {
        return false;
    };
    let name = reading.project.circuit(id).name.clone();
    let file = scope.file.clone();
    let mut reader = file::Reader::new(libraries);
    reader.project = std::mem::take(&mut reading.project);
    reader.missing = std::mem::take(&mut reading.missing);
    let circuit = &mut reader.project.circuits[id.0 as usize];
    *circuit = Circuit {
        name: std::mem::take(&mut circuit.name),
        file: circuit.file,
        ..Circuit::default()
    };
    circuit::read(&mut reader, &scope, id, document.root_element());
    let left_out = reader.left_out_here();
    reading.missing = std::mem::take(&mut reader.missing);
    let (project, diagnostics, ..) = reader.finish();
    let here = |diagnostic: &Diagnostic| {
        diagnostic.drawing().is_some_and(|drawing| {
            drawing.name.as_ref() == Some(&name) && drawing.file.as_ref() == Some(&file)
        })
    };
    reading.diagnostics.retain(|diagnostic| !here(diagnostic));
    reading.diagnostics.extend(diagnostics.into_vec());
    reading.project = project;
    reading.scope = Some(scope);
    left_out == 0
}

/// A circuit that contains itself cannot be built: the component that closes the ring is taken out.
fn cut_recursion(project: &mut Project, diagnostics: &mut Diagnostics) {
    let mut state = vec![Visit::New; project.circuits.len()];
    for start in project.ids() {
        if state[start.0 as usize] != Visit::New {
            continue;
        }
        // Depth first without recursion: (circuit, next component to look at).
        let mut stack = vec![(start, 0usize)];
        state[start.0 as usize] = Visit::Open;
        while let Some(&mut (id, ref mut next)) = stack.last_mut() {
            let Some(component) = project.circuit(id).components.get(*next) else {
                state[id.0 as usize] = Visit::Done;
                stack.pop();
                continue;
            };
            let index = *next;
            *next += 1;
            let What::Circuit(inner) = component.what else {
                continue;
            };
            match state[inner.0 as usize] {
                Visit::New => {
                    state[inner.0 as usize] = Visit::Open;
                    stack.push((inner, 0));
                }
                Visit::Open => cut(project, diagnostics, id, index, inner),
                Visit::Done => {}
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Visit {
    New,
    Open,
    Done,
}

fn cut(
    project: &mut Project,
    diagnostics: &mut Diagnostics,
    id: CircuitId,
    index: usize,
    inner: CircuitId,
) {
    let name = project.circuit(inner).name.clone();
    let message = format!("circuit '{name}' contains itself; this component is left out");
    let circuit = &mut project.circuits[id.0 as usize];
    let component = &mut circuit.components[index];
    component.what = What::Unknown {
        library: "recursion".into(),
        name,
    };
    diagnostics.push(
        Diagnostic::error(message)
            .code("recursion")
            .in_circuit(&circuit.name)
            .at_point(component.location),
    );
}
