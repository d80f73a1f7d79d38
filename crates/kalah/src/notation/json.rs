//! A position as JSON, with everything a script would otherwise have to compute.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::by_side::BySide;
use crate::place::{Pit, Side};
use crate::position::Position;
use crate::rules::Rules;
use crate::setup::{Setup, SetupError};

/// How a finished game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResultJson {
    /// `south`, `north`, or null for a draw.
    pub winner: Option<Side>,
    /// South's store minus north's.
    pub margin: i32,
}

/// A position for scripts. `rules`, `pits`, `stores` and `to_move` define it; the rest follows from them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PositionJson {
    #[serde(default)]
    pub position: String,
    pub rules: Rules,
    pub pits: BySide<Vec<u32>>,
    pub stores: BySide<u32>,
    pub to_move: Side,
    #[serde(default)]
    pub legal_moves: Vec<Pit>,
    #[serde(default)]
    pub over: bool,
    #[serde(default)]
    pub result: Option<ResultJson>,
}

/// Why a JSON text is not a position.
#[derive(Debug, Error)]
pub enum JsonError {
    #[error("this is not the JSON of a position: {0}")]
    Json(#[from] serde_json::Error),
    #[error(transparent)]
    Setup(#[from] SetupError),
}

impl From<&Position> for PositionJson {
    fn from(position: &Position) -> PositionJson {
        PositionJson {
            position: position.to_string(),
            rules: position.rules(),
            pits: position.setup().pits,
            stores: BySide::of(|side| position.store(side).into()),
            to_move: position.to_move(),
            legal_moves: position.legal_moves().collect(),
            over: position.is_over(),
            result: position.outcome().map(|winner| ResultJson {
                winner,
                margin: position.margin(Side::South),
            }),
        }
    }
}

impl Position {
    /// Reads the JSON of a position.
    pub fn from_json(text: &str) -> Result<Position, JsonError> {
        let json: PositionJson = serde_json::from_str(text)?;
        let setup = Setup {
            pits: json.pits,
            stores: json.stores,
            to_move: json.to_move,
        };
        Ok(Position::new(json.rules, &setup)?)
    }

    /// The JSON of the position, on one line.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(&PositionJson::from(self)).expect("plain values always serialise")
    }
}
