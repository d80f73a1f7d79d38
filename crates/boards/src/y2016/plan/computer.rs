//! The computer below the pad, and the bus between them.

use crate::draw::Plan;
use circuit::project::Facing::{East, North, South, West};

use crate::y2016::board::REGISTERS;
use crate::y2016::io::SELECT;
use consoles::hardware::cdm8;
use consoles::hardware::y2016::{IO_0, PROCESSOR, RAM, ROM};

pub(super) fn place(plan: &mut Plan) {
    split_bus(plan);
    computer(plan);
    memories(plan);
}

/// The two halves of the I/O bus, left of IO-0.
fn split_bus(plan: &mut Plan) {
    let y = IO_0.1 + 10;
    plan.tunnel("I/Odat", 8, (80, y), East);
    plan.turned("I/Odat-in", (180, y), East);
    plan.wire("I/Odat", &[(80, y), (160, y)]);
    plan.wire("I/Odat-in", &[(180, y), (IO_0.0, y)]);
    plan.turned("I/Odat", (160, y - 60), West);
    plan.wire("I/Odat", &[(160, y - 60), (120, y - 60), (120, y)]);
    plan.tunnel("I/Odat-out", 8, (200, y - 60), West);
    plan.wire("I/Odat-out", &[(180, y - 60), (200, y - 60)]);
    plan.part("I/O write", (150, y + 40));
    plan.part("I/O read", (150, y - 90));
    for (at, net) in [
        ((120, y - 100), "I/O"),
        ((120, y - 80), "rd/wr'"),
        ((120, y + 30), "I/O"),
        ((110, y + 50), "rd/wr'"),
        ((230, y + 90), "clock"),
        ((230, y + 110), "I/O"),
        ((240, y + 140), "rd/wr'"),
    ] {
        plan.tunnel(net, 1, at, East);
    }
    plan.text("I/Odat-in", 10, (230, y - 6));
    plan.part("I/Oclock", (260, y + 100));
    plan.part("in/out'", (260, y + 140));
}

/// The processor with its clock, and the way of its data to the bus.
fn computer(plan: &mut Plan) {
    let (x, y) = PROCESSOR;
    plan.part(cdm8::CHIP, PROCESSOR);
    plan.part("clock", (x - 100, y + 20));
    plan.wire("clock", &[(x - 100, y + 20), (x, y + 20)]);
    plan.wire("clock", &[(x - 70, y + 20), (x - 70, y)]);
    plan.tunnel("clock", 1, (x - 70, y), South);
    plan.part("no interrupt", (x - 30, y + 70));
    plan.part("no vector", (x - 30, y + 90));
    plan.part(SELECT.name, (x + 330, y));
    let east = x + 170;
    for (net, height) in [("address", 20), ("mem", 60), ("data/ins'", 80)] {
        plan.wire(net, &[(east, y + height), (x + 330, y + height)]);
    }
    plan.wire("address", &[(east + 40, y + 20), (east + 40, y)]);
    plan.tunnel("address", 8, (east + 40, y), South);
    plan.wire(
        "rd/wr'",
        &[(east, y + 70), (east + 80, y + 70), (east + 80, y + 110)],
    );
    plan.tunnel("rd/wr'", 1, (east + 80, y + 110), North);
    plan.turned("data out", (x + 430, y + 150), East);
    plan.part("writes", (x + 400, y + 180));
}

/// Program and data memory.
fn memories(plan: &mut Plan) {
    plan.part("program", ROM);
    plan.text("program", 12, (ROM.0 - 70, ROM.1 - 50));
    plan.part("RAM", RAM);
    let (x, y) = RAM;
    plan.text("data", 12, (x - 70, y - 50));
    plan.wire(
        "RAM",
        &[(x - 90, y + 40), (x - 90, y + 60), (x - 100, y + 60)],
    );
    plan.tunnel("RAM", 1, (x - 100, y + 60), East);
    plan.wire(
        "rd/wr'",
        &[(x - 50, y + 40), (x - 50, y + 60), (x - 40, y + 60)],
    );
    plan.tunnel("rd/wr'", 1, (x - 40, y + 60), West);
    plan.part("strobe", (x - 90, y + 90));
    plan.wire(
        "strobe",
        &[(x - 90, y + 90), (x - 70, y + 90), (x - 70, y + 40)],
    );
    plan.wire("I/Odat", &[(x, y), (x + 40, y)]);
    plan.wire("I/Odat", &[(x + 20, y), (x + 20, y + 30)]);
    plan.tunnel("I/Odat", 8, (x + 40, y), West);
    plan.turned("silence", (x + 20, y + 30), North);
}

/// The registers in a line above the pad.
pub(super) fn probes(plan: &mut Plan) {
    for (i, name) in REGISTERS.into_iter().enumerate() {
        let at = (440 + 120 * i as i32, 120);
        plan.turned(name, at, West);
        plan.tunnel(name, 8, (at.0 - 20, at.1), East);
        plan.wire(name, &[(at.0 - 20, at.1), at]);
    }
}
