//! The machine: three Mancala consoles of 2016, 2022 and 2023, their firmware and their panels.
//!
//! ```text
//!   person ── Button ──►┌─────────┐  half-ticks   ┌─────────────────────────────────────┐
//!                       │ Console │──────────────►│ Machine                             │
//!   person ◄── Panel ───└─────────┘               │  Fast: native processor and chips   │
//!                                                 │  Wired: the circuits of `hardware/` │
//!                                                 └──────┬──────────────────────────────┘
//!                                            firmware/ ──┘ assembled when first used
//! ```
//!
//! [`map`] holds the memory maps; nothing else in the project knows them. [`firmware`] assembles the programs; they never
//! call host code: everything a console does comes from their instructions. A [`Machine`] is a console under power:
//! [`Fast`] runs it natively, [`Wired`] from its circuits. [`Console`] adds what a person does: press, wait, look.
//! On a timeline, a [`Powered`] machine
//! goes back and forth; [`Code`] knows the names in its program, [`Stop`] the conditions to stop at. [`ConsolePlayer`] lets a machine take part in any game of the project.

pub mod budget;
mod code;
mod console;
pub mod datapath;
mod episodes;
mod fast;
pub mod firmware;
pub mod hardware;
mod listing;
mod machine;
pub mod map;
mod model;
mod panel;
mod player;
mod powered;
mod recognise;
mod stop;
pub mod story;
mod weighing;
mod wired;

pub use code::{Code, CodeAddress, NoSuch};
pub use console::{Console, Settled};
pub use episodes::{Chapter, Episode, episodes};
pub use fast::{Fast, RestoreError, Saved};
pub use listing::{ListedLine, Spot, listing, spots};
pub use machine::{Machine, Registers, Touch};
pub use model::{Model, UnknownModel};
pub use panel::{Button, Light, Lights, Outcome, Panel, Phase};
pub use player::{ConsolePlayer, Unplayable};
pub use powered::{Hand, Powered};
pub use recognise::{Recognised, Recognition, Refused, recognise};
pub use stop::{Stop, Stops, Thing};
pub use weighing::{Verdict, Weighing, weighing};
pub use wired::{BusPins, PinNames, Processor, REGISTER_CELLS, Unfit, Wired, WiredState, stand_in};
