//! The machine: three Mancala consoles of 2016, 2022 and 2023, their firmware and their panels.
//!
//! ```text
//!   person ── Button ──►┌─────────┐  half-ticks   ┌──────────────────────────────┐
//!                       │ Console │──────────────►│ Engine                       │
//!   person ◄── Panel ───└─────────┘               │  fast: native processor,     │
//!                                                 │        chips as Rust values  │
//!                                                 └──────┬───────────────────────┘
//!                                            firmware/ ──┘ assembled when first used
//! ```
//!
//! [`map`] holds the memory maps, and nothing else in the project does. [`firmware`] assembles the programs; they never
//! call host code: everything a console does comes out of their instructions. An [`Engine`] is one way to run a machine;
//! [`Fast`] is the native one. [`Console`] adds what a person does: press, wait, look. [`ConsolePlayer`] lets a machine
//! take part in any game of the project.

pub mod budget;
mod console;
mod engine;
mod fast;
pub mod firmware;
pub mod hardware;
pub mod map;
mod model;
mod panel;
mod player;
mod wired;

pub use console::{Console, Settled};
pub use engine::Engine;
pub use fast::{Fast, RestoreError, Saved};
pub use model::{Model, UnknownModel};
pub use panel::{Button, Light, Lights, Outcome, Panel, Phase};
pub use player::{ConsolePlayer, Unplayable};
pub use wired::{Processor, Wired, WiredState};
