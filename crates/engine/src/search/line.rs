//! Best lines: the moves both sides make from a position of known value.

use kalah::{Pit, Position};

use super::{Bounds, Solver};
use crate::Effort;

impl Solver {
    /// Best play from a position whose exact value for the side to move is `value`, at most `most` moves long. It is
    /// shorter when the game ends or the effort is spent.
    pub fn line(&self, position: &Position, value: i32, most: usize, effort: &Effort) -> Vec<Pit> {
        let mut line = Vec::new();
        let (mut position, mut value) = (*position, value);
        while line.len() < most && !position.is_over() {
            let Some(pit) = self.keeps(&position, value, effort) else {
                break;
            };
            let after = position.step_legal(pit).after;
            if after.to_move() != position.to_move() {
                value = -value;
            }
            position = after;
            line.push(pit);
        }
        line
    }

    /// A move that keeps the exact value of a position.
    fn keeps(&self, position: &Position, value: i32, effort: &Effort) -> Option<Pit> {
        let found = self
            .value_from(position, Bounds::exactly(value), None, effort)
            .best;
        found
            .into_iter()
            .chain(position.legal_moves())
            .find(|&pit| self.reaches(position, pit, value, effort))
    }

    /// Whether a move is worth at least `value` to its mover.
    fn reaches(&self, position: &Position, pit: Pit, value: i32, effort: &Effort) -> bool {
        let after = position.step_legal(pit).after;
        let same = after.to_move() == position.to_move();
        let known = if same {
            self.at_least(&after, value, effort)
        } else {
            self.at_least(&after, 2 - value, effort).map(|more| !more)
        };
        known == Some(true)
    }
}
