//! The processor of gates: one circuit per unit, all in one file.
//!
//! ```text
//!   Fetch (IR) ─► Decoder ─► Control ─► signals to all below
//!      ▲                        ▲
//!   Interrupt   Branch    Sequencer (fetch, phases, stop)
//!
//!   Registers ─► ALU ─► T       PC   SP   PS ─► Bus ─► address, data out, strobes
//! ```

mod alu;
pub mod bench;
mod branch;
mod bus;
mod control;
mod decoder;
mod fetch;
mod matrix;
mod pointers;
mod registers;
mod sequencer;

use crate::draw::{Chip, Drawing, Layout, Look, chip, input, other, output, part, pin, tunnel};
use circuit::project::Facing::{East, North, South};
use circuit::project::Kind;

use consoles::hardware::cdm8::CHIP;

pub(crate) fn drawing() -> Drawing {
    let mut drawing = Drawing::new("cdm8.circ");
    drawing.add(&fetch::FETCH);
    drawing.add(&fetch::INTERRUPT);
    drawing.add(&decoder::DECODER);
    drawing.add(&sequencer::SEQUENCER);
    drawing.add(&branch::BRANCH);
    for matrix in [
        control::LENGTH,
        control::PC,
        control::SP,
        control::REGISTERS,
        control::BUS,
    ] {
        matrix.draw(&mut drawing);
    }
    drawing.add(&control::STROBES);
    drawing.add(&control::NUMBER);
    drawing.add(&control::CONTROL);
    drawing.add(&registers::REGISTERS);
    alu::CONTROL.draw(&mut drawing);
    drawing.add(&alu::LOGIC);
    drawing.add(&alu::SUM);
    drawing.add(&alu::SHIFT);
    drawing.add(&alu::ALU);
    drawing.add(&pointers::PC);
    drawing.add(&pointers::SP);
    drawing.add(&pointers::PS);
    drawing.add(&pointers::T);
    drawing.add(&bus::BUS);
    drawing.add(&CDM8);
    drawing
}

