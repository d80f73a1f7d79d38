//! The control signals: what each instruction does in each clock.

use crate::draw::{
    Chip, Layout, Look, buffer, chip, column, decoder, input, join, mux, or, output, part, pin,
    split, title, xor,
};

use super::decoder::DECODER;
use super::matrix::Matrix;

pub(super) const LENGTH: Matrix = Matrix {
    name: "Length",
    does: "The number of the last execute clock, from 0, and what stops the machine.",
    means: signal,
    inputs: &[
        "two", "cmp", "push", "ldsa", "pushall", "popall", "halt", "wait", "jsr", "ioi", "rti",
        "crc", "illegal",
    ],
    products: &[("calculates", &["two", "!cmp"])],
    sums: &[
        (
            "n0",
            &[
                "calculates",
                "push",
                "ldsa",
                "jsr",
                "rti",
                "crc",
                "popall",
                "wait",
            ],
        ),
        ("n1", &["popall", "wait"]),
        ("n2", &["pushall", "ioi", "wait"]),
        ("stops", &["halt", "illegal"]),
    ],
    outputs: &["n0", "n1", "n2", "stops"],
};

pub(super) const PC: Matrix = Matrix {
    name: "PC control",
    does: "When PC counts or loads.",
    means: signal,
    inputs: &[
        "fetch", "IAck", "ldi", "addsp", "setsp", "ldsa", "jsr", "crc", "rts", "rti", "ioi",
        "branch", "holds", "p0", "p1", "p3",
    ],
    products: &[
        ("fetched", &["fetch", "!IAck"]),
        ("ldsa.0", &["ldsa", "p0"]),
        ("jsr.0", &["jsr", "p0"]),
        ("stays", &["branch", "!holds"]),
        ("goes", &["branch", "holds"]),
        ("rti.1", &["rti", "p1"]),
        ("ioi.3", &["ioi", "p3"]),
        ("jsr.1", &["jsr", "p1"]),
        ("crc.1", &["crc", "p1"]),
    ],
    sums: &[
        (
            "inc",
            &[
                "fetched", "ldi", "addsp", "setsp", "ldsa.0", "jsr.0", "stays",
            ],
        ),
        ("load", &["goes", "rts", "rti.1", "ioi.3"]),
        ("loadT", &["jsr.1", "crc.1"]),
    ],
    outputs: &["inc", "load", "loadT"],
};

pub(super) const SP: Matrix = Matrix {
    name: "SP control",
    does: "When SP loads; `w0` and `w1` say what is added: 0 one, 1 minus one, 2 the byte \
        read, 3 rd.",
    means: signal,
    inputs: &[
        "push", "pop", "ldsa", "addsp", "setsp", "pushall", "popall", "jsr", "rts", "ioi", "rti",
        "p0", "p1", "p4",
    ],
    products: &[
        ("push.0", &["push", "p0"]),
        ("pushall.0-3", &["pushall", "!p4"]),
        ("ioi.0", &["ioi", "p0"]),
        ("ioi.1", &["ioi", "p1"]),
        ("jsr.0", &["jsr", "p0"]),
    ],
    sums: &[
        (
            "w0",
            &["push.0", "pushall.0-3", "ioi.0", "ioi.1", "jsr.0", "ldsa"],
        ),
        ("w1", &["addsp", "ldsa"]),
        (
            "load",
            &[
                "push.0",
                "pushall.0-3",
                "ioi.0",
                "ioi.1",
                "jsr.0",
                "pop",
                "popall",
                "rts",
                "rti",
                "addsp",
                "setsp",
            ],
        ),
    ],
    outputs: &["w0", "w1", "load"],
};

