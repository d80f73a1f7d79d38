//! The text of an analysis and a hint.

use engine::analyse::{Analysis, MoveValue};
use engine::review::Reviewed;
use kalah::{Pit, Position, Side};
use play::{Analysing, Hinting};
use serde::Serialize;
use texts::Texts;
use texts::judging::{self, Worth};
use texts::wording::People;

use super::grade;
use crate::failures;
use crate::reply::{Answer, json};
use crate::view::Value;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct View {
    rules: String,
    position: String,
    to_move: Side,
    value: Value,
    south: Value,
    sentence: String,
    best: Vec<Pit>,
    moves: Vec<MoveView>,
    exact: bool,
    done: bool,
    nodes: u64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct MoveView {
    pit: Pit,
    value: Value,
    best: bool,
    cost: i32,
    grade: Option<&'static str>,
    extra_turn: bool,
    line: Vec<Pit>,
}

#[derive(Serialize)]
struct Second {
    pit: Pit,
    less: i32,
}

#[derive(Serialize)]
struct Hint {
    pit: Pit,
    value: Value,
    proved: bool,
    second: Option<Second>,
    sentence: String,
    reasons: Vec<String>,
    line: Vec<Pit>,
}

pub fn view(analysing: &Analysing, done: bool, texts: &Texts, people: &People) -> Answer {
    let (position, found) = (analysing.position(), analysing.analysis());
    told(position, found, done, texts, people)
}

/// Sentences about the results for a position.
pub fn told(
    position: &Position,
    found: Analysis,
    done: bool,
    texts: &Texts,
    people: &People,
) -> Answer {
    let side = position.to_move();
    let whole = Worth::of(&found);
    let of_move = |value: &MoveValue| {
        let judged = Reviewed::of(1, position, value.pit, found.clone());
        MoveView {
            pit: value.pit,
            value: Value::new(Worth::of_move(value), texts),
            best: found.best.contains(&value.pit),
            cost: (found.margin - value.margin).max(0),
            grade: grade(judged.verdict),
            extra_turn: value.extra_turn,
            line: value.line.clone(),
        }
    };
    json(&View {
        rules: position.rules().to_string(),
        position: position.to_string(),
        to_move: side,
        value: Value::new(whole, texts),
        south: Value::new(whole.for_south(side), texts),
        sentence: judging::prospect(texts, side, whole, people),
        moves: found.moves.iter().map(of_move).collect(),
        exact: found.is_exact(),
        done,
        nodes: found.nodes,
        best: found.best,
    })
}

pub fn hint(hinting: &Hinting, texts: &Texts, people: &People) -> Answer {
    let over = || failures::NO_ADVICE.refuses();
    let hint = hinting.hint().ok_or_else(over)?;
    json(&Hint {
        pit: hint.pit(),
        value: Value::new(hint.worth, texts),
        proved: hint.proved,
        second: hint.second.map(|(pit, less)| Second { pit, less }),
        sentence: hint.sentence(texts, people),
        reasons: hint.reasons(texts),
        line: hint.line,
    })
}
