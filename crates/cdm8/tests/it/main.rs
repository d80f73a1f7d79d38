//! The crate from outside, against recordings of the real circuits.

mod docs;
mod round_trip;
mod traces;
