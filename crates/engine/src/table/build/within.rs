//! The second pass over a layer: moves within it.
//!
//! Such a move stays in the mover's row and raises its number. Let F be the matrix where a row `a` of the smaller sum
//! moves against rows `b` of the larger, and G the one where `b` moves against `a`. Then
//!
//! ```text
//!   F(a, b) needs G(b, a') with a' > a        G(b, a) needs F(a, b') with b' > b
//! ```
//!
//! so that, with `a` counting down, first all F(a, .) and then all G(., a) can be finished. The latter is a line of G as it
//! is stored. The former is a column of F, which is turned into a line beforehand and back afterwards, some columns at a
//! time. F's line then needs lines of G as they are stored, and G's line needs F's line through the maps `moved`.
//! If both sums are the same, F and G are the same matrix: what is finished in one is copied to the other at once.

use std::sync::atomic::{AtomicBool, Ordering};

use super::Ground;
use super::maps::{Map, Piece, WIDE};
use super::moves::{Moves, Within};
use super::transpose::{Tile, transpose};
use crate::table::row::{PITS, rows};

/// The columns of F that are turned into lines together.
const BLOCK: usize = 32;

/// The two matrices that belong together, or the one that is its own partner.
pub enum Matrices<'a> {
    Two { f: &'a mut [u8], g: &'a mut [u8] },
    One(&'a mut [u8]),
}

/// The matrices of two sums, to be finished.
pub struct Pair<'a> {
    pub smaller: usize,
    pub larger: usize,
    pub matrices: Matrices<'a>,
}

/// Room to work in, one a thread.
#[derive(Default)]
pub struct Scratch {
    /// Lines of F, each with `WIDE` zeros before it and room for as many bytes behind.
    lines: Vec<u8>,
    /// The values of one move for a line of G.
    moved: [Vec<u8>; 4],
}

impl Pair<'_> {
    pub fn entries(&self) -> u64 {
        let entries = rows(self.smaller) as u64 * rows(self.larger) as u64;
        match self.matrices {
            Matrices::Two { .. } => 2 * entries,
            Matrices::One(_) => entries,
        }
    }

    pub fn finish(&mut self, ground: &Ground, scratch: &mut Scratch, stop: &AtomicBool) {
        let (height, width) = (rows(self.smaller), rows(self.larger));
        let stride = width + 2 * WIDE;
        scratch.lines.clear();
        scratch.lines.resize(BLOCK.min(height) * stride, 0);
        for moved in &mut scratch.moved {
            moved.clear();
            moved.resize(stride, 0);
        }
        let mut end = height;
        while end > 0 && !stop.load(Ordering::Relaxed) {
            let start = end.saturating_sub(BLOCK);
            self.finish_block(ground, scratch, start..end);
            end = start;
        }
    }

    fn finish_block(
        &mut self,
        ground: &Ground,
        scratch: &mut Scratch,
        block: std::ops::Range<usize>,
    ) {
        let (height, width) = (rows(self.smaller), rows(self.larger));
        let stride = width + 2 * WIDE;
        let stored = Tile {
            start: block.start,
            stride: height,
        };
        let turned = Tile {
            start: WIDE,
            stride,
        };
        let count = block.len();
        let f: &mut [u8] = match &mut self.matrices {
            Matrices::Two { f, .. } => f,
            Matrices::One(matrix) => matrix,
        };
        transpose(f, stored, &mut scratch.lines, turned, width, count);
        for row in block.clone().rev() {
            let line = (row - block.start) * stride;
            self.finish_row(ground, scratch, row, line, &block);
        }
        let f: &mut [u8] = match &mut self.matrices {
            Matrices::Two { f, .. } => f,
            Matrices::One(matrix) => matrix,
        };
        transpose(&scratch.lines, turned, f, stored, count, width);
    }

    fn finish_row(
        &mut self,
        ground: &Ground,
        scratch: &mut Scratch,
        row: usize,
        line: usize,
        block: &std::ops::Range<usize>,
    ) {
        let width = rows(self.larger);
        let moves: &Moves = &ground.moves[self.smaller];
        let within = moves.within(row);
        let Scratch { lines, moved } = scratch;
        let (g, alone) = match &mut self.matrices {
            Matrices::Two { g, .. } => (&mut **g, false),
            Matrices::One(matrix) => (&mut **matrix, true),
        };
        // In a matrix that is its own partner, the rest of both lines is finished already.
        let (f_end, g_end) = if alone {
            (row + 1, row)
        } else {
            (width, width)
        };
        let stride = width + 2 * WIDE;
        let f_line = &mut lines[line..line + stride];
        for within in within {
            let partner = &g[within.number as usize * width..][..f_end];
            raise(
                ground,
                within,
                &mut f_line[WIDE..WIDE + f_end],
                partner,
                self.larger,
            );
        }
        if alone {
            for other in block.start..row {
                g[other * width + row] = f_line[WIDE + other];
            }
        }
        let g_line = &mut g[row * width..][..g_end];
        raise_by_moves(
            ground,
            self.smaller,
            self.larger,
            row,
            f_line,
            g_line,
            moved,
        );
        if alone {
            for other in block.start..row {
                lines[(other - block.start) * stride + WIDE + row] = g[row * width + other];
            }
        }
    }
}

