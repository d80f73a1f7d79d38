//! Everything that chooses a move: the players of the old systems, contests between players, exact search.

pub mod contest;
pub mod lots;
mod memory;
pub mod player;
pub mod search;
pub mod table;
