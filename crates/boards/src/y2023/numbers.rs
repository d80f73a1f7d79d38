//! Chips that calculate: the next number of a chain, addresses, digits.

use crate::draw::{
    Chip, Layout, Look, adder, and, chip, column, compare, constant, extend, input, join, mux,
    other, output, part, pin, split,
};
use circuit::project::Facing::{North, South};
use circuit::project::Kind;

pub(super) const PLUS_ONE: Chip = Chip {
    name: "+1",
    does: "The next number: the index gap between the user's store, 7, and the AI's first \
        hole, 9.",
    pins: &[input("In", 8, "a number"), output("Out", 8, "In + 1")],
    parts: &[constant("one", 8, 1), adder("Out", 8, "In", "one")],
    layout: Layout {
        places: &[
            pin("In", 180, 100),
            part("one", 220, 140),
            part("Out", 300, 110),
            pin("Out", 360, 110),
        ],
        look: || {
            Look::new(30, 20)
                .unnamed()
                .west(&[("In", 10)])
                .east(&[("Out", 10)])
                .text((15, 14), 12, "+1")
        },
        ..Layout::PLAIN
    },
};

pub(super) const FLAG_BASE: Chip = Chip {
    name: "Flag_Base",
    does: "The processor is at the required address, and both conditions hold.",
    pins: &[
        input("Proc_addr", 8, "the address of the processor"),
        input("Need_addr", 8, "the address to compare it with"),
        input("Cond1", 1, "a condition"),
        input("Cond2", 1, "another condition"),
        output("Flag", 1, "all of it holds"),
    ],
    parts: &[
        compare(
            "is there",
            8,
            ["Proc_addr", "Need_addr"],
            ["", "is there", ""],
        ),
        and("Flag", 1, &["is there", "Cond1", "Cond2"]),
    ],
    layout: Layout {
        places: &[
            pin("Proc_addr", 180, 80),
            pin("Need_addr", 180, 120),
            pin("Cond1", 180, 160),
            pin("Cond2", 180, 200),
            part("is there", 300, 100),
            part("Flag", 400, 120),
            pin("Flag", 460, 120),
        ],
        look: || {
            Look::new(100, 100)
                .fill("#f0f0f0")
                .west(&column(20, &["Proc_addr", "Need_addr", "Cond1", "Cond2"]))
                .east(&[("Flag", 50)])
                .text((50, 12), 11, "Flag_Base")
        },
        ..Layout::PLAIN
    },
};

pub(super) const DIGIT: Chip = Chip {
    name: ">4 +3",
    does: "Adds 3 to a number above 4: comparator, adder, multiplexer.",
    pins: &[
        input("Input_bins_0", 1, "bit 0 of the digit"),
        input("Input_bins_1", 1, "bit 1 of the digit"),
        input("Input_bins_2", 1, "bit 2 of the digit"),
        input("Input_bins_3", 1, "bit 3 of the digit"),
        output("Output_bins_0", 1, "bit 0 of the answer"),
        output("Output_bins_1", 1, "bit 1 of the answer"),
        output("Output_bins_2", 1, "bit 2 of the answer"),
        output("Output_bins_3", 1, "bit 3 of the answer"),
    ],
    parts: &[
        join(
            "value",
            &[
                ("Input_bins_0", 1),
                ("Input_bins_1", 1),
                ("Input_bins_2", 1),
                ("Input_bins_3", 1),
            ],
        ),
        constant("four", 4, 4),
        compare("more", 4, ["value", "four"], ["more", "", ""]),
        constant("three", 4, 3),
        adder("sum", 4, "value", "three"),
        mux("result", 4, &["value", "sum"], "more"),
        split(
            "bits of result",
            "result",
            &[
                ("Output_bins_0", 1),
                ("Output_bins_1", 1),
                ("Output_bins_2", 1),
                ("Output_bins_3", 1),
            ],
        ),
    ],
    layout: Layout {
        places: &[
            pin("Input_bins_0", 180, 80),
            pin("Output_bins_0", 660, 80),
            pin("Input_bins_1", 180, 120),
            pin("Output_bins_1", 660, 120),
            pin("Input_bins_2", 180, 160),
            pin("Output_bins_2", 660, 160),
            pin("Input_bins_3", 180, 200),
            pin("Output_bins_3", 660, 200),
            part("value", 260, 140),
            part("four", 320, 60),
            part("more", 400, 60),
            part("three", 320, 200),
            part("sum", 400, 180),
            part("result", 520, 140),
            part("bits of result", 580, 140),
        ],
        look: || {
            Look::new(80, 40)
                .unnamed()
                .fill("#e8f4ff")
                .north(&[
                    ("Input_bins_0", 70),
                    ("Input_bins_1", 50),
                    ("Input_bins_2", 30),
                    ("Input_bins_3", 10),
                ])
                .south(&[
                    ("Output_bins_0", 70),
                    ("Output_bins_1", 50),
                    ("Output_bins_2", 30),
                    ("Output_bins_3", 10),
                ])
                .text((40, 25), 14, ">4 +3")
        },
        ..Layout::PLAIN
    },
};

