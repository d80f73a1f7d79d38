//! The arithmetic and logic unit: three chips it chooses from, and the gates that prepare and choose.

use crate::draw::{
    Chip, Layout, Look, adder, and, chip, column, constant, input, join, mux, nor, not, or, output,
    part, pin, split, title, xnor, xor,
};

use super::matrix::Matrix;

pub(super) const CONTROL: Matrix = Matrix {
    name: "ALU control",
    does: "Prepares the operands of Sum and chooses among the three units.",
    means,
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

/// The meanings of ALU control's pins.
fn means(name: &str) -> &'static str {
    match name {
        "one" => "the function has one operand",
        "f0" => "bit 0 of the function",
        "f1" => "bit 1 of the function",
        "f2" => "bit 2 of the function",
        "C" => "the carry flag",
        "neg" => "X is not A",
        "y0" => "bit 0 of the choice of Y; `one` is bit 1",
        "cin" => "the carry in of Sum",
        "l0" => "bit 0 of the choice of Logic; f1 and f2 are the others",
        "sum" => "the result is the sum",
        _ => "the result is shifted",
    }
}

pub(super) const LOGIC: Chip = Chip {
    name: "Logic",
    does: "Move, not, and, or, xor.",
    pins: &[
        input("A", 8, "the first operand"),
        input("B", 8, "the second operand"),
        input("what", 3, "0 move, 1 not, 4 and, 5 or, 6 xor"),
        output("S", 8, "the result"),
    ],
    parts: &[
        not("not", 8, "A"),
        and("and", 8, &["A", "B"]),
        or("or", 8, &["A", "B"]),
        xor("xor", 8, &["A", "B"]),
        mux(
            "S",
            8,
            &["A", "not", "A", "A", "and", "or", "xor", "A"],
            "what",
        ),
    ],
    layout: Layout {
        places: &[
            title("Logic: 0 move, 1 not, 4 and, 5 or, 6 xor"),
            pin("A", 160, 140),
            pin("B", 160, 240),
            pin("what", 160, 340),
            pin("S", 560, 200),
            part("not", 340, 140),
            part("and", 340, 190),
            part("or", 340, 240),
            part("xor", 340, 290),
            part("S", 480, 200),
        ],
        look: || {
            Look::new(90, 90)
                .west(&column(30, &["A", "B", "what"]))
                .east(&[("S", 30)])
                .text((45, 16), 10, "Logic")
        },
        ..Layout::PLAIN
    },
};

pub(super) const SUM: Chip = Chip {
    name: "Sum",
    does: "X + Y + carry: X is A or not A (neg); Y is B, not B (sub, cmp), 00 (neg, inc) \
        or FF (dec).",
    pins: &[
        input("A", 8, "the first operand"),
        input("neg", 1, "X is not A"),
        input("B", 8, "the second operand"),
        input("y", 2, "Y: 0 B, 1 not B, 2 00, 3 FF"),
        input("cin", 1, "the carry in"),
        output("S", 8, "the sum"),
        output("carry", 1, "the carry out"),
        output("V", 1, "overflow with sign"),
    ],
    parts: &[
        not("not A", 8, "A"),
        mux("X", 8, &["A", "not A"], "neg"),
        not("not B", 8, "B"),
        constant("00", 8, 0),
        constant("FF", 8, 0xFF),
        mux("Y", 8, &["B", "not B", "00", "FF"], "y"),
        adder("S", 8, "X", "Y").carry("cin", "carry"),
        split("bits of X", "X", &[("", 7), ("x7", 1)]),
        split("bits of Y", "Y", &[("", 7), ("y7", 1)]),
        split("bits of S", "S", &[("", 7), ("s7", 1)]),
        xnor("alike", 1, &["x7", "y7"]),
        xor("turned", 1, &["x7", "s7"]),
        and("V", 1, &["alike", "turned"]),
    ],
    layout: Layout {
        places: &[
            title("Sum: X is A or not A; Y is B, not B, 00 or FF"),
            pin("A", 160, 120),
            pin("neg", 160, 180),
            pin("B", 160, 240),
            pin("y", 160, 320),
            pin("cin", 160, 380),
            pin("S", 760, 180),
            pin("carry", 760, 260),
            pin("V", 760, 340),
            part("not A", 260, 130),
            part("X", 360, 120),
            part("not B", 260, 240),
            part("00", 240, 270),
            part("FF", 240, 290),
            part("Y", 360, 260),
            part("S", 500, 180),
            part("bits of X", 420, 320),
            part("bits of Y", 420, 370),
            part("bits of S", 540, 390),
            part("alike", 620, 330),
            part("turned", 620, 380),
            part("V", 700, 350),
        ],
        look: || {
            Look::new(90, 130)
                .west(&column(30, &["A", "neg", "B", "y", "cin"]))
                .east(&column(30, &["S", "carry", "V"]))
                .text((45, 16), 10, "Sum")
        },
        ..Layout::PLAIN
    },
};

