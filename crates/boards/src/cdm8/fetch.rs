//! The end of a fetch clock: the instruction register, and interrupts, which take its place.

use crate::draw::{
    Chip, Layout, Look, and, column, constant, input, join, mux, output, part, pin, register,
    split, title,
};

pub(super) const FETCH: Chip = Chip {
    name: "Fetch",
    does: "The instruction register. At the end of a fetch clock it takes the byte read, \
        or D8 (`ioi`) if an interrupt is acknowledged.",
    pins: &[
        input("in", 8, "the byte read"),
        input("IAck", 1, "an interrupt is acknowledged in this clock"),
        input("fetch", 1, "this is a fetch clock"),
        input("run", 1, "the machine is running; 0 holds every register"),
        input("clock", 1, "everything loads when it falls"),
        output("ir", 8, "the opcode being executed"),
    ],
    parts: &[
        constant("ioi", 8, 0xD8),
        mux("opcode", 8, &["in", "ioi"], "IAck"),
        and("enable", 1, &["fetch", "run"]),
        register("ir", 8, "opcode", "clock")
            .falling()
            .enabled("enable")
            .labelled("IR"),
    ],
    layout: Layout {
        places: &[
            title("Fetch: the instruction register"),
            pin("in", 160, 120),
            pin("IAck", 160, 200),
            pin("fetch", 160, 260),
            pin("run", 160, 290),
            pin("clock", 160, 330),
            pin("ir", 520, 130),
            part("ioi", 240, 140),
            part("opcode", 320, 130),
            part("enable", 320, 270),
            part("ir", 420, 130),
        ],
        look: || {
            Look::new(90, 120)
                .fill("#f3e7f7")
                .west(&column(20, &["in", "IAck", "fetch", "run", "clock"]))
                .east(&[("ir", 20)])
                .text((45, 14), 10, "Fetch")
        },
        ..Layout::PLAIN
    },
};

pub(super) const INTERRUPT: Chip = Chip {
    name: "Interrupt",
    does: "Acknowledges an interrupt in a fetch clock and keeps its number. The vector is \
        at F0 + 2 * number; the byte beside it, PS, is read in phase 4.",
    pins: &[
        input("IRQ", 1, "a device asks for an interrupt"),
        input("I", 1, "interrupts are allowed (bit 7 of PS)"),
        input("fetch", 1, "this is a fetch clock"),
        input("run", 1, "the machine is running; 0 holds every register"),
        input("vec", 3, "the number of the interrupt"),
        input("clock", 1, "everything loads when it falls"),
        input("phase", 3, "the number of the execute clock"),
        output("IAck", 1, "the interrupt is acknowledged in this clock"),
        output("vector", 8, "the address of the vector's byte to read next"),
    ],
    parts: &[
        and("IAck", 1, &["IRQ", "I", "fetch"]),
        and("enable", 1, &["IAck", "run"]),
        register("number", 3, "vec", "clock")
            .falling()
            .enabled("enable")
            .labelled("VEC"),
        split("bits of phase", "phase", &[("", 2), ("second", 1)]),
        constant("table", 4, 15),
        join("vector", &[("second", 1), ("number", 3), ("table", 4)]),
    ],
    layout: Layout {
        places: &[
            title("Interrupt: acknowledge, and where the vector is"),
            pin("IRQ", 160, 120),
            pin("I", 160, 150),
            pin("fetch", 160, 180),
            pin("run", 160, 220),
            pin("vec", 160, 300),
            pin("clock", 160, 350),
            pin("phase", 160, 410),
            pin("IAck", 660, 150),
            pin("vector", 660, 300),
            part("IAck", 300, 150),
            part("enable", 360, 210),
            part("number", 440, 300),
            part("bits of phase", 200, 410),
            part("table", 440, 360),
            part("vector", 540, 300),
        ],
        look: || {
            Look::new(90, 160)
                .fill("#f3e7f7")
                .west(&column(
                    20,
                    &["IRQ", "vec", "I", "fetch", "phase", "run", "clock"],
                ))
                .east(&[("IAck", 20), ("vector", 60)])
                .text((45, 14), 10, "Interrupt")
        },
        ..Layout::PLAIN
    },
};
