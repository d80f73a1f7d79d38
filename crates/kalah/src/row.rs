//! A row of pits in one 128-bit word.
//!
//! ```text
//!   bit  127..120  119..110  ...  19..10   9..0
//!        always 0   pit 12   ...   pit 2   pit 1      10 bits a pit: up to 1023 seeds
//! ```
//!
//! Sowing a run of pits is then one addition of a word with a 1 in each of their fields, and an empty row is zero. A board
//! holds at most [`MAX_TOTAL`](crate::MAX_TOTAL) = 288 seeds, so a field never overflows, and bit 9 of a field is free
//! for the trick in [`Row::occupied`].

use crate::rules::MAX_PITS;

const BITS: usize = 10;
const FIELD: u128 = (1 << BITS) - 1;
const PITS: usize = MAX_PITS as usize;

/// `ONES[k]`: one seed in each of the first k pits.
const ONES: [u128; PITS + 1] = {
    let mut ones = [0; PITS + 1];
    let mut k = 0;
    while k < PITS {
        ones[k + 1] = ones[k] | 1 << (BITS * k);
        k += 1;
    }
    ones
};

/// The seeds in each pit of one side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Row(u128);

impl Row {
    pub fn filled(pits: usize, seeds: u16) -> Row {
        Row(ONES[pits] * u128::from(seeds))
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub fn get(self, index: usize) -> u16 {
        (self.0 >> (BITS * index) & FIELD) as u16
    }

    /// Empties a pit and returns its seeds.
    #[inline]
    pub fn take(&mut self, index: usize) -> u16 {
        let seeds = self.get(index);
        self.0 ^= u128::from(seeds) << (BITS * index);
        seeds
    }

    #[inline]
    pub fn add(&mut self, index: usize, seeds: u16) {
        self.0 += u128::from(seeds) << (BITS * index);
    }

    /// Adds a seed to each of the pits from index `start` to before `end`.
    #[inline]
    pub fn sow(&mut self, start: usize, end: usize) {
        self.0 += ONES[end] - ONES[start];
    }

    /// Adds `laps` seeds to each of the first pits.
    pub fn sow_laps(&mut self, pits: usize, laps: u16) {
        self.0 += ONES[pits] * u128::from(laps);
    }

    /// A bit for each pit that has seeds.
    #[inline]
    pub fn occupied(self) -> u16 {
        // A field of 1 to 512 seeds plus 511 reaches bit 9; an empty one does not.
        let carried = (self.0 + ONES[PITS] * (FIELD >> 1)) >> (BITS - 1) & ONES[PITS];
        let half = BITS * PITS / 2;
        gather(carried as u64 & ((1 << half) - 1)) | gather((carried >> half) as u64) << (PITS / 2)
    }

    pub fn total(self) -> u16 {
        (0..PITS).map(|index| self.get(index)).sum()
    }
}

/// Bits 0, 10, 20, 30, 40 and 50 moved together into bits 0 to 5. The product's bits never meet, so nothing carries:
/// bit 10 i times 2^(54 - 9 j) lands on 54 + 10 i - 9 j, which is a different place for each pair and i + 54 for i = j.
fn gather(spread: u64) -> u16 {
    const MAGIC: u64 = 1 << 54 | 1 << 45 | 1 << 36 | 1 << 27 | 1 << 18 | 1 << 9;
    (spread.wrapping_mul(MAGIC) >> 54 & 0x3f) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn occupied_tells_every_pattern_of_pits() {
        for pattern in 0..1u16 << PITS {
            for seeds in [1, 2, 255, 256, 288, 511, 512] {
                let mut row = Row::default();
                (0..PITS)
                    .filter(|i| pattern >> i & 1 == 1)
                    .for_each(|i| row.add(i, seeds));
                assert_eq!(row.occupied(), pattern, "{seeds} seeds");
            }
        }
    }

    #[test]
    fn taking_and_sowing_touch_only_their_pits() {
        let mut row = Row::filled(PITS, 3);
        assert_eq!(row.take(5), 3);
        row.sow(4, 7);
        let counts: Vec<u16> = (0..PITS).map(|i| row.get(i)).collect();
        assert_eq!(counts, [3, 3, 3, 3, 4, 1, 4, 3, 3, 3, 3, 3]);
        assert_eq!(row.total(), 36);
    }
}
