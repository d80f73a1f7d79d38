//! The text of a review.

use engine::review::{Review, Reviewed, Verdict};
use kalah::{BySide, Pit, Side};
use play::Reviewing;
use serde::Serialize;
use texts::Texts;
use texts::judging::{self, Worth};
use texts::wording::People;

use super::grade;
use crate::reply::{Answer, json};
use crate::view::Value;

#[derive(Serialize)]
struct Cost {
    least: i32,
    most: i32,
}

#[derive(Serialize)]
struct Turned {
    before: i32,
    after: i32,
}

#[derive(Serialize)]
struct MoveView {
    ply: usize,
    side: Side,
    pit: Pit,
    notation: String,
    before: String,
    south: Value,
    cost: Cost,
    grade: Option<&'static str>,
    best: Vec<Pit>,
    line: Vec<Pit>,
    turned: Option<Turned>,
    sentence: String,
}

#[derive(Serialize)]
struct PlayView {
    moves: usize,
    judged: usize,
    cost: i32,
    blunders: usize,
    mistakes: usize,
    accuracy: f64,
    sentence: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct View {
    moves: Vec<MoveView>,
    total: usize,
    start: Option<Value>,
    turning_point: Option<usize>,
    play: BySide<PlayView>,
    sentence: String,
    done: bool,
}

pub fn view(reviewing: &Reviewing, done: bool, texts: &Texts, people: &People) -> Answer {
    let review = reviewing.review();
    let moves = review
        .moves
        .iter()
        .map(|reviewed| move_view(reviewed, texts));
    let first = review.moves.first().filter(|reviewed| reviewed.number == 1);
    json(&View {
        moves: moves.collect(),
        total: reviewing.moves(),
        start: first.map(|reviewed| {
            let whole = Worth::of(&reviewed.analysis);
            Value::new(whole.for_south(reviewed.side), texts)
        }),
        turning_point: review.turning_point,
        play: BySide::of(|side| play(&review, side, texts)),
        sentence: reviewing.turning_point(&review, texts, people),
        done,
    })
}

fn move_view(reviewed: &Reviewed, texts: &Texts) -> MoveView {
    let (position, best) = (&reviewed.position, &reviewed.analysis.best);
    let sowing = position.sow(reviewed.pit).ok();
    let line = best.first().and_then(|&pit| reviewed.analysis.of(pit));
    let worth = Worth::of_move(reviewed.value());
    MoveView {
        ply: reviewed.number,
        side: reviewed.side,
        pit: reviewed.pit,
        notation: sowing.map_or_else(String::new, |sowing| sowing.notation()),
        before: position.to_string(),
        south: Value::new(worth.for_south(reviewed.side), texts),
        cost: Cost {
            least: reviewed.cost.lower,
            most: reviewed.cost.upper,
        },
        grade: grade(reviewed.verdict),
        line: line.map_or_else(Vec::new, |value| value.line.clone()),
        turned: reviewed
            .turn()
            .map(|(before, after)| Turned { before, after }),
        sentence: judging::reviewed(texts, reviewed),
        best: best.clone(),
    }
}

fn play(review: &Review, side: Side, texts: &Texts) -> PlayView {
    let play = review.play[side.index()];
    let own = review.moves.iter().filter(|reviewed| reviewed.side == side);
    let mistakes = own.filter(|reviewed| reviewed.verdict == Some(Verdict::Mistake));
    PlayView {
        moves: play.moves,
        judged: play.judged,
        cost: play.cost,
        blunders: play.blunders,
        mistakes: mistakes.count(),
        accuracy: (play.accuracy * 10.0).round() / 10.0,
        sentence: judging::play(texts, &play),
    }
}
