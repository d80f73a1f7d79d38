//! A move in full, seed by seed: enough for any interface to animate and explain it without knowing the
//! rules. It is written the way the rules are usually explained, independently of the fast version in `kernel`; tests compare the two.

use serde::Serialize;

use crate::moves::IllegalMove;
use crate::place::{House, Pit, Side};
use crate::position::Position;
use crate::record::turns::marks;
use crate::rules::{Capture, End, Lift};
use crate::setup::Setup;

/// A move made and all that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sowing {
    pub before: Position,
    pub mover: Side,
    pub pit: Pit,
    /// The seeds lifted.
    pub seeds: u16,
    /// Where each seed fell, in order.
    pub path: Vec<House>,
    pub capture: Option<Captured>,
    /// The mover moves again.
    pub extra_turn: bool,
    /// The game ended with this move.
    pub over: bool,
    /// Leftovers at the end: each house, and its seeds, which went to the store of its own side.
    pub sweep: Vec<(House, u16)>,
    pub after: Position,
}

impl Sowing {
    /// The move with its marks, as a record writes it: `3+`, `5x`, `6#`.
    #[must_use]
    pub fn notation(&self) -> String {
        let marks = marks(self.extra_turn, self.capture.is_some(), self.over);
        format!("{}{marks}", self.pit)
    }
}

/// Seeds captured by a move, all now in the mover's store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Captured {
    /// The own pit the last seed fell into; that seed is captured too.
    pub own: House,
    pub opposite: House,
    /// Seeds taken from the opposite pit: 0 is possible when capture is `always`.
    pub from_opposite: u16,
}

impl Captured {
    /// All seeds banked by the capture.
    #[must_use]
    pub fn seeds(self) -> u16 {
        self.from_opposite + 1
    }
}

/// A setup while a move is made on it.
struct Sower {
    setup: Setup,
    mover: Side,
}

/// The result of sowing.
struct Sown {
    path: Vec<House>,
    last: House,
    /// There was nothing in the last house when the last seed fell into it.
    into_empty: bool,
}

impl Sower {
    fn pits(&self) -> usize {
        self.setup.pits.south.len()
    }

    fn at(&mut self, house: House) -> &mut u32 {
        match house {
            House::Pit { side, pit } => &mut self.setup.pits[side][pit.index()],
            House::Store { side } => &mut self.setup.stores[side],
        }
    }

    /// The house the next seed goes to: up the row, into the mover's store, past the other's.
    fn next(&self, house: House) -> House {
        let first = |side| House::Pit {
            side,
            pit: Pit::from_index(0),
        };
        match house {
            House::Store { side } => first(side.other()),
            House::Pit { side, pit } if pit.number() < self.pits() => House::Pit {
                side,
                pit: Pit::from_index(pit.index() + 1),
            },
            House::Pit { side, .. } if side == self.mover => House::Store { side },
            House::Pit { side, .. } => first(side.other()),
        }
    }

    fn sow(&mut self, from: House, lift: Lift) -> Sown {
        let seeds = *self.at(from);
        if lift == Lift::All {
            *self.at(from) = 0;
        }
        let mut sown = Sown {
            path: Vec::with_capacity(seeds as usize),
            last: from,
            into_empty: false,
        };
        for _ in 0..seeds {
            sown.last = self.next(sown.last);
            sown.into_empty = *self.at(sown.last) == 0;
            *self.at(sown.last) += 1;
            if lift == Lift::Each {
                *self.at(from) -= 1;
            }
            sown.path.push(sown.last);
        }
        sown
    }

    fn capture(&mut self, sown: &Sown, rule: Capture) -> Option<Captured> {
        let last = sown.last;
        let House::Pit { side, pit } = last else {
            return None;
        };
        if side != self.mover || !sown.into_empty || rule == Capture::Off {
            return None;
        }
        let across = Pit::from_index(self.pits() - pit.number());
        let opposite = House::Pit {
            side: side.other(),
            pit: across,
        };
        if *self.at(opposite) == 0 && rule == Capture::Opposite {
            return None;
        }
        let from_opposite = std::mem::take(self.at(opposite));
        *self.at(last) = 0;
        *self.at(House::Store { side }) += from_opposite + 1;
        Some(Captured {
            own: last,
            opposite,
            from_opposite: from_opposite as u16,
        })
    }

    fn is_over(&self, rule: End) -> bool {
        let empty = |side: Side| self.setup.pits[side].iter().all(|&seeds| seeds == 0);
        match rule {
            End::Either => Side::BOTH.into_iter().any(empty),
            End::Mover => empty(self.setup.to_move),
        }
    }

    fn sweep(&mut self) -> Vec<(House, u16)> {
        let mut swept = Vec::new();
        for side in Side::BOTH {
            for index in 0..self.pits() {
                let house = House::Pit {
                    side,
                    pit: Pit::from_index(index),
                };
                let seeds = std::mem::take(self.at(house));
                if seeds > 0 {
                    *self.at(House::Store { side }) += seeds;
                    swept.push((house, seeds as u16));
                }
            }
        }
        swept
    }
}

impl Position {
    /// Makes a move and returns everything that happened.
    pub fn sow(&self, pit: Pit) -> Result<Sowing, IllegalMove> {
        self.check(pit)?;
        let mover = self.to_move();
        let rules = self.rules();
        let mut board = Sower {
            setup: self.setup(),
            mover,
        };
        let sown = board.sow(House::Pit { side: mover, pit }, rules.lift());
        let capture = board.capture(&sown, rules.capture());
        let in_store = sown.last == House::Store { side: mover };
        board.setup.to_move = if in_store { mover } else { mover.other() };
        let over = board.is_over(rules.end());
        let sweep = if over { board.sweep() } else { Vec::new() };
        let after =
            Position::new(rules, &board.setup).expect("a move keeps the board's shape and seeds");
        Ok(Sowing {
            before: *self,
            mover,
            pit,
            seeds: self.pit(mover, pit),
            path: sown.path,
            capture,
            extra_turn: in_store && !over,
            over,
            sweep,
            after,
        })
    }
}
