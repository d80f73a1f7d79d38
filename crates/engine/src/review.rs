//! A played game, move by move: what each move cost against the best, and where the game turned.

use kalah::{Pit, Position, Record, Side};

use crate::Effort;
use crate::analyse::{Analysis, MoveValue, analyse_with, from_book};
use crate::book::Book;
use crate::search::{Bounds, Solver};

/// The quality of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// As good as any.
    Best,
    /// It cost a few seeds.
    Inexact,
    /// It cost many seeds, or part of the result.
    Mistake,
    /// It cost very many seeds, or turned a win into a loss.
    Blunder,
}

impl Verdict {
    /// By the seeds a move cost and by the result before and after it (1 win, 0 draw, -1 loss).
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
    /// Seeds the move cost its mover against the best one, as far as that is proved.
    pub cost: Bounds,
    /// The quality of the move; `None` if that is not proved. A move that is proved to cost something is judged by the least it
    /// cost.
    pub verdict: Option<Verdict>,
}

impl Reviewed {
    /// The margin of south with best play after this move: exact, or the best estimate.
    #[must_use]
    pub fn margin_after(&self) -> i32 {
        let margin = self.value().margin;
        match self.side {
            Side::South => margin,
            Side::North => -margin,
        }
    }

    /// Whether that margin is exact.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.value().bounds.is_exact()
    }

    /// The most the move can have cost, if that says anything: no move loses all the seeds in the pits.
    #[must_use]
    pub fn cost_at_most(&self) -> Option<i32> {
        let most = self.cost.upper;
        (most < i32::from(self.position.seeds_in_pits())).then_some(most)
    }

    /// The proved bounds of the move.
    #[must_use]
    pub fn value(&self) -> &MoveValue {
        let played = self.analysis.of(self.pit);
        played.expect("a record holds only legal moves")
    }

    /// The result for the mover with best play before and after the move (1 win, 0 draw, -1 loss), if the move
    /// is proved to have changed it.
    #[must_use]
    pub fn turn(&self) -> Option<(i32, i32)> {
        let before = result(self.analysis.bounds)?;
        let after = result(self.value().bounds)?;
        (before != after).then_some((before, after))
    }
}

/// The result that bounds imply, if it is settled.
fn result(bounds: Bounds) -> Option<i32> {
    let (low, high) = (bounds.lower.signum(), bounds.upper.signum());
    (low == high).then_some(low)
}

impl Review {
    /// The turning point.
    #[must_use]
    pub fn turning_move(&self) -> Option<&Reviewed> {
        let number = self.turning_point?;
        self.moves.iter().find(|reviewed| reviewed.number == number)
    }

    /// Whether every move has a verdict.
    #[must_use]
    pub fn is_resolved(&self) -> bool {
        self.moves.iter().all(|reviewed| reviewed.verdict.is_some())
    }
}

/// A side's play in figures. All of them count only what is proved.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Play {
    pub moves: usize,
    /// Moves with a verdict.
    pub judged: usize,
    /// The least the moves cost in total.
    pub cost: i32,
    pub blunders: usize,
    /// 100 for perfect play: the mean over the judged moves with a choice of 100 exp(-cost / 8).
    pub accuracy: f64,
}

#[derive(Clone, Debug)]
pub struct Review {
    pub moves: Vec<Reviewed>,
    /// The number of the move after which the final winner, or the draw, was never again in doubt: the last move that
    /// changed the result with best play. `None` if no move did.
    pub turning_point: Option<usize>,
    /// South's play, then north's.
    pub play: [Play; 2],
}

