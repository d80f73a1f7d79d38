//! Clocks per second of the processor: `cargo bench -p cdm8 --bench cpu`.
//! Items are clocks.

use cdm8::cpu::Cpu;
use cdm8::memory::Memory;
use cdm8::variant::Variant;
use divan::counter::ItemsCount;

const CLOCKS: u64 = 10_000_000;

/// inc r0, add r0,r1, xor r1,r2, dec r3, bne 0, br 0
const REGISTERS: [u8; 8] = [0x8C, 0x11, 0x66, 0x8B, 0xE1, 0x00, 0xEE, 0x00];
/// ld r0,r1, add r1,r2, st r0,r2, inc r0, br 0: on data space
const LOADS_AND_STORES: [u8; 6] = [0xB1, 0x16, 0xA2, 0x8C, 0xEE, 0x00];
/// jsr 4, br 0, push r0, pop r1, inc r0, rts
const CALLS: [u8; 8] = [0xD6, 0x04, 0xEE, 0x00, 0xC0, 0xC5, 0x8C, 0xD7];

fn main() {
    divan::main();
}

fn run(bencher: divan::Bencher, code: &[u8]) {
    bencher
        .counter(ItemsCount::new(CLOCKS))
        .with_inputs(|| (Cpu::new(Variant::Mark5), Memory::harvard(code, &[])))
        .bench_local_values(|(mut cpu, mut memory)| {
            divan::black_box(cpu.run(&mut memory, CLOCKS));
            (cpu, memory)
        });
}

#[divan::bench]
fn register_loop(bencher: divan::Bencher) {
    run(bencher, &REGISTERS);
}

#[divan::bench]
fn loads_and_stores(bencher: divan::Bencher) {
    run(bencher, &LOADS_AND_STORES);
}

#[divan::bench]
fn calls(bencher: divan::Bencher) {
    run(bencher, &CALLS);
}

#[divan::bench]
fn register_loop_by_clocks(bencher: divan::Bencher) {
    bencher
        .counter(ItemsCount::new(CLOCKS / 10))
        .with_inputs(|| (Cpu::new(Variant::Mark5), Memory::harvard(&REGISTERS, &[])))
        .bench_local_values(|(mut cpu, mut memory)| {
            for _ in 0..CLOCKS / 10 {
                divan::black_box(cpu.clock(&mut memory));
            }
            cpu
        });
}
