//! The value of every move in a position.

use kalah::{Pit, Position};
use serde::Serialize;

use crate::Effort;
use crate::book::Book;
use crate::search::{Bounds, Solver};

/// Maximum length of the line in an analysis.
pub const LINE: usize = 24;

/// One move and its value for the mover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveValue {
    pub pit: Pit,
    /// Proved bounds of the mover's final margin.
    pub bounds: Bounds,
    /// The exact margin, or the best estimate inside the bounds.
    pub margin: i32,
    pub extra_turn: bool,
    /// Best play from here on, this move first. Only that move if the value is not exact.
    pub line: Vec<Pit>,
}

/// A position and all its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// Proved bounds of the final margin of the side to move.
    pub bounds: Bounds,
    /// The exact margin, or the best estimate inside the bounds.
    pub margin: i32,
    /// The best moves, as far as could be found out.
    pub best: Vec<Pit>,
    /// Every legal move from pit 1 on.
    pub moves: Vec<MoveValue>,
    pub nodes: u64,
}

impl Analysis {
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.bounds.is_exact() && self.moves.iter().all(|value| value.bounds.is_exact())
    }

    #[must_use]
    pub fn of(&self, pit: Pit) -> Option<&MoveValue> {
        self.moves.iter().find(|value| value.pit == pit)
    }

    /// The JSON form shared by `mancala analyse --json` and the site.
    pub fn document(&self, position: &Position, seconds: f64) -> impl Serialize {
        Document {
            position: position.to_string(),
            value: self.margin,
            proved: Proved::of(self.bounds),
            best: self.best.clone(),
            moves: self.moves.iter().map(Valued::of).collect(),
            nodes: self.nodes,
            seconds,
        }
    }
}

#[derive(Serialize)]
struct Document {
    position: String,
    value: i32,
    #[serde(flatten)]
    proved: Proved,
    best: Vec<Pit>,
    moves: Vec<Valued>,
    nodes: u64,
    seconds: f64,
}

#[derive(Serialize)]
struct Valued {
    pit: Pit,
    margin: i32,
    #[serde(flatten)]
    proved: Proved,
    extra_turn: bool,
    line: Vec<Pit>,
}

#[derive(Serialize)]
struct Proved {
    exact: bool,
    lower: i32,
    upper: i32,
}

impl Valued {
    fn of(value: &MoveValue) -> Valued {
        Valued {
            pit: value.pit,
            margin: value.margin,
            proved: Proved::of(value.bounds),
            extra_turn: value.extra_turn,
            line: value.line.clone(),
        }
    }
}

impl Proved {
    fn of(bounds: Bounds) -> Proved {
        Proved {
            exact: bounds.is_exact(),
            lower: bounds.lower,
            upper: bounds.upper,
        }
    }
}

/// The part of the effort that goes into the position as a whole, before single moves.
const WHOLE: f64 = 0.4;

/// Values every move: exactly if the effort allows, otherwise with honest bounds and an estimate. Estimates are as the search gives
/// them, even odd ones where no margin can be odd: the levels play by them.
pub fn analyse(solver: &Solver, position: &Position, effort: &Effort) -> Analysis {
    values(solver, None, position, effort)
}

/// The same for people to read: estimates are margins that can occur, and positions in the book, before or
/// after a move, are not searched again.
pub fn analyse_with(
    solver: &Solver,
    book: Option<&Book>,
    position: &Position,
    effort: &Effort,
) -> Analysis {
    let found = values(solver, book, position, effort);
    let rounded = |value: MoveValue| MoveValue {
        margin: possible(value.margin, value.bounds),
        ..value
    };
    let moves = found.moves.into_iter().map(rounded).collect();
    summed_up(found.bounds, moves, found.nodes)
}

/// The book's analysis of a position, if it knows all its moves. Lines end where the book does.
#[must_use]
pub fn from_book(book: &Book, position: &Position) -> Option<Analysis> {
    let (best, whole) = book_best(book, position)?;
    let value = |pit: Pit| {
        let step = position.step_legal(pit);
        let bounds = match pit == best {
            true => whole,
            false => book_value(book, position, pit)?,
        };
        let mut line = vec![pit];
        line.extend(book_line(book, &step.after).0);
        Some(MoveValue {
            pit,
            bounds,
            margin: bounds.lower,
            extra_turn: step.extra_turn,
            line,
        })
    };
    let moves: Option<Vec<MoveValue>> = position.legal_moves().map(value).collect();
    Some(summed_up(whole, moves?, 0))
}

/// The best move of a position and its value, if the book knows the position.
#[must_use]
pub fn book_best(book: &Book, position: &Position) -> Option<(Pit, Bounds)> {
    let entry = book.get(position)?;
    let margin = position.margin(position.to_move()) + i32::from(entry.value);
    Some((entry.best, Bounds::exactly(margin)))
}

