//! The cells of the pad. Neighbours touch: a cell takes the bus from the west and passes it on to the east.

use crate::draw::{
    Chip, Layout, Look, adder, and, chip, compare, constant, input, mux, not, or, other, output,
    part, pin, register, split, tri,
};
use circuit::project::Facing::East;
use circuit::project::Kind;
use consoles::hardware::y2022::CELL_LABEL;

const TEAL: &str = "#89decc";
const RED: &str = "#f05d65";

/// A number as two decimal digits.
///
/// ```text
///   Tens = Content div 10    Units = Content mod 10
/// ```
pub(super) const BCD: Chip = Chip {
    name: "BCD",
    does: "A number as two decimal digits.",
    pins: &[
        input("Content", 8, "a number"),
        output("Tens", 4, "the lower four bits of Content div 10"),
        output("Units", 4, "Content mod 10"),
    ],
    parts: &[
        constant("ten", 8, 10),
        other(
            "tens",
            Kind::Divider,
            &[("width", "8")],
            &["Content", "ten", "tens", "", "units"],
        ),
        split("bits of tens", "tens", &[("Tens", 4), ("", 4)]),
        split("bits of units", "units", &[("Units", 4), ("", 4)]),
    ],
    layout: Layout {
        places: &[
            pin("Content", 100, 110),
            pin("Tens", 480, 100),
            pin("Units", 480, 200),
            part("ten", 180, 130),
            part("tens", 260, 120),
            part("bits of tens", 340, 120),
            part("bits of units", 340, 200),
        ],
        look: || {
            Look::new(60, 40)
                .unnamed()
                .west(&[("Content", 20)])
                .east(&[("Tens", 10), ("Units", 30)])
                .text((30, 25), 14, "BCD")
        },
        ..Layout::PLAIN
    },
};

/// Holds and shows the seeds of a pit or store.
///
/// ```text
///   mine     = (Position IO + 1 = Address IO)
///   content := Data when Clock falls, if mine and RW selector = 0
///   Dataout  = content if mine and RW selector = 1, else Data
///   Driver   = Position IO out = Position IO + 1
///   Z        = 0 if content > 0, else floating
/// ```
pub(super) const BUTTON_REGISTER: Chip = Chip {
    name: "Button register",
    does: "Holds and shows the seeds of a pit or store: a cell of the ring.",
    pins: &[
        input("Data", 8, "the data, from the cell before"),
        input("Position IO", 4, "the position of the cell before"),
        input("Address IO", 4, "the address of the cell meant"),
        input("Clock", 1, "the content loads when it falls"),
        input("RW selector", 1, "1 read, 0 write"),
        output("Dataout", 8, "the content if this cell is read, else Data"),
        output(
            "Position IO out",
            4,
            "Position IO + 1, the position of this cell",
        )
        .on("mine at"),
        output("Address IO out", 4, "Address IO").on("Address IO"),
        output("Clock out", 1, "Clock").on("Clock"),
        output("RW selector out", 1, "RW selector").on("RW selector"),
        output(
            "Driver",
            4,
            "the position of this cell, for the button driver",
        )
        .on("mine at"),
        output("Is zero", 1, "the cell is empty"),
        output(
            "Z",
            1,
            "0 while there are seeds, else floating: the wire-OR of a row",
        ),
        output("Tens", 4, "the tens of the content"),
        output("Units", 4, "the units of the content"),
    ],
    parts: &[
        constant("one", 4, 1),
        adder("mine at", 4, "Position IO", "one"),
        compare("mine", 4, ["mine at", "Address IO"], ["", "mine", ""]),
        and("write", 1, &["mine", "!RW selector"]),
        and("read", 1, &["mine", "RW selector"]),
        register("content", 8, "Data", "Clock")
            .falling()
            .enabled("write")
            .labelled(CELL_LABEL),
        mux("Dataout", 8, &["Data", "content"], "read"),
        constant("nothing", 8, 0),
        compare("Is zero", 8, ["content", "nothing"], ["", "Is zero", ""]),
        constant("low", 1, 0),
        not("filled", 1, "Is zero"),
        tri("Z", 1, "low", "filled"),
        chip("BCD", "Content: content, Tens, Units"),
    ],
    layout: Layout {
        places: &[
            pin("Data", 120, 80),
            pin("Position IO", 120, 270),
            pin("Address IO", 120, 330),
            pin("Clock", 120, 400),
            pin("RW selector", 120, 450),
            pin("Dataout", 960, 90),
            pin("Position IO out", 960, 280),
            pin("Address IO out", 960, 330),
            pin("Clock out", 960, 400),
            pin("RW selector out", 960, 450),
            part("one", 200, 290),
            part("mine at", 270, 280),
            part("mine", 390, 290),
            part("write", 500, 190),
            part("read", 500, 240),
            part("content", 600, 180),
            part("Dataout", 860, 90),
            pin("Driver", 960, 520),
            part("nothing", 640, 580),
            part("Is zero", 740, 570),
            pin("Is zero", 960, 570),
            part("low", 780, 640),
            part("filled", 800, 670),
            part("Z", 860, 640).facing(East),
            pin("Z", 960, 640),
            part("BCD", 740, 710),
            pin("Tens", 960, 720),
            pin("Units", 960, 760),
        ],
        wires: &[
            ("Address IO", &[(120, 330), (960, 330)]),
            ("Clock", &[(120, 400), (960, 400)]),
            ("RW selector", &[(120, 450), (960, 450)]),
        ],
        look: || ring_look(TEAL),
        ..Layout::PLAIN
    },
};

