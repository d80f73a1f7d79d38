//! The rules of a move, on rows of any width. Everything moves by these few functions: positions, and the packed board of the
//! search. [`sowing`](crate::sowing) tells the same story seed by seed, and tests compare the two.

use crate::row::Row;
use crate::rules::{Capture, End, Lift, Rules};

/// The rule parameters that a move depends on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Switches {
    pits: usize,
    capture: Capture,
    /// The game also ends when the side that does not move has no seeds.
    either: bool,
}

impl Switches {
    #[inline(always)]
    pub fn new(rules: Rules) -> Switches {
        Switches {
            pits: rules.pits(),
            capture: rules.capture(),
            either: rules.end() == End::Either,
        }
    }
}

/// The result of sowing for the mover.
pub(crate) struct Sown {
    /// Where on the lap the last seed fell: 0 to m-1 are the own pits, m the own store, m+1 to 2m the other's pits.
    pub last: usize,
    /// Seeds sown into the own store.
    pub banked: u16,
}

/// Sows this many seeds, lifted from the mover's pit `from`.
#[inline]
pub(crate) fn sow<R: Row>(
    own: &mut R,
    other: &mut R,
    from: usize,
    seeds: usize,
    pits: usize,
) -> Sown {
    let lap = 2 * pits + 1;
    let mut end = from + seeds; // the last house sown, counted from the own pit 1 on
    let mut laps = 0;
    if seeds >= lap {
        laps = (seeds / lap) as u16;
        end = from + seeds % lap;
        own.sow_laps(pits, laps);
        other.sow_laps(pits, laps);
    }
    own.sow(from + 1, (end + 1).min(pits).max(from + 1));
    other.sow(0, end.saturating_sub(pits).min(pits));
    own.sow(0, (end + 1).saturating_sub(lap));
    Sown {
        last: if end < lap { end } else { end - lap },
        banked: laps + u16::from(pits <= end),
    }
}

/// Where a last seed counts as fallen: a seed that was never out of its pit captures nothing, like one in the other's row.
#[inline(always)]
pub(crate) fn landing(rules: Rules, from: usize, last: usize) -> usize {
    let comes_back = last == from && rules.lift() == Lift::Each;
    if comes_back { rules.lap() } else { last }
}

/// A move after its last seed.
pub(crate) struct Settled<R> {
    /// The row of the side that moves next, then the other's. If the game is over, leftovers are still there.
    pub rows: [R; 2],
    pub captured: u16,
    /// The last seed fell into the own store.
    pub in_store: bool,
    pub over: bool,
}

/// The outcome once the last seed has fallen at `last`: an own pit below `store`, the own store, or beyond.
#[inline(always)]
pub(crate) fn settle<R: Row>(
    rules: Switches,
    mut own: R,
    mut other: R,
    last: usize,
    store: usize,
) -> Settled<R> {
    let mut captured = 0;
    if last < store && own.get(last) == 1 {
        captured = capture(rules, &mut own, &mut other, last);
    }
    let in_store = last == store;
    let rows = if in_store { [own, other] } else { [other, own] };
    Settled {
        rows,
        captured,
        in_store,
        over: rows[0].is_empty() || (rules.either && rows[1].is_empty()),
    }
}

/// Captures around the own pit `last`, which holds the one last seed, if the rule says so; the number of captured seeds.
#[inline(always)]
fn capture<R: Row>(rules: Switches, own: &mut R, other: &mut R, last: usize) -> u16 {
    let opposite = rules.pits - 1 - last;
    let captures = match rules.capture {
        Capture::Opposite => other.get(opposite) > 0,
        Capture::Always => true,
        Capture::Off => false,
    };
    if !captures {
        return 0;
    }
    own.take(last) + other.take(opposite)
}
