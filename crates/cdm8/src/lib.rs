//! The CdM-8: instruction set, assembler, linker, disassembler, processor, debugger.

pub mod bus;
pub mod cpu;
pub mod image;
pub mod isa;
pub mod memory;
pub mod variant;
