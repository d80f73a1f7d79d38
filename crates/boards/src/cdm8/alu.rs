//! The arithmetic and logic unit: three chips it chooses from, and the gates that prepare and choose.
//!
//! The function is `f` with `one`: move add addc sub and or xor cmp, or with `one` not neg dec inc shr shla shra rol.

use crate::draw::{Drawing, Look, Sheet};
use circuit::project::{Facing, Kind};

use super::matrix::Matrix;
use super::{column, title};

pub const NAME: &str = "ALU";

const CONTROL: Matrix = Matrix {
    name: "ALU control",
    inputs: &["one", "f0", "f1", "f2", "C"],
    products: &[
        ("neg", &["one", "f0", "!f1"]),
        ("sub", &["!one", "f0", "f1"]),
        ("dec", &["one", "!f0", "f1"]),
        ("addc", &["!one", "f1", "C"]),
        ("inc", &["f0", "f1"]),
        ("f=1,3", &["f0", "!f2"]),
        ("f=2,3", &["f1", "!f2"]),
        ("shift", &["one", "f2"]),
    ],
    sums: &[
        ("y0", &["sub", "dec"]),
        ("cin", &["neg", "addc", "inc"]),
        ("sum", &["sub", "f=1,3", "f=2,3"]),
        ("l0", &["one", "f0"]),
    ],
    outputs: &["neg", "y0", "cin", "l0", "sum", "shift"],
};

pub fn draw(drawing: &mut Drawing) {
    CONTROL.draw(drawing);
    drawing.chip("Logic", logic);
    drawing.chip("Sum", sum);
    drawing.chip("Shift", shift);
    drawing.chip(NAME, alu);
}

fn logic(sheet: &mut Sheet<'_>) {
    title(sheet, "Logic: 0 move, 1 not, 4 and, 5 or, 6 xor");
    sheet.input("A", 8, (160, 140));
    sheet.input("B", 8, (160, 240));
    sheet.input("what", 3, (160, 340));
    sheet.output("S", 8, (560, 200));
    sheet.not((340, 140), 8, "not", "A");
    sheet.gate(Kind::And, (340, 190), 8, "and", &["A", "B"]);
    sheet.gate(Kind::Or, (340, 240), 8, "or", &["A", "B"]);
    sheet.gate(Kind::Xor, (340, 290), 8, "xor", &["A", "B"]);
    let choices = ["A", "not", "A", "A", "and", "or", "xor", "A"];
    sheet.mux((480, 200), 8, &choices, "what", "S");
    sheet.look(
        Look::new(90, 90)
            .west(&[("A", 30), ("B", 50), ("what", 70)])
            .east(&[("S", 30)])
            .text((45, 16), 10, "Logic"),
    );
}

/// X + Y + carry: X is A or its opposite (neg), Y is B, its opposite (sub, cmp), 0 (neg, inc) or FF (dec).
fn sum(sheet: &mut Sheet<'_>) {
    title(sheet, "Sum: X is A or not A; Y is B, not B, 00 or FF");
    sheet.input("A", 8, (160, 120));
    sheet.input("neg", 1, (160, 180));
    sheet.input("B", 8, (160, 240));
    sheet.input("y", 2, (160, 320));
    sheet.input("cin", 1, (160, 380));
    sheet.output("S", 8, (760, 180));
    sheet.output("carry", 1, (760, 260));
    sheet.output("V", 1, (760, 340));
    sheet.not((260, 130), 8, "not A", "A");
    sheet.mux((360, 120), 8, &["A", "not A"], "neg", "X");
    sheet.not((260, 240), 8, "not B", "B");
    sheet.constant((240, 270), 8, 0, "00");
    sheet.constant((240, 290), 8, 0xFF, "FF");
    sheet.mux((360, 260), 8, &["B", "not B", "00", "FF"], "y", "Y");
    let ports = ["X", "Y", "S", "cin", "carry"];
    sheet.put(Kind::Adder, (500, 180), &[("width", "8")], &ports);
    for (whole, bit, at) in [
        ("X", "x7", (420, 320)),
        ("Y", "y7", (420, 370)),
        ("S", "s7", (540, 390)),
    ] {
        sheet.split(at, Facing::East, whole, &[("", 7), (bit, 1)]);
    }
    sheet.gate(Kind::Xnor, (620, 330), 1, "alike", &["x7", "y7"]);
    sheet.gate(Kind::Xor, (620, 380), 1, "turned", &["x7", "s7"]);
    sheet.gate(Kind::And, (700, 350), 1, "V", &["alike", "turned"]);
    sheet.look(
        Look::new(90, 130)
            .west(&column(30, &["A", "neg", "B", "y", "cin"]))
            .east(&column(30, &["S", "carry", "V"]))
            .text((45, 16), 10, "Sum"),
    );
}

