//! Exact search: the margin a position is worth with best play by both sides.
//!
//! The value of a position does not depend on the stores: it is the margin of the seeds still to be banked, and the
//! stores are added at the end. [`Solver::value`] closes in on it with null windows, each a question "at least this much?"
//! that `node` answers, two apart because margins have the parity of the seeds.

mod bounds;
mod busy;
mod checkpoint;
mod deepen;
mod drive;
mod evaluation;
mod line;
mod node;
mod packed;
mod space;
mod tt;
mod wide;

pub use bounds::Bounds;
pub(crate) use bounds::Known;
pub use checkpoint::{Checkpoint, CheckpointError};
pub use drive::{Progress, Solver, SolverConfig, Thought, Valued};
pub(crate) use packed::{board_of, number};
