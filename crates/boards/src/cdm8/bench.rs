//! A bench for the processor: program memory, data memory, and someone who asks for interrupts now and then.
//!
//! The committed `bench.circ` has a small program in its ROM; tests put random ones there.

use crate::draw::{ChipSheet, Drawing};
use circuit::project::Facing::East;
use circuit::project::Kind;
use console::hardware::cdm8::CHIP;

use super::latch;

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
    drawing.chip("Bench", |sheet| {
        let headline = "Bench: a CdM-8 with its own program and data memory";
        sheet.text((300, 40), 16, headline);
        sheet.put(Kind::Clock, (300, 320), &[], &["clock"]);
        sheet.tunnels(&["clock", "data in", "IAck", "address", "data", "read", "mem"]);
        sheet.chip(
            CHIP,
            (500, 300),
            &[
                ("clock", "clock"),
                ("data in", "data in"),
                ("IRQ", "IRQ"),
                ("vec", "vec"),
                ("address", "address"),
                ("data out", "data out"),
                ("mem", "mem"),
                ("rd/wr'", "read"),
                ("data/ins'", "data"),
                ("IAck", "IAck"),
            ],
        );
        memory(sheet, program);
        interrupts(sheet);
    });
    drawing
}

/// Program and data apart: `data/ins'` chooses.
fn memory(sheet: &mut ChipSheet<'_>, program: &[u8]) {
    sheet.rom((1000, 240), (8, 8), program, ["code", "address", ""]);
    let set = [("bus", "separate")];
    let nets = ["stored", "address", "", "", "", "edge", "write", "data out"];
    sheet.put(Kind::Ram, (1000, 440), &set, &nets);
    sheet.gate(Kind::And, (800, 520), 1, "write", &["mem", "!read"]);
    sheet.not((840, 560), 1, "edge", "clock");
    sheet.mux((1100, 340), 8, &["code", "stored"], "data", "data in");
}

/// Asks when four random bits are 1, until it is heard.
fn interrupts(sheet: &mut ChipSheet<'_>) {
    let set = [("seed", "8"), ("trigger", "falling")];
    sheet.put(Kind::Random, (240, 620), &set, &["dice", "clock"]);
    let bits = [
        ("d0", 1),
        ("d1", 1),
        ("d2", 1),
        ("d3", 1),
        ("vec", 3),
        ("", 1),
    ];
    sheet.split((260, 620), East, "dice", &bits);
    sheet.gate(Kind::And, (380, 600), 1, "hit", &["d0", "d1", "d2", "d3"]);
    sheet.gate(Kind::And, (460, 560), 1, "unheard", &["IRQ", "!IAck"]);
    sheet.gate(Kind::Or, (540, 580), 1, "asks", &["unheard", "hit"]);
    sheet.register((620, 580), 1, latch("asks", "IRQ", "", "REQUEST"));
    sheet.tunnels(&["IRQ", "vec"]);
}
