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
//! Every fact in a position's entry is true permanently, whatever the goal was, so a search that is stopped
//! leaves nothing wrong behind and one that is resumed starts from all it knew.
//!
//! Memory is slow, so a node makes all its children first and prefetches their entries; by the time it reads them, the
//! entries have arrived. How much it prefetches depends on the distance from the endgame table:
//!
//! ```text
//!   seeds above the table   its own entry                             entries of its children
//!   1 to LEAF               none: the few nodes below cost less       none
//!   up to LOOKED_AHEAD      read after its children are made          none
//!   more                    read by its parent                        read before any child is searched
//! ```

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::Known;
use super::busy::Busy;
use super::space::{Child, Space};
use crate::Effort;

const MOST_MOVES: usize = 12;
/// Nodes between two looks at the clock.
const TICK: u64 = 1024;
/// Positions with up to this many seeds above those of the table are searched again rather than remembered.
const LEAF: i32 = 2;
/// Positions with more than this many seeds above those of the table are looked up before they are entered.
const LOOKED_AHEAD: i32 = 3;
/// Positions with fewer seeds above those of the table are not worth sharing among threads.
const SHARED_ABOVE_TABLE: i32 = 4;

/// Why a search has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stopped {
    /// It was asked to stop.
    Spent,
    /// It met a longer line of moves than it can follow.
    TooDeep,
}

/// The state shared by the threads of one question.
pub(crate) struct Team<'a> {
    pub effort: &'a Effort<'a>,
    /// Nodes of all threads, updated every tick.
    pub nodes: &'a AtomicU64,
    /// A thread has the answer.
    pub done: AtomicBool,
    pub busy: Option<Busy>,
}

/// One thread's search.
pub(crate) struct Worker<'a, S: Space> {
    space: &'a S,
    team: &'a Team<'a>,
    nodes: u64,
    /// Nodes already counted for the team.
    told: u64,
    /// Moves from the root to here; not counted where no line is too long.
    depth: u32,
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
    pit: u8,
    /// Its slot, if it is far enough above the table.
    slot: Option<L>,
    /// The move that worked there before.
    best: Option<u8>,
}

/// A list with room for every move.
struct List<S: Space, T: Copy> {
    items: S::Room<T>,
    len: usize,
}

impl<S: Space, T: Copy> List<S, T> {
    #[inline(always)]
    fn new() -> List<S, T> {
        List {
            items: S::Room::default(),
            len: 0,
        }
    }

    #[inline(always)]
    fn push(&mut self, item: T) {
        self.items.as_mut()[self.len] = Some(item);
        self.len += 1;
    }

    #[inline(always)]
    fn iter(&self) -> impl Iterator<Item = &T> {
        self.items.as_ref()[..self.len].iter().flatten()
    }

    #[inline(always)]
    fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.items.as_mut()[..self.len].iter_mut().flatten()
    }

    #[inline(always)]
    fn get(&self, at: usize) -> Option<&T> {
        self.items.as_ref()[at].as_ref()
    }
}

/// The order to search moves in: their promises, each with its place in the list of open moves.
struct Order {
    keys: [i64; MOST_MOVES],
    len: usize,
}

impl Order {
    /// Inserts a move after those with a higher promise.
    #[inline(always)]
    fn insert(&mut self, promise: i32, place: usize) {
        let key = i64::from(promise) << 8 | place as i64;
        let mut at = self.len;
        while at > 0 && self.keys[at - 1] < key {
            self.keys[at] = self.keys[at - 1];
            at -= 1;
        }
        self.keys[at] = key;
        self.len += 1;
    }

    #[inline(always)]
    fn places(&self) -> impl Iterator<Item = usize> {
        self.keys[..self.len]
            .iter()
            .map(|key| (key & 0xff) as usize)
    }
}

type OpenOf<S> = Open<<S as Space>::Board, <S as Space>::Slot>;

/// The children of a node that are not over.
struct Made<S: Space> {
    tabled: List<S, Tabled<S::TableIndex>>,
    open: List<S, OpenOf<S>>,
    /// The best value of the moves already settled.
    most: i32,
}

/// A move that reaches the goal.
struct Reached {
    value: i32,
    pit: u8,
}

impl<'a, S: Space> Worker<'a, S> {
    pub fn new(space: &'a S, team: &'a Team<'a>) -> Self {
        Worker {
            space,
            team,
            nodes: 0,
            told: 0,
            depth: 0,
        }
    }

    /// Nodes not yet added to the team's.
    pub(crate) fn rest_of_nodes(&self) -> u64 {
        self.nodes - self.told
    }

    /// See the contract above. `seeds` are those in pits. Results are stored in the position's entry.
    pub fn search(
        &mut self,
        board: &S::Board,
        slot: &S::Slot,
        seeds: i32,
        goal: i32,
    ) -> Result<i32, Stopped> {
        self.search_unseen(board, slot, seeds, goal)
    }

