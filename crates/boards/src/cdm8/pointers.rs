//! The special registers: PC, SP, PS and the temporary T.

use crate::draw::{
    Chip, Layout, Look, adder, and, column, constant, input, join, mux, or, output, part, pin,
    register, split, title,
};

pub(super) const PC: Chip = Chip {
    name: "PC",
    does: "The program counter: the next byte, from the bus, or from T.",
    pins: &[
        input("in", 8, "the byte read"),
        input("T", 8, "the byte kept in T"),
        input("inc", 1, "counts"),
        input("load", 1, "takes the byte read"),
        input("loadT", 1, "takes T"),
        input("run", 1, "the machine is running; 0 holds every register"),
        input("clock", 1, "everything loads when it falls"),
        output("pc", 8, "the program counter"),
    ],
    parts: &[
        constant("1", 8, 1),
        adder("next", 8, "pc", "1"),
        mux("value", 8, &["next", "in", "T", "T"], "from"),
        join("from", &[("load", 1), ("loadT", 1)]),
        or("moves", 1, &["inc", "load", "loadT"]),
        and("enable", 1, &["moves", "run"]),
        register("pc", 8, "value", "clock")
            .falling()
            .enabled("enable")
            .labelled("PC"),
    ],
    layout: Layout {
        places: &[
            title("PC: next byte, from the bus, or from T"),
            pin("in", 160, 160),
            pin("T", 160, 190),
            pin("inc", 160, 300),
            pin("load", 160, 330),
            pin("loadT", 160, 360),
            pin("run", 160, 400),
            pin("clock", 160, 440),
            pin("pc", 660, 150),
            part("1", 220, 120),
            part("next", 300, 110),
            part("value", 400, 150),
            part("from", 340, 230),
            part("moves", 360, 330),
            part("enable", 440, 340),
            part("pc", 540, 150),
        ],
        wires: &[(
            "pc",
            &[
                (540, 150),
                (580, 150),
                (580, 70),
                (240, 70),
                (240, 100),
                (260, 100),
            ],
        )],
        look: || {
            Look::new(90, 160)
                .fill("#dfe9f7")
                .west(&column(
                    20,
                    &["in", "T", "inc", "load", "loadT", "run", "clock"],
                ))
                .east(&[("pc", 20)])
                .text((45, 14), 10, "PC")
        },
        ..Layout::PLAIN
    },
};

pub(super) const SP: Chip = Chip {
    name: "SP",
    does: "The stack pointer. Its adder counts up and down, adds the offset of `addsp`, \
        and gives `ldsa` its address.",
    pins: &[
        input("in", 8, "the byte read"),
        input("rd", 8, "the register rd"),
        input(
            "what",
            2,
            "what is added: 0 one, 1 minus one, 2 the byte read, 3 rd",
        ),
        input("set", 1, "takes the byte read instead of the sum"),
        input("load", 1, "loads"),
        input("run", 1, "the machine is running; 0 holds every register"),
        input("clock", 1, "everything loads when it falls"),
        output("sp", 8, "the stack pointer"),
        output("sum", 8, "SP and what is added"),
    ],
    parts: &[
        constant("1", 8, 1),
        constant("-1", 8, 0xFF),
        mux("change", 8, &["1", "-1", "in", "rd"], "what"),
        adder("sum", 8, "sp", "change"),
        mux("value", 8, &["sum", "in"], "set"),
        and("enable", 1, &["load", "run"]),
        register("sp", 8, "value", "clock")
            .falling()
            .enabled("enable")
            .labelled("SP"),
    ],
    layout: Layout {
        places: &[
            title("SP: up, down, add, set; and SP + rd"),
            pin("in", 160, 180),
            pin("rd", 160, 210),
            pin("what", 160, 260),
            pin("set", 160, 300),
            pin("load", 160, 340),
            pin("run", 160, 370),
            pin("clock", 160, 410),
            pin("sp", 760, 170),
            pin("sum", 760, 240),
            part("1", 200, 130),
            part("-1", 200, 150),
            part("change", 320, 170),
            part("sum", 440, 160),
            part("value", 540, 170),
            part("enable", 440, 350),
            part("sp", 640, 170),
        ],
        wires: &[
            ("in", &[(160, 180), (240, 180), (240, 170), (280, 170)]),
            (
                "in",
                &[(240, 180), (240, 220), (490, 220), (490, 180), (510, 180)],
            ),
            (
                "sp",
                &[
                    (640, 170),
                    (680, 170),
                    (680, 80),
                    (380, 80),
                    (380, 150),
                    (400, 150),
                ],
            ),
        ],
        look: || {
            Look::new(90, 160)
                .fill("#dfe9f7")
                .west(&column(
                    20,
                    &["in", "rd", "what", "set", "load", "run", "clock"],
                ))
                .east(&[("sp", 20), ("sum", 40)])
                .text((45, 14), 10, "SP")
        },
        ..Layout::PLAIN
    },
};

