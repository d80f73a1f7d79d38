//! A played game, move by move: what each move cost against the best, and where the game turned.

use kalah::{Pit, Position, Record, Side};

use crate::Effort;
use crate::analyse::{Analysis, analyse};
use crate::search::Solver;

/// How good a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// As good as any.
    Best,
    /// It cost seeds, but little.
    Inexact,
    /// It cost a good deal, or part of the result.
    Mistake,
    /// It cost very much, or turned a win into a loss.
    Blunder,
}

impl Verdict {
    /// By the seeds a move cost and by what the result was and became (1 win, 0 draw, -1 loss).
    fn of(cost: i32, before: i32, after: i32) -> Verdict {
        match (cost, before - after) {
            (0, _) => Verdict::Best,
            (10.., _) | (_, 2) => Verdict::Blunder,
            (5.., _) | (_, 1) => Verdict::Mistake,
            _ => Verdict::Inexact,
        }
    }

    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Best => "best",
            Verdict::Inexact => "inexact",
            Verdict::Mistake => "mistake",
            Verdict::Blunder => "blunder",
        }
    }
}

/// A move of the game under review.
#[derive(Clone, Debug)]
pub struct Reviewed {
    /// The move's number, from 1.
    pub number: usize,
    pub position: Position,
    pub side: Side,
    pub pit: Pit,
    pub analysis: Analysis,
    /// Seeds the move cost its mover against the best one.
    pub cost: i32,
    /// Both values behind the cost are exact.
    pub exact: bool,
    pub verdict: Verdict,
}

impl Reviewed {
    /// The margin of south with best play after this move.
    #[must_use]
    pub fn margin_after(&self) -> i32 {
        let margin = self.analysis.margin - self.cost;
        if self.side == Side::South {
            margin
        } else {
            -margin
        }
    }
}

/// A side's play in figures.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Play {
    pub moves: usize,
    pub cost: i32,
    pub blunders: usize,
    /// 100 for perfect play: the mean over the moves with a choice of 100 exp(-cost / 8).
    pub accuracy: f64,
}

#[derive(Clone, Debug)]
pub struct Review {
    pub moves: Vec<Reviewed>,
    /// The number of the move after which the final winner, or the draw, was never again in doubt: the last move that
    /// changed the result with best play. None if no move did.
    pub turning_point: Option<usize>,
    /// South's play, then north's.
    pub play: [Play; 2],
}

/// Reviews a game; `effort` is for each move.
pub fn review(solver: &Solver, record: &Record, effort: &Effort) -> Review {
    let mut position = *record.start();
    let mut moves = Vec::new();
    for (number, &pit) in (1..).zip(record.moves()) {
        moves.push(review_move(solver, number, &position, pit, effort));
        position = position.step_legal(pit).after;
    }
    Review::of(moves)
}

impl Review {
    /// Sums up moves that have been reviewed.
    #[must_use]
    pub fn of(moves: Vec<Reviewed>) -> Review {
        Review {
            turning_point: turning_point(&moves),
            play: Side::BOTH.map(|side| play(&moves, side)),
            moves,
        }
    }
}

fn review_move(
    solver: &Solver,
    number: usize,
    position: &Position,
    pit: Pit,
    effort: &Effort,
) -> Reviewed {
    let analysis = analyse(solver, position, effort);
    let played = analysis.of(pit).expect("a record holds only legal moves");
    let cost = (analysis.margin - played.margin).max(0);
    let exact = analysis.bounds.is_exact() && played.bounds.is_exact();
    Reviewed {
        number,
        position: *position,
        side: position.to_move(),
        pit,
        cost,
        exact,
        verdict: Verdict::of(cost, analysis.margin.signum(), played.margin.signum()),
        analysis,
    }
}

fn turning_point(moves: &[Reviewed]) -> Option<usize> {
    let turned = |reviewed: &&Reviewed| {
        let before = reviewed.analysis.margin;
        before.signum() != (before - reviewed.cost).signum()
    };
    moves
        .iter()
        .rev()
        .find(turned)
        .map(|reviewed| reviewed.number)
}

fn play(moves: &[Reviewed], side: Side) -> Play {
    let own = || moves.iter().filter(move |reviewed| reviewed.side == side);
    let choices = || own().filter(|reviewed| reviewed.analysis.moves.len() > 1);
    let marks: f64 = choices()
        .map(|reviewed| 100.0 * (-f64::from(reviewed.cost) / 8.0).exp())
        .sum();
    let accuracy = match choices().count() {
        0 => 100.0,
        count => marks / count as f64,
    };
    Play {
        moves: own().count(),
        cost: own().map(|reviewed| reviewed.cost).sum(),
        blunders: own()
            .filter(|reviewed| reviewed.verdict == Verdict::Blunder)
            .count(),
        accuracy,
    }
}
