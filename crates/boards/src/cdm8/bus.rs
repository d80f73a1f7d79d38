//! The bus pins: address, data out and the strobes.

use crate::draw::{Chip, Layout, Look, column, input, mux, not, output, part, pin, title};

pub(super) const BUS: Chip = Chip {
    name: "Bus",
    does: "Address, data out and the strobe: two multiplexers that give 0 unless there is \
        a memory cycle.",
    pins: &[
        input("pc", 8, "the program counter"),
        input("A", 8, "the register rs"),
        input("sp", 8, "the stack pointer"),
        input("vector", 8, "where the interrupt vector is"),
        input("from", 2, "which of these four is the address"),
        input("mem", 1, "there is a memory cycle"),
        input("B", 8, "the register rd"),
        input("ps", 8, "the processor status"),
        input("what", 2, "what is written: 0 rd, 1 PC, 2 PS"),
        input("write", 1, "it is a write"),
        output("address", 8, "the address"),
        output("out", 8, "the byte written"),
        output("read", 1, "not a write"),
    ],
    parts: &[
        mux("address", 8, &["pc", "A", "sp", "vector"], "from").enabled("mem"),
        mux("out", 8, &["B", "pc", "ps", "ps"], "what").enabled("write"),
        not("read", 1, "write"),
    ],
    layout: Layout {
        places: &[
            title("Bus: all 0 unless there is a memory cycle"),
            pin("pc", 160, 120),
            pin("A", 160, 150),
            pin("sp", 160, 180),
            pin("vector", 160, 210),
            pin("from", 160, 250),
            pin("mem", 160, 280),
            pin("B", 160, 340),
            pin("ps", 160, 370),
            pin("what", 160, 410),
            pin("write", 160, 440),
            pin("address", 560, 150),
            pin("out", 560, 340),
            pin("read", 560, 480),
            part("address", 420, 150),
            part("out", 420, 340),
            part("read", 420, 480),
        ],
        look: || {
            Look::new(90, 220)
                .fill("#f7f3df")
                .west(&column(
                    20,
                    &[
                        "pc", "A", "sp", "vector", "from", "mem", "B", "ps", "what", "write",
                    ],
                ))
                .east(&[("address", 20), ("out", 60), ("read", 100)])
                .text((45, 14), 10, "Bus")
        },
        ..Layout::PLAIN
    },
};
