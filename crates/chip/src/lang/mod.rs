//! The language of the 2016 notes: text in, chips and messages out.
//!
//! ```text
//!   text ── lex ──> tokens ── parse, expression ──> trees ── resolve ──> Chip
//! ```
//!
//! docs/chips.md has the grammar.

mod expression;
mod lex;
pub mod outline;
mod parse;
mod resolve;
mod tree;

use std::collections::HashMap;
use std::sync::Arc;

use diag::Diagnostic;

use crate::chip::Chip;
use lex::{Source, lex};
use parse::Parser;
pub(crate) use resolve::names;
pub use tree::Op;

/// The contents of a file: every specification without errors, and the diagnostics of the others.
pub struct Reading {
    pub chips: Vec<Arc<Chip>>,
    pub diagnostics: Vec<Diagnostic>,
}

impl Reading {
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// Finds the specification of a chip by its name: the name of its file and the text.
pub type Library<'a> = &'a mut dyn FnMut(&str) -> Option<(String, String)>;

/// A built-in chip: the one the notes leave to Logisim's division.
const BCD: &str = "Chip Specification
Name: BCD
I/O Pins
Input: content(8)
Output: tens(4), units(4)
Combinational
tens = (content / 10).select(0:3)
units = (content % 10).select(0:3)
End Chip Specification
";

/// Maximum depth of chips that call chips.
const DEEPEST: usize = 20;

/// Reads a file of specifications; chips that are called but not in it come from the library.
pub fn read(file: &str, text: &str, library: Library<'_>) -> Reading {
    let mut open = Vec::new();
    let mut known = HashMap::new();
    read_file(file, text, library, &mut open, &mut known)
}

/// Reads a file that calls only its own chips and the built-in ones.
pub fn read_alone(file: &str, text: &str) -> Reading {
    read(file, text, &mut |_| None)
}

fn read_file(
    file: &str,
    text: &str,
    library: Library<'_>,
    open: &mut Vec<String>,
    known: &mut HashMap<String, Option<Arc<Chip>>>,
) -> Reading {
    let source = Source::new(file, text);
    let lexed = lex(&source);
    let mut parser = Parser::new(&source, lexed);
    let written = parser.file();
    let mut diagnostics = parser.problems;
    if written.is_empty() && !diagnostics.iter().any(Diagnostic::is_error) {
        let problem = Diagnostic::error("there is no chip specification in this file");
        let line = source.lines.first().copied().unwrap_or("");
        let at = diag::Excerpt::line(file, 1, line);
        diagnostics.push(
            problem
                .at(at)
                .help("it begins with `Chip Specification` and ends with `End Chip Specification`"),
        );
    }
    let mut chips: Vec<Arc<Chip>> = Vec::new();
    let failed = diagnostics.iter().any(Diagnostic::is_error);
    for specification in &written {
        let (chip, found) = {
            let mut shelf = |name: &str| {
                let here = chips.iter().find(|chip| chip.name == name);
                match here {
                    Some(chip) => Some(chip.clone()),
                    None => fetch(name, library, open, known),
                }
            };
            let (chip, found) = resolve::resolve(specification, &source, &mut shelf);
            (chip.map(Arc::new), found)
        };
        let mut found = found;
        if let Some(chip) = chip.as_ref().filter(|_| !failed) {
            found.extend(resolve::contradicts(chip, specification, &source));
        }
        // After a mistake in the grammar, its consequences are not worth reporting.
        if !failed || !follows(&found) {
            diagnostics.extend(found);
        }
        chips.extend(chip.filter(|_| !failed));
    }
    Reading { chips, diagnostics }
}

/// Whether messages may only be consequences of an unreadable line.
fn follows(found: &[Diagnostic]) -> bool {
    found.iter().any(|one| {
        one.message.starts_with("nothing says") || one.message.starts_with("unknown name")
    })
}

/// A chip from the library, read once.
fn fetch(
    name: &str,
    library: Library<'_>,
    open: &mut Vec<String>,
    known: &mut HashMap<String, Option<Arc<Chip>>>,
) -> Option<Arc<Chip>> {
    if let Some(found) = known.get(name) {
        return found.clone();
    }
    if open.len() >= DEEPEST || open.iter().any(|other| other == name) {
        return None;
    }
    let builtin = || (name == "BCD").then(|| ("BCD.chip".to_owned(), BCD.to_owned()));
    let (file, text) = library(name).or_else(builtin)?;
    open.push(name.to_owned());
    let reading = read_file(&file, &text, library, open, known);
    open.pop();
    let found = reading.chips.into_iter().find(|chip| chip.name == name);
    known.insert(name.to_owned(), found.clone());
    found
}
