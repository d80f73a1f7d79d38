//! Counting move sequences: the simplest check of move generation.

use crate::position::Position;

/// The number of move sequences of this length. Every single sowing counts as one move, including those after an extra turn; a
/// finished game adds nothing.
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    let moves = position.legal_moves();
    match depth {
        0 => 1,
        1 => moves.len() as u64,
        _ => moves
            .map(|pit| perft(&position.step_legal(pit).after, depth - 1))
            .sum(),
    }
}
