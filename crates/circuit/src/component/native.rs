//! Native parts: a Rust value with the pins of a sub-circuit replaces it.

use std::hash::{Hash, Hasher};

use timeline::Reader;

use super::{Direction, Io, State};
use crate::value::{Value, Word};

/// A pin of the circuit that a native part replaces. `In` leads into the part.
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

    /// Whether a change of this input pin alone has no effect: it is only read when another one changes.
    fn samples(&self, _pin: usize) -> bool {
        false
    }

    /// A copy for a snapshot.
    fn boxed_clone(&self) -> Box<dyn Native>;

    /// Writes its state into `state`: two parts of the same make with equal states behave alike from now on.
    fn state(&self, state: &mut dyn Hasher);

    /// Appends its state, without the elapsed time.
    fn save(&self, state: &mut Vec<u8>);

    /// Restores a state saved by a part of the same make, at a half-tick.
    fn load(&mut self, ticks: u64, state: &mut Reader<'_>);

    /// A cell of a memory inside, for queries by path.
    fn memory(&self, _address: u32) -> Option<u32> {
        None
    }

    /// Changes such a cell, if it can be changed. The part is evaluated after that.
    fn set_memory(&mut self, _address: u32, _value: u32) {}
}

impl Clone for Box<dyn Native> {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}

impl PartialEq for Box<dyn Native> {
    fn eq(&self, other: &Self) -> bool {
        let bytes = |native: &Self| {
            let mut bytes = Bytes(Vec::new());
            native.state(&mut bytes);
            bytes.0
        };
        bytes(self) == bytes(other)
    }
}

impl Eq for Box<dyn Native> {}

impl Hash for Box<dyn Native> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.state(hasher);
    }
}

/// Collects the bytes written to it.
struct Bytes(Vec<u8>);

impl Hasher for Bytes {
    fn write(&mut self, bytes: &[u8]) {
        self.0.extend(bytes);
    }

    fn finish(&self) -> u64 {
        0
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
