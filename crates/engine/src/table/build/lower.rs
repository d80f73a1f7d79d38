//! The first pass over a layer: moves that leave it, and extra turns.
//!
//! For one row of the mover, a move leads from the positions against all rows of the other to positions that lie in one
//! line of a lower layer (a line for each number of captured seeds, if it captures), in almost the same order: the child's
//! mover is the other. So values are gathered for a block of rows of the mover, line by line,
//!
//! ```text
//!                other's rows of a chunk                     mover's rows
//!   mover's row  . . . . . . . . . . . .    and then    other's  . . . .
//!   mover's row  . . . . . . . . . . . .    turned      row      . . . .
//!   mover's row  . . . . . . . . . . . .    into        other's  . . . .
//!                                                       row      . . . .
//! ```
//!
//! where the extra turns, which keep the side to move, are again reads from one line.

use kalah::Capture;

use super::Ground;
use super::maps::{CHUNK, Captures, WIDE};
use super::moves::{Leaving, MoveKind, Moves};
use super::transpose::{Tile, transpose};
use crate::table::layout::ZEROS;
use crate::table::row::{self, MAX_SEEDS, PITS, rows};

/// The mover's rows of a block.
const BLOCK: usize = 64;
const STRIDE: usize = CHUNK + WIDE;

/// A chunk of the lines of a matrix, to be filled.
pub(crate) struct Chunk<'a> {
    /// The seeds of the mover and of the other.
    pub mover: usize,
    pub other: usize,
    /// Which chunk of the other's rows.
    pub chunk: usize,
    pub lines: &'a mut [u8],
}

/// Buffers, one per thread.
pub struct Scratch {
    block: Vec<u8>,
    line: [u8; STRIDE],
}

impl Default for Scratch {
    fn default() -> Scratch {
        Scratch {
            block: vec![0; BLOCK * STRIDE],
            line: [0; STRIDE],
        }
    }
}

impl Chunk<'_> {
    fn first_row(&self) -> usize {
        self.chunk * CHUNK
    }

    fn height(&self) -> usize {
        self.lines.len() / rows(self.mover)
    }

    pub fn fill(&mut self, ground: &Ground, scratch: &mut Scratch) {
        let width = rows(self.mover);
        let moves = &ground.moves[self.mover];
        for first in (0..width).step_by(BLOCK) {
            let block = BLOCK.min(width - first);
            self.gather(ground, moves, first, block, scratch);
            let source = Tile {
                start: 0,
                stride: STRIDE,
            };
            let target = Tile {
                start: first,
                stride: width,
            };
            transpose(
                &scratch.block,
                source,
                self.lines,
                target,
                block,
                self.height(),
            );
        }
        self.extra_turns(ground, moves);
    }

    fn gather(
        &self,
        ground: &Ground,
        moves: &Moves,
        first: usize,
        block: usize,
        scratch: &mut Scratch,
    ) {
        let chunk = Gather {
            ground,
            other: self.other,
            chunk: self.chunk,
            rows: self.first_row()..self.first_row() + self.height(),
        };
        for (i, best) in scratch
            .block
            .chunks_exact_mut(STRIDE)
            .take(block)
            .enumerate()
        {
            best.fill(0);
            for leaving in moves.leaving(first + i) {
                chunk.gather(leaving, &mut best[..self.height()], &mut scratch.line);
            }
        }
    }

    fn extra_turns(&mut self, ground: &Ground, moves: &Moves) {
        let first = self.first_row();
        for laps in moves.laps() {
            let extra = moves.extra(laps);
            if extra.is_empty() {
                continue;
            }
            let banked = laps + 1;
            let handed = laps * PITS;
            let mover = self.mover - banked - handed;
            for (i, line) in self.lines.chunks_exact_mut(rows(self.mover)).enumerate() {
                let number = ground.number_after_handing(first + i, handed);
                let children = ground.line(mover, self.other + handed, number);
                for turn in extra {
                    let value = children[turn.after as usize] + banked as u8;
                    let best = &mut line[turn.before as usize];
                    *best = (*best).max(value);
                }
            }
        }
    }
}

/// Reads the values of moves against a chunk of the other's rows.
struct Gather<'a> {
    ground: &'a Ground<'a>,
    other: usize,
    chunk: usize,
    rows: std::ops::Range<usize>,
}

