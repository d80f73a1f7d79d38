//! The control signals: what each instruction does in each clock.

use circuit::draw::{Drawing, Look, Sheet};
use circuit::model::{Facing, Kind};

use super::decoder::LINES;
use super::matrix::Matrix;

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
        ("pc out", &["jsr.1", "crc.1", "ioi.1"]),
    ],
    outputs: &["next", "rs", "table", "pushes", "pops", "pc out", "ioi.2"],
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
    sheet.text((320, 40), 16, "Strobes: one kind of memory cycle at a time");
    for (i, name) in (0..).zip([
        "next", "rs", "table", "pushes", "pops", "st", "ld", "pcout", "psout",
    ]) {
        sheet.input(name, 1, (120, 100 + 40 * i));
    }
    sheet.output("mem", 1, (520, 100));
    sheet.output("from", 2, (520, 160));
    sheet.output("write", 1, (520, 240));
    sheet.output("data", 1, (520, 320));
    sheet.output("what", 2, (520, 420));
    sheet.tunnels(&["next", "rs", "table", "pushes", "pops", "st", "ld"]);
    sheet.gate(
        Kind::Or,
        (360, 100),
        1,
        "mem",
        &["next", "rs", "table", "pushes", "pops"],
    );
    sheet.gate(Kind::Or, (360, 160), 1, "f0", &["rs", "table"]);
    sheet.gate(Kind::Or, (360, 200), 1, "f1", &["table", "pushes", "pops"]);
    sheet.split((440, 170), Facing::West, "from", &[("f0", 1), ("f1", 1)]);
    sheet.gate(Kind::Or, (360, 250), 1, "write", &["pushes", "st"]);
    sheet.gate(
        Kind::Or,
        (360, 320),
        1,
        "data",
        &["pushes", "pops", "st", "ld"],
    );
    sheet.split(
        (440, 420),
        Facing::West,
        "what",
        &[("pcout", 1), ("psout", 1)],
    );
    let place = |(i, name): (i32, &'static str)| (name, 20 + 10 * i);
    let west: Vec<_> = (0..)
        .zip([
            "next", "rs", "table", "pushes", "pops", "pcout", "psout", "st", "ld",
        ])
        .map(place)
        .collect();
    sheet.look(
        Look::new(80, 120)
            .fill("#e4f0e4")
            .west(&west)
            .east(&[
                ("mem", 20),
                ("write", 30),
                ("data", 40),
                ("from", 50),
                ("what", 60),
            ])
            .text((40, 12), 10, "Strobes"),
    );
}

/// The register meant by rd: the field of the opcode, or in `popall` and `pushall` one after the other.
fn number(sheet: &mut Sheet<'_>) {
    sheet.text((320, 40), 16, "Number: the register meant by rd");
    sheet.input("ir", 8, (120, 100));
    sheet.input("phase", 3, (120, 180));
    sheet.input("popall", 1, (120, 260));
    sheet.input("pushall", 1, (120, 300));
    sheet.output("rd", 2, (520, 150));
    sheet.split((160, 100), Facing::East, "ir", &[("field", 2), ("", 6)]);
    sheet.split(
        (160, 180),
        Facing::East,
        "phase",
        &[("a", 1), ("b", 1), ("", 1)],
    );
    sheet.split((240, 170), Facing::West, "up", &[("a", 1), ("b", 1)]);
    // 4 - phase
    sheet.gate(Kind::Xor, (260, 220), 1, "d", &["a", "b"]);
    sheet.split((320, 210), Facing::West, "down", &[("a", 1), ("d", 1)]);
    sheet.mux(
        (400, 150),
        2,
        &["field", "up", "down", "field"],
        "which",
        "rd",
    );
    sheet.split(
        (340, 280),
        Facing::West,
        "which",
        &[("popall", 1), ("pushall", 1)],
    );
    sheet.look(
        Look::new(80, 60)
            .fill("#e4f0e4")
            .west(&[("ir", 20), ("phase", 30), ("popall", 40), ("pushall", 50)])
            .east(&[("rd", 20)])
            .text((40, 12), 10, "Number"),
    );
}

/// What leaves, and how far down on the right side.
pub const SIGNALS: [(&str, i32); 17] = [
    ("length", 20),
    ("stops", 30),
    ("pc.inc", 60),
    ("pc.load", 70),
    ("pc.loadT", 80),
    ("sp.what", 110),
    ("sp.load", 120),
    ("r.write", 150),
    ("r.from", 160),
    ("t.load", 170),
    ("f.load", 200),
    ("ps.load", 210),
    ("mem", 240),
    ("bus.write", 250),
    ("data/ins'", 260),
    ("bus.from", 270),
    ("bus.what", 280),
];

