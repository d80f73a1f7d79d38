//! The board of the fast path: up to six pits a side, up to 127 seeds in them, a row in one 64-bit word.
//!
//! ```text
//!   row     byte 7   6   5     4     3     2     1     0
//!             0      0  pit 6 pit 5 pit 4 pit 3 pit 2 pit 1     the side to move's row is `own`
//! ```
//!
//! A move is two additions of words looked up by pit and seeds. The looked-up words also carry, in byte 7, the seeds that
//! fall into the store and where the last seed falls. A board with fewer pits leaves the upper pits empty.
//!
//! A board's number: with p(i) the seeds in its first i+1 pits (own row, then the other), the sum over i of C(p(i)+i, i+1).
//! It is different for different boards and counts through all boards of few seeds before those of more.

use std::io;
use std::sync::{Arc, OnceLock};

use kalah::{Capture, End, Lift, Position, Rules, Setup, Side};

use super::Known;
use super::deepen::FINE;
use super::evaluation::{Evaluation, PARTS};
use super::space::{Child, Space};
use super::tt::{Slot, Transpositions};
use crate::table::{Index, Table};

pub(crate) const PITS: usize = 6;
pub(crate) const MAX_SEEDS: usize = 127;
const EACH_BYTE: u64 = 0x0101_0101_0101_0101;
const ROW: u64 = (1 << 48) - 1;
/// Where the last seed fell, if not in the own pit of this index.
const STORE: u64 = 6;
const OTHER: u64 = 7;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    pub own: u64,
    pub other: u64,
}

#[derive(Clone, Copy, Default)]
struct Sow {
    own: u64,
    other: u64,
}

/// The rules as tables.
pub(crate) struct Sower {
    sow: Box<[[Sow; MAX_SEEDS + 1]; PITS]>,
    pits: u64,
    capture: Capture,
    /// The game also ends when the side that does not move has no seeds.
    either: bool,
}

impl Sower {
    pub fn new(rules: Rules) -> Sower {
        let mut sow = Box::new([[Sow::default(); MAX_SEEDS + 1]; PITS]);
        for pit in 0..rules.pits() {
            for seeds in 1..=MAX_SEEDS {
                sow[pit][seeds] = sowing(pit, seeds, rules.pits());
            }
            if rules.lift() == Lift::Each {
                // The last seed comes back to its own pit and captures nothing, like one in the other's row.
                let lap = &mut sow[pit][rules.lap()].other;
                *lap = (*lap & ROW) | OTHER << 56;
            }
        }
        Sower {
            sow,
            pits: rules.pits() as u64,
            capture: rules.capture(),
            either: rules.end() == End::Either,
        }
    }

    #[inline(always)]
    pub fn play(&self, board: &Board, pit: usize) -> Child<Board> {
        let seeds = (board.own >> (8 * pit) & 0xff) as usize;
        let sow = &self.sow[pit][seeds];
        let own = (board.own & !(0xff << (8 * pit))) + sow.own;
        let other = board.other + sow.other;
        let (mut banked, last) = ((own >> 56) as i32, other >> 56);
        let (mut own, mut other) = (own & ROW, other & ROW);
        if last < STORE && own >> (8 * last) & 0xff == 1 {
            banked += self.capture(&mut own, &mut other, last);
        }
        let extra_turn = last == STORE;
        let [next, after] = if extra_turn {
            [own, other]
        } else {
            [other, own]
        };
        let over = next == 0 || (self.either && after == 0);
        if over {
            banked += sum(own) - sum(other);
        }
        Child {
            board: Board {
                own: next,
                other: after,
            },
            banked,
            extra_turn,
            over,
        }
    }

    #[inline(always)]
    fn capture(&self, own: &mut u64, other: &mut u64, last: u64) -> i32 {
        let opposite = 8 * (self.pits - 1 - last);
        let taken = *other >> opposite & 0xff;
        let captures = match self.capture {
            Capture::Opposite => taken > 0,
            Capture::Always => true,
            Capture::Off => false,
        };
        if !captures {
            return 0;
        }
        *own &= !(0xff << (8 * last));
        *other &= !(0xff << opposite);
        taken as i32 + 1
    }
}

