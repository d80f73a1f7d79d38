//! Any lines of commands get a reply, and going back comes to a machine that has been there.
#![no_main]

use cdm8::board::Board;
use cdm8::cpu::Cpu;
use cdm8::debug::{Debugger, Machine};
use cdm8::memory::Memory;
use cdm8::symbols::Symbols;
use cdm8::variant::Variant;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (Vec<u8>, String)| {
    let (code, lines) = input;
    let machine = Machine::new(Cpu::new(Variant::Mark5), Board::new(Memory::von_neumann(&code)));
    let mut debugger = Debugger::new(machine.clone(), Symbols::default());
    debugger.patience = 500;
    for line in lines.lines().take(50) {
        debugger.command(line);
    }
    debugger.rewind();
    assert_eq!(debugger.steps(), 0);
});
