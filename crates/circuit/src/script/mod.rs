//! Scripts: commands for a circuit and expectations of it, line by line.
//!
//! ```text
//!   text ── parse ──> Script ── bind ──> targets in a circuit ── run ──> Report
//!                            (Problem: line, column)          (Failure)
//! ```
//!
//! All mistakes in a script are found before anything runs, and reported together: words that
//! cannot be read, names, widths and kinds of parts.

mod bind;
mod parse;
mod report;
mod run;

use std::fmt;

use diag::{Diagnostic, Excerpt};
use expect::Expectation;

pub use bind::{Question, targets};
pub use parse::parse;
pub use report::{Failure, Mismatch, Report, TestReport, Why};
pub use run::{Limits, Stage, run, run_in};

use crate::reference::Reference;
use crate::value::Word;

/// Something wrong with a script, with line and column (from 1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub line: usize,
    pub column: usize,
    pub what: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "line {}, column {}: {}",
            self.line, self.column, self.what
        )
    }
}

impl Problem {
    /// The same, with the word of the text it is about.
    pub fn in_text(&self, file: &str, text: &str) -> Diagnostic {
        let mut lines = diag::without_mark(text).lines();
        let line = lines.nth(self.line.saturating_sub(1)).unwrap_or("");
        let start = line.char_indices().nth(self.column.saturating_sub(1));
        let start = start.map_or(line.len(), |(at, _)| at);
        let word = line[start..].split(char::is_whitespace).next();
        let end = start + word.map_or(0, str::len);
        Diagnostic::error(&self.what).at(Excerpt::new(file, self.line, line, start, end))
    }
}

/// A parsed script; whether its names exist depends on the circuit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Script {
    pub lines: Vec<Statement>,
    /// All names in the lines.
    pub spots: Vec<Spot>,
    /// Lines that cannot be parsed. A script with any does not run.
    pub problems: Vec<Problem>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    pub number: usize,
    /// The line as written, without blanks around it.
    pub text: String,
    pub command: Command,
}

/// A name in a script and its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    pub reference: Reference,
    pub line: usize,
    pub column: usize,
}

/// Index in [`Script::spots`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpotId(pub usize);

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    Advance(Amount),
    Press(SpotId),
    Release(SpotId),
    /// Press, run (a clock cycle by default), release.
    Click(SpotId, Option<Amount>),
    Set(SpotId, Pattern),
    Type(SpotId, String),
    Joystick(SpotId, i8, i8),
    /// Fills a memory from a file.
    Load(SpotId, String),
    Wait(Condition, Amount),
    Print(Vec<Item>),
    /// Draws displays as text; all of them if none is named.
    Show(Vec<SpotId>),
    Expect(Expectation<SpotId, Operand>),
    /// Back to the start, with memories as they were loaded.
    Reset,
    /// The lines up to the next one are a test with this name, from the state before the first test.
    Test {
        name: String,
        points: u32,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    HalfTicks,
    Cycles,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amount {
    pub count: u64,
    pub unit: Unit,
}

/// A comparison in a script: a part or one of its ports with a value.
pub type Condition = expect::Condition<SpotId, Operand>;
pub(crate) type Comparison = expect::Comparison<SpotId, Operand>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operand {
    Pattern(Pattern),
    /// The content of a display.
    Text(String),
    Spot(SpotId),
}

/// A value as written: its width may come from what it is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// Takes the width of the other side; negative numbers are two's complement.
    Number(i64),
    /// Bits one by one; those not in `care` may be anything.
    Bits {
        word: Word,
        care: u32,
        width: u32,
    },
    AllFloating,
    AllError,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    Text(String),
    Value(SpotId, Form),
}

/// The format of a printed value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    #[default]
    Plain,
    Hexadecimal,
    Binary,
    Decimal,
    Signed,
    Character,
}
