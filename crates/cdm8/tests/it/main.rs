//! The crate from outside, against recordings of the real circuits.

mod traces;
