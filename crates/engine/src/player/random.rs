//! `random`: any legal move, each as likely as the others.

use kalah::{Pit, Record};

use super::{Player, PlayerError};
use crate::lots::Lots;

pub struct Random {
    lots: Lots,
}

impl Random {
    #[must_use]
    pub fn new(lots: Lots) -> Random {
        Random { lots }
    }
}

impl Player for Random {
    fn choose(&mut self, game: &Record) -> Result<Pit, PlayerError> {
        let legal = game.position().legal_moves();
        if legal.is_empty() {
            return Err(PlayerError::GameOver);
        }
        legal
            .nth_pit(self.lots.below(legal.len()))
            .ok_or(PlayerError::GameOver)
    }
}
