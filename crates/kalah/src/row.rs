//! A row of pits in one word, a field for each pit: sowing a run of pits is one addition, and an empty row is zero.
//!
//! ```text
//!   WideRow      bit  127..120  119..110  ...  19..10   9..0
//!                     always 0   pit 12   ...   pit 2   pit 1      10 bits a pit: up to 1023 seeds
//!
//!   NarrowRow    byte 7   6   5     4     3     2     1     0
//!                     0   0  pit 6 pit 5 pit 4 pit 3 pit 2 pit 1   8 bits a pit: up to 127 seeds
//! ```
//!
//! A board holds at most [`MAX_TOTAL`](crate::MAX_TOTAL) = 288 seeds, or 127 if its rows are narrow, so a field never
//! overflows and its highest bit is free for the trick in `occupied`.

use crate::rules::MAX_PITS;

/// The seeds in each pit of one side.
pub(crate) trait Row: Copy + Default {
    /// Maximum number of pits.
    const PITS: usize;

    fn get(self, index: usize) -> u16;
    fn add(&mut self, index: usize, seeds: u16);
    /// Empties a pit and returns its seeds.
    fn take(&mut self, index: usize) -> u16;
    /// Adds a seed to each of the pits from index `start` to before `end`.
    fn sow(&mut self, start: usize, end: usize);
    /// Adds `laps` seeds to each of the first pits.
    fn sow_laps(&mut self, pits: usize, laps: u16);
    fn is_empty(self) -> bool;
    fn total(self) -> u16;
    /// A bit for each pit that has seeds.
    fn occupied(self) -> u16;
}

/// Room for every board there is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct WideRow(u128);

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

impl WideRow {
    pub fn filled(pits: usize, seeds: u16) -> WideRow {
        WideRow(ONES[pits] * u128::from(seeds))
    }
}

impl Row for WideRow {
    const PITS: usize = PITS;

    #[inline]
    fn get(self, index: usize) -> u16 {
        (self.0 >> (BITS * index) & FIELD) as u16
    }

    #[inline]
    fn add(&mut self, index: usize, seeds: u16) {
        self.0 += u128::from(seeds) << (BITS * index);
    }

    #[inline]
    fn take(&mut self, index: usize) -> u16 {
        let seeds = self.get(index);
        self.0 ^= u128::from(seeds) << (BITS * index);
        seeds
    }

    #[inline]
    fn sow(&mut self, start: usize, end: usize) {
        self.0 += ONES[end] - ONES[start];
    }

    fn sow_laps(&mut self, pits: usize, laps: u16) {
        self.0 += ONES[pits] * u128::from(laps);
    }

    #[inline]
    fn is_empty(self) -> bool {
        self.0 == 0
    }

    fn total(self) -> u16 {
        (0..PITS).map(|index| self.get(index)).sum()
    }

    #[inline]
    fn occupied(self) -> u16 {
        // A field of 1 to 512 seeds plus 511 reaches bit 9; an empty one does not.
        let carried = (self.0 + ONES[PITS] * (FIELD >> 1)) >> (BITS - 1) & ONES[PITS];
        let half = BITS * PITS / 2;
        gather(carried as u64 & ((1 << half) - 1)) | gather((carried >> half) as u64) << (PITS / 2)
    }
}

/// Bits 0, 10, 20, 30, 40 and 50 moved together into bits 0 to 5. The product's bits never meet, so nothing carries:
/// bit 10 i times 2^(54 - 9 j) lands on 54 + 10 i - 9 j, which is a different place for each pair and i + 54 for i = j.
fn gather(spread: u64) -> u16 {
    const MAGIC: u64 = 1 << 54 | 1 << 45 | 1 << 36 | 1 << 27 | 1 << 18 | 1 << 9;
    (spread.wrapping_mul(MAGIC) >> 54 & 0x3f) as u16
}

/// Room for six pits and 127 seeds, in half the space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct NarrowRow(u64);

const EACH_BYTE: u64 = 0x0101_0101_0101_0101;
const NARROW: u64 = (1 << 48) - 1;

impl NarrowRow {
    #[inline(always)]
    pub fn word(self) -> u64 {
        self.0
    }

    /// Adds a row that carries extra data in its highest byte, and returns that byte.
    #[inline(always)]
    pub(crate) fn plus(self, word: u64) -> (NarrowRow, usize) {
        let sum = self.0 + word;
        (NarrowRow(sum & NARROW), (sum >> 56) as usize)
    }

    fn ones(pits: usize) -> u64 {
        EACH_BYTE & ((1 << (8 * pits)) - 1)
    }
}

impl Row for NarrowRow {
    const PITS: usize = 6;

    #[inline(always)]
    fn get(self, index: usize) -> u16 {
        (self.0 >> (8 * index) & 0xff) as u16
    }

    #[inline(always)]
    fn add(&mut self, index: usize, seeds: u16) {
        self.0 += u64::from(seeds) << (8 * index);
    }

    #[inline(always)]
    fn take(&mut self, index: usize) -> u16 {
        let seeds = self.get(index);
        self.0 &= !(0xff << (8 * index));
        seeds
    }

    fn sow(&mut self, start: usize, end: usize) {
        self.0 += NarrowRow::ones(end) - NarrowRow::ones(start);
    }

    fn sow_laps(&mut self, pits: usize, laps: u16) {
        self.0 += NarrowRow::ones(pits) * u64::from(laps);
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline(always)]
    fn total(self) -> u16 {
        (self.0.wrapping_mul(EACH_BYTE) >> 56) as u16
    }

    #[inline(always)]
    fn occupied(self) -> u16 {
        // Counts are below 128, so adding 127 carries into bit 7 of a byte exactly where it is not empty.
        let high = (self.0 + 0x7f7f_7f7f_7f7f) & 0x8080_8080_8080;
        ((high >> 7).wrapping_mul(0x0102_0408_1020) >> 40 & 0x3f) as u16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn occupied_tells_every_pattern<R: Row>(most: &[u16]) {
        for pattern in 0..1u16 << R::PITS {
            for &seeds in most {
                let mut row = R::default();
                (0..R::PITS)
                    .filter(|i| pattern >> i & 1 == 1)
                    .for_each(|i| row.add(i, seeds));
                assert_eq!(row.occupied(), pattern, "{seeds} seeds");
            }
        }
    }

    #[test]
    fn occupied_tells_every_pattern_of_pits() {
        occupied_tells_every_pattern::<WideRow>(&[1, 2, 255, 256, 288, 511, 512]);
        occupied_tells_every_pattern::<NarrowRow>(&[1, 2, 126, 127]);
    }

    fn touch_only_their_pits<R: Row>() {
        let mut row = R::default();
        row.sow_laps(R::PITS, 3);
        assert_eq!(row.take(2), 3);
        row.sow(1, 4);
        let mut counts = vec![3; R::PITS];
        counts[..4].copy_from_slice(&[3, 4, 1, 4]);
        assert!((0..R::PITS).all(|i| row.get(i) == counts[i]));
        assert_eq!(row.total(), counts.iter().sum::<u16>());
    }

    #[test]
    fn taking_and_sowing_touch_only_their_pits() {
        touch_only_their_pits::<WideRow>();
        touch_only_their_pits::<NarrowRow>();
        assert!(WideRow::filled(12, 0).is_empty() && WideRow::filled(12, 3).total() == 36);
    }
}
