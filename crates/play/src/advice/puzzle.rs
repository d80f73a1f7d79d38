//! Finding the puzzle of a seed, a few positions at a time.

use std::io;

use engine::Library;
use engine::puzzle::{Difficulty, Puzzle, puzzle};
use engine::rng::Rng;
use engine::search::Solver;
use kalah::{Position, Rules, Side};

use super::budget::PUZZLE;

/// Positions tried before giving up; some rules (one pit on each side) have no puzzles.
const POSITIONS: usize = 20_000;

/// A search for a puzzle.
pub struct Posing {
    rules: Rules,
    difficulty: Difficulty,
    library: Library,
    solver: Option<Solver>,
    rng: Rng,
    tried: usize,
    found: Option<Puzzle>,
}

impl Posing {
    #[must_use]
    pub fn new(rules: Rules, difficulty: Difficulty, seed: u64, library: &Library) -> Posing {
        Posing {
            rules,
            difficulty,
            library: library.clone(),
            solver: None,
            rng: Rng::new(seed),
            tried: 0,
            found: None,
        }
    }

    /// Tries positions for about this many nodes; returns whether it is finished.
    pub fn step(&mut self, nodes: u64) -> io::Result<bool> {
        if self.is_done() {
            return Ok(true);
        }
        let solver = match self.solver.take() {
            Some(solver) => solver,
            None => {
                let start = Position::start(self.rules, Side::South);
                super::solver(&start, &self.library, &PUZZLE)?
            }
        };
        let most = (nodes / PUZZLE.nodes).max(1) as usize;
        let mut tried = 0;
        let mut go_on = |number| {
            tried = number;
            number < most
        };
        let (rules, difficulty) = (self.rules, self.difficulty);
        self.found = puzzle(&solver, rules, difficulty, &mut self.rng, &mut go_on);
        self.tried += tried.max(1);
        self.solver = Some(solver);
        Ok(self.is_done())
    }

    fn is_done(&self) -> bool {
        self.found.is_some() || self.tried > POSITIONS
    }

    /// The puzzle; `None` if it was not found, or not yet.
    #[must_use]
    pub fn found(self) -> Option<Puzzle> {
        self.found
    }
}
