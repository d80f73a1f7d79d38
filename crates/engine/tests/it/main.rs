//! One test binary for the crate.

mod common;
mod known_values;
mod minimax;
mod contest;
mod seed_players;
mod table;