/// The computer's cells are the same with a red patch, turned around.
pub(super) const BUTTON_REGISTER_AI: Chip = Chip {
    name: "Button register AI",
    does: "The same with a red patch, for the computer's cells, which are turned around.",
    layout: Layout {
        look: || ring_look(RED),
        ..BUTTON_REGISTER.layout
    },
    ..BUTTON_REGISTER
};

/// The drawing on the document's cells: two plugs, a display with its diagonal, a coloured patch.
fn ring_look(patch: &str) -> Look {
    Look::new(110, 60)
        .unnamed()
        .west(&[
            ("Data", 10),
            ("Position IO", 20),
            ("Address IO", 30),
            ("Clock", 40),
            ("RW selector", 50),
        ])
        .east(&[
            ("Dataout", 10),
            ("Position IO out", 20),
            ("Address IO out", 30),
            ("Clock out", 40),
            ("RW selector out", 50),
        ])
        .north(&[("Z", 10), ("Tens", 30), ("Units", 70)])
        .south(&[("Is zero", 50), ("Driver", 70)])
        .line(&[(0, 10), (10, 10), (10, 50), (0, 50)])
        .line(&[(0, 20), (20, 20), (20, 40), (0, 40)])
        .line(&[(110, 10), (100, 10), (100, 50), (110, 50)])
        .line(&[(110, 20), (90, 20), (90, 40), (110, 40)])
        .line(&[(0, 30), (30, 30)])
        .line(&[(10, 0), (50, 40)])
        .line(&[(30, 40), (50, 20)])
        .line(&[(30, 0), (30, 40), (50, 40), (50, 20), (30, 20)])
        .line(&[(70, 0), (70, 60)])
        .line(&[(70, 30), (110, 30)])
        .line(&[(50, 30), (50, 60)])
        .patch((50, 10), (20, 20), patch)
}

/// Asserts the position of its pit while the button is down and the pit has seeds; else passes on what comes from the east.
///
/// ```text
///   IO Address out = Position if Button and not Is zero, else IO Address (0 where nothing is connected)
///   Trigger        = 0 if Button, else floating
/// ```
pub(super) const BUTTON_DRIVER: Chip = Chip {
    name: "Button driver",
    does: "Asserts the position of its pit while the button is down and the pit has \
        seeds; else passes on what comes from the east.",
    pins: &[
        input(
            "Position",
            4,
            "the position of the pit, from the button register",
        ),
        input("Is zero", 1, "the pit is empty"),
        input("Button", 1, "the button is down"),
        input(
            "IO Address",
            4,
            "the position asserted further east; 0 at the eastern end",
        )
        .held_low(),
        output(
            "IO Address out",
            4,
            "Position if Button and not Is zero, else IO Address",
        ),
        output("Trigger", 1, "0 while the button is down, else floating"),
    ],
    parts: &[
        and("own", 1, &["!Is zero", "Button"]),
        mux("IO Address out", 4, &["IO Address", "Position"], "own"),
        constant("low", 1, 0),
        tri("Trigger", 1, "low", "Button"),
    ],
    layout: Layout {
        places: &[
            pin("Position", 120, 120),
            pin("Is zero", 120, 190),
            pin("Button", 120, 250),
            pin("IO Address", 120, 80),
            part("own", 260, 200),
            part("IO Address out", 360, 100),
            pin("IO Address out", 480, 100),
            part("low", 300, 250),
            part("Trigger", 360, 250).facing(East),
            pin("Trigger", 480, 250),
        ],
        look: || {
            Look::new(110, 30)
                .unnamed()
                .north(&[("Is zero", 50), ("Position", 70)])
                .west(&[("IO Address out", 10)])
                .east(&[("IO Address", 10)])
                .south(&[("Button", 40), ("Trigger", 70)])
                .patch((40, 0), (30, 30), "#067bc2")
        },
        ..Layout::PLAIN
    },
};

