//! Iterative deepening: a good move for positions that cannot be solved in the available time.
//!
//! Plain depth-limited alpha-beta, one move deeper each round, with its own small table. Positions the exact search knows
//! bounds of, or that are in the endgame table, count as what they are; at the horizon a guess stands in. A round in which
//! no guess was needed has found the exact value.

use std::sync::atomic::AtomicU64;

use super::node::Stopped;
use super::space::{Child, Space};
use crate::Effort;

/// Guesses are in fractions of a seed.
pub(crate) const FINE: i32 = 8;
const ENTRIES: usize = 1 << 18;
const TICK: u64 = 1024;
const DEEPEST: u32 = 100;

/// The result of deepening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Deepened {
    /// The margin to come, in fractions of a seed.
    pub value: i32,
    pub best: Option<u8>,
    /// Depth of the last complete round.
    pub depth: u32,
    /// No guess was needed.
    pub exact: bool,
    pub nodes: u64,
}

#[derive(Clone, Copy, Default)]
struct Entry {
    stamp: u64,
    value: i16,
    depth: u8,
    /// Bit 0: the value is a lower bound, bit 1: an upper bound, bit 2: it depends on a guess.
    kind: u8,
    best: u8,
}

const LOWER: u8 = 1;
const UPPER: u8 = 2;
const GUESSED: u8 = 4;

struct Deepener<'a, S: Space> {
    space: &'a S,
    effort: &'a Effort<'a>,
    entries: Vec<Entry>,
    nodes: u64,
    guessed: bool,
}

/// Searches deeper and deeper until stopped or exact.
pub(crate) fn deepen<S: Space>(
    space: &S,
    board: &S::Board,
    seeds: i32,
    effort: &Effort,
    all_nodes: &AtomicU64,
) -> Deepened {
    let mut deepener = Deepener {
        space,
        effort,
        entries: vec![Entry::default(); ENTRIES],
        nodes: 0,
        guessed: false,
    };
    let mut found = Deepened {
        value: space.guess(board),
        best: None,
        depth: 0,
        exact: false,
        nodes: 0,
    };
    for depth in 1..=DEEPEST {
        deepener.guessed = false;
        let Ok((value, best)) = deepener.root(board, seeds, depth) else {
            break;
        };
        let exact = !deepener.guessed;
        found = Deepened {
            value,
            best,
            depth,
            exact,
            nodes: 0,
        };
        if exact {
            break;
        }
    }
    all_nodes.fetch_add(deepener.nodes, std::sync::atomic::Ordering::Relaxed);
    Deepened {
        nodes: deepener.nodes,
        ..found
    }
}

impl<S: Space> Deepener<'_, S> {
    fn root(
        &mut self,
        board: &S::Board,
        seeds: i32,
        depth: u32,
    ) -> Result<(i32, Option<u8>), Stopped> {
        let all = FINE * seeds;
        let slot = self.space.locate(board);
        let value = self.search(board, &slot, seeds, depth, -all - 1, all + 1)?;
        let stamp = self.space.stamp(&slot);
        let entry = self.entry(stamp);
        let best = (entry.stamp == stamp && entry.best != u8::MAX).then_some(entry.best);
        Ok((value, best))
    }

    fn entry(&mut self, stamp: u64) -> &mut Entry {
        let place = (stamp.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 46) as usize % ENTRIES;
        &mut self.entries[place]
    }

    /// Alpha-beta in the usual sense; the result is a bound if outside the window.
    fn search(
        &mut self,
        board: &S::Board,
        slot: &S::Slot,
        seeds: i32,
        depth: u32,
        mut alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        self.tick()?;
        let stamp = self.space.stamp(slot);
        let entry = *self.entry(stamp);
        let mut first = None;
        if entry.stamp == stamp {
            first = (entry.best != u8::MAX).then_some(entry.best);
            let deep = u32::from(entry.depth) >= depth || entry.kind & GUESSED == 0;
            let value = i32::from(entry.value);
            let cuts = (entry.kind & LOWER != 0 && value >= beta)
                || (entry.kind & UPPER != 0 && value <= alpha)
                || entry.kind & (LOWER | UPPER) == LOWER | UPPER;
            // The first round, with the full window, must find a move, not only a value.
            if deep && cuts && beta <= FINE * seeds {
                self.guessed |= entry.kind & GUESSED != 0;
                return Ok(value);
            }
        }
        let guessed_before = std::mem::replace(&mut self.guessed, false);
        let window = (alpha, beta);
        let mut best = (i32::MIN, u8::MAX);
        for (pit, child) in self.ordered(board, first) {
            let value = self.child(&child, seeds, depth, alpha, beta)?;
            if value > best.0 {
                best = (value, pit);
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        let kind = match best.0 {
            value if value >= window.1 => LOWER,
            value if value <= window.0 => UPPER,
            _ => LOWER | UPPER,
        };
        let guessed = if self.guessed { GUESSED } else { 0 };
        *self.entry(stamp) = Entry {
            stamp,
            value: best.0 as i16,
            depth: depth as u8,
            kind: kind | guessed,
            best: best.1,
        };
        self.guessed |= guessed_before;
        Ok(best.0)
    }

    fn ordered(&self, board: &S::Board, first: Option<u8>) -> Vec<(u8, Child<S::Board>)> {
        let moves = self.space.moves(board);
        let pits = (0..16u8).filter(|pit| moves >> pit & 1 == 1);
        let mut children: Vec<_> = pits
            .map(|pit| (pit, self.space.play(board, pit.into())))
            .collect();
        children.sort_by_cached_key(|(pit, child)| {
            let guess = self.space.guess(&child.board);
            let look = FINE * child.banked + if child.extra_turn { guess } else { -guess };
            let promise = if child.over {
                FINE * child.banked
            } else {
                look
            };
            std::cmp::Reverse(if first == Some(*pit) {
                i32::MAX
            } else {
                promise
            })
        });
        children
    }

    /// The value of a move for its mover.
    fn child(
        &mut self,
        child: &Child<S::Board>,
        seeds: i32,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        let banked = FINE * child.banked;
        if child.over {
            return Ok(banked);
        }
        let sign = if child.extra_turn { 1 } else { -1 };
        let left = seeds - child.banked;
        if left <= self.space.table_seeds() {
            let place = self.space.ask_table(&child.board);
            return Ok(banked + sign * FINE * self.space.table_value(place));
        }
        let slot = self.space.locate(&child.board);
        if let Some(known) = self.space.probe(&slot, left)
            && known.lower == known.upper
        {
            return Ok(banked + sign * FINE * known.lower);
        }
        if depth <= 1 {
            self.guessed = true;
            return Ok(banked + sign * self.space.guess(&child.board));
        }
        let (low, high) = if child.extra_turn {
            (alpha - banked, beta - banked)
        } else {
            (banked - beta, banked - alpha)
        };
        let value = self.search(&child.board, &slot, left, depth - 1, low, high)?;
        Ok(banked + sign * value)
    }

    fn tick(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        let stop = self.nodes.is_multiple_of(TICK) && self.effort.is_spent(self.nodes);
        if stop { Err(Stopped::Spent) } else { Ok(()) }
    }
}
