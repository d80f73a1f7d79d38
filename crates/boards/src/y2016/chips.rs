//! The chips of the pad, as the document of 2016 specifies them, and WLD, whose design it leaves to us.

use crate::draw::{
    Chip, Layout, Look, adder, and, chip, compare, constant, extend, input, join, or, other,
    output, part, pin, register, split, tri,
};
use circuit::project::Facing::{East, North, South, West};
use circuit::project::Kind;

pub(super) const BCD: Chip = Chip {
    name: "BCD",
    does: "A number as two digits, by Logisim's own division.",
    pins: &[
        input("content", 8, "a number from 0 to 99"),
        output("tens", 4, "content div 10"),
        output("units", 4, "content mod 10"),
    ],
    parts: &[
        constant("ten", 8, 10),
        other(
            "quotient",
            Kind::Divider,
            &[("width", "8")],
            &["content", "ten", "quotient", "", "remainder"],
        ),
        split("bits of quotient", "quotient", &[("tens", 4), ("", 4)]),
        split("bits of remainder", "remainder", &[("units", 4), ("", 4)]),
    ],
    layout: Layout {
        places: &[
            pin("content", 120, 120),
            part("ten", 160, 140),
            part("quotient", 220, 130),
            part("bits of quotient", 280, 130),
            part("bits of remainder", 280, 190),
            pin("tens", 360, 120),
            pin("units", 360, 180),
        ],
        look: || {
            Look::new(80, 40)
                .north(&[("tens", 20), ("units", 60)])
                .south(&[("content", 40)])
                .text((40, 26), 10, "BCD")
        },
        ..Layout::PLAIN
    },
};

pub(super) const DISPLAY_DRIVER: Chip = Chip {
    name: "Display driver",
    does: "An I/O register of six bits with two digits. `data` runs through to `dataout`, \
        where the register speaks when it is read.",
    pins: &[
        input("data", 8, "the data bus, from the driver before").floating(),
        input("addr", 4, "the address of the cell meant"),
        input("clock", 1, "the I/O clock; the content loads when it falls"),
        input("dir", 1, "in/out': 1 read, 0 write"),
        input("pos", 4, "the position of the driver before"),
        output(
            "dataout",
            8,
            "the data bus; the content while clock and dir are 1 and mypos = addr",
        )
        .on("data"),
        output("addrout", 4, "addr").on("addr"),
        output("clockout", 1, "clock").on("clock"),
        output("dirout", 1, "dir").on("dir"),
        output("posout", 4, "mypos = pos + 1").on("mypos"),
        output("posoutsouth", 4, "mypos, for the button driver below").on("mypos"),
        output("tens", 4, "the tens of the content"),
        output("units", 4, "the units of the content"),
        output("Z", 1, "0 while there are seeds, else floating"),
    ],
    parts: &[
        constant("one", 4, 1),
        // `mypos = pos + 1`, and whether it is addressed.
        adder("mypos", 4, "pos", "one"),
        compare("mine", 4, ["mypos", "addr"], ["", "mine", ""]),
        // `load` on a write to this driver, `out_condition` on a read of it.
        and("load", 1, &["!dir", "mine"]),
        and("out_condition", 1, &["clock", "mine", "dir"]),
        // The register, and its way back to the bus.
        split("bits of data", "data", &[("seeds", 6), ("", 2)]),
        register("content", 6, "seeds", "clock")
            .falling()
            .enabled("load")
            .labelled("content"),
        extend("wide", 8, ("content", 6)),
        tri("data", 8, "wide", "out_condition"),
        // `tens`, `units`, and `Z`, which grounds its line while there are seeds.
        chip("BCD", "content: wide, tens, units"),
        constant("none", 6, 0),
        compare("some", 6, ["content", "none"], ["some", "", ""]),
        constant("ground", 1, 0),
        tri("Z", 1, "ground", "some"),
    ],
    layout: Layout {
        places: &[
            pin("data", 120, 190),
            pin("dataout", 860, 190),
            pin("addr", 120, 480),
            pin("addrout", 860, 480),
            pin("clock", 120, 530),
            pin("clockout", 860, 530),
            pin("dir", 120, 580),
            pin("dirout", 860, 580),
            pin("pos", 120, 360),
            part("one", 180, 380),
            part("mypos", 240, 370),
            pin("posout", 860, 370),
            pin("posoutsouth", 300, 640).facing(North),
            part("mine", 380, 430),
            part("load", 500, 320),
            part("out_condition", 680, 430),
            part("bits of data", 520, 240),
            part("content", 620, 230),
            part("wide", 720, 230),
            part("data", 760, 210).facing(North),
            part("BCD", 690, 130),
            pin("tens", 710, 80).facing(South),
            pin("units", 770, 80).facing(South),
            part("none", 420, 160),
            part("some", 480, 150),
            part("ground", 520, 110),
            part("Z", 570, 110).facing(East),
            pin("Z", 600, 80).facing(South),
        ],
        wires: &[
            ("data", &[(120, 190), (860, 190)]),
            ("addr", &[(120, 480), (860, 480)]),
            ("clock", &[(120, 530), (860, 530)]),
            ("dir", &[(120, 580), (860, 580)]),
            ("mypos", &[(240, 370), (860, 370)]),
            ("mypos", &[(300, 370), (300, 640)]),
            ("mypos", &[(300, 420), (340, 420)]),
            ("addr", &[(320, 480), (320, 440), (340, 440)]),
            ("dir", &[(430, 580), (430, 310), (460, 310)]),
            ("mine", &[(380, 430), (410, 430), (410, 330), (470, 330)]),
            ("mine", &[(410, 430), (650, 430)]),
            ("clock", &[(610, 530), (610, 420), (650, 420)]),
            ("dir", &[(630, 580), (630, 440), (650, 440)]),
            ("data", &[(520, 190), (520, 240)]),
            ("load", &[(500, 320), (570, 320), (570, 240), (590, 240)]),
            ("clock", &[(600, 530), (600, 250)]),
            ("wide", &[(720, 230), (760, 230)]),
            ("data", &[(760, 210), (760, 190)]),
            (
                "out_condition",
                &[(680, 430), (800, 430), (800, 220), (770, 220)],
            ),
            ("wide", &[(730, 170), (730, 230)]),
            (
                "content",
                &[
                    (620, 230),
                    (640, 230),
                    (640, 270),
                    (400, 270),
                    (400, 140),
                    (440, 140),
                ],
            ),
            ("some", &[(480, 140), (560, 140), (560, 120)]),
        ],
        look: || {
            Look::new(110, 60)
                .unnamed()
                .west(&[
                    ("data", 10),
                    ("pos", 20),
                    ("addr", 30),
                    ("clock", 40),
                    ("dir", 50),
                ])
                .east(&[
                    ("dataout", 10),
                    ("posout", 20),
                    ("addrout", 30),
                    ("clockout", 40),
                    ("dirout", 50),
                ])
                .north(&[("Z", 10), ("tens", 40), ("units", 80)])
                .south(&[("posoutsouth", 50)])
                .patch((60, 10), (24, 24), "#7fe0cc")
                .line(&[
                    (10, 0),
                    (30, 20),
                    (50, 20),
                    (50, 40),
                    (30, 40),
                    (30, 20),
                    (50, 40),
                ])
                .line(&[(30, 40), (50, 20)])
                .line(&[(40, 0), (40, 20)])
                .line(&[(50, 60), (50, 40)])
                .line(&[(50, 30), (60, 30)])
                .line(&[(0, 10), (10, 10), (10, 50), (0, 50)])
                .line(&[(0, 20), (15, 20), (15, 40), (0, 40)])
                .line(&[(0, 30), (10, 30)])
                .line(&[(110, 10), (100, 10), (100, 50), (110, 50)])
                .line(&[(110, 20), (95, 20), (95, 40), (110, 40)])
                .line(&[(110, 30), (100, 30)])
        },
        ..Layout::PLAIN
    },
};

