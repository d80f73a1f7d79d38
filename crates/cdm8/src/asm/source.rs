//! Phase 1: the files of a program as text, cut into lines.
//!
//! Later phases see only [`Line`]s: a line of a file as it stands, or one a macro made. A [`Span`] is
//! a stretch of such a line; [`Lines::excerpt`] turns it into file, line and column.

use super::warning::Warning;
use diag::{Diagnostic, Excerpt};

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceKind {
    Assembly,
    MacroLibrary,
    Object,
}

/// A file of a program: its name, for messages, and its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    pub name: String,
    pub kind: SourceKind,
    pub bytes: Vec<u8>,
}

impl Source {
    /// The kind comes from the suffix: `.obj .o .lib` objects, `.mlb` macros, anything else assembly.
    pub fn new(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Source {
        let name = name.into();
        let kind = match name.rsplit_once('.').map(|(_, suffix)| suffix) {
            Some("obj" | "o" | "lib") => SourceKind::Object,
            Some("mlb") => SourceKind::MacroLibrary,
            _ => SourceKind::Assembly,
        };
        Source {
            name,
            kind,
            bytes: bytes.into(),
        }
    }
}

/// A stretch of a line; `line` indexes [`Lines`], `start` and `end` are bytes of its text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    pub line: u32,
    pub start: u32,
    pub end: u32,
}

impl Span {
    pub fn to(self, end: Span) -> Span {
        Span {
            end: end.end.max(self.start),
            ..self
        }
    }
}

/// A line ready to parse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub text: String,
    /// Index into [`Lines::files`].
    pub file: u32,
    /// Counted from 1; for a line a macro made, the line of the body.
    pub number: u32,
    /// Index into [`Lines::expansions`] of the expansion that made it.
    pub expansion: Option<u32>,
}

/// One use of a macro.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expansion {
    /// `name/arity`.
    pub name: String,
    /// The line that invokes it, as it stood when it was expanded, and where on it the name is.
    pub invocation: Line,
    pub start: u32,
    pub end: u32,
}

/// All lines of one assembly, with what is needed to say where they come from.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    pub files: Vec<String>,
    pub lines: Vec<Line>,
    pub expansions: Vec<Expansion>,
}

impl Lines {
    pub(crate) fn add_file(&mut self, name: &str) -> u32 {
        self.files.push(name.to_owned());
        self.files.len() as u32 - 1
    }

    pub fn text(&self, span: Span) -> &str {
        let line = &self.lines[span.line as usize];
        &line.text[span.start as usize..span.end as usize]
    }

    /// File index and line number in the source as written: for a macro's code, of its outermost use.
    pub(crate) fn written_at(&self, line: u32) -> (u32, u32) {
        let mut line = &self.lines[line as usize];
        while let Some(expansion) = line.expansion {
            line = &self.expansions[expansion as usize].invocation;
        }
        (line.file, line.number)
    }

    pub fn excerpt(&self, span: Span) -> Excerpt {
        self.excerpt_of(&self.lines[span.line as usize], span.start, span.end)
    }

    pub(crate) fn excerpt_of(&self, line: &Line, start: u32, end: u32) -> Excerpt {
        let file = &self.files[line.file as usize];
        Excerpt::new(
            file,
            line.number as usize,
            &line.text,
            start as usize,
            end as usize,
        )
    }

    /// Puts a diagnostic where `span` is. Inside a macro that is the outermost use, with a note for
    /// every body line on the way in.
    pub fn place(&self, diagnostic: Diagnostic, span: Span) -> Diagnostic {
        let line = &self.lines[span.line as usize];
        self.place_on(diagnostic, line, span.start, span.end)
    }

    pub(crate) fn place_on(
        &self,
        mut diagnostic: Diagnostic,
        line: &Line,
        start: u32,
        end: u32,
    ) -> Diagnostic {
        let (mut line, mut start, mut end) = (line, start, end);
        let mut inner = Vec::new();
        while let Some(expansion) = line.expansion {
            let expansion = &self.expansions[expansion as usize];
            let message = format!("in macro `{}`, whose body line became", expansion.name);
            inner.push((message, self.excerpt_of(line, start, end)));
            (line, start, end) = (&expansion.invocation, expansion.start, expansion.end);
        }
        diagnostic = diagnostic.at(self.excerpt_of(line, start, end));
        let depth = inner.len();
        if depth > 0 {
            // The text to change is in the macro, not where it is used.
            diagnostic.fix = None;
        }
        for (index, (message, at)) in inner.into_iter().rev().enumerate() {
            // Of a deep recursion the two ends are enough.
            if index < 3 || index + 3 >= depth {
                diagnostic = diagnostic.note(message, Some(at));
            }
        }
        diagnostic
    }
}

/// The text of a file, every line ending in LF or CRLF, and what is wrong with its bytes.
///
/// A byte-order mark is skipped. Bytes that are not UTF-8 are an error, except in a comment.
pub fn decode(name: &str, bytes: &[u8]) -> (String, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let text = String::from_utf8_lossy(bytes);
    let text = diag::without_mark(&text).to_owned();
    if std::str::from_utf8(bytes).is_err() {
        not_utf8(name, &text, &mut diagnostics);
    }
    (text, diagnostics)
}

fn not_utf8(name: &str, text: &str, diagnostics: &mut Vec<Diagnostic>) {
    const HELP: &str = "save the file as UTF-8";
    for (number, line) in text.lines().enumerate() {
        let Some(at) = line.find('\u{fffd}') else {
            continue;
        };
        let place = Excerpt::new(name, number + 1, line, at, at + '\u{fffd}'.len_utf8());
        diagnostics.push(match line[..at].contains('#') {
            true => Diagnostic::warning(Warning::Encoding, "this comment is not UTF-8")
                .at(place)
                .help(HELP),
            false => Diagnostic::error("bytes that are not UTF-8")
                .at(place)
                .help(HELP),
        });
    }
}