pub(super) const PS: Chip = Chip {
    name: "PS",
    does: "The processor status `I x x x C V Z N`: all from the bus, or the flags alone \
        from the ALU.",
    pins: &[
        input("in", 8, "the byte read"),
        input("flags", 4, "C V Z N from the ALU"),
        input("load", 1, "takes all eight bits of the byte read"),
        input("loadF", 1, "takes the flags"),
        input("run", 1, "the machine is running; 0 holds every register"),
        input("clock", 1, "everything loads when it falls"),
        output("ps", 8, "the processor status"),
        output("CVZN", 4, "its flags"),
        output("C", 1, "its carry flag"),
        output("I", 1, "interrupts are allowed"),
    ],
    parts: &[
        split("bits of in", "in", &[("new low", 4), ("new high", 4)]),
        mux("value", 4, &["flags", "new low"], "load"),
        and("all", 1, &["load", "run"]),
        or("some", 1, &["load", "loadF"]),
        and("enable", 1, &["some", "run"]),
        register("high", 4, "new high", "clock")
            .falling()
            .enabled("all")
            .labelled("IXXX"),
        register("CVZN", 4, "value", "clock")
            .falling()
            .enabled("enable")
            .labelled("FLAGS"),
        join("ps", &[("CVZN", 4), ("high", 4)]),
        split("bits of CVZN", "CVZN", &[("", 3), ("C", 1)]),
        split("bits of high", "high", &[("", 3), ("I", 1)]),
    ],
    layout: Layout {
        places: &[
            title("PS: all from the bus, or the flags from the ALU"),
            pin("in", 160, 140),
            pin("flags", 160, 240),
            pin("load", 160, 310),
            pin("loadF", 160, 370),
            pin("run", 160, 410),
            pin("clock", 160, 450),
            pin("ps", 700, 190),
            pin("CVZN", 700, 250),
            pin("C", 700, 300),
            pin("I", 700, 340),
            part("bits of in", 200, 140),
            part("value", 360, 250),
            part("all", 360, 180),
            part("some", 300, 370),
            part("enable", 380, 380),
            part("high", 480, 140),
            part("CVZN", 480, 250),
            part("ps", 600, 190),
            part("bits of CVZN", 600, 300),
            part("bits of high", 600, 340),
        ],
        tunnels: &["clock", "load", "high"],
        look: || {
            Look::new(90, 140)
                .fill("#dfe9f7")
                .west(&column(
                    20,
                    &["in", "flags", "load", "loadF", "run", "clock"],
                ))
                .east(&column(20, &["ps", "CVZN", "C", "I"]))
                .text((45, 14), 10, "PS")
        },
        ..Layout::PLAIN
    },
};

pub(super) const T: Chip = Chip {
    name: "T",
    does: "A byte kept from the first execute clock to the second: a result, or where to \
        jump.",
    pins: &[
        input("in", 8, "the byte read"),
        input("alu", 8, "the result of the ALU"),
        input("two", 1, "takes the result, else the byte read"),
        input("load", 1, "loads"),
        input("run", 1, "the machine is running; 0 holds every register"),
        input("clock", 1, "everything loads when it falls"),
        output("T", 8, "the byte kept"),
    ],
    parts: &[
        mux("value", 8, &["in", "alu"], "two"),
        and("enable", 1, &["load", "run"]),
        register("T", 8, "value", "clock")
            .falling()
            .enabled("enable")
            .labelled("TEMP"),
    ],
    layout: Layout {
        places: &[
            title("T: kept for the next clock"),
            pin("in", 160, 120),
            pin("alu", 160, 160),
            pin("two", 160, 220),
            pin("load", 160, 260),
            pin("run", 160, 290),
            pin("clock", 160, 330),
            pin("T", 520, 140),
            part("value", 300, 140),
            part("enable", 320, 270),
            part("T", 420, 140),
        ],
        look: || {
            Look::new(90, 140)
                .fill("#dfe9f7")
                .west(&column(20, &["in", "alu", "two", "load", "run", "clock"]))
                .east(&[("T", 20)])
                .text((45, 14), 10, "T")
        },
        ..Layout::PLAIN
    },
};
