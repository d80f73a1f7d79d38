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
//! | `another_turn`   | the last move earned an extra turn. `current_player` already says who moves; kept, not needed |
//! | `steal`          | true: capture `always`; false: capture `off`. The game ends as soon as either row is empty |
//! | `max_levels`     | how many moves the computer looks ahead |
//! | `score`          | the computer's last judgement of the position, its store minus the user's; kept, not needed |

use serde::Deserialize;
use thiserror::Error;

use crate::place::Side;
use crate::position::Position;
use crate::rules::{Preset, Rules};
use crate::setup::{Setup, SetupError};

/// A save file of the Python game.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct AinShamsSave {
    pub state: [u32; 14],
    pub current_player: bool,
    pub is_final: bool,
    #[serde(default)]
    pub another_turn: bool,
    pub steal: bool,
    pub max_levels: u32,
    #[serde(default)]
    pub score: f64,
}

/// Why a file is no save of the Python game.
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
}

impl AinShamsSave {
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
            pits: [self.state[..6].to_vec(), self.state[7..13].to_vec()],
            stores: [self.state[6], self.state[13]],
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
