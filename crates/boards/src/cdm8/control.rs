//! The control signals: what each instruction does in each clock.

use crate::draw::{Drawing, Look, Sheet};
use circuit::project::{Facing, Kind};

use super::decoder::LINES;
use super::matrix::Matrix;
use super::{column, title};

pub const NAME: &str = "Control";

/// The number of the last execute clock, from 0, and what stops the machine.
const LENGTH: Matrix = Matrix {
    name: "Length",
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

const PC: Matrix = Matrix {
    name: "PC control",
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

/// `what` is added to SP: 0 one, 1 minus one, 2 the immediate, 3 rd.
const SP: Matrix = Matrix {
    name: "SP control",
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

/// `from` is what a register gets: 0 the byte read, 1 T, 2 the ALU's result, 3 SP + rd.
const REGISTERS: Matrix = Matrix {
    name: "Register control",
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

/// `from` gives the address: 0 PC, 1 rs, 2 SP, 3 the vector. `what` is written: 0 rd, 1 PC, 2 PS.
const BUS: Matrix = Matrix {
    name: "Bus control",
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

pub fn draw(drawing: &mut Drawing) {
    for matrix in [LENGTH, PC, SP, REGISTERS, BUS] {
        matrix.draw(drawing);
    }
    drawing.chip("Strobes", strobes);
    drawing.chip("Number", number);
    drawing.chip(NAME, control);
}

/// The kinds of memory cycle as bus signals.
fn strobes(sheet: &mut Sheet<'_>) {
    title(sheet, "Strobes: one kind of memory cycle at a time");
    let names = [
        "next", "rs", "table", "pushes", "pops", "pcout", "psout", "st", "ld",
    ];
    for (i, name) in (0..).zip(names) {
        sheet.input(name, 1, (160, 100 + 40 * i));
    }
    for (name, width, y) in [
        ("mem", 1, 120),
        ("from", 2, 200),
        ("write", 1, 270),
        ("data", 1, 340),
        ("what", 2, 430),
    ] {
        sheet.output(name, width, (560, y));
    }
    let kinds = ["next", "rs", "table", "pushes", "pops"];
    sheet.gate(Kind::Or, (400, 120), 1, "mem", &kinds);
    sheet.gate(Kind::Or, (400, 180), 1, "f0", &["rs", "table"]);
    sheet.gate(Kind::Or, (400, 220), 1, "f1", &["table", "pushes", "pops"]);
    sheet.split((480, 200), Facing::West, "from", &[("f0", 1), ("f1", 1)]);
    sheet.gate(Kind::Or, (400, 270), 1, "write", &["pushes", "st"]);
    let both = ["pushes", "pops", "st", "ld"];
    sheet.gate(Kind::Or, (400, 340), 1, "data", &both);
    sheet.split(
        (480, 430),
        Facing::West,
        "what",
        &[("pcout", 1), ("psout", 1)],
    );
    sheet.look(
        Look::new(100, 200)
            .fill("#e4f0e4")
            .west(&column(20, &names))
            .east(&column(20, &["mem", "write", "data", "from", "what"]))
            .text((50, 12), 10, "Strobes"),
    );
}

/// The register meant by rd: the field of the opcode, or in `popall` and `pushall` one after the other.
fn number(sheet: &mut Sheet<'_>) {
    title(
        sheet,
        "Number: rd, or phase (popall), or 4 - phase (pushall)",
    );
    sheet.input("ir", 8, (160, 120));
    sheet.input("phase", 3, (160, 200));
    sheet.input("popall", 1, (160, 310));
    sheet.input("pushall", 1, (160, 340));
    sheet.output("rd", 2, (580, 150));
    sheet.split((200, 120), Facing::East, "ir", &[("field", 2), ("", 6)]);
    let bits = [("a", 1), ("b", 1), ("", 1)];
    sheet.split((180, 200), Facing::East, "phase", &bits);
    sheet.split((320, 160), Facing::West, "up", &[("a", 1), ("b", 1)]);
    sheet.gate(Kind::Xor, (320, 240), 1, "d", &["a", "b"]);
    sheet.split((400, 220), Facing::West, "down", &[("a", 1), ("d", 1)]);
    let choices = ["field", "up", "down", "field"];
    sheet.mux((480, 150), 2, &choices, "which", "rd");
    let which = [("popall", 1), ("pushall", 1)];
    sheet.split((400, 320), Facing::West, "which", &which);
    sheet.look(
        Look::new(100, 100)
            .fill("#e4f0e4")
            .west(&column(20, &["ir", "phase", "popall", "pushall"]))
            .east(&[("rd", 20)])
            .text((50, 12), 10, "Number"),
    );
}

/// What comes in besides the instruction, and how far down on the left side.
pub const OTHERS: [(&str, i32); 5] = [
    ("fetch", 500),
    ("phase", 540),
    ("IAck", 600),
    ("ir", 620),
    ("holds", 660),
];

/// What leaves, and how far down on the right side: beside the unit it goes to.
pub const SIGNALS: [(&str, i32); 20] = [
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
];

fn control(sheet: &mut Sheet<'_>) {
    title(sheet, "Control: what each instruction does in each clock");
    sheet.tunnels(&LINES);
    sheet.tunnels(&["fetch", "IAck", "holds", "ir", "phase"]);
    sheet.tunnels(&["p0", "p1", "p2", "p3", "p4"]);
    inputs(sheet);
    left_column(sheet);
    right_column(sheet);
    let signals = SIGNALS;
    sheet.look(
        Look::new(130, 740)
            .fill("#e4f0e4")
            .west(&column(20, &LINES))
            .west(&OTHERS)
            .east(&signals)
            .text((65, 14), 10, NAME),
    );
}

fn inputs(sheet: &mut Sheet<'_>) {
    for (i, name) in (0..).zip(LINES) {
        sheet.input(name, 1, (160, 100 + 30 * i));
    }
    let others = [
        ("fetch", 1),
        ("IAck", 1),
        ("holds", 1),
        ("ir", 8),
        ("phase", 3),
    ];
    for (i, (name, width)) in (0..).zip(others) {
        sheet.input(name, width, (160, 800 + 30 * i));
    }
    let phases = ["p0", "p1", "p2", "p3", "p4", "", "", ""];
    sheet.decoder((160, 1060), "phase", "", &phases);
}

/// A matrix with its inputs on the nets of their names.
fn placed(sheet: &mut Sheet<'_>, matrix: &Matrix, at: (i32, i32), outputs: &[(&str, &str)]) {
    let mut nets: Vec<(&str, &str)> = matrix.inputs.iter().map(|name| (*name, *name)).collect();
    nets.extend(outputs);
    sheet.chip(matrix.name, at, &nets);
}

fn outputs(sheet: &mut Sheet<'_>, x: i32, pins: &[(&str, u32, i32)]) {
    for (name, width, y) in pins {
        sheet.output(name, *width, (x, *y));
    }
}

fn left_column(sheet: &mut Sheet<'_>) {
    let nets = ["n0", "n1", "n2", "stops"].map(|name| (name, name));
    placed(sheet, &LENGTH, (380, 80), &nets);
    let bits = [("n0", 1), ("n1", 1), ("n2", 1)];
    sheet.split((600, 120), Facing::West, "length", &bits);
    let nets = [
        ("inc", "pc.inc"),
        ("load", "pc.load"),
        ("loadT", "pc.loadT"),
    ];
    placed(sheet, &PC, (380, 400), &nets);
    let nets = [("w0", "w0"), ("w1", "w1"), ("load", "sp.load")];
    placed(sheet, &SP, (380, 780), &nets);
    sheet.split((600, 810), Facing::West, "sp.what", &[("w0", 1), ("w1", 1)]);
    sheet.buffer((600, 880), 1, "sp.set", "setsp");
    let pins = [
        ("length", 3, 120),
        ("stops", 1, 160),
        ("pc.inc", 1, 420),
        ("pc.load", 1, 440),
        ("pc.loadT", 1, 460),
        ("sp.what", 2, 810),
        ("sp.load", 1, 840),
        ("sp.set", 1, 880),
    ];
    outputs(sheet, 680, &pins);
}

fn right_column(sheet: &mut Sheet<'_>) {
    let nets = [
        ("write", "r.write"),
        ("from0", "from0"),
        ("from1", "from1"),
        ("loadT", "t.load"),
        ("loadF", "f.load"),
        ("loadPS", "ps.load"),
    ];
    placed(sheet, &REGISTERS, (960, 80), &nets);
    sheet.split(
        (1240, 140),
        Facing::West,
        "r.from",
        &[("from0", 1), ("from1", 1)],
    );
    sheet.buffer((1240, 240), 1, "t.alu", "two");
    let nets = ["ir", "phase", "popall", "pushall", "rd"].map(|name| (name, name));
    sheet.chip("Number", (1180, 300), &nets);
    let kinds = ["next", "rs", "table", "pushes", "pops"].map(|name| (name, name));
    let mut nets = kinds.to_vec();
    nets.extend([("pcout", "pcout"), ("ioi.2", "psout")]);
    placed(sheet, &BUS, (960, 440), &nets);
    let mut nets = kinds.to_vec();
    nets.extend(["pcout", "psout", "st", "ld", "mem"].map(|name| (name, name)));
    nets.extend([
        ("write", "bus.write"),
        ("data", "bus.data"),
        ("from", "bus.from"),
        ("what", "bus.what"),
    ]);
    sheet.chip("Strobes", (1180, 440), &nets);
    let pins = [
        ("r.write", 1, 100),
        ("r.from", 2, 140),
        ("t.load", 1, 170),
        ("f.load", 1, 190),
        ("ps.load", 1, 210),
        ("t.alu", 1, 240),
        ("rd", 2, 320),
        ("mem", 1, 460),
        ("bus.write", 1, 480),
        ("bus.data", 1, 500),
        ("bus.from", 2, 520),
        ("bus.what", 2, 540),
    ];
    outputs(sheet, 1360, &pins);
}