/// One move's seeds, sown one by one.
fn sowing(pit: usize, seeds: usize, pits: usize) -> Sow {
    let mut sow = Sow::default();
    let mut house = pit;
    for _ in 0..seeds {
        house = (house + 1) % (2 * pits + 1);
        match house {
            _ if house < pits => sow.own += 1 << (8 * house),
            _ if house == pits => sow.own += 1 << 56,
            _ => sow.other += 1 << (8 * (house - pits - 1)),
        }
    }
    let last = match house {
        _ if house < pits => house as u64,
        _ if house == pits => STORE,
        _ => OTHER,
    };
    sow.other |= last << 56;
    sow
}

#[inline(always)]
pub(crate) fn sum(row: u64) -> i32 {
    (row.wrapping_mul(EACH_BYTE) >> 56) as i32
}

/// A bit for each pit with seeds.
#[inline(always)]
fn occupied(row: u64) -> u16 {
    // Counts are below 128, so adding 127 carries into bit 7 of a byte exactly where it is not empty.
    let high = (row + 0x7f7f_7f7f_7f7f) & 0x8080_8080_8080;
    ((high >> 7).wrapping_mul(0x0102_0408_1020) >> 40 & 0x3f) as u16
}

pub(crate) fn pack(position: &Position) -> Board {
    let row = |side| {
        let pits = position.pits(side).enumerate();
        pits.fold(0, |row, (i, seeds)| row | u64::from(seeds) << (8 * i))
    };
    let mover = position.to_move();
    Board {
        own: row(mover),
        other: row(mover.other()),
    }
}

/// C(prefix + i, i + 1), so that a board's number is a sum of twelve look-ups.
struct Binomials([[u64; MAX_SEEDS + 1]; 2 * PITS]);

impl Binomials {
    fn get() -> &'static Binomials {
        static TABLE: OnceLock<Box<Binomials>> = OnceLock::new();
        TABLE.get_or_init(Binomials::new)
    }

    fn new() -> Box<Binomials> {
        let mut table = Box::new(Binomials([[0; MAX_SEEDS + 1]; 2 * PITS]));
        for (i, line) in table.0.iter_mut().enumerate() {
            for (prefix, entry) in line.iter_mut().enumerate() {
                *entry = binomial(prefix + i, i + 1);
            }
        }
        table
    }

    #[inline(always)]
    fn number(&self, board: &Board) -> u64 {
        let own = board.own.wrapping_mul(EACH_BYTE);
        let all = (own >> 40 & 0xff).wrapping_mul(EACH_BYTE);
        let other = board.other.wrapping_mul(EACH_BYTE).wrapping_add(all);
        let mut number = 0;
        for i in 0..PITS {
            number += self.0[i][(own >> (8 * i) & 0x7f) as usize];
            number += self.0[PITS + i][(other >> (8 * i) & 0x7f) as usize];
        }
        number
    }
}

fn binomial(n: usize, k: usize) -> u64 {
    let product = (1..=k).fold(1u128, |c, i| {
        if n < k {
            0
        } else {
            c * (n - k + i) as u128 / i as u128
        }
    });
    product as u64
}

/// The number of a position's board; none if the board is too large to have one.
#[must_use]
pub fn number(position: &Position) -> Option<u64> {
    let fits =
        position.rules().pits() <= PITS && usize::from(position.seeds_in_pits()) <= MAX_SEEDS;
    fits.then(|| Binomials::get().number(&pack(position)))
}

