//! The legal moves of a side, and why others are not.

use std::fmt;

use thiserror::Error;

use crate::place::{Pit, Side};

/// A set of pits, iterated from pit 1 up; `rev()` starts nearest the store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Moves(u16);

impl Moves {
    pub(crate) fn from_bits(bits: u16) -> Moves {
        Moves(bits)
    }

    #[must_use]
    pub fn contains(self, pit: Pit) -> bool {
        self.0 >> pit.index() & 1 == 1
    }

    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[must_use]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The nth pit of the set, counted from 0 at pit 1.
    #[inline]
    #[must_use]
    pub fn nth_pit(self, n: usize) -> Option<Pit> {
        let mut bits = self.0;
        for _ in 0..n {
            bits &= bits.wrapping_sub(1);
        }
        Moves(bits).next()
    }
}

impl Iterator for Moves {
    type Item = Pit;

    #[inline]
    fn next(&mut self) -> Option<Pit> {
        let index = self.0.trailing_zeros() as usize;
        self.0 &= self.0.wrapping_sub(1);
        (index < 16).then(|| Pit::from_index(index))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (Moves::len(*self), Some(Moves::len(*self)))
    }
}

impl DoubleEndedIterator for Moves {
    fn next_back(&mut self) -> Option<Pit> {
        let index = self.0.checked_ilog2()?;
        self.0 ^= 1 << index;
        Some(Pit::from_index(index as usize))
    }
}

impl ExactSizeIterator for Moves {}

/// `1, 3 and 6`
impl fmt::Display for Moves {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let count = Moves::len(*self);
        for (i, pit) in self.enumerate() {
            let separator = match i {
                0 => "",
                _ if i + 1 == count => " and ",
                _ => ", ",
            };
            write!(f, "{separator}{pit}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Moves {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

/// Why a pit cannot be played.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum IllegalMove {
    #[error("there is no pit {pit}: pits are numbered 1 to {pits}")]
    NoSuchPit { pit: usize, pits: usize },
    #[error("{side}'s pit {pit} is empty; {side} can play {legal}")]
    EmptyPit { side: Side, pit: Pit, legal: Moves },
    #[error("the game is over: no pit can be played")]
    GameOver,
}
