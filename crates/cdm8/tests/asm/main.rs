//! Tests of assembler and linker, by what a user sees: images, messages, files.

mod cases;
mod outputs;
mod programs;
mod properties;
