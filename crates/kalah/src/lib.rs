//! The game of Kalah.
