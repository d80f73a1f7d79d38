//! From the opcode to the instruction: a tree of decoders, alive in execute clocks only.

use crate::draw::{Drawing, Look, Sheet};
use circuit::project::{Facing, Kind};

use super::{column, title};

pub const NAME: &str = "Decoder";

/// One line an instruction or a group of them, in the order of the opcodes.
pub const LINES: [&str; 23] = [
    "two", "cmp", "one", "st", "ld", "push", "pop", "ldsa", "addsp", "setsp", "pushall", "popall",
    "ldi", "halt", "wait", "jsr", "rts", "ioi", "rti", "crc", "illegal", "branch", "ldc",
];

/// Where the lines leave.
const EDGE: i32 = 900;

pub fn draw(drawing: &mut Drawing) {
    drawing.chip(NAME, |sheet| {
        title(sheet, "Decoder: which instruction is executed");
        sheet.input("ir", 8, (160, 120));
        sheet.input("exec", 1, (160, 320));
        for (i, line) in (0..).zip(LINES) {
            sheet.output(line, 1, (EDGE, 100 + 30 * i));
        }
        sheet.tunnels(&["ir", "low", "mid", "high", "exec", "unary"]);
        calculations(sheet);
        groups(sheet);
        stack_group(sheet);
        control_group(sheet);
        fields(sheet);
        sheet.look(look());
    });
}

/// 0xxxxxxx calculates with two registers, 100xxxxx with one.
fn calculations(sheet: &mut Sheet<'_>) {
    let bits = [("", 5), ("i5", 1), ("i6", 1), ("i7", 1)];
    sheet.split((200, 200), Facing::East, "ir", &bits);
    sheet.gate(Kind::And, (320, 200), 1, "unary", &["!i5", "!i6", "i7"]);
    sheet.gate(Kind::And, (440, 170), 1, "one", &["exec", "unary"]);
    sheet.gate(Kind::And, (440, 110), 1, "two", &["exec", "!i7"]);
    sheet.wire("i7", &[(240, 210), (240, 120), (400, 120)]);
    sheet.wire("two", &[(440, 110), (480, 110), (480, 100), (EDGE, 100)]);
    sheet.wire("one", &[(440, 170), (480, 170), (480, 160), (EDGE, 160)]);
}

/// The groups by the upper half of the opcode.
fn groups(sheet: &mut Sheet<'_>) {
    let mut lines = [""; 16];
    lines[7] = "cmp";
    lines[10..].copy_from_slice(&["st", "ld", "C", "D", "branch", "ldc"]);
    sheet.split((200, 380), Facing::East, "ir", &[("", 4), ("high", 4)]);
    sheet.decoder((340, 410), "high", "exec", &lines);
    sheet.wire("cmp", &[(360, 320), (500, 320), (500, 130), (EDGE, 130)]);
    sheet.wire("st", &[(360, 350), (520, 350), (520, 190), (EDGE, 190)]);
    sheet.wire("ld", &[(360, 360), (540, 360), (540, 220), (EDGE, 220)]);
    sheet.wire("branch", &[(360, 390), (420, 390), (420, 730), (EDGE, 730)]);
    sheet.wire("ldc", &[(360, 400), (400, 400), (400, 760), (EDGE, 760)]);
}

/// C0 to CF, by two bits and two bits more.
fn stack_group(sheet: &mut Sheet<'_>) {
    sheet.wire("C", &[(360, 370), (590, 370)]);
    sheet.decoder((600, 370), "mid", "C", &["push", "pop", "ldsa", "CC-CF"]);
    sheet.wire("push", &[(620, 330), (640, 330), (640, 250), (EDGE, 250)]);
    sheet.wire("pop", &[(620, 340), (660, 340), (660, 280), (EDGE, 280)]);
    sheet.wire("ldsa", &[(620, 350), (680, 350), (680, 310), (EDGE, 310)]);
    sheet.wire("CC-CF", &[(620, 360), (680, 360), (680, 420), (740, 420)]);
    let lines = ["addsp", "setsp", "pushall", "popall"];
    sheet.decoder((750, 420), "low", "CC-CF", &lines);
    sheet.wire("addsp", &[(770, 380), (790, 380), (790, 340), (EDGE, 340)]);
    sheet.wire("setsp", &[(770, 390), (810, 390), (810, 370), (EDGE, 370)]);
    sheet.wire("pushall", &[(770, 400), (EDGE, 400)]);
    sheet.wire("popall", &[(770, 410), (810, 410), (810, 430), (EDGE, 430)]);
}

