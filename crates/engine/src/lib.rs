//! Everything that chooses a move: the players of the old systems, contests between players, exact search.

pub mod analyse;
pub mod book;
pub mod contest;
pub mod cost;
pub mod level;
pub mod lots;
mod memory;
pub mod player;
pub mod puzzle;
pub mod review;
pub mod search;
pub mod table;
