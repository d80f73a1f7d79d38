//! Filling a table layer by layer, without search: every entry is the best of a few that exist already.
//!
//! A layer takes two passes. The first ([`lower`]) handles all moves that lead to lower layers. The second ([`within`]) handles
//! the moves that stay in the layer, in an order in which their children are finished. Both work on whole lines of
//! entries. The effect of a move on a row is known beforehand: [`moves`] for the mover's, [`maps`] for the other's.

mod lower;
mod maps;
mod moves;
mod transpose;
mod within;

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use kalah::{Capture, Rules};
use thiserror::Error;

use self::maps::{CHUNK, Maps};
use self::moves::Moves;
use super::file::{HEADER, Header};
use super::layout::{self, Layout, encode};
use super::row::{MAX_SEEDS, PITS, rows};
use super::{Table, TableError, Variant};
use crate::memory::Zeroed;
use crate::threads;

/// Called with the number of entries finished since the last call, from any thread.
pub type Progress<'a> = dyn Fn(u64) + Sync + 'a;

/// The build was stopped from outside.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("the build was stopped")]
pub struct Stopped;

/// A table while it is built, one layer after the other.
#[derive(Debug)]
pub struct Builder {
    variant: Variant,
    layout: Layout,
    /// The layers, after the room for a header: at the same offset within a page as in a file, so that a
    /// writer can hand whole pages to the disk.
    memory: Zeroed,
    /// Layers 0 up to before this one are finished.
    next: usize,
    maps: Maps,
    /// The moves of the rows of every sum up to that of the last layer begun.
    moves: Vec<Moves>,
}

/// The data every pass uses: the finished layers and the maps.
struct Ground<'a> {
    pub capture: Capture,
    pub layout: &'a Layout,
    pub maps: &'a Maps,
    pub moves: &'a [Moves],
    /// The lower layers.
    pub lower: &'a [u8],
}

impl Ground<'_> {
    /// A line of a lower layer, and everything after it.
    #[inline]
    fn line(&self, mover: usize, other: usize, line: usize) -> &[u8] {
        &self.lower[self.layout.line(mover, other, line)..]
    }

    fn number_after_handing(&self, number: usize, handed: usize) -> usize {
        if handed == 0 {
            return number;
        }
        let mut row = self.maps.rows[number];
        (0..handed).for_each(|i| row[i % PITS] += 1);
        super::row::number(row).1
    }

    /// Whether a move that lands alone, across from a pit of this many seeds, stays within the layer.
    fn lands_within(&self, across: u8) -> bool {
        match self.capture {
            Capture::Opposite => across == 0,
            Capture::Always => false,
            Capture::Off => true,
        }
    }
}

impl Builder {
    pub fn new(rules: Rules, seeds: usize) -> Result<Builder, TableError> {
        if rules.pits() != PITS {
            return Err(TableError::Pits(rules.pits()));
        }
        if !(1..=MAX_SEEDS).contains(&seeds) {
            return Err(TableError::Seeds(seeds));
        }
        let variant = Variant::from(rules);
        let layout = Layout::new(seeds, variant.end);
        let bytes = layout.size();
        let memory = Zeroed::new(HEADER + bytes).ok_or(TableError::Memory { seeds, bytes })?;
        let mut builder = Builder {
            variant,
            layout,
            memory,
            next: 0,
            maps: Maps::new(seeds, variant.capture),
            moves: Vec::new(),
        };
        builder.layer_mut(0)[0] = encode(0);
        builder.next = 1;
        Ok(builder)
    }

    fn layer_mut(&mut self, layer: usize) -> &mut [u8] {
        &mut self.memory.as_mut_slice()[HEADER..][self.layout.layer(layer)]
    }

    /// The layer to be built next, unless all are there.
    #[must_use]
    pub fn next_layer(&self) -> Option<usize> {
        (self.next <= self.layout.seeds()).then_some(self.next)
    }

