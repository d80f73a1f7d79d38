//! The CdM-8: instruction set, assembler, linker, disassembler, processor, debugger.