/// The position with a board's number, south to move, stores empty; none if these rules have no such board.
#[must_use]
pub fn board_of(rules: Rules, mut number: u64) -> Option<Position> {
    let binomials = Binomials::get();
    let mut prefixes = [0; 2 * PITS];
    let mut most = MAX_SEEDS;
    for i in (0..2 * PITS).rev() {
        let prefix = (0..=most)
            .rev()
            .find(|&prefix| binomials.0[i][prefix] <= number)?;
        number -= binomials.0[i][prefix];
        prefixes[i] = prefix as u32;
        most = prefix;
    }
    let seeds = |i: usize| prefixes[i] - if i == 0 { 0 } else { prefixes[i - 1] };
    let counts: Vec<u32> = (0..2 * PITS).map(seeds).collect();
    let row = |row: &[u32]| row[..rules.pits()].to_vec();
    let (own, other) = counts.split_at(PITS);
    let outside = [own, other]
        .iter()
        .any(|row| row[rules.pits().min(PITS)..].iter().any(|&n| n > 0));
    if number != 0 || outside || rules.pits() > PITS {
        return None;
    }
    let setup = Setup {
        pits: [row(own), row(other)],
        stores: [0, 0],
        to_move: Side::South,
    };
    Position::new(rules, &setup)
        .ok()
        .filter(|position| !position.is_over())
}

/// Bits of the numbers of all boards with at most this many seeds in pits.
pub(crate) fn key_bits(seeds: usize) -> u32 {
    64 - (binomial(seeds + 2 * PITS, 2 * PITS) - 1).leading_zeros()
}

/// The packed board with its tables.
pub(crate) struct Packed {
    sower: Sower,
    binomials: &'static Binomials,
    evaluation: Box<Evaluation>,
    pub known: Transpositions,
    table: Option<Arc<Table>>,
    table_seeds: i32,
}

impl Packed {
    pub fn new(
        rules: Rules,
        most_seeds: usize,
        hash: usize,
        table: Option<Arc<Table>>,
    ) -> io::Result<Packed> {
        assert!(rules.pits() <= PITS && most_seeds <= MAX_SEEDS);
        let table = table.filter(|table| table.fits(rules));
        Ok(Packed {
            table_seeds: table.as_ref().map_or(0, |table| table.max_seeds() as i32),
            table,
            sower: Sower::new(rules),
            binomials: Binomials::get(),
            evaluation: Box::new(Evaluation::new(rules.pits())),
            known: Transpositions::new(hash, key_bits(most_seeds))?,
        })
    }

    #[inline(always)]
    fn table(&self) -> &Table {
        self.table
            .as_ref()
            .expect("only asked for boards of at most table_seeds seeds")
    }
}

impl Space for Packed {
    const DEEPEST: u32 = u32::MAX;
    type Board = Board;
    type Slot = Slot;
    type Place = Index;
    type Room<T: Copy> = [Option<T>; PITS];

    #[inline(always)]
    fn moves(&self, board: &Board) -> u16 {
        occupied(board.own)
    }

    #[inline(always)]
    fn play(&self, board: &Board, pit: usize) -> Child<Board> {
        self.sower.play(board, pit)
    }

    #[inline(always)]
    fn guess(&self, board: &Board) -> i32 {
        self.evaluation.look(board) * FINE / PARTS
    }

    #[inline(always)]
    fn promise(&self, child: &Child<Board>, pit: u8, goal: i32) -> i32 {
        let Child {
            board,
            banked,
            extra_turn,
            ..
        } = child;
        self.evaluation
            .promise(board, *banked, *extra_turn, pit, goal)
    }

    #[inline(always)]
    fn locate(&self, board: &Board) -> Slot {
        self.known.locate(self.binomials.number(board))
    }

    #[inline(always)]
    fn probe(&self, slot: &Slot, seeds: i32) -> Option<Known> {
        self.known.probe(*slot, seeds)
    }

    #[inline(always)]
    fn store(&self, slot: &Slot, seeds: i32, known: Known) {
        self.known.store(*slot, seeds, known);
    }

    #[inline(always)]
    fn stamp(&self, slot: &Slot) -> u64 {
        slot.stamp()
    }

    #[inline(always)]
    fn table_seeds(&self) -> i32 {
        self.table_seeds
    }

    #[inline(always)]
    fn ask_table(&self, board: &Board) -> Index {
        let table = self.table();
        let index = table.index_of_words(board.own, board.other);
        table.prefetch(index);
        index
    }

    #[inline(always)]
    fn table_value(&self, place: Index) -> i32 {
        self.table().at(place).into()
    }
}