pub(super) const BUTTON_DRIVER: Chip = Chip {
    name: "Button driver",
    does: "Asserts its position while its button is down, else passes on what comes from \
        the east.",
    pins: &[
        input("pos", 4, "the position, from the display driver above"),
        input("addr", 4, "the position asserted further east"),
        input("button", 1, "the button is down"),
        output("addrout", 4, "pos while the button is down, else addr"),
        output("trigger", 1, "0 while the button is down, else floating"),
    ],
    parts: &[
        other(
            "addrout",
            Kind::Multiplexer,
            &[("width", "4"), ("enable", "false")],
            &["addr", "pos", "button", "addrout"],
        ),
        constant("ground", 1, 0),
        tri("trigger", 1, "ground", "button"),
    ],
    layout: Layout {
        places: &[
            pin("pos", 260, 100).facing(South),
            pin("addr", 380, 140).facing(West),
            pin("addrout", 120, 150).facing(East),
            part("addrout", 180, 150).facing(West),
            pin("button", 200, 280).facing(North),
            part("ground", 250, 220),
            part("trigger", 300, 220).facing(East),
            pin("trigger", 320, 280).facing(North),
        ],
        look: || {
            Look::new(110, 40)
                .fill("#7ff4ff")
                .unnamed()
                .north(&[("pos", 50)])
                .east(&[("addr", 20)])
                .west(&[("addrout", 20)])
                .south(&[("button", 40), ("trigger", 70)])
                .line(&[(0, 20), (40, 20), (70, 20), (110, 20)])
                .patch((40, 8), (30, 24), "#00b7d4")
                .line(&[(50, 0), (50, 8)])
                .line(&[(40, 40), (40, 32)])
                .line(&[(70, 40), (70, 32)])
        },
        ..Layout::PLAIN
    },
};

