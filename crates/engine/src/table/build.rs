//! Filling a table layer by layer.

use std::sync::atomic::{AtomicBool, Ordering};

use kalah::{Capture, Rules};
use thiserror::Error;

use super::layout::{CONSTANTS, Layout, decode, encode};
use super::memory::Memory;
use super::row::{self, MAX_SEEDS, PITS, Row};
use super::{Table, TableError, Variant};

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
    memory: Memory,
    /// Layers 0 up to before this one are finished.
    next: usize,
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
        let mut memory = Memory::zeroed(bytes).ok_or(TableError::Memory { seeds, bytes })?;
        for (i, constant) in memory.as_mut_slice()[..CONSTANTS].iter_mut().enumerate() {
            *constant = i as u8;
        }
        Ok(Builder {
            variant,
            layout,
            memory,
            next: 1,
        })
    }

    /// The layer to be built next, unless all are there.
    #[must_use]
    pub fn next_layer(&self) -> Option<usize> {
        (self.next <= self.layout.seeds()).then_some(self.next)
    }

    /// Builds the next layer and returns its bytes. When stopped the layer is as if never begun.
    pub fn build_layer(
        &mut self,
        _threads: usize,
        progress: &Progress,
        stop: &AtomicBool,
    ) -> Result<&[u8], Stopped> {
        let layer = self.next;
        for (sa, sb) in self.layout.pairs(layer) {
            if sa < sb {
                continue;
            }
            let (all_a, all_b) = (row::all(sa), row::all(sb));
            for &a in all_a.iter().rev() {
                for &b in &all_b {
                    self.fill(a, b);
                }
                if sb > 0 {
                    for &b in &all_b {
                        self.fill(b, a);
                    }
                }
                if stop.load(Ordering::Relaxed) {
                    return Err(Stopped);
                }
            }
        }
        progress(self.layout.entries_in(layer));
        self.next += 1;
        Ok(&self.memory.as_slice()[self.layout.layer(layer)])
    }

    fn fill(&mut self, mover: Row, other: Row) {
        let value = self.best(mover, other);
        let entry = self.layout.entry(row::number(mover), row::number(other));
        self.memory.as_mut_slice()[entry] = encode(value);
    }

    fn best(&self, mover: Row, other: Row) -> i8 {
        (0..PITS)
            .filter(|&pit| mover[pit] > 0)
            .map(|pit| self.after(mover, other, pit))
            .max()
            .expect("the mover has seeds")
    }

    fn after(&self, mut mover: Row, mut other: Row, pit: usize) -> i8 {
        let mut banked = 0;
        let seeds = std::mem::take(&mut mover[pit]);
        let mut at = pit;
        for _ in 0..seeds {
            at = (at + 1) % 13;
            match at {
                0..PITS => mover[at] += 1,
                PITS => banked += 1,
                _ => other[at - PITS - 1] += 1,
            }
        }
        if at == PITS {
            return banked + self.value(mover, other);
        }
        if at < PITS && mover[at] == 1 {
            let across = PITS - 1 - at;
            let captures = match self.variant.capture {
                Capture::Opposite => other[across] > 0,
                Capture::Always => true,
                Capture::Off => false,
            };
            if captures {
                banked += 1 + other[across] as i8;
                mover[at] = 0;
                other[across] = 0;
            }
        }
        banked - self.value(other, mover)
    }

    fn value(&self, mover: Row, other: Row) -> i8 {
        let entry = self.layout.entry(row::number(mover), row::number(other));
        decode(self.memory.as_slice()[entry])
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
            start: 0,
        })
    }
}
