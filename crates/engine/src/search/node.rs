//! The search itself: does the side to move gain at least `goal` from here on?
//!
//! The contract of [`Worker::search`]: with v the true value (seeds the side to move banks from now on minus those the
//! other banks, best play by both), it returns a number r with
//!
//! ```text
//!   r >= goal   and then  v >= r         `goal` has the parity of the seeds in pits, as v has
//!   r <  goal   and then  v <= r
//! ```
//!
//! Every statement a position's entry ever gets is true for good, whatever the goal was, so a search that is stopped
//! leaves nothing wrong behind and one that is resumed starts from all it knew.
//!
//! A node makes all its children first and asks memory for what is known of each; by the time it looks, the answers are
//! near. Only moves that neither the end of the game, nor the endgame table, nor the transposition table decides are
//! searched, the most promising first.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::busy::Busy;
use super::space::{Child, Space};
use super::{Known, Limits};

const MOST_MOVES: usize = 12;
/// Nodes between two looks at the clock.
const TICK: u64 = 1024;
/// Positions with fewer seeds above those of the table are not worth sharing among threads.
const SHARED_ABOVE_TABLE: i32 = 4;

/// The search was told to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

/// What the threads of one question share.
pub(crate) struct Team<'a> {
    pub limits: &'a Limits<'a>,
    /// Nodes of all threads, brought up to date every tick.
    pub nodes: &'a AtomicU64,
    /// Somebody has the answer.
    pub done: AtomicBool,
    pub busy: Option<Busy>,
}

/// One thread's search.
pub(crate) struct Worker<'a, S: Space> {
    space: &'a S,
    team: &'a Team<'a>,
    nodes: u64,
}

/// A child whose value is in the endgame table.
#[derive(Clone, Copy)]
struct Tabled<P> {
    place: P,
    banked: i32,
    extra_turn: bool,
    pit: u8,
}

/// A child that may have to be searched.
#[derive(Clone, Copy)]
struct Open<B, L> {
    child: Child<B>,
    slot: L,
    pit: u8,
    promise: i32,
}

/// A list with room for every move.
struct List<T> {
    items: [Option<T>; MOST_MOVES],
    len: usize,
}

impl<T: Copy> List<T> {
    #[inline(always)]
    fn new() -> List<T> {
        List {
            items: [const { None }; MOST_MOVES],
            len: 0,
        }
    }

    #[inline(always)]
    fn push(&mut self, item: T) {
        self.items[self.len] = Some(item);
        self.len += 1;
    }

    #[inline(always)]
    fn iter(&self) -> impl Iterator<Item = &T> {
        self.items[..self.len].iter().flatten()
    }
}

type OpenOf<S> = Open<<S as Space>::Board, <S as Space>::Slot>;

impl<B: Copy, L: Copy> List<Open<B, L>> {
    /// Adds a move behind those of at least its promise.
    #[inline(always)]
    fn insert(&mut self, new: Open<B, L>) {
        let mut at = self.len;
        while at > 0 && self.items[at - 1].is_some_and(|before| before.promise < new.promise) {
            self.items[at] = self.items[at - 1];
            at -= 1;
        }
        self.items[at] = Some(new);
        self.len += 1;
    }
}

/// What making the children led to.
enum Children<S: Space> {
    /// A move reaches the goal at once.
    Reached { value: i32, pit: u8 },
    /// None does; the moves to search, and the most the others can be worth.
    Open { open: List<OpenOf<S>>, most: i32 },
}

impl<'a, S: Space> Worker<'a, S> {
    pub fn new(space: &'a S, team: &'a Team<'a>) -> Self {
        Worker {
            space,
            team,
            nodes: 0,
        }
    }

    /// Nodes not yet added to the team's.
    pub fn rest_of_nodes(&self) -> u64 {
        self.nodes % TICK
    }

    /// See the contract above. `seeds` are those in pits.
    pub fn search(
        &mut self,
        board: &S::Board,
        slot: &S::Slot,
        seeds: i32,
        goal: i32,
    ) -> Result<i32, Stopped> {
        self.tick()?;
        let known = self
            .space
            .probe(slot, seeds)
            .unwrap_or(Known::nothing(seeds));
        if known.lower >= goal {
            return Ok(known.lower);
        }
        if known.upper < goal {
            return Ok(known.upper);
        }
        match self.children(board, seeds, goal, known.best) {
            Children::Reached { value, pit } => Ok(self.reached(slot, seeds, value, pit)),
            Children::Open { open, most } => self.search_open(&open, most, slot, seeds, goal),
        }
    }

