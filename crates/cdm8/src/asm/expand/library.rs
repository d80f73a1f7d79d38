//! Macro definitions: by name and number of operands.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::asm::lex::{self, code_length};
use crate::asm::source::{Line, Lines};
use diag::{Diagnostic, Fix};

const STANDARD: &str = include_str!("standard.mlb");
const COCOIDE: &str = include_str!("cocoide.mlb");

/// The name under which messages show the built-in macros.
pub(crate) const STANDARD_NAME: &str = "standard macros";

#[derive(Clone, Debug)]
pub struct Macro {
    pub name: String,
    pub arity: usize,
    /// Its header.
    pub header: Line,
    pub body: Vec<Line>,
}

impl Macro {
    /// The body without white space, for comparing repeated definitions.
    fn essence(&self) -> Vec<String> {
        let squeeze = |line: &Line| {
            let code = &line.text[..body_code_length(&line.text)];
            code.chars().filter(|c| *c != ' ' && *c != '\t').collect()
        };
        let lines = self.body.iter().map(squeeze);
        lines.filter(|line: &String| !line.is_empty()).collect()
    }

    pub fn title(&self) -> String {
        format!("{}/{}", self.name, self.arity)
    }
}

/// The macros known at one place of a file.
#[derive(Clone, Debug, Default)]
pub struct Library {
    by_name: BTreeMap<String, BTreeMap<usize, Rc<Macro>>>,
}

impl Library {
    /// The standard macros; with CocoIDE's meaning if `cocoide`.
    pub fn standard(lines: &mut Lines, cocoide: bool) -> Library {
        let mut library = Library::default();
        let mut own_faults = Vec::new();
        let texts = [STANDARD, COCOIDE];
        for text in &texts[..1 + usize::from(cocoide)] {
            let file = lines.add_file(STANDARD_NAME);
            for definition in read_library(lines, file, text, &mut own_faults) {
                library.insert(definition);
            }
        }
        debug_assert!(own_faults.is_empty(), "{own_faults:?}");
        library
    }

    pub fn get(&self, name: &str, arity: usize) -> Option<&Rc<Macro>> {
        self.by_name.get(name)?.get(&arity)
    }

    /// The operand counts under which `name` is defined.
    pub(crate) fn arities(&self, name: &str) -> Vec<usize> {
        let arities = self.by_name.get(name);
        arities.map_or_else(Vec::new, |found| found.keys().copied().collect())
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.by_name.keys().map(String::as_str)
    }

    fn insert(&mut self, definition: Macro) {
        let arities = self.by_name.entry(definition.name.clone()).or_default();
        arities.insert(definition.arity, Rc::new(definition));
    }

    /// Adds a definition, unless it contradicts an earlier one.
    pub(crate) fn define(
        &mut self,
        lines: &Lines,
        definition: Macro,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        if let Some(earlier) = self.get(&definition.name, definition.arity) {
            if earlier.essence() != definition.essence() {
                diagnostics.push(redefinition(lines, earlier, &definition));
            }
            return;
        }
        self.insert(definition);
    }

    /// Adds the definitions of a macro library file.
    pub fn read(
        &mut self,
        lines: &mut Lines,
        name: &str,
        text: &str,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        let file = lines.add_file(name);
        for definition in read_library(lines, file, text, diagnostics) {
            self.define(lines, definition, diagnostics);
        }
    }
}

fn redefinition(lines: &Lines, earlier: &Macro, again: &Macro) -> Diagnostic {
    let message = format!(
        "macro `{}` is defined already, with another body",
        again.title()
    );
    let first = match lines.files[earlier.header.file as usize].as_str() {
        STANDARD_NAME => "it is a standard macro",
        _ => "the first definition",
    };
    let at = lines.excerpt_of(&earlier.header, 0, earlier.header.text.len() as u32);
    let error = Diagnostic::error(message)
        .note(first, Some(at))
        .help("give it another name, or another number of operands");
    lines.place_on(error, &again.header, 0, again.header.text.len() as u32)
}

