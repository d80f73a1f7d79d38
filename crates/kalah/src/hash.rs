//! A 64-bit hash of a position that a move updates in a few additions.
//!
//! The sum of (seeds in a house) x (the house's random key), modulo 2^64. Two different boards collide for about one in
//! 2^64 choices of keys, and because the sum is linear, "one more seed in every house from a to b" is a difference of
//! two prefix sums. The rules are not part of it.

use crate::place::{House, Pit, Side};
use crate::position::{Position, Step};
use crate::rules::MAX_PITS;

/// The hash of a position's pits, stores and side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PositionHash(u64);

const PITS: usize = MAX_PITS as usize;
const PIT_KEYS: [[u64; PITS]; 2] = [keys(1), keys(2)];
const STORE_KEYS: [u64; 2] = [key(3, 0), key(3, 1)];
const NORTH_TO_MOVE: u64 = key(4, 0);

/// `PREFIX[side][k]` is the sum of the keys of the side's pits 1 to k.
const PREFIX: [[u64; PITS + 1]; 2] = [prefix(&PIT_KEYS[0]), prefix(&PIT_KEYS[1])];

/// A fixed random number for a (group, index) pair: a few rounds of xor, shift and multiply.
const fn key(group: u64, index: u64) -> u64 {
    let mut z = (group << 32 | index)
        .wrapping_add(0x9e37_79b9_7f4a_7c15)
        .wrapping_mul(0xd134_2543_de82_ef95);
    z = (z ^ (z >> 31)).wrapping_mul(0xa24b_aed4_963e_e407);
    z = (z ^ (z >> 28)).wrapping_mul(0x9fb2_1c65_1e98_df25);
    z ^ (z >> 32)
}

const fn keys(group: u64) -> [u64; PITS] {
    let mut keys = [0; PITS];
    let mut i = 0;
    while i < PITS {
        keys[i] = key(group, i as u64);
        i += 1;
    }
    keys
}

const fn prefix(keys: &[u64; PITS]) -> [u64; PITS + 1] {
    let mut sums = [0u64; PITS + 1];
    let mut i = 0;
    while i < PITS {
        sums[i + 1] = sums[i].wrapping_add(keys[i]);
        i += 1;
    }
    sums
}

fn times(key: u64, seeds: u16) -> u64 {
    key.wrapping_mul(seeds.into())
}

fn pit_key(side: Side, pit: Pit) -> u64 {
    PIT_KEYS[side.index()][pit.index()]
}

fn turn_key(to_move: Side) -> u64 {
    match to_move {
        Side::South => 0,
        Side::North => NORTH_TO_MOVE,
    }
}

impl PositionHash {
    #[must_use]
    pub fn of(position: &Position) -> PositionHash {
        let mut sum = stores(position);
        for side in Side::BOTH {
            for (seeds, &key) in position.pits(side).zip(&PIT_KEYS[side.index()]) {
                sum = sum.wrapping_add(times(key, seeds));
            }
        }
        PositionHash(sum.wrapping_add(turn_key(position.to_move())))
    }

    /// The hash after a move, from the hash before it. `step` is what `before.step(pit)` returned.
    #[must_use]
    pub fn updated(self, before: &Position, pit: Pit, step: &Step) -> PositionHash {
        let after = &step.after;
        if after.is_over() {
            return PositionHash(stores(after).wrapping_add(turn_key(after.to_move())));
        }
        let mover = before.to_move();
        let seeds = before.pit(mover, pit);
        let mut sum = self
            .0
            .wrapping_sub(times(pit_key(mover, pit), seeds))
            .wrapping_add(sown(mover, pit.index(), seeds, before.rules().pits()))
            .wrapping_add(turn_key(after.to_move()))
            .wrapping_sub(turn_key(before.to_move()));
        if let (House::Pit { side, pit: own }, 1..) = (step.last, step.captured) {
            let opposite = Pit::from_index(before.rules().pits() - own.number());
            sum = sum
                .wrapping_sub(pit_key(side, own))
                .wrapping_sub(times(pit_key(side.other(), opposite), step.captured - 1))
                .wrapping_add(times(STORE_KEYS[side.index()], step.captured));
        }
        PositionHash(sum)
    }

    #[must_use]
    pub fn value(self) -> u64 {
        self.0
    }
}

fn stores(position: &Position) -> u64 {
    let [south, north] =
        Side::BOTH.map(|side| times(STORE_KEYS[side.index()], position.store(side)));
    south.wrapping_add(north)
}

/// What sowing adds: whole laps, then the houses up to the last seed, in at most four runs.
fn sown(mover: Side, from: usize, seeds: u16, pits: usize) -> u64 {
    let lap = 2 * pits + 1;
    let (own, other) = (&PREFIX[mover.index()], &PREFIX[mover.other().index()]);
    let store = STORE_KEYS[mover.index()];
    let whole = own[pits].wrapping_add(store).wrapping_add(other[pits]);
    let laps = times(whole, seeds / lap as u16);
    // The sum of the keys of the first `n` houses of the lap, counted from the own pit 1.
    let first = |n: usize| match n {
        _ if n <= pits => own[n],
        _ => own[pits]
            .wrapping_add(store)
            .wrapping_add(other[n - pits - 1]),
    };
    let end = from + 1 + seeds as usize % lap;
    let rest = match end.checked_sub(lap) {
        None => first(end).wrapping_sub(first(from + 1)),
        Some(past) => whole
            .wrapping_sub(first(from + 1))
            .wrapping_add(first(past)),
    };
    laps.wrapping_add(rest)
}