pub(super) const INCREMENTER: Chip = Chip {
    name: "++",
    does: "Leaves out a position: the index gap between the human's store (7) and the \
        computer's first pit (9).",
    pins: &[
        input("pos", 4, "a position"),
        output("posout", 4, "pos + 1"),
    ],
    parts: &[constant("one", 4, 1), adder("posout", 4, "pos", "one")],
    layout: Layout {
        places: &[
            pin("pos", 120, 120),
            part("one", 160, 140),
            part("posout", 220, 130),
            pin("posout", 300, 130),
        ],
        look: || {
            Look::new(40, 20)
                .unnamed()
                .west(&[("pos", 10)])
                .east(&[("posout", 10)])
                .text((20, 15), 14, "++")
        },
        ..Layout::PLAIN
    },
};

pub(super) const WLD: Chip = Chip {
    name: "WLD",
    does: "The outcome, when the game is over and its own row is empty. It tells the \
        other chip, and hears it.",
    pins: &[
        input("units", 4, "the units of its own store"),
        input("tens", 4, "the tens of its own store"),
        input("Z", 1, "its own row is empty"),
        input("over", 1, "the game is over (IO-0)"),
        input("hear", 3, "what the other chip tells"),
        output("win", 1, "this player has won"),
        output("draw", 1, "nobody has won"),
        output("lose", 1, "this player has lost"),
        output(
            "tell",
            3,
            "bit 0 ended with more than 24 seeds, bit 1 with 24, bit 2 with fewer",
        ),
    ],
    parts: &[
        // The two digits of the store beside half the seeds; digits compare as the number they show.
        join("score", &[("units", 4), ("tens", 4)]),
        constant("half", 8, 0x24),
        compare(
            "score ? half",
            8,
            ["score", "half"],
            ["more", "even", "fewer"],
        ),
        and("ended", 1, &["Z", "over"]),
        and("won", 1, &["more", "ended"]),
        or("win", 1, &["won", "they lost"]),
        and("drew", 1, &["even", "ended"]),
        or("draw", 1, &["drew", "they drew"]),
        and("lost", 1, &["fewer", "ended"]),
        or("lose", 1, &["lost", "they won"]),
        split(
            "bits of hear",
            "hear",
            &[("they won", 1), ("they drew", 1), ("they lost", 1)],
        ),
        join("tell", &[("won", 1), ("drew", 1), ("lost", 1)]),
    ],
    layout: Layout {
        places: &[
            pin("units", 120, 140),
            pin("tens", 120, 180),
            part("score", 200, 150),
            part("half", 240, 170),
            part("score ? half", 300, 160),
            pin("Z", 120, 370),
            pin("over", 120, 390),
            part("ended", 200, 380),
            part("won", 440, 150),
            part("win", 600, 160),
            pin("win", 680, 160),
            part("drew", 440, 240),
            part("draw", 600, 250),
            pin("draw", 680, 250),
            part("lost", 440, 330),
            part("lose", 600, 340),
            pin("lose", 680, 340),
            pin("hear", 120, 470),
            part("bits of hear", 200, 470),
            part("tell", 560, 540),
            pin("tell", 680, 540),
        ],
        wires: &[
            ("tens", &[(120, 180), (160, 180), (160, 150), (180, 150)]),
            ("more", &[(300, 150), (330, 150), (330, 140), (410, 140)]),
            ("even", &[(300, 160), (350, 160), (350, 230), (410, 230)]),
            ("fewer", &[(300, 170), (340, 170), (340, 320), (410, 320)]),
            ("ended", &[(200, 380), (390, 380), (390, 160), (410, 160)]),
            ("won", &[(440, 150), (570, 150)]),
            ("won", &[(490, 150), (490, 530), (540, 530)]),
            (
                "they lost",
                &[(220, 480), (540, 480), (540, 170), (570, 170)],
            ),
            ("ended", &[(390, 250), (410, 250)]),
            ("drew", &[(440, 240), (570, 240)]),
            ("drew", &[(480, 240), (480, 540), (540, 540)]),
            (
                "they drew",
                &[(220, 470), (530, 470), (530, 260), (570, 260)],
            ),
            ("ended", &[(390, 340), (410, 340)]),
            ("lost", &[(440, 330), (570, 330)]),
            ("lost", &[(470, 330), (470, 550), (540, 550)]),
            (
                "they won",
                &[(220, 460), (520, 460), (520, 350), (570, 350)],
            ),
        ],
        look: || {
            Look::new(100, 60)
                .fill("#ffffe0")
                .west(&[("hear", 20), ("Z", 40)])
                .east(&[("tens", 20), ("units", 40)])
                .north(&[("tell", 20), ("over", 70)])
                .south(&[("win", 20), ("draw", 50), ("lose", 80)])
                .text((50, 38), 16, "WLD")
        },
        ..Layout::PLAIN
    },
};
