//! Any lines of commands get a reply, and going back comes to a computer that has been there.
#![no_main]

use cdm8::cpu::Cpu;
use cdm8::debug::{Computer, Debugger};
use cdm8::devices::Devices;
use cdm8::memory::Memory;
use cdm8::symbols::Symbols;
use cdm8::variant::Variant;
use libfuzzer_sys::fuzz_target;
use timeline::Timeline;

fuzz_target!(|input: (Vec<u8>, String)| {
    let (code, lines) = input;
    let computer = Computer::new(
        Cpu::new(Variant::Mark5),
        Devices::new(Memory::von_neumann(&code)),
    );
    let mut debugger = Debugger::new(Timeline::new(computer), Symbols::default());
    debugger.patience = 500;
    for line in lines.lines().take(50) {
        debugger.command(line);
    }
    debugger.rewind();
    assert_eq!(debugger.timeline().now(), 0);
});