    /// The bytes of a finished layer, as they are in a file.
    ///
    /// # Panics
    /// If the layer is not finished.
    #[must_use]
    pub fn layer(&self, layer: usize) -> &[u8] {
        assert!(layer < self.next, "layer {layer} is not finished");
        &self.memory.as_slice()[HEADER..][self.layout.layer(layer)]
    }

    /// Reads the next layer from a file instead of building it: `read` fills in its bytes. Returns whether they are what the
    /// header says; if not, the layer is still to be built.
    pub fn read_layer<E>(
        &mut self,
        header: &Header,
        read: impl FnOnce(&mut [u8]) -> Result<(), E>,
    ) -> Result<bool, E> {
        let layer = self.next;
        let fits = header.variant() == self.variant;
        let bytes = self.layer_mut(layer);
        let result = read(bytes);
        let sound = fits && result.is_ok() && header.is_layer(layer, bytes);
        if sound {
            self.next += 1;
        } else {
            bytes.fill(0);
        }
        result.map(|()| sound)
    }

    /// Builds the next layer. If stopped, the layer counts as never begun.
    pub fn build_layer(
        &mut self,
        threads: usize,
        progress: &Progress,
        stop: &AtomicBool,
    ) -> Result<(), Stopped> {
        let (work, rest, _) = self.next_work(threads, progress, stop);
        work.fill(rest)?;
        self.next += 1;
        Ok(())
    }

    /// Builds the next layer, while `beside` runs in a separate thread with the number and the bytes of the layer
    /// before: time to write them to a file.
    pub fn build_layer_beside<R: Send>(
        &mut self,
        threads: usize,
        progress: &Progress,
        stop: &AtomicBool,
        beside: impl FnOnce(usize, &[u8]) -> R + Send,
    ) -> Result<R, Stopped> {
        let (work, rest, before) = self.next_work(threads, progress, stop);
        let layer = work.layer;
        let (filled, result) = threads::beside(|| work.fill(rest), || beside(layer - 1, before));
        filled?;
        self.next += 1;
        Ok(result)
    }

    /// The work on the next layer, its bytes, and those of the layer before.
    fn next_work<'a>(
        &'a mut self,
        threads: usize,
        progress: &'a Progress<'a>,
        stop: &'a AtomicBool,
    ) -> (Work<'a>, &'a mut [u8], &'a [u8]) {
        let layer = self.next;
        while self.moves.len() <= layer {
            let moves = Moves::of_sum(self.moves.len(), self.variant);
            self.moves.push(moves);
        }
        let (lower, rest) =
            self.memory.as_mut_slice()[HEADER..].split_at_mut(self.layout.layer(layer).start);
        let before = &lower[self.layout.layer(layer - 1)];
        let work = Work {
            ground: Ground {
                capture: self.variant.capture,
                layout: &self.layout,
                maps: &self.maps,
                moves: &self.moves,
                lower,
            },
            layer,
            threads,
            progress,
            stop,
            reported: AtomicU64::new(0),
        };
        (work, rest, before)
    }

    /// The finished table.
    pub fn finish(self) -> Result<Table, TableError> {
        let bytes = self.layout.size();
        let seeds = self.layout.seeds();
        Ok(Table {
            variant: self.variant,
            layout: self.layout,
            bytes: self
                .memory
                .freeze()
                .ok_or(TableError::Memory { seeds, bytes })?,
            has_checksums: false,
        })
    }
}

/// The work on one layer.
struct Work<'a> {
    ground: Ground<'a>,
    layer: usize,
    threads: usize,
    progress: &'a Progress<'a>,
    stop: &'a AtomicBool,
    reported: AtomicU64,
}

