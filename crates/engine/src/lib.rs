//! Everything that chooses a move.
