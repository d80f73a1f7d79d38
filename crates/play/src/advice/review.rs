//! A whole game under review: from its end, where moves are settled soonest and the results help with those before; then
//! once more, for the moves that were not settled.

use std::io;

use engine::Library;
use engine::review::{Review, Reviewed};
use engine::search::Solver;
use engine::study::Study;
use kalah::{Position, Record};
use texts::wording::People;
use texts::{Texts, judging};

use super::budget::{REVIEW, STEP};

/// A game and its reviewed moves.
pub struct Reviewing {
    record: Record,
    library: Library,
    positions: Vec<Position>,
    reviewed: Vec<Option<Reviewed>>,
    solver: Option<Solver>,
    round: usize,
    /// Moves still to be reviewed in this round: the last one first.
    open: Vec<usize>,
    study: Option<Study>,
}

impl Reviewing {
    /// The review of a game; `None` if it has no moves.
    #[must_use]
    pub fn new(record: Record, library: &Library) -> Option<Reviewing> {
        let positions: Vec<Position> = record.sowings().map(|sowing| sowing.before).collect();
        (!positions.is_empty()).then(|| Reviewing {
            reviewed: vec![None; positions.len()],
            open: (0..positions.len()).collect(),
            library: library.clone(),
            solver: None,
            round: 0,
            study: None,
            positions,
            record,
        })
    }

    /// The review at once, however long it takes.
    pub fn finished(record: Record, library: &Library) -> io::Result<Option<Review>> {
        let Some(mut reviewing) = Reviewing::new(record, library) else {
            return Ok(None);
        };
        while !reviewing.is_done() {
            reviewing.step()?;
        }
        Ok(Some(reviewing.review()))
    }

    /// Number of moves in the game.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.positions.len()
    }

    #[must_use]
    pub fn is_done(&self) -> bool {
        self.open.is_empty()
    }

    /// Thinks for a few milliseconds; returns the move that was judged by that, if any.
    pub fn step(&mut self) -> io::Result<Option<&Reviewed>> {
        let Some(&index) = self.open.last() else {
            return Ok(None);
        };
        let solver = match self.solver.take() {
            Some(solver) => solver,
            None => super::solver(self.record.start(), &self.library, &REVIEW[self.round])?,
        };
        let (position, book) = (&self.positions[index], Some(self.library.book()));
        let study = self.study.get_or_insert_with(|| Study::new(position, book));
        study.go_on(&solver, book, STEP);
        self.solver = Some(solver);
        if !study.is_done() && study.nodes() < REVIEW[self.round].nodes {
            return Ok(None);
        }
        let (analysis, pit) = (study.analysis(), self.record.moves()[index]);
        self.reviewed[index] = Some(Reviewed::of(index + 1, position, pit, analysis));
        self.study = None;
        self.open.pop();
        if self.open.is_empty() {
            self.look_again();
        }
        Ok(self.reviewed[index].as_ref())
    }

    /// Unsettled moves get the budget of the next round.
    fn look_again(&mut self) {
        if self.round + 1 == REVIEW.len() {
            return;
        }
        self.round += 1;
        let open = |index: &usize| {
            let reviewed = self.reviewed[*index].as_ref();
            reviewed.is_none_or(|reviewed| reviewed.verdict.is_none())
        };
        self.open = (0..self.positions.len()).filter(open).collect();
    }

    /// The results so far.
    #[must_use]
    pub fn review(&self) -> Review {
        Review::of(self.reviewed.iter().flatten().cloned().collect())
    }

    /// The turning point, as far as it is known.
    #[must_use]
    pub fn turning_point(&self, review: &Review, texts: &Texts, people: &People) -> String {
        let whole = review.moves.len() == self.positions.len();
        judging::turning_point(texts, review, whole, people)
    }
}
