//! The consoles, tested through their panels.
mod board_2016;
mod board_2022;
mod board_2023;
mod copies;
mod firmware;
mod hardware;
mod logisim;
mod moves;
mod pair;
mod presses;
mod recognise;
mod state;
mod stops;
mod support;
mod travel;
