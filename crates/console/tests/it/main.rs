//! The consoles, tested through their panels.
mod firmware;
mod moves;
mod presses;
mod state;
mod support;
