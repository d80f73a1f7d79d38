//! Helpers of several tests: rules, random positions, and the plainest search there is.

use kalah::{BySide, Capture, End, Lift, Position, Rules, Setup, Side};

pub const CAPTURES: [Capture; 3] = [Capture::Opposite, Capture::Always, Capture::Off];
pub const ENDS: [End; 2] = [End::Either, End::Mover];
pub const LIFTS: [Lift; 2] = [Lift::All, Lift::Each];

/// Every combination of capture, end and lift rule, with this many pits and seeds.
pub fn variants(pits: u32, seeds: u32) -> impl Iterator<Item = Rules> {
    let rules = move |capture, end, lift| {
        let rules = Rules::new(pits, seeds, capture, end).unwrap();
        rules.with_lift(lift)
    };
    CAPTURES.into_iter().flat_map(move |capture| {
        ENDS.into_iter()
            .flat_map(move |end| LIFTS.map(|lift| rules(capture, end, lift)))
    })
}

/// A fixed sequence of pseudo-random numbers.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    /// `seeds` seeds scattered over pits and stores.
    pub fn position(&mut self, rules: Rules, seeds: u64) -> Position {
        let pits = rules.pits();
        let mut setup = Setup {
            pits: BySide::new(vec![0; pits], vec![0; pits]),
            stores: BySide::of(|_| self.below(5) as u32),
            to_move: if self.below(2) == 0 {
                Side::South
            } else {
                Side::North
            },
        };
        // Some positions are crowded, some spread out.
        let favourite = self.below(2 * pits as u64);
        let crowd = self.below(3) == 0;
        for _ in 0..seeds {
            let house = if crowd && self.below(2) == 0 {
                favourite
            } else {
                self.below(2 * pits as u64)
            } as usize;
            setup.pits[Side::BOTH[house / pits]][house % pits] += 1;
        }
        Position::new(rules, &setup).expect("the rows have the rules' length")
    }
}

/// The final margin of the side to move, by exhaustive search; `None` if that is more than `budget` positions.
pub fn minimax(position: &Position, budget: &mut u32) -> Option<i32> {
    *budget = budget.checked_sub(1)?;
    let mover = position.to_move();
    if position.is_over() {
        return Some(position.margin(mover));
    }
    let mut best = None;
    for pit in position.legal_moves() {
        let after = position.play(pit).expect("the move is legal");
        let value = minimax(&after, budget)?;
        let value = if after.to_move() == mover {
            value
        } else {
            -value
        };
        best = best.max(Some(value));
    }
    best
}
