//! Test results as values, and the formats other programs read. Consoles, circuits and programs share this
//! model, so that a teacher's tools need to know only one.
//!
//! ```text
//!   grade ──────┐                ┌── text, HTML: people
//!   circuit test ├──► Report ────┼── JSON, CSV, JUnit XML, TAP: tools
//!   cdm8 test ──┘                └── Gradescope, classroom50: where students hand in
//! ```

mod class;
mod classroom;
mod gradescope;
mod html;
mod junit;
mod plain;
mod tables;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

pub use class::{Class, Pair};
pub use html::opening;

/// How a test ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    Passed,
    Failed,
    /// It could not be run at all, because of what is tested.
    Error,
    /// There is nothing to test it with, or it did not come up.
    Untested,
}

impl Outcome {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Outcome::Passed => "passed",
            Outcome::Failed => "failed",
            Outcome::Error => "error",
            Outcome::Untested => "untested",
        }
    }
}

/// One test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Test {
    /// For programs: kebab-case.
    pub id: String,
    pub name: String,
    pub outcome: Outcome,
    pub points: u32,
    pub max_points: u32,
    /// Not to be shown to students.
    pub hidden: bool,
    /// How often it was tested, if that is counted.
    pub checked: u64,
    /// The fault; empty if all is well.
    pub output: String,
    /// Replays the fault, with `mancala circuit run --script`.
    pub script: Option<String>,
    /// The actions of a run for `mancala circuit debug --replay` that ends at the fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
    /// Opens the page at the fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
}

impl Test {
    /// It was not tested, and its points count neither way.
    pub(crate) fn is_left_out(&self) -> bool {
        self.outcome == Outcome::Untested && self.max_points == 0
    }
}

/// A measurement without points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fact {
    /// For programs: kebab-case.
    pub id: String,
    pub name: String,
    pub value: String,
}

impl Fact {
    pub fn new(id: &str, name: &str, value: impl fmt::Display) -> Fact {
        Fact {
            id: id.to_owned(),
            name: name.to_owned(),
            value: value.to_string(),
        }
    }
}

/// The results of one console, circuit or program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// Whose it is, or which file.
    pub name: String,
    pub tests: Vec<Test>,
    pub facts: Vec<Fact>,
    pub notes: Vec<String>,
}

/// Information the report itself lacks; each may be empty.
#[derive(Clone, Debug, Default)]
pub struct About {
    pub classroom: String,
    pub assignment: String,
    pub submission: String,
    pub commit: String,
    pub release: String,
    pub review: String,
    pub datetime: String,
}

/// An output format for a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    #[default]
    Text,
    Json,
    Csv,
    Junit,
    Tap,
    Gradescope,
    Classroom,
    Html,
}

impl Format {
    pub const ALL: [Format; 8] = [
        Format::Text,
        Format::Json,
        Format::Csv,
        Format::Junit,
        Format::Tap,
        Format::Gradescope,
        Format::Classroom,
        Format::Html,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Format::Text => "text",
            Format::Json => "json",
            Format::Csv => "csv",
            Format::Junit => "junit",
            Format::Tap => "tap",
            Format::Gradescope => "gradescope",
            Format::Classroom => "classroom50",
            Format::Html => "html",
        }
    }

    /// The usual file name in this format.
    pub fn file_name(self) -> &'static str {
        match self {
            Format::Text => "marks.txt",
            Format::Json => "marks.json",
            Format::Csv => "marks.csv",
            Format::Junit => "junit.xml",
            Format::Tap => "marks.tap",
            Format::Gradescope => "results.json",
            Format::Classroom => "classroom50.json",
            Format::Html => "marks.html",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Format {
    type Err = String;

    fn from_str(text: &str) -> Result<Format, String> {
        let found = Format::ALL.into_iter().find(|format| format.name() == text);
        let names = || Format::ALL.map(Format::name).join(", ");
        found.ok_or_else(|| format!("unknown format '{text}': there are {}", names()))
    }
}

impl Report {
    pub fn points(&self) -> u32 {
        self.tests.iter().map(|test| test.points).sum()
    }

    pub fn max_points(&self) -> u32 {
        self.tests.iter().map(|test| test.max_points).sum()
    }

    /// The report in a format, ready for a file.
    pub fn write(&self, format: Format, about: &About) -> String {
        match format {
            Format::Text => plain::text(self),
            Format::Tap => plain::tap(self),
            Format::Csv => tables::csv(self),
            Format::Json => tables::json(self),
            Format::Junit => junit::xml(&[self]),
            Format::Gradescope => gradescope::json(self),
            Format::Classroom => classroom::json(self, about),
            Format::Html => html::page(self),
        }
    }
}

/// Text for XML and HTML. What neither may contain becomes a replacement character.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' => escaped.push(character),
            forbidden if is_forbidden(forbidden) => escaped.push('\u{fffd}'),
            other => escaped.push(other),
        }
    }
    escaped
}

/// Characters that XML, HTML and YAML do not allow in any form.
fn is_forbidden(character: char) -> bool {
    character.is_control()
        || (character as u32) & 0xFFFE == 0xFFFE
        || ('\u{fdd0}'..='\u{fdef}').contains(&character)
}
