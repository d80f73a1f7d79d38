//! The assembler and linker. Sources in, an image and diagnostics out; no I/O.
//!
//! Files in the order in which they run:
//! [`source`] → `expand` (macros) → `lex` → `parse` → `emit` → `resolve` → `link` → `lint`.
//!
//! ```
//! use cdm8::asm::{Options, Source, assemble};
//!
//! let source = Source::new("count.asm", "asect 0\nldi r0, 5\nhalt\nend\n");
//! let assembly = assemble(&[source], &Options::default());
//! assert_eq!(assembly.image().unwrap()[..3], [0xd0, 5, 0xd4]);
//! ```

mod ast;
mod context;
pub(crate) mod emit;
pub(crate) mod expand;
pub(crate) mod lex;
mod link;
mod lint;
pub mod object;
pub mod output;
pub(crate) mod parse;
mod place;
pub mod program;
mod resolve;
pub mod source;
pub mod warning;
pub(crate) mod words;

use std::collections::BTreeSet;

use diag::Diagnostic;

use self::context::Context;
use self::expand::library::Library;
use self::object::Module;
pub use self::program::{MEMORY, Program};
use self::source::Lines;
pub use self::source::{Source, SourceKind};
pub use self::warning::Warning;
pub use self::words::Words;
use crate::memory::Organisation;
use crate::symbols::{SourceFile, SourceLine, Symbols};
use crate::variant::Variant;

/// Which assembler's code to generate where the two older ones differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compat {
    /// cocas of cdm-devkit, bugs included.
    Devkit,
    /// The assembler of CocoIDE.
    Cocoide,
}

#[derive(Clone, Debug, Default)]
pub struct Options {
    /// `None`: cdm-devkit's meaning without its bugs, and a warning where the two differ.
    pub compat: Option<Compat>,
    /// The processor to warn for.
    pub variant: Variant,
    /// The memory to warn for.
    pub memory: Organisation,
    /// Suppressed warnings.
    pub silenced: BTreeSet<Warning>,
}

/// The result of an assembly.
#[derive(Clone, Debug)]
pub struct Assembly {
    /// In the order of the files and lines, errors and warnings mixed.
    pub diagnostics: Vec<Diagnostic>,
    /// One for each assembly or object source, in that order.
    pub modules: Vec<Module>,
    /// The linked program; complete only without errors.
    pub program: Program,
    /// All source lines after macro expansion, which spans refer to.
    pub lines: Lines,
}

impl Assembly {
    pub fn is_ok(&self) -> bool {
        !self.diagnostics.iter().any(Diagnostic::is_error)
    }

    /// Whether there were no errors before linking, so that the program can be analysed.
    pub fn is_linked(&self) -> bool {
        !self.program.sections.is_empty() || !self.program.unplaced.is_empty()
    }

    /// The image, if there was no error.
    pub fn image(&self) -> Option<&[u8; MEMORY]> {
        self.is_ok().then_some(&self.program.image)
    }

    /// Symbols and source lines of the program, for debuggers.
    pub fn symbols(&self, sources: &[Source]) -> Symbols {
        let file = |name: &String| {
            let source = sources.iter().find(|source| source.name == *name);
            let text = source.map(|source| String::from_utf8_lossy(&source.bytes));
            let lines = text.iter().flat_map(|text| text.lines().map(str::to_owned));
            SourceFile {
                name: name.clone(),
                lines: lines.collect(),
            }
        };
        let place = |origin: program::Origin| SourceLine {
            file: origin.file,
            line: origin.line as usize,
        };
        let labels = self.program.symbols.iter();
        Symbols {
            files: self.program.files.iter().map(file).collect(),
            places: self
                .program
                .lines()
                .into_iter()
                .map(|(at, origin)| (at, place(origin)))
                .collect(),
            labels: labels
                .filter_map(|l| Some((l.name.clone(), u8::try_from(l.address).ok()?)))
                .collect(),
        }
    }

    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.is_error())
    }
}

/// Assembles and links a program.
pub fn assemble(sources: &[Source], options: &Options) -> Assembly {
    let mut assembly = compile(sources, options);
    let sound = assembly.is_ok();
    let mut context = Context {
        lines: &assembly.lines,
        options,
        diagnostics: &mut assembly.diagnostics,
    };
    if sound {
        assembly.program = link::link(&mut context, &assembly.modules);
        if !context.diagnostics.iter().any(Diagnostic::is_error) {
            lint::lint(&mut context, &assembly.program);
        }
    }
    silence(&mut assembly.diagnostics, options);
    sort_by_place(&mut assembly.diagnostics, &assembly.lines.files);
    assembly
}

/// Assembles without linking: the modules of `-c`. The program stays empty.
pub fn compile(sources: &[Source], options: &Options) -> Assembly {
    let mut lines = Lines::default();
    let mut diagnostics = Vec::new();
    let mut library = Library::standard(&mut lines, options.compat == Some(Compat::Cocoide));
    for source in sources
        .iter()
        .filter(|source| source.kind == SourceKind::MacroLibrary)
    {
        let (text, faults) = source::decode(&source.name, &source.bytes);
        diagnostics.extend(faults);
        library.read(&mut lines, &source.name, &text, &mut diagnostics);
    }
    let mut modules = Vec::new();
    for source in sources
        .iter()
        .filter(|source| source.kind == SourceKind::Assembly)
    {
        modules.push(file(
            &mut lines,
            source,
            library.clone(),
            options,
            &mut diagnostics,
        ));
    }
    for source in sources
        .iter()
        .filter(|source| source.kind == SourceKind::Object)
    {
        modules.extend(object::text::read(
            &source.name,
            &source.bytes,
            &mut diagnostics,
        ));
    }
    silence(&mut diagnostics, options);
    sort_by_place(&mut diagnostics, &lines.files);
    Assembly {
        diagnostics,
        modules,
        program: Program::default(),
        lines,
    }
}

/// One assembly file to a module.
fn file(
    lines: &mut Lines,
    source: &Source,
    mut library: Library,
    options: &Options,
    diagnostics: &mut Vec<Diagnostic>,
) -> Module {
    let (text, faults) = source::decode(&source.name, &source.bytes);
    diagnostics.extend(faults);
    let first = lines.lines.len();
    expand::expand(lines, &source.name, &text, &mut library, diagnostics);
    let range = first..lines.lines.len();
    let mut context = Context {
        lines,
        options,
        diagnostics,
    };
    let unit = parse::parse(&mut context, range);
    let templates = emit::template::read(&mut context, &unit.sections);
    let blocks = emit::emit(
        &mut context,
        &unit.sections,
        &templates,
        &library,
        &unit.externals,
    );
    resolve::resolve(
        &mut context,
        &source.name,
        &blocks,
        &templates,
        &unit.constants,
    )
}

/// The phases find errors in their own order; the reader goes through the files from top to bottom.
fn sort_by_place(diagnostics: &mut [Diagnostic], files: &[String]) {
    diagnostics.sort_by_key(|diagnostic| match diagnostic.excerpt() {
        None => (usize::MAX, 0, 0),
        Some(at) => {
            let file = files.iter().position(|file| *file == at.file);
            (file.unwrap_or(files.len()), at.line, at.column)
        }
    });
}

fn silence(diagnostics: &mut Vec<Diagnostic>, options: &Options) {
    let silenced = |code| {
        options
            .silenced
            .iter()
            .any(|warning| warning.name() == code)
    };
    diagnostics
        .retain(|diagnostic| diagnostic.is_error() || !diagnostic.code.is_some_and(silenced));
}
