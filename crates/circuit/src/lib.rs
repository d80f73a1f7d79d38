//! The breadboard: reads Logisim circuits and runs them.

pub mod diag;
pub mod layout;
pub mod model;
pub mod read;
mod value;

pub use value::{Value, Word, mask};
