//! Boards of the Kalah Game Protocol: `<m,south store,north store,south pits...,north pits...>`. The side to move is not
//! part of one: the protocol shows every player the board as if it sat south.

use super::{NotationError, count, shortened};
use crate::by_side::BySide;
use crate::place::Side;
use crate::rules::MAX_PITS;
use crate::setup::Setup;

impl Setup {
    /// Reads a KGP board; it is south's move.
    pub fn from_kgp(text: &str) -> Result<Setup, NotationError> {
        let inner = text
            .trim()
            .strip_prefix('<')
            .and_then(|rest| rest.strip_suffix('>'));
        let mut words = inner.ok_or(NotationError::Brackets)?.split(',');
        let first = words.next().unwrap_or_default();
        let pits = count(first)
            .ok()
            .filter(|pits| (1..=MAX_PITS.into()).contains(pits))
            .ok_or_else(|| NotationError::BoardPits(shortened(first.trim())))?
            as usize;
        let counts = words.map(count).collect::<Result<Vec<u32>, _>>()?;
        let expected = 2 * pits + 3;
        if counts.len() + 1 != expected {
            return Err(NotationError::BoardLength {
                pits,
                expected,
                found: counts.len() + 1,
            });
        }
        let (south, north) = counts[2..].split_at(pits);
        Ok(Setup {
            pits: BySide::new(south.to_vec(), north.to_vec()),
            stores: BySide::new(counts[0], counts[1]),
            to_move: Side::South,
        })
    }

    /// The KGP board as the side to move sees it: mirrored when that is north.
    #[must_use]
    pub fn to_kgp(&self) -> String {
        let (own, other) = (self.to_move, self.to_move.other());
        let numbers = [
            self.pits[own].len() as u32,
            self.stores[own],
            self.stores[other],
        ];
        let counts = numbers
            .iter()
            .chain(&self.pits[own])
            .chain(&self.pits[other]);
        let words: Vec<String> = counts.map(u32::to_string).collect();
        format!("<{}>", words.join(","))
    }
}
