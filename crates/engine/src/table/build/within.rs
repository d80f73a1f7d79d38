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
//! is stored. The former is a column of F, which is transposed into a line beforehand and back afterwards, some columns at a
//! time. F's line then needs lines of G as they are stored, and G's line needs F's line through the maps `moved`.
//! If both sums are the same, F and G are the same matrix: what is finished in one is copied to the other.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use super::Ground;
use super::maps::{Map, Maps, Piece, WIDE};
use super::moves::Within;
use super::transpose::{Tile, transpose};
use crate::table::row::{PITS, rows};

/// The columns of F that are transposed together.
const BLOCK: usize = 32;

/// The two matrices that belong together, or the one that is its own partner.
pub enum Matrices<'a> {
    Two { f: &'a mut [u8], g: &'a mut [u8] },
    One(&'a mut [u8]),
}

impl Matrices<'_> {
    fn f(&mut self) -> &mut [u8] {
        match self {
            Matrices::Two { f, .. } | Matrices::One(f) => f,
        }
    }

    fn g(&mut self) -> &mut [u8] {
        match self {
            Matrices::Two { g, .. } | Matrices::One(g) => g,
        }
    }

    fn are_one(&self) -> bool {
        matches!(self, Matrices::One(_))
    }
}

/// The matrices of two sums, to be finished.
pub struct Pair<'a> {
    pub smaller: usize,
    pub larger: usize,
    pub matrices: Matrices<'a>,
}

/// Buffers, one per thread.
#[derive(Default)]
pub struct Scratch {
    /// Lines of F, each with `WIDE` zeros before it and room for as many bytes behind.
    lines: Vec<u8>,
    /// The values of the moves of pits 0 to 3 for a line of G.
    moved: [Vec<u8>; 4],
}

impl Scratch {
    fn clear(&mut self, lines: usize, stride: usize) {
        self.lines.clear();
        self.lines.resize(lines * stride, 0);
        for moved in &mut self.moved {
            moved.clear();
            moved.resize(stride, 0);
        }
    }
}

impl Pair<'_> {
    pub fn entries(&self) -> u64 {
        let entries = rows(self.smaller) as u64 * rows(self.larger) as u64;
        if self.matrices.are_one() {
            entries
        } else {
            2 * entries
        }
    }

    /// The length of a line of both F, once turned, and G.
    fn width(&self) -> usize {
        rows(self.larger)
    }

    fn stride(&self) -> usize {
        self.width() + 2 * WIDE
    }

    pub fn finish(&mut self, ground: &Ground, scratch: &mut Scratch, stop: &AtomicBool) {
        let mut end = rows(self.smaller);
        scratch.clear(BLOCK.min(end), self.stride());
        while end > 0 && !stop.load(Ordering::Relaxed) {
            let start = end.saturating_sub(BLOCK);
            self.finish_block(ground, scratch, start..end);
            end = start;
        }
    }

    fn finish_block(&mut self, ground: &Ground, scratch: &mut Scratch, block: Range<usize>) {
        let (width, stride, lines) = (self.width(), self.stride(), block.len());
        let stored = Tile {
            start: block.start,
            stride: rows(self.smaller),
        };
        let turned = Tile {
            start: WIDE,
            stride,
        };
        let f = self.matrices.f();
        transpose(f, stored, &mut scratch.lines, turned, width, lines);
        for row in block.clone().rev() {
            let at = (row - block.start) * stride;
            self.finish_f(ground, row, &mut scratch.lines[at..at + stride]);
            self.finish_g(
                ground,
                row,
                &scratch.lines[at..at + stride],
                &mut scratch.moved,
            );
            if self.matrices.are_one() {
                self.mirror(row, &mut scratch.lines, block.start);
            }
        }
        let f = self.matrices.f();
        transpose(&scratch.lines, turned, f, stored, lines, width);
    }

    fn finish_f(&mut self, ground: &Ground, row: usize, line: &mut [u8]) {
        let width = self.width();
        // In a matrix that is its own partner, the rest of the line is finished already.
        let end = if self.matrices.are_one() {
            row + 1
        } else {
            width
        };
        let best = &mut line[WIDE..WIDE + end];
        for within in ground.moves[self.smaller].within(row) {
            let children = &self.matrices.g()[within.number as usize * width..][..end];
            raise(ground, within, best, children, self.larger);
        }
    }

    fn finish_g(&mut self, ground: &Ground, row: usize, children: &[u8], moved: &mut [Vec<u8>; 4]) {
        let width = self.width();
        let end = if self.matrices.are_one() { row } else { width };
        let other = ground.maps.row(row, self.smaller);
        // By tag: a move that lands alone is one within the layer only if it captures nothing.
        let mut open = [u32::MAX; PITS + 1];
        for (open, &across) in open[1..].iter_mut().zip(&other) {
            *open = if ground.lands_within(across) {
                u32::MAX
            } else {
                0
            };
        }
        let maps = ground.maps;
        let [first, rest @ ..] = &mut *moved;
        follow_first(&maps.moved_first, self.larger, children, first, &open, end);
        for (map, moved) in maps.moved.iter().zip(rest) {
            follow(map.pieces(), 0, children, moved, &open, end);
        }
        let best = &mut self.matrices.g()[row * width..][..end];
        raise_by_moves(maps, best, moved, &children[WIDE + 1..], open[1] as u8);
    }

    /// Copies finished entries of a line of G to the lines of F that are still to come.
    fn mirror(&mut self, row: usize, lines: &mut [u8], first: usize) {
        let (width, stride) = (self.width(), self.stride());
        let g = self.matrices.g();
        for other in first..row {
            lines[(other - first) * stride + WIDE + row] = g[row * width + other];
        }
    }
}

/// Raises a line of F by a move of its row, whose values are a line of G.
fn raise(ground: &Ground, within: &Within, best: &mut [u8], children: &[u8], larger: usize) {
    let negated = |child: u8| 0u8.wrapping_sub(child);
    match within.if_empty {
        None => {
            for (best, &child) in best.iter_mut().zip(children) {
                *best = (*best).max(negated(child));
            }
        }
        Some(0) => {
            // Pit 1 is empty in the rows with all seeds beyond it.
            let from = rows(larger - 1).min(best.len());
            for (best, &child) in best[from..].iter_mut().zip(&children[from..]) {
                *best = (*best).max(negated(child));
            }
        }
        Some(pit) => {
            let empty = &ground.maps.empty[usize::from(pit) - 1];
            for ((best, &child), &mask) in best.iter_mut().zip(children).zip(empty) {
                *best = (*best).max(negated(child) & mask);
            }
        }
    }
}

/// Raises a line of G by the moves of its columns' rows. Those of pit 4 lead to the next number.
fn raise_by_moves(maps: &Maps, best: &mut [u8], moved: &[Vec<u8>; 4], next: &[u8], open: u8) {
    let negated = |child: u8| 0u8.wrapping_sub(child);
    let [first, second, third, fourth] = moved;
    let moved = first.iter().zip(second).zip(third).zip(fourth);
    let fifth = maps.fifth.iter().zip(&maps.fifth_if_empty).zip(next);
    for ((best, (((a, b), c), d)), ((always, if_empty), e)) in best.iter_mut().zip(moved).zip(fifth)
    {
        let of_first = negated(*a).max(negated(*b));
        let of_next = negated(*c).max(negated(*d));
        let of_fifth = negated(*e) & (always | if_empty & open);
        *best = (*best).max(of_first).max(of_next).max(of_fifth);
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
