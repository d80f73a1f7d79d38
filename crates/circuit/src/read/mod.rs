//! Reads `.circ` files into a [`Project`].
//!
//! Total: any bytes give a project (perhaps an empty one) and diagnostics. The crate reads no files itself;
//! library files come through [`Libraries`].

mod circuit;
mod file;
mod xml;

use crate::project::{CircuitId, Project, What};
use diag::{Diagnostic, Diagnostics};

/// Where `file#` libraries come from.
pub trait Libraries {
    /// The library `name` as written in the file `referring` (a name this trait gave, or that of the top file).
    /// Answers a name for it, the same for the same file however it is referred to, and its bytes.
    fn read(&mut self, referring: &str, name: &str) -> Result<(String, Vec<u8>), String>;

    /// Whether the main circuit of a file (by the name this trait gave it) stands in for every component of the library.
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

/// What reading gave.
#[derive(Debug)]
pub struct Reading {
    pub project: Project,
    pub diagnostics: Vec<Diagnostic>,
    /// Libraries that could not be read. Their parts are left out; the diagnostics say so too.
    pub missing: Vec<MissingLibrary>,
    /// All parts that are left out because nobody knows what they are.
    pub left_out: usize,
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
    let (mut project, mut diagnostics, missing, left_out) = reader.finish();
    cut_recursion(&mut project, &mut diagnostics);
    Reading {
        project,
        diagnostics: diagnostics.into_vec(),
        missing,
        left_out,
    }
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
