//! `opportunist` (2022): a move that gives an extra turn or captures, if there is one; otherwise any move.
//!
//! Of several, and for "any move", the one nearest the store.

use kalah::{Pit, Record};

use super::{Player, PlayerError, captures, nearest_first, repeats};

pub struct Opportunist;

impl Player for Opportunist {
    fn choose(&mut self, game: &Record) -> Result<Pit, PlayerError> {
        let position = game.position();
        let pays = |(_, step): &(Pit, kalah::Step)| repeats(position, step) || captures(step);
        nearest_first(position)
            .find(pays)
            .map(|(pit, _)| pit)
            .or_else(|| position.legal_moves().next_back())
            .ok_or(PlayerError::GameOver)
    }
}
