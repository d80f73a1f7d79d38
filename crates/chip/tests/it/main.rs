//! The crate as its users see it.

mod draw;
mod hardware;
mod language;
mod mutants;
mod shelf;
mod stand;