/// A `.mlb` text: `*name/arity` headers, each followed by its body.
fn read_library(
    lines: &Lines,
    file: u32,
    text: &str,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Macro> {
    let mut found: Vec<Macro> = Vec::new();
    let mut skipping = false;
    for (index, text) in text.lines().enumerate() {
        let line = Line {
            text: text.to_owned(),
            file,
            number: index as u32 + 1,
            expansion: None,
        };
        if let Some(rest) = text.trim_start_matches([' ', '\t']).strip_prefix('*') {
            let header = header(lines, &line, rest, diagnostics);
            skipping = header.is_none();
            found.extend(header.map(|(name, arity)| definition(name, arity, line)));
        } else if let Some(last) = found.last_mut().filter(|_| !skipping) {
            check_characters(lines, &line, diagnostics);
            last.body.push(line);
        } else if !skipping && body_code_length(text) > 0 {
            let error = Diagnostic::error("a macro library starts with a macro")
                .label("expected `*name/operands`");
            diagnostics.push(lines.place_on(error, &line, 0, text.len() as u32));
            skipping = true;
        }
    }
    found
}

pub(crate) fn definition(name: String, arity: usize, header: Line) -> Macro {
    Macro {
        name,
        arity,
        header,
        body: Vec::new(),
    }
}

/// `NAME / DIGIT` after the `macro` or `*` of a header.
pub fn header(
    lines: &Lines,
    line: &Line,
    rest: &str,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<(String, usize)> {
    let start = (line.text.len() - rest.len()) as u32;
    let code = rest
        .split('#')
        .next()
        .unwrap_or("")
        .trim_matches([' ', '\t']);
    let parsed = code.split_once('/').and_then(|(name, arity)| {
        let name = name.trim_matches([' ', '\t']);
        let arity = arity.trim_matches([' ', '\t']);
        let valid = name.starts_with(lex::starts_name) && name.chars().all(lex::continues_name);
        let digit = arity.len() == 1 && arity.bytes().all(|b| b.is_ascii_digit());
        (valid && name != "." && digit)
            .then(|| (name.to_owned(), usize::from(arity.as_bytes()[0] - b'0')))
    });
    if parsed.is_none() {
        let error = Diagnostic::error("this is not a macro header")
            .label("expected a name, `/` and the number of operands, 0 to 9")
            .help("for example `macro swap/2`");
        diagnostics.push(lines.place_on(error, line, start, line.text.len() as u32));
    }
    parsed
}

/// The length of the code of a body line, where an apostrophe after a name is not a quote.
pub(crate) fn body_code_length(text: &str) -> usize {
    let mut at = 0;
    let mut previous = ' ';
    while let Some(c) = text[at..].chars().next() {
        let step = match c {
            '#' => break,
            '"' => lex::literal_length(&text[at..]).unwrap_or(1),
            '\'' if !lex::continues_name(previous) => lex::literal_length(&text[at..]).unwrap_or(1),
            c => c.len_utf8(),
        };
        previous = c;
        at += step;
    }
    text[..at].trim_end_matches([' ', '\t']).len()
}

/// Reports illegal characters, even where no parser will look: bodies never expanded, text
/// after `end`. Returns whether the line is clean.
pub(crate) fn check_characters(
    lines: &Lines,
    line: &Line,
    diagnostics: &mut Vec<Diagnostic>,
) -> bool {
    let code = &line.text[..body_code_length(&line.text).max(code_length(&line.text))];
    let mut at = 0;
    let setting = code.split_ascii_whitespace().any(|word| word == "set");
    while let Some(c) = code[at..].chars().next() {
        let step = match c {
            '"' | '\'' => lex::literal_length(&code[at..]).unwrap_or(1),
            c if lex::continues_name(c) || " \t,:>+-()$?*/".contains(c) => 1,
            '=' if setting => 1,
            c => {
                diagnostics.push(lines.place_on(
                    bad_character(c),
                    line,
                    at as u32,
                    (at + c.len_utf8()) as u32,
                ));
                return false;
            }
        };
        at += step;
    }
    true
}

/// The error for a character outside the language.
pub(crate) fn bad_character(c: char) -> Diagnostic {
    let help = match c {
        ';' | '/' | '!' => Some("a comment starts with `#`"),
        '\r' => Some("end lines with LF or CRLF, not with CR alone"),
        '\u{a0}' => Some("this is a no-break space: use an ordinary one"),
        '[' | ']' => Some("memory is reached through a register: `ld r0, r1`, `st r0, r1`"),
        '$' | '?' => Some("`$1` and `?name` have a meaning only inside a macro"),
        '=' => Some("a constant is `set NAME = value`, or `define NAME, value`"),
        '“' | '”' | '‘' | '’' | '«' | '»' => Some("use the plain quotes \" and '"),
        c if c.is_alphabetic() => Some("names have only the letters A-Z and a-z"),
        _ => None,
    };
    let shown: String = c.escape_debug().collect();
    let error = Diagnostic::error(format!("the character `{shown}` has no meaning here"))
        .maybe_help(help.map(str::to_owned));
    let meant = match c {
        ';' => "#",
        '\u{a0}' => " ",
        '“' | '”' | '«' | '»' => "\"",
        '‘' | '’' => "'",
        _ => return error,
    };
    error.fix(Fix::Replace(meant.to_owned()))
}
