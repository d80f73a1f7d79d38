//! The sequencer: fetch or execute, which clock of it, and whether the machine has stopped.

use crate::draw::{
    Chip, Layout, Look, adder, and, column, compare, constant, input, mux, nand, not, or, output,
    part, pin, register, title,
};

pub(super) const SEQUENCER: Chip = Chip {
    name: "Sequencer",
    does: "Fetch or execute, which clock of it, and whether the machine has stopped.",
    pins: &[
        input("length", 3, "the phase of the last execute clock"),
        input("clock", 1, "everything loads when it falls"),
        input("stops", 1, "halt, or an illegal opcode"),
        input("IRQ", 1, "ends a wait"),
        input("waits", 1, "IR holds wait"),
        output("fetch", 1, "this is a fetch clock"),
        output("exec", 1, "this is an execute clock"),
        output("phase", 3, "the number of the execute clock, 0 in a fetch"),
        output("run", 1, "not stopped"),
        output("stopped", 1, "the machine has stopped"),
    ],
    parts: &[
        // Phases count from 0 to the length, then a fetch follows.
        compare("end", 3, ["length", "phase"], ["", "end", ""]),
        nand("goes on", 1, &["exec", "end"]),
        register("exec", 1, "goes on", "clock")
            .falling()
            .enabled("run")
            .labelled("EXEC"),
        not("fetch", 1, "exec"),
        constant("1", 3, 1),
        adder("next", 3, "phase", "1"),
        and("counts", 1, &["exec", "!end"]),
        constant("0", 3, 0),
        mux("value", 3, &["0", "next"], "counts"),
        register("phase", 3, "value", "clock")
            .falling()
            .enabled("run")
            .labelled("PHASE"),
        // Stops for good, or, in `wait`, until IRQ.
        or("stays", 1, &["stops", "stopped"]),
        not("quiet", 1, "IRQ"),
        mux("held", 1, &["stays", "quiet"], "waits"),
        register("stopped", 1, "held", "clock")
            .falling()
            .labelled("STOP"),
        not("run", 1, "stopped"),
    ],
    layout: Layout {
        places: &[
            title("Sequencer: fetch, phases, stop"),
            pin("length", 160, 130),
            pin("clock", 160, 290),
            pin("fetch", 760, 100),
            pin("exec", 760, 140),
            pin("phase", 760, 240),
            part("end", 280, 140),
            part("goes on", 420, 140),
            part("exec", 540, 140),
            part("fetch", 660, 100),
            part("1", 200, 240),
            part("next", 280, 230),
            part("counts", 420, 190),
            part("0", 380, 230),
            part("value", 460, 240),
            part("phase", 560, 240),
            pin("stops", 160, 380),
            pin("IRQ", 160, 430),
            pin("waits", 160, 480),
            pin("run", 760, 360),
            pin("stopped", 760, 410),
            part("stays", 300, 390),
            part("quiet", 300, 430),
            part("held", 400, 410),
            part("stopped", 500, 410),
            part("run", 620, 360),
        ],
        tunnels: &["clock", "run", "phase"],
        wires: &[
            (
                "exec",
                &[
                    (540, 140),
                    (580, 140),
                    (580, 80),
                    (360, 80),
                    (360, 130),
                    (380, 130),
                ],
            ),
            (
                "stopped",
                &[
                    (500, 410),
                    (540, 410),
                    (540, 340),
                    (240, 340),
                    (240, 400),
                    (270, 400),
                ],
            ),
        ],
        look: || {
            Look::new(90, 130)
                .fill("#f3e7f7")
                .west(&column(20, &["length", "stops", "waits", "IRQ", "clock"]))
                .east(&column(20, &["fetch", "exec", "phase", "run", "stopped"]))
                .text((45, 14), 10, "Sequencer")
        },
        ..Layout::PLAIN
    },
};
