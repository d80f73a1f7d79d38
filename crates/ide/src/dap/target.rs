//! The debugged target, as the adapter sees it.

use cdm8::bus::Space;
use cdm8::debug::Computer;
use cdm8::symbols::Symbols;

/// A kind of motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    Continue,
    /// Lines or instructions: over calls, into them, out of the subroutine, back.
    Over,
    Into,
    Out,
    Back,
    ReverseContinue,
}

/// Why it stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stopped {
    Step,
    /// At a breakpoint, by its number.
    Point(usize),
    /// At the first moment.
    Start,
    /// The program cannot continue; the reason.
    Ended(String),
    /// The program runs on a faulty processor; an explanation.
    Fault(String),
    Pause,
    /// In progress: continue the same motion.
    Working,
}

/// The place or event to stop at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    pub kind: PointKind,
    /// In the language of docs/expectations.md.
    pub condition: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointKind {
    /// Before the instruction at an address of a bank.
    Code { bank: usize, address: u8 },
    /// A byte of data changes.
    Changes(u8),
    /// A byte of data is written, whatever its value.
    Writes(u8),
}

/// A value of the tree of variables that belongs to the target alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaf {
    pub name: String,
    pub value: String,
    pub children: Vec<Leaf>,
    /// The argument of [`Target::inside`], if there is too much inside to list at once.
    pub inside: Option<u64>,
    /// The name by which [`Target::named`] and [`Target::set_named`] know it.
    pub path: Option<String>,
}

impl Leaf {
    pub fn new(name: impl Into<String>, value: impl Into<String>) -> Leaf {
        Leaf {
            name: name.into(),
            value: value.into(),
            children: Vec::new(),
            inside: None,
            path: None,
        }
    }
}

pub trait Target {
    /// Registers and memory as they are now.
    fn computer(&self) -> Computer;

    /// The selected bank of ROM, from 0.
    fn bank(&self) -> usize {
        0
    }

    /// Symbols of each bank.
    fn symbols(&self) -> &[Symbols];

    /// Replaces all breakpoints; each gets a number or a reason against it.
    fn set_points(&mut self, points: &[Point]) -> Vec<Result<usize, String>>;

    /// Runs for a while. `instructions`: by instructions, not by lines.
    fn go(&mut self, motion: Motion, instructions: bool) -> Stopped;

    /// Ends the motion in progress.
    fn pause(&mut self) {}

    /// Changes a register, a flag or a byte: `r0`, `z`, `[0x10]`.
    fn set(&mut self, what: &str, value: &str) -> Result<u8, String>;

    fn set_byte(&mut self, space: Space, address: u8, value: u8) -> Result<(), String>;

    fn restart(&mut self);

    /// A line of the debug console.
    fn command(&mut self, line: &str) -> String;

    /// The visible parts of the machine around the processor: a title and values.
    fn outside(&self) -> Option<(String, Vec<Leaf>)> {
        None
    }

    /// The contents of a leaf that has any.
    fn inside(&self, _number: u64) -> Vec<Leaf> {
        Vec::new()
    }

    /// The value of a part around the processor, if this is the name of one.
    fn named(&self, _name: &str) -> Option<Result<String, String>> {
        None
    }

    /// Changes a part around the processor; returns its new value.
    fn set_named(&mut self, name: &str, _value: &str) -> Result<String, String> {
        Err(format!("{name} cannot be set"))
    }
}
