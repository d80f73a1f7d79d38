//! Any memory run by whole instructions comes to the same computer as run by clocks, interrupts included.
#![no_main]

use cdm8::cpu::Cpu;
use cdm8::devices::{Devices, Pulse};
use cdm8::memory::Memory;
use cdm8::variant::Variant;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, u16, u8, Vec<u8>, Vec<u8>)| {
    let (kind, from, length, code, data) = input;
    let memory = match kind & 1 {
        0 => Memory::harvard(&code, &data),
        _ => Memory::von_neumann(&code),
    };
    let mut devices = Devices::new(memory);
    let (from, to) = (u64::from(from), u64::from(from) + u64::from(length));
    devices.irq = vec![
        Pulse::between(from, to, kind >> 5),
        Pulse::until_acknowledged(from * 2, kind >> 4),
    ];
    let variant = Variant::ALL[usize::from(kind >> 1 & 3) % 3];
    let (mut fast, mut fast_board) = (Cpu::new(variant), devices.clone());
    let (mut slow, mut slow_board) = (Cpu::new(variant), devices);
    for _ in 0..500 {
        fast.step(&mut fast_board);
        while slow.clocks < fast.clocks {
            slow.clock(&mut slow_board);
        }
        assert_eq!(fast, slow);
    }
    assert_eq!(fast_board, slow_board);
});
