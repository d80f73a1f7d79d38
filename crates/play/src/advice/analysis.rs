//! The values of a position's moves: estimates at once, then better and better ones.

use std::io;

use engine::Library;
use engine::analyse::Analysis;
use engine::study::Study;
use engine::table::SMALL_SEEDS;
use kalah::Position;

use super::Adviser;
use super::budget::{ANALYSIS, FIRST_LOOK};

/// A position under analysis.
pub struct Analysing {
    study: Study,
}

impl Analysing {
    /// Nothing is known yet except the book's entries.
    #[must_use]
    pub fn new(position: &Position, library: &Library) -> Analysing {
        Analysing {
            study: Study::new(position, Some(library.book())),
        }
    }

    #[must_use]
    pub fn position(&self) -> &Position {
        self.study.position()
    }

    /// Thinks for about this many nodes; returns whether the analysis is complete.
    pub fn step(&mut self, adviser: &mut Adviser, nodes: u64) -> io::Result<bool> {
        if !self.is_done() {
            let table_seeds = match self.study.nodes() < FIRST_LOOK {
                true => SMALL_SEEDS,
                false => adviser.means.table_seeds.max(SMALL_SEEDS),
            };
            let library = adviser.library.clone();
            let solver = adviser.solver(self.study.position(), table_seeds)?;
            self.study.go_on(solver, Some(library.book()), nodes);
        }
        Ok(self.is_done())
    }

    #[must_use]
    pub fn is_done(&self) -> bool {
        self.study.is_done() || self.study.nodes() >= ANALYSIS.nodes
    }

    /// Whether the value of every move is proved, though the lines that follow may be missing.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.study.is_exact()
    }

    /// The results so far.
    #[must_use]
    pub fn analysis(&self) -> Analysis {
        self.study.analysis()
    }
}
