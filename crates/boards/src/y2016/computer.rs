//! The computer below the pad, and the bus between them.

use crate::draw::{ChipSheet, TriState, chip};
use circuit::project::Facing::{East, North, South, West};
use circuit::project::Kind;

use super::io::SELECT;
use console::hardware::cdm8;
use console::hardware::y2016::{IO_0, PROCESSOR, RAM, ROM};

// Which net each pin of a chip is on: `pin: net`, or one word for both.
const SELECT_NETS: &str = "address, mem, data/ins', I/Oaddr, I/O, RAM, ROM";

pub(super) const REGISTERS: [&str; 7] = ["pc", "sp", "ps", "r0", "r1", "r2", "r3"];

/// The system's I/Odat is split into two that never meet, so that the ring is not a loop.
pub(super) fn split_bus(sheet: &mut ChipSheet<'_>) {
    let y = IO_0.1 + 10;
    sheet.tunnel((80, y), East, 8, "I/Odat");
    let into = TriState {
        from: "I/Odat",
        to: "I/Odat-in",
        control: "I/O write",
    };
    sheet.tri((180, y), East, 8, into);
    sheet.wire("I/Odat", &[(80, y), (160, y)]);
    sheet.wire("I/Odat-in", &[(180, y), (IO_0.0, y)]);
    let out = TriState {
        from: "I/Odat-out",
        to: "I/Odat",
        control: "I/O read",
    };
    sheet.tri((160, y - 60), West, 8, out);
    sheet.wire("I/Odat", &[(160, y - 60), (120, y - 60), (120, y)]);
    sheet.tunnel((200, y - 60), West, 8, "I/Odat-out");
    sheet.wire("I/Odat-out", &[(180, y - 60), (200, y - 60)]);
    sheet.gate(
        Kind::And,
        (150, y + 40),
        1,
        "I/O write",
        &["I/O", "!rd/wr'"],
    );
    sheet.gate(Kind::And, (150, y - 90), 1, "I/O read", &["I/O", "rd/wr'"]);
    for (at, net) in [
        ((120, y - 100), "I/O"),
        ((120, y - 80), "rd/wr'"),
        ((120, y + 30), "I/O"),
        ((110, y + 50), "rd/wr'"),
        ((230, y + 90), "clock"),
        ((230, y + 110), "I/O"),
        ((240, y + 140), "rd/wr'"),
    ] {
        sheet.tunnel(at, East, 1, net);
    }
    sheet.text((230, y - 6), 10, "I/Odat-in");
    sheet.gate(Kind::And, (260, y + 100), 1, "I/Oclock", &["clock", "I/O"]);
    sheet.buffer((260, y + 140), 1, "in/out'", "rd/wr'");
}

/// The processor with its clock, who answers it, and the way of its data to the bus.
pub(super) fn computer(sheet: &mut ChipSheet<'_>) {
    let (x, y) = PROCESSOR;
    let mut nets = vec![
        ("clock", "clock"),
        ("data in", "I/Odat"),
        ("IRQ", "no interrupt"),
        ("vec", "no vector"),
        ("address", "address"),
        ("data out", "data out"),
        ("mem", "mem"),
        ("rd/wr'", "rd/wr'"),
        ("data/ins'", "data/ins'"),
    ];
    nets.extend(REGISTERS.map(|name| (name, name)));
    sheet.chip(cdm8::CHIP, PROCESSOR, &nets);
    sheet.put(Kind::Clock, (x - 100, y + 20), &[], &["clock"]);
    sheet.wire("clock", &[(x - 100, y + 20), (x, y + 20)]);
    sheet.wire("clock", &[(x - 70, y + 20), (x - 70, y)]);
    sheet.tunnel((x - 70, y), South, 1, "clock");
    sheet.constant((x - 30, y + 70), 1, 0, "no interrupt");
    sheet.constant((x - 30, y + 90), 3, 0, "no vector");
    sheet.part(&chip(SELECT.name, SELECT_NETS), (x + 330, y), None);
    let east = x + 170;
    for (net, height) in [("address", 20), ("mem", 60), ("data/ins'", 80)] {
        sheet.wire(net, &[(east, y + height), (x + 330, y + height)]);
    }
    sheet.wire("address", &[(east + 40, y + 20), (east + 40, y)]);
    sheet.tunnel((east + 40, y), South, 8, "address");
    sheet.wire(
        "rd/wr'",
        &[(east, y + 70), (east + 80, y + 70), (east + 80, y + 110)],
    );
    sheet.tunnel((east + 80, y + 110), North, 1, "rd/wr'");
    let out = TriState {
        from: "data out",
        to: "I/Odat",
        control: "writes",
    };
    sheet.tri((x + 430, y + 150), East, 8, out);
    sheet.not((x + 400, y + 180), 1, "writes", "rd/wr'");
}

/// Program memory, data memory, and what the bus carries while nobody speaks: 0.
pub(super) fn memories(sheet: &mut ChipSheet<'_>, image: &[u8; 256]) {
    sheet.rom(ROM, (8, 8), image, ["I/Odat", "address", "ROM"]);
    sheet.text((ROM.0 - 70, ROM.1 - 50), 12, "program");
    let set = [("addrWidth", "8"), ("dataWidth", "8"), ("bus", "combined")];
    let nets = ["I/Odat", "address", "RAM", "rd/wr'", "", "strobe"];
    sheet.put(Kind::Ram, RAM, &set, &nets);
    let (x, y) = RAM;
    sheet.text((x - 70, y - 50), 12, "data");
    sheet.wire(
        "RAM",
        &[(x - 90, y + 40), (x - 90, y + 60), (x - 100, y + 60)],
    );
    sheet.tunnel((x - 100, y + 60), East, 1, "RAM");
    sheet.wire(
        "rd/wr'",
        &[(x - 50, y + 40), (x - 50, y + 60), (x - 40, y + 60)],
    );
    sheet.tunnel((x - 40, y + 60), West, 1, "rd/wr'");
    sheet.not((x - 90, y + 90), 1, "strobe", "clock");
    sheet.wire(
        "strobe",
        &[(x - 90, y + 90), (x - 70, y + 90), (x - 70, y + 40)],
    );
    sheet.wire("I/Odat", &[(x, y), (x + 40, y)]);
    sheet.wire("I/Odat", &[(x + 20, y), (x + 20, y + 30)]);
    sheet.tunnel((x + 40, y), West, 8, "I/Odat");
    sheet.pull((x + 20, y + 30), North, false, "I/Odat");
}

/// What the processor holds.
pub(super) fn probes(sheet: &mut ChipSheet<'_>) {
    for (i, name) in REGISTERS.into_iter().enumerate() {
        let at = (440 + 120 * i as i32, 120);
        sheet.probe(at, West, "", name);
        sheet.tunnel((at.0 - 20, at.1), East, 8, name);
        sheet.wire(name, &[(at.0 - 20, at.1), at]);
    }
}
