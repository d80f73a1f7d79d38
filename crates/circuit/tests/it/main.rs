//! Everything the crate promises, checked against recordings of the real Logisim 2.7.1.

mod data;
mod engines;
mod generator;
mod ports;
mod snap;
mod vectors;
