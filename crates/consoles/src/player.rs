//! A console as a player: it takes the computer's seat in any game its board can show.
//!
//! The position is put into the machine's displays and memory, with the side to move as the computer; then its firmware
//! runs until it lifts the seeds of a pit. The choice is made entirely by the firmware.

use engine::player::{Player, PlayerError};
use kalah::{Capture, Lift, Pit, Position, Record, Side};
use thiserror::Error;

use crate::fast::Fast;
use crate::model::Model;

/// A machine that chooses moves.
pub struct ConsolePlayer {
    machine: Fast,
}

/// Why a console cannot play a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unplayable {
    #[error("the {model} console has six pits a side, not {pits}")]
    Pits { model: Model, pits: usize },
    #[error("the {model} console captures when seeds lie opposite, not by the rule '{capture}'")]
    Capture { model: Model, capture: Capture },
    #[error("the {model} console lifts all seeds at once, not by the rule '{lift}'")]
    Lift { model: Model, lift: Lift },
    #[error("the {model} console ends the game as soon as a row is empty")]
    Ended { model: Model },
    #[error("the {model} console can show {most} seeds, not {seeds}", most = model.most_seeds())]
    Seeds { model: Model, seeds: u16 },
}

/// Upper bound for the clocks of one choice.
const PATIENCE: u64 = 1_000_000;

impl ConsolePlayer {
    pub fn new(model: Model) -> ConsolePlayer {
        ConsolePlayer {
            machine: Fast::new(model),
        }
    }

    /// Whether the console's board and rules fit a position.
    pub fn check(model: Model, position: &Position) -> Result<(), Unplayable> {
        let rules = position.rules();
        if rules.pits() != 6 {
            let pits = rules.pits();
            return Err(Unplayable::Pits { model, pits });
        }
        if rules.capture() != Capture::Opposite {
            let capture = rules.capture();
            return Err(Unplayable::Capture { model, capture });
        }
        if rules.lift() != Lift::All {
            let lift = rules.lift();
            return Err(Unplayable::Lift { model, lift });
        }
        // The others detect the end of the game only after a move.
        let looks_first = matches!(model, Model::Y2016 | Model::Y2016Mirror);
        let is_empty = |side| position.pits(side).all(|seeds| seeds == 0);
        if looks_first && !position.is_over() && Side::BOTH.into_iter().any(is_empty) {
            return Err(Unplayable::Ended { model });
        }
        let seeds = position.total();
        match seeds > model.most_seeds() {
            true => Err(Unplayable::Seeds { model, seeds }),
            false => Ok(()),
        }
    }
}

impl Player for ConsolePlayer {
    fn choose(&mut self, game: &Record) -> Result<Pit, PlayerError> {
        use crate::machine::Machine;
        let position = game.position();
        let fail = |why: String| PlayerError::Failed(why);
        ConsolePlayer::check(self.machine.model(), position).map_err(|e| fail(e.to_string()))?;
        if position.is_over() {
            return Err(PlayerError::GameOver);
        }
        let computer = position.to_move();
        let last = match self.machine.model() {
            Model::Y2016Mirror => last_move_of(game, computer.other()),
            _ => 0,
        };
        self.machine.arrange(&board(position, computer), true, last);
        self.machine
            .computer_lifts(PATIENCE)
            .and_then(|number| Pit::new(number.into()))
            .ok_or_else(|| fail("the console made no move".to_owned()))
    }
}

/// The displays of a console whose computer has the side `computer`: the human's six pits and store, then the computer's.
pub(crate) fn board(position: &Position, computer: Side) -> [[u8; 7]; 2] {
    [computer.other(), computer].map(|side| {
        let mut row = [0; 7];
        let seeds = position.pits(side).chain([position.store(side)]);
        for (cell, seeds) in row.iter_mut().zip(seeds) {
            *cell = seeds as u8;
        }
        row
    })
}

fn last_move_of(game: &Record, side: Side) -> u8 {
    let mut position = *game.start();
    let mut last = 0;
    for &pit in game.moves() {
        if position.to_move() == side {
            last = pit.into();
        }
        position = position.step_legal(pit).after;
    }
    last
}