/// All boards are drawn for the shape of this chip.
pub(super) const CDM8: Chip = Chip {
    name: CHIP,
    does: "The processor. Without a memory cycle address and data out are 0, mem is 0, \
        rd/wr' is 1 and data/ins' is 0.",
    pins: &[
        input("clock", 1, "everything loads when it falls"),
        input("data in", 8, "the byte read; used at the end of the clock"),
        input(
            "IRQ",
            1,
            "asks for an interrupt; tie it to 0 if there is none",
        ),
        input("vec", 3, "the number of the interrupt"),
        output("address", 8, "the address"),
        output("data out", 8, "the byte written; 0 when nothing is written"),
        output("rd/wr'", 1, "1 read, 0 write"),
        output("mem", 1, "there is a memory cycle in this clock"),
        output("data/ins'", 1, "1 data space, 0 instruction space"),
        output("IAck", 1, "the interrupt is accepted in this clock"),
        output("pc", 8, "the program counter, to look at"),
        output("sp", 8, "the stack pointer, to look at"),
        output("ps", 8, "the processor status, to look at"),
        output("r0", 8, "register 0, to look at"),
        output("r1", 8, "register 1, to look at"),
        output("r2", 8, "register 2, to look at"),
        output("r3", 8, "register 3, to look at"),
    ],
    parts: &[
        chip("Fetch", "in: data in, IAck, fetch, run, clock, ir"),
        chip(
            "Decoder",
            "two, cmp, one, st, ld, push, pop, ldsa, addsp, setsp, pushall, popall, ldi, \
                halt, wait, jsr, rts, ioi, rti, crc, illegal, branch, ldc, ir, exec, waits, f, \
                rs, unary",
        ),
        chip(
            "Control",
            "two, cmp, one, st, ld, push, pop, ldsa, addsp, setsp, pushall, popall, ldi, \
                halt, wait, jsr, rts, ioi, rti, crc, illegal, branch, ldc, fetch, phase, IAck, \
                ir, holds, length, stops, pc.inc, pc.load, pc.loadT, sp.what, sp.set, sp.load, \
                mem, bus.write, bus.data: data/ins', bus.from, bus.what, ps.load, f.load, \
                t.alu, t.load, r.from, r.write, rd",
        ),
        chip(
            "Interrupt",
            "IRQ, vec, I, fetch, phase, run, clock, IAck, vector",
        ),
        chip(
            "Sequencer",
            "length, stops, waits, IRQ, clock, fetch, exec, phase, run, stopped",
        ),
        chip("Branch", "CVZN, ir, holds"),
        other(
            "probe of fetch",
            Kind::Probe,
            &[("label", "fetch"), ("radix", "16")],
            &["fetch"],
        ),
        other(
            "probe of stopped",
            Kind::Probe,
            &[("label", "stopped"), ("radix", "16")],
            &["stopped"],
        ),
        chip(
            "PC",
            "in: data in, T, inc: pc.inc, load: pc.load, loadT: pc.loadT, run, clock, pc",
        ),
        chip(
            "SP",
            "in: data in, rd: B, what: sp.what, set: sp.set, load: sp.load, run, clock, sp, \
                sum",
        ),
        chip(
            "PS",
            "in: data in, flags, load: ps.load, loadF: f.load, run, clock, ps, CVZN, C, I",
        ),
        chip(
            "Bus",
            "pc, A, sp, vector, B, ps, from: bus.from, what: bus.what, mem, write: \
                bus.write, address, out: data out, read: rd/wr'",
        ),
        chip(
            "Registers",
            "in: data in, T, alu, sum, from: r.from, write: r.write, rd, rs, run, clock, A, \
                B, r0, r1, r2, r3",
        ),
        chip("ALU", "A, B, C, f, one: unary, result: alu, flags"),
        chip(
            "T",
            "in: data in, alu, two: t.alu, load: t.load, run, clock, T",
        ),
    ],
    layout: Layout {
        places: &[
            pin("clock", 160, 440),
            pin("data in", 160, 120),
            pin("IRQ", 160, 280),
            pin("vec", 160, 300),
            pin("address", 1580, 120),
            pin("data out", 1580, 160),
            pin("rd/wr'", 1580, 200),
            pin("mem", 1580, 240),
            pin("data/ins'", 1580, 270),
            pin("IAck", 1580, 300),
            pin("pc", 1580, 350),
            pin("sp", 1580, 380),
            pin("ps", 1580, 410),
            pin("r0", 1580, 460),
            pin("r1", 1580, 490),
            pin("r2", 1580, 520),
            pin("r3", 1580, 550),
            part("Fetch", 300, 100),
            tunnel("ir", 8, 480, 140).facing(North),
            part("Decoder", 560, 100),
            part("Control", 710, 100),
            part("Interrupt", 300, 260),
            part("Sequencer", 300, 580),
            tunnel("fetch", 1, 480, 580).facing(South),
            tunnel("phase", 3, 480, 660).facing(North),
            part("Branch", 300, 740),
            part("probe of fetch", 300, 480).facing(East),
            part("probe of stopped", 300, 510).facing(East),
            part("PC", 1020, 100),
            part("SP", 1020, 300),
            part("PS", 1020, 500),
            part("Bus", 1320, 100),
            part("Registers", 1020, 660),
            part("ALU", 1260, 660),
            tunnel("A", 8, 1200, 660).facing(South),
            tunnel("B", 8, 1200, 720).facing(North),
            part("T", 1480, 660),
            tunnel("alu", 8, 1400, 720).facing(North),
        ],
        tunnels: &[
            "clock",
            "data in",
            "IRQ",
            "IAck",
            "run",
            "fetch",
            "exec",
            "ir",
            "phase",
            "stopped",
            "A",
            "B",
            "T",
            "mem",
            "data/ins'",
            "pc",
            "sp",
            "ps",
            "r0",
            "r1",
            "r2",
            "r3",
            "length",
            "stops",
            "waits",
            "C",
            "f",
            "rs",
            "unary",
            "sum",
            "alu",
            "vector",
            "flags",
            "CVZN",
            "I",
            "bus.from",
            "bus.what",
            "bus.write",
            "t.alu",
            "t.load",
        ],
        wires: &[
            ("ir", &[(390, 120), (560, 120)]),
            ("ir", &[(480, 120), (480, 140)]),
            ("fetch", &[(390, 600), (710, 600)]),
            ("fetch", &[(480, 600), (480, 580)]),
            ("phase", &[(390, 640), (710, 640)]),
            ("phase", &[(480, 640), (480, 660)]),
            ("A", &[(1120, 680), (1260, 680)]),
            ("A", &[(1200, 680), (1200, 660)]),
            ("B", &[(1120, 700), (1260, 700)]),
            ("B", &[(1200, 700), (1200, 720)]),
            ("alu", &[(1360, 700), (1480, 700)]),
            ("alu", &[(1400, 700), (1400, 720)]),
        ],
        look: || {
            Look::new(170, 120)
                .fill("#fff3c4")
                .west(&[("clock", 20), ("data in", 40), ("IRQ", 70), ("vec", 80)])
                .east(&[
                    ("address", 20),
                    ("data out", 40),
                    ("mem", 60),
                    ("rd/wr'", 70),
                    ("data/ins'", 80),
                    ("IAck", 100),
                ])
                .south(&[
                    ("pc", 20),
                    ("sp", 40),
                    ("ps", 60),
                    ("r0", 90),
                    ("r1", 110),
                    ("r2", 130),
                    ("r3", 150),
                ])
                .text((85, 60), 16, "CdM-8")
        },
        ..Layout::PLAIN
    },
};
