//! The memory of a part between evaluations.

use super::io::{DotGrid, KeyboardState, TtyState};
use super::memory::Cells;
use super::native::Native;
use crate::value::Word;
use timeline::Reader;

#[derive(Clone, PartialEq, Eq, Hash)]
pub enum State {
    None,
    /// A flip-flop, register or counter: its value and the clock as last seen.
    Clocked {
        value: u32,
        clock: Word,
    },
    /// A shift register: its stages from the newest on.
    Shift {
        stages: Box<[Word]>,
        clock: Word,
    },
    Random {
        value: u32,
        seed: u64,
        reset: u64,
        clock: Word,
    },
    Memory {
        cells: Box<Cells>,
        clock: Word,
    },
    /// The value a pin sends into its net.
    Pin(Word),
    /// The level of a clock or button.
    Level(Word),
    Stick {
        x: i8,
        y: i8,
    },
    Keyboard(Box<KeyboardState>),
    Tty(Box<TtyState>),
    Dots(Box<DotGrid>),
    Native(Box<dyn Native>),
}

/// The clock as a part has last seen it.
impl State {
    pub(crate) fn clock(&self) -> Option<Word> {
        match self {
            State::Clocked { clock, .. }
            | State::Shift { clock, .. }
            | State::Random { clock, .. }
            | State::Memory { clock, .. } => Some(*clock),
            _ => None,
        }
    }

    /// Copies the last seen clock from another state.
    pub(crate) fn has_seen(&mut self, other: &State) {
        let seen = other.clock();
        if let (
            State::Clocked { clock, .. }
            | State::Shift { clock, .. }
            | State::Random { clock, .. }
            | State::Memory { clock, .. },
            Some(seen),
        ) = (self, seen)
        {
            *clock = seen;
        }
    }
}

/// A state as bytes, for the timeline: constants are left out, and times are relative to now.
impl State {
    pub(crate) fn save(&self, ticks: u64, out: &mut Vec<u8>) {
        match self {
            State::None => {}
            State::Clocked { value, clock } => {
                out.extend(value.to_le_bytes());
                clock.save(out);
            }
            State::Shift { stages, clock } => {
                stages.iter().for_each(|stage| stage.save(out));
                clock.save(out);
            }
            State::Random {
                value,
                seed,
                reset,
                clock,
            } => {
                out.extend(value.to_le_bytes());
                out.extend(seed.to_le_bytes());
                out.extend(reset.to_le_bytes());
                clock.save(out);
            }
            State::Memory { cells, clock } => {
                clock.save(out);
                cells.save(out);
            }
            State::Pin(word) | State::Level(word) => word.save(out),
            State::Stick { x, y } => out.extend([*x as u8, *y as u8]),
            State::Keyboard(keyboard) => keyboard.save(out),
            State::Tty(tty) => tty.save(out),
            State::Dots(dots) => dots.save(ticks, out),
            State::Native(native) => native.save(out),
        }
    }

    /// Restores a state of the same part.
    pub(crate) fn load(&mut self, ticks: u64, bytes: &mut Reader<'_>) {
        match self {
            State::None => {}
            State::Clocked { value, clock } => {
                (*value, *clock) = (bytes.u32(), Word::load(bytes));
            }
            State::Shift { stages, clock } => {
                stages
                    .iter_mut()
                    .for_each(|stage| *stage = Word::load(bytes));
                *clock = Word::load(bytes);
            }
            State::Random {
                value,
                seed,
                reset,
                clock,
            } => {
                *value = bytes.u32();
                (*seed, *reset) = (bytes.u64(), bytes.u64());
                *clock = Word::load(bytes);
            }
            State::Memory { cells, clock } => {
                *clock = Word::load(bytes);
                cells.restore(bytes);
            }
            State::Pin(word) | State::Level(word) => *word = Word::load(bytes),
            State::Stick { x, y } => (*x, *y) = (bytes.u8() as i8, bytes.u8() as i8),
            State::Keyboard(keyboard) => keyboard.load(bytes),
            State::Tty(tty) => tty.load(bytes),
            State::Dots(dots) => dots.load(ticks, bytes),
            State::Native(native) => native.load(ticks, bytes),
        }
    }
}

impl State {
    /// Whether a part with this state at half-tick `ticks` will behave like one with state `other` at half-tick
    /// `then`.
    pub(crate) fn is_like(&self, ticks: u64, other: &State, then: u64) -> bool {
        match (self, other) {
            (State::Dots(_), State::Dots(_)) => {
                let (mut own, mut others) = (Vec::new(), Vec::new());
                self.save(ticks, &mut own);
                other.save(then, &mut others);
                own == others
            }
            _ => self == other,
        }
    }

    /// The same state at another half-tick: stored times are shifted.
    pub(crate) fn shift(&mut self, ticks: u64, then: u64) {
        if matches!(self, State::Dots(_) | State::Native(_)) {
            let mut bytes = Vec::new();
            self.save(ticks, &mut bytes);
            self.load(then, &mut Reader(&bytes));
        }
    }

    /// The clock as last seen, of a part that has one.
    #[inline]
    pub(crate) fn clock_mut(&mut self) -> Option<&mut Word> {
        match self {
            State::Clocked { clock, .. }
            | State::Shift { clock, .. }
            | State::Random { clock, .. }
            | State::Memory { clock, .. } => Some(clock),
            State::Keyboard(keyboard) => Some(&mut keyboard.clock),
            State::Tty(tty) => Some(&mut tty.clock),
            _ => None,
        }
    }

    pub(super) const fn clocked() -> State {
        State::Clocked {
            value: 0,
            clock: Word::ZERO,
        }
    }
}
