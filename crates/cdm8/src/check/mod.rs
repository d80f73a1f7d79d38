//! Tests of assembly programs: expectations, written in comments of its source or in a file beside it.
//!
//! ```text
//! #! test sums the table            starts a test; lines before the first one hold for all
//! #! memory harvard                 or von-neumann
//! #! variant mark5                  or mark5-devkit, ideal
//! #! set table = 1 2 3              bytes before the run, from a label or address on
//! #! set r0 = -1                    a register, flag, sp, ps or pc before the run
//! #! input 0xf0 = 1 2 'a' "bc"      bytes that reads of an address take one after the other
//! #! irq 100:3                      an interrupt
//! #! expect sum = 6                 bytes after the run; _ is any byte
//! #! expect r1 >= 0x10              a register, flag, sp, ps or pc after the run
//! #! expect output 0xf1 = "ok"      all bytes written to an address
//! #! expect stop = halt             or illegal, waiting, frozen, limit; halt if not said
//! #! clocks 500                     at most
//! #! points 2                       the points of the test
//! ```
//!
//! Expectations are those of the crate `expect`: `and`, `or`, a message after `else`, points of their own.

mod read;
mod run;
#[cfg(test)]
mod tests;

use expect::Expectation;

use crate::bus::Space;
use crate::cpu::Stop;
use crate::debug::expr::Thing;
use crate::devices::{Input, Pulse};
use crate::memory::Organisation;
use crate::variant::Variant;

pub use read::{in_comments, in_lines, read, worth};
pub use run::{Failure, Report, run};

/// Clocks a test may take if it does not say.
pub const CLOCKS: u64 = 1_000_000;

/// How a test runs by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Defaults {
    pub variant: Variant,
    pub memory: Organisation,
}

/// The preparation of a run and the expectations after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    pub name: String,
    /// Where it starts, from 1.
    pub line: usize,
    pub variant: Variant,
    pub memory: Organisation,
    pub sets: Vec<(Subject, Vec<u8>)>,
    pub inputs: Vec<Input>,
    pub irq: Vec<Pulse>,
    pub expectations: Vec<Expected>,
    pub stop: StopKind,
    /// The limit the test names, if it names one.
    pub clocks: Option<u64>,
    /// For all expectations without separate points.
    pub points: u32,
}

/// An object a test sets or checks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A register, a flag, sp, ps, pc.
    Thing(Thing),
    /// Bytes from an address on.
    Bytes(Space, u8),
    /// Everything written to an address.
    Output(u8),
    /// How the run ends.
    Stop,
}

/// A subject with the words a test has for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    pub text: String,
    pub subject: Subject,
}

/// A value a subject is compared with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// `None` is any byte.
    Bytes(Vec<Option<u8>>),
    Stop(StopKind),
}

/// An expectation of a test and its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    pub line: usize,
    pub expectation: Expectation<Named, Value>,
}

/// A line of a test, perhaps behind a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// From 1.
    pub number: usize,
    /// All of it.
    pub whole: &'a str,
    /// The byte at which the test's text starts.
    pub start: usize,
}

impl Check {
    /// Its own points and those of its expectations.
    pub fn worth(&self) -> u32 {
        let expectations = self.expectations.iter();
        let points = expectations.filter_map(|expected| expected.expectation.points);
        points.fold(self.points, u32::saturating_add)
    }
}

/// The expected end of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StopKind {
    #[default]
    Halt,
    Illegal,
    Waiting,
    Frozen,
    Limit,
}

impl StopKind {
    pub const ALL: [StopKind; 5] = [
        StopKind::Halt,
        StopKind::Illegal,
        StopKind::Waiting,
        StopKind::Frozen,
        StopKind::Limit,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            StopKind::Halt => "halt",
            StopKind::Illegal => "illegal",
            StopKind::Waiting => "waiting",
            StopKind::Frozen => "frozen",
            StopKind::Limit => "limit",
        }
    }
}

impl From<Stop> for StopKind {
    fn from(stop: Stop) -> StopKind {
        match stop {
            Stop::Halt => StopKind::Halt,
            Stop::Illegal(_) => StopKind::Illegal,
            Stop::Waiting => StopKind::Waiting,
            Stop::Frozen => StopKind::Frozen,
            Stop::ClockLimit => StopKind::Limit,
        }
    }
}
