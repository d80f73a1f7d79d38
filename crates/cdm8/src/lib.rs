//! The CdM-8: instruction set, assembler, linker, disassembler, processor, debugger.
//!
//! ```
//! use cdm8::{cpu::{Cpu, Stop}, memory::Memory, variant::Variant};
//!
//! let mut memory = Memory::von_neumann(&[0xD0, 42, 0xD4]); // ldi r0, 42; halt
//! let mut cpu = Cpu::new(Variant::Mark5);
//! assert_eq!(cpu.run(&mut memory, 1000), Stop::Halt);
//! assert_eq!(cpu.r[0], 42);
//! ```

pub mod asm;
pub mod bus;
pub mod check;
pub mod cpu;
pub mod debug;
pub mod devices;
pub mod dis;
pub mod ide;
pub mod isa;
pub mod memory;
pub mod symbols;
pub mod variant;
pub mod view;
pub mod wave;
