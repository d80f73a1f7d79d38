//! Everything that chooses a move: the players of the old systems, contests between players.

pub mod contest;
pub mod lots;
pub mod player;
pub mod table;
