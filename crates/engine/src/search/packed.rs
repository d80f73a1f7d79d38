//! The fast path: boards of up to six pits a side and up to 127 seeds, as [`kalah::Packed`] plays them.
//!
//! A board's number: with p(i) the seeds in its first i+1 pits (own row, then the other), the sum over i of C(p(i)+i, i+1).
//! It is different for different boards and counts through all boards of few seeds before those of more.

use std::io;
use std::sync::Arc;

use kalah::{BySide, Packed, PackedRules, Position, Rules, Setup, Side};

use super::Known;
use super::deepen::FINE;
use super::evaluation::{Evaluation, PARTS};
use super::space::{Child, Space};
use super::tt::{Slot, Transpositions};
use crate::table::{Index, Table};

pub(crate) const PITS: usize = Packed::PITS;
const MAX_SEEDS: usize = Packed::SEEDS;
const EACH_BYTE: u64 = 0x0101_0101_0101_0101;

/// C(prefix + i, i + 1), so that a board's number is a sum of twelve look-ups.
struct Binomials([[u64; MAX_SEEDS + 1]; 2 * PITS]);

static BINOMIALS: Binomials = Binomials::new();

impl Binomials {
    const fn new() -> Binomials {
        let mut table = [[0; MAX_SEEDS + 1]; 2 * PITS];
        let mut i = 0;
        while i < 2 * PITS {
            let mut prefix = 0;
            while prefix <= MAX_SEEDS {
                table[i][prefix] = binomial(prefix + i, i + 1);
                prefix += 1;
            }
            i += 1;
        }
        Binomials(table)
    }

    #[inline(always)]
    fn number(&self, board: &Packed) -> u64 {
        let own = board.own().wrapping_mul(EACH_BYTE);
        let all = (own >> 40 & 0xff).wrapping_mul(EACH_BYTE);
        let other = board.other().wrapping_mul(EACH_BYTE).wrapping_add(all);
        let mut number = 0;
        for i in 0..PITS {
            number += self.0[i][(own >> (8 * i) & 0x7f) as usize];
            number += self.0[PITS + i][(other >> (8 * i) & 0x7f) as usize];
        }
        number
    }
}

const fn binomial(n: usize, k: usize) -> u64 {
    if n < k {
        return 0;
    }
    let mut product = 1u128;
    let mut i = 1;
    while i <= k {
        product = product * (n - k + i) as u128 / i as u128;
        i += 1;
    }
    product as u64
}

/// The number of a position's board; `None` if the board is too large to have one.
#[must_use]
pub(crate) fn number(position: &Position) -> Option<u64> {
    Packed::new(position).map(|board| BINOMIALS.number(&board))
}

/// The position with a board's number, south to move, stores empty; `None` if these rules have no such board.
#[must_use]
pub(crate) fn board_of(rules: Rules, mut number: u64) -> Option<Position> {
    let Binomials(binomials) = &BINOMIALS;
    let mut prefixes = [0; 2 * PITS];
    let mut most = MAX_SEEDS;
    for i in (0..2 * PITS).rev() {
        let prefix = (0..=most)
            .rev()
            .find(|&prefix| binomials[i][prefix] <= number)?;
        number -= binomials[i][prefix];
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
        pits: BySide::new(row(own), row(other)),
        stores: BySide::default(),
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

/// Packed boards with the transposition table.
pub(crate) struct PackedSpace {
    rules: PackedRules,
    evaluation: Box<Evaluation>,
    pub known: Transpositions,
    table: Option<Arc<Table>>,
    table_seeds: i32,
}

impl PackedSpace {
    pub fn new(
        rules: Rules,
        most_seeds: usize,
        hash: usize,
        table: Option<Arc<Table>>,
    ) -> io::Result<PackedSpace> {
        assert!(rules.pits() <= PITS && most_seeds <= MAX_SEEDS);
        let table = table.filter(|table| table.fits(rules));
        Ok(PackedSpace {
            table_seeds: table.as_ref().map_or(0, |table| table.max_seeds() as i32),
            table,
            rules: PackedRules::new(rules),
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

impl Space for PackedSpace {
    const DEEPEST: u32 = u32::MAX;
    type Board = Packed;
    type Slot = Slot;
    type TableIndex = Index;
    type Room<T: Copy> = [Option<T>; PITS];

    #[inline(always)]
    fn moves(&self, board: &Packed) -> u16 {
        board.moves()
    }

    #[inline(always)]
    fn play(&self, board: &Packed, pit: usize) -> Child<Packed> {
        let played = self.rules.play(board, pit);
        Child {
            board: played.after,
            banked: played.banked,
            extra_turn: played.extra_turn,
            over: played.over,
        }
    }

    #[inline(always)]
    fn guess(&self, board: &Packed) -> i32 {
        self.evaluation.look(board) * FINE / PARTS
    }

    #[inline(always)]
    fn promise(&self, child: &Child<Packed>, pit: u8, goal: i32) -> i32 {
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
    fn locate(&self, board: &Packed) -> Slot {
        self.known.locate(BINOMIALS.number(board))
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
    fn ask_table(&self, board: &Packed) -> Index {
        let table = self.table();
        let index = table.index_of_words(board.own(), board.other());
        table.prefetch(index);
        index
    }

    #[inline(always)]
    fn table_value(&self, place: Index) -> i32 {
        self.table().at(place).into()
    }
}
