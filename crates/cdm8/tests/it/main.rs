//! The crate from outside: images, messages and files of the assembler, and recordings of the real circuits.

mod cases;
mod docs;
mod outputs;
mod programs;
mod properties;
mod round_trip;
mod traces;
