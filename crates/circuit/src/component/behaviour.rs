//! The behaviour of a component: it reads ports and drives ports through [`Io`].

use super::State;
use crate::project::{GateUndefined, View};
use crate::value::Word;

/// The interface by which a part reads and drives its ports.
pub trait Io {
    /// The value at a port; x where nothing drives it.
    fn get(&self, port: usize) -> Word;
    /// Drives a port with `value` after `delay`.
    fn set(&mut self, port: usize, value: Word, delay: u32);
    /// Half-ticks so far.
    fn ticks(&self) -> u64;
}

/// What a part needs to know of its surroundings when it is compiled.
pub struct Site<'a> {
    pub attrs: View<'a>,
    pub gate_undefined: GateUndefined,
    /// Whether something is connected to a port.
    pub connected: &'a dyn Fn(usize) -> bool,
}

/// A compiled component.
///
/// Evaluating it affects only its state and its ports, and doing it twice on the same inputs is the same as
/// doing it once. Both engines and the tests share this code.
pub(super) trait Behave {
    /// Reads the ports, updates the state, drives the ports.
    fn evaluate<I: Io>(&self, state: &mut State, io: &mut I);

    /// The initial state of a part.
    fn initial(&self, _seed: u64) -> State {
        State::None
    }

    /// The longest delay of any of its ports.
    fn longest_delay(&self) -> u32 {
        11
    }
}
