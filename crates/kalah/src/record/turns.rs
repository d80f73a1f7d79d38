//! How the moves of a game are listed: `1. 3+ 6 / 2`, one line per turn, south's moves before north's.
//!
//! A turn begins with south's first move in a row; a game that north begins has `-` in south's place.

use crate::place::Side;

/// The prefix of a move in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lead {
    /// The number of a new turn, and `- /` if south does not move in it.
    Turn { number: usize, skipped: bool },
    /// `/`, between south's moves and north's.
    Slash,
    /// Nothing: the same side moves again.
    Same,
}

/// Numbers the turns of a game, move by move.
#[derive(Clone, Debug, Default)]
pub struct Numbering {
    number: usize,
    last: Option<Side>,
}

impl Numbering {
    /// The prefix of the next move, which this side makes.
    pub fn lead(&mut self, mover: Side) -> Lead {
        let last = self.last.replace(mover);
        match (last, mover) {
            (Some(last), mover) if last == mover => Lead::Same,
            (Some(_), Side::North) => Lead::Slash,
            (_, mover) => {
                self.number += 1;
                Lead::Turn {
                    number: self.number,
                    skipped: mover == Side::North,
                }
            }
        }
    }

    /// The turn the last move belongs to.
    #[must_use]
    pub fn number(&self) -> usize {
        self.number
    }
}

/// The marks after a move: `+` for an extra turn, `x` for a capture, `#` for the end of the game.
pub(crate) fn marks(extra_turn: bool, captured: bool, over: bool) -> String {
    let marks = [(extra_turn, '+'), (captured, 'x'), (over, '#')];
    let set = marks.iter().filter(|(set, _)| *set);
    set.map(|(_, mark)| mark).collect()
}