impl Gather<'_> {
    fn gather(&self, leaving: &Leaving, best: &mut [u8], line: &mut [u8; STRIDE]) {
        match (leaving.kind, leaving.handed) {
            (MoveKind::Sown, 0 | 1) => self.straight(leaving, best),
            (MoveKind::Sown, _) => self.handed(leaving, best, line),
            (MoveKind::Captured, _) if leaving.across == 0 => self.captured_first(leaving, best),
            (MoveKind::Captured | MoveKind::CapturedAfterLap, handed) => {
                let laps = usize::from(handed) / PITS;
                match self.ground.maps.captured(laps, leaving.across.into()) {
                    Some(captures) => self.captured(leaving, captures, best, line),
                    None => self.captured_one_by_one(leaving, best),
                }
            }
        }
    }

    /// The children of other rows with this sum: those of the mover's row after the move.
    fn children(&self, leaving: &Leaving, sum: usize) -> &[u8] {
        self.ground
            .line(sum, leaving.sum.into(), leaving.number as usize)
    }

    /// No row of the other changes its number.
    fn straight(&self, leaving: &Leaving, best: &mut [u8]) {
        let children = self.children(leaving, self.other + usize::from(leaving.handed));
        raise(best, leaving.banked, &children[self.rows.clone()]);
    }

    fn handed(&self, leaving: &Leaving, best: &mut [u8], line: &mut [u8; STRIDE]) {
        let handed = usize::from(leaving.handed);
        let children = self.children(leaving, self.other + handed);
        let pieces = self.ground.maps.handed[handed].since_chunk(self.chunk);
        let mut at = 0;
        for piece in pieces {
            if at >= best.len() {
                break;
            }
            let from = piece.to as usize;
            line[at..at + WIDE].copy_from_slice(&children[from..from + WIDE]);
            at += usize::from(piece.len);
        }
        raise(best, leaving.banked, &line[..best.len()]);
    }

    /// Captures out of the other's pit 1: rows keep their number, and their sum is the seeds beyond it.
    fn captured_first(&self, leaving: &Leaving, best: &mut [u8]) {
        let mut from = self.rows.start;
        for sum in 0..=self.other {
            let to = rows(sum).min(self.rows.end);
            if from >= to {
                continue;
            }
            let captured = (self.other - sum) as u8;
            if captured > 0 || self.ground.capture == Capture::Always {
                let children = self.children(leaving, sum);
                let best = &mut best[from - self.rows.start..to - self.rows.start];
                raise(best, leaving.banked + captured, &children[from..to]);
            }
            from = to;
        }
    }

    fn captured(
        &self,
        leaving: &Leaving,
        captures: &Captures,
        best: &mut [u8],
        line: &mut [u8; STRIDE],
    ) {
        let lines = self.lines_by_captured(leaving);
        let mut at = 0;
        for piece in captures.map.since_chunk(self.chunk) {
            if at >= best.len() {
                break;
            }
            let from = lines[usize::from(piece.tag)] + piece.to as usize;
            line[at..at + WIDE].copy_from_slice(&self.ground.lower[from..from + WIDE]);
            at += usize::from(piece.len);
        }
        let captured = &captures.seeds[self.rows.clone()];
        for ((best, &child), &captured) in best.iter_mut().zip(&*line).zip(captured) {
            *best = (*best).max((leaving.banked + captured).wrapping_sub(child));
        }
    }

    /// Where the line of children begins for every number of seeds captured. Where there are none, but must be, it is a place of
    /// zeros: worse than any child.
    fn lines_by_captured(&self, leaving: &Leaving) -> [usize; MAX_SEEDS + 1] {
        let sum = self.other + usize::from(leaving.handed);
        let mut lines = [ZEROS; MAX_SEEDS + 1];
        let none = usize::from(self.ground.capture == Capture::Opposite);
        for (captured, line) in lines.iter_mut().enumerate().take(sum + 1).skip(none) {
            let (other, number) = (leaving.sum.into(), leaving.number as usize);
            *line = self.ground.layout.line(sum - captured, other, number);
        }
        lines
    }

    /// Captures that have no map because they are rare: after two laps, or after one out of pit 1.
    fn captured_one_by_one(&self, leaving: &Leaving, best: &mut [u8]) {
        let across = usize::from(leaving.across);
        for (best, number) in best.iter_mut().zip(self.rows.clone()) {
            let mut other = self.ground.maps.row(number, self.other);
            (0..usize::from(leaving.handed)).for_each(|i| other[i % PITS] += 1);
            let captured = std::mem::take(&mut other[across]);
            let (sum, number) = row::number(other);
            let child = self.children(leaving, sum)[number];
            *best = (*best).max((leaving.banked + captured).wrapping_sub(child));
        }
    }
}

/// Raises every value to that of a child: `banked` minus the child's margin.
#[inline]
fn raise(best: &mut [u8], banked: u8, children: &[u8]) {
    for (best, &child) in best.iter_mut().zip(children) {
        *best = (*best).max(banked.wrapping_sub(child));
    }
}
