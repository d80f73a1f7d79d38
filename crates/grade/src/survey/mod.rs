//! A panel file for an undescribed console: the game itself shows which number is which.
//!
//! ```text
//!   sheet: what can be seen and pressed ── explore: press and look ──► ring: the order of the pits ── walk: three games
//!     ──► board ── propose: the text of a panel file, and what is missing
//! ```

mod board;
mod choices;
mod explore;
mod numbers;
mod propose;
mod ring;
mod sheet;
mod walk;
mod words;

pub use explore::Watch;
pub use propose::{Proposal, propose, propose_in_time};
