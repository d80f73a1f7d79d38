//! The outcomes of checks.

use diag::Diagnostic;
use serde::Serialize;

use crate::words::Words;

/// A sentence, by its key in the catalogue of texts, and the values for its places.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Said {
    pub key: &'static str,
    pub values: Vec<(&'static str, String)>,
}

/// Every sentence, with the names of its places in alphabetical order.
pub const SENTENCES: [(&str, &[&str]); 16] = [
    ("course.fails.assembly", &[]),
    ("course.fails.check", &["file", "why"]),
    ("course.fails.labels", &["why"]),
    ("course.fails.no-circuit", &["circuit"]),
    ("course.fails.panel", &[]),
    ("course.fails.pins", &["why"]),
    ("course.fails.unreadable", &[]),
    ("course.wrong.console", &["test", "why"]),
    (
        "course.wrong.differs",
        &["expected", "found", "output", "when"],
    ),
    ("course.wrong.drives", &["found", "output", "when"]),
    ("course.wrong.end", &["expected", "found"]),
    ("course.wrong.endless", &["clocks"]),
    ("course.wrong.floats", &["expected", "output", "when"]),
    ("course.wrong.restless", &["when"]),
    ("course.wrong.script", &["line", "why"]),
    ("course.wrong.value", &["expected", "found", "output"]),
];

impl Said {
    /// Values that the sentence has no place for are left out.
    pub(crate) fn new(key: &'static str, values: Vec<(&'static str, String)>) -> Said {
        let sentence = SENTENCES.iter().find(|(known, _)| *known == key);
        let places = sentence.map_or(&[][..], |(_, places)| places);
        debug_assert!(
            sentence.is_some()
                && places
                    .iter()
                    .all(|place| values.iter().any(|(name, _)| name == place))
        );
        let values = values.into_iter().filter(|(name, _)| places.contains(name));
        let values = values.collect();
        Said { key, values }
    }
}

/// Where to look at a failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Moment {
    /// A run for the student's circuit that ends there.
    Circuit { run: String },
    /// Commands for the debugger before the program runs to its end.
    Program {
        memory: &'static str,
        commands: Vec<String>,
        /// No longer than this.
        clocks: u64,
    },
}

/// Why a check does not pass.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Failure {
    /// The first fault, then the others.
    pub said: Vec<Said>,
    /// Its meaning in this task.
    pub explained: Option<Words>,
    /// The steps that lead there.
    pub steps: Vec<String>,
    /// The mistakes in the student's file, before anything ran.
    pub findings: Vec<Diagnostic>,
    pub moment: Option<Box<Moment>>,
}

impl Failure {
    pub(crate) fn said(key: &'static str, values: Vec<(&'static str, String)>) -> Failure {
        Failure {
            said: vec![Said::new(key, values)],
            ..Failure::default()
        }
    }

    /// A file that cannot be run at all.
    pub(crate) fn findings(key: &'static str, findings: Vec<Diagnostic>) -> Failure {
        Failure {
            findings,
            ..Failure::said(key, Vec::new())
        }
    }
}

/// The outcome of one check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    Passed,
    /// For all inputs, and how that is known: no random run stands in for it.
    Proven,
    Failed(Box<Failure>),
}

impl Outcome {
    pub fn passed(&self) -> bool {
        !matches!(self, Outcome::Failed(_))
    }

    pub(crate) fn failure_mut(&mut self) -> Option<&mut Failure> {
        match self {
            Outcome::Failed(failure) => Some(failure),
            _ => None,
        }
    }

    pub fn failure(&self) -> Option<&Failure> {
        match self {
            Outcome::Failed(failure) => Some(failure),
            _ => None,
        }
    }
}

impl From<Failure> for Outcome {
    fn from(failure: Failure) -> Outcome {
        Outcome::Failed(Box::new(failure))
    }
}
