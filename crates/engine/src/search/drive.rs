//! The driver: from questions to values.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering::Relaxed};

use kalah::{Packed, Pit, Position, Rules};

use super::busy::Busy;
use super::deepen::{FINE, deepen};
use super::node::{Stopped, Team, Worker};
use super::packed::PackedSpace;
use super::space::Space;
use super::wide::WideSpace;
use super::{Bounds, Known};
use crate::table::{Table, Variant};
use crate::{Effort, threads};

/// Nodes a question may take before other threads help.
const SMALL: u64 = 20_000;
/// From this many seeds above the table, spend `LOOK_AHEAD` nodes on a first estimate.
const LARGE: i32 = 18;
const LOOK_AHEAD: u64 = 5_000;
/// From this many, positions take so long that a better estimate is worth a second.
const HUGE: i32 = 40;
const LONG_LOOK_AHEAD: u64 = 1_000_000;
/// The fraction of its nodes that each easier question may take when one takes long, and by how many seeds they move the bounds.
const EASIER: u64 = 8;
const STEP: i32 = 4;

/// The resources of a solver.
#[derive(Clone, Debug)]
pub struct SolverConfig {
    /// Bytes of transposition table.
    pub hash: usize,
    pub threads: usize,
    /// An endgame table; one for other rules is not used.
    pub table: Option<Arc<Table>>,
    /// Nodes a question may take before easier ones are asked; each time it is resumed it may take four times as many.
    pub patience: u64,
}

impl Default for SolverConfig {
    fn default() -> SolverConfig {
        SolverConfig {
            hash: 256 << 20,
            threads: 1,
            table: None,
            patience: 512 << 20,
        }
    }
}

/// The result of searching a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Valued {
    /// The final margin of the side to move.
    pub bounds: Bounds,
    /// The move that reaches the lower bound, if one is known; `None` only when the game is over.
    pub best: Option<Pit>,
    pub nodes: u64,
}

/// The result of iterative deepening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The estimated final margin of the side to move.
    pub estimate: i32,
    /// The estimate is the exact value.
    pub exact: bool,
    /// `None` only when the game is over.
    pub best: Option<Pit>,
    pub depth: u32,
    pub nodes: u64,
}

/// Solves positions of one set of rules, and remembers what it found.
pub struct Solver {
    rules: Rules,
    boards: Boards,
    threads: usize,
    patience: u64,
    progress: Progress,
}

/// The progress of a running search; another thread may read it at any time.
#[derive(Debug)]
pub struct Progress {
    nodes: AtomicU64,
    lower: AtomicI32,
    upper: AtomicI32,
}

impl Default for Progress {
    /// Nothing is known yet.
    fn default() -> Progress {
        let nothing = Bounds::of_seeds(i32::MAX / 2);
        Progress {
            nodes: AtomicU64::new(0),
            lower: AtomicI32::new(nothing.lower),
            upper: AtomicI32::new(nothing.upper),
        }
    }
}

impl Progress {
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// The bounds so far of the final margin of the side to move.
    pub fn bounds(&self) -> Bounds {
        Bounds {
            lower: self.lower.load(Relaxed),
            upper: self.upper.load(Relaxed),
        }
    }

    fn set_bounds(&self, bounds: Bounds) {
        self.lower.store(bounds.lower, Relaxed);
        self.upper.store(bounds.upper, Relaxed);
    }
}

pub(super) enum Boards {
    Packed(PackedSpace),
    Wide(WideSpace),
}

impl Solver {
    /// A solver for positions with at most `most_seeds` seeds in pits.
    pub fn new(rules: Rules, most_seeds: usize, config: &SolverConfig) -> io::Result<Solver> {
        let fits = rules.pits() <= Packed::PITS && most_seeds <= Packed::SEEDS;
        let boards = if fits {
            let table = config.table.clone();
            Boards::Packed(PackedSpace::new(rules, most_seeds, config.hash, table)?)
        } else {
            Boards::Wide(WideSpace::new(config.hash))
        };
        Ok(Solver {
            rules,
            boards,
            threads: config.threads.max(1),
            patience: config.patience.max(1),
            progress: Progress::default(),
        })
    }