/// Double dabble: the bits come in from the right, one row of cells for each. A digit that is more than 4 before the next
/// shift gets 3 more, which becomes 6 by the shift and carries into the next digit.
///
/// ```text
///         0  b7 b6 b5 b4 b3 b2 b1 b0
///        [   C1    ]
///           [   C2    ]
///              [   C3    ]
///   [   C6    ]  [   C4    ]             C6, C7: the tens
///      [   C7    ]  [   C5    ]
///         t3 t2 t1 t0 u3 u2 u1 u0
/// ```
pub(super) const BIN_TO_BCD: Chip = Chip {
    name: "Bin_To_BCD",
    does: "Double dabble with seven `>4 +3` cells, for 0 to 99; of larger numbers the \
        last two digits.",
    pins: &[
        input("Bin", 8, "a number"),
        output("Tens", 4, "its tens"),
        output("Units", 4, "its units"),
    ],
    parts: &[
        split(
            "bits of Bin",
            "Bin",
            &[
                ("b0", 1),
                ("b1", 1),
                ("b2", 1),
                ("b3", 1),
                ("b4", 1),
                ("b5", 1),
                ("b6", 1),
                ("b7", 1),
            ],
        ),
        constant("no hundreds", 1, 0),
        constant("no thousands", 1, 0),
        chip(
            ">4 +3",
            "Input_bins_3: no hundreds, Input_bins_2: b7, Input_bins_1: b6, Input_bins_0: \
                b5, Output_bins_0: c1_0, Output_bins_1: c1_1, Output_bins_2: c1_2, \
                Output_bins_3: c1_3",
        )
        .called("C1"),
        chip(
            ">4 +3",
            "Input_bins_3: c1_2, Input_bins_2: c1_1, Input_bins_1: c1_0, Input_bins_0: b4, \
                Output_bins_0: c2_0, Output_bins_1: c2_1, Output_bins_2: c2_2, Output_bins_3: \
                c2_3",
        )
        .called("C2"),
        chip(
            ">4 +3",
            "Input_bins_3: c2_2, Input_bins_2: c2_1, Input_bins_1: c2_0, Input_bins_0: b3, \
                Output_bins_0: c3_0, Output_bins_1: c3_1, Output_bins_2: c3_2, Output_bins_3: \
                c3_3",
        )
        .called("C3"),
        chip(
            ">4 +3",
            "Input_bins_3: c3_2, Input_bins_2: c3_1, Input_bins_1: c3_0, Input_bins_0: b2, \
                Output_bins_0: c4_0, Output_bins_1: c4_1, Output_bins_2: c4_2, Output_bins_3: \
                c4_3",
        )
        .called("C4"),
        chip(
            ">4 +3",
            "Input_bins_3: c4_2, Input_bins_2: c4_1, Input_bins_1: c4_0, Input_bins_0: b1, \
                Output_bins_0: c5_0, Output_bins_1: c5_1, Output_bins_2: c5_2, Output_bins_3: \
                c5_3",
        )
        .called("C5"),
        chip(
            ">4 +3",
            "Input_bins_3: no thousands, Input_bins_2: c1_3, Input_bins_1: c2_3, \
                Input_bins_0: c3_3, Output_bins_0: c6_0, Output_bins_1: c6_1, Output_bins_2: \
                c6_2",
        )
        .called("C6"),
        chip(
            ">4 +3",
            "Input_bins_3: c6_2, Input_bins_2: c6_1, Input_bins_1: c6_0, Input_bins_0: \
                c4_3, Output_bins_0: c7_0, Output_bins_1: c7_1, Output_bins_2: c7_2",
        )
        .called("C7"),
        split(
            "bits of Tens",
            "Tens",
            &[("c5_3", 1), ("c7_0", 1), ("c7_1", 1), ("c7_2", 1)],
        ),
        split(
            "bits of Units",
            "Units",
            &[("b0", 1), ("c5_0", 1), ("c5_1", 1), ("c5_2", 1)],
        ),
    ],
    layout: Layout {
        places: &[
            pin("Bin", 260, 60).facing(South),
            part("bits of Bin", 260, 80).facing(South),
            part("no hundreds", 170, 170).facing(South),
            part("no thousands", 150, 350).facing(South),
            part("C1", 160, 180),
            part("C2", 180, 240),
            part("C3", 200, 300),
            part("C4", 220, 360),
            part("C5", 240, 420),
            part("C6", 140, 360),
            part("C7", 160, 420),
            part("bits of Tens", 230, 510).facing(North),
            pin("Tens", 230, 530).facing(North),
            part("bits of Units", 310, 510).facing(North),
            pin("Units", 310, 530).facing(North),
        ],
        wires: &[
            ("b7", &[(220, 100), (220, 110), (190, 110), (190, 160)]),
            ("b6", &[(230, 100), (230, 120), (210, 120), (210, 160)]),
            ("b5", &[(240, 100), (240, 130), (230, 130), (230, 160)]),
            ("b3", &[(260, 100), (260, 140), (270, 140), (270, 160)]),
            ("b2", &[(270, 100), (270, 130), (290, 130), (290, 160)]),
            ("b1", &[(280, 100), (280, 120), (310, 120), (310, 160)]),
            ("b0", &[(290, 100), (290, 110), (330, 110), (330, 160)]),
            ("c7_2", &[(190, 460), (190, 480), (210, 480), (210, 490)]),
            ("c7_1", &[(210, 460), (210, 470), (220, 470), (220, 490)]),
            ("c5_3", &[(250, 460), (250, 470), (240, 470), (240, 490)]),
            ("c5_2", &[(270, 460), (270, 480), (290, 480), (290, 490)]),
            ("c5_1", &[(290, 460), (290, 470), (300, 470), (300, 490)]),
            ("b0", &[(330, 460), (330, 470), (320, 470), (320, 490)]),
        ],
        look: || {
            Look::new(100, 60)
                .fill("#e8f4ff")
                .north(&[("Bin", 50)])
                .south(&[("Tens", 30), ("Units", 70)])
                .text((50, 35), 14, "Bin_To_BCD")
        },
        ..Layout::PLAIN
    },
};

