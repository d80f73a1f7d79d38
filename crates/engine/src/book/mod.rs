//! The opening book: the best move in positions that take too long to solve in a game.
//!
//! The book built in is made by `mancala book build`; it holds every position that perfect play can meet, whatever the
//! opponent does, until positions are solved at once. `build` makes books, `bytes` is their file format.

mod build;
mod bytes;

use std::collections::BTreeMap;

use kalah::{Pit, Position, Rules};

use crate::search::number;
use crate::table::Variant;

pub use build::{Plan, build, check};
pub use bytes::BookError;

/// The book that comes with the program.
static BUILT_IN: &[u8] = include_bytes!("../../book/standard.book");

/// A book in memory, by the numbers of boards, which leave stores and the side to move out (see `search::packed`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    rules: Rules,
    entries: BTreeMap<u64, Entry>,
}

/// The book's entry for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The margin to come for the side to move.
    pub value: i8,
    pub best: Pit,
}

impl Book {
    /// The built-in book. Reading it takes some milliseconds: a [`crate::Library`] does it once.
    #[must_use]
    pub fn built_in() -> Book {
        Book::from_bytes(BUILT_IN).expect("a test reads the book that is built in")
    }

    #[must_use]
    pub fn new(rules: Rules) -> Book {
        Book {
            rules,
            entries: BTreeMap::new(),
        }
    }

    #[must_use]
    pub fn rules(&self) -> Rules {
        self.rules
    }

    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The entry of a position.
    #[must_use]
    pub fn get(&self, position: &Position) -> Option<Entry> {
        let entry = *self.entries.get(&self.key(position)?)?;
        position.legal_moves().contains(entry.best).then_some(entry)
    }

    /// The positions of the book, south to move and both stores empty, with their entries.
    pub fn positions(&self) -> impl Iterator<Item = (Position, Entry)> + '_ {
        let position = |&number| crate::search::board_of(self.rules, number);
        self.entries
            .iter()
            .filter_map(move |(number, &entry)| Some((position(number)?, entry)))
    }

    /// The number of a position's board, if the book is for its rules.
    fn key(&self, position: &Position) -> Option<u64> {
        let what_matters = |rules: Rules| (rules.pits(), Variant::from(rules));
        let same = what_matters(self.rules) == what_matters(position.rules());
        number(position).filter(|_| same && !position.is_over())
    }
}
