//! The compiler of the fast engine: a design becomes what the engine runs.
//!
//! ```text
//!   Design ── fold ──> Plan ── modes, guards, loops ──> who waits ── order, groups ──> Schedule
//! ```
//!
//! [`plan`] has pin crossings folded away, [`modes`] says who is followed event by event and who waits, [`groups`] makes tables of
//! what waits, and [`schedule`] lays everything out the way it is run.

mod constants;
mod fold;
pub(in crate::sim) mod gate;
mod groups;
mod guards;
mod loops;
pub(in crate::sim) mod modes;
mod order;
pub(in crate::sim) mod plan;
pub(in crate::sim) mod schedule;
