//! Everything a person may bring along: records, save files, positions, links.

use kalah::record::ain_shams::AinShamsSave;
use kalah::{Position, Record, Rules, Setup};

use crate::game::{NORTH_PLAYER, SOUTH_PLAYER};
use crate::link;
use crate::player::HUMAN;
use crate::reply::{Answer, Failure};

/// No record of a game comes near this.
const LONGEST: usize = 16 << 20;

/// The rules of a text, with the pits or seeds changed.
pub fn rules(text: Option<&str>, pits: Option<u32>, seeds: Option<u32>) -> Answer<Rules> {
    let mut text = text.unwrap_or("standard").to_owned();
    if let Some(pits) = pits {
        text.push_str(&format!(" pits={pits}"));
    }
    if let Some(seeds) = seeds {
        text.push_str(&format!(" seeds={seeds}"));
    }
    text.parse().map_err(Failure::refused)
}

/// A position in any notation. Its rows say how many pits there are; JSON and links bring their own rules.
pub fn position(rules: Rules, text: &str) -> Answer<Position> {
    let text = text.trim().trim_start_matches('#');
    if link::is_link(text) {
        return Ok(*link::read(text).map_err(Failure::refused)?.position());
    }
    if text.starts_with('{') {
        return Position::from_json(text).map_err(Failure::refused);
    }
    let setup: Setup = match text.starts_with('<') {
        true => Setup::from_kgp(text).map_err(Failure::refused)?,
        false => text.parse().map_err(Failure::refused)?,
    };
    placed(rules, &setup)
}

/// A setup under these rules, with as many pits as it has.
pub fn placed(rules: Rules, setup: &Setup) -> Answer<Position> {
    let pits = setup.row_length().map_err(Failure::refused)? as u32;
    let rules = self::rules(Some(&settings(rules)), Some(pits), None)?;
    Position::new(rules, setup).map_err(Failure::refused)
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
        return Err(Failure::refused(
            "the file is too large to be the record of a game",
        ));
    }
    let text = text.trim_start_matches('\u{feff}').trim();
    let games = games(text);
    let text = number.checked_sub(1).and_then(|index| games.get(index));
    let text = text.ok_or_else(|| {
        let count = games.len();
        Failure::refused(format!("there is no game {number}: the file holds {count}"))
    })?;
    let link = text.trim_start_matches('#');
    if link::is_link(link) {
        return link::read(link).map_err(Failure::refused);
    }
    match text.chars().next() {
        Some('{') => from_json(text),
        Some('<') => position(Rules::default(), text).map(Record::new),
        Some('0'..='9') if text.contains('/') && !text.contains('.') => {
            position(Rules::default(), text).map(Record::new)
        }
        _ => Record::from_text(text).map_err(Failure::refused),
    }
}

/// A record, a position, or a save file of the Python game.
fn from_json(text: &str) -> Answer<Record> {
    let has = |value: &serde_json::Value, key: &str| value.get(key).is_some();
    match serde_json::from_str::<serde_json::Value>(text) {
        Ok(value) if has(&value, "state") => from_ain_shams(text),
        Ok(value) if has(&value, "pits") => Position::from_json(text)
            .map(Record::new)
            .map_err(Failure::refused),
        _ => Record::from_json(text).map_err(Failure::refused),
    }
}

/// The Python game keeps no moves: the record starts at its position, with its computer as the opponent.
fn from_ain_shams(text: &str) -> Answer<Record> {
    let save = AinShamsSave::from_json(text).map_err(Failure::refused)?;
    let mut record = Record::new(save.position().map_err(Failure::refused)?);
    record.set_tag(SOUTH_PLAYER, HUMAN);
    let levels = save.max_levels.clamp(1, engine::player::MAX_DEPTH);
    record.set_tag(NORTH_PLAYER, &format!("alpha-beta:{levels}"));
    Ok(record)
}
