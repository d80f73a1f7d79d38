//! The arithmetic and logic unit, and the three chips it chooses from.
//!
//! The function is `f` with `one`: move add addc sub and or xor cmp, or with `one` not neg dec inc shr shla shra rol.

use circuit::draw::{Drawing, Look, Sheet};
use circuit::model::{Facing, Kind};

pub const NAME: &str = "ALU";

pub fn draw(drawing: &mut Drawing) {
    drawing.chip("Sum", sum);
    drawing.chip("Logic", logic);
    drawing.chip("Shift", shift);
    drawing.chip(NAME, alu);
}

/// X + Y + carry: X is A or its opposite (neg), Y is B, its opposite (sub, cmp), 0 (neg, inc) or FF (dec).
fn sum(sheet: &mut Sheet<'_>) {
    sheet.text((420, 40), 16, "Sum: add addc sub cmp, neg dec inc");
    sheet.input("A", 8, (120, 100));
    sheet.input("B", 8, (120, 190));
    sheet.input("C", 1, (120, 400));
    sheet.input("f", 2, (120, 320));
    sheet.input("one", 1, (120, 360));
    sheet.output("S", 8, (720, 160));
    sheet.output("carry", 1, (720, 240));
    sheet.output("V", 1, (720, 320));
    sheet.tunnels(&["f0", "f1", "one"]);
    sheet.split((140, 320), Facing::East, "f", &[("f0", 1), ("f1", 1)]);

    sheet.gate(Kind::And, (280, 140), 1, "negate", &["one", "f0", "!f1"]);
    sheet.not((220, 110), 8, "notA", "A");
    sheet.mux((340, 100), 8, &["A", "notA"], "negate", "X");

    sheet.not((220, 190), 8, "notB", "B");
    sheet.constant((220, 210), 8, 0, "zero");
    sheet.constant((220, 230), 8, 0xFF, "ones");
    sheet.mux((340, 200), 8, &["B", "notB", "zero", "ones"], "choice", "Y");
    sheet.gate(Kind::Xor, (240, 290), 1, "other", &["f0", "one"]);
    sheet.gate(Kind::And, (300, 280), 1, "bend", &["f1", "other"]);
    sheet.split(
        (340, 280),
        Facing::West,
        "choice",
        &[("bend", 1), ("one", 1)],
    );

    sheet.gate(Kind::Or, (240, 350), 1, "full", &["f1", "one"]);
    sheet.gate(Kind::And, (300, 360), 1, "plus", &["full", "f0"]);
    sheet.gate(Kind::And, (300, 400), 1, "chained", &["!one", "f1", "C"]);
    sheet.gate(Kind::Or, (380, 380), 1, "cin", &["plus", "chained"]);

    sheet.put(
        Kind::Adder,
        (480, 160),
        &[("width", "8")],
        &["X", "Y", "S", "cin", "carry"],
    );
    top_bit(sheet, (400, 100), "X", "x7");
    top_bit(sheet, (400, 240), "Y", "y7");
    top_bit(sheet, (540, 200), "S", "s7");
    sheet.gate(Kind::Xnor, (620, 300), 1, "alike", &["x7", "y7"]);
    sheet.gate(Kind::Xor, (620, 340), 1, "turned", &["x7", "s7"]);
    sheet.gate(Kind::And, (680, 320), 1, "V", &["alike", "turned"]);
    sheet.look(
        Look::new(70, 70)
            .west(&[("A", 20), ("B", 30), ("C", 40), ("f", 50), ("one", 60)])
            .east(&[("S", 20), ("carry", 30), ("V", 40)])
            .text((35, 12), 10, "Sum"),
    );
}

fn top_bit(sheet: &mut Sheet<'_>, at: (i32, i32), whole: &str, bit: &str) {
    sheet.split(at, Facing::East, whole, &[("", 7), (bit, 1)]);
}

fn logic(sheet: &mut Sheet<'_>) {
    sheet.text((320, 40), 16, "Logic: move not and or xor");
    sheet.input("A", 8, (120, 120));
    sheet.input("B", 8, (120, 200));
    sheet.input("f", 3, (120, 300));
    sheet.input("one", 1, (120, 360));
    sheet.output("S", 8, (520, 180));
    sheet.not((240, 120), 8, "not", "A");
    sheet.gate(Kind::And, (300, 160), 8, "and", &["A", "B"]);
    sheet.gate(Kind::Or, (300, 200), 8, "or", &["A", "B"]);
    sheet.gate(Kind::Xor, (300, 240), 8, "xor", &["A", "B"]);
    sheet.mux(
        (440, 180),
        8,
        &["A", "not", "A", "A", "and", "or", "xor", "A"],
        "choice",
        "S",
    );
    sheet.split(
        (140, 300),
        Facing::East,
        "f",
        &[("f0", 1), ("f1", 1), ("f2", 1)],
    );
    sheet.gate(Kind::Or, (280, 320), 1, "low", &["f0", "one"]);
    sheet.split(
        (420, 300),
        Facing::West,
        "choice",
        &[("low", 1), ("f1", 1), ("f2", 1)],
    );
    sheet.look(
        Look::new(70, 70)
            .west(&[("A", 20), ("B", 30), ("f", 50), ("one", 60)])
            .east(&[("S", 20)])
            .text((35, 12), 10, "Logic"),
    );
}

