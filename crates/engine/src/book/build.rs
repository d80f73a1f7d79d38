//! Making a book: from the start position on, every position perfect play can meet as either side.
//!
//! ```text
//!   our turn:    easy?  the player solves it by itself: nothing to keep, nothing behind it to look at
//!                hard?  solved here, kept, and followed by its best move alone
//!   their turn:  followed by every move
//! ```

use std::collections::{HashSet, VecDeque};

use kalah::{Pit, Position, Rules, Side};

use super::{Book, Entry};
use crate::player::small_table;
use crate::search::{Bounds, Limits, Solver, SolverConfig};

/// What to put into a book.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Positions that take the player fewer nodes than this are left out.
    pub hard: u64,
    /// What the player has to solve them with.
    player: SolverConfig,
}

impl Plan {
    /// The plan of a book for the player `perfect`.
    #[must_use]
    pub fn new(rules: Rules, hard: u64) -> Plan {
        let player = SolverConfig {
            hash: 16 << 20,
            threads: 1,
            table: small_table(rules),
        };
        Plan { hard, player }
    }

    /// Whether the player, with nothing remembered, solves a position before it becomes too hard.
    #[must_use]
    pub fn is_easy(&self, position: &Position) -> bool {
        let seeds = usize::from(position.seeds_in_pits());
        let solver = Solver::new(position.rules(), seeds, &self.player);
        let solve = |solver: Solver| solver.value(position, &Limits::nodes(self.hard));
        solver.is_ok_and(|solver| solve(solver).bounds.is_exact())
    }
}

/// Builds a book, the earliest positions first. What `book` already holds is not solved again. `step` hears of each
/// position; when the limits stop the search, the book is returned as it stands.
pub fn build(
    solver: &Solver,
    plan: &Plan,
    mut book: Book,
    limits: &Limits,
    step: &mut dyn FnMut(&Book),
) -> Book {
    let start = Position::start(book.rules(), Side::South);
    let mut seen = HashSet::new();
    // The position, and whether the side to move is the one that plays perfectly.
    let mut open = VecDeque::from([(start, true), (start, false)]);
    while let Some((position, ours)) = open.pop_front() {
        let Some(number) = book.key(&position) else {
            continue;
        };
        if !seen.insert((number, ours)) {
            continue;
        }
        let follow = |pit| after(&position, pit, ours);
        if !ours {
            open.extend(position.legal_moves().map(follow));
            continue;
        }
        if (limits.stop)() {
            break;
        }
        let known = book.entries.get(&number).copied();
        if known.is_none() && plan.is_easy(&position) {
            continue;
        }
        let Some(entry) = known.or_else(|| solve(solver, &position, limits)) else {
            break;
        };
        open.push_back(follow(entry.best));
        if book.entries.insert(number, entry).is_none() {
            step(&book);
        }
    }
    book
}

fn after(position: &Position, pit: Pit, ours: bool) -> (Position, bool) {
    let after = position.step_legal(pit).after;
    (after, ours == (after.to_move() == position.to_move()))
}

fn solve(solver: &Solver, position: &Position, limits: &Limits) -> Option<Entry> {
    let valued = solver.value(position, limits);
    let value = valued.bounds.exact()?;
    Some(Entry {
        value: (value - position.margin(position.to_move())) as i8,
        best: valued.best?,
    })
}

/// Whether a book's entry is right, by solving its position again; none if stopped.
pub fn check(solver: &Solver, position: &Position, entry: Entry, limits: &Limits) -> Option<bool> {
    let margin = position.margin(position.to_move());
    let value = margin + i32::from(entry.value);
    let guess = Some(value);
    let all = Bounds::of_seeds(i32::MAX / 2);
    let exact = solver
        .value_from(position, all, guess, limits)
        .bounds
        .exact()?;
    let after = position.step_legal(entry.best).after;
    let reached = solver.value(&after, limits).bounds.exact()?;
    let reached = if after.to_move() == position.to_move() {
        reached
    } else {
        -reached
    };
    Some(exact == value && reached == value)
}
