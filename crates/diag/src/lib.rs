//! Diagnostics about a user's files: errors and warnings as values, with their places.
//!
//! A diagnostic owns everything it shows, so it outlives the sources. `Display` gives the full plain text:
//!
//! ```text
//! error: unknown instruction `psh`
//!  --> prog.asm:3:5
//!   |
//! 3 |     psh r0
//!   |     ^^^ expected an instruction, a directive or a macro
//!   |
//!   = help: did you mean `push`?
//! ```

use std::fmt::Display;

mod list;
mod place;
mod render;
mod suggest;

pub use list::Diagnostics;
pub use place::{Drawing, Excerpt, Place, without_mark};
pub use render::Paint;
pub use suggest::nearest;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Works as written, but is probably not intended.
    Warning,
    /// Does not work as written.
    Error,
}

impl Severity {
    pub fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        }
    }
}

/// A second place that belongs to a diagnostic: the macro's body line, an earlier definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    pub message: String,
    pub at: Option<Place>,
}

/// A change to the text that fixes a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fix {
    /// This text in place of the marked stretch.
    Replace(String),
    /// A line with this text before the marked line.
    LineBefore(String),
    /// A line with this text after the marked line.
    LineAfter(String),
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub severity: Severity,
    /// The kind of finding in kebab-case, for programs and for suppressing it.
    pub code: Option<&'static str>,
    pub message: String,
    /// `None`: it concerns the whole file.
    pub at: Option<Place>,
    /// The label at the mark: usually what was expected. May be empty.
    pub label: String,
    pub notes: Vec<Note>,
    /// What to do about it.
    pub help: Option<String>,
    /// A fix for editors, where one change is likely to be right.
    pub fix: Option<Fix>,
}

impl Diagnostic {
    pub fn error(message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Error, message)
    }

    pub fn warning(code: impl Into<&'static str>, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Warning, message).code(code)
    }

    fn new(severity: Severity, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity,
            code: None,
            message: message.into(),
            at: None,
            label: String::new(),
            notes: Vec::new(),
            help: None,
            fix: None,
        }
    }

    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    #[must_use]
    pub fn code(mut self, code: impl Into<&'static str>) -> Diagnostic {
        self.code = Some(code.into());
        self
    }

    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Diagnostic {
        self.label = label.into();
        self
    }

    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// `help`, if there is any to give.
    #[must_use]
    pub fn maybe_help(mut self, help: Option<String>) -> Diagnostic {
        self.help = help.or(self.help);
        self
    }

    /// Adds a fix for editors.
    #[must_use]
    pub fn fix(mut self, fix: Fix) -> Diagnostic {
        self.fix = Some(fix);
        self
    }

    /// "did you mean", and the change that goes with it, if there is a likely word.
    #[must_use]
    pub fn did_you_mean(self, word: Option<&str>) -> Diagnostic {
        match word {
            Some(word) => self
                .help(format!("did you mean `{word}`?"))
                .fix(Fix::Replace(word.to_owned())),
            None => self,
        }
    }

    #[must_use]
    pub fn note(mut self, message: impl Into<String>, at: Option<Excerpt>) -> Diagnostic {
        self.notes.push(Note {
            message: message.into(),
            at: at.map(Place::Text),
        });
        self
    }

    /// Puts it at a stretch of text.
    #[must_use]
    pub fn at(mut self, at: Excerpt) -> Diagnostic {
        self.at = Some(Place::Text(at));
        self
    }

    /// Puts it into a file of drawings.
    #[must_use]
    pub fn in_file(mut self, file: &str) -> Diagnostic {
        self.drawing_mut().file = Some(file.to_owned());
        self
    }

    /// Puts it into a drawing of that file.
    #[must_use]
    pub fn in_circuit(mut self, name: &str) -> Diagnostic {
        self.drawing_mut().name = Some(name.to_owned());
        self
    }

    /// Puts it at a point of that drawing.
    #[must_use]
    pub fn at_point(mut self, point: impl Into<(i32, i32)>) -> Diagnostic {
        self.drawing_mut().point = Some(point.into());
        self
    }

    fn drawing_mut(&mut self) -> &mut Drawing {
        if !matches!(self.at, Some(Place::Drawing(_))) {
            self.at = Some(Place::Drawing(Drawing::default()));
        }
        match &mut self.at {
            Some(Place::Drawing(drawing)) => drawing,
            _ => unreachable!("it was made one just now"),
        }
    }

    /// The text it is at.
    pub fn excerpt(&self) -> Option<&Excerpt> {
        self.at.as_ref().and_then(Place::excerpt)
    }

    /// The drawing it is in.
    pub fn drawing(&self) -> Option<&Drawing> {
        match &self.at {
            Some(Place::Drawing(drawing)) => Some(drawing),
            _ => None,
        }
    }
}

/// `1 byte`, `2 bytes`.
pub fn count(number: impl Copy + Display + PartialEq + From<u8>, what: &str) -> String {
    let ending = if number == 1.into() { "" } else { "s" };
    format!("{number} {what}{ending}")
}