/// Raises a line of F by a move of its row, whose values are a line of G.
fn raise(ground: &Ground, within: &Within, best: &mut [u8], children: &[u8], larger: usize) {
    match within.if_empty {
        None => {
            for (best, &child) in best.iter_mut().zip(children) {
                *best = (*best).max(0u8.wrapping_sub(child));
            }
        }
        Some(0) => {
            // Pit 1 is empty in the rows with all seeds beyond it.
            let from = if larger == 0 { 0 } else { rows(larger - 1) }.min(best.len());
            for (best, &child) in best[from..].iter_mut().zip(&children[from..]) {
                *best = (*best).max(0u8.wrapping_sub(child));
            }
        }
        Some(pit) => {
            let empty = &ground.maps.empty[usize::from(pit) - 1];
            for ((best, &child), &mask) in best.iter_mut().zip(children).zip(empty) {
                *best = (*best).max(0u8.wrapping_sub(child) & mask);
            }
        }
    }
}

/// Raises a line of G by the moves of its columns' rows; their values are in a line of F.
fn raise_by_moves(
    ground: &Ground,
    smaller: usize,
    larger: usize,
    row: usize,
    f_line: &[u8],
    g_line: &mut [u8],
    moved: &mut [Vec<u8>; 4],
) {
    let maps = ground.maps;
    let other = maps.row(row, smaller);
    // By tag: a move that lands alone is one within the layer only if it captures nothing.
    let mut open = [u32::MAX; PITS + 1];
    for pit in 0..PITS {
        open[pit + 1] = if ground.lands_within(other[pit]) {
            u32::MAX
        } else {
            0
        };
    }
    let end = g_line.len();
    let [first, rest @ ..] = moved;
    follow_first(&maps.moved_first, larger, f_line, first, &open, end);
    for (map, moved) in maps.moved.iter().zip(rest) {
        follow(map.pieces(), 0, f_line, moved, &open, end);
    }
    let fifth_if_empty = open[1] as u8;
    let children = &f_line[WIDE + 1..];
    let [first, second, third, fourth] = &*moved;
    let sources = first.iter().zip(second).zip(third).zip(fourth);
    let fifth = maps.fifth.iter().zip(&maps.fifth_if_empty).zip(children);
    for ((best, (((a, b), c), d)), ((always, if_empty), e)) in
        g_line.iter_mut().zip(sources).zip(fifth)
    {
        let fifth = 0u8.wrapping_sub(*e) & (always | if_empty & fifth_if_empty);
        let abcd = (0u8.wrapping_sub(*a))
            .max(0u8.wrapping_sub(*b))
            .max(0u8.wrapping_sub(*c).max(0u8.wrapping_sub(*d)));
        *best = (*best).max(abcd).max(fifth);
    }
}

fn follow(
    pieces: &[Piece],
    start: usize,
    from: &[u8],
    to: &mut [u8],
    open: &[u32; PITS + 1],
    end: usize,
) {
    let mut at = start;
    for piece in pieces {
        if at >= end {
            break;
        }
        let source = (piece.to & open[usize::from(piece.tag)]) as usize;
        to[at..at + WIDE].copy_from_slice(&from[source..source + WIDE]);
        at += usize::from(piece.len);
    }
}

/// Pit 1 has n seeds in the rows with all but n seeds beyond it; with more than five there is no move within the layer.
/// From the most seeds to the fewest, since pieces write beyond their end.
fn follow_first(
    maps: &[Map],
    sum: usize,
    from: &[u8],
    to: &mut [u8],
    open: &[u32; PITS + 1],
    end: usize,
) {
    for seeds in (1..=sum.min(maps.len())).rev() {
        let beyond = sum - seeds;
        let start = if beyond == 0 { 0 } else { rows(beyond - 1) };
        let pieces = maps[seeds - 1].beyond_pit_1(beyond);
        follow(pieces, start, from, to, open, end);
    }
    if let Some(empty) = to.get_mut(rows(sum - 1)..end) {
        empty.fill(0);
    }
}
