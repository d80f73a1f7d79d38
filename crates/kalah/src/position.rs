//! A validated position, and the fast way to make a move.
//!
//! A position that is over has no seeds in its pits: leftovers are in the stores of the rows they lay in.

use std::fmt;

use crate::by_side::BySide;
use crate::kernel::{self, Settled, Sown, Switches};
use crate::moves::{IllegalMove, Moves};
use crate::place::{House, Pit, Side};
use crate::row::{Row, WideRow};
use crate::rules::{End, Rules};
use crate::setup::{Setup, SetupError};

/// Seeds, side to move and rules, always consistent with the rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    /// The row of the side to move, then the other's.
    rows: [WideRow; 2],
    /// In the same order.
    stores: [u16; 2],
    rules: Rules,
    to_move: Side,
}

/// A move and its result, without the path of the seeds. [`Position::sow`] has all details.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    pub after: Position,
    /// Where the last seed fell.
    pub last: House,
    /// Seeds captured, the last one sown included.
    pub captured: u16,
    /// The mover moves again.
    pub extra_turn: bool,
}

impl Position {
    /// The position a setup describes, under these rules. If the rules say the game is over there, the leftovers go to
    /// the stores at once.
    pub fn new(rules: Rules, setup: &Setup) -> Result<Position, SetupError> {
        setup.check(rules)?;
        let order = [setup.to_move, setup.to_move.other()];
        let row = |side: Side| {
            let mut row = WideRow::default();
            for (index, &seeds) in setup.pits[side].iter().enumerate() {
                row.add(index, seeds as u16);
            }
            row
        };
        let mut position = Position {
            rows: order.map(row),
            stores: order.map(|side| setup.stores[side] as u16),
            rules,
            to_move: setup.to_move,
        };
        if position.is_over() {
            position.sweep();
        }
        Ok(position)
    }

    /// The start position of a game.
    #[must_use]
    pub fn start(rules: Rules, first: Side) -> Position {
        let row = WideRow::filled(rules.pits(), rules.seeds());
        Position {
            rows: [row, row],
            stores: [0, 0],
            rules,
            to_move: first,
        }
    }

    #[must_use]
    pub fn rules(&self) -> Rules {
        self.rules
    }

    #[must_use]
    pub fn to_move(&self) -> Side {
        self.to_move
    }

    /// The pits of a side from pit 1 on.
    #[must_use]
    pub fn pits(
        &self,
        side: Side,
    ) -> impl DoubleEndedIterator<Item = u16> + ExactSizeIterator + use<> {
        let row = self.row(side);
        (0..self.rules.pits()).map(move |index| row.get(index))
    }

    /// The seeds in one pit; none in a pit the board does not have.
    #[inline]
    #[must_use]
    pub fn pit(&self, side: Side, pit: Pit) -> u16 {
        self.row(side).get(pit.index())
    }

    #[must_use]
    pub fn store(&self, side: Side) -> u16 {
        self.stores[usize::from(side != self.to_move)]
    }

    #[must_use]
    pub fn seeds(&self, house: House) -> u16 {
        match house {
            House::Pit { side, pit } => self.pit(side, pit),
            House::Store { side } => self.store(side),
        }
    }

    /// All seeds on the board; no move changes it.
    #[must_use]
    pub fn total(&self) -> u16 {
        self.seeds_in_pits() + self.stores[0] + self.stores[1]
    }

    /// Seeds not yet in a store.
    #[must_use]
    pub fn seeds_in_pits(&self) -> u16 {
        self.rows[0].total() + self.rows[1].total()
    }

    /// The side's store minus the other's.
    #[must_use]
    pub fn margin(&self, side: Side) -> i32 {
        i32::from(self.store(side)) - i32::from(self.store(side.other()))
    }

    #[inline]
    #[must_use]
    pub fn is_over(&self) -> bool {
        let [own, other] = self.rows;
        match self.rules.end() {
            End::Either => own.is_empty() | other.is_empty(),
            End::Mover => own.is_empty(),
        }
    }

    fn row(&self, side: Side) -> WideRow {
        self.rows[usize::from(side != self.to_move)]
    }

    /// The winner of a finished game: `Some(None)` is a draw.
    #[must_use]
    pub fn outcome(&self) -> Option<Option<Side>> {
        self.is_over().then(|| match self.margin(Side::South) {
            0 => None,
            margin if margin > 0 => Some(Side::South),
            _ => Some(Side::North),
        })
    }

    /// The side that already has more than half of all seeds in its store, so that it wins in any case.
    #[must_use]
    pub fn decided(&self) -> Option<Side> {
        let half = self.total() / 2;
        Side::BOTH.into_iter().find(|&side| self.store(side) > half)
    }

