//! Marks as values, and the formats other programs read them in.

mod classroom;
mod gradescope;
mod html;
mod junit;
mod plain;
mod tables;

use std::fmt;
use std::str::FromStr;

/// How a test ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Passed,
    Failed,
    /// The console has nothing to test it with, or it did not come up.
    Untested,
}

/// One test.
#[derive(Clone, Debug)]
pub struct Test {
    /// For programs: kebab-case.
    pub id: String,
    pub name: String,
    pub outcome: Outcome,
    pub points: u32,
    pub max_points: u32,
    /// Not to be shown to students.
    pub hidden: bool,
    /// How often it was looked at.
    pub checked: u64,
    /// What was found; empty if all is well.
    pub output: String,
    /// Replays what was found, with `mancala circuit run --script`.
    pub script: Option<String>,
}

/// The marks of one console.
#[derive(Clone, Debug)]
pub struct Report {
    /// Whose console, or which file.
    pub name: String,
    pub tests: Vec<Test>,
    pub notes: Vec<String>,
}

/// What the report itself does not know; each may be empty.
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

/// A way to write a report.
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
            Format::Junit => junit::xml(self),
            Format::Gradescope => gradescope::json(self),
            Format::Classroom => classroom::json(self, about),
            Format::Html => html::page(self),
        }
    }
}

/// Text for XML and HTML.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' => escaped.push(character),
            control if control.is_control() => escaped.push('\u{fffd}'),
            other => escaped.push(other),
        }
    }
    escaped
}
