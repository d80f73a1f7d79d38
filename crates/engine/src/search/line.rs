//! Best lines: the moves both sides make from a position of known value.

use kalah::{Pit, Position};

use super::{Bounds, Limits, Solver};

impl Solver {
    /// Best play from a position whose exact value for the side to move is `value`, at most `most` moves long. It is
    /// shorter when the game ends or the limits stop the search.
    pub fn line(&self, position: &Position, value: i32, most: usize, limits: &Limits) -> Vec<Pit> {
        let mut line = Vec::new();
        let (mut position, mut value) = (*position, value);
        while line.len() < most && !position.is_over() {
            let Some(pit) = self.keeps(&position, value, limits) else {
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
    fn keeps(&self, position: &Position, value: i32, limits: &Limits) -> Option<Pit> {
        let found = self
            .value_from(position, Bounds::exactly(value), None, limits)
            .best;
        found
            .into_iter()
            .chain(position.legal_moves())
            .find(|&pit| self.reaches(position, pit, value, limits))
    }

    /// Whether a move is worth at least `value` to its mover.
    fn reaches(&self, position: &Position, pit: Pit, value: i32, limits: &Limits) -> bool {
        let after = position.step_legal(pit).after;
        let same = after.to_move() == position.to_move();
        let known = if same {
            self.at_least(&after, value, limits)
        } else {
            self.at_least(&after, 2 - value, limits).map(|more| !more)
        };
        known == Some(true)
    }
}
