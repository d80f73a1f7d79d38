//! The board of the search: up to six pits a side, up to 127 seeds in them, each row in one 64-bit word. Stores, and whose
//! turn it is, are left out: the value of a position does not depend on them.
//!
//! A move is two additions of words looked up by pit and seeds. The looked-up words also carry, in byte 7, the seeds that
//! fall into the store and where the last seed falls. A board with fewer pits leaves the upper pits empty.

use crate::kernel::{self, Settled, Sown, Switches};
use crate::position::Position;
use crate::row::{NarrowRow, Row};
use crate::rules::Rules;

/// Where the last seed fell, if not in the own pit of this index.
const STORE: usize = Packed::PITS;
const BEYOND: usize = STORE + 1;

/// A board of few pits and seeds. Copying it is as cheap as copying two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packed {
    own: NarrowRow,
    other: NarrowRow,
}

impl Packed {
    /// The most pits a side.
    pub const PITS: usize = NarrowRow::PITS;
    /// The most seeds in all pits together.
    pub const SEEDS: usize = 127;

    /// The pits of a position; none if it has too many pits or seeds.
    #[must_use]
    pub fn new(position: &Position) -> Option<Packed> {
        let fits = position.rules().pits() <= Packed::PITS
            && usize::from(position.seeds_in_pits()) <= Packed::SEEDS;
        let row = |side| {
            let mut row = NarrowRow::default();
            for (index, seeds) in position.pits(side).enumerate() {
                row.add(index, seeds);
            }
            row
        };
        let mover = position.to_move();
        fits.then(|| Packed {
            own: row(mover),
            other: row(mover.other()),
        })
    }

    /// The row of the side to move: one byte per pit, pit 1 in the lowest.
    #[inline(always)]
    #[must_use]
    pub fn own(self) -> u64 {
        self.own.word()
    }

    /// The row of the other side.
    #[inline(always)]
    #[must_use]
    pub fn other(self) -> u64 {
        self.other.word()
    }

    /// The pits that can be played, one bit each, pit 1 in the lowest.
    #[inline(always)]
    #[must_use]
    pub fn moves(self) -> u16 {
        self.own.occupied()
    }
}

/// A move made on a packed board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// Seen from the side that moves next. If the game is over, leftovers are still in it.
    pub after: Packed,
    /// Seeds the mover banked. If the game is over: the margin of all seeds that were left, leftovers included.
    pub banked: i32,
    /// The last seed fell into the mover's store.
    pub extra_turn: bool,
    pub over: bool,
}

#[derive(Clone, Copy, Default)]
struct Sow {
    own: u64,
    other: u64,
}

/// Rules, worked out for every pit and number of seeds.
pub struct PackedRules {
    sow: Box<[[Sow; Packed::SEEDS + 1]; Packed::PITS]>,
    switches: Switches,
}

impl PackedRules {
    /// # Panics
    /// If the rules have more than [`Packed::PITS`] pits.
    #[must_use]
    pub fn new(rules: Rules) -> PackedRules {
        let mut sow = Box::new([[Sow::default(); Packed::SEEDS + 1]; Packed::PITS]);
        for (pit, line) in sow[..rules.pits()].iter_mut().enumerate() {
            for (seeds, sow) in line.iter_mut().enumerate().skip(1) {
                *sow = sowing(rules, pit, seeds);
            }
        }
        PackedRules {
            sow,
            switches: Switches::new(rules),
        }
    }

    /// Plays a pit that has seeds, given by its index: 0 is the pit farthest from the store.
    #[inline(always)]
    #[must_use]
    pub fn play(&self, board: &Packed, pit: usize) -> Played {
        let mut own = board.own;
        let sow = &self.sow[pit][usize::from(own.take(pit))];
        let (own, banked) = own.plus(sow.own);
        let (other, last) = board.other.plus(sow.other);
        let Settled {
            rows: [next, after],
            captured,
            in_store,
            over,
        } = kernel::settle(self.switches, own, other, last, STORE);
        let mut banked = banked as i32 + i32::from(captured);
        if over {
            let left = i32::from(next.total()) - i32::from(after.total());
            banked += if in_store { left } else { -left };
        }
        Played {
            after: Packed {
                own: next,
                other: after,
            },
            banked,
            extra_turn: in_store,
            over,
        }
    }
}

/// The addends of a move for the two rows, with the seeds banked and the place of the last seed in byte 7.
fn sowing(rules: Rules, pit: usize, seeds: usize) -> Sow {
    let (mut own, mut other) = (NarrowRow::default(), NarrowRow::default());
    let Sown { last, banked } = kernel::sow(&mut own, &mut other, pit, seeds, rules.pits());
    let last = match kernel::landing(rules, pit, last) {
        last if last < rules.pits() => last,
        last if last == rules.pits() => STORE,
        _ => BEYOND,
    };
    Sow {
        own: own.word() | u64::from(banked) << 56,
        other: other.word() | (last as u64) << 56,
    }
}
