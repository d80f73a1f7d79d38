//! Puzzles: positions with exactly one winning move.

use std::fmt;
use std::str::FromStr;

use kalah::{Pit, Position, Rules, Side};

use crate::Effort;
use crate::analyse::{Analysis, analyse};
use crate::lots::Lots;
use crate::player::{AlphaBeta, Player};
use crate::search::Solver;

/// How hard a puzzle is: how far one has to look ahead to find the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Difficulty {
    /// Two moves are enough.
    Easy,
    /// Five are.
    Medium,
    /// Five are not.
    Hard,
}

impl Difficulty {
    pub const ALL: [Difficulty; 3] = [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard];
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(match self {
            Difficulty::Easy => "easy",
            Difficulty::Medium => "medium",
            Difficulty::Hard => "hard",
        })
    }
}

impl FromStr for Difficulty {
    type Err = String;

    fn from_str(text: &str) -> Result<Difficulty, String> {
        let named = Difficulty::ALL
            .into_iter()
            .find(|difficulty| difficulty.to_string() == text);
        named.ok_or_else(|| format!("'{text}' is no difficulty: there are easy, medium and hard"))
    }
}

#[derive(Clone, Debug)]
pub struct Puzzle {
    pub position: Position,
    pub solution: Pit,
    pub difficulty: Difficulty,
    pub analysis: Analysis,
}

/// Games tried before giving up; some rules (one pit a side) have no such positions.
const GAMES: usize = 20_000;

/// The puzzle of a seed. None if the rules seem to have none of this difficulty.
pub fn puzzle(
    solver: &Solver,
    rules: Rules,
    difficulty: Difficulty,
    lots: &mut Lots,
) -> Option<Puzzle> {
    (0..GAMES).find_map(|_| {
        let position = drawn(rules, lots)?;
        judged(solver, &position).filter(|puzzle| puzzle.difficulty == difficulty)
    })
}

/// A position with south to move out of a game of moves drawn by lot, when half to a sixth of the seeds are left in pits.
fn drawn(rules: Rules, lots: &mut Lots) -> Option<Position> {
    let total = 2 * rules.pits() as u16 * rules.seeds();
    let end = total / 6 + lots.below(usize::from(total / 3) + 1) as u16;
    let first = [Side::South, Side::North][lots.below(2)];
    let mut position = Position::start(rules, first);
    while position.seeds_in_pits() > end.min(MOST_SEEDS) && !position.is_over() {
        let moves = position.legal_moves();
        position = position
            .step_legal(moves.nth_pit(lots.below(moves.len()))?)
            .after;
    }
    let south = position.to_move() == Side::South;
    Some(if south { position } else { position.mirrored() })
}

/// Positions with more seeds take too long to solve in numbers.
const MOST_SEEDS: u16 = 24;

/// The puzzle a position is, if it is one.
fn judged(solver: &Solver, position: &Position) -> Option<Puzzle> {
    let open = position.legal_moves().len() > 2 && position.decided().is_none();
    if !open {
        return None;
    }
    let analysis = analyse(solver, position, &Effort::unlimited());
    let mut winning = analysis.moves.iter().filter(|value| value.margin > 0);
    let solution = winning.next()?.pit;
    if winning.next().is_some() {
        return None;
    }
    let found = |depth| {
        let record = kalah::Record::new(*position);
        AlphaBeta::new(depth).choose(&record) == Ok(solution)
    };
    let difficulty = match (found(2), found(5)) {
        (true, _) => Difficulty::Easy,
        (false, true) => Difficulty::Medium,
        (false, false) => Difficulty::Hard,
    };
    Some(Puzzle {
        position: *position,
        solution,
        difficulty,
        analysis,
    })
}