    #[must_use]
    pub fn rules(&self) -> Rules {
        self.rules
    }

    pub(super) fn boards(&self) -> &Boards {
        &self.boards
    }

    #[must_use]
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// The value of a position, exact unless stopped.
    ///
    /// # Panics
    /// If the position has other rules or more seeds in pits than the solver was made for.
    pub fn value(&self, position: &Position, effort: &Effort) -> Valued {
        self.value_from(position, Bounds::of_seeds(i32::MAX / 2), None, effort)
    }

    /// The value of a position of which `bounds` are already known, trying `guess` first.
    pub fn value_from(
        &self,
        position: &Position,
        bounds: Bounds,
        guess: Option<i32>,
        effort: &Effort,
    ) -> Valued {
        assert!(
            same_game(self.rules, position.rules()),
            "the solver has other rules"
        );
        let margin = position.margin(position.to_move());
        if position.is_over() {
            return Valued::over(margin);
        }
        self.progress.nodes.store(0, Relaxed);
        let known = match &self.boards {
            Boards::Packed(space) => {
                let board = packed(position);
                self.drive(space, &board, position, bounds, guess, effort)
            }
            Boards::Wide(space) => self.drive(space, position, position, bounds, guess, effort),
        };
        Valued {
            bounds: known.bounds().shifted(margin),
            best: known.best.and_then(|pit| Pit::new(usize::from(pit) + 1)),
            nodes: self.progress.nodes(),
        }
    }

    /// Whether a position is worth at least `value` to the side to move, whose parity `value` must have; `None` if stopped.
    pub(crate) fn at_least(
        &self,
        position: &Position,
        value: i32,
        effort: &Effort,
    ) -> Option<bool> {
        let margin = position.margin(position.to_move());
        if position.is_over() {
            return Some(margin >= value);
        }
        match &self.boards {
            Boards::Packed(space) => self.ask(space, &packed(position), position, value, effort),
            Boards::Wide(space) => self.ask(space, position, position, value, effort),
        }
    }

    fn ask<S: Space>(
        &self,
        space: &S,
        board: &S::Board,
        position: &Position,
        value: i32,
        effort: &Effort,
    ) -> Option<bool> {
        let seeds = i32::from(position.seeds_in_pits());
        let goal = value - position.margin(position.to_move());
        if goal <= -seeds || goal > seeds {
            return Some(goal <= -seeds);
        }
        let slot = &space.locate(board);
        let question = Question {
            space,
            board,
            slot,
            seeds,
            goal,
        };
        let found = question.ask(self.threads, effort, &self.progress.nodes);
        found.ok().map(|found| found >= goal)
    }

    /// A good move when the value is out of reach: searches deeper and deeper until stopped.
    pub fn think(&self, position: &Position, effort: &Effort) -> Thought {
        let margin = position.margin(position.to_move());
        let seeds = i32::from(position.seeds_in_pits());
        let nodes = &self.progress.nodes;
        let run = || match &self.boards {
            Boards::Packed(space) => deepen(space, &packed(position), seeds, effort, nodes),
            Boards::Wide(space) => deepen(space, position, seeds, effort, nodes),
        };
        let found = run();
        let best = found.best.and_then(|pit| Pit::new(usize::from(pit) + 1));
        Thought {
            estimate: margin + (f64::from(found.value) / f64::from(FINE)).round() as i32,
            exact: found.exact,
            best: best.or_else(|| position.legal_moves().next_back()),
            depth: found.depth,
            nodes: found.nodes,
        }
    }

