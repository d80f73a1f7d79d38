//! Where the entry of a position lies.
//!
//! ```text
//!   constants | layer 1 | layer 2 | ... | layer S        a layer: all positions with that many seeds in the pits
//!      layer s: matrix (1, s-1) | (2, s-2) | ... | (s, 0) | at least 64 bytes of zeros      (mover's seeds, other's seeds)
//!         matrix (a, b): one line for each row of the other, in the order of the rows' numbers
//!            line: one byte for each row of the mover, in the order of the rows' numbers
//! ```
//!
//! Positions with an empty row are over and have no entry, except that under the end rule `mover` a side with seeds goes
//! on against an empty row: only then are there matrices (s, 0). The 256 constants, each its own number, stand in for the
//! entries of positions that are over, so that every lookup reads one byte and none asks whether it may.
//! An entry is the margin plus [`BIAS`], which makes its negation `0 - entry` and its maximum that of unsigned bytes.

use kalah::End;

use super::row::{MAX_SEEDS, rows};

/// Entry of margin 0.
pub const BIAS: u8 = 128;
/// Room for the constants before the first layer.
pub const CONSTANTS: usize = 256;
/// Layers begin at multiples of this, after at least this many zero bytes: a reader of up to that many bytes at any entry
/// stays inside the table.
pub const PADDING: usize = 64;

const SUMS: usize = MAX_SEEDS + 1;

#[derive(Clone, Debug)]
pub struct Layout {
    seeds: usize,
    end: End,
    /// `layers[s]` to `layers[s + 1]` is layer s with its padding; layer 0 holds the constants.
    layers: Vec<usize>,
    /// Where matrix (mover's seeds, other's seeds) begins.
    matrices: Box<[[usize; SUMS]; SUMS]>,
}

impl Layout {
    /// The layout of a table of up to [`MAX_SEEDS`] seeds.
    pub fn new(seeds: usize, end: End) -> Layout {
        assert!(seeds <= MAX_SEEDS);
        let mut layout = Layout {
            seeds,
            end,
            layers: vec![0, CONSTANTS],
            matrices: Box::new([[0; SUMS]; SUMS]),
        };
        let mut at = CONSTANTS;
        for layer in 1..=seeds {
            for (mover, other) in layout.pairs(layer) {
                layout.matrices[mover][other] = at;
                at += rows(mover) * rows(other);
            }
            at = (at + PADDING).next_multiple_of(PADDING);
            layout.layers.push(at);
        }
        layout
    }

    pub fn seeds(&self) -> usize {
        self.seeds
    }

    /// All bytes of the table.
    pub fn size(&self) -> usize {
        self.layers[self.seeds + 1]
    }

    /// The bytes of a layer; layer 0 is the constants.
    pub fn layer(&self, layer: usize) -> std::ops::Range<usize> {
        self.layers[layer]..self.layers[layer + 1]
    }

    /// The matrices of a layer in their order: the seeds of the mover and of the other.
    pub fn pairs(&self, layer: usize) -> impl DoubleEndedIterator<Item = (usize, usize)> + use<> {
        let last = if self.end == End::Mover {
            layer
        } else {
            layer - 1
        };
        (1..=last).map(move |mover| (mover, layer - mover))
    }

    /// The entries of a layer.
    pub fn entries_in(&self, layer: usize) -> u64 {
        let size = |(mover, other)| rows(mover) as u64 * rows(other) as u64;
        self.pairs(layer).map(size).sum()
    }

    /// The entries of the table.
    pub fn entries(&self) -> u64 {
        (1..=self.seeds).map(|layer| self.entries_in(layer)).sum()
    }

    /// Whether a position with these seeds in its rows is over.
    #[inline]
    pub fn is_over(&self, mover: usize, other: usize) -> bool {
        mover == 0 || (other == 0 && self.end == End::Either)
    }

    /// The margin of a position that is over: each row to its owner.
    #[inline]
    pub fn margin_when_over(mover: usize, other: usize) -> i8 {
        mover as i8 - other as i8
    }

    /// Where the entry of a position is: the seeds and the number of the mover's row, then the other's.
    #[inline]
    pub fn entry(&self, (mover, column): (usize, usize), (other, line): (usize, usize)) -> usize {
        if self.is_over(mover, other) {
            return usize::from(encode(Layout::margin_when_over(mover, other)));
        }
        self.matrices[mover][other] + line * rows(mover) + column
    }
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
            for (mover, other) in (1..=7).flat_map(|layer| layout.pairs(layer)) {
                for (a, b) in row::all(mover)
                    .into_iter()
                    .flat_map(|a| row::all(other).into_iter().map(move |b| (a, b)))
                {
                    let entry = layout.entry(row::number(a), row::number(b));
                    assert!(layout.layer(mover + other).contains(&entry));
                    assert!(!std::mem::replace(&mut seen[entry], true));
                    count += 1;
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
        for layer in 1..=9 {
            let bytes = layout.layer(layer);
            assert_eq!(bytes.start % PADDING, 0);
            assert!(bytes.len() as u64 >= layout.entries_in(layer) + PADDING as u64);
        }
    }
}
