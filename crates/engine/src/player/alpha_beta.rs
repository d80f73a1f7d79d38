//! `alpha-beta:DEPTH` (Ain Shams): minimax to a fixed number of moves with alpha-beta pruning.
//!
//! Every single sowing is a level, an extra turn keeps the side to move, and a leaf is worth the own store minus the
//! other's. Of equal moves the first one tried is played.

use kalah::{Pit, Position, Record};

use super::{Player, PlayerError};

pub struct AlphaBeta {
    depth: u32,
}

/// More than any margin.
const INFINITE: i32 = 1 << 16;

impl AlphaBeta {
    /// # Panics
    /// If the depth is 0: such a player would not look at any move.
    #[must_use]
    pub fn new(depth: u32) -> AlphaBeta {
        assert!(depth > 0, "a player looks at least one move ahead");
        AlphaBeta { depth }
    }
}

impl Player for AlphaBeta {
    fn choose(&mut self, game: &Record) -> Result<Pit, PlayerError> {
        let position = game.position();
        let mut alpha = -INFINITE;
        let mut best = None;
        for pit in position.legal_moves() {
            let value = child(position, pit, self.depth, alpha, INFINITE);
            if value > alpha {
                alpha = value;
                best = Some(pit);
            }
        }
        best.ok_or(PlayerError::GameOver)
    }
}

/// The value of a position for its side to move, if it lies between alpha and beta; otherwise a bound on it on the same
/// side of the window.
fn search(position: &Position, depth: u32, mut alpha: i32, beta: i32) -> i32 {
    if depth == 0 || position.is_over() {
        return position.margin(position.to_move());
    }
    for pit in position.legal_moves() {
        alpha = alpha.max(child(position, pit, depth, alpha, beta));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// The value of a move for the side that makes it.
fn child(position: &Position, pit: Pit, depth: u32, alpha: i32, beta: i32) -> i32 {
    let after = position.step_legal(pit).after;
    if after.to_move() == position.to_move() {
        search(&after, depth - 1, alpha, beta)
    } else {
        -search(&after, depth - 1, -beta, -alpha)
    }
}
