//! Endgame tables and the opening book, owned by the caller and read by players.

use std::fmt;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use kalah::Rules;

use crate::book::Book;
use crate::table::{SMALL_SEEDS, Table, Variant};

/// Tables and the book, shared by all players and solvers of its owner. A clone is the same library.
///
/// A library never builds a table unasked. To get a larger one, call [`Library::build`], in the background if that
/// takes a while: players use the tables that exist when they move.
#[derive(Clone, Default)]
pub struct Library(Arc<Shelves>);

#[derive(Default)]
struct Shelves {
    tables: Mutex<Vec<Shelf>>,
    book: OnceLock<Book>,
}

/// The place of one table, empty until it is built; it stays empty if that fails.
#[derive(Clone)]
struct Shelf {
    variant: Variant,
    seeds: usize,
    table: Arc<OnceLock<Option<Arc<Table>>>>,
}

impl Library {
    #[must_use]
    pub fn new() -> Library {
        Library::default()
    }

    /// Adds a table, unless there is one like it.
    pub fn add(&self, table: Arc<Table>) {
        let shelf = self.shelf(table.variant(), table.max_seeds());
        shelf.table.get_or_init(|| Some(table));
    }

    /// The table of this size. The first caller builds it, with this many threads, and others wait for that; `None` if the
    /// rules have no tables or there is no memory for it.
    #[must_use]
    pub fn build(&self, rules: Rules, seeds: usize, threads: usize) -> Option<Arc<Table>> {
        if rules.pits() != crate::table::PITS {
            return None;
        }
        let never = AtomicBool::new(false);
        let build = || Table::build(rules, seeds, threads, &|_| (), &never);
        let shelf = self.shelf(rules.into(), seeds);
        let table = shelf.table.get_or_init(|| build().ok().map(Arc::new));
        table.clone()
    }

    /// The small table that is always built.
    pub(crate) fn small(&self, rules: Rules, threads: usize) -> Option<Arc<Table>> {
        self.build(rules, SMALL_SEEDS, threads)
    }

    /// The largest table for these rules so far.
    #[must_use]
    pub fn largest(&self, rules: Rules) -> Option<Arc<Table>> {
        let tables = self.0.tables.lock().unwrap_or_else(PoisonError::into_inner);
        let there = tables.iter().filter_map(|shelf| shelf.table.get()?.clone());
        there
            .filter(|table| table.fits(rules))
            .max_by_key(|table| table.max_seeds())
    }

    /// The opening book.
    #[must_use]
    pub fn book(&self) -> &Book {
        self.0.book.get_or_init(Book::built_in)
    }

    fn shelf(&self, variant: Variant, seeds: usize) -> Shelf {
        let mut tables = self.0.tables.lock().unwrap_or_else(PoisonError::into_inner);
        let known = tables
            .iter()
            .find(|shelf| shelf.variant == variant && shelf.seeds == seeds);
        if let Some(shelf) = known {
            return shelf.clone();
        }
        let shelf = Shelf {
            variant,
            seeds,
            table: Arc::default(),
        };
        tables.push(shelf.clone());
        shelf
    }
}

impl fmt::Debug for Library {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let tables = self.0.tables.lock().unwrap_or_else(PoisonError::into_inner);
        let sizes = tables.iter().map(|shelf| (shelf.variant, shelf.seeds));
        f.debug_list().entries(sizes).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_built_once_and_found_by_size_and_rules() {
        let library = Library::new();
        let standard = Rules::default();
        assert!(library.largest(standard).is_none());
        let small = library.build(standard, 4, 1).unwrap();
        let large = library.clone().build(standard, 6, 1).unwrap();
        assert!(Arc::ptr_eq(&small, &library.build(standard, 4, 1).unwrap()));
        assert!(Arc::ptr_eq(&large, &library.largest(standard).unwrap()));
        assert!(
            library
                .largest("ain-shams-steal".parse().unwrap())
                .is_none()
        );
        assert!(
            library
                .build("pits=5 seeds=4".parse().unwrap(), 4, 1)
                .is_none()
        );
    }
}
