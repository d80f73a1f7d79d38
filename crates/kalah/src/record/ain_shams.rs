//! The save files of the Python game (Ain Shams University).
//!
//! ```json
//! {
//!   "state": [0, 5, 5, 5, 5, 4, 0, 4, 4, 4, 4, 4, 4, 0],
//!   "current_player": false,
//!   "is_final": false,
//!   "another_turn": false,
//!   "steal": true,
//!   "max_levels": 5,
//!   "score": 0
//! }
//! ```
//!
//! | field            | meaning here |
//! |------------------|--------------|
//! | `state`          | the user's pits 1 to 6 and store (0-6), then the computer's (7-13): south and north |
//! | `current_player` | who moves next: true is the user, false the computer. (The documented file was saved after the user's move, and on loading it the computer moved.) |
//! | `is_final`       | the game is over; leftovers have then been swept. Must agree with `state` |
//! | `another_turn`   | the last move earned an extra turn. `current_player` already says who moves; stored, not needed |
//! | `steal`          | true: capture `always`; false: capture `off`. The game ends as soon as either row is empty |
//! | `max_levels`     | how many moves the computer looks ahead |
//! | `score`          | the document's utility function: the computer's store minus the user's; stored, not needed |
//!
//! All seven fields must be there, and no others. They are written as the document shows them: in this order, one per line.

use std::fmt::Write;

use serde::Deserialize;
use thiserror::Error;

use crate::by_side::BySide;
use crate::place::Side;
use crate::position::Position;
use crate::rules::{Capture, End, Lift, Preset, Rules};
use crate::setup::{Setup, SetupError};

/// A save file of the Python game.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AinShamsSave {
    pub state: [u32; 14],
    pub current_player: bool,
    pub is_final: bool,
    pub another_turn: bool,
    pub steal: bool,
    pub max_levels: u32,
    pub score: f64,
}

/// Why there is no save of the Python game.
#[derive(Debug, Error)]
pub enum AinShamsError {
    #[error("this is not a save file of the Python game: {0}")]
    Json(#[from] serde_json::Error),
    #[error("state: {0}")]
    Setup(#[from] SetupError),
    #[error("is_final says the game {said}, but by its state it {truth}")]
    Final {
        said: &'static str,
        truth: &'static str,
    },
    #[error(
        "the Python game has no save files for the rules '{0}', only for those of ain-shams-steal and ain-shams-no-steal"
    )]
    Rules(Rules),
}

impl AinShamsSave {
    /// The save of a position to which a move that earned another turn has led or has not, with the user as south.
    pub fn new(
        position: &Position,
        another_turn: bool,
        max_levels: u32,
    ) -> Result<AinShamsSave, AinShamsError> {
        let steal = steal_of(position.rules()).ok_or(AinShamsError::Rules(position.rules()))?;
        let mut state = [0; 14];
        let rows = Side::BOTH.map(|side| position.pits(side).chain([position.store(side)]));
        for (place, seeds) in state.iter_mut().zip(rows.into_iter().flatten()) {
            *place = seeds.into();
        }
        Ok(AinShamsSave {
            state,
            current_player: position.to_move() == Side::South,
            is_final: position.is_over(),
            another_turn,
            steal,
            max_levels,
            score: position.margin(Side::North).into(),
        })
    }

    /// The file in the document's form.
    #[must_use]
    pub fn to_json(&self) -> String {
        let state = self.state.map(|seeds| seeds.to_string()).join(", ");
        let fields = [
            ("state", format!("[{state}]")),
            ("current_player", self.current_player.to_string()),
            ("is_final", self.is_final.to_string()),
            ("another_turn", self.another_turn.to_string()),
            ("steal", self.steal.to_string()),
            ("max_levels", self.max_levels.to_string()),
            ("score", self.score.to_string()),
        ];
        let mut text = String::from("{");
        for (i, (name, value)) in fields.into_iter().enumerate() {
            let comma = if i == 0 { "" } else { "," };
            write!(text, "{comma}\n  \"{name}\": {value}").expect("a string takes any text");
        }
        text + "\n}\n"
    }

    pub fn from_json(text: &str) -> Result<AinShamsSave, AinShamsError> {
        Ok(serde_json::from_str(text)?)
    }

    #[must_use]
    pub fn rules(&self) -> Rules {
        match self.steal {
            true => Preset::AinShamsSteal.rules(),
            false => Preset::AinShamsNoSteal.rules(),
        }
    }

    /// The saved position. The moves before it are not in the file.
    pub fn position(&self) -> Result<Position, AinShamsError> {
        let setup = Setup {
            pits: BySide::new(self.state[..6].to_vec(), self.state[7..13].to_vec()),
            stores: BySide::new(self.state[6], self.state[13]),
            to_move: if self.current_player {
                Side::South
            } else {
                Side::North
            },
        };
        let position = Position::new(self.rules(), &setup)?;
        let words = |over| if over { "is over" } else { "goes on" };
        if position.is_over() != self.is_final {
            return Err(AinShamsError::Final {
                said: words(self.is_final),
                truth: words(position.is_over()),
            });
        }
        Ok(position)
    }
}

/// Whether these rules are those of steal mode or of no steal mode; none if they are neither. How many seeds there are at the
/// start does not matter.
fn steal_of(rules: Rules) -> Option<bool> {
    let fits = rules.pits() == 6 && rules.end() == End::Either;
    match (rules.capture(), rules.lift()) {
        (Capture::Always, Lift::Each) => fits.then_some(true),
        (Capture::Off, _) => fits.then_some(false),
        _ => None,
    }
}