    /// The search of one position.
    fn drive<S: Space>(
        &self,
        space: &S,
        board: &S::Board,
        position: &Position,
        bounds: Bounds,
        guess: Option<i32>,
        effort: &Effort,
    ) -> Known {
        let margin = position.margin(position.to_move());
        let seeds = i32::from(position.seeds_in_pits());
        let slot = space.locate(board);
        let mut known = space.probe(&slot, seeds).unwrap_or(Known::nothing(seeds));
        known.tighten(bounds.shifted(-margin));
        // Before the first guess, which takes time: a reader must not see the bounds of another position.
        self.progress.set_bounds(known.bounds().shifted(margin));
        let mut goal = match guess {
            Some(guess) => guess - margin,
            None => self.first_guess(space, board, seeds, effort),
        };
        goal += (goal ^ seeds) & 1;
        let mut asked = Asked {
            solver: self,
            question: Question {
                space,
                board,
                slot: &slot,
                seeds,
                goal,
            },
            known,
            margin,
            effort,
        };
        asked.ask_until_known();
        let mut known = asked.known;
        known.best = known.best.or_else(|| likely(space, board));
        known
    }
}

/// A position, the answers so far, and the current question.
struct Asked<'a, S: Space> {
    solver: &'a Solver,
    question: Question<'a, S>,
    known: Known,
    /// What the side to move has banked more than the other.
    margin: i32,
    effort: &'a Effort<'a>,
}

impl<S: Space> Asked<'_, S> {
    /// Asks questions two apart until the bounds meet, beginning with the goal. If one takes long, easier ones are asked
    /// before it continues, so that a stopped search has useful bounds; everything found is remembered.
    fn ask_until_known(&mut self) {
        let mut patience = self.solver.patience;
        while self.known.lower < self.known.upper {
            let goal = self.question.goal;
            self.question.goal = goal.clamp(self.known.lower + 2, self.known.upper);
            match self.ask_within(self.question.goal, patience) {
                Ok(found) if found >= self.question.goal => self.question.goal = found + 2,
                Ok(found) => self.question.goal = found,
                Err(Stopped::TooDeep) => break,
                Err(Stopped::Spent) if self.is_over() => break,
                Err(Stopped::Spent) => {
                    self.ask_around(patience / EASIER);
                    patience = patience.saturating_mul(4);
                }
            }
        }
    }

    /// Asks about values from what is known inwards, from both sides, as long as each takes few nodes: far from the value
    /// questions are easy, and each step makes them a few times harder.
    fn ask_around(&mut self, patience: u64) {
        let main = self.question.goal;
        loop {
            let goal = self.known.lower + STEP;
            let easier = goal < main && goal <= self.known.upper;
            if !easier || self.ask_within(goal, patience).is_err() {
                break;
            }
        }
        loop {
            let goal = self.known.upper + 2 - STEP;
            let easier = goal > main && goal > self.known.lower;
            if !easier || self.ask_within(goal, patience).is_err() {
                break;
            }
        }
    }

    /// Asks one question and stores the answer, if it does not take more nodes than this.
    fn ask_within(&mut self, goal: i32, patience: u64) -> Result<i32, Stopped> {
        let nodes = &self.solver.progress.nodes;
        let effort = self
            .effort
            .at_most(nodes.load(Relaxed).saturating_add(patience));
        let question = Question {
            goal,
            ..self.question
        };
        let found = question.ask(self.solver.threads, &effort, nodes)?;
        if found >= goal {
            self.known.lower = found;
            let kept = question.space.probe(question.slot, question.seeds);
            self.known.best = kept.and_then(|known| known.best).or(self.known.best);
        } else {
            self.known.upper = found;
        }
        let bounds = self.known.bounds().shifted(self.margin);
        self.solver.progress.set_bounds(bounds);
        Ok(found)
    }

    fn is_over(&self) -> bool {
        self.effort.is_spent(self.solver.progress.nodes())
    }
}

