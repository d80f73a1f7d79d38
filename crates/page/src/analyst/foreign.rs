//! An analysis made elsewhere: by a site whose table is larger than the one a browser has. It comes in the form of `mancala analyse
//! --json`, and is shown in the words of the page.

use engine::Bounds;
use engine::analyse::{Analysis, MoveValue};
use kalah::{Pit, Position};
use serde::Deserialize;

use super::analysis::told;
use crate::desk::Desk;
use crate::failures;
use crate::people;
use crate::read;
use crate::reply::{Answer, read};

#[derive(Deserialize)]
struct Asked {
    rules: String,
    position: String,
    people: Option<people::Names>,
    found: Found,
}

#[derive(Deserialize)]
struct Found {
    value: i32,
    lower: i32,
    upper: i32,
    best: Vec<Pit>,
    moves: Vec<FoundMove>,
    nodes: u64,
}

#[derive(Deserialize)]
struct FoundMove {
    pit: Pit,
    margin: i32,
    lower: i32,
    upper: i32,
    extra_turn: bool,
    line: Vec<Pit>,
}

/// The sentences of an analysis, if it fits this position.
pub fn worded(desk: &Desk, request: &str) -> Answer {
    let Asked {
        rules,
        position,
        people,
        found,
    } = read(request)?;
    let rules = read::rules(Some(&rules), None, None)?;
    let position = read::position(rules, &position)?;
    let found = Analysis {
        bounds: bounds(found.lower, found.upper)?,
        margin: found.value,
        best: found.best,
        moves: found.moves.into_iter().map(value).collect::<Answer<_>>()?,
        nodes: found.nodes,
    };
    if !fits(&position, &found) {
        return Err(failures::OTHER_POSITION.refuses());
    }
    let people = people::told(people.as_ref());
    told(&position, found, true, desk.texts(), &people)
}

fn value(found: FoundMove) -> Answer<MoveValue> {
    Ok(MoveValue {
        pit: found.pit,
        bounds: bounds(found.lower, found.upper)?,
        margin: found.margin,
        extra_turn: found.extra_turn,
        line: found.line,
    })
}

fn bounds(lower: i32, upper: i32) -> Answer<Bounds> {
    match lower <= upper {
        true => Ok(Bounds { lower, upper }),
        false => Err(failures::EXCHANGED_BOUNDS.refuses()),
    }
}

/// Every legal move, and no other, has a value; the best ones are among them.
fn fits(position: &Position, found: &Analysis) -> bool {
    let valued: Vec<Pit> = found.moves.iter().map(|value| value.pit).collect();
    let legal: Vec<Pit> = position.legal_moves().collect();
    valued == legal && found.best.iter().all(|&pit| found.of(pit).is_some())
}
