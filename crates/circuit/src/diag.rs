//! What a reader tells a person: what is wrong, in which circuit, where.

use std::fmt;

use crate::project::Location;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Runs as written, but is probably not meant so.
    Warning,
    /// Part of the circuit is missing or cannot work.
    Error,
}

/// One finding. `code` names its sort in kebab-case for programs, e.g. `width-conflict`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub severity: Severity,
    pub code: &'static str,
    pub message: String,
    pub file: Option<String>,
    pub circuit: Option<String>,
    pub location: Option<Location>,
}

impl Diagnostic {
    pub fn error(code: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Error, code, message.into())
    }

    pub fn warning(code: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Warning, code, message.into())
    }

    fn new(severity: Severity, code: &'static str, message: String) -> Diagnostic {
        Diagnostic {
            severity,
            code,
            message,
            file: None,
            circuit: None,
            location: None,
        }
    }

    #[must_use]
    pub fn in_file(mut self, file: &str) -> Diagnostic {
        self.file = Some(file.into());
        self
    }

    #[must_use]
    pub fn in_circuit(mut self, circuit: &str) -> Diagnostic {
        self.circuit = Some(circuit.into());
        self
    }

    #[must_use]
    pub fn at(mut self, location: Location) -> Diagnostic {
        self.location = Some(location);
        self
    }
}

/// `error: file.circ: circuit 'main' at 100,200: message [code]`
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.severity {
            Severity::Error => "error: ",
            Severity::Warning => "warning: ",
        })?;
        if let Some(file) = &self.file {
            write!(f, "{file}: ")?;
        }
        match (&self.circuit, self.location) {
            (Some(circuit), Some(at)) => write!(f, "circuit '{circuit}' at {at}: ")?,
            (Some(circuit), None) => write!(f, "circuit '{circuit}': ")?,
            (None, Some(at)) => write!(f, "at {at}: ")?,
            (None, None) => {}
        }
        write!(f, "{} [{}]", self.message, self.code)
    }
}

/// Collects diagnostics up to a limit, so that a hostile file cannot fill the memory with them.
#[derive(Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    dropped: usize,
}

const LIMIT: usize = 10_000;

impl Diagnostics {
    pub fn push(&mut self, diagnostic: Diagnostic) {
        if self.list.len() < LIMIT {
            self.list.push(diagnostic);
        } else {
            self.dropped += 1;
        }
    }

    pub fn into_vec(mut self) -> Vec<Diagnostic> {
        if self.dropped > 0 {
            let more = format!("{} further findings are not listed", self.dropped);
            self.list
                .push(Diagnostic::warning("too-many-findings", more));
        }
        self.list
    }
}
