//! The breadboard: reads Logisim circuits and runs them.
//!
//! ```text
//!   bytes ── read ──> Project ── netlist ──> Design ── sim ──> Simulator
//!                        └────── picture ──> Drawing ── svg ──> text
//! ```
//!
//! What a component is, from its ports to its picture, is in `component`.

pub mod component;
pub mod debug;
mod flow;
pub mod netlist;
pub mod picture;
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
