//! Finding entries by rows packed into words, one byte per pit, pit 1 lowest: the form a search uses.

use super::row::{MAX_SEEDS, PITS};
use super::{HEADER, Index, Table};

const EACH_BYTE: u64 = 0x0101_0101_0101_0101;
const SUMS: usize = (MAX_SEEDS + 1).next_power_of_two();

/// `WEIGHTS[i][r]`: what r seeds beyond pit i + 1 add to a row's number, see [`super::row`].
static WEIGHTS: [[u32; SUMS]; PITS - 1] = {
    let mut weights = [[0; SUMS]; PITS - 1];
    let mut i = PITS - 1;
    while i > 0 {
        i -= 1;
        let mut r = 1;
        while r <= MAX_SEEDS {
            let beyond = if i == PITS - 2 { 1 } else { weights[i + 1][r] };
            weights[i][r] = weights[i][r - 1] + beyond;
            r += 1;
        }
    }
    weights
};

/// The sum of a row and its number among the rows of that sum.
#[inline(always)]
fn number(row: u64) -> (usize, usize) {
    let up_to = row.wrapping_mul(EACH_BYTE);
    let sum = up_to >> 56;
    let beyond = sum.wrapping_mul(EACH_BYTE).wrapping_sub(up_to);
    let weight = |i: usize| WEIGHTS[i][(beyond >> (8 * i)) as usize % SUMS];
    let number = weight(0) + weight(1) + weight(2) + weight(3) + weight(4);
    (sum as usize, number as usize)
}

impl Table {
    /// [`Table::index`] of rows packed into words, whose upper two bytes are zero.
    ///
    /// # Panics
    /// May panic if there are more than [`Table::max_seeds`] seeds; otherwise the index is then meaningless.
    #[inline(always)]
    #[must_use]
    pub(crate) fn index_of_words(&self, mover: u64, other: u64) -> Index {
        Index(HEADER + self.layout.entry(number(mover), number(other)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::row;
    use super::*;

    #[test]
    fn packed_rows_have_the_numbers_of_rows() {
        for sum in [0, 1, 2, 7, 12] {
            for pits in row::all(sum) {
                let packed = pits
                    .iter()
                    .rev()
                    .fold(0, |word, &n| word << 8 | u64::from(n));
                assert_eq!(number(packed), row::number(pits), "{pits:?}");
            }
        }
        let full = [0, 0, 0, 0, 0, MAX_SEEDS as u8];
        assert_eq!(number((MAX_SEEDS as u64) << 40), row::number(full));
    }
}