fn values(solver: &Solver, book: Option<&Book>, position: &Position, effort: &Effort) -> Analysis {
    let margin = position.margin(position.to_move());
    if position.is_over() {
        return Analysis {
            bounds: Bounds::exactly(margin),
            margin,
            best: Vec::new(),
            moves: Vec::new(),
            nodes: 0,
        };
    }
    let known = book.and_then(|book| book_best(book, position));
    let (whole, mut nodes, begun) = match known {
        Some((_, whole)) => (whole, 0, 0.0),
        None => {
            let valued = solver.value(position, &effort.part(WHOLE, WHOLE));
            (valued.bounds, valued.nodes, WHOLE)
        }
    };
    let moves: Vec<Pit> = position.legal_moves().collect();
    let each = (1.0 - begun) / moves.len() as f64;
    let value = |(i, &pit): (usize, &Pit)| {
        let effort = effort.part(each, begun + each * (i + 1) as f64);
        let best = known.filter(|(best, _)| *best == pit).map(|_| whole);
        let known = best.or_else(|| book_value(book?, position, pit));
        let (value, used) = value_move(solver, book, position, pit, whole, known, &effort);
        nodes += used;
        value
    };
    let moves: Vec<MoveValue> = moves.iter().enumerate().map(value).collect();
    summed_up(whole, moves, nodes)
}

/// Best play from a position of known value: from the book as long as it knows it, then by search.
pub(crate) fn best_line(
    solver: &Solver,
    book: Option<&Book>,
    start: &Position,
    value: i32,
    effort: &Effort,
) -> Vec<Pit> {
    let (mut line, position) =
        book.map_or_else(|| (Vec::new(), *start), |book| book_line(book, start));
    let value = match position.to_move() == start.to_move() {
        true => value,
        false => -value,
    };
    line.extend(solver.line(&position, value, LINE - 1 - line.len(), effort));
    line
}

/// Best play as long as the book knows it, and the position reached.
fn book_line(book: &Book, start: &Position) -> (Vec<Pit>, Position) {
    let (mut line, mut position) = (Vec::new(), *start);
    while line.len() + 1 < LINE
        && let Some(pit) = book_move(book, &position)
    {
        line.push(pit);
        position = position.step_legal(pit).after;
    }
    (line, position)
}

/// The best move, if the book knows the position or all its successors.
fn book_move(book: &Book, position: &Position) -> Option<Pit> {
    if let Some(entry) = book.get(position) {
        return Some(entry.best);
    }
    let values = position
        .legal_moves()
        .map(|pit| Some((book_value(book, position, pit)?.lower, pit)));
    let values: Option<Vec<_>> = values.collect();
    let best = values?.into_iter().max_by_key(|(value, _)| *value)?;
    Some(best.1)
}

/// A move's value for the mover, if the book knows the position after it.
pub(crate) fn book_value(book: &Book, position: &Position, pit: Pit) -> Option<Bounds> {
    let after = position.step_legal(pit).after;
    let value = after.margin(after.to_move()) + i32::from(book.get(&after)?.value);
    let bounds = Bounds::exactly(value);
    Some(match after.to_move() == position.to_move() {
        true => bounds,
        false => bounds.negated(),
    })
}

pub(crate) fn summed_up(whole: Bounds, moves: Vec<MoveValue>, nodes: u64) -> Analysis {
    let lower = moves.iter().map(|value| value.bounds.lower).max();
    let upper = moves.iter().map(|value| value.bounds.upper).max();
    let bounds = whole.and(Bounds {
        lower: lower.unwrap_or(whole.lower),
        upper: upper.unwrap_or(whole.upper),
    });
    let most = moves
        .iter()
        .map(|value| value.margin)
        .max()
        .unwrap_or(bounds.lower);
    let good = |value: &&MoveValue| value.margin == most;
    Analysis {
        bounds,
        margin: most.clamp(bounds.lower, bounds.upper),
        best: moves.iter().filter(good).map(|value| value.pit).collect(),
        moves,
        nodes,
    }
}

/// One move's value: no move is worth more than the position.
fn value_move(
    solver: &Solver,
    book: Option<&Book>,
    position: &Position,
    pit: Pit,
    whole: Bounds,
    known: Option<Bounds>,
    effort: &Effort,
) -> (MoveValue, u64) {
    let step = position.step_legal(pit);
    let after = &step.after;
    let turn = |bounds: Bounds| match after.to_move() == position.to_move() {
        true => bounds,
        false => bounds.negated(),
    };
    let all = Bounds {
        lower: -i32::from(position.total()),
        upper: whole.upper,
    };
    let search = || {
        let found = solver.value_from(after, turn(all), None, &effort.part(1.0, VALUED));
        (turn(found.bounds), found.nodes)
    };
    let (bounds, mut nodes) = known.map_or_else(search, |known| (known, 0));
    let mut line = vec![pit];
    let margin = if let Some(value) = turn(bounds).exact() {
        line.extend(best_line(solver, book, after, value, effort));
        bounds.lower
    } else {
        let thought = solver.think(after, &effort.at_most(ESTIMATE));
        nodes += thought.nodes;
        turn(Bounds::exactly(thought.estimate))
            .lower
            .clamp(bounds.lower, bounds.upper)
    };
    let value = MoveValue {
        pit,
        bounds,
        margin,
        extra_turn: step.extra_turn,
        line,
    };
    (value, nodes)
}

/// The nearest margin to an estimate that can occur: inside the bounds, and of the right parity.
pub(crate) fn possible(estimate: i32, bounds: Bounds) -> i32 {
    let off = (estimate - bounds.lower).rem_euclid(2);
    let toward_zero = if estimate > 0 { -off } else { off };
    (estimate + toward_zero).clamp(bounds.lower, bounds.upper)
}

/// The part of its time after which a move is no longer solved, so that there is some left to estimate it.
const VALUED: f64 = 0.97;
/// Maximum number of nodes for an estimate of a move that could not be solved.
const ESTIMATE: u64 = 100_000;
