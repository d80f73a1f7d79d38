//! The CdM-8: instruction set, assembler, linker, disassembler, processor, debugger.

pub mod image;
pub mod isa;
pub mod variant;
