//! The seam to the browser: the messages of `web/js/protocol.d.ts`, answered by the libraries.
//!
//! ```text
//!   page ── engine.js ──► worker ── name, JSON ──► Desk, Game, Player, Analyst ── kalah, engine, console, texts
//!                                 ◄── JSON ───────┘ Program, Workbench, Machine ── cdm8, circuit, console
//! ```
//!
//! There is no logic here, only translation. Each object answers a request, a name and the text of a JSON object, with the
//! text of `{"ok": ...}` or `{"failure": {"kind", "message"}}`. That is all the browser sees, and the same functions can be
//! called natively, so that tests compare the two byte by byte.

// The consoles' module does without the parts that only circuits use.
#![cfg_attr(not(feature = "bench"), allow(dead_code))]

mod analyst;
mod course;
mod desk;
mod failures;
mod finding;
mod game;
mod machine;
mod people;
mod player;
mod program;
mod read;
mod reply;
mod view;
#[cfg(target_family = "wasm")]
mod wasm;
mod workbench;

pub use analyst::Analyst;
pub use course::Course;
pub use desk::Desk;
pub use game::Game;
pub use machine::Machine;
pub use player::Player;
pub use program::Program;
pub use workbench::Workbench;
