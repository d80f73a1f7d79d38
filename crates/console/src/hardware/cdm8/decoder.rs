//! From the opcode to the instruction: a tree of decoders, alive in execute clocks only.

use circuit::draw::{Drawing, Look, Sheet};
use circuit::model::{Facing, Kind};

pub const NAME: &str = "Decoder";

/// One line an instruction or a group of them, in the order of the opcodes.
pub const LINES: [&str; 23] = [
    "two", "cmp", "one", "st", "ld", "push", "pop", "ldsa", "addsp", "setsp", "pushall", "popall",
    "ldi", "halt", "wait", "jsr", "rts", "ioi", "rti", "crc", "illegal", "branch", "ldc",
];

pub fn draw(drawing: &mut Drawing) {
    drawing.chip(NAME, |sheet| {
        sheet.text((480, 40), 16, "Decoder: which instruction is executed");
        sheet.input("ir", 8, (120, 140));
        sheet.input("exec", 1, (120, 260));
        for (i, line) in (0..).zip(LINES) {
            sheet.output(line, 1, (900, 100 + 30 * i));
        }
        sheet.output("waits", 1, (900, 820));
        sheet.output("unary", 1, (900, 940));
        sheet.output("f", 3, (900, 860));
        sheet.output("rs", 2, (900, 900));
        halves(sheet);
        groups(sheet);
        tree(sheet);
        fields(sheet);
        sheet.look(look());
    });
}

fn halves(sheet: &mut Sheet<'_>) {
    let names = ["low", "mid", "high"];
    sheet.tunnels(&names);
    sheet.tunnels(&["exec", "ir", "i7", "i6", "i5", "unary"]);
    sheet.split(
        (160, 140),
        Facing::East,
        "ir",
        &[("low", 2), ("mid", 2), ("high", 4)],
    );
}

/// The sixteen groups of opcodes.
fn groups(sheet: &mut Sheet<'_>) {
    sheet.decoder(
        (300, 320),
        "high",
        "exec",
        &[
            "", "", "", "", "", "", "", "cmp", "g8", "g9", "st", "ld", "gC", "gD", "branch", "ldc",
        ],
    );
    sheet.tunnels(&["cmp", "st", "ld", "branch", "ldc"]);
    sheet.gate(Kind::Or, (420, 220), 1, "one", &["g8", "g9"]);
    sheet.tunnels(&["one", "two"]);
    sheet.split(
        (200, 420),
        Facing::East,
        "high",
        &[("", 1), ("i5", 1), ("i6", 1), ("i7", 1)],
    );
    sheet.gate(Kind::And, (300, 430), 1, "two", &["exec", "!i7"]);
}

/// Groups C and D, by two bits and two bits more.
fn tree(sheet: &mut Sheet<'_>) {
    sheet.decoder((520, 260), "mid", "gC", &["push", "pop", "ldsa", "C3"]);
    sheet.decoder(
        (680, 300),
        "low",
        "C3",
        &["addsp", "setsp", "pushall", "popall"],
    );
    sheet.decoder((520, 460), "mid", "gD", &["ldi", "D1", "D2", "D3"]);
    sheet.decoder((680, 420), "low", "D1", &["halt", "wait", "jsr", "rts"]);
    sheet.decoder((680, 540), "low", "D2", &["ioi", "rti", "crc", "DB"]);
    sheet.gate(Kind::Or, (780, 560), 1, "illegal", &["DB", "D3"]);
}

/// What holds in fetch clocks too: `wait` in IR, the function of the ALU, and the first register's number.
fn fields(sheet: &mut Sheet<'_>) {
    sheet.split(
        (200, 800),
        Facing::East,
        "ir",
        &[
            ("w0", 1),
            ("w1", 1),
            ("w2", 1),
            ("w3", 1),
            ("w4", 1),
            ("w5", 1),
            ("w6", 1),
            ("w7", 1),
        ],
    );
    sheet.gate(
        Kind::And,
        (320, 800),
        1,
        "waits",
        &["w0", "!w1", "w2", "!w3", "w4", "!w5", "w6", "w7"],
    );
    sheet.gate(Kind::And, (300, 620), 1, "unary", &["i7", "!i6", "!i5"]);
    sheet.split(
        (420, 680),
        Facing::East,
        "ir",
        &[("", 2), ("f one", 3), ("", 3)],
    );
    sheet.split(
        (420, 740),
        Facing::East,
        "ir",
        &[("", 4), ("f two", 3), ("", 1)],
    );
    sheet.mux((540, 700), 3, &["f two", "f one"], "unary", "f");
    sheet.mux((540, 780), 2, &["mid", "low"], "unary", "rs");
}

fn look() -> Look {
    let lines: Vec<(&str, i32)> = (0..)
        .zip(LINES)
        .map(|(i, line)| (line, 20 + 10 * i))
        .collect();
    Look::new(80, 260)
        .fill("#f3e7f7")
        .west(&[("ir", 20), ("exec", 30)])
        .east(&lines)
        .south(&[("waits", 10), ("unary", 30), ("f", 50), ("rs", 70)])
        .text((40, 12), 10, NAME)
}