impl Solver {
    /// The first value to ask for: the result of a short look ahead, if the position is large enough to be worth it.
    fn first_guess<S: Space>(
        &self,
        space: &S,
        board: &S::Board,
        seeds: i32,
        effort: &Effort,
    ) -> i32 {
        let nodes = match seeds - space.table_seeds() {
            ..LARGE => return 0,
            LARGE..HUGE => LOOK_AHEAD,
            HUGE.. => LONG_LOOK_AHEAD,
        };
        let short = effort.at_most(nodes);
        let found = deepen(space, board, seeds, &short, &self.progress.nodes);
        // To prove a goal that is a little too low costs less than to refute one that is too high.
        let guess = found.value.div_euclid(FINE) - 1;
        guess - ((guess ^ seeds) & 1)
    }
}

/// The board of a position with no more seeds than its solver was made for.
fn packed(position: &Position) -> Packed {
    Packed::new(position).expect("the solver is made for as many seeds")
}

/// Whether a value under one set of rules holds under the other: how many seeds the start position has does not matter.
fn same_game(a: Rules, b: Rules) -> bool {
    a.pits() == b.pits() && Variant::from(a) == Variant::from(b)
}

impl Valued {
    /// The move to make: the proved one, if it is at least as good as a look ahead promises, otherwise the one that found.
    #[must_use]
    pub fn best_beside(&self, thought: &Thought, position: &Position) -> Option<Pit> {
        let nothing = position.margin(position.to_move()) - i32::from(position.seeds_in_pits());
        let proved = self.bounds.lower > nothing && self.bounds.lower >= thought.estimate;
        if proved { self.best } else { thought.best }
    }

    fn over(margin: i32) -> Valued {
        Valued {
            bounds: Bounds::exactly(margin),
            best: None,
            nodes: 0,
        }
    }
}

/// "Is this board worth at least the goal?"
struct Question<'a, S: Space> {
    space: &'a S,
    board: &'a S::Board,
    slot: &'a S::Slot,
    seeds: i32,
    goal: i32,
}

impl<S: Space> Clone for Question<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Space> Copy for Question<'_, S> {}

impl<S: Space> Question<'_, S> {
    /// A small question is answered by one thread before the others have begun.
    fn ask(self, threads: usize, effort: &Effort, nodes: &AtomicU64) -> Result<i32, Stopped> {
        if threads == 1 {
            return self.ask_team(1, effort, nodes);
        }
        let small = effort.at_most(nodes.load(Relaxed) + SMALL);
        match self.ask_team(1, &small, nodes) {
            Err(Stopped::Spent) if !effort.is_spent(nodes.load(Relaxed)) => {
                self.ask_team(threads, effort, nodes)
            }
            answered => answered,
        }
    }

    fn ask_team(self, threads: usize, effort: &Effort, nodes: &AtomicU64) -> Result<i32, Stopped> {
        let team = Team {
            effort,
            nodes,
            done: AtomicBool::new(false),
            busy: (threads > 1).then(Busy::new),
        };
        let answers = threads::together(threads, || self.work(&team));
        answers.into_iter().fold(Err(Stopped::Spent), best_answer)
    }

    fn work(self, team: &Team) -> Result<i32, Stopped> {
        let mut worker = Worker::new(self.space, team);
        let answer = worker.search(self.board, self.slot, self.seeds, self.goal);
        if answer.is_ok() {
            team.done.store(true, Relaxed);
        }
        team.nodes.fetch_add(worker.rest_of_nodes(), Relaxed);
        answer
    }
}

/// An answer, if there is one; otherwise the reason that persists whatever the effort.
fn best_answer(one: Result<i32, Stopped>, other: Result<i32, Stopped>) -> Result<i32, Stopped> {
    match (one, other) {
        (Err(Stopped::TooDeep), Err(_)) => one,
        _ => one.or(other),
    }
}

/// The move that looks best when none is proved to gain anything: then none is known to be better than another.
fn likely<S: Space>(space: &S, board: &S::Board) -> Option<u8> {
    let moves = space.moves(board);
    let pits = (0..16).filter(|pit| moves >> pit & 1 == 1);
    pits.max_by_key(|&pit| space.promise(&space.play(board, pit.into()), pit, 0))
}
