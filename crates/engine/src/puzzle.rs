//! Puzzles: positions with exactly one winning move.

use std::fmt;
use std::str::FromStr;

use kalah::{Pit, Position, Rules, Side};

use crate::Effort;
use crate::analyse::{Analysis, analyse};
use crate::player::{AlphaBeta, Player};
use crate::rng::Rng;
use crate::search::Solver;

/// The difficulty of a puzzle: how many moves ahead one has to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Difficulty {
    /// Two moves suffice.
    Easy,
    /// Five suffice.
    Medium,
    /// Five do not suffice.
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
        named.ok_or_else(|| format!("unknown difficulty '{text}': there are easy, medium and hard"))
    }
}

#[derive(Clone, Debug)]
pub struct Puzzle {
    pub position: Position,
    pub solution: Pit,
    pub difficulty: Difficulty,
    pub analysis: Analysis,
}

impl Puzzle {
    /// The final margin after a move, with best play.
    #[must_use]
    pub fn margin(&self, pit: Pit) -> i32 {
        self.analysis.of(pit).map_or(0, |value| value.margin)
    }

    /// Best play from the solution on.
    #[must_use]
    pub fn line(&self) -> &[Pit] {
        let best = self.analysis.of(self.solution);
        best.map_or(&[], |value| &value.line)
    }
}

/// A person's results on puzzles so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    pub solved: usize,
    /// Solved at the first try and without hints.
    pub at_once: usize,
    /// The current streak of those.
    pub streak: usize,
    pub longest: usize,
}

impl Score {
    pub fn solved(&mut self, at_once: bool) {
        self.solved += 1;
        if at_once {
            self.at_once += 1;
            self.streak += 1;
            self.longest = self.longest.max(self.streak);
        } else {
            self.streak = 0;
        }
    }

    /// A puzzle was left unsolved.
    pub fn missed(&mut self) {
        self.streak = 0;
    }
}

/// Positions tried before giving up; some rules (one pit on each side) have no puzzles.
const POSITIONS: usize = 20_000;

/// The puzzle of a seed. `None` if the rules seem to have none of this difficulty, or if `go_on`, which is called with the number of positions
/// tried, stops the search. The solver should have one thread: then the same seed gives the same puzzle on every machine.
pub fn puzzle(
    solver: &Solver,
    rules: Rules,
    difficulty: Difficulty,
    rng: &mut Rng,
    go_on: &mut dyn FnMut(usize) -> bool,
) -> Option<Puzzle> {
    (0..POSITIONS)
        .take_while(|&tried| go_on(tried))
        .find_map(|_| {
            let position = random_position(rules, rng)?;
            judged(solver, &position).filter(|puzzle| puzzle.difficulty == difficulty)
        })
}

/// A position with south to move from a game of random moves, when half to a sixth of the seeds are left in pits.
fn random_position(rules: Rules, rng: &mut Rng) -> Option<Position> {
    let total = 2 * rules.pits() as u16 * rules.seeds();
    let end = total / 6 + rng.below(usize::from(total / 3) + 1) as u16;
    let first = [Side::South, Side::North][rng.below(2)];
    let mut position = Position::start(rules, first);
    while position.seeds_in_pits() > end.min(most_seeds(rules)) && !position.is_over() {
        let moves = position.legal_moves();
        position = position
            .step_legal(moves.nth_pit(rng.below(moves.len()))?)
            .after;
    }
    let south = position.to_move() == Side::South;
    Some(if south { position } else { position.mirrored() })
}

/// Positions with more seeds take too long to solve in numbers; the limit is lower for wider boards.
fn most_seeds(rules: Rules) -> u16 {
    match rules.pits() {
        ..=6 => 24,
        7..=8 => 18,
        _ => 14,
    }
}

/// Effort limits for a question about a position, and for the analysis of a puzzle. Very few positions need more.
const QUESTION: u64 = 1 << 20;
const ANALYSIS: u64 = 8 << 20;

/// Makes a puzzle of a position, if it is one.
fn judged(solver: &Solver, position: &Position) -> Option<Puzzle> {
    let open = position.legal_moves().len() > 2 && position.decided().is_none();
    if !open {
        return None;
    }
    let solution = only_winning_move(solver, position)?;
    let found = |depth| {
        let record = kalah::Record::new(*position);
        AlphaBeta::new(depth).choose(&record) == Ok(solution)
    };
    let difficulty = match (found(2), found(5)) {
        (true, _) => Difficulty::Easy,
        (false, true) => Difficulty::Medium,
        (false, false) => Difficulty::Hard,
    };
    let analysis = analyse(solver, position, &Effort::nodes(ANALYSIS));
    analysis.is_exact().then_some(Puzzle {
        position: *position,
        solution,
        difficulty,
        analysis,
    })
}

/// The only winning move, if there is exactly one.
fn only_winning_move(solver: &Solver, position: &Position) -> Option<Pit> {
    let mut winning = None;
    for pit in position.legal_moves() {
        if wins(solver, position, pit)? && winning.replace(pit).is_some() {
            return None;
        }
    }
    winning
}

/// Whether a move wins; `None` if that takes too long to find out.
fn wins(solver: &Solver, position: &Position, pit: Pit) -> Option<bool> {
    let after = position.step_legal(pit).after;
    let effort = Effort::nodes(QUESTION);
    // The smallest margin that wins has the parity of all seeds, as every margin has.
    let win = 2 - i32::from(position.total() % 2);
    if after.to_move() == position.to_move() {
        return solver.at_least(&after, win, &effort);
    }
    let held = solver.at_least(&after, 2 - win, &effort)?;
    Some(!held)
}
