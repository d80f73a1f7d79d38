//! Everything the crate promises, checked against recordings of the real Logisim 2.7.1.

mod api;
mod components;
mod data;
mod editing;
mod engines;
mod generator;
mod large;
mod machines;
mod names;
mod ports;
mod reader;
mod repeat;
mod snap;
mod tools;
mod travel;
mod vectors;