/// D0 to DF.
fn control_group(sheet: &mut Sheet<'_>) {
    sheet.wire("D", &[(360, 380), (560, 380), (560, 560), (590, 560)]);
    sheet.decoder((600, 560), "mid", "D", &["ldi", "D4-D7", "D8-DB", "DC-DF"]);
    sheet.wire("ldi", &[(620, 520), (640, 520), (640, 460), (EDGE, 460)]);
    sheet.wire("D4-D7", &[(620, 530), (700, 530), (700, 560), (740, 560)]);
    sheet.wire("D8-DB", &[(620, 540), (680, 540), (680, 670), (740, 670)]);
    sheet.wire("DC-DF", &[(620, 550), (660, 550), (660, 710), (810, 710)]);
    sheet.decoder((750, 560), "low", "D4-D7", &["halt", "wait", "jsr", "rts"]);
    sheet.wire("halt", &[(770, 520), (790, 520), (790, 490), (EDGE, 490)]);
    sheet.wire("wait", &[(770, 530), (810, 530), (810, 520), (EDGE, 520)]);
    sheet.wire("jsr", &[(770, 540), (810, 540), (810, 550), (EDGE, 550)]);
    sheet.wire("rts", &[(770, 550), (790, 550), (790, 580), (EDGE, 580)]);
    sheet.decoder((750, 670), "low", "D8-DB", &["ioi", "rti", "crc", "DB"]);
    sheet.wire("ioi", &[(770, 630), (790, 630), (790, 610), (EDGE, 610)]);
    sheet.wire("rti", &[(770, 640), (EDGE, 640)]);
    sheet.wire("crc", &[(770, 650), (810, 650), (810, 670), (EDGE, 670)]);
    sheet.wire("DB", &[(770, 660), (790, 660), (790, 690), (810, 690)]);
    sheet.gate(Kind::Or, (840, 700), 1, "illegal", &["DB", "DC-DF"]);
}

/// What holds in fetch clocks too: `wait` in IR, the function of the ALU, and the number of its first register.
fn fields(sheet: &mut Sheet<'_>) {
    sheet.split((200, 480), Facing::East, "ir", &[("low", 2), ("", 6)]);
    sheet.split(
        (200, 540),
        Facing::East,
        "ir",
        &[("", 2), ("mid", 2), ("", 4)],
    );
    sheet.constant((200, 620), 8, 0xD5, "D5");
    sheet.compare((320, 610), 8, "ir", "D5", ["", "waits", ""]);
    sheet.wire("waits", &[(320, 610), (380, 610), (380, 810), (EDGE, 810)]);
    sheet.output("waits", 1, (EDGE, 810));

    sheet.split(
        (200, 850),
        Facing::East,
        "ir",
        &[("", 4), ("two f", 3), ("", 1)],
    );
    sheet.split(
        (200, 890),
        Facing::East,
        "ir",
        &[("", 2), ("one f", 3), ("", 3)],
    );
    sheet.mux((320, 870), 3, &["two f", "one f"], "unary", "f");
    sheet.output("f", 3, (EDGE, 870));
    sheet.mux((320, 950), 2, &["mid", "low"], "unary", "rs");
    sheet.output("rs", 2, (EDGE, 950));
    sheet.output("unary", 1, (EDGE, 1000));
}

fn look() -> Look {
    Look::new(150, 480)
        .fill("#f3e7f7")
        .west(&column(20, &["ir", "exec"]))
        .east(&column(20, &LINES))
        .north(&[("waits", 20), ("f", 60), ("rs", 90), ("unary", 130)])
        .text((70, 40), 10, NAME)
}