pub const OTHERS: [&str; 8] = ["fetch", "IAck", "holds", "p0", "p1", "p2", "p3", "p4"];

fn control(sheet: &mut Sheet<'_>) {
    sheet.text(
        (520, 40),
        16,
        "Control: what each instruction does in each clock",
    );
    for (i, name) in (0..).zip(LINES.iter().chain(&OTHERS)) {
        sheet.input(name, 1, (120, 100 + 30 * i));
    }
    sheet.tunnels(&LINES);
    sheet.tunnels(&OTHERS);
    let own = |matrix: &Matrix, outs: &[(&'static str, &'static str)]| {
        let mut nets: Vec<(&'static str, &'static str)> =
            matrix.inputs.iter().map(|name| (*name, *name)).collect();
        nets.extend(outs);
        nets
    };
    sheet.chip(
        LENGTH.name,
        (320, 80),
        &own(
            &LENGTH,
            &[("n0", "n0"), ("n1", "n1"), ("n2", "n2"), ("stops", "stops")],
        ),
    );
    sheet.split(
        (520, 110),
        Facing::West,
        "length",
        &[("n0", 1), ("n1", 1), ("n2", 1)],
    );
    sheet.output("length", 3, (760, 110));
    sheet.output("stops", 1, (760, 150));

    sheet.chip(
        PC.name,
        (320, 260),
        &own(
            &PC,
            &[
                ("inc", "pc.inc"),
                ("load", "pc.load"),
                ("loadT", "pc.loadT"),
            ],
        ),
    );
    sheet.chip(
        SP.name,
        (320, 470),
        &own(&SP, &[("w0", "sp0"), ("w1", "sp1"), ("load", "sp.load")]),
    );
    sheet.split(
        (520, 510),
        Facing::West,
        "sp.what",
        &[("sp0", 1), ("sp1", 1)],
    );
    sheet.chip(
        REGISTERS.name,
        (320, 660),
        &own(
            &REGISTERS,
            &[
                ("write", "r.write"),
                ("from0", "r0"),
                ("from1", "r1"),
                ("loadT", "t.load"),
                ("loadF", "f.load"),
                ("loadPS", "ps.load"),
            ],
        ),
    );
    sheet.split((520, 700), Facing::West, "r.from", &[("r0", 1), ("r1", 1)]);
    sheet.chip(
        BUS.name,
        (320, 860),
        &own(
            &BUS,
            &[
                ("next", "next"),
                ("rs", "rs"),
                ("table", "table"),
                ("pushes", "pushes"),
                ("pops", "pops"),
                ("pc out", "pcout"),
                ("ioi.2", "psout"),
            ],
        ),
    );
    sheet.chip(
        "Strobes",
        (540, 860),
        &[
            ("next", "next"),
            ("rs", "rs"),
            ("table", "table"),
            ("pushes", "pushes"),
            ("pops", "pops"),
            ("pcout", "pcout"),
            ("psout", "psout"),
            ("st", "st"),
            ("ld", "ld"),
            ("mem", "mem"),
            ("write", "bus.write"),
            ("data", "data/ins'"),
            ("from", "bus.from"),
            ("what", "bus.what"),
        ],
    );
    let outputs = [
        ("pc.inc", 1, 280),
        ("pc.load", 1, 310),
        ("pc.loadT", 1, 340),
        ("sp.what", 2, 500),
        ("sp.load", 1, 540),
        ("r.write", 1, 660),
        ("r.from", 2, 700),
        ("t.load", 1, 740),
        ("f.load", 1, 770),
        ("ps.load", 1, 800),
        ("mem", 1, 880),
        ("bus.write", 1, 910),
        ("data/ins'", 1, 940),
        ("bus.from", 2, 970),
        ("bus.what", 2, 1000),
    ];
    for (name, width, y) in outputs {
        sheet.output(name, width, (760, y));
    }
    sheet.look(look());
}

fn look() -> Look {
    let place = |(i, name): (i32, &&'static str)| (*name, 20 + 10 * i);
    let lines: Vec<_> = (0..).zip(&LINES).map(place).collect();
    let place = |(i, name): (i32, &&'static str)| (*name, 270 + 10 * i);
    let others: Vec<_> = (0..).zip(&OTHERS).map(place).collect();
    Look::new(100, 360)
        .fill("#e4f0e4")
        .west(&lines)
        .west(&others)
        .east(&SIGNALS)
        .text((50, 12), 10, NAME)
}
