//! The effect of moves on the mover's row, as far as that row alone decides it.
//!
//! The mover's row after the move, the seeds banked by sowing and the seeds sown into the other row depend on nothing
//! else. Moves are grouped by what must be known to evaluate them:
//!
//! * moves that leave the layer (bank or capture a seed): entries of lower layers;
//! * moves within the layer, which stay in the own row: entries of the same layer with a higher number of that row;
//! * extra turns: entries of lower layers with the same side to move.

use kalah::{Capture, Lift};

use crate::table::Variant;
use crate::table::row::{self, PITS, Row, rows};

/// How a move leaves the layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveKind {
    /// By seeds sown into the store.
    Sown,
    /// By a capture out of the pit `across`, with nothing handed on. Whether there is one is up to the other row.
    Captured,
    /// By a capture out of the pit `across` at the end of a lap, which has put a seed there.
    CapturedAfterLap,
}

/// A move that leaves the layer and gives no extra turn.
#[derive(Clone, Copy, Debug)]
pub struct Leaving {
    pub kind: MoveKind,
    /// Seeds handed on to the other row.
    pub handed: u8,
    /// Seeds banked, those from across not included.
    pub banked: u8,
    /// The other's pit to capture from, counted from 0.
    pub across: u8,
    /// The sum and the number of the mover's row afterwards.
    pub sum: u8,
    pub number: u32,
}

/// A move within the layer.
#[derive(Clone, Copy, Debug)]
pub struct Within {
    /// The number of the mover's row afterwards.
    pub number: u32,
    /// The other's pit, counted from 0, that must be empty, as this would be a capture otherwise.
    pub if_empty: Option<u8>,
}

/// A move that gives an extra turn: the number of the mover's row before and after.
#[derive(Clone, Copy, Debug)]
pub struct Extra {
    pub before: u32,
    pub after: u32,
}

/// The moves of all rows of one sum.
#[derive(Debug, Default)]
pub struct Moves {
    leaving: Vec<Leaving>,
    leaving_from: Vec<u32>,
    within: Vec<Within>,
    within_from: Vec<u32>,
    /// By the laps made before the last seed fell into the store.
    extra: Vec<Vec<Extra>>,
}

/// The most laps an extra turn can take, plus one.
const LAPS: usize = row::MAX_SEEDS / (2 * PITS + 1) + 1;

impl Moves {
    pub(crate) fn of_sum(sum: usize, variant: Variant) -> Moves {
        let mut moves = Moves {
            extra: vec![Vec::new(); LAPS],
            ..Moves::default()
        };
        moves.leaving_from.reserve(rows(sum) + 1);
        moves.within_from.reserve(rows(sum) + 1);
        for (number, row) in row::all(sum).into_iter().enumerate() {
            moves.leaving_from.push(moves.leaving.len() as u32);
            moves.within_from.push(moves.within.len() as u32);
            for pit in (0..PITS).filter(|&pit| row[pit] > 0) {
                moves.add(number as u32, pit, sow(row, pit), variant);
            }
        }
        moves.leaving_from.push(moves.leaving.len() as u32);
        moves.within_from.push(moves.within.len() as u32);
        moves
    }

    /// The moves of a row that leave the layer.
    pub(crate) fn leaving(&self, number: usize) -> &[Leaving] {
        &self.leaving[self.leaving_from[number] as usize..self.leaving_from[number + 1] as usize]
    }

    /// The moves of a row within the layer.
    pub fn within(&self, number: usize) -> &[Within] {
        &self.within[self.within_from[number] as usize..self.within_from[number + 1] as usize]
    }

    /// The moves of all rows that give an extra turn after this many laps.
    pub fn extra(&self, laps: usize) -> &[Extra] {
        &self.extra[laps]
    }

    pub fn laps(&self) -> impl Iterator<Item = usize> + use<> {
        0..LAPS
    }

    fn add(&mut self, before: u32, pit: usize, sown: Sown, variant: Variant) {
        let comes_back = sown.last == pit && variant.lift == Lift::Each;
        let last_alone = sown.last < PITS && sown.own[sown.last] == 1 && !comes_back;
        if sown.last == PITS {
            let after = row::number(sown.own).1 as u32;
            self.extra[usize::from(sown.handed) / PITS].push(Extra { before, after });
        } else if last_alone && variant.capture != Capture::Off {
            self.add_capture(sown, variant.capture);
        } else if sown.banked > 0 {
            self.leaving.push(sown.leaving(MoveKind::Sown));
        } else {
            self.within.push(sown.within(None));
        }
    }

    fn add_capture(&mut self, mut sown: Sown, capture: Capture) {
        let across = (PITS - 1 - sown.last) as u8;
        if sown.handed > 0 {
            sown.capture_last();
            self.leaving.push(sown.leaving(MoveKind::CapturedAfterLap));
            return;
        }
        if capture == Capture::Opposite {
            self.within.push(sown.within(Some(across)));
        }
        sown.capture_last();
        self.leaving.push(sown.leaving(MoveKind::Captured));
    }
}

/// A move as far as the mover's row decides it.
struct Sown {
    own: Row,
    banked: u8,
    handed: u8,
    /// Where on the lap the last seed fell: 0 to 5 are the own pits, 6 the store, then the other's pits.
    last: usize,
}

fn sow(mut own: Row, pit: usize) -> Sown {
    let (mut banked, mut handed) = (0, 0);
    let seeds = std::mem::take(&mut own[pit]);
    let mut at = pit;
    for _ in 0..seeds {
        at = if at == 2 * PITS { 0 } else { at + 1 };
        match at {
            0..PITS => own[at] += 1,
            PITS => banked += 1,
            _ => handed += 1,
        }
    }
    Sown {
        own,
        banked,
        handed,
        last: at,
    }
}

impl Sown {
    fn capture_last(&mut self) {
        self.own[self.last] = 0;
        self.banked += 1;
    }

    fn leaving(&self, kind: MoveKind) -> Leaving {
        let (sum, number) = row::number(self.own);
        Leaving {
            kind,
            handed: self.handed,
            banked: self.banked,
            across: (PITS - 1).saturating_sub(self.last) as u8,
            sum: sum as u8,
            number: number as u32,
        }
    }

    fn within(&self, if_empty: Option<u8>) -> Within {
        Within {
            number: row::number(self.own).1 as u32,
            if_empty,
        }
    }
}
