//! Verifying an entry against the rules of the game.

use kalah::{BySide, Position, Setup, SetupError, Side};

use super::Table;
use super::row::{self, Row};

/// An entry that contradicts the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wrong {
    pub mover: Row,
    pub other: Row,
    pub found: i8,
    pub expected: i8,
}

impl Table {
    /// Checks the entry of a position against the rules: it must be the best that a move leads to, by the other entries.
    ///
    /// # Panics
    /// If there are more than [`Table::max_seeds`] seeds.
    pub fn check(&self, mover: Row, other: Row) -> Result<(), Wrong> {
        let found = self.value(mover, other);
        let expected = self.derive(mover, other);
        if found == expected {
            return Ok(());
        }
        Err(Wrong {
            mover,
            other,
            found,
            expected,
        })
    }

    /// The number of positions, those that are over included: C(S + 12, 12).
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.layout.positions()
    }

    /// The rows of the nth position, from 0 to before [`Table::positions`], in the order of their entries.
    #[must_use]
    pub fn nth_position(&self, n: u64) -> Option<(Row, Row)> {
        if n >= self.positions() {
            return None;
        }
        let ((mover, column), (other, line)) = self.layout.nth_position(n);
        Some((row::nth(mover, column), row::nth(other, line)))
    }

    fn derive(&self, mover: Row, other: Row) -> i8 {
        let position = self
            .position(mover, other)
            .expect("rows of six pits with few seeds");
        let side = position.to_move();
        let values = position.legal_moves().map(|pit| {
            let after = position.step_legal(pit).after;
            let [now, then] =
                [after.to_move(), after.to_move().other()].map(|side| pits(&after, side));
            let to_come = self.value(now, then);
            let sign = if after.to_move() == side { 1 } else { -1 };
            after.margin(side) as i8 + sign * to_come
        });
        values.max().unwrap_or(position.margin(side) as i8)
    }

    fn position(&self, mover: Row, other: Row) -> Result<Position, SetupError> {
        let setup = Setup {
            pits: BySide::new(mover, other).map(|row| row.map(u32::from).to_vec()),
            stores: BySide::default(),
            to_move: Side::South,
        };
        Position::new(self.variant.rules(), &setup)
    }
}

fn pits(position: &Position, side: Side) -> Row {
    let mut row = Row::default();
    row.iter_mut()
        .zip(position.pits(side))
        .for_each(|(to, seeds)| *to = seeds as u8);
    row
}