pub(super) const BCD_TO_BIN: Chip = Chip {
    name: "BCD_To_Bin",
    does: "Ten times the tens plus the units. The board does not need it; it is there for \
        those who want to build on it.",
    pins: &[
        input("Tens", 4, "the tens"),
        input("Units", 4, "the units"),
        output("Bin", 8, "the number"),
    ],
    parts: &[
        extend("tens", 8, ("Tens", 4)),
        extend("units", 8, ("Units", 4)),
        constant("ten", 8, 10),
        other(
            "ten times",
            Kind::Multiplier,
            &[("width", "8")],
            &["tens", "ten", "ten times"],
        ),
        adder("Bin", 8, "ten times", "units"),
    ],
    layout: Layout {
        places: &[
            pin("Tens", 180, 80),
            pin("Units", 180, 200),
            part("tens", 280, 80),
            part("units", 280, 200),
            part("ten", 300, 120),
            part("ten times", 400, 90),
            part("Bin", 520, 140),
            pin("Bin", 580, 140),
        ],
        look: || {
            Look::new(100, 60)
                .fill("#e8f4ff")
                .north(&[("Tens", 30), ("Units", 70)])
                .south(&[("Bin", 50)])
                .text((50, 35), 14, "BCD_To_Bin")
        },
        ..Layout::PLAIN
    },
};
