//! The descriptions: what they draw, and the processor they draw.

mod cdm8_gates;
mod draw;
mod files;
mod lookalike;
