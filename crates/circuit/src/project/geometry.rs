//! Places on the sheet and the four directions. x runs right, y runs down.

use std::fmt;

/// A point of a sheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location {
    pub x: i32,
    pub y: i32,
}

impl From<Location> for (i32, i32) {
    fn from(location: Location) -> (i32, i32) {
        (location.x, location.y)
    }
}

impl Location {
    pub const fn new(x: i32, y: i32) -> Location {
        Location { x, y }
    }

    pub const fn offset(self, dx: i32, dy: i32) -> Location {
        Location {
            x: self.x.saturating_add(dx),
            y: self.y.saturating_add(dy),
        }
    }

    /// Reads `(x,y)`, the brackets may be left out.
    pub fn parse(text: &str) -> Option<Location> {
        let text = text.trim();
        let text = text
            .strip_prefix('(')
            .and_then(|t| t.strip_suffix(')'))
            .unwrap_or(text);
        let (x, y) = text.split_once(',')?;
        let (x, y) = (x.trim().parse().ok()?, y.trim().parse().ok()?);
        let limit = -1_000_000..=1_000_000;
        (limit.contains(&x) && limit.contains(&y)).then_some(Location { x, y })
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

/// The facing of a component.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Facing {
    #[default]
    East,
    North,
    West,
    South,
}

impl Facing {
    pub fn parse(text: &str) -> Option<Facing> {
        Some(match text {
            "east" => Facing::East,
            "north" => Facing::North,
            "west" => Facing::West,
            "south" => Facing::South,
            _ => return None,
        })
    }

    /// As it is written in a file.
    pub const fn name(self) -> &'static str {
        match self {
            Facing::East => "east",
            Facing::North => "north",
            Facing::West => "west",
            Facing::South => "south",
        }
    }

    /// Quarter turns counter-clockwise from east.
    pub const fn turns(self) -> u32 {
        match self {
            Facing::East => 0,
            Facing::North => 1,
            Facing::West => 2,
            Facing::South => 3,
        }
    }

    /// The offset `(dx, dy)` turned counter-clockwise by `turns` quarters.
    pub const fn turn((dx, dy): (i32, i32), turns: u32) -> (i32, i32) {
        match turns % 4 {
            0 => (dx, dy),
            1 => (dy, -dx),
            2 => (-dx, -dy),
            _ => (-dy, dx),
        }
    }

    /// `along` steps in this direction and `right` steps to its right hand.
    pub const fn step(self, along: i32, right: i32) -> (i32, i32) {
        Facing::turn((along, right), self.turns())
    }
}
