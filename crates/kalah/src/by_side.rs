//! A pair of things, one per side: rows, stores, players.

use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

use crate::place::Side;

/// South's and north's, found by [`Side`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct BySide<T> {
    pub south: T,
    pub north: T,
}

impl<T> BySide<T> {
    pub const fn new(south: T, north: T) -> BySide<T> {
        BySide { south, north }
    }

    /// Computes both from the side.
    pub fn of(mut of: impl FnMut(Side) -> T) -> BySide<T> {
        BySide {
            south: of(Side::South),
            north: of(Side::North),
        }
    }

    pub fn map<U>(self, mut map: impl FnMut(T) -> U) -> BySide<U> {
        BySide {
            south: map(self.south),
            north: map(self.north),
        }
    }

    /// South's, then north's.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        [&self.south, &self.north].into_iter()
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;

    #[inline]
    fn index(&self, side: Side) -> &T {
        match side {
            Side::South => &self.south,
            Side::North => &self.north,
        }
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    #[inline]
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::South => &mut self.south,
            Side::North => &mut self.north,
        }
    }
}
