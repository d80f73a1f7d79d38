//! The terminal: the game and the machines on a full screen.
//!
//! A self-contained library. [`App`] takes [`Input`]s and the time, returns by [`App::effects`] what it wants done
//! (think, analyse, save a game), takes the answers by [`App::reply`], and draws itself into a buffer of cells. Its
//! caller owns the terminal, the clock, the threads and the files, and sleeps until [`App::wake`].
//!
//! There are no rules in here: a move is shown as a `kalah::Sowing` describes it.

mod animation;
mod app;
mod board;
mod canvas;
mod game;
mod input;
mod screen;
mod settings;
mod theme;
mod work;

pub use app::App;
pub use input::{Input, Key};
pub use settings::{Choice, Settings, Speed, ThemeName};
pub use work::{Effect, KeptGame, Opened, Reply, Seat, Specimen, Ticket};
