//! Static evaluation of a packed board, and from it the move to try first. Nothing proved depends on it.
//!
//! A board's evaluation is a sum over its twelve pits of a number for that pit with that many seeds. The numbers were fitted by
//! least squares to the exact values of 224 thousand boards of 19 to 37 seeds met in solving Kalah(6,4): they leave a standard
//! deviation of 4.7 seeds out of 8.1, where the difference of the rows leaves 8.0. That a pit reaches its store exactly (pit 6
//! with one seed, pit 5 with two, ...) is the clearest feature.
//!
//! Of several moves that might reach a goal, the first to try is the most likely one relative to its cost: nodes grow by a third with
//! every seed left in the pits, and a move that keeps the turn needs one answer where one that passes it needs all.

use kalah::Packed;

use super::packed::PITS;

/// Units per seed of an evaluation.
pub(crate) const PARTS: i32 = 32;
/// Pits with more seeds than this count as having this many.
const MOST: usize = 15;

/// By pit of the side to move, then of the other; and by seeds.
const WEIGHTS: [[i16; MOST + 1]; 2 * PITS] = [
    [
        -58, 25, 66, 86, 116, 133, 185, 18, -21, -4, -17, -7, 0, 0, 0, 0,
    ],
    [
        -64, 15, 45, 70, 74, 142, -4, -27, -48, -38, -21, 34, 83, 144, 102, 14,
    ],
    [
        -42, 5, 38, 47, 105, -51, -56, -67, -50, -21, 27, 76, 124, 176, 54, 157,
    ],
    [
        -31, 16, 34, 83, -81, -75, -80, -67, -45, 3, 62, 71, 132, 197, 125, 176,
    ],
    [
        -10, 12, 62, -113, -93, -100, -90, -70, -12, 67, 85, 133, 160, 186, 133, 170,
    ],
    [
        -63, -31, -164, -136, -126, -107, -74, -26, 54, 97, 123, 134, 178, 215, 257, 190,
    ],
    [
        49, -4, -30, -34, -33, -45, -20, 87, 128, 166, 176, 82, 0, 0, 0, 0,
    ],
    [
        35, -32, -58, -65, -67, -45, 26, 42, 84, 100, 118, 104, 96, 91, 44, 49,
    ],
    [
        48, -20, -41, -54, -51, 43, 63, 85, 95, 98, 95, 68, 41, -16, 44, 24,
    ],
    [
        38, -23, -38, -37, 59, 71, 89, 107, 100, 85, 30, 34, 6, -27, 26, 0,
    ],
    [
        27, -16, 0, 104, 116, 130, 135, 123, 84, 21, -4, -33, -52, -76, -21, -17,
    ],
    [
        79, 68, 164, 172, 174, 163, 144, 91, 22, -23, -47, -71, -103, -140, -135, -34,
    ],
];

/// Thousandths of a natural logarithm for a seed banked, for keeping the turn, and for each pit nearer to the store.
const BANKED: i32 = 290;
const EXTRA_TURN: i32 = 1200;
const NEARER: i32 = 20;
/// Seeds by which a board's evaluation must be better for its probability to be e times as high, while it is low.
const SPREAD: f64 = 5.0;
/// Probabilities are tabulated for evaluations this many seeds above and below the goal, four per seed.
const RANGE: i32 = 64;
const CHANCES: usize = 8 * RANGE as usize;

pub(crate) struct Evaluation {
    weights: [[i16; MOST + 1]; 2 * PITS],
    /// Thousandths of the logarithm of the probability of reaching the goal, by how far above it the evaluation is.
    chances: [i16; CHANCES],
}

impl Evaluation {
    /// For a board of up to six pits a side: the relevant measure is the distance of a pit from its store.
    pub fn new(pits: usize) -> Evaluation {
        let mut weights = [[0; MOST + 1]; 2 * PITS];
        for pit in 0..pits {
            weights[pit] = WEIGHTS[pit + PITS - pits];
            weights[PITS + pit] = WEIGHTS[pit + 2 * PITS - pits];
        }
        let chance = |i| {
            let seeds = (i as f64 - (CHANCES / 2) as f64) / 4.0;
            (1000.0 * log_chance(seeds / SPREAD)) as i16
        };
        Evaluation {
            weights,
            chances: std::array::from_fn(chance),
        }
    }

