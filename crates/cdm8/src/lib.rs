//! The CdM-8: instruction set, assembler, linker, disassembler, processor, debugger.

pub mod asm;
pub mod board;
pub mod bus;
pub mod check;
pub mod cpu;
pub mod debug;
pub mod dis;
pub mod image;
pub mod isa;
pub mod memory;
pub mod symbols;
pub mod variant;
pub mod view;
pub mod wave;
