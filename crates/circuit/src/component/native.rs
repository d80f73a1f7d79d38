//! Native parts: a Rust value with the pins of a sub-circuit stands in for it.

use super::{Direction, Io, State};
use crate::value::{Value, Word};

/// A pin of the circuit a native part stands in for. `In` leads into the part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PinInfo {
    pub label: String,
    pub width: u32,
    pub direction: Direction,
}

/// A part written in Rust.
///
/// It is evaluated when any of its inputs changes. Evaluating it again on the same inputs must change nothing:
/// a part with a clock remembers the level it saw last, as every clocked part does.
pub trait Native: Send + Sync {
    fn evaluate(&mut self, pins: &mut NativePins<'_>);

    /// A copy for a snapshot.
    fn boxed_clone(&self) -> Box<dyn Native>;

    /// A cell of a memory inside, for those who ask by path.
    fn memory(&self, _address: u32) -> Option<u32> {
        None
    }
}

impl Clone for Box<dyn Native> {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}

/// The longest delay a native part may have; longer ones are cut.
pub(super) const LONGEST_DELAY: u32 = 100;

/// The pins of a native part while it is evaluated, numbered as in the list it was made from.
pub struct NativePins<'a> {
    io: &'a mut dyn Io,
}

impl NativePins<'_> {
    pub fn get(&self, pin: usize) -> Word {
        self.io.get(pin)
    }

    /// Drives an output pin with `value` after `delay` (1 to 100, always the same for a pin).
    pub fn set(&mut self, pin: usize, value: Word, delay: u32) {
        self.io.set(pin, value, delay.min(LONGEST_DELAY));
    }

    /// Drives an output pin with a number.
    pub fn drive(&mut self, pin: usize, value: Value, delay: u32) {
        self.set(pin, value.word, delay);
    }

    pub fn ticks(&self) -> u64 {
        self.io.ticks()
    }
}

pub(super) fn evaluate<I: Io>(state: &mut State, io: &mut I) {
    if let State::Native(native) = state {
        native.evaluate(&mut NativePins { io });
    }
}
