//! A raw setup: anything a person can type. [`Position::new`](crate::Position::new) is the one road from here to a
//! position the rules apply to.

use thiserror::Error;

use crate::by_side::BySide;
use crate::place::Side;
use crate::rules::{MAX_PITS, MAX_SEEDS, Rules};

/// Maximum number of seeds on a board, stores included: those of the largest start position.
pub(crate) const MAX_TOTAL: u32 = 2 * MAX_PITS as u32 * MAX_SEEDS as u32;

/// Seeds on a board and the side to move, not yet checked against any rules.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The pits of each side from pit 1 on.
    pub pits: BySide<Vec<u32>>,
    pub stores: BySide<u32>,
    pub to_move: Side,
}

/// Why a setup is not a position.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum SetupError {
    #[error("south has {south} pits and north has {north}: both rows need the same number")]
    UnevenRows { south: usize, north: usize },
    #[error("the rows have {found} pits, but the rules have {expected}")]
    WrongRows { found: usize, expected: usize },
    #[error("{0} pits a side: there can be 1 to {MAX_PITS}")]
    Pits(usize),
    #[error("{0} seeds on the board: there can be at most {MAX_TOTAL}")]
    TooManySeeds(u64),
}

impl Setup {
    /// The start of a game: every pit with the rules' number of seeds, both stores empty.
    #[must_use]
    pub fn start(rules: Rules, first: Side) -> Setup {
        let row = vec![u32::from(rules.seeds()); rules.pits()];
        Setup {
            pits: BySide::new(row.clone(), row),
            stores: BySide::default(),
            to_move: first,
        }
    }

    /// Pits a side, if both rows have the same number and there can be that many.
    pub fn row_length(&self) -> Result<usize, SetupError> {
        let (south, north) = (self.pits.south.len(), self.pits.north.len());
        if south != north {
            return Err(SetupError::UnevenRows { south, north });
        }
        if !(1..=MAX_PITS.into()).contains(&south) {
            return Err(SetupError::Pits(south));
        }
        Ok(south)
    }

    /// All seeds on the board.
    #[must_use]
    pub fn total(&self) -> u64 {
        let counts = self.pits.iter().flatten().chain(self.stores.iter());
        counts.map(|&seeds| u64::from(seeds)).sum()
    }

    pub(crate) fn check(&self, rules: Rules) -> Result<(), SetupError> {
        let found = self.row_length()?;
        if found != rules.pits() {
            return Err(SetupError::WrongRows {
                found,
                expected: rules.pits(),
            });
        }
        if self.total() > MAX_TOTAL.into() {
            return Err(SetupError::TooManySeeds(self.total()));
        }
        Ok(())
    }
}
