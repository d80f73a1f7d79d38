//! Building a book: from the start position on, every position perfect play can meet as either side.
//!
//! ```text
//!   our turn:    easy?  the player solves it alone: no entry, nothing beyond it
//!                hard?  solved here, entered, and followed by its best move alone
//!   their turn:  followed by every move
//! ```

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;

use kalah::{Pit, Position, Side};

use super::{Book, Entry};
use crate::search::{Bounds, Solver, SolverConfig};
use crate::table::Table;
use crate::{Effort, threads};

/// What to put into a book.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Positions that cost the player fewer nodes than this are left out.
    pub hard: u64,
    /// The player's solver for them.
    player: SolverConfig,
    /// Number of threads.
    threads: usize,
}

impl Plan {
    /// The plan of a book for the player `perfect`, which has this table where the book ends.
    #[must_use]
    pub fn new(hard: u64, threads: usize, table: Option<Arc<Table>>) -> Plan {
        let player = SolverConfig {
            hash: 16 << 20,
            threads: 1,
            table,
            ..SolverConfig::default()
        };
        Plan {
            hard,
            player,
            threads: threads.max(1),
        }
    }

    /// Whether the player, starting without any memory, solves a position before it becomes too hard.
    #[must_use]
    pub fn is_easy(&self, position: &Position) -> bool {
        let seeds = usize::from(position.seeds_in_pits());
        let solver = Solver::new(position.rules(), seeds, &self.player);
        let solve = |solver: Solver| solver.value(position, &Effort::nodes(self.hard));
        solver.is_ok_and(|solver| solve(solver).bounds.is_exact())
    }

    /// The same for several positions; any that a stopped search did not reach count as hard.
    fn are_easy(&self, positions: &[Position], effort: &Effort) -> Vec<bool> {
        let easy = threads::share_out(self.threads, positions.len(), |at| {
            (!effort.is_stopped()).then(|| self.is_easy(&positions[at]))
        });
        easy.into_iter().map(|easy| easy == Some(true)).collect()
    }
}

/// Number of positions whose hardness is determined together.
const TOGETHER: usize = 256;

/// Builds a book, the earliest positions first. Existing entries of `book` are not solved again. `step` is called with each
/// position and the number waiting; when the effort is spent, the book is returned as it stands.
pub fn build(
    solver: &Solver,
    plan: &Plan,
    mut book: Book,
    effort: &Effort,
    step: &mut dyn FnMut(&Book, usize),
) -> Book {
    let start = Position::start(book.rules(), Side::South);
    let mut walk = Walk {
        seen: HashSet::new(),
        open: VecDeque::from([(start, true), (start, false)]),
    };
    loop {
        let ours = walk.next(&book, TOGETHER);
        if ours.is_empty() || effort.is_stopped() {
            return book;
        }
        let easy = plan.are_easy(&ours, effort);
        for (position, easy) in ours.iter().zip(easy) {
            step(&book, walk.open.len());
            if easy {
                continue;
            }
            let known = book.get(position);
            let Some(entry) = known.or_else(|| solve(solver, position, effort)) else {
                return book;
            };
            walk.open.push_back(after(position, entry.best, true));
            if let Some(number) = book.key(position) {
                book.entries.insert(number, entry);
            }
        }
    }
}

/// The traversal of the game.
struct Walk {
    /// Positions met, by number and side to move.
    seen: HashSet<(u64, bool)>,
    /// A position, and whether the side to move plays perfectly.
    open: VecDeque<(Position, bool)>,
}

impl Walk {
    /// The next positions in which it is our turn, up to a limit.
    fn next(&mut self, book: &Book, most: usize) -> Vec<Position> {
        let mut found = Vec::new();
        while found.len() < most
            && let Some((position, ours)) = self.open.pop_front()
        {
            let number = book.key(&position);
            if number.is_none_or(|number| !self.seen.insert((number, ours))) {
                continue;
            }
            if ours {
                found.push(position);
            } else {
                let replies = position.legal_moves();
                self.open
                    .extend(replies.map(|pit| after(&position, pit, false)));
            }
        }
        found
    }
}

fn after(position: &Position, pit: Pit, ours: bool) -> (Position, bool) {
    let after = position.step_legal(pit).after;
    (after, ours == (after.to_move() == position.to_move()))
}

fn solve(solver: &Solver, position: &Position, effort: &Effort) -> Option<Entry> {
    let valued = solver.value(position, effort);
    let value = valued.bounds.exact()?;
    Some(Entry {
        value: (value - position.margin(position.to_move())) as i8,
        best: valued.best?,
    })
}

/// Whether a book's entry is right, by solving its position again; `None` if stopped.
pub fn check(solver: &Solver, position: &Position, entry: Entry, effort: &Effort) -> Option<bool> {
    let margin = position.margin(position.to_move());
    let value = margin + i32::from(entry.value);
    let guess = Some(value);
    let all = Bounds::of_seeds(i32::MAX / 2);
    let exact = solver
        .value_from(position, all, guess, effort)
        .bounds
        .exact()?;
    let after = position.step_legal(entry.best).after;
    let reached = solver.value(&after, effort).bounds.exact()?;
    let reached = if after.to_move() == position.to_move() {
        reached
    } else {
        -reached
    };
    Some(exact == value && reached == value)
}
