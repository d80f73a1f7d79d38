//! Rows of six pits and their numbers.
//!
//! Let r_i be the seeds of a row that lie beyond pit i, so that r1 >= r2 >= ... >= r5. A row's number is
//!
//! ```text
//!   C(r1 + 4, 5) + C(r2 + 3, 4) + C(r3 + 2, 3) + C(r4 + 1, 2) + C(r5, 1)
//! ```
//!
//! which counts the rows of the same sum that come before it when rows are sorted by r1, then r2, and so on. Pit 1 does
//! not occur in it: the rows of sum s are numbered 0 to N(s) - 1 with N(s) = C(s + 5, 5), and taking seeds out of pit 1
//! or putting seeds into it changes the sum of a row but not its number. Moving seeds towards the store raises it.

/// The pits of a row, pit 1 first.
pub type Row = [u8; PITS];

/// Tables are for boards of six pits a side.
pub const PITS: usize = 6;
/// The most seeds a table can have. One of 36 would hold 70 billion entries.
pub const MAX_SEEDS: usize = 36;

const SUMS: usize = MAX_SEEDS + 2;

/// `WEIGHT[k][r]` = C(r + k - 1, k): what r seeds beyond pit 6 - k add to a row's number.
const WEIGHT: [[u32; SUMS]; PITS] = {
    let mut weight = [[1; SUMS]; PITS];
    let mut k = 1;
    while k < PITS {
        weight[k][0] = 0;
        let mut r = 1;
        while r < SUMS {
            weight[k][r] = weight[k][r - 1] + weight[k - 1][r];
            r += 1;
        }
        k += 1;
    }
    weight
};

/// N(s): how many rows have this sum.
#[inline]
pub const fn rows(sum: usize) -> usize {
    WEIGHT[PITS - 1][sum + 1] as usize
}

/// The sum of a row and its number among the rows of that sum.
///
/// # Panics
/// May panic if the row has more than [`MAX_SEEDS`] seeds.
#[inline]
pub fn number(row: Row) -> (usize, usize) {
    let mut beyond = 0;
    let mut number = 0;
    for k in 1..PITS {
        beyond += usize::from(row[PITS - k]);
        number += WEIGHT[k][beyond];
    }
    (beyond + usize::from(row[0]), number as usize)
}

/// All rows of a sum in the order of their numbers.
pub fn all(sum: usize) -> Vec<Row> {
    let mut rows_of_sum = Vec::with_capacity(rows(sum));
    let mut beyond = [0; PITS - 1];
    loop {
        rows_of_sum.push(from_beyond(sum, beyond));
        // The next in lexicographic order: r5 counts up to r4, r4 up to r3, ... and r1 up to the sum.
        let limit = |i: usize, beyond: &[usize]| if i == 0 { sum } else { beyond[i - 1] };
        match (0..PITS - 1).rev().find(|&i| beyond[i] < limit(i, &beyond)) {
            None => return rows_of_sum,
            Some(i) => {
                beyond[i] += 1;
                beyond[i + 1..].fill(0);
            }
        }
    }
}

/// The row of a sum with this number.
pub fn nth(sum: usize, number: usize) -> Row {
    debug_assert!(number < rows(sum));
    let mut left = number as u32;
    let mut most = sum;
    let beyond = std::array::from_fn(|i| {
        let weight = &WEIGHT[PITS - 1 - i];
        most = (0..=most).rfind(|&r| weight[r] <= left).unwrap_or(0);
        left -= weight[most];
        most
    });
    from_beyond(sum, beyond)
}

fn from_beyond(sum: usize, beyond: [usize; PITS - 1]) -> Row {
    std::array::from_fn(|i| {
        let from_here = if i == 0 { sum } else { beyond[i - 1] };
        (from_here - beyond.get(i).unwrap_or(&0)) as u8
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_a_sum_has_its_own_number_in_order() {
        for sum in 0..=12 {
            let all = all(sum);
            assert_eq!(all.len(), rows(sum));
            for (expected, &row) in all.iter().enumerate() {
                assert_eq!(number(row), (sum, expected), "{row:?}");
                assert_eq!(nth(sum, expected), row);
            }
        }
    }

    #[test]
    fn pit_1_does_not_change_the_number() {
        for row in all(9) {
            let [_, rest @ ..] = row;
            let [a, b, c, d, e] = rest;
            assert_eq!(number([17, a, b, c, d, e]).1, number(row).1);
        }
    }

    #[test]
    fn moving_a_seed_towards_the_store_raises_the_number() {
        for row in all(8) {
            for i in (0..PITS - 1).filter(|&i| row[i] > 0) {
                let mut moved = row;
                moved[i] -= 1;
                moved[i + 1] += 1;
                assert!(number(moved).1 > number(row).1);
            }
        }
    }
}
