//! The breadboard: reads Logisim circuits and runs them.
//!
//! ```text
//!   bytes ── read ──> Project ── netlist ──> Design ── sim ──> Simulator
//!            (diag)   (model)    (layout)               (part)
//! ```

pub mod diag;
pub mod layout;
pub mod model;
pub mod netlist;
pub mod part;
pub mod read;
pub mod sim;
mod value;

pub use value::{Value, Word, mask};
