//! One test binary for the crate.

mod advice;
mod common;
mod contest;
mod known_values;
mod minimax;
mod seed_players;
mod solver;
mod study;
mod table;
