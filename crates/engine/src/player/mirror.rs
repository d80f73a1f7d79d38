//! `mirror` (2016): the same move as the opponent's last, if it is legal; otherwise the first legal move, looking from
//! the store outwards.
//!
//! The opponent's last move is its last single sowing. On an extra turn of its own the mirror still looks at that move;
//! before the opponent has moved at all there is nothing to mirror.

use kalah::{Pit, Record, Side};

use super::{Player, PlayerError};

pub struct Mirror;

impl Player for Mirror {
    fn choose(&mut self, game: &Record) -> Result<Pit, PlayerError> {
        let mut legal = game.position().legal_moves();
        last_move_of(game, game.position().to_move().other())
            .filter(|&pit| legal.contains(pit))
            .or_else(|| legal.next_back())
            .ok_or(PlayerError::GameOver)
    }
}

fn last_move_of(game: &Record, side: Side) -> Option<Pit> {
    let mut position = *game.start();
    let mut last = None;
    for &pit in game.moves() {
        if position.to_move() == side {
            last = Some(pit);
        }
        position = position.step_legal(pit).after;
    }
    last
}
