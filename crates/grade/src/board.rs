//! A board as displays show it: any numbers, and none where a display cannot be read.

use std::fmt;

use kalah::{BySide, Position, Setup, Side};

/// The state of the displays at one moment.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// The pits from pit 1 on, and the store at the end.
    pub(crate) rows: BySide<Vec<Option<u32>>>,
}

impl Board {
    pub(crate) fn of(setup: &Setup) -> Board {
        let row = |side: Side| {
            let pits = setup.pits[side].iter().copied();
            pits.chain([setup.stores[side]]).map(Some).collect()
        };
        Board {
            rows: BySide::of(row),
        }
    }

    /// Whether a pit, counted from 0, shows no seeds.
    pub fn is_empty(&self, side: Side, pit: usize) -> bool {
        self.rows[side].get(pit) == Some(&Some(0))
    }

    /// Whether one of the rows shows no seeds.
    pub(crate) fn has_empty_row(&self) -> bool {
        let is_empty = |row: &Vec<Option<u32>>| {
            let pits = row.len().saturating_sub(1);
            row[..pits].iter().all(|&seeds| seeds == Some(0))
        };
        self.rows.iter().any(is_empty)
    }

    /// Whether all seeds are in the stores.
    pub(crate) fn is_swept(&self) -> bool {
        let pits = self.rows.iter().flat_map(|row| row.split_last());
        pits.flat_map(|(_, pits)| pits)
            .all(|&seeds| seeds == Some(0))
    }

    /// All seeds shown, if every display can be read.
    pub(crate) fn total(&self) -> Option<u32> {
        self.rows.iter().flatten().copied().sum()
    }

    /// The houses in which another board differs from this one: `pit 6: expected 0, found 11`.
    pub(crate) fn differences(&self, found: &Board) -> Vec<String> {
        let mut all = Vec::new();
        for side in Side::BOTH {
            let whose = match side {
                Side::South => "",
                Side::North => "the computer's ",
            };
            let pairs = self.rows[side].iter().zip(&found.rows[side]);
            let pits = self.rows[side].len().saturating_sub(1);
            for (index, (expected, found)) in pairs.enumerate().filter(|(_, (a, b))| a != b) {
                let house = match (index == pits, side) {
                    (false, _) => format!("{whose}pit {}", index + 1),
                    (true, Side::South) => "the person's store".to_owned(),
                    (true, Side::North) => "the computer's store".to_owned(),
                };
                let number = |seeds: &Option<u32>| match seeds {
                    Some(seeds) => seeds.to_string(),
                    None => "nothing that can be read".to_owned(),
                };
                let (expected, found) = (number(expected), number(found));
                all.push(format!("{house}: expected {expected}, found {found}"));
            }
        }
        all
    }

    /// In how many houses another board differs.
    pub(crate) fn distance(&self, other: &Board) -> usize {
        let pairs = self.rows.iter().flatten().zip(other.rows.iter().flatten());
        pairs.filter(|(one, other)| one != other).count()
    }

    pub(crate) fn shows(&self, position: &Position) -> bool {
        Side::BOTH.into_iter().all(|side| {
            let pits = position.pits(side).chain([position.store(side)]);
            let shown = self.rows[side].iter().copied();
            shown.eq(pits.map(|seeds| Some(u32::from(seeds))))
        })
    }

    /// The setup shown, if every display can be read.
    pub(crate) fn setup(&self, to_move: Side) -> Option<Setup> {
        let row = |side: Side| {
            self.rows[side]
                .iter()
                .copied()
                .collect::<Option<Vec<u32>>>()
        };
        let mut pits = BySide::new(row(Side::South)?, row(Side::North)?);
        let stores = BySide::new(pits.south.pop()?, pits.north.pop()?);
        Some(Setup {
            pits,
            stores,
            to_move,
        })
    }
}

/// Two lines: north's row from pit m to 1 between the stores' columns, and south's below it.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cell = |seeds: &Option<u32>| match seeds {
            Some(seeds) => format!("{seeds:>3}"),
            None => "  ?".to_owned(),
        };
        let row =
            |seeds: &mut dyn Iterator<Item = &Option<u32>>| -> String { seeds.map(cell).collect() };
        let BySide { south, north } = &self.rows;
        let store = |row: &[Option<u32>]| row.last().map(cell).unwrap_or_default();
        let pits = |row: &'_ [Option<u32>]| row.len().saturating_sub(1);
        let above = row(&mut north[..pits(north)].iter().rev());
        let below = row(&mut south[..pits(south)].iter());
        writeln!(f, "{} |{above} |", store(north))?;
        write!(f, "    |{below} |{}", store(south))
    }
}
