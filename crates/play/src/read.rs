//! All file formats and texts a person may open: records, save files, positions, links.

use kalah::notation::json::JsonError;
use kalah::record::ain_shams::{AinShamsError, AinShamsSave};
use kalah::record::{RecordError, RecordJsonError};
use kalah::{BySide, NotationError, Position, Record, Rules, RulesError, Setup, SetupError};
use thiserror::Error;

use crate::link;
use crate::seat::{self, Seat};

/// Larger than any record of a game.
pub const LONGEST: usize = 16 << 20;

/// Why a text is not a game or a position.
#[derive(Debug, Error)]
pub enum ReadError {
    #[error("the file is too large to be the record of a game")]
    TooLarge,
    #[error("there is no game {number}: the file holds {games}")]
    NoGame { number: usize, games: usize },
    #[error("this link is broken: {0}")]
    Link(String),
    #[error(transparent)]
    Rules(#[from] RulesError),
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error(transparent)]
    Notation(#[from] NotationError),
    #[error(transparent)]
    Position(#[from] JsonError),
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error(transparent)]
    Json(#[from] RecordJsonError),
    #[error(transparent)]
    AinShams(#[from] AinShamsError),
}

type Answer<T> = Result<T, ReadError>;

/// The rules of a text, with changed pits or seeds.
pub fn rules(text: Option<&str>, pits: Option<u32>, seeds: Option<u32>) -> Answer<Rules> {
    let mut text = text.unwrap_or("standard").to_owned();
    if let Some(pits) = pits {
        text.push_str(&format!(" pits={pits}"));
    }
    if let Some(seeds) = seeds {
        text.push_str(&format!(" seeds={seeds}"));
    }
    Ok(text.parse()?)
}

/// A position in any notation. Its rows say how many pits there are; JSON and links bring their own rules.
pub fn position(rules: Rules, text: &str) -> Answer<Position> {
    let text = text.trim().trim_start_matches('#');
    if link::is_link(text) {
        return Ok(*link::read(text).map_err(ReadError::Link)?.position());
    }
    if text.starts_with('{') {
        return Ok(Position::from_json(text)?);
    }
    let setup: Setup = match text.starts_with('<') {
        true => Setup::from_kgp(text)?,
        false => text.parse()?,
    };
    placed(rules, &setup)
}

/// A setup under these rules, with as many pits as it has.
pub fn placed(rules: Rules, setup: &Setup) -> Answer<Position> {
    let pits = setup.row_length()? as u32;
    let rules = self::rules(Some(&settings(rules)), Some(pits), None)?;
    Ok(Position::new(rules, setup)?)
}

/// Rules without the name of a preset, so that settings can follow.
fn settings(rules: Rules) -> String {
    format!(
        "standard seeds={} capture={} end={} lift={}",
        rules.seeds(),
        rules.capture(),
        rules.end(),
        rules.lift()
    )
}

/// The texts of the games in a file: a file of several begins each with `[Format`.
pub fn games(text: &str) -> Vec<&str> {
    let starts: Vec<usize> = text
        .match_indices("[Format ")
        .map(|(at, _)| at)
        .filter(|&at| at == 0 || text[..at].ends_with('\n'))
        .collect();
    if starts.len() < 2 {
        return vec![text];
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let pairs = starts.iter().zip(ends);
    pairs.map(|(&start, end)| &text[start..end]).collect()
}

/// A game in any format: game `number` of a file, from 1.
pub fn record(text: &str, number: usize) -> Answer<Record> {
    if text.len() > LONGEST {
        return Err(ReadError::TooLarge);
    }
    // Blank lines at the start count when a mistake is placed.
    let games = games(text.trim_start_matches('\u{feff}').trim_end());
    let text = number.checked_sub(1).and_then(|index| games.get(index));
    let text = text.ok_or(ReadError::NoGame {
        number,
        games: games.len(),
    })?;
    let link = text.trim_start().trim_start_matches('#');
    if link::is_link(link) {
        return link::read(link).map_err(ReadError::Link);
    }
    match text.trim_start().chars().next() {
        Some('{') => from_json(text),
        Some('<') => position(Rules::default(), text).map(Record::new),
        Some('0'..='9') if text.contains('/') && !text.contains('.') => {
            position(Rules::default(), text).map(Record::new)
        }
        _ => Ok(Record::from_text(text)?),
    }
}

/// A record, a position, or a save file of the Python game.
fn from_json(text: &str) -> Answer<Record> {
    let has = |value: &serde_json::Value, key: &str| value.get(key).is_some();
    match serde_json::from_str::<serde_json::Value>(text) {
        Ok(value) if has(&value, "state") => from_ain_shams(text),
        Ok(value) if has(&value, "pits") => Ok(Record::new(Position::from_json(text)?)),
        _ => Ok(Record::from_json(text)?),
    }
}

/// The Python game stores no moves: the record starts at its position, with its computer as the opponent.
fn from_ain_shams(text: &str) -> Answer<Record> {
    let save = AinShamsSave::from_json(text)?;
    let mut record = Record::new(save.position()?);
    let levels = save.max_levels.clamp(1, engine::player::MAX_DEPTH);
    let computer = Seat::Player(format!("alpha-beta:{levels}"));
    seat::set(&mut record, &BySide::new(Seat::Person, computer));
    Ok(record)
}