impl Work<'_> {
    fn fill(&self, bytes: &mut [u8]) -> Result<(), Stopped> {
        let mut matrices = self.matrices(bytes);
        self.first_pass(&mut matrices)?;
        self.second_pass(matrices)?;
        let entries = self.ground.layout.entries_in(self.layer);
        (self.progress)(entries - self.reported.load(Ordering::Relaxed));
        Ok(())
    }

    /// The matrices of the layer by the seeds of the mover.
    fn matrices<'m>(&self, mut bytes: &'m mut [u8]) -> Vec<&'m mut [u8]> {
        let mut matrices = Vec::new();
        for (mover, other) in layout::pairs(self.layer) {
            let (matrix, rest) = bytes.split_at_mut(rows(mover) * rows(other));
            matrices.push(matrix);
            bytes = rest;
        }
        matrices
    }

    fn first_pass(&self, matrices: &mut [&mut [u8]]) -> Result<(), Stopped> {
        let mut chunks = Vec::new();
        for ((mover, other), matrix) in layout::pairs(self.layer).zip(matrices) {
            if self.ground.layout.is_over(mover, other) {
                matrix.fill(encode(mover as i8 - other as i8));
                continue;
            }
            let lines = matrix.chunks_mut(rows(mover) * CHUNK).enumerate();
            chunks.extend(lines.map(|(chunk, lines)| lower::Chunk {
                mover,
                other,
                chunk,
                lines,
            }));
        }
        self.share_out(chunks, lower::Scratch::default, |chunk, scratch| {
            chunk.fill(&self.ground, scratch);
            self.report(chunk.lines.len() as u64 / 2);
        })
    }

    fn second_pass(&self, mut matrices: Vec<&mut [u8]>) -> Result<(), Stopped> {
        let alone = matrices.pop().expect("the mover's seeds go up to all");
        if self.ground.layout.end_is_mover() {
            self.against_nothing(alone);
        }
        let mut pairs = Vec::new();
        let mut matrices: std::collections::VecDeque<_> = matrices.into_iter().skip(1).collect();
        for smaller in 1..=self.layer / 2 {
            let f = matrices.pop_front().expect("a matrix for every sum");
            let matrices = match matrices.pop_back() {
                Some(g) => within::Matrices::Two { f, g },
                None => within::Matrices::One(f),
            };
            let larger = self.layer - smaller;
            pairs.push(within::Pair {
                smaller,
                larger,
                matrices,
            });
        }
        pairs.sort_by_key(|pair| std::cmp::Reverse(pair.entries()));
        self.share_out(pairs, within::Scratch::default, |pair, scratch| {
            pair.finish(&self.ground, scratch, self.stop);
            self.report(pair.entries() / 2);
        })
    }

    /// Under the end rule `mover`, a move within the layer against an empty row ends the game with all seeds one's own.
    fn against_nothing(&self, matrix: &mut [u8]) {
        for (number, entry) in matrix.iter_mut().enumerate() {
            if !self.ground.moves[self.layer].within(number).is_empty() {
                *entry = encode(self.layer as i8);
            }
        }
    }

    fn report(&self, entries: u64) {
        self.reported.fetch_add(entries, Ordering::Relaxed);
        (self.progress)(entries);
    }

    /// Hands out tasks in order to all threads, each with its own buffers.
    fn share_out<T: Send, S>(
        &self,
        tasks: Vec<T>,
        scratch: impl Fn() -> S + Sync,
        task: impl Fn(&mut T, &mut S) + Sync,
    ) -> Result<(), Stopped> {
        let threads = self.threads.clamp(1, tasks.len().max(1));
        let tasks = Mutex::new(tasks.into_iter());
        let next = || tasks.lock().expect("no task panics").next();
        let work = || {
            let mut scratch = scratch();
            while let Some(mut next) = next() {
                if self.stop.load(Ordering::Relaxed) {
                    break;
                }
                task(&mut next, &mut scratch);
            }
        };
        threads::together(threads, work);
        if self.stop.load(Ordering::Relaxed) {
            return Err(Stopped);
        }
        Ok(())
    }
}
