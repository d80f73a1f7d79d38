//! Everything that chooses a move: the players of the old systems, contests between players, exact search.
//!
//! The engine has no surroundings. It reads no clock and no environment, keeps nothing between calls but what its caller
//! owns, and starts no thread the caller did not ask for: [`Effort`] says how much a search may spend, [`Library`] holds the
//! tables and the book, and whatever can use threads takes their number.

pub mod advice;
pub mod analyse;
pub mod book;
pub mod contest;
pub mod cost;
mod effort;
pub mod level;
mod library;
pub mod lots;
mod memory;
pub mod player;
pub mod puzzle;
pub mod review;
pub mod search;
pub mod study;
pub mod table;
mod threads;

pub use effort::Effort;
pub use library::Library;