/// Reviews a game; `effort` is for each move. Positions of the book are not solved again.
pub fn review(solver: &Solver, book: Option<&Book>, record: &Record, effort: &Effort) -> Review {
    let mut position = *record.start();
    let mut moves = Vec::new();
    for (number, &pit) in (1..).zip(record.moves()) {
        moves.push(review_move(solver, book, number, &position, pit, effort));
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

/// Reviews one move of a game: the one with this number, in this position.
///
/// # Panics
/// If the move is not legal.
pub fn review_move(
    solver: &Solver,
    book: Option<&Book>,
    number: usize,
    position: &Position,
    pit: Pit,
    effort: &Effort,
) -> Reviewed {
    let known = book.and_then(|book| from_book(book, position));
    let analysis = known.unwrap_or_else(|| analyse_with(solver, book, position, effort));
    Reviewed::of(number, position, pit, analysis)
}

impl Reviewed {
    /// Judges a move by the analysis of the position it was made in.
    ///
    /// # Panics
    /// If the analysis does not know the move.
    #[must_use]
    pub fn of(number: usize, position: &Position, pit: Pit, analysis: Analysis) -> Reviewed {
        let played = analysis.of(pit).expect("the move is legal");
        let (best, played) = (analysis.bounds, played.bounds);
        let cost = Bounds {
            lower: (best.lower - played.upper).max(0),
            upper: (best.upper - played.lower).max(0),
        };
        Reviewed {
            number,
            position: *position,
            side: position.to_move(),
            pit,
            cost,
            verdict: verdict(cost, best, played),
            analysis,
        }
    }
}

/// The proved facts of a move of this cost, in a position worth `best`, that is itself worth `played`.
fn verdict(cost: Bounds, best: Bounds, played: Bounds) -> Option<Verdict> {
    let proved = cost.is_exact() || cost.lower > 0;
    proved.then(|| Verdict::of(cost.lower, best.lower.signum(), played.upper.signum()))
}

fn turning_point(moves: &[Reviewed]) -> Option<usize> {
    let turned = moves.iter().rfind(|reviewed| reviewed.turn().is_some());
    turned.map(|reviewed| reviewed.number)
}

fn play(moves: &[Reviewed], side: Side) -> Play {
    let own = || moves.iter().filter(move |reviewed| reviewed.side == side);
    let judged = || own().filter(|reviewed| reviewed.verdict.is_some());
    let choices = || judged().filter(|reviewed| reviewed.analysis.moves.len() > 1);
    let marks: f64 = choices()
        .map(|reviewed| 100.0 * (-f64::from(reviewed.cost.lower) / 8.0).exp())
        .sum();
    let accuracy = match choices().count() {
        0 => 100.0,
        count => marks / count as f64,
    };
    Play {
        moves: own().count(),
        judged: judged().count(),
        cost: own().map(|reviewed| reviewed.cost.lower).sum(),
        blunders: own()
            .filter(|reviewed| reviewed.verdict == Some(Verdict::Blunder))
            .count(),
        accuracy,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(best: (i32, i32), played: (i32, i32)) -> Option<Verdict> {
        let bounds = |(lower, upper)| Bounds { lower, upper };
        let (best, played) = (bounds(best), bounds(played));
        let cost = Bounds {
            lower: (best.lower - played.upper).max(0),
            upper: (best.upper - played.lower).max(0),
        };
        verdict(cost, best, played)
    }

    #[test]
    fn only_what_is_proved_is_judged() {
        assert_eq!(of((4, 4), (4, 4)), Some(Verdict::Best));
        assert_eq!(of((4, 4), (2, 2)), Some(Verdict::Inexact));
        assert_eq!(
            of((2, 2), (0, 0)),
            Some(Verdict::Mistake),
            "a win became a draw"
        );
        assert_eq!(
            of((2, 2), (-2, -2)),
            Some(Verdict::Blunder),
            "a win became a loss"
        );
        // Perhaps it cost something, perhaps not.
        assert_eq!(of((0, 6), (0, 6)), None);
        assert_eq!(of((4, 4), (2, 4)), None);
        // At least six seeds, and a win is gone.
        assert_eq!(of((4, 8), (-10, -2)), Some(Verdict::Blunder));
        assert_eq!(of((6, 8), (2, 4)), Some(Verdict::Inexact));
    }
}
