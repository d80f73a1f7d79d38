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

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::space::{Child, Space};
use super::{Known, Limits};

const MOST_MOVES: usize = 12;
/// Nodes between two looks at the clock.
const TICK: u64 = 1024;

/// The search was told to stop.
pub(crate) struct Stopped;

/// One thread's search.
pub(crate) struct Worker<'a, S: Space> {
    space: &'a S,
    limits: &'a Limits<'a>,
    /// Nodes of all threads, brought up to date every tick.
    all_nodes: &'a AtomicU64,
    pub nodes: u64,
}

/// A child that must be searched.
#[derive(Clone, Copy)]
struct Open<B, L> {
    child: Child<B>,
    slot: L,
    pit: u8,
    score: i32,
}

impl<'a, S: Space> Worker<'a, S> {
    pub fn new(space: &'a S, limits: &'a Limits<'a>, all_nodes: &'a AtomicU64) -> Self {
        Worker {
            space,
            limits,
            all_nodes,
            nodes: 0,
        }
    }

    /// See the contract above. `seeds` are those in pits, at least one for each side that has to move.
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
        let mut open: [Option<Open<S::Board, S::Slot>>; MOST_MOVES] = [const { None }; MOST_MOVES];
        let mut count = 0;
        let mut asked = [(0usize, 0i32, false, 0u8); MOST_MOVES];
        let mut asked_count = 0;
        // The best value so far; for moves that cannot reach the goal, the most they can be worth.
        let mut most = -seeds;
        let mut moves = self.space.moves(board);
        while moves != 0 {
            let pit = moves.trailing_zeros() as u8;
            moves &= moves - 1;
            let child = self.space.play(board, pit.into());
            if child.over {
                if child.banked >= goal {
                    return Ok(self.reached(slot, seeds, child.banked, pit));
                }
                most = most.max(child.banked);
                continue;
            }
            let left = seeds - child.banked;
            if left <= self.space.table_seeds() {
                asked[asked_count] = (
                    self.space.ask_table(&child.board),
                    child.banked,
                    child.extra_turn,
                    pit,
                );
                asked_count += 1;
                continue;
            }
            if child.banked + left < goal {
                most = most.max(child.banked + left);
                continue;
            }
            open[count] = Some(Open {
                slot: self.space.locate(&child.board),
                child,
                pit,
                score: 0,
            });
            count += 1;
        }
        for &(place, banked, extra_turn, pit) in &asked[..asked_count] {
            let value = self.space.table_value(place);
            let value = if extra_turn {
                banked + value
            } else {
                banked - value
            };
            if value >= goal {
                return Ok(self.reached(slot, seeds, value, pit));
            }
            most = most.max(value);
        }
        let mut kept = 0;
        for i in 0..count {
            let Some(mut next) = open[i] else { continue };
            let left = seeds - next.child.banked;
            let (low, high) = match self.space.probe(&next.slot, left) {
                None => (next.child.banked - left, next.child.banked + left),
                Some(known) if next.child.extra_turn => (
                    next.child.banked + known.lower,
                    next.child.banked + known.upper,
                ),
                Some(known) => (
                    next.child.banked - known.upper,
                    next.child.banked - known.lower,
                ),
            };
            if low >= goal {
                return Ok(self.reached(slot, seeds, low, next.pit));
            }
            if high < goal {
                most = most.max(high);
                continue;
            }
            next.score = self.score(&next, known.best);
            open[kept] = Some(next);
            kept += 1;
        }
        for i in 0..kept {
            let best = (i..kept)
                .max_by_key(|&j| open[j].as_ref().map_or(i32::MIN, |o| o.score))
                .unwrap_or(i);
            open.swap(i, best);
            let Some(next) = &open[i] else { continue };
            let banked = next.child.banked;
            let left = seeds - banked;
            let value = if next.child.extra_turn {
                banked + self.search(&next.child.board, &next.slot, left, goal - banked)?
            } else {
                banked - self.search(&next.child.board, &next.slot, left, banked - goal + 2)?
            };
            if value >= goal {
                let pit = next.pit;
                return Ok(self.reached(slot, seeds, value, pit));
            }
            most = most.max(value);
        }
        self.space.store(
            slot,
            seeds,
            Known {
                lower: -seeds,
                upper: most,
                best: None,
            },
        );
        Ok(most)
    }

    #[inline(always)]
    fn score(&self, next: &Open<S::Board, S::Slot>, best: Option<u8>) -> i32 {
        let guess = self.space.guess(&next.child.board);
        let guess = if next.child.extra_turn { guess } else { -guess };
        if best == Some(next.pit) {
            return 1 << 20;
        }
        next.child.banked * 16
            + guess * 2
            + i32::from(next.child.extra_turn) * 1000
            + i32::from(next.pit)
    }

    /// Keeps that the goal was reached by this move.
    #[inline(always)]
    fn reached(&self, slot: &S::Slot, seeds: i32, value: i32, pit: u8) -> i32 {
        self.space.store(
            slot,
            seeds,
            Known {
                lower: value,
                upper: seeds,
                best: Some(pit),
            },
        );
        value
    }

    #[inline(always)]
    fn tick(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes % TICK == 0 {
            self.slow_tick()
        } else {
            Ok(())
        }
    }

    #[cold]
    fn slow_tick(&mut self) -> Result<(), Stopped> {
        let nodes = self.all_nodes.fetch_add(TICK, Relaxed) + TICK;
        if nodes >= self.limits.nodes || (self.limits.stop)() {
            Err(Stopped)
        } else {
            Ok(())
        }
    }
}
