//! Chip specifications in the language of the 2016 notes: read, run, and proven of circuits.
//!
//! ```text
//!   text ── lang ──> Chip ── machine ──┐
//!                                      ├─ check ──> proven, or the shortest run that shows a difference
//!   circuit::network ─── machine ──────┘
//! ```
//!
//! docs/chips.md describes the language and the meaning of a proof.

pub mod check;
pub mod chip;
mod contradiction;
pub mod draw;
mod lang;
pub mod logic;
pub mod machine;
pub mod run;
pub mod told;
pub mod vectors;

pub use check::{CheckError, Difference, Effort, Proof, Verdict, Wrong, check};
pub use chip::Chip;
pub use lang::outline;
pub use lang::{Library, Reading, read, read_alone};
