//! `random`: any legal move, each as likely as the others.

use kalah::{Pit, Record};

use super::{Player, PlayerError};
use crate::rng::Rng;

pub struct Random {
    rng: Rng,
}

impl Random {
    #[must_use]
    pub fn new(rng: Rng) -> Random {
        Random { rng }
    }
}

impl Player for Random {
    fn choose(&mut self, game: &Record) -> Result<Pit, PlayerError> {
        let legal = game.position().legal_moves();
        if legal.is_empty() {
            return Err(PlayerError::GameOver);
        }
        legal
            .nth_pit(self.rng.below(legal.len()))
            .ok_or(PlayerError::GameOver)
    }
}
