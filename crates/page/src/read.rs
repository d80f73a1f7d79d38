//! Files a person brings along, read by `play`, with refusals as answers.

use kalah::{Position, Record, Rules};
use play::read::{self, ReadError};

use crate::failures;
use crate::reply::{Answer, Failure};

pub use play::read::games;

pub fn rules(text: Option<&str>, pits: Option<u32>, seeds: Option<u32>) -> Answer<Rules> {
    read::rules(text, pits, seeds).map_err(refused)
}

pub fn position(rules: Rules, text: &str) -> Answer<Position> {
    read::position(rules, text).map_err(refused)
}

pub fn record(text: &str, number: usize) -> Answer<Record> {
    read::record(text, number).map_err(refused)
}

/// With a key for translation, where there is one.
fn refused(error: ReadError) -> Failure {
    match error {
        ReadError::TooLarge => failures::LARGE_RECORD.refuses(),
        ReadError::NoGame { number, games } => {
            failures::NO_GAME.with(&[("number", &number), ("count", &games)])
        }
        ReadError::Link(why) => failures::BROKEN_LINK.with(&[("why", &why)]),
        other => Failure::refused(other),
    }
}
