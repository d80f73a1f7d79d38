//! Where seeds lie: sides, pits and houses.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::rules::MAX_PITS;

/// One of the two players. South is the human of the old consoles, north the computer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    South,
    North,
}

impl Side {
    pub const BOTH: [Side; 2] = [Side::South, Side::North];

    #[must_use]
    pub fn other(self) -> Side {
        match self {
            Side::South => Side::North,
            Side::North => Side::South,
        }
    }

    /// 0 for south, 1 for north.
    #[must_use]
    pub fn index(self) -> usize {
        self as usize
    }

    /// The letter of the side in position texts.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Side::South => 's',
            Side::North => 'n',
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(match self {
            Side::South => "south",
            Side::North => "north",
        })
    }
}

/// A pit of a row, numbered from 1 (farthest from the owner's store).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Pit(u8);

impl Pit {
    /// The pit of this number, 1 to 12.
    #[must_use]
    pub fn new(number: usize) -> Option<Pit> {
        (1..=MAX_PITS as usize)
            .contains(&number)
            .then(|| Pit(number as u8 - 1))
    }

    #[must_use]
    pub(crate) fn from_index(index: usize) -> Pit {
        debug_assert!(index < MAX_PITS as usize);
        Pit(index as u8)
    }

    /// 1 for the pit farthest from the store.
    #[must_use]
    pub fn number(self) -> usize {
        self.0 as usize + 1
    }

    /// 0 for the pit farthest from the store.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Pit {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.number().fmt(f)
    }
}

impl fmt::Debug for Pit {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "Pit({})", self.number())
    }
}

impl From<Pit> for u8 {
    fn from(pit: Pit) -> u8 {
        pit.number() as u8
    }
}

impl TryFrom<u8> for Pit {
    type Error = String;

    fn try_from(number: u8) -> Result<Pit, String> {
        Pit::new(number.into())
            .ok_or_else(|| format!("{number} is not a pit number (1 to {MAX_PITS})"))
    }
}

/// A place a seed can lie in: a pit or a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum House {
    Pit { side: Side, pit: Pit },
    Store { side: Side },
}

impl House {
    /// The side whose row or store this is.
    #[must_use]
    pub fn side(self) -> Side {
        match self {
            House::Pit { side, .. } | House::Store { side } => side,
        }
    }
}

impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            House::Pit { side, pit } => write!(f, "{side}'s pit {pit}"),
            House::Store { side } => write!(f, "{side}'s store"),
        }
    }
}