pub(super) const REGISTERS: Matrix = Matrix {
    name: "Register control",
    does: "When registers, T, the flags and PS load; `from0` and `from1` say what a \
        register gets: 0 the byte read, 1 T, 2 the result of the ALU, 3 SP + rd.",
    means: signal,
    inputs: &[
        "two", "one", "ld", "ldc", "ldi", "ldsa", "pop", "popall", "jsr", "crc", "rti", "ioi",
        "p0", "p1", "p4",
    ],
    products: &[
        ("two.1", &["two", "p1"]),
        ("ldsa.1", &["ldsa", "p1"]),
        ("two.0", &["two", "p0"]),
        ("jsr.0", &["jsr", "p0"]),
        ("crc.0", &["crc", "p0"]),
        ("rti.0", &["rti", "p0"]),
        ("ioi.4", &["ioi", "p4"]),
    ],
    sums: &[
        (
            "write",
            &["two.1", "one", "ld", "ldc", "ldi", "ldsa", "pop", "popall"],
        ),
        ("from0", &["two.1", "ldsa.1"]),
        ("from1", &["one", "ldsa.1"]),
        ("loadT", &["two.0", "jsr.0", "crc.0"]),
        ("loadF", &["two.0", "one"]),
        ("loadPS", &["rti.0", "ioi.4"]),
    ],
    outputs: &["write", "from0", "from1", "loadT", "loadF", "loadPS"],
};

pub(super) const BUS: Matrix = Matrix {
    name: "Bus control",
    does: "Which kind of memory cycle there is.",
    means: signal,
    inputs: &[
        "fetch", "ldi", "addsp", "setsp", "ldsa", "branch", "holds", "st", "ld", "ldc", "push",
        "pushall", "pop", "popall", "rts", "rti", "crc", "jsr", "ioi", "p0", "p1", "p2", "p3",
        "p4",
    ],
    products: &[
        ("ldsa.0", &["ldsa", "p0"]),
        ("jsr.0", &["jsr", "p0"]),
        ("goes", &["branch", "holds"]),
        ("ioi.3", &["ioi", "p3"]),
        ("ioi.4", &["ioi", "p4"]),
        ("push.1", &["push", "p1"]),
        ("pushall.1-4", &["pushall", "!p0"]),
        ("jsr.1", &["jsr", "p1"]),
        ("crc.1", &["crc", "p1"]),
        ("ioi.1", &["ioi", "p1"]),
        ("ioi.2", &["ioi", "p2"]),
    ],
    sums: &[
        (
            "next",
            &["fetch", "ldi", "addsp", "setsp", "ldsa.0", "jsr.0", "goes"],
        ),
        ("rs", &["st", "ld", "ldc"]),
        ("table", &["ioi.3", "ioi.4"]),
        (
            "pushes",
            &["push.1", "pushall.1-4", "jsr.1", "crc.1", "ioi.1", "ioi.2"],
        ),
        ("pops", &["pop", "popall", "rts", "rti", "crc"]),
        ("pcout", &["jsr.1", "crc.1", "ioi.1"]),
    ],
    outputs: &["next", "rs", "table", "pushes", "pops", "pcout", "ioi.2"],
};

/// The meanings of the matrices' pins; the lines of the decoder are explained there.
fn signal(name: &str) -> &'static str {
    match name {
        "p0" => "phase 0",
        "p1" => "phase 1",
        "p2" => "phase 2",
        "p3" => "phase 3",
        "p4" => "phase 4",
        "n0" => "bit 0 of the phase of the last execute clock",
        "n1" => "bit 1 of it",
        "n2" => "bit 2 of it",
        "inc" => "PC counts",
        "load" => "the register loads",
        "loadT" => "T loads, or PC takes T",
        "loadF" => "the flags load",
        "loadPS" => "PS loads",
        "w0" => "bit 0 of what is added",
        "w1" => "bit 1 of what is added",
        "write" => "rd loads",
        "from0" => "bit 0 of what a register gets",
        "from1" => "bit 1 of what a register gets",
        "next" => "a read at PC",
        "rs" => "a cycle at the address in rs",
        "table" => "a read of the interrupt table",
        "pushes" => "a write to the stack",
        "pops" => "a read from the stack",
        "pcout" => "PC is written",
        "ioi.2" => "PS is written",
        _ => CONTROL.means(name).or(DECODER.means(name)).unwrap_or(""),
    }
}

