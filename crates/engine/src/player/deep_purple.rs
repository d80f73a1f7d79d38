//! `deep-purple` (2023): greedy, one move deep.
//!
//! Pits are visited from the one nearest the store (0x0E on the console) to the farthest (0x09). A move that repeats is
//! taken at once, unless a capturing move has been met before it; then it is not played at all. At the end the move by
//! which the own store grows most is played, the first met of equals.

use kalah::{Pit, Record};

use super::{Player, PlayerError, captures, growth, nearest_first, repeats};

pub struct DeepPurple;

impl Player for DeepPurple {
    fn choose(&mut self, game: &Record) -> Result<Pit, PlayerError> {
        let position = game.position();
        let mut capture_met = false;
        let mut best: Option<(u16, Pit)> = None;
        for (pit, step) in nearest_first(position) {
            match repeats(position, &step) {
                true if capture_met => continue,
                true => return Ok(pit),
                false => {}
            }
            capture_met |= captures(&step);
            let growth = growth(position, pit, &step);
            if best.is_none_or(|(most, _)| growth > most) {
                best = Some((growth, pit));
            }
        }
        best.map(|(_, pit)| pit).ok_or(PlayerError::GameOver)
    }
}
