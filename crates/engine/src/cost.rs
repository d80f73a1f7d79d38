//! What moves cost: the seeds a player gave away against best play.
//!
//! The cost of a move is the value of the position before it minus the value after it. A game is processed from
//! its end: the value after a move is a lower bound of the value before it, and after a good move there is just one question
//! left, whether another move would have been better.

use kalah::{BySide, Position, Record};
use serde::Serialize;

use crate::Effort;
use crate::book::Book;
use crate::search::{Bounds, Solver};

/// The moves of a player that had a choice, and their costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Cost {
    pub moves: u64,
    /// How many of them were best moves.
    pub best: u64,
    /// Their total cost.
    pub seeds: u64,
}

impl Cost {
    pub fn add(&mut self, other: Cost) {
        self.moves += other.moves;
        self.best += other.best;
        self.seeds += other.seeds;
    }

    /// The average cost of a move.
    #[must_use]
    pub fn mean(self) -> f64 {
        self.seeds as f64 / self.moves.max(1) as f64
    }

    /// The share of moves that cost nothing.
    #[must_use]
    pub fn share_of_best(self) -> f64 {
        self.best as f64 / self.moves.max(1) as f64
    }

    fn count(&mut self, cost: i32) {
        self.moves += 1;
        self.best += u64::from(cost == 0);
        self.seeds += u64::from(cost.unsigned_abs());
    }
}

/// The costs of south's and north's moves; `None` if stopped. Positions of the book are not solved again.
#[must_use]
pub fn costs(
    solver: &Solver,
    book: &Book,
    record: &Record,
    effort: &Effort,
) -> Option<BySide<Cost>> {
    let mut costs: BySide<Cost> = BySide::default();
    let mut positions = vec![*record.start()];
    positions.extend(record.sowings().map(|sowing| sowing.after));
    let mut after = positions.last()?;
    let mut value = exact(solver, book, after, None, effort)?;
    for position in positions.iter().rev().skip(1) {
        let side = position.to_move();
        let reached = if after.to_move() == side {
            value
        } else {
            -value
        };
        value = exact(solver, book, position, Some(reached), effort)?;
        if position.legal_moves().len() > 1 {
            costs[side].count(value - reached);
        }
        after = position;
    }
    Some(costs)
}

/// The final margin of the side to move, which is at least `reached`.
fn exact(
    solver: &Solver,
    book: &Book,
    position: &Position,
    reached: Option<i32>,
    effort: &Effort,
) -> Option<i32> {
    if let Some(entry) = book.get(position) {
        return Some(position.margin(position.to_move()) + i32::from(entry.value));
    }
    let mut bounds = Bounds::of_seeds(i32::MAX / 2);
    bounds.lower = reached.unwrap_or(bounds.lower);
    let valued = solver.value_from(position, bounds, reached, effort);
    valued.bounds.exact()
}
