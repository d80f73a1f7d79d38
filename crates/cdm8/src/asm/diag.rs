//! What the assembler and the linker say: errors and warnings as data, with the places they mean.
//!
//! A diagnostic owns everything it shows, so it outlives the sources. `Display` gives the full
//! plain text:
//!
//! ```text
//! error: unknown instruction `psh`
//!  --> prog.asm:3:5
//!   |
//! 3 |     psh r0
//!   |     ^^^ expected an instruction, a directive or a macro
//!   = help: did you mean `push`?
//! ```

use std::fmt;

use super::warning::Warning;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    Error,
    Warning(Warning),
}

/// A stretch of one source line, with the line itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    pub file: String,
    /// Counted from 1.
    pub line: u32,
    /// In characters, counted from 1.
    pub column: u32,
    /// In characters, at least 1.
    pub width: u32,
    pub text: String,
}

/// A second place that belongs to a diagnostic: the macro's body line, an earlier definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    pub message: String,
    pub at: Option<Excerpt>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub severity: Severity,
    pub message: String,
    /// `None`: it concerns the program as a whole.
    pub at: Option<Excerpt>,
    /// What stands beside the mark: usually what was expected. May be empty.
    pub label: String,
    pub notes: Vec<Note>,
    /// What to do about it.
    pub help: Option<String>,
}

impl Diagnostic {
    pub fn error(message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Error, message)
    }

    pub fn warning(warning: Warning, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Warning(warning), message)
    }

    fn new(severity: Severity, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity,
            message: message.into(),
            at: None,
            label: String::new(),
            notes: Vec::new(),
            help: None,
        }
    }

    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    pub fn label(mut self, label: impl Into<String>) -> Diagnostic {
        self.label = label.into();
        self
    }

    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// `help`, if there is any to give.
    pub fn maybe_help(mut self, help: Option<String>) -> Diagnostic {
        self.help = help.or(self.help);
        self
    }

    pub fn note(mut self, message: impl Into<String>, at: Option<Excerpt>) -> Diagnostic {
        self.notes.push(Note {
            message: message.into(),
            at,
        });
        self
    }

    pub fn at(mut self, at: Excerpt) -> Diagnostic {
        self.at = Some(at);
        self
    }

    /// The text of `Display`, with the given paint.
    pub fn render(&self, paint: Paint) -> String {
        let mut out = String::new();
        let (word, colour) = match self.severity {
            Severity::Error => ("error".to_owned(), Ink::Red),
            Severity::Warning(warning) => (format!("warning[{}]", warning.name()), Ink::Yellow),
        };
        out += &paint.ink(colour, &word);
        out += &paint.ink(Ink::Bold, &format!(": {}", self.message));
        out.push('\n');
        let gutter = self.gutter();
        if let Some(at) = &self.at {
            excerpt(&mut out, at, &self.label, gutter, paint, colour);
        }
        for note in &self.notes {
            let head = paint.ink(Ink::Blue, "note");
            out += &format!("{:gutter$} = {head}: {}\n", "", note.message);
            if let Some(at) = &note.at {
                excerpt(&mut out, at, "", gutter, paint, Ink::Blue);
            }
        }
        if let Some(help) = &self.help {
            out += &format!(
                "{:gutter$} = {}: {help}\n",
                "",
                paint.ink(Ink::Blue, "help")
            );
        }
        out
    }

    /// Columns the widest line number takes.
    fn gutter(&self) -> usize {
        let places = self
            .at
            .iter()
            .chain(self.notes.iter().filter_map(|n| n.at.as_ref()));
        places
            .map(|at| at.line.to_string().len())
            .max()
            .unwrap_or(1)
    }
}

/// Lines longer than this are shown as a window around the mark.
const WIDEST: usize = 120;

fn excerpt(out: &mut String, at: &Excerpt, label: &str, gutter: usize, paint: Paint, colour: Ink) {
    let bar = paint.ink(Ink::Blue, "|");
    let (text, column) = window(at);
    let lead: String = (text.chars().take(column - 1))
        .map(|c| if c == '\t' { '\t' } else { ' ' })
        .collect();
    let room = text.chars().count().saturating_sub(column - 1).max(1);
    let mark = "^".repeat((at.width as usize).clamp(1, room));
    let arrow = paint.ink(Ink::Blue, "-->");
    *out += &format!(
        "{:gutter$}{arrow} {}:{}:{}\n",
        "", at.file, at.line, at.column
    );
    *out += &format!("{:gutter$} {bar}\n", "");
    *out += &format!("{:gutter$} {bar} {text}\n", at.line);
    let marked = paint.ink(colour, format!("{mark} {label}").trim_end());
    *out += &format!("{:gutter$} {bar} {lead}{marked}\n", "");
}

/// The part of the line to show, without control characters, and the column of the mark in it.
fn window(at: &Excerpt) -> (String, usize) {
    let column = at.column.max(1) as usize;
    let skip = column.saturating_sub(WIDEST / 2);
    let shown = at.text.chars().skip(skip).take(WIDEST);
    let text = shown
        .map(|c| {
            if c.is_control() && c != '\t' {
                '\u{fffd}'
            } else {
                c
            }
        })
        .collect();
    (text, column - skip)
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(Paint::Plain))
    }
}

/// Whether the text of a diagnostic carries terminal colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    Plain,
    Coloured,
}

#[derive(Clone, Copy)]
enum Ink {
    Red,
    Yellow,
    Blue,
    Bold,
}

impl Paint {
    fn ink(self, ink: Ink, text: &str) -> String {
        let code = match ink {
            Ink::Red => "1;31",
            Ink::Yellow => "1;33",
            Ink::Blue => "1;34",
            Ink::Bold => "1",
        };
        match self {
            Paint::Plain => text.to_owned(),
            Paint::Coloured => format!("\x1b[{code}m{text}\x1b[0m"),
        }
    }
}

/// `1 byte`, `2 bytes`.
pub fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