    /// The pits the side to move can play.
    #[inline]
    #[must_use]
    pub fn legal_moves(&self) -> Moves {
        if self.is_over() {
            return Moves::default();
        }
        Moves::from_bits(self.rows[0].occupied())
    }

    /// The pit of this number, if it can be played.
    pub fn legal(&self, number: usize) -> Result<Pit, IllegalMove> {
        let pits = self.rules.pits();
        let pit = Pit::new(number)
            .filter(|pit| pit.index() < pits)
            .ok_or(IllegalMove::NoSuchPit { pit: number, pits })?;
        self.check(pit).map(|()| pit)
    }

    pub(crate) fn check(&self, pit: Pit) -> Result<(), IllegalMove> {
        let pits = self.rules.pits();
        if pit.index() >= pits {
            return Err(IllegalMove::NoSuchPit {
                pit: pit.number(),
                pits,
            });
        }
        let legal = self.legal_moves();
        if legal.contains(pit) {
            Ok(())
        } else if legal.is_empty() {
            Err(IllegalMove::GameOver)
        } else {
            Err(IllegalMove::EmptyPit {
                side: self.to_move,
                pit,
                legal,
            })
        }
    }

    /// The position after a move.
    pub fn play(&self, pit: Pit) -> Result<Position, IllegalMove> {
        self.step(pit).map(|step| step.after)
    }

    /// A move and its consequences.
    pub fn step(&self, pit: Pit) -> Result<Step, IllegalMove> {
        self.check(pit)?;
        Ok(self.step_legal(pit))
    }

    /// [`Position::step`] for a move known to be legal, such as one out of [`Position::legal_moves`].
    ///
    /// # Panics
    /// If the pit is not of this board. An empty pit gives a position without meaning.
    #[inline(always)]
    #[must_use]
    pub fn step_legal(&self, pit: Pit) -> Step {
        debug_assert!(self.legal_moves().contains(pit));
        let (mover, rules) = (self.to_move, self.rules);
        let pits = rules.pits();
        let [mut own, mut other] = self.rows;
        let seeds = own.take(pit.index()).into();
        let Sown { last, banked } = kernel::sow(&mut own, &mut other, pit.index(), seeds, pits);
        let lands = kernel::landing(rules, pit.index(), last);
        let Settled {
            rows,
            captured,
            in_store,
            over,
        } = kernel::settle(Switches::new(rules), own, other, lands, pits);
        let own_store = self.stores[0] + banked + captured;
        let (to_move, stores) = if in_store {
            (mover, [own_store, self.stores[1]])
        } else {
            (mover.other(), [self.stores[1], own_store])
        };
        let mut after = Position {
            rows,
            stores,
            rules,
            to_move,
        };
        if over {
            after.sweep();
        }
        Step {
            after,
            last: house(mover, last, pits),
            captured,
            extra_turn: in_store && !over,
        }
    }

    /// The same position seen from the other side of the board.
    #[must_use]
    pub fn mirrored(&self) -> Position {
        Position {
            to_move: self.to_move.other(),
            ..*self
        }
    }

    /// The same board with this side to move.
    #[must_use]
    pub fn with_to_move(&self, side: Side) -> Position {
        if side == self.to_move {
            return *self;
        }
        let ([own, other], [own_store, other_store]) = (self.rows, self.stores);
        let mut position = Position {
            rows: [other, own],
            stores: [other_store, own_store],
            rules: self.rules,
            to_move: side,
        };
        if position.is_over() {
            position.sweep();
        }
        position
    }

    /// The position as plain counts.
    #[must_use]
    pub fn setup(&self) -> Setup {
        let row = |side| self.pits(side).map(u32::from).collect();
        Setup {
            pits: BySide::of(row),
            stores: BySide::of(|side| self.store(side).into()),
            to_move: self.to_move,
        }
    }

    #[cold]
    fn sweep(&mut self) {
        for (row, store) in self.rows.iter_mut().zip(&mut self.stores) {
            *store += row.total();
            *row = WideRow::default();
        }
    }
}

fn house(mover: Side, on_lap: usize, pits: usize) -> House {
    match on_lap {
        _ if on_lap < pits => House::Pit {
            side: mover,
            pit: Pit::from_index(on_lap),
        },
        _ if on_lap == pits => House::Store { side: mover },
        _ => House::Pit {
            side: mover.other(),
            pit: Pit::from_index(on_lap - pits - 1),
        },
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "Position({self}, {})", self.rules)
    }
}
