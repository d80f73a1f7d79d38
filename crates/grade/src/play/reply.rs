//! The computer's turn: every way it may be played.

use std::collections::HashSet;

use kalah::{Pit, Position, Setup, Side};

use super::unfinished::{sown, unswept};
use crate::board::Board;

/// Positions the computer may reach in one turn, at most.
const MOST_REPLIES: usize = 20_000;

/// A turn of the computer: where it led, and its last move with the position before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reply {
    pub after: Position,
    pub last: Option<Pit>,
    before: Position,
}

impl Reply {
    /// No move at all.
    pub(super) fn new(position: Position) -> Reply {
        Reply {
            after: position,
            last: None,
            before: position,
        }
    }

    /// The board with the seeds that the last move leaves over still in their pits, if that move ended the game.
    pub(super) fn unswept(&self) -> Option<Setup> {
        let sowing = self.before.sow(self.last?).ok()?;
        let all_sown = sown(&sowing, &sowing.path);
        sowing.over.then(|| unswept(&sowing, &all_sown))
    }

    /// Whether a board shows the end of the game with its last seeds somewhere between their pits and their stores.
    pub(super) fn is_swept_wrongly(&self, shown: &Board) -> bool {
        let Some(left) = self.unswept() else {
            return false;
        };
        let swept = self.after.setup();
        let is_between = |side: Side| {
            let (store, pits) = shown.rows[side].split_last()?;
            let mut houses = pits.iter().zip(&left.pits[side]);
            let is_left = houses.all(|(seen, left)| *seen == Some(0) || *seen == Some(*left));
            Some(is_left && (left.stores[side]..=swept.stores[side]).contains(&(*store)?))
        };
        Side::BOTH
            .into_iter()
            .all(|side| is_between(side) == Some(true))
    }

    /// The board with all seeds moved to their stores, if the game was not over.
    pub(super) fn swept(&self) -> Option<Setup> {
        let mut setup = self.after.setup();
        for side in Side::BOTH {
            setup.stores[side] += setup.pits[side].iter().sum::<u32>();
            setup.pits[side].fill(0);
        }
        (!self.after.is_over()).then_some(setup)
    }
}

/// Every way the computer may play from here until it is the person's turn; the position itself if it is that already, or if two
/// people play.
pub(super) fn replies(position: &Position, people: bool) -> Vec<Reply> {
    let here = Reply::new(*position);
    if people || position.is_over() || position.to_move() == Side::South {
        return vec![here];
    }
    let mut open = vec![here];
    let mut seen = HashSet::new();
    let mut ends = Vec::new();
    while let Some(Reply { after, .. }) = open.pop() {
        for pit in after.legal_moves() {
            let next = after.step_legal(pit).after;
            let reply = Reply {
                after: next,
                last: Some(pit),
                before: after,
            };
            if next.is_over() || next.to_move() == Side::South {
                ends.push(reply);
            } else if seen.len() < MOST_REPLIES && seen.insert(next) {
                open.push(reply);
            }
        }
    }
    ends
}