fn shift(sheet: &mut Sheet<'_>) {
    sheet.text((320, 40), 16, "Shift: shr shla shra rol");
    sheet.input("A", 8, (120, 140));
    sheet.input("C", 1, (120, 260));
    sheet.input("f", 2, (120, 340));
    sheet.output("S", 8, (640, 160));
    sheet.output("carry", 1, (640, 260));
    sheet.output("V", 1, (640, 340));
    sheet.tunnels(&["f0", "f1", "a0", "a6", "a7"]);
    sheet.split((140, 340), Facing::East, "f", &[("f0", 1), ("f1", 1)]);
    // The bits by name, and the two neighbours' lengths.
    sheet.split(
        (180, 140),
        Facing::East,
        "A",
        &[("a0", 1), ("middle", 5), ("a6", 1), ("a7", 1)],
    );
    sheet.mux((320, 260), 1, &["C", "a7"], "f1", "top");
    sheet.gate(Kind::And, (320, 310), 1, "bottom", &["f1", "a7"]);
    sheet.split(
        (420, 120),
        Facing::West,
        "right",
        &[("middle", 5), ("a6", 1), ("a7", 1), ("top", 1)],
    );
    sheet.split(
        (420, 200),
        Facing::West,
        "left",
        &[("bottom", 1), ("a0", 1), ("middle", 5), ("a6", 1)],
    );
    sheet.mux((540, 160), 8, &["right", "left"], "f0", "S");
    sheet.mux((540, 260), 1, &["a0", "a7"], "f0", "carry");
    sheet.gate(Kind::Xor, (480, 330), 1, "turned", &["a7", "a6"]);
    sheet.gate(Kind::And, (560, 340), 1, "V", &["turned", "f0", "!f1"]);
    sheet.look(
        Look::new(70, 70)
            .west(&[("A", 20), ("C", 40), ("f", 50)])
            .east(&[("S", 20), ("carry", 30), ("V", 40)])
            .text((35, 12), 10, "Shift"),
    );
}

fn alu(sheet: &mut Sheet<'_>) {
    sheet.text((420, 40), 16, "ALU: one of three results, and its flags");
    sheet.input("A", 8, (120, 100));
    sheet.input("B", 8, (120, 140));
    sheet.input("C", 1, (120, 180));
    sheet.input("f", 3, (120, 240));
    sheet.input("one", 1, (120, 400));
    sheet.output("result", 8, (760, 140));
    sheet.output("flags", 4, (760, 300));
    sheet.tunnels(&["A", "B", "C", "one", "f", "f0", "f1", "f2", "low"]);
    sheet.split(
        (140, 240),
        Facing::East,
        "f",
        &[("f0", 1), ("f1", 1), ("f2", 1)],
    );
    sheet.split((220, 320), Facing::West, "low", &[("f0", 1), ("f1", 1)]);

    sheet.chip(
        "Logic",
        (320, 80),
        &[
            ("A", "A"),
            ("B", "B"),
            ("f", "f"),
            ("one", "one"),
            ("S", "logic"),
        ],
    );
    sheet.chip(
        "Sum",
        (320, 180),
        &[
            ("A", "A"),
            ("B", "B"),
            ("C", "C"),
            ("f", "low"),
            ("one", "one"),
            ("S", "sum"),
            ("carry", "sum c"),
            ("V", "sum v"),
        ],
    );
    sheet.chip(
        "Shift",
        (320, 280),
        &[
            ("A", "A"),
            ("C", "C"),
            ("f", "low"),
            ("S", "shifted"),
            ("carry", "shift c"),
            ("V", "shift v"),
        ],
    );

    // Which: 0 logic, 1 sum, 2 shift.
    sheet.gate(Kind::Or, (240, 430), 1, "some", &["f0", "f1"]);
    sheet.gate(Kind::And, (320, 440), 1, "first", &["some", "!f2"]);
    sheet.gate(Kind::And, (320, 480), 1, "last", &["!one", "f0", "f1"]);
    sheet.gate(Kind::Or, (400, 460), 1, "sums", &["first", "last"]);
    sheet.gate(Kind::And, (400, 510), 1, "shifts", &["one", "f2"]);
    sheet.split(
        (480, 480),
        Facing::West,
        "which",
        &[("sums", 1), ("shifts", 1)],
    );
    sheet.tunnels(&["which"]);

    sheet.mux(
        (560, 140),
        8,
        &["logic", "sum", "shifted", "logic"],
        "which",
        "result",
    );
    sheet.constant((480, 220), 1, 0, "none");
    sheet.mux(
        (560, 240),
        1,
        &["none", "sum c", "shift c", "none"],
        "which",
        "c",
    );
    sheet.mux(
        (560, 320),
        1,
        &["none", "sum v", "shift v", "none"],
        "which",
        "v",
    );
    let bits: Vec<String> = (0..8).map(|i| format!("s{i}")).collect();
    let ends: Vec<(&str, u32)> = bits.iter().map(|bit| (&**bit, 1)).collect();
    sheet.split((580, 430), Facing::East, "result", &ends);
    let bits: Vec<&str> = bits.iter().map(|bit| &**bit).collect();
    sheet.gate(Kind::Nor, (680, 430), 1, "z", &bits);
    sheet.split(
        (720, 300),
        Facing::West,
        "flags",
        &[("s7", 1), ("z", 1), ("v", 1), ("c", 1)],
    );
    sheet.look(
        Look::new(80, 80)
            .fill("#f7e6df")
            .west(&[("A", 20), ("B", 30), ("C", 50), ("f", 60), ("one", 70)])
            .east(&[("result", 20), ("flags", 50)])
            .text((40, 12), 10, NAME),
    );
}
