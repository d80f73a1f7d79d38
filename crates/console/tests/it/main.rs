//! The consoles, tested through their panels.
mod firmware;
mod hardware;
mod moves;
mod presses;
mod state;
mod support;
