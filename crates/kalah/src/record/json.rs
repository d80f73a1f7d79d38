//! A record as JSON.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::text::FORMAT;
use super::{GameResult, Record};
use crate::by_side::BySide;
use crate::notation::NotationError;
use crate::place::{Pit, Side};
use crate::position::Position;
use crate::rules::Rules;
use crate::setup::{Setup, SetupError};
use crate::sowing::Captured;

#[derive(Serialize, Deserialize)]
struct RecordJson {
    format: u32,
    rules: Rules,
    start: String,
    south: String,
    north: String,
    date: String,
    #[serde(default)]
    tags: Vec<(String, String)>,
    moves: Vec<MoveJson>,
    result: String,
    #[serde(default)]
    resigned: Option<Side>,
}

/// A move; only `pit` is needed to read one, and any other field must be true.
#[derive(Serialize, Deserialize)]
struct MoveJson {
    pit: Pit,
    #[serde(default)]
    side: Option<Side>,
    #[serde(default)]
    extra_turn: Option<bool>,
    #[serde(default)]
    captured: Option<u16>,
}

/// Why a JSON text is not a record.
#[derive(Debug, Error)]
pub enum RecordJsonError {
    #[error("this is not the JSON of a record: {0}")]
    Json(#[from] serde_json::Error),
    #[error("the record has format {0}, newer than the format {FORMAT} this program reads")]
    NewerFormat(u32),
    #[error("start: {0}")]
    Start(#[from] NotationError),
    #[error("start: {0}")]
    Setup(#[from] SetupError),
    #[error("move {number}: {problem}")]
    Move { number: usize, problem: String },
    #[error("the result is given as {given}, but the moves give {actual}")]
    WrongResult { given: String, actual: String },
}

impl Record {
    /// The record as JSON, indented.
    #[must_use]
    pub fn to_json(&self) -> String {
        let moves = self.sowings().map(|sowing| MoveJson {
            pit: sowing.pit,
            side: Some(sowing.mover),
            extra_turn: Some(sowing.extra_turn),
            captured: Some(sowing.capture.map_or(0, Captured::seeds)),
        });
        let json = RecordJson {
            format: FORMAT,
            rules: self.start().rules(),
            start: self.start().to_string(),
            south: self.players.south.clone(),
            north: self.players.north.clone(),
            date: self.date.clone(),
            tags: self.tags.clone(),
            moves: moves.collect(),
            result: self.result().to_string(),
            resigned: self.resigned,
        };
        serde_json::to_string_pretty(&json).expect("plain values always serialise")
    }

    /// Reads the JSON of a record.
    pub fn from_json(text: &str) -> Result<Record, RecordJsonError> {
        check_format(text)?;
        let json: RecordJson = serde_json::from_str(text)?;
        let setup: Setup = json.start.parse()?;
        let mut record = Record::new(Position::new(json.rules, &setup)?);
        for (i, made) in json.moves.iter().enumerate() {
            record
                .push_checked(made)
                .map_err(|problem| RecordJsonError::Move {
                    number: i + 1,
                    problem,
                })?;
        }
        record.players = BySide::new(json.south, json.north);
        record.date = json.date;
        record.tags = json.tags;
        record.resigned = json.resigned;
        let actual: GameResult = record.result();
        if json.result != actual.to_string() {
            return Err(RecordJsonError::WrongResult {
                given: json.result,
                actual: actual.to_string(),
            });
        }
        Ok(record)
    }

    fn push_checked(&mut self, made: &MoveJson) -> Result<(), String> {
        let step = self
            .position()
            .step(made.pit)
            .map_err(|error| error.to_string())?;
        let truth = [
            (
                "side",
                made.side
                    .is_none_or(|side| side == self.position().to_move()),
            ),
            (
                "extra_turn",
                made.extra_turn.is_none_or(|extra| extra == step.extra_turn),
            ),
            (
                "captured",
                made.captured
                    .is_none_or(|captured| captured == step.captured),
            ),
        ];
        if let Some((field, _)) = truth.iter().find(|(_, holds)| !holds) {
            return Err(format!("its field {field} does not agree with the rules"));
        }
        self.push(made.pit).map_err(|error| error.to_string())
    }
}

/// A newer format may have other fields, so its number is looked at first.
fn check_format(text: &str) -> Result<(), RecordJsonError> {
    #[derive(Deserialize)]
    struct Format {
        format: u32,
    }
    let Format { format } = serde_json::from_str(text)?;
    if format > FORMAT {
        return Err(RecordJsonError::NewerFormat(format));
    }
    Ok(())
}
