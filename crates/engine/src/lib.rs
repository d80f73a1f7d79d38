//! Everything that chooses a move.

mod memory;
pub mod search;