pub(super) const STROBES: Chip = Chip {
    name: "Strobes",
    does: "The kinds of memory cycle as bus signals.",
    pins: &[
        input("next", 1, "a read at PC"),
        input("rs", 1, "a cycle at the address in rs"),
        input("table", 1, "a read of the interrupt table"),
        input("pushes", 1, "a write to the stack"),
        input("pops", 1, "a read from the stack"),
        input("pcout", 1, "PC is written"),
        input("psout", 1, "PS is written"),
        input("st", 1, "st"),
        input("ld", 1, "ld"),
        output("mem", 1, "there is a memory cycle"),
        output("from", 2, "the address: 0 PC, 1 rs, 2 SP, 3 the vector"),
        output("write", 1, "it is a write"),
        output("data", 1, "it is in data space"),
        output("what", 2, "what is written: 0 rd, 1 PC, 2 PS"),
    ],
    parts: &[
        or("mem", 1, &["next", "rs", "table", "pushes", "pops"]),
        or("f0", 1, &["rs", "table"]),
        or("f1", 1, &["table", "pushes", "pops"]),
        join("from", &[("f0", 1), ("f1", 1)]),
        or("write", 1, &["pushes", "st"]),
        or("data", 1, &["pushes", "pops", "st", "ld"]),
        join("what", &[("pcout", 1), ("psout", 1)]),
    ],
    layout: Layout {
        places: &[
            title("Strobes: one kind of memory cycle at a time"),
            pin("next", 160, 100),
            pin("rs", 160, 140),
            pin("table", 160, 180),
            pin("pushes", 160, 220),
            pin("pops", 160, 260),
            pin("pcout", 160, 300),
            pin("psout", 160, 340),
            pin("st", 160, 380),
            pin("ld", 160, 420),
            pin("mem", 560, 120),
            pin("from", 560, 200),
            pin("write", 560, 270),
            pin("data", 560, 340),
            pin("what", 560, 430),
            part("mem", 400, 120),
            part("f0", 400, 180),
            part("f1", 400, 220),
            part("from", 480, 200),
            part("write", 400, 270),
            part("data", 400, 340),
            part("what", 480, 430),
        ],
        look: || {
            Look::new(100, 200)
                .fill("#e4f0e4")
                .west(&column(
                    20,
                    &[
                        "next", "rs", "table", "pushes", "pops", "pcout", "psout", "st", "ld",
                    ],
                ))
                .east(&column(20, &["mem", "write", "data", "from", "what"]))
                .text((50, 12), 10, "Strobes")
        },
        ..Layout::PLAIN
    },
};

pub(super) const NUMBER: Chip = Chip {
    name: "Number",
    does: "The register meant by rd: the field of the opcode, or one after the other in \
        `popall` (the phase) and `pushall` (4 - phase).",
    pins: &[
        input("ir", 8, "the opcode"),
        input("phase", 3, "the number of the execute clock"),
        input("popall", 1, "popall"),
        input("pushall", 1, "pushall"),
        output("rd", 2, "the number of the register"),
    ],
    parts: &[
        split("bits of ir", "ir", &[("field", 2), ("", 6)]),
        split("bits of phase", "phase", &[("a", 1), ("b", 1), ("", 1)]),
        join("up", &[("a", 1), ("b", 1)]),
        xor("d", 1, &["a", "b"]),
        join("down", &[("a", 1), ("d", 1)]),
        mux("rd", 2, &["field", "up", "down", "field"], "which"),
        join("which", &[("popall", 1), ("pushall", 1)]),
    ],
    layout: Layout {
        places: &[
            title("Number: rd, or phase (popall), or 4 - phase (pushall)"),
            pin("ir", 160, 120),
            pin("phase", 160, 200),
            pin("popall", 160, 310),
            pin("pushall", 160, 340),
            pin("rd", 580, 150),
            part("bits of ir", 200, 120),
            part("bits of phase", 180, 200),
            part("up", 320, 160),
            part("d", 320, 240),
            part("down", 400, 220),
            part("rd", 480, 150),
            part("which", 400, 320),
        ],
        look: || {
            Look::new(100, 100)
                .fill("#e4f0e4")
                .west(&column(20, &["ir", "phase", "popall", "pushall"]))
                .east(&[("rd", 20)])
                .text((50, 12), 10, "Number")
        },
        ..Layout::PLAIN
    },
};