pub(super) const INCREMENT: Chip = Chip {
    name: "++",
    does: "The index gap between the human's store, 7, and the computer's first pit, 9.",
    pins: &[
        input("Position", 4, "a position"),
        output("Position out", 4, "Position + 1"),
    ],
    parts: &[
        constant("one", 4, 1),
        adder("Position out", 4, "Position", "one"),
    ],
    layout: Layout {
        places: &[
            pin("Position", 100, 90),
            part("one", 160, 110),
            part("Position out", 240, 100),
            pin("Position out", 340, 100),
        ],
        look: || {
            Look::new(30, 20)
                .unnamed()
                .east(&[("Position", 10)])
                .west(&[("Position out", 10)])
                .text((15, 15), 14, "++")
        },
        ..Layout::PLAIN
    },
};

/// Says how the game ended: when both rows are empty, more than half the seeds in its own store win, half of them draw.
///
/// ```text
///   Own  = Z (1: the own row is empty), sent to the other WLD
///   Win  = 1 if Own and Other and 10 Tens + Units > 24, else floating
///   Draw = 1 if Own and Other and 10 Tens + Units = 24, else floating
/// ```
pub(super) const WLD: Chip = Chip {
    name: "WLD",
    does: "Says how the game ended: when both rows are empty, more than half the seeds in \
        its own store win, half of them draw.",
    pins: &[
        input("Z", 1, "its own row is empty"),
        input("Other", 1, "the other player's row is empty"),
        input("Tens", 4, "the tens of its own store"),
        input("Units", 4, "the units of its own store"),
        output("Own", 1, "Z, told to the other WLD").on("Z"),
        output(
            "Win",
            1,
            "1 if both rows are empty and the store has more than 24, else floating",
        ),
        output(
            "Draw",
            1,
            "1 if both rows are empty and the store has 24, else floating",
        ),
    ],
    parts: &[
        constant("two", 4, 2),
        compare("Tens ? two", 4, ["Tens", "two"], ["thirty", "twenty", ""]),
        constant("four", 4, 4),
        compare("Units ? four", 4, ["Units", "four"], ["more", "same", ""]),
        and("just", 1, &["twenty", "more"]),
        or("most", 1, &["thirty", "just"]),
        and("wins", 1, &["Z", "Other", "most"]),
        and("half", 1, &["twenty", "same"]),
        and("draws", 1, &["Z", "Other", "half"]),
        constant("high Win", 1, 1),
        tri("Win", 1, "high Win", "wins"),
        constant("high Draw", 1, 1),
        tri("Draw", 1, "high Draw", "draws"),
    ],
    layout: Layout {
        places: &[
            pin("Z", 100, 80),
            pin("Other", 100, 150),
            pin("Tens", 100, 220),
            pin("Units", 100, 320),
            pin("Own", 660, 80),
            pin("Win", 660, 210),
            pin("Draw", 660, 390),
            part("two", 160, 240),
            part("Tens ? two", 240, 230),
            part("four", 160, 340),
            part("Units ? four", 240, 330),
            part("just", 360, 270),
            part("most", 440, 220),
            part("wins", 520, 150),
            part("half", 360, 390),
            part("draws", 520, 330),
            part("high Win", 560, 210),
            part("Win", 600, 210).facing(East),
            part("high Draw", 560, 390),
            part("Draw", 600, 390).facing(East),
        ],
        look: || {
            Look::new(50, 40)
                .unnamed()
                .west(&[("Other", 10), ("Z", 30)])
                .north(&[("Own", 10), ("Draw", 20), ("Win", 40)])
                .east(&[("Tens", 10), ("Units", 30)])
                .text((25, 25), 14, "WLD")
        },
        ..Layout::PLAIN
    },
};
