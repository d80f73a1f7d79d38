//! The text of a position: `4,4,4,4,4,4,0/4,4,4,4,4,4,0 s`.

use std::fmt;
use std::str::FromStr;

use super::{NotationError, count, shortened};
use crate::by_side::BySide;
use crate::place::Side;
use crate::position::Position;
use crate::setup::Setup;

/// Blanks around numbers do not matter; without a side it is south's move.
impl FromStr for Setup {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Setup, NotationError> {
        let (board, to_move) = split_side(text.trim())?;
        let rows: Vec<&str> = board.split('/').collect();
        let [south, north] = rows[..] else {
            return Err(NotationError::Rows(rows.len()));
        };
        let (south_pits, south_store) = row(south)?;
        let (north_pits, north_store) = row(north)?;
        Ok(Setup {
            pits: BySide::new(south_pits, north_pits),
            stores: BySide::new(south_store, north_store),
            to_move,
        })
    }
}

fn split_side(text: &str) -> Result<(&str, Side), NotationError> {
    let board = text.trim_end_matches(|c: char| !c.is_ascii_digit() && c != ',' && c != '/');
    let side = match text[board.len()..].trim() {
        "" | "s" => Side::South,
        "n" => Side::North,
        other => return Err(NotationError::Side(shortened(other))),
    };
    Ok((board, side))
}

fn row(text: &str) -> Result<(Vec<u32>, u32), NotationError> {
    let mut counts = text
        .split(',')
        .map(count)
        .collect::<Result<Vec<u32>, _>>()?;
    match counts.pop() {
        Some(store) if !counts.is_empty() => Ok((counts, store)),
        _ => Err(NotationError::ShortRow(shortened(text.trim()))),
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for side in Side::BOTH {
            for seeds in &self.pits[side] {
                write!(f, "{seeds},")?;
            }
            let behind = match side {
                Side::South => "/",
                Side::North => " ",
            };
            write!(f, "{}{behind}", self.stores[side])?;
        }
        write!(f, "{}", self.to_move.letter())
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.setup().fmt(f)
    }
}
