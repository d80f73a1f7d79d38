//! The breadboard: reads Logisim circuits and runs them.
//!
//! ```text
//!   bytes ── read ──> Project ── netlist ──> Design ── sim ──> Simulator
//!            (diag)   (project)  (layout)               (part)
//! ```

pub mod diag;
pub mod layout;
pub mod netlist;
pub mod part;
pub mod project;
pub mod read;
pub mod reference;
pub mod script;
pub mod show;
pub mod sim;
pub mod stats;
pub mod svg;
mod value;
pub mod vectors;
pub mod wave;

pub use value::{Value, Word, mask};
