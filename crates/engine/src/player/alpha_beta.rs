//! `alpha-beta:DEPTH` (Ain Shams): minimax to a fixed number of moves with alpha-beta pruning.
//!
//! Every single sowing is a level, an extra turn keeps the side to move, and a leaf is worth the own store minus the
//! other's. Of equal moves the first one tried is played.

use kalah::{Pit, Position, Record};

use super::pace::{Stop, is_set};
use super::{Player, PlayerError};

pub struct AlphaBeta {
    depth: u32,
    stop: Option<Stop>,
}

/// Searches of this many levels first check whether the answer is still needed.
const LOOKED_AT: u32 = 5;

/// More than any margin.
const INFINITE: i32 = 1 << 16;

impl AlphaBeta {
    /// # Panics
    /// If the depth is 0: such a player would not look at any move.
    #[must_use]
    pub fn new(depth: u32) -> AlphaBeta {
        assert!(depth > 0, "a player looks at least one move ahead");
        AlphaBeta { depth, stop: None }
    }

    /// The same player, whose search stops on request.
    #[must_use]
    pub(super) fn with_stop(self, stop: Option<Stop>) -> AlphaBeta {
        AlphaBeta { stop, ..self }
    }

    /// The value of a position for its side to move, if it lies between alpha and beta; otherwise a bound on it on the
    /// same side of the window.
    fn search(&self, position: &Position, depth: u32, mut alpha: i32, beta: i32) -> i32 {
        if depth == 0 || position.is_over() {
            return position.margin(position.to_move());
        }
        if depth >= LOOKED_AT && is_set(self.stop.as_ref()) {
            return alpha;
        }
        for pit in position.legal_moves() {
            alpha = alpha.max(self.child(position, pit, depth, alpha, beta));
            if alpha >= beta {
                break;
            }
        }
        alpha
    }

    /// The value of a move for the side that makes it.
    fn child(&self, position: &Position, pit: Pit, depth: u32, alpha: i32, beta: i32) -> i32 {
        let after = position.step_legal(pit).after;
        if after.to_move() == position.to_move() {
            self.search(&after, depth - 1, alpha, beta)
        } else {
            -self.search(&after, depth - 1, -beta, -alpha)
        }
    }
}

impl Player for AlphaBeta {
    fn choose(&mut self, game: &Record) -> Result<Pit, PlayerError> {
        let position = game.position();
        let mut alpha = -INFINITE;
        let mut best = None;
        for pit in position.legal_moves() {
            let value = self.child(position, pit, self.depth, alpha, INFINITE);
            if value > alpha {
                alpha = value;
                best = Some(pit);
            }
        }
        match is_set(self.stop.as_ref()) {
            true => Err(PlayerError::Stopped),
            false => best.ok_or(PlayerError::GameOver),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kalah::{Rules, Side};
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    /// Thirty moves deep would take for ever.
    #[test]
    fn nobody_waits_for_a_player_that_was_stopped() {
        let stop = Some(Arc::new(AtomicBool::new(true)));
        let game = Record::new(Position::start(Rules::default(), Side::South));
        let mut player = AlphaBeta::new(30).with_stop(stop);
        assert_eq!(player.choose(&game), Err(PlayerError::Stopped));
    }
}
