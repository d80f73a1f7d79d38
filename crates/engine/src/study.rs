//! An analysis in small steps, for a caller that must stay responsive: every step takes about as many nodes as it may,
//! and after each the [`Analysis`] contains the results so far.
//!
//! First every move gets a quick estimate. Then come rounds, each with twice the nodes of the one before: the value of the
//! position is searched, and estimates are refined. Once the value is exact, each move is valued exactly. The results of a
//! search stay in the memory of its solver, so that the next step resumes where the last one stopped.

use kalah::{Pit, Position};

use crate::Effort;
use crate::analyse::{Analysis, MoveValue, best_line, book_value, possible, summed_up};
use crate::book::Book;
use crate::search::{Bounds, Solver};

/// Nodes of a first estimate, and of the tasks of the first round.
const GLANCE: u64 = 1_500;
const VALUE: u64 = 50_000;
const ESTIMATE: u64 = 3_000;
/// Maximum number of nodes for a line of best play.
const LINE: u64 = 20_000;
/// The fewest nodes a search is stopped after, and the most that grows to.
const LEAST: u64 = 8_000;
const MOST: u64 = 1 << 18;
/// The cost charged for a task that finds nothing to do.
const NOTHING: u64 = 100;
/// Rounds after which tasks no longer grow.
const GROWING: u32 = 24;

/// A position, and the results for its moves so far.
#[derive(Clone, Debug)]
pub struct Study {
    position: Position,
    whole: Bounds,
    branches: Vec<Branch>,
    nodes: u64,
    round: u32,
    /// The task of the current round, and the nodes it may still take.
    task: usize,
    left: u64,
    /// A search that is stopped sooner may find nothing, again and again: grows until it finds something.
    least: u64,
}

/// A move, seen by its mover.
#[derive(Clone, Debug)]
struct Branch {
    pit: Pit,
    after: Position,
    extra_turn: bool,
    bounds: Bounds,
    estimate: Option<i32>,
    line: Option<Vec<Pit>>,
}

impl Branch {
    /// Bounds seen by the mover, from those seen by the side to move next, and the other way round.
    fn turned(&self, bounds: Bounds, position: &Position) -> Bounds {
        match self.after.to_move() == position.to_move() {
            true => bounds,
            false => bounds.negated(),
        }
    }
}

impl Study {
    /// Nothing is known yet except the book's entries.
    #[must_use]
    pub fn new(position: &Position, book: Option<&Book>) -> Study {
        let margin = position.margin(position.to_move());
        let all = Bounds::of_seeds(position.seeds_in_pits().into()).shifted(margin);
        let entry = book.and_then(|book| book.get(position));
        let whole = entry.map_or(all, |entry| {
            Bounds::exactly(margin + i32::from(entry.value))
        });
        let branch = |pit: Pit| {
            let step = position.step_legal(pit);
            let end = step.after.is_over();
            let end = end.then(|| Bounds::exactly(step.after.margin(position.to_move())));
            let best = entry.filter(|entry| entry.best == pit).map(|_| whole);
            let known = end.or(best);
            let known = known.or_else(|| book_value(book?, position, pit));
            Branch {
                pit,
                after: step.after,
                extra_turn: step.extra_turn,
                bounds: known.unwrap_or(all),
                estimate: None,
                line: None,
            }
        };
        let mut study = Study {
            position: *position,
            whole,
            branches: position.legal_moves().map(branch).collect(),
            nodes: 0,
            round: 0,
            task: 0,
            left: VALUE,
            least: LEAST,
        };
        study.conclude();
        study
    }

    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Every move is valued exactly and has its line.
    #[must_use]
    pub fn is_done(&self) -> bool {
        let done = |branch: &Branch| branch.bounds.is_exact() && branch.line.is_some();
        self.branches.iter().all(done)
    }

