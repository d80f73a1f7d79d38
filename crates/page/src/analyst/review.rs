//! A whole game under review, move by move.

use engine::book::Book;
use engine::review::{Review, Reviewed, Verdict};
use engine::search::Solver;
use engine::study::Study;
use kalah::{BySide, House, Pit, Position, Record, Side};
use serde::Serialize;
use texts::judging::{self, Judged};
use texts::{Texts, wording};

use super::{grade, line_of};
use crate::reply::{Answer, Failure, json};
use crate::view::{Value, for_south, notation, worth};

/// Nodes each move may take: what is not proved by then stays open.
const NODES: u64 = 400_000;

/// A record, and the moves of it that have been looked at.
pub struct Reviewing {
    record: Record,
    positions: Vec<Position>,
    reviewed: Vec<Reviewed>,
    study: Option<Study>,
}

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

impl Reviewing {
    pub fn new(record: Record) -> Answer<Reviewing> {
        if record.moves().is_empty() {
            return Err(Failure::refused("the game has no moves to review"));
        }
        Ok(Reviewing {
            positions: record.sowings().map(|sowing| sowing.before).collect(),
            record,
            reviewed: Vec::new(),
            study: None,
        })
    }

    /// The position with the most seeds.
    pub fn start(&self) -> &Position {
        self.record.start()
    }

    pub fn reviewed(&self) -> usize {
        self.reviewed.len()
    }

    pub fn is_done(&self) -> bool {
        self.reviewed.len() == self.positions.len()
    }

    /// Goes on with the next move, and perhaps finishes it.
    pub fn go_on(&mut self, solver: &Solver, book: Option<&Book>, nodes: u64) {
        let number = self.reviewed.len();
        let Some(position) = self.positions.get(number).filter(|_| nodes > 0) else {
            return;
        };
        let study = self.study.get_or_insert_with(|| Study::new(position, book));
        study.go_on(solver, book, nodes);
        if study.is_done() || study.nodes() >= NODES {
            let pit = self.record.moves()[number];
            let analysis = study.analysis();
            let reviewed = Reviewed::of(number + 1, position, pit, analysis);
            self.reviewed.push(reviewed);
            self.study = None;
        }
    }

    pub fn view(&self, done: bool, texts: &Texts) -> Answer {
        let review = Review::of(self.reviewed.clone());
        let moves = review
            .moves
            .iter()
            .map(|reviewed| move_view(reviewed, texts));
        let first = review.moves.first();
        json(&View {
            moves: moves.collect(),
            total: self.positions.len(),
            start: first.map(|reviewed| {
                let analysis = &reviewed.analysis;
                let whole = worth(analysis.bounds, analysis.margin);
                Value::new(for_south(whole, reviewed.side), texts)
            }),
            turning_point: review.turning_point,
            play: BySide::of(|side| play(&review, side, texts)),
            sentence: self.sentence(&review, texts),
            done,
        })
    }

    fn sentence(&self, review: &Review, texts: &Texts) -> String {
        let people = wording::People::of(&self.record.players);
        let turning = review.turning_point.and_then(|number| {
            let reviewed = review.moves.get(number - 1)?;
            let (side, pit) = (reviewed.side, reviewed.pit);
            let turned = reviewed.turn()?;
            let house = House::Pit { side, pit };
            Some(judging::turning_point(
                texts, number, house, turned, &people,
            ))
        });
        let judged = |reviewed: &Reviewed| reviewed.verdict.is_some();
        let all = self.is_done() && review.moves.iter().all(judged);
        turning.unwrap_or_else(|| judging::no_turning_point(texts, all))
    }
}

fn move_view(reviewed: &Reviewed, texts: &Texts) -> MoveView {
    let Reviewed {
        number,
        position,
        side,
        pit,
        analysis,
        cost,
        verdict,
    } = reviewed;
    let played = analysis.of(*pit);
    let bounds = played.map_or(analysis.bounds, |value| value.bounds);
    let margin = played.map_or(analysis.margin, |value| value.margin);
    let judged = match verdict {
        None => Judged::Open,
        Some(Verdict::Best) => Judged::Best,
        Some(Verdict::Inexact) => Judged::Inexact,
        Some(Verdict::Mistake) => Judged::Mistake,
        Some(Verdict::Blunder) => Judged::Blunder,
    };
    let sowing = position.sow(*pit).ok();
    let exactly = cost.is_exact();
    MoveView {
        ply: *number,
        side: *side,
        pit: *pit,
        notation: sowing.map(|sowing| notation(&sowing)).unwrap_or_default(),
        before: position.to_string(),
        south: Value::new(for_south(worth(bounds, margin), *side), texts),
        cost: Cost {
            least: cost.lower,
            most: cost.upper,
        },
        grade: grade(*verdict),
        line: line_of(analysis, analysis.best.first().copied()),
        turned: reviewed
            .turn()
            .map(|(before, after)| Turned { before, after }),
        sentence: judging::reviewed(texts, judged, cost.lower, exactly, &analysis.best),
        best: analysis.best.clone(),
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
        sentence: judging::play(texts, play.moves, play.accuracy, play.cost, play.blunders),
    }
}
