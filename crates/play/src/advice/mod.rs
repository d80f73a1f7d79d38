//! Questions about best play: the values of a position's moves, a hint, a review of a game, a puzzle.
//!
//! Every question is worked out in steps, so that the caller stays responsive, and within the budget of one table.
//! Hints, reviews and puzzles are the same wherever and whenever they are asked for: each has a separate solver, with one
//! thread and no memory of other questions. An analysis gets all the face can spare, and the solver is reused for
//! the next position of the game.

mod analysis;
mod budget;
mod hint;
mod puzzle;
mod review;

use std::io;

use engine::Library;
use engine::search::{Solver, SolverConfig};
use engine::table::SMALL_SEEDS;
use kalah::{Position, Rules};

pub use analysis::Analysing;
pub use hint::{Hint, Hinting};
pub use puzzle::Posing;
pub use review::Reviewing;

use budget::{ANALYSIS, Budget};

/// The resources of a face for an analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Means {
    pub threads: usize,
    /// Seeds of the endgame table that is built when a first analysis has not settled everything.
    pub table_seeds: usize,
}

impl Means {
    /// One thread and the table that is always built.
    pub const SMALL: Means = Means {
        threads: 1,
        table_seeds: SMALL_SEEDS,
    };
}

/// Answers questions about the positions of a game, one after the other.
pub struct Adviser {
    library: Library,
    means: Means,
    kept: Option<Kept>,
}

/// A solver, and the positions it can handle.
struct Kept {
    solver: Solver,
    most_seeds: usize,
    table_seeds: usize,
}

impl Adviser {
    #[must_use]
    pub fn new(library: &Library, means: Means) -> Adviser {
        Adviser {
            library: library.clone(),
            means,
            kept: None,
        }
    }

    /// Does the preparations that the first question about a position would otherwise wait for.
    pub fn prepare(&mut self, position: &Position) -> io::Result<()> {
        self.solver(position, SMALL_SEEDS).map(|_| ())
    }

    /// A solver for a position, with a table of this many seeds if the rules have tables: the existing one, if it suffices.
    fn solver(&mut self, position: &Position, table_seeds: usize) -> io::Result<&Solver> {
        let (rules, seeds) = (position.rules(), usize::from(position.seeds_in_pits()));
        let fits = |kept: &Kept| {
            kept.solver.rules() == rules
                && seeds <= kept.most_seeds
                && table_seeds <= kept.table_seeds
        };
        let kept = match self.kept.take().filter(fits) {
            Some(kept) => kept,
            None => {
                let most_seeds = seeds.max(all_seeds(rules));
                let Means { threads, .. } = self.means;
                let solver = solver_for(
                    rules,
                    most_seeds,
                    &self.library,
                    &ANALYSIS,
                    table_seeds,
                    threads,
                )?;
                Kept {
                    solver,
                    most_seeds,
                    table_seeds,
                }
            }
        };
        Ok(&self.kept.insert(kept).solver)
    }
}

/// Seeds in the pits at the start of a game.
fn all_seeds(rules: Rules) -> usize {
    2 * rules.pits() * usize::from(rules.seeds())
}

/// A solver for one question, with the same answer on every machine.
fn solver(position: &Position, library: &Library, budget: &Budget) -> io::Result<Solver> {
    let (rules, seeds) = (position.rules(), position.seeds_in_pits().into());
    solver_for(rules, seeds, library, budget, SMALL_SEEDS, 1)
}

fn solver_for(
    rules: Rules,
    seeds: usize,
    library: &Library,
    budget: &Budget,
    table_seeds: usize,
    threads: usize,
) -> io::Result<Solver> {
    let config = SolverConfig {
        hash: budget.hash,
        threads,
        table: library.build(rules, table_seeds, threads),
        patience: budget.patience,
    };
    Solver::new(rules, seeds, &config)
}
