//! The meaning of an assembly file, for editors: diagnostics, hovers, completion, names, layout. The language server, the
//! workbench of the page and the debug adapter all answer from here, and facts about code come from the assembler.
//!
//! ```
//! use cdm8::asm::{Options, Source};
//! use cdm8::ide::Analysis;
//!
//! let source = Source::new("count.asm", "asect 0\nloop: dec r0\nbnz loop\nhalt\nend\n");
//! let analysis = Analysis::new(&[source], &Options::default());
//! let (label, _) = analysis.index.at(0, 2, 5).unwrap();
//! assert_eq!((label.name.as_str(), label.uses.len()), ("loop", 1));
//! ```
//!
//! Places are a file (its number among the sources), a line from 0 and a column in bytes.

pub mod about;
pub mod columns;
mod complete;
mod exchange;
mod facts;
mod format;
mod hints;
mod hover;
mod index;
mod layout;
mod offers;
mod rename;
mod scan;
#[cfg(test)]
mod tests;

pub use complete::{Completion, Item};
pub use exchange::Exchange;
use facts::Made;
pub use format::format;
pub use hints::Hint;
pub use hover::Hover;
pub use index::{Index, Kind, Symbol, TextRange};
pub use layout::{Fold, Node};
pub use offers::{Edit, Offer, Sort, stretch};
pub use rename::RenameError;
pub use scan::{Piece, Role};
use scan::{Row, Shape};

use std::collections::HashSet;

use crate::asm::expand::library::Library;
use crate::asm::{self, Assembly, Compat, Options, Source, SourceKind, source};
use facts::Facts;
use scan::{Macros, Scan};

/// A name from outside the program: a cell of the memory map of a console.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    pub name: String,
    pub address: u8,
    /// A description.
    pub about: String,
}

/// A source of the program.
#[derive(Clone, Debug)]
pub struct File {
    pub name: String,
    pub lines: Vec<String>,
    scan: Scan,
    /// A macro library.
    library: bool,
    /// Lines with the labels that macros make on them.
    made_by_macro: HashSet<(usize, String)>,
}

/// A program, however incomplete.
pub struct Analysis {
    /// The sources that are text, in their order.
    pub files: Vec<File>,
    pub assembly: Assembly,
    pub index: Index,
    options: Options,
    known: Vec<Known>,
    facts: Facts,
    standard: Library,
}

impl Analysis {
    pub fn new(sources: &[Source], options: &Options) -> Analysis {
        Analysis::with_names(sources, options, Vec::new())
    }

    /// With names from outside, which completion offers.
    pub fn with_names(sources: &[Source], options: &Options, known: Vec<Known>) -> Analysis {
        let is_text = |source: &&Source| source.kind != SourceKind::Object;
        let texts: Vec<&Source> = sources.iter().filter(is_text).collect();
        let standard = Library::standard(
            &mut source::Lines::default(),
            options.compat == Some(Compat::Cocoide),
        );
        let assembly = assembly(sources, options);
        let names: Vec<&str> = texts.iter().map(|source| source.name.as_str()).collect();
        let facts = Facts::of(&assembly, &names);
        let files = files(&texts, &standard, &facts);
        let made = facts.made_by_macros();
        let index = Index::of(&files, &made);
        Analysis {
            files,
            index,
            options: options.clone(),
            known,
            facts,
            standard,
            assembly,
        }
    }

    /// The number of the file of this name.
    pub fn file(&self, name: &str) -> Option<usize> {
        self.files.iter().position(|file| file.name == name)
    }

    fn row(&self, file: usize, line: usize) -> Option<(&Row, &str)> {
        let file = self.files.get(file)?;
        Some((file.scan.rows.get(line)?, file.lines.get(line)?))
    }

    /// The pieces of a line, in order.
    pub fn pieces(&self, file: usize, line: usize) -> &[Piece] {
        self.row(file, line).map_or(&[], |(row, _)| &row.pieces)
    }

    /// The bytes of a line's statements.
    fn made(&self, file: usize, line: usize) -> &[Made] {
        self.facts.made(file, line)
    }

    /// The size of the program so far.
    fn used(&self) -> usize {
        self.facts.used
    }
}

/// Assembled, and linked if it is a whole program: a file of relocatable sections alone waits for others.
fn assembly(sources: &[Source], options: &Options) -> Assembly {
    let linked = asm::assemble(sources, options);
    let starts = |module: &asm::object::Module| {
        let mut sections = module.sections.iter();
        sections.any(|section| matches!(section.place, asm::object::Placement::Absolute(_)))
    };
    match linked.modules.iter().any(starts) || linked.modules.is_empty() {
        true => linked,
        false => asm::compile(sources, options),
    }
}

fn files(texts: &[&Source], standard: &Library, facts: &Facts) -> Vec<File> {
    let cut: Vec<Vec<String>> = texts.iter().map(|source| lines_of(source)).collect();
    let is_library = |source: &Source| source.kind == SourceKind::MacroLibrary;
    let shared: Macros = (texts.iter().zip(&cut))
        .filter(|(source, _)| is_library(source))
        .flat_map(|(_, lines)| headers(lines, true))
        .chain(macros_of(standard))
        .collect();
    let opening = Macros::from([("define".to_owned(), 2), ("run".to_owned(), 1)]);
    (texts.iter().zip(cut))
        .enumerate()
        .map(|(number, (source, lines))| {
            let library = is_library(source);
            let mut known = shared.clone();
            known.extend(headers(&lines, library));
            File {
                name: source.name.clone(),
                scan: scan::scan(&lines, library, &known, &opening),
                lines,
                library,
                made_by_macro: facts.made_in(number),
            }
        })
        .collect()
}

fn headers(lines: &[String], library: bool) -> impl Iterator<Item = (String, usize)> + '_ {
    lines
        .iter()
        .filter_map(move |line| scan::header_of(line, library))
}

fn lines_of(source: &Source) -> Vec<String> {
    let (text, _) = source::decode(&source.name, &source.bytes);
    text.split('\n')
        .map(|line| line.strip_suffix('\r').unwrap_or(line).to_owned())
        .collect()
}

fn macros_of(library: &Library) -> impl Iterator<Item = (String, usize)> + '_ {
    library.names().flat_map(|name| {
        let arities = library.arities(name).into_iter();
        arities.map(|arity| (name.to_owned(), arity))
    })
}

fn standard_macros() -> Vec<(String, usize)> {
    let library = Library::standard(&mut source::Lines::default(), false);
    macros_of(&library).collect()
}
