//! A bench for the processor: program memory, data memory, and a source of random interrupts.
//!
//! The committed `bench.circ` has a small program in its ROM; tests put random ones there.

use crate::draw::{
    Drawing, Parts, Plan, and, chip, clock, mux, not, or, other, register, rom, split,
};
use circuit::project::Kind;
use consoles::hardware::cdm8::CHIP;

/// Fourteen Fibonacci numbers to data memory, from 10 on.
#[rustfmt::skip]
pub const PROGRAM: &[u8] = &[
    0xD0, 0x00, //        ldi r0, 0
    0xD1, 0x01, //        ldi r1, 1
    0xD2, 0x10, //        ldi r2, 0x10
    0xA8,       // loop:  st r2, r0
    0x07,       //        move r1, r3
    0x11,       //        add r0, r1
    0x0C,       //        move r3, r0
    0x8E,       //        inc r2
    0xD3, 0x1E, //        ldi r3, 0x1E
    0x7E,       //        cmp r3, r2
    0xE1, 0x06, //        bne loop
    0xD4,       //        halt
];

/// The processor on the bench, by its place.
pub const PROCESSOR: &str = "/@500,300";
/// Data memory, by its place.
pub const RAM: &str = "/RAM@1000,440";

/// The bench with a program.
pub fn drawing(program: &[u8]) -> Drawing {
    with(program, &super::drawing())
}

pub(crate) fn with(program: &[u8], processor: &Drawing) -> Drawing {
    let mut drawing = Drawing::new("bench.circ").with_library("cdm8.circ", processor);
    drawing.circuit("Bench", &[], &parts(program), plan());
    drawing
}

/// Program and data apart: `data/ins'` chooses. An interrupt is requested when four random bits are 1, until it is acknowledged.
#[rustfmt::skip]
fn parts(program: &[u8]) -> Parts {
    Parts::of(&[
        clock("clock"),
        chip(CHIP, "clock, data in, IRQ, vec, address, data out, mem, rd/wr': read, data/ins': data, IAck"),

        rom("program", program, ["code", "address", ""]),
        other("RAM", Kind::Ram, &[("bus", "separate")], &["stored", "address", "", "", "", "edge", "write", "data out"]),
        and("write", 1, &["mem", "!read"]),
        not("edge", 1, "clock"),
        mux("data in", 8, &["code", "stored"], "data"),

        other("dice", Kind::Random, &[("seed", "8"), ("trigger", "falling")], &["dice", "clock"]),
        split("bits", "dice", &[("d0", 1), ("d1", 1), ("d2", 1), ("d3", 1), ("vec", 3), ("", 1)]),
        and("hit", 1, &["d0", "d1", "d2", "d3"]),
        and("unheard", 1, &["IRQ", "!IAck"]),
        or("asks", 1, &["unheard", "hit"]),
        register("IRQ", 1, "asks", "clock").falling().labelled("REQUEST"),
    ])
}

fn plan() -> Plan {
    let mut plan = Plan::new();
    let headline = "Bench: a CdM-8 with its own program and data memory";
    plan.text(headline, 16, (300, 40));
    for (name, at) in [
        ("clock", (300, 320)),
        (CHIP, (500, 300)),
        ("program", (1000, 240)),
        ("RAM", (1000, 440)),
        ("write", (800, 520)),
        ("edge", (840, 560)),
        ("data in", (1100, 340)),
        ("dice", (240, 620)),
        ("bits", (260, 620)),
        ("hit", (380, 600)),
        ("unheard", (460, 560)),
        ("asks", (540, 580)),
        ("IRQ", (620, 580)),
    ] {
        plan.part(name, at);
    }
    plan.tunnels(&["clock", "data in", "IAck", "address", "data", "read", "mem"]);
    plan.tunnels(&["IRQ", "vec"]);
    plan
}