    /// The evaluation for the side to move.
    #[inline(always)]
    pub fn look(&self, board: &Packed) -> i32 {
        let mut look = 0;
        for pit in 0..PITS {
            let seeds = |row: u64| ((row >> (8 * pit) & 0x7f) as usize).min(MOST);
            look += i32::from(self.weights[pit][seeds(board.own())]);
            look += i32::from(self.weights[PITS + pit][seeds(board.other())]);
        }
        look
    }

    /// The promise of a move that banked this many seeds and led to `board`, where the goal is `goal`.
    #[inline(always)]
    pub fn promise(
        &self,
        board: &Packed,
        banked: i32,
        extra_turn: bool,
        pit: u8,
        goal: i32,
    ) -> i32 {
        let look = self.look(board);
        let above = PARTS * (banked - goal) + if extra_turn { look } else { -look };
        let place = (above / (PARTS / 4) + CHANCES as i32 / 2).clamp(0, CHANCES as i32 - 1);
        let chance = i32::from(self.chances[place as usize]);
        let turn = if extra_turn { EXTRA_TURN } else { 0 };
        chance + BANKED * banked + turn + NEARER * i32::from(pit)
    }
}

/// ln(1 / (1 + exp(-x))), by additions, multiplications and divisions alone: the same on every machine.
fn log_chance(x: f64) -> f64 {
    if x < 0.0 {
        return x + log_chance(-x);
    }
    let y = exp_of_minus(x);
    // ln(1 + y) = 2 artanh(y / (2 + y))
    let z = y / (2.0 + y);
    let series = (0..16)
        .rev()
        .fold(0.0, |sum, k| sum * z * z + 1.0 / f64::from(2 * k + 1));
    -2.0 * z * series
}

fn exp_of_minus(x: f64) -> f64 {
    let part = -x / 64.0;
    let series = (1..16)
        .rev()
        .fold(1.0, |sum, k| 1.0 + sum * part / f64::from(k));
    (0..6).fold(series, |power, _| power * power)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kalah::{BySide, Capture, End, Position, Rules, Setup, Side};

    /// A board with this many seeds in each side's last pit, where the game continues with an empty row.
    fn board(pits: usize, own: u32, other: u32) -> Packed {
        let rules = Rules::new(pits as u32, 4, Capture::Opposite, End::Mover).unwrap();
        let row = |seeds| [vec![0; pits - 1], vec![seeds]].concat();
        let setup = Setup {
            pits: BySide::new(row(own), row(other)),
            stores: BySide::default(),
            to_move: Side::South,
        };
        Packed::new(&Position::new(rules, &setup).unwrap()).unwrap()
    }

    #[test]
    fn chances_are_those_of_the_library_of_this_machine() {
        for i in -60..=60 {
            let x = f64::from(i) / 4.0;
            let expected = -(-x).exp().ln_1p();
            assert!((log_chance(x) - expected).abs() < 1e-9, "{x}");
        }
    }

    #[test]
    fn a_pit_that_reaches_the_store_looks_better_than_one_that_does_not() {
        for pits in 1..=PITS {
            let evaluation = Evaluation::new(pits);
            let look = |seeds: u32| evaluation.look(&board(pits, seeds, 0));
            assert!(look(1) > look(2), "{pits} pits");
        }
    }

    #[test]
    fn a_better_look_promises_more_and_a_hopeless_goal_less() {
        let evaluation = Evaluation::new(PITS);
        let board = board(PITS, 1, 2);
        let promise = |goal| evaluation.promise(&board, 3, true, 4, goal);
        assert!(promise(0) > promise(20));
        assert!(promise(20) >= promise(127));
    }
}