    /// A position so close to the table that it is not remembered.
    fn leaf(&mut self, board: &S::Board, seeds: i32, goal: i32) -> i32 {
        self.nodes += 1;
        let mut made = Made {
            tabled: List::new(),
            open: List::new(),
            most: -seeds,
        };
        let reached = self.make(board, seeds, goal, &mut made);
        if let Some(Reached { value, .. }) = reached.or_else(|| self.look_up(goal, &mut made)) {
            return value;
        }
        let mut most = made.most;
        for again in [true, false] {
            let is_next = |next: &&OpenOf<S>| next.child.extra_turn == again;
            for next in made.open.iter().filter(is_next) {
                let Child { board, banked, .. } = &next.child;
                let left = seeds - banked;
                let value = match again {
                    true => banked + self.leaf(board, left, goal - banked),
                    false => banked - self.leaf(board, left, banked - goal + 2),
                };
                if value >= goal {
                    return value;
                }
                most = most.max(value);
            }
        }
        most
    }

    /// A position whose entry has not been probed yet. It is prefetched, so its children are made before reading it.
    fn search_unseen(
        &mut self,
        board: &S::Board,
        slot: &S::Slot,
        seeds: i32,
        goal: i32,
    ) -> Result<i32, Stopped> {
        self.tick()?;
        let mut made = Made {
            tabled: List::new(),
            open: List::new(),
            most: -seeds,
        };
        let reached = self.make(board, seeds, goal, &mut made);
        let mut best = None;
        if let Some(known) = self.space.probe(slot, seeds) {
            if known.lower >= goal {
                return Ok(known.lower);
            }
            if known.upper < goal {
                return Ok(known.upper);
            }
            best = known.best;
        }
        self.search_made(&mut made, reached, slot, seeds, goal, best)
    }

    /// A position whose entry has been read: it did not answer, but may have named the `best` move.
    fn search_seen(
        &mut self,
        board: &S::Board,
        slot: &S::Slot,
        seeds: i32,
        goal: i32,
        best: Option<u8>,
    ) -> Result<i32, Stopped> {
        self.tick()?;
        let mut made = Made {
            tabled: List::new(),
            open: List::new(),
            most: -seeds,
        };
        let reached = self.make(board, seeds, goal, &mut made);
        self.search_made(&mut made, reached, slot, seeds, goal, best)
    }

    #[inline(always)]
    fn search_made(
        &mut self,
        made: &mut Made<S>,
        reached: Option<Reached>,
        slot: &S::Slot,
        seeds: i32,
        goal: i32,
        best: Option<u8>,
    ) -> Result<i32, Stopped> {
        let mut order = Order {
            keys: [0; MOST_MOVES],
            len: 0,
        };
        let reached = reached
            .or_else(|| self.look_up(goal, made))
            .or_else(|| self.settle(seeds, goal, best, made, &mut order));
        match reached {
            Some(reached) => Ok(self.reached(slot, seeds, &reached)),
            None => self.search_open(made, &order, slot, seeds, goal),
        }
    }

    /// Makes every move and prefetches what will be read.
    #[inline(always)]
    fn make(&self, board: &S::Board, seeds: i32, goal: i32, made: &mut Made<S>) -> Option<Reached> {
        let table = self.space.table_seeds();
        let mut moves = self.space.moves(board);
        while moves != 0 {
            let pit = 15 - moves.leading_zeros() as u8;
            moves ^= 1 << pit;
            let child = self.space.play(board, pit.into());
            let left = seeds - child.banked;
            if child.over {
                if child.banked >= goal {
                    return Some(Reached {
                        value: child.banked,
                        pit,
                    });
                }
                made.most = made.most.max(child.banked);
            } else if left <= table {
                made.tabled.push(Tabled {
                    place: self.space.ask_table(&child.board),
                    banked: child.banked,
                    extra_turn: child.extra_turn,
                    pit,
                });
            } else {
                let ahead = left > table + LOOKED_AHEAD;
                made.open.push(Open {
                    slot: ahead.then(|| self.space.locate(&child.board)),
                    child,
                    pit,
                    best: None,
                });
            }
        }
        if goal > seeds {
            // All that is left, banked now or later, does not reach the goal.
            made.open.len = 0;
            made.most = made.most.max(seeds);
        }
        None
    }

    /// The moves into the endgame table.
    #[inline(always)]
    fn look_up(&self, goal: i32, made: &mut Made<S>) -> Option<Reached> {
        for tabled in made.tabled.iter() {
            let value = self.space.table_value(tabled.place);
            let value = tabled.banked + if tabled.extra_turn { value } else { -value };
            if value >= goal {
                let pit = tabled.pit;
                return Some(Reached { value, pit });
            }
            made.most = made.most.max(value);
        }
        None
    }

    /// Reads the prefetched entries of the children, and orders the remaining ones.
    #[inline(always)]
    fn settle(
        &self,
        seeds: i32,
        goal: i32,
        best: Option<u8>,
        made: &mut Made<S>,
        order: &mut Order,
    ) -> Option<Reached> {
        for (place, next) in made.open.iter_mut().enumerate() {
            let Child {
                banked, extra_turn, ..
            } = next.child;
            let slot = next.slot.as_ref();
            if let Some(known) = slot.and_then(|slot| self.space.probe(slot, seeds - banked)) {
                let bounds = known.bounds();
                let bounds = if extra_turn { bounds } else { bounds.negated() }.shifted(banked);
                if bounds.lower >= goal {
                    return Some(Reached {
                        value: bounds.lower,
                        pit: next.pit,
                    });
                }
                if bounds.upper < goal {
                    made.most = made.most.max(bounds.upper);
                    continue;
                }
                next.best = known.best;
            }
            let promise = match best == Some(next.pit) {
                true => i32::MAX,
                false => self.space.promise(&next.child, next.pit, goal),
            };
            order.insert(promise, place);
        }
        None
    }