fn shift(sheet: &mut Sheet<'_>) {
    title(sheet, "Shift: 0 shr, 1 shla, 2 shra, 3 rol");
    sheet.input("A", 8, (160, 160));
    sheet.input("C", 1, (160, 260));
    sheet.input("f", 2, (160, 400));
    sheet.output("S", 8, (760, 170));
    sheet.output("carry", 1, (760, 280));
    sheet.output("V", 1, (760, 360));
    sheet.tunnels(&["f0", "f1", "a7"]);
    sheet.split((180, 400), Facing::East, "f", &[("f0", 1), ("f1", 1)]);
    let bits = [("a0", 1), ("a1-5", 5), ("a6", 1), ("a7", 1)];
    sheet.split((200, 160), Facing::East, "A", &bits);
    sheet.mux((340, 270), 1, &["C", "a7"], "f1", "top");
    sheet.gate(Kind::And, (340, 350), 1, "bottom", &["f1", "a7"]);
    let right = [("a1-5", 5), ("a6", 1), ("a7", 1), ("top", 1)];
    sheet.split((460, 130), Facing::West, "right", &right);
    let left = [("bottom", 1), ("a0", 1), ("a1-5", 5), ("a6", 1)];
    sheet.split((460, 210), Facing::West, "left", &left);
    sheet.mux((600, 170), 8, &["right", "left"], "f0", "S");
    sheet.mux((600, 280), 1, &["a0", "a7"], "f0", "carry");
    sheet.gate(Kind::Xor, (520, 370), 1, "turned", &["a6", "a7"]);
    sheet.gate(Kind::And, (520, 430), 1, "shla", &["f0", "!f1"]);
    sheet.gate(Kind::And, (640, 360), 1, "V", &["turned", "shla"]);
    sheet.look(
        Look::new(90, 90)
            .west(&column(30, &["A", "C", "f"]))
            .east(&column(30, &["S", "carry", "V"]))
            .text((45, 16), 10, "Shift"),
    );
}

fn alu(sheet: &mut Sheet<'_>) {
    title(sheet, "ALU: one of three results, and its flags");
    sheet.input("A", 8, (160, 120));
    sheet.input("B", 8, (160, 160));
    sheet.input("one", 1, (160, 240));
    sheet.input("f", 3, (160, 270));
    sheet.input("C", 1, (160, 320));
    sheet.output("result", 8, (940, 140));
    sheet.output("flags", 4, (940, 360));
    sheet.tunnels(&["A", "B", "C", "one", "shifts", "f low", "which"]);
    let bits = [("f0", 1), ("f1", 1), ("f2", 1)];
    sheet.split((180, 270), Facing::East, "f", &bits);
    sheet.chip(
        CONTROL.name,
        (280, 210),
        &[
            ("one", "one"),
            ("f0", "f0"),
            ("f1", "f1"),
            ("f2", "f2"),
            ("C", "C"),
            ("neg", "neg"),
            ("y0", "y0"),
            ("cin", "cin"),
            ("l0", "l0"),
            ("sum", "sums"),
            ("shift", "shifts"),
        ],
    );
    sheet.split((220, 400), Facing::West, "f low", &[("f0", 1), ("f1", 1)]);
    units(sheet);
    results(sheet);
    sheet.look(
        Look::new(100, 130)
            .fill("#f7e6df")
            .west(&column(20, &["A", "B", "C", "f", "one"]))
            .east(&[("result", 40), ("flags", 100)])
            .text((50, 14), 10, NAME),
    );
}

fn units(sheet: &mut Sheet<'_>) {
    let what = [("l0", 1), ("f1", 1), ("f2", 1)];
    sheet.split((500, 180), Facing::West, "l what", &what);
    let nets = [("A", "A"), ("B", "B"), ("what", "l what"), ("S", "logic")];
    sheet.chip("Logic", (560, 90), &nets);
    sheet.split((500, 310), Facing::West, "y", &[("y0", 1), ("one", 1)]);
    sheet.chip(
        "Sum",
        (560, 220),
        &[
            ("A", "A"),
            ("neg", "neg"),
            ("B", "B"),
            ("y", "y"),
            ("cin", "cin"),
            ("S", "sum"),
            ("carry", "sum c"),
            ("V", "sum v"),
        ],
    );
    sheet.chip(
        "Shift",
        (560, 390),
        &[
            ("A", "A"),
            ("C", "C"),
            ("f", "f low"),
            ("S", "shifted"),
            ("carry", "shift c"),
            ("V", "shift v"),
        ],
    );
}

/// Chosen by `which`: 0 logic, 1 sum, 2 shift.
fn results(sheet: &mut Sheet<'_>) {
    let which = [("sums", 1), ("shifts", 1)];
    sheet.split((500, 490), Facing::West, "which", &which);
    let choices = ["logic", "sum", "shifted", "logic"];
    sheet.mux((800, 140), 8, &choices, "which", "result");
    sheet.constant((720, 200), 1, 0, "0");
    let choices = ["0", "sum c", "shift c", "0"];
    sheet.mux((800, 270), 1, &choices, "which", "c");
    let choices = ["0", "sum v", "shift v", "0"];
    sheet.mux((800, 380), 1, &choices, "which", "v");
    let bits = ["s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7"];
    sheet.split(
        (740, 500),
        Facing::East,
        "result",
        &bits.map(|bit| (bit, 1)),
    );
    sheet.gate(Kind::Nor, (880, 500), 1, "z", &bits);
    // The gate has a gap in the middle that the splitter has not.
    for (i, bit) in (0..).zip(&bits[4..]) {
        let (y, x) = (500 + 10 * i, 810 - 10 * i);
        sheet.wire(bit, &[(760, y), (x, y), (x, y + 10), (840, y + 10)]);
    }
    let flags = [("s7", 1), ("z", 1), ("v", 1), ("c", 1)];
    sheet.split((900, 360), Facing::West, "flags", &flags);
}
