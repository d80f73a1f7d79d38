//! The results of running a script.

use std::fmt;

/// An expectation that did not hold, or something that ended a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    pub line: usize,
    /// The line as written.
    pub text: String,
    pub half_tick: u64,
    /// Index in [`Report::tests`].
    pub test: Option<usize>,
    pub why: Why,
    /// The message from the script.
    pub message: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    Expectation(Vec<Mismatch>),
    /// The condition did not come true within this many half-ticks.
    Timeout {
        limit: u64,
        missing: Vec<Mismatch>,
    },
    /// The circuit oscillates; the parts that still change.
    Oscillation(Vec<String>),
    /// The script exceeded its limit of half-ticks.
    TooLong {
        limit: u64,
    },
    /// A keyboard is full, an image does not fit ...
    Impossible(String),
}

/// One comparison that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    pub path: String,
    pub expected: String,
    pub found: String,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Mismatch {
            path,
            expected,
            found,
        } = self;
        write!(f, "{path}: expected {expected}, found {found}")
    }
}

fn joined(mismatches: &[Mismatch]) -> String {
    let texts: Vec<String> = mismatches.iter().map(Mismatch::to_string).collect();
    texts.join("; ")
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::Expectation(mismatches) => f.write_str(&joined(mismatches)),
            Why::Timeout { limit, missing } => {
                let limit = diag::count(*limit, "half-tick");
                write!(f, "waited {limit} in vain: {}", joined(missing))
            }
            Why::Oscillation(parts) => {
                write!(
                    f,
                    "the circuit oscillates; still changing: {}",
                    parts.join(", ")
                )
            }
            Why::TooLong { limit } => {
                write!(f, "more than {}", diag::count(*limit, "half-tick"))
            }
            Why::Impossible(what) => f.write_str(what),
        }
    }
}

/// `line 12: /sum: expected 5, found 7 (half-tick 40)`
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.why)?;
        if let Some(message) = &self.message {
            write!(f, " ({message})")?;
        }
        write!(f, " [half-tick {}]", self.half_tick)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestReport {
    pub name: String,
    pub line: usize,
    pub points: u32,
    pub expectations: usize,
    pub failures: usize,
    /// How many of the failures cost only the points of their own expectation.
    pub cost_own_points: usize,
}

impl TestReport {
    pub fn passed(&self) -> bool {
        self.failures == 0
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Expectations checked.
    pub expectations: usize,
    pub failures: Vec<Failure>,
    pub tests: Vec<TestReport>,
    /// Points earned and available for single expectations.
    pub own_points: (u32, u32),
    /// The script was given up before its end, because of its last failure.
    pub given_up: bool,
}

impl Report {
    pub fn passed(&self) -> bool {
        self.failures.is_empty()
    }

    /// Points earned, and points in all.
    pub fn points(&self) -> (u32, u32) {
        let (got, worth) = self.own_points;
        self.tests.iter().fold((got, worth), |(got, worth), test| {
            let earned = match test.failures == test.cost_own_points {
                true => test.points,
                false => 0,
            };
            (
                got.saturating_add(earned),
                worth.saturating_add(test.points),
            )
        })
    }
}
