//! The four registers, with two read ports and one write port.

use crate::draw::{
    Chip, Layout, Look, and, column, decoder, input, mux, output, part, pin, register, title,
};

pub(super) const REGISTERS: Chip = Chip {
    name: "Registers",
    does: "The four registers, with two read ports and one value to write.",
    pins: &[
        input("in", 8, "the byte read"),
        input("T", 8, "the byte kept in T"),
        input("alu", 8, "the result of the ALU"),
        input("sum", 8, "SP + rd"),
        input("from", 2, "which of these four is written"),
        input("rd", 2, "the number of the register at B, which is written"),
        input("write", 1, "rd loads"),
        input("run", 1, "the machine is running; 0 holds every register"),
        input("clock", 1, "everything loads when it falls"),
        input("rs", 2, "the number of the register at A"),
        output("A", 8, "the register rs"),
        output("B", 8, "the register rd"),
        output("r0", 8, "register 0"),
        output("r1", 8, "register 1"),
        output("r2", 8, "register 2"),
        output("r3", 8, "register 3"),
    ],
    parts: &[
        mux("value", 8, &["in", "T", "alu", "sum"], "from"),
        and("load", 1, &["write", "run"]),
        decoder("decoder of load", "rd", "load", &["e0", "e1", "e2", "e3"]),
        register("r0", 8, "value", "clock")
            .falling()
            .enabled("e0")
            .labelled("R0"),
        register("r1", 8, "value", "clock")
            .falling()
            .enabled("e1")
            .labelled("R1"),
        register("r2", 8, "value", "clock")
            .falling()
            .enabled("e2")
            .labelled("R2"),
        register("r3", 8, "value", "clock")
            .falling()
            .enabled("e3")
            .labelled("R3"),
        mux("A", 8, &["r0", "r1", "r2", "r3"], "rs"),
        mux("B", 8, &["r0", "r1", "r2", "r3"], "rd"),
    ],
    layout: Layout {
        places: &[
            title("Registers: A is rs, B is rd; what is written goes to rd"),
            pin("in", 160, 90),
            pin("T", 160, 120),
            pin("alu", 160, 150),
            pin("sum", 160, 180),
            pin("from", 160, 220),
            pin("rd", 160, 270),
            pin("write", 160, 350),
            pin("run", 160, 380),
            pin("clock", 160, 440),
            pin("rs", 160, 500),
            pin("A", 860, 150),
            pin("B", 860, 290),
            pin("r0", 860, 370),
            pin("r1", 860, 400),
            pin("r2", 860, 430),
            pin("r3", 860, 460),
            part("value", 300, 130),
            part("load", 240, 360),
            part("decoder of load", 320, 360),
            part("r0", 500, 130),
            part("r1", 500, 230),
            part("r2", 500, 330),
            part("r3", 500, 430),
            part("A", 740, 150),
            part("B", 740, 290),
        ],
        tunnels: &["clock", "rd"],
        wires: &[
            ("value", &[(420, 130), (470, 130)]),
            ("value", &[(420, 230), (470, 230)]),
            ("value", &[(420, 330), (470, 330)]),
            ("value", &[(420, 430), (470, 430)]),
            ("value", &[(300, 130), (420, 130), (420, 430)]),
        ],
        look: || {
            Look::new(100, 220)
                .fill("#dfe9f7")
                .west(&column(
                    20,
                    &[
                        "in", "T", "alu", "sum", "from", "write", "rd", "rs", "run", "clock",
                    ],
                ))
                .east(&[("A", 20), ("B", 40)])
                .east(&column(80, &["r0", "r1", "r2", "r3"]))
                .text((50, 14), 10, "Registers")
        },
        ..Layout::PLAIN
    },
};
