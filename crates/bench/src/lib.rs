//! A machine with a person in front of it: a console, a circuit or a program, loaded from named bytes, moved through time,
//! stopped at breakpoints, observed and undone.
//!
//! ```text
//!   named bytes ── project ──► Simulator ─┐
//!   sources ────── firmware ─► Machine ───┼─► timeline: acts, marks, futures ── what a face shows
//!                                         │        ▲
//!   a line ──────── script ───────────────┴────────┘ act, goal, expectation
//! ```
//!
//! The page, the full screen, the editors and the commands all use this crate, so they behave alike.

mod chronicle;
pub mod command;
pub mod debugger;
mod engine;
pub mod firmware;
pub mod futures;
mod journey;
pub mod link;
mod moves;
mod points;
pub mod project;
pub mod recording;
pub mod replay;
mod rig;
pub mod script;
mod sight;
mod versions;

pub use chronicle::Chronicle;
pub use engine::{AnyMachine, Engine, Running, wired};
pub use firmware::Firmware;
pub use journey::{Goal, Journey, NoPoints, Points, Specimen, Stretch};
pub use moves::{Story, rests};
pub use points::PointList;
pub use rig::{Act, Rig};
pub use sight::{Seen, Sight};
pub use versions::Versions;