    /// Makes every move and settles those that need no search.
    #[inline(always)]
    fn children(&self, board: &S::Board, seeds: i32, goal: i32, best: Option<u8>) -> Children<S> {
        let mut tabled = List::new();
        let mut made = List::new();
        let mut most = -seeds;
        let mut moves = self.space.moves(board);
        while moves != 0 {
            let pit = moves.trailing_zeros() as u8;
            moves &= moves - 1;
            let child = self.space.play(board, pit.into());
            let left = seeds - child.banked;
            if child.over {
                if child.banked >= goal {
                    return Children::Reached {
                        value: child.banked,
                        pit,
                    };
                }
                most = most.max(child.banked);
            } else if left <= self.space.table_seeds() {
                tabled.push(Tabled {
                    place: self.space.ask_table(&child.board),
                    banked: child.banked,
                    extra_turn: child.extra_turn,
                    pit,
                });
            } else if seeds < goal {
                // All that is left, banked now or later, does not reach the goal.
                most = most.max(seeds);
            } else {
                made.push(Open {
                    slot: self.space.locate(&child.board),
                    child,
                    pit,
                    promise: 0,
                });
            }
        }
        for &Tabled {
            place,
            banked,
            extra_turn,
            pit,
        } in tabled.iter()
        {
            let value = self.space.table_value(place);
            let value = banked + if extra_turn { value } else { -value };
            if value >= goal {
                return Children::Reached { value, pit };
            }
            most = most.max(value);
        }
        self.settle(&made, most, seeds, goal, best)
    }

    /// Looks up what is known of each child.
    #[inline(always)]
    fn settle(
        &self,
        made: &List<OpenOf<S>>,
        mut most: i32,
        seeds: i32,
        goal: i32,
        best: Option<u8>,
    ) -> Children<S> {
        let mut open = List::new();
        for &next in made.iter() {
            let Child {
                banked, extra_turn, ..
            } = next.child;
            let left = seeds - banked;
            if let Some(known) = self.space.probe(&next.slot, left) {
                let bounds = known.bounds();
                let bounds = if extra_turn { bounds } else { bounds.negated() }.shifted(banked);
                if bounds.lower >= goal {
                    return Children::Reached {
                        value: bounds.lower,
                        pit: next.pit,
                    };
                }
                if bounds.upper < goal {
                    most = most.max(bounds.upper);
                    continue;
                }
            }
            let promise = match best == Some(next.pit) {
                true => i32::MAX,
                false => self.space.promise(&next.child, next.pit),
            };
            open.insert(Open { promise, ..next });
        }
        Children::Open { open, most }
    }

    /// Searches the open moves in their order; those another thread is busy with last.
    fn search_open(
        &mut self,
        open: &List<OpenOf<S>>,
        mut most: i32,
        slot: &S::Slot,
        seeds: i32,
        goal: i32,
    ) -> Result<i32, Stopped> {
        let shared = seeds > self.space.table_seeds() + SHARED_ABOVE_TABLE;
        let mut waiting = List::new();
        for (i, next) in open.iter().enumerate() {
            if shared && i > 0 && self.is_busy(&next.slot) {
                waiting.push(*next);
                continue;
            }
            let value = self.search_one(next, seeds, goal, shared)?;
            if value >= goal {
                return Ok(self.reached(slot, seeds, value, next.pit));
            }
            most = most.max(value);
        }
        for next in waiting.iter() {
            let value = self.search_one(next, seeds, goal, shared)?;
            if value >= goal {
                return Ok(self.reached(slot, seeds, value, next.pit));
            }
            most = most.max(value);
        }
        let upper = Known {
            lower: -seeds,
            upper: most,
            best: None,
        };
        self.space.store(slot, seeds, upper);
        Ok(most)
    }

    /// The value of one move, in the sense of the contract.
    fn search_one(
        &mut self,
        next: &OpenOf<S>,
        seeds: i32,
        goal: i32,
        shared: bool,
    ) -> Result<i32, Stopped> {
        let Child {
            ref board,
            banked,
            extra_turn,
            ..
        } = next.child;
        let stamp = self.space.stamp(&next.slot);
        let busy = self.team.busy.as_ref().filter(|_| shared);
        if let Some(busy) = busy {
            busy.enter(stamp);
        }
        let left = seeds - banked;
        let found = if extra_turn {
            self.search(board, &next.slot, left, goal - banked)
                .map(|value| banked + value)
        } else {
            self.search(board, &next.slot, left, banked - goal + 2)
                .map(|value| banked - value)
        };
        if let Some(busy) = busy {
            busy.leave(stamp);
        }
        found
    }

    fn is_busy(&self, slot: &S::Slot) -> bool {
        let busy = self.team.busy.as_ref();
        busy.is_some_and(|busy| busy.is_busy(self.space.stamp(slot)))
    }

    /// Keeps that the goal was reached by this move.
    #[inline(always)]
    fn reached(&self, slot: &S::Slot, seeds: i32, value: i32, pit: u8) -> i32 {
        let lower = Known {
            lower: value,
            upper: seeds,
            best: Some(pit),
        };
        self.space.store(slot, seeds, lower);
        value
    }

    #[inline(always)]
    fn tick(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(TICK) {
            self.slow_tick()
        } else {
            Ok(())
        }
    }

    #[cold]
    fn slow_tick(&mut self) -> Result<(), Stopped> {
        let nodes = self.team.nodes.fetch_add(TICK, Relaxed) + TICK;
        let stop = self.team.done.load(Relaxed)
            || nodes >= self.team.limits.nodes
            || (self.team.limits.stop)();
        if stop { Err(Stopped) } else { Ok(()) }
    }
}
