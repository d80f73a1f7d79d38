//! Where the entry of a position lies.
//!
//! ```text
//!   layer 0 | layer 1 | layer 2 | ... | layer S          a layer: all positions with that many seeds in the pits
//!      layer s: matrix (0, s) | (1, s-1) | ... | (s, 0) | at least 64 bytes of zeros      (mover's seeds, other's seeds)
//!         matrix (a, b): one line for each row of the other, in the order of the rows' numbers
//!            line: one byte for each row of the mover, in the order of the rows' numbers
//! ```
//!
//! Matrix (0, s), and (s, 0) if the game ends when either row is empty, hold positions that are over. Their entries are
//! all the same, and few; they are there so that no reader has to ask whether a position is over.
//! An entry is the margin plus [`BIAS`], which makes its negation `0 - entry` and its maximum that of unsigned bytes.

use std::ops::Range;

use kalah::End;

use super::row::{MAX_SEEDS, rows};

/// Entry of margin 0.
pub(crate) const BIAS: u8 = 128;
/// Layers begin at multiples of this, after at least this many zero bytes: a reader of up to that many bytes at any entry
/// stays inside the table.
pub(crate) const PADDING: usize = 64;

/// A block of zeros: the padding of layer 0.
pub(crate) const ZEROS: usize = 1;

const SUMS: usize = MAX_SEEDS + 1;

#[derive(Clone, Debug)]
pub struct Layout {
    seeds: usize,
    end: End,
    /// `layers[s]` to `layers[s + 1]` is layer s with its padding.
    layers: Vec<usize>,
    /// Where matrix (mover's seeds, other's seeds) begins.
    matrices: Box<[[usize; SUMS]; SUMS]>,
    /// All matrices in their order: the number of their first position, the seeds of the mover and of the other.
    order: Vec<(u64, usize, usize)>,
}

impl Layout {
    /// The layout of a table of up to [`MAX_SEEDS`] seeds.
    pub fn new(seeds: usize, end: End) -> Layout {
        assert!(seeds <= MAX_SEEDS);
        let mut layers = vec![0];
        let mut matrices = Box::new([[0; SUMS]; SUMS]);
        let mut order = Vec::new();
        let (mut at, mut position) = (0, 0);
        for layer in 0..=seeds {
            for (mover, other) in pairs(layer) {
                matrices[mover][other] = at;
                order.push((position, mover, other));
                at += rows(mover) * rows(other);
                position += (rows(mover) * rows(other)) as u64;
            }
            at = (at + PADDING).next_multiple_of(PADDING);
            layers.push(at);
        }
        Layout {
            seeds,
            end,
            layers,
            matrices,
            order,
        }
    }

    pub fn seeds(&self) -> usize {
        self.seeds
    }

    pub(crate) fn end_is_mover(&self) -> bool {
        self.end == End::Mover
    }

    /// All bytes of the table.
    pub fn size(&self) -> usize {
        self.layers[self.seeds + 1]
    }

    /// The bytes of a layer.
    pub fn layer(&self, layer: usize) -> Range<usize> {
        self.layers[layer]..self.layers[layer + 1]
    }

    /// The positions of a layer that are not over.
    pub fn entries_in(&self, layer: usize) -> u64 {
        let size = |(mover, other)| rows(mover) as u64 * rows(other) as u64;
        let going_on = |&(mover, other): &(usize, usize)| !self.is_over(mover, other);
        pairs(layer).filter(going_on).map(size).sum()
    }

    /// The positions of the table that are not over.
    pub fn entries(&self) -> u64 {
        (1..=self.seeds).map(|layer| self.entries_in(layer)).sum()
    }

    /// The number of positions, those that are over included: C(S + 12, 12).
    pub fn positions(&self) -> u64 {
        let &(first, mover, other) = self.order.last().expect("there is layer 0");
        first + (rows(mover) * rows(other)) as u64
    }

    /// The nth position in the order of the entries: seeds and number of the mover's row, then of the other's.
    pub fn nth_position(&self, n: u64) -> ((usize, usize), (usize, usize)) {
        debug_assert!(n < self.positions());
        let matrix = self.order.partition_point(|&(first, ..)| first <= n) - 1;
        let (first, mover, other) = self.order[matrix];
        let within = (n - first) as usize;
        ((mover, within % rows(mover)), (other, within / rows(mover)))
    }

    /// Whether a position with these seeds in its rows is over.
    pub fn is_over(&self, mover: usize, other: usize) -> bool {
        mover == 0 || (other == 0 && self.end == End::Either)
    }

    /// Where the entry of a position is: the seeds and the number of the mover's row, then the other's.
    #[inline]
    pub fn entry(&self, (mover, column): (usize, usize), (other, line): (usize, usize)) -> usize {
        self.line(mover, other, line) + column
    }

    /// Where a line of a matrix begins.
    #[inline]
    pub fn line(&self, mover: usize, other: usize, line: usize) -> usize {
        self.matrices[mover][other] + line * rows(mover)
    }
}

/// The matrices of a layer in their order: the seeds of the mover and of the other.
pub fn pairs(layer: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..=layer).map(move |mover| (mover, layer - mover))
}

/// The entry of a margin.
#[inline]
pub fn encode(margin: i8) -> u8 {
    (margin as u8).wrapping_add(BIAS)
}

/// The margin of an entry.
#[inline]
pub fn decode(entry: u8) -> i8 {
    entry.wrapping_sub(BIAS) as i8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::row;

    #[test]
    fn every_position_has_its_own_entry_in_its_layer() {
        for end in [End::Either, End::Mover] {
            let layout = Layout::new(7, end);
            let mut seen = vec![false; layout.size()];
            let mut count = 0;
            for (mover, other) in (0..=7).flat_map(pairs) {
                for (a, b) in row::all(mover)
                    .into_iter()
                    .flat_map(|a| row::all(other).into_iter().map(move |b| (a, b)))
                {
                    let entry = layout.entry(row::number(a), row::number(b));
                    assert!(layout.layer(mover + other).contains(&entry));
                    assert!(!std::mem::replace(&mut seen[entry], true));
                    count += u64::from(!layout.is_over(mover, other));
                }
            }
            assert_eq!(count, layout.entries());
        }
    }

    #[test]
    fn the_number_of_entries_is_the_one_known() {
        // C(s+12,12) - 2 C(s+6,6) + 1
        assert_eq!(
            Layout::new(18, End::Either).entries(),
            86_493_225 - 2 * 134_596 + 1
        );
        assert_eq!(
            Layout::new(24, End::Either).entries(),
            1_251_677_700 - 2 * 593_775 + 1
        );
    }

    #[test]
    fn layers_end_in_padding() {
        let layout = Layout::new(9, End::Mover);
        for layer in 0..=9 {
            let bytes = layout.layer(layer);
            assert_eq!(bytes.start % PADDING, 0);
            assert!(bytes.len() as u64 >= layout.entries_in(layer) + PADDING as u64);
        }
    }
}