pub(super) const SHIFT: Chip = Chip {
    name: "Shift",
    does: "The four shifts.",
    pins: &[
        input("A", 8, "the operand"),
        input("C", 1, "the carry flag"),
        input("f", 2, "0 shr, 1 shla, 2 shra, 3 rol"),
        output("S", 8, "the result"),
        output("carry", 1, "the bit shifted out"),
        output("V", 1, "shla changed the sign"),
    ],
    parts: &[
        split("bits of f", "f", &[("f0", 1), ("f1", 1)]),
        split(
            "bits of A",
            "A",
            &[("a0", 1), ("a1-5", 5), ("a6", 1), ("a7", 1)],
        ),
        mux("top", 1, &["C", "a7"], "f1"),
        and("bottom", 1, &["f1", "a7"]),
        join("right", &[("a1-5", 5), ("a6", 1), ("a7", 1), ("top", 1)]),
        join("left", &[("bottom", 1), ("a0", 1), ("a1-5", 5), ("a6", 1)]),
        mux("S", 8, &["right", "left"], "f0"),
        mux("carry", 1, &["a0", "a7"], "f0"),
        xor("turned", 1, &["a6", "a7"]),
        and("shla", 1, &["f0", "!f1"]),
        and("V", 1, &["turned", "shla"]),
    ],
    layout: Layout {
        places: &[
            title("Shift: 0 shr, 1 shla, 2 shra, 3 rol"),
            pin("A", 160, 160),
            pin("C", 160, 260),
            pin("f", 160, 400),
            pin("S", 760, 170),
            pin("carry", 760, 280),
            pin("V", 760, 360),
            part("bits of f", 180, 400),
            part("bits of A", 200, 160),
            part("top", 340, 270),
            part("bottom", 340, 350),
            part("right", 460, 130),
            part("left", 460, 210),
            part("S", 600, 170),
            part("carry", 600, 280),
            part("turned", 520, 370),
            part("shla", 520, 430),
            part("V", 640, 360),
        ],
        tunnels: &["f0", "f1", "a7"],
        look: || {
            Look::new(90, 90)
                .west(&column(30, &["A", "C", "f"]))
                .east(&column(30, &["S", "carry", "V"]))
                .text((45, 16), 10, "Shift")
        },
        ..Layout::PLAIN
    },
};

pub(super) const ALU: Chip = Chip {
    name: "ALU",
    does: "One of three results, and its flags. With `one` = 0 the functions are move add \
        addc sub and or xor cmp, with `one` = 1 not neg dec inc shr shla shra rol.",
    pins: &[
        input("A", 8, "the first operand, rs"),
        input("B", 8, "the second operand, rd"),
        input("one", 1, "the function has one operand"),
        input("f", 3, "the function"),
        input("C", 1, "the carry flag"),
        output("result", 8, "the result"),
        output("flags", 4, "C V Z N of the result"),
    ],
    parts: &[
        split("bits of f", "f", &[("f0", 1), ("f1", 1), ("f2", 1)]),
        chip(
            "ALU control",
            "one, f0, f1, f2, C, neg, y0, cin, l0, sum: sums, shift: shifts",
        ),
        join("f low", &[("f0", 1), ("f1", 1)]),
        join("l what", &[("l0", 1), ("f1", 1), ("f2", 1)]),
        chip("Logic", "A, B, what: l what, S: logic"),
        join("y", &[("y0", 1), ("one", 1)]),
        chip("Sum", "A, neg, B, y, cin, S: sum, carry: sum c, V: sum v"),
        chip(
            "Shift",
            "A, C, f: f low, S: shifted, carry: shift c, V: shift v",
        ),
        // Chosen by `which`: 0 logic, 1 sum, 2 shift.
        join("which", &[("sums", 1), ("shifts", 1)]),
        mux("result", 8, &["logic", "sum", "shifted", "logic"], "which"),
        constant("0", 1, 0),
        mux("c", 1, &["0", "sum c", "shift c", "0"], "which"),
        mux("v", 1, &["0", "sum v", "shift v", "0"], "which"),
        split(
            "bits of result",
            "result",
            &[
                ("s0", 1),
                ("s1", 1),
                ("s2", 1),
                ("s3", 1),
                ("s4", 1),
                ("s5", 1),
                ("s6", 1),
                ("s7", 1),
            ],
        ),
        nor("z", 1, &["s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7"]),
        join("flags", &[("s7", 1), ("z", 1), ("v", 1), ("c", 1)]),
    ],
    layout: Layout {
        places: &[
            title("ALU: one of three results, and its flags"),
            pin("A", 160, 120),
            pin("B", 160, 160),
            pin("one", 160, 240),
            pin("f", 160, 270),
            pin("C", 160, 320),
            pin("result", 940, 140),
            pin("flags", 940, 360),
            part("bits of f", 180, 270),
            part("ALU control", 280, 210),
            part("f low", 220, 400),
            part("l what", 500, 180),
            part("Logic", 560, 90),
            part("y", 500, 310),
            part("Sum", 560, 220),
            part("Shift", 560, 390),
            part("which", 500, 490),
            part("result", 800, 140),
            part("0", 720, 200),
            part("c", 800, 270),
            part("v", 800, 380),
            part("bits of result", 740, 500),
            part("z", 880, 500),
            part("flags", 900, 360),
        ],
        tunnels: &["A", "B", "C", "one", "shifts", "f low", "which"],
        wires: &[
            ("s4", &[(760, 500), (810, 500), (810, 510), (840, 510)]),
            ("s5", &[(760, 510), (800, 510), (800, 520), (840, 520)]),
            ("s6", &[(760, 520), (790, 520), (790, 530), (840, 530)]),
            ("s7", &[(760, 530), (780, 530), (780, 540), (840, 540)]),
        ],
        look: || {
            Look::new(100, 130)
                .fill("#f7e6df")
                .west(&column(20, &["A", "B", "C", "f", "one"]))
                .east(&[("result", 40), ("flags", 100)])
                .text((50, 14), 10, "ALU")
        },
        ..Layout::PLAIN
    },
};
