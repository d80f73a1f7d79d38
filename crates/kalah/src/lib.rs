//! The game of Kalah: rules, positions, moves, notation, records, perft.
//!
//! ```text
//!            north's pits, from north's pit m down to pit 1
//!          +----+----+----+----+----+----+----+----+
//!          |    |  6 |  5 |  4 |  3 |  2 |  1 |    |
//!   north's|    +----+----+----+----+----+----+    |south's
//!   store  |    |  1 |  2 |  3 |  4 |  5 |  6 |    |store
//!          +----+----+----+----+----+----+----+----+
//!            south's pits, from pit 1 up to pit m
//! ```
//!
//! Pit 1 is the farthest from its owner's store, pit m the nearest. Sowing runs counter-clockwise: up the own row, into
//! the own store, up the other row, past the other store. Everything here is a plain value: no I/O, no clock, no randomness.
//!
//! ```
//! use kalah::{Position, Record, Rules, Side};
//!
//! let start = Position::start(Rules::default(), Side::South);
//! let third = start.legal(3)?;
//! let sowing = start.sow(third)?;
//! assert!(sowing.extra_turn);
//! assert_eq!(sowing.after.to_string(), "4,4,0,5,5,5,1/4,4,4,4,4,4,0 s");
//!
//! let mut record = Record::new(start);
//! record.push(third)?;
//! assert!(record.to_text().contains("  1. 3+"));
//! # Ok::<(), kalah::IllegalMove>(())
//! ```

mod by_side;
mod kernel;
mod moves;
pub mod notation;
mod packed;
mod perft;
mod place;
mod position;
pub mod record;
mod row;
mod rules;
mod setup;
mod sowing;

pub use by_side::BySide;
pub use moves::{IllegalMove, Moves};
pub use notation::NotationError;
pub use packed::{Packed, PackedRules, Played};
pub use perft::perft;
pub use place::{House, Pit, Side};
pub use position::{Position, Step};
pub use record::Record;
pub use rules::{Capture, End, Lift, MAX_PITS, MAX_SEEDS, Preset, Rules, RulesError};
pub use setup::{Setup, SetupError};
pub use sowing::{Captured, Sowing};
