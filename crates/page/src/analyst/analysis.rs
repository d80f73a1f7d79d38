//! What an analysis and a hint say.

use engine::advice;
use engine::analyse::{Analysis, MoveValue};
use engine::review::Reviewed;
use engine::study::Study;
use kalah::{Pit, Position, Side};
use serde::Serialize;
use texts::wording::{self, People, Person};
use texts::{Texts, judging};

use super::{grade, joined, line_of, sides, value};
use crate::reply::{Answer, Failure, json};
use crate::view::{Value, for_south, worth};

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

pub fn view(study: &Study, done: bool, texts: &Texts) -> Answer {
    told(study.position(), study.analysis(), done, texts)
}

/// What was found out about a position, in words.
pub fn told(position: &Position, found: Analysis, done: bool, texts: &Texts) -> Answer {
    let side = position.to_move();
    let whole = worth(found.bounds, found.margin);
    let of_move = |value: &MoveValue| {
        let judged = Reviewed::of(1, position, value.pit, found.clone());
        MoveView {
            pit: value.pit,
            value: super::value(value.bounds, value.margin, texts),
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
        value: value(found.bounds, found.margin, texts),
        south: Value::new(for_south(whole, side), texts),
        sentence: judging::prospect(texts, side, whole, &sides()),
        moves: found.moves.iter().map(of_move).collect(),
        exact: found.is_exact(),
        done,
        nodes: found.nodes,
        best: found.best,
    })
}

/// The best of the worse moves, if everything is proved.
fn second(found: &Analysis) -> Option<Second> {
    let worse = found.moves.iter();
    let worse = worse.filter(|value| found.is_exact() && value.margin < found.margin);
    let best = worse.max_by_key(|value| value.margin)?;
    Some(Second {
        pit: best.pit,
        less: found.margin - best.margin,
    })
}

pub fn hint(study: &Study, texts: &Texts) -> Answer {
    let (position, found) = (study.position(), study.analysis());
    let over = || Failure::refused("there is no move to advise: the game is over");
    let pit = *found.best.first().ok_or_else(over)?;
    let best = found.of(pit).ok_or_else(over)?;
    let sowing = position.sow(pit).map_err(Failure::refused)?;
    let proved = found.bounds.is_exact() && best.bounds.is_exact();
    let second = second(&found);
    let mut reasons: Vec<String> = judging::effect(texts, &sowing).into_iter().collect();
    if let Some((pit, seeds)) = advice::rescued(position, pit) {
        reasons.push(judging::rescue(texts, pit, seeds));
    }
    reasons.push(judging::advice(texts, best.margin, proved));
    if let Some(second) = &second {
        reasons.push(judging::second_best(texts, second.pit, second.less));
    }
    let people = People(Side::BOTH.map(|side| match side == position.to_move() {
        true => Person::You,
        false => Person::Side(side),
    }));
    let told = wording::sowing(texts, &sowing, &people);
    json(&Hint {
        pit,
        value: value(best.bounds, best.margin, texts),
        proved,
        second,
        sentence: judging::hint(texts, pit, &told, &joined(&reasons)),
        reasons,
        line: line_of(&found, Some(pit)),
    })
}
