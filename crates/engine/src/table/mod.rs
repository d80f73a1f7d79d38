//! Endgame tables: the exact value of every position of six pits a side with few seeds left in the pits.
//!
//! A value is the margin still to come: the seeds the side to move banks from here on minus those the other banks, with
//! best play of both, leftovers at the end included. Stores do not matter to it. `row` numbers the rows, `layout` defines
//! where an entry lies, `build` fills the entries layer by layer without any search, `file` is the file format,
//! and `check` compares entries with the rules.

mod build;
mod check;
mod file;
mod layout;
mod lookup;
mod row;

pub use crate::memory::Bytes;
pub use build::{Builder, Progress, Stopped};
pub use check::Wrong;
pub use file::{FileError, HEADER, Header, checksum};
pub use row::{MAX_SEEDS, PITS, Row};

use kalah::{Capture, End, Lift, Rules};
use layout::Layout;
use thiserror::Error;

use std::fmt;
use std::sync::atomic::AtomicBool;

/// Why a table cannot be used or built.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum TableError {
    #[error("tables are for {PITS} pits a side, not {0}")]
    Pits(usize),
    #[error("a table of {0} seeds: there can be 1 to {MAX_SEEDS}")]
    Seeds(usize),
    #[error("a table of {seeds} seeds needs {bytes} bytes of memory, more than there is")]
    Memory { seeds: usize, bytes: usize },
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// The rules a table depends on. Stores and the seeds of the start position do not matter to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Variant {
    pub capture: Capture,
    pub end: End,
    /// [`Lift::All`] where nothing is ever captured: there it makes no difference.
    pub lift: Lift,
}

impl From<Rules> for Variant {
    fn from(rules: Rules) -> Variant {
        Variant {
            capture: rules.capture(),
            end: rules.end(),
            lift: match rules.capture() {
                Capture::Off => Lift::All,
                Capture::Opposite | Capture::Always => rules.lift(),
            },
        }
    }
}

/// Capture and lift in one byte, as tables, books and checkpoints store them.
pub(crate) fn capture_to_byte(capture: Capture, lift: Lift) -> u8 {
    let capture = match capture {
        Capture::Opposite => 0,
        Capture::Always => 1,
        Capture::Off => 2,
    };
    match lift {
        Lift::All => capture,
        Lift::Each => capture + 3,
    }
}

pub(crate) fn capture_from_byte(byte: u8) -> Option<(Capture, Lift)> {
    let captures = [Capture::Opposite, Capture::Always, Capture::Off];
    let lift = [Lift::All, Lift::Each];
    let lift = *lift.get(usize::from(byte / 3))?;
    Some((captures[usize::from(byte % 3)], lift))
}

impl Variant {
    /// Rules of this variant.
    fn rules(self) -> Rules {
        Rules::new(PITS as u32, 4, self.capture, self.end)
            .expect("there are rules of six pits")
            .with_lift(self.lift)
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "capture {}, end {}", self.capture, self.end)?;
        match self.lift {
            Lift::All => Ok(()),
            Lift::Each => write!(f, ", lift {}", self.lift),
        }
    }
}

/// A table of this many seeds is built in a fraction of a second: used when there is no file.
pub const SMALL_SEEDS: usize = 15;

/// The value of every position with up to [`Table::max_seeds`] seeds in the pits.
#[derive(Debug)]
pub struct Table {
    variant: Variant,
    layout: Layout,
    /// The layers, after the room for a header.
    bytes: Bytes,
    /// Whether that header is filled in: the table comes from a file.
    has_checksums: bool,
}

/// The index of a position's value in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Index(usize);

impl Table {
    /// Builds a table in memory.
    pub fn build(
        rules: Rules,
        seeds: usize,
        threads: usize,
        progress: &Progress,
        stop: &AtomicBool,
    ) -> Result<Table, TableError> {
        let mut builder = Builder::new(rules, seeds)?;
        while builder.next_layer().is_some() {
            builder.build_layer(threads, progress, stop)?;
        }
        builder.finish()
    }

    #[must_use]
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// Whether the table is valid for a game of these rules.
    #[must_use]
    pub fn fits(&self, rules: Rules) -> bool {
        rules.pits() == PITS && self.variant == rules.into()
    }

    /// Positions with up to this many seeds in the pits have a value here.
    #[inline]
    #[must_use]
    pub fn max_seeds(&self) -> usize {
        self.layout.seeds()
    }

    #[must_use]
    pub fn entries(&self) -> u64 {
        self.layout.entries()
    }

    /// The margin still to come for the side to move.
    ///
    /// # Panics
    /// If there are more than [`Table::max_seeds`] seeds.
    #[inline]
    #[must_use]
    pub fn value(&self, mover: Row, other: Row) -> i8 {
        self.at(self.index(mover, other))
    }

    /// The index of a position's value.
    ///
    /// # Panics
    /// May panic if there are more than [`Table::max_seeds`] seeds; otherwise the index is then meaningless.
    #[inline]
    #[must_use]
    pub fn index(&self, mover: Row, other: Row) -> Index {
        Index(HEADER + self.layout.entry(row::number(mover), row::number(other)))
    }

    /// Prefetches a value; [`Table::at`] a little later does not wait for it.
    #[inline]
    pub fn prefetch(&self, index: Index) {
        crate::memory::prefetch(self.bytes.as_slice().as_ptr().wrapping_add(index.0));
    }

    /// The value at an index of this table.
    ///
    /// # Panics
    /// If the index is not of this table.
    #[inline]
    #[must_use]
    pub fn at(&self, index: Index) -> i8 {
        layout::decode(self.bytes.as_slice()[index.0])
    }
}
