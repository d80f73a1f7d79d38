//! What an instance of a part remembers between evaluations.

use super::io::{DotGrid, KeyboardState, TtyState};
use super::memory::Cells;
use super::native::Native;
use crate::value::Word;

#[derive(Clone)]
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
        cells: Cells,
        clock: Word,
    },
    /// What a pin sends into its net.
    Pin(Word),
    /// What a clock or button shows.
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

impl State {
    pub(super) const fn clocked() -> State {
        State::Clocked {
            value: 0,
            clock: Word::ZERO,
        }
    }
}