    /// Every move is valued exactly.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.branches.iter().all(|branch| branch.bounds.is_exact())
    }

    /// Nodes spent so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The results so far.
    #[must_use]
    pub fn analysis(&self) -> Analysis {
        let value = |branch: &Branch| {
            let estimate = branch.estimate.unwrap_or(branch.bounds.lower);
            let inside = estimate.clamp(branch.bounds.lower, branch.bounds.upper);
            MoveValue {
                pit: branch.pit,
                bounds: branch.bounds,
                margin: possible(inside, branch.bounds),
                extra_turn: branch.extra_turn,
                line: branch.line.clone().unwrap_or_else(|| vec![branch.pit]),
            }
        };
        let moves = self.branches.iter().map(value).collect();
        summed_up(self.whole, moves, self.nodes)
    }

    /// Continues for about this many nodes; more where fewer find nothing, at most a quarter of a million.
    ///
    /// # Panics
    /// If the solver was made for other rules or for fewer seeds.
    pub fn go_on(&mut self, solver: &Solver, book: Option<&Book>, nodes: u64) {
        let end = self.nodes.saturating_add(nodes);
        while self.nodes < end && !self.is_done() {
            let may = end - self.nodes;
            let glance = |branch: &Branch| branch.estimate.is_none() && !branch.bounds.is_exact();
            let line = |branch: &Branch| branch.line.is_none() && branch.bounds.is_exact();
            if let Some(index) = self.branches.iter().position(glance) {
                self.estimate(solver, index, GLANCE);
            } else if let Some(index) = self.branches.iter().position(line) {
                self.find_line(solver, book, index);
            } else {
                self.work(solver, may);
            }
        }
    }

    /// Works on the current task, and moves on to the next when its nodes are spent or it has nothing left to find.
    fn work(&mut self, solver: &Solver, nodes: u64) {
        let (before, known) = (self.nodes, self.known());
        let may = nodes.min(self.left).max(self.least);
        match self.task {
            0 if !self.whole.is_exact() => self.value_whole(solver, may),
            0 => {}
            task if self.branches[task - 1].bounds.is_exact() => {}
            task if self.whole.is_exact() => self.value_branch(solver, task - 1, may),
            task => self.estimate(solver, task - 1, may),
        }
        let settled = match self.task {
            0 => self.whole.is_exact(),
            task => self.branches[task - 1].bounds.is_exact(),
        };
        self.least = match self.known() == known {
            true => (2 * self.least).min(MOST),
            false => LEAST,
        };
        let used = self.nodes - before;
        self.left = self.left.saturating_sub(used);
        if used == 0 {
            self.nodes += NOTHING;
        }
        if settled || used == 0 || self.left == 0 {
            self.next_task();
        }
    }

    /// The total width of all bounds.
    fn known(&self) -> i32 {
        let width = |bounds: Bounds| bounds.upper - bounds.lower;
        let moves = self.branches.iter().map(|branch| width(branch.bounds));
        width(self.whole) + moves.sum::<i32>()
    }

    fn next_task(&mut self) {
        self.task += 1;
        if self.task > self.branches.len() {
            self.task = 0;
            self.round = (self.round + 1).min(GROWING);
        }
        let first = if self.task == 0 || self.whole.is_exact() {
            VALUE
        } else {
            ESTIMATE
        };
        self.left = first << self.round;
    }

    fn value_whole(&mut self, solver: &Solver, nodes: u64) {
        let guess = self.branches.iter().filter_map(|branch| branch.estimate);
        let guess = guess.max();
        let valued = solver.value_from(&self.position, self.whole, guess, &Effort::nodes(nodes));
        self.nodes += valued.nodes;
        self.whole = self.whole.and(valued.bounds);
        self.conclude();
    }

    fn value_branch(&mut self, solver: &Solver, index: usize, nodes: u64) {
        let position = self.position;
        let branch = &mut self.branches[index];
        let known = branch.turned(branch.bounds, &position);
        let guess = branch.estimate.map(Bounds::exactly);
        let guess = guess.map(|guess| branch.turned(guess, &position).lower);
        let valued = solver.value_from(&branch.after, known, guess, &Effort::nodes(nodes));
        let found = branch.turned(valued.bounds, &position);
        branch.bounds = branch.bounds.and(found);
        self.nodes += valued.nodes;
        self.conclude();
    }

    fn estimate(&mut self, solver: &Solver, index: usize, nodes: u64) {
        let position = self.position;
        let branch = &mut self.branches[index];
        let thought = solver.think(&branch.after, &Effort::nodes(nodes));
        let seen = branch.turned(Bounds::exactly(thought.estimate), &position);
        branch.estimate = Some(seen.lower);
        if thought.exact {
            branch.bounds = branch.bounds.and(seen);
        }
        self.nodes += thought.nodes.max(1);
        self.conclude();
    }

    fn find_line(&mut self, solver: &Solver, book: Option<&Book>, index: usize) {
        let branch = &self.branches[index];
        let value = branch.turned(branch.bounds, &self.position).lower;
        let rest = best_line(solver, book, &branch.after, value, &Effort::nodes(LINE));
        let line = std::iter::once(branch.pit).chain(rest).collect();
        self.branches[index].line = Some(line);
        self.nodes += 1;
    }

    /// Propagates bounds from the moves to the position, and from the position to the moves.
    fn conclude(&mut self) {
        let lower = self.branches.iter().map(|branch| branch.bounds.lower).max();
        let upper = self.branches.iter().map(|branch| branch.bounds.upper).max();
        if let (Some(lower), Some(upper)) = (lower, upper) {
            self.whole = self.whole.and(Bounds { lower, upper });
        }
        for branch in &mut self.branches {
            branch.bounds.upper = branch.bounds.upper.min(self.whole.upper);
        }
    }
}
