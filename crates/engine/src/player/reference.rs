//! `reference` (2016): a move that repeats, if there is one; else a move that captures; else the move that keeps most
//! seeds on the own side, pits and store together, which is the one that hands fewest to the opponent.

use kalah::{Pit, Position, Record};

use super::{Player, PlayerError, captures, nearest_first, repeats};

pub struct Reference;

impl Player for Reference {
    fn choose(&mut self, game: &Record) -> Result<Pit, PlayerError> {
        let position = game.position();
        let repeating = nearest_first(position).find(|(_, step)| repeats(position, step));
        let capturing = || nearest_first(position).find(|(_, step)| captures(step));
        repeating
            .or_else(capturing)
            .map(|(pit, _)| pit)
            .or_else(|| keeps_most(position))
            .ok_or(PlayerError::GameOver)
    }
}

fn keeps_most(position: &Position) -> Option<Pit> {
    // The first of equals wins: `min_by_key` keeps it.
    position
        .legal_moves()
        .rev()
        .min_by_key(|&pit| handed_over(position, pit))
}

/// Seeds sown into the opponent's row.
fn handed_over(position: &Position, pit: Pit) -> u16 {
    let pits = position.rules().pits();
    let lap = position.rules().lap() as u16;
    let seeds = position.pit(position.to_move(), pit);
    let to_store = (pits - pit.index()) as u16;
    let (laps, rest) = (seeds / lap, seeds % lap);
    laps * pits as u16 + rest.saturating_sub(to_store).min(pits as u16)
}
