//! The consoles, tested through their panels.
mod board_2016;
mod firmware;
mod hardware;
mod moves;
mod presses;
mod state;
mod support;