pub(super) const CONTROL: Chip = Chip {
    name: "Control",
    does: "What each instruction does in each clock: five matrices of two levels of \
        gates, and the chips Strobes and Number.",
    pins: &[
        input(
            "two",
            1,
            "move, add, addc, sub, and, or, xor, cmp: two operands",
        ),
        input("cmp", 1, "cmp, together with `two`"),
        input("one", 1, "not, neg, dec, inc and the shifts: one operand"),
        input("st", 1, "st"),
        input("ld", 1, "ld"),
        input("push", 1, "push"),
        input("pop", 1, "pop"),
        input("ldsa", 1, "ldsa"),
        input("addsp", 1, "addsp"),
        input("setsp", 1, "setsp"),
        input("pushall", 1, "pushall"),
        input("popall", 1, "popall"),
        input("ldi", 1, "ldi"),
        input("halt", 1, "halt"),
        input("wait", 1, "wait"),
        input("jsr", 1, "jsr"),
        input("rts", 1, "rts"),
        input("ioi", 1, "ioi, the instruction of an interrupt"),
        input("rti", 1, "rti"),
        input("crc", 1, "crc"),
        input("illegal", 1, "an opcode without an instruction"),
        input("branch", 1, "any branch"),
        input("ldc", 1, "ldc"),
        input("fetch", 1, "this is a fetch clock"),
        input("IAck", 1, "an interrupt is acknowledged"),
        input("holds", 1, "the condition of the branch holds"),
        input("ir", 8, "the opcode"),
        input("phase", 3, "the number of the execute clock"),
        output("length", 3, "the phase of the last execute clock"),
        output("stops", 1, "halt, or an illegal opcode"),
        output("pc.inc", 1, "PC counts"),
        output("pc.load", 1, "PC takes the byte read"),
        output("pc.loadT", 1, "PC takes T"),
        output(
            "sp.what",
            2,
            "what is added to SP: 0 one, 1 minus one, 2 the byte read, 3 rd",
        ),
        output("sp.load", 1, "SP loads"),
        output("sp.set", 1, "SP takes the byte read"),
        output("r.write", 1, "the register rd loads"),
        output(
            "r.from",
            2,
            "what a register gets: 0 the byte read, 1 T, 2 the result of the ALU, 3 SP + \
                rd",
        ),
        output("t.load", 1, "T loads"),
        output("f.load", 1, "the flags take those of the ALU"),
        output("ps.load", 1, "PS takes the byte read"),
        output(
            "t.alu",
            1,
            "T takes the result of the ALU, else the byte read",
        ),
        output("rd", 2, "the number of rd"),
        output("mem", 1, "there is a memory cycle"),
        output("bus.write", 1, "it is a write"),
        output("bus.data", 1, "it is in data space"),
        output("bus.from", 2, "the address: 0 PC, 1 rs, 2 SP, 3 the vector"),
        output("bus.what", 2, "what is written: 0 rd, 1 PC, 2 PS"),
    ],
    parts: &[
        decoder(
            "decoder of phase",
            "phase",
            "",
            &["p0", "p1", "p2", "p3", "p4", "", "", ""],
        ),
        chip(
            "Length",
            "two, cmp, push, ldsa, pushall, popall, halt, wait, jsr, ioi, rti, crc, \
                illegal, n0, n1, n2, stops",
        ),
        join("length", &[("n0", 1), ("n1", 1), ("n2", 1)]),
        chip(
            "PC control",
            "fetch, IAck, ldi, addsp, setsp, ldsa, jsr, crc, rts, rti, ioi, branch, holds, \
                p0, p1, p3, inc: pc.inc, load: pc.load, loadT: pc.loadT",
        ),
        chip(
            "SP control",
            "push, pop, ldsa, addsp, setsp, pushall, popall, jsr, rts, ioi, rti, p0, p1, \
                p4, w0, w1, load: sp.load",
        ),
        join("sp.what", &[("w0", 1), ("w1", 1)]),
        buffer("sp.set", 1, "setsp"),
        chip(
            "Register control",
            "two, one, ld, ldc, ldi, ldsa, pop, popall, jsr, crc, rti, ioi, p0, p1, p4, \
                write: r.write, from0, from1, loadT: t.load, loadF: f.load, loadPS: ps.load",
        ),
        join("r.from", &[("from0", 1), ("from1", 1)]),
        buffer("t.alu", 1, "two"),
        chip("Number", "ir, phase, popall, pushall, rd"),
        chip(
            "Bus control",
            "fetch, ldi, addsp, setsp, ldsa, branch, holds, st, ld, ldc, push, pushall, \
                pop, popall, rts, rti, crc, jsr, ioi, p0, p1, p2, p3, p4, next, rs, table, \
                pushes, pops, pcout, ioi.2: psout",
        ),
        chip(
            "Strobes",
            "next, rs, table, pushes, pops, pcout, psout, st, ld, mem, write: bus.write, \
                data: bus.data, from: bus.from, what: bus.what",
        ),
    ],
    layout: Layout {
        places: &[
            title("Control: what each instruction does in each clock"),
            pin("two", 160, 100),
            pin("cmp", 160, 130),
            pin("one", 160, 160),
            pin("st", 160, 190),
            pin("ld", 160, 220),
            pin("push", 160, 250),
            pin("pop", 160, 280),
            pin("ldsa", 160, 310),
            pin("addsp", 160, 340),
            pin("setsp", 160, 370),
            pin("pushall", 160, 400),
            pin("popall", 160, 430),
            pin("ldi", 160, 460),
            pin("halt", 160, 490),
            pin("wait", 160, 520),
            pin("jsr", 160, 550),
            pin("rts", 160, 580),
            pin("ioi", 160, 610),
            pin("rti", 160, 640),
            pin("crc", 160, 670),
            pin("illegal", 160, 700),
            pin("branch", 160, 730),
            pin("ldc", 160, 760),
            pin("fetch", 160, 800),
            pin("IAck", 160, 830),
            pin("holds", 160, 860),
            pin("ir", 160, 890),
            pin("phase", 160, 920),
            part("decoder of phase", 160, 1060),
            part("Length", 380, 80),
            part("length", 600, 120),
            part("PC control", 380, 400),
            part("SP control", 380, 780),
            part("sp.what", 600, 810),
            part("sp.set", 600, 880),
            pin("length", 680, 120),
            pin("stops", 680, 160),
            pin("pc.inc", 680, 420),
            pin("pc.load", 680, 440),
            pin("pc.loadT", 680, 460),
            pin("sp.what", 680, 810),
            pin("sp.load", 680, 840),
            pin("sp.set", 680, 880),
            part("Register control", 960, 80),
            part("r.from", 1240, 140),
            part("t.alu", 1240, 240),
            part("Number", 1180, 300),
            part("Bus control", 960, 440),
            part("Strobes", 1180, 440),
            pin("r.write", 1360, 100),
            pin("r.from", 1360, 140),
            pin("t.load", 1360, 170),
            pin("f.load", 1360, 190),
            pin("ps.load", 1360, 210),
            pin("t.alu", 1360, 240),
            pin("rd", 1360, 320),
            pin("mem", 1360, 460),
            pin("bus.write", 1360, 480),
            pin("bus.data", 1360, 500),
            pin("bus.from", 1360, 520),
            pin("bus.what", 1360, 540),
        ],
        tunnels: &[
            "two", "cmp", "one", "st", "ld", "push", "pop", "ldsa", "addsp", "setsp", "pushall",
            "popall", "ldi", "halt", "wait", "jsr", "rts", "ioi", "rti", "crc", "illegal",
            "branch", "ldc", "fetch", "IAck", "holds", "ir", "phase", "p0", "p1", "p2", "p3", "p4",
        ],
        look: || {
            Look::new(130, 740)
                .fill("#e4f0e4")
                .west(&column(
                    20,
                    &[
                        "two", "cmp", "one", "st", "ld", "push", "pop", "ldsa", "addsp", "setsp",
                        "pushall", "popall", "ldi", "halt", "wait", "jsr", "rts", "ioi", "rti",
                        "crc", "illegal", "branch", "ldc",
                    ],
                ))
                .west(&[
                    ("fetch", 500),
                    ("phase", 540),
                    ("IAck", 600),
                    ("ir", 620),
                    ("holds", 660),
                ])
                .east(&[
                    ("length", 20),
                    ("stops", 40),
                    ("pc.inc", 60),
                    ("pc.load", 80),
                    ("pc.loadT", 100),
                    ("sp.what", 260),
                    ("sp.set", 280),
                    ("sp.load", 300),
                    ("mem", 340),
                    ("bus.write", 360),
                    ("bus.data", 380),
                    ("bus.from", 400),
                    ("bus.what", 420),
                    ("ps.load", 460),
                    ("f.load", 480),
                    ("t.alu", 520),
                    ("t.load", 540),
                    ("r.from", 660),
                    ("r.write", 680),
                    ("rd", 700),
                ])
                .text((65, 14), 10, "Control")
        },
        ..Layout::PLAIN
    },
};