    /// Searches the open moves in their order; those another thread is busy with last.
    #[inline(always)]
    fn search_open(
        &mut self,
        made: &Made<S>,
        order: &Order,
        slot: &S::Slot,
        seeds: i32,
        goal: i32,
    ) -> Result<i32, Stopped> {
        let shared =
            self.team.busy.is_some() && seeds > self.space.table_seeds() + SHARED_ABOVE_TABLE;
        let mut most = made.most;
        let mut waiting = Order {
            keys: [0; MOST_MOVES],
            len: 0,
        };
        for (i, place) in order.places().enumerate() {
            let Some(next) = made.open.get(place) else {
                continue;
            };
            if shared && i > 0 && self.is_busy(next) {
                waiting.insert(-(i as i32), place);
                continue;
            }
            let value = self.search_one(next, seeds, goal, shared, i > 0)?;
            if value >= goal {
                let pit = next.pit;
                return Ok(self.reached(slot, seeds, &Reached { value, pit }));
            }
            most = most.max(value);
        }
        for next in waiting.places().filter_map(|place| made.open.get(place)) {
            let value = self.search_one(next, seeds, goal, shared, true)?;
            if value >= goal {
                let pit = next.pit;
                return Ok(self.reached(slot, seeds, &Reached { value, pit }));
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

    /// The value of one move, in the sense of the contract. `late`: others were searched since its entry was read.
    #[inline(always)]
    fn search_one(
        &mut self,
        next: &OpenOf<S>,
        seeds: i32,
        goal: i32,
        shared: bool,
        late: bool,
    ) -> Result<i32, Stopped> {
        let Child {
            banked, extra_turn, ..
        } = next.child;
        let left = seeds - banked;
        if S::DEEPEST < u32::MAX {
            if self.depth == S::DEEPEST {
                return Err(Stopped::TooDeep);
            }
            self.depth += 1;
        }
        let value = if extra_turn {
            let value = self.search_child(next, left, goal - banked, shared, late);
            value.map(|value| banked + value)
        } else {
            let value = self.search_child(next, left, banked - goal + 2, shared, late);
            value.map(|value| banked - value)
        };
        if S::DEEPEST < u32::MAX {
            self.depth -= 1;
        }
        value
    }

    #[inline(always)]
    fn search_child(
        &mut self,
        next: &OpenOf<S>,
        left: i32,
        goal: i32,
        shared: bool,
        late: bool,
    ) -> Result<i32, Stopped> {
        let board = &next.child.board;
        let Some(slot) = &next.slot else {
            return self.search_near(board, left, goal);
        };
        if !shared {
            return self.search_seen(board, slot, left, goal, next.best);
        }
        let stamp = self.space.stamp(slot);
        let busy = self.team.busy.as_ref();
        busy.inspect(|busy| busy.enter(stamp));
        let found = if late {
            self.search_unseen(board, slot, left, goal)
        } else {
            self.search_seen(board, slot, left, goal, next.best)
        };
        busy.inspect(|busy| busy.leave(stamp));
        found
    }

    /// A position near the table.
    #[inline(always)]
    fn search_near(&mut self, board: &S::Board, seeds: i32, goal: i32) -> Result<i32, Stopped> {
        if seeds <= self.space.table_seeds() + LEAF {
            return Ok(self.leaf(board, seeds, goal));
        }
        let slot = self.space.locate(board);
        self.search_unseen(board, &slot, seeds, goal)
    }

    fn is_busy(&self, next: &OpenOf<S>) -> bool {
        let busy = self.team.busy.as_ref().zip(next.slot.as_ref());
        busy.is_some_and(|(busy, slot)| busy.is_busy(self.space.stamp(slot)))
    }

    /// Stores that the goal was reached by this move.
    #[inline(always)]
    fn reached(&self, slot: &S::Slot, seeds: i32, reached: &Reached) -> i32 {
        let lower = Known {
            lower: reached.value,
            upper: seeds,
            best: Some(reached.pit),
        };
        self.space.store(slot, seeds, lower);
        reached.value
    }

    #[inline(always)]
    fn tick(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes - self.told >= TICK {
            self.slow_tick()
        } else {
            Ok(())
        }
    }

    #[cold]
    fn slow_tick(&mut self) -> Result<(), Stopped> {
        let new = self.nodes - self.told;
        self.told = self.nodes;
        let nodes = self.team.nodes.fetch_add(new, Relaxed) + new;
        let stop = self.team.done.load(Relaxed) || self.team.effort.is_spent(nodes);
        if stop { Err(Stopped::Spent) } else { Ok(()) }
    }
}
