//! Marks for a student's Mancala console: its buttons are pressed, its displays are read, and every position is
//! compared with the rules.
//!
//! ```text
//!   panel.toml ── Panel ── Wiring (parts of the circuit) ── Driver: press, wait, read the board
//!                                                             │
//!   rules, seed ── games ── Referee: what should be shown ────┴──► findings ── shortest game ──► Report ── text, JSON, ...
//! ```
//!
//! Nothing here knows a memory map or a layout: everything about a console comes from its panel file. Every wait has a limit,
//! so a console that hangs or oscillates loses marks and no time.

mod aspect;
mod board;
mod driver;
mod extras;
mod likeness;
mod panel;
mod play;
mod survey;

pub use board::Board;
pub use driver::{Driver, Rest};
pub use extras::{add_checks, add_strength, roms};
pub use likeness::{Likeness, Sketch};
pub use panel::{Limits, Panel, Spot, Wiring};
pub use play::{Options, Played, Progress, Reading, Sitting, Strength, grade, played, strength};
pub use survey::{Proposal, Watch, propose, propose_in_time};
