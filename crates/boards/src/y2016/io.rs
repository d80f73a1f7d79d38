//! The chips between the pad and the processor: element 0 of the pad, and the address selection.

use crate::draw::{
    Chip, Layout, Look, and, column, compare, constant, extend, input, or, other, output, part,
    pin, register, split, tri, tunnel,
};
use circuit::project::Facing::{North, West};
use circuit::project::Kind;

/// The lights by bit; the last lets the WLD chips speak.
pub(super) const LIGHTS: [&str; 5] = [
    "make move",
    "rendering",
    "strategising",
    "error",
    "game over",
];

pub(super) const IO_0: Chip = Chip {
    name: "IO-0",
    does: "Element 0 of the array and the first cell of the chain: written, it holds the \
        lights; read, it says which button was pressed.",
    pins: &[
        input("data", 8, "the data bus").floating(),
        input("addr", 4, "the address of the cell meant"),
        input("clock", 1, "the I/O clock; the lights load when it falls"),
        input("dir", 1, "in/out': 1 read, 0 write"),
        input(
            "code",
            4,
            "the position of the pressed button, from the button drivers",
        ),
        input("trigger", 1, "0 while a button is down"),
        output(
            "dataout",
            8,
            "the data bus; the button while clock and dir are 1 and addr = 0",
        )
        .on("data"),
        output("addrout", 4, "addr").on("addr"),
        output("clockout", 1, "clock").on("clock"),
        output("dirout", 1, "dir").on("dir"),
        output("posout", 4, "0, the position before the first driver"),
        output("make move", 1, "light 0"),
        output("rendering", 1, "light 1; while it is on the button is 0"),
        output("strategising", 1, "light 2; while it is on the button is 0"),
        output("error", 1, "light 3"),
        output(
            "game over",
            1,
            "bit 4: lets the WLD chips speak; while it is on the button is 0",
        ),
    ],
    parts: &[
        constant("posout", 4, 0),
        // As in the display driver, for position 0.
        constant("zero", 4, 0),
        compare("mine", 4, ["zero", "addr"], ["", "mine", ""]),
        and("load", 1, &["!dir", "mine"]),
        and("out_condition", 1, &["clock", "mine", "dir"]),
        and("write", 1, &["clock", "mine", "!dir"]),
        // The light register.
        split("bits of data", "data", &[("bits", 5), ("", 3)]),
        register("lights", 5, "bits", "clock")
            .falling()
            .enabled("load")
            .labelled("lights"),
        split(
            "bits of lights",
            "lights",
            &[
                ("make move", 1),
                ("rendering", 1),
                ("strategising", 1),
                ("error", 1),
                ("game over", 1),
            ],
        ),
        // The button register: 0 while a light says that no move is awaited, and after a write. `pressed` rises when a code has come along the button drivers, and stays until the trigger line is
        // up again: the code of a second button finds it risen already.
        split(
            "bits of code",
            "code",
            &[("c0", 1), ("c1", 1), ("c2", 1), ("c3", 1)],
        ),
        or("any", 1, &["c0", "c1", "c2", "c3"]),
        constant("low", 1, 0),
        other(
            "pressed",
            Kind::DFlipFlop,
            &[("label", "pressed")],
            &["low", "low", "pressed", "", "trigger", "any", ""],
        ),
        register("button", 4, "code", "pressed")
            .cleared("closed")
            .labelled("button"),
        or(
            "closed",
            1,
            &["rendering", "strategising", "game over", "write"],
        ),
        // Its way to the bus.
        extend("wide", 8, ("button", 4)),
        tri("data", 8, "wide", "out_condition"),
    ],
    layout: Layout {
        places: &[
            pin("data", 120, 120),
            pin("dataout", 900, 120),
            pin("addr", 120, 380),
            pin("addrout", 900, 380),
            pin("clock", 120, 430),
            pin("clockout", 900, 430),
            pin("dir", 120, 480),
            pin("dirout", 900, 480),
            part("posout", 840, 160),
            pin("posout", 900, 160),
            part("zero", 180, 310),
            part("mine", 240, 320),
            part("load", 360, 240),
            part("out_condition", 760, 320),
            part("write", 760, 260),
            tunnel("write", 1, 780, 260).facing(West),
            part("bits of data", 380, 170),
            part("lights", 480, 160),
            part("bits of lights", 540, 180),
            tunnel("make move", 1, 620, 140).facing(West),
            pin("make move", 900, 640),
            tunnel("rendering", 1, 620, 160).facing(West),
            pin("rendering", 900, 680),
            tunnel("strategising", 1, 620, 180).facing(West),
            pin("strategising", 900, 720),
            tunnel("error", 1, 620, 200).facing(West),
            pin("error", 900, 760),
            tunnel("game over", 1, 620, 220).facing(West),
            pin("game over", 900, 800),
            pin("code", 120, 640),
            pin("trigger", 120, 800),
            part("bits of code", 200, 700),
            part("any", 300, 700),
            part("low", 320, 760),
            part("pressed", 420, 740),
            part("button", 550, 640),
            part("closed", 560, 700).facing(West),
            tunnel("rendering", 1, 620, 670).facing(West),
            tunnel("strategising", 1, 620, 690).facing(West),
            tunnel("game over", 1, 620, 710).facing(West),
            tunnel("write", 1, 620, 730).facing(West),
            part("wide", 680, 640),
            part("data", 800, 140).facing(North),
        ],
        tunnels: &[
            "make move",
            "rendering",
            "strategising",
            "error",
            "game over",
            "wide",
            "write",
        ],
        wires: &[
            ("data", &[(120, 120), (900, 120)]),
            ("addr", &[(120, 380), (900, 380)]),
            ("clock", &[(120, 430), (900, 430)]),
            ("dir", &[(120, 480), (900, 480)]),
            ("addr", &[(180, 380), (180, 330), (200, 330)]),
            ("mine", &[(240, 320), (270, 320), (270, 250), (330, 250)]),
            ("dir", &[(290, 480), (290, 230), (320, 230)]),
            ("mine", &[(270, 320), (730, 320)]),
            ("clock", &[(680, 430), (680, 310), (730, 310)]),
            ("dir", &[(700, 480), (700, 330), (730, 330)]),
            ("clock", &[(680, 310), (680, 250), (730, 250)]),
            ("mine", &[(640, 320), (640, 260), (730, 260)]),
            ("dir", &[(700, 330), (700, 270), (720, 270)]),
            ("write", &[(760, 260), (780, 260)]),
            ("data", &[(380, 120), (380, 170)]),
            ("load", &[(360, 240), (430, 240), (430, 170), (450, 170)]),
            ("clock", &[(460, 430), (460, 180)]),
            ("lights", &[(480, 160), (510, 160), (510, 180), (540, 180)]),
            (
                "make move",
                &[(560, 160), (580, 160), (580, 140), (620, 140)],
            ),
            (
                "rendering",
                &[(560, 170), (590, 170), (590, 160), (620, 160)],
            ),
            ("strategising", &[(560, 180), (620, 180)]),
            ("error", &[(560, 190), (590, 190), (590, 200), (620, 200)]),
            (
                "game over",
                &[(560, 200), (580, 200), (580, 220), (620, 220)],
            ),
            ("code", &[(120, 640), (520, 640)]),
            ("code", &[(180, 640), (180, 700), (200, 700)]),
            ("low", &[(320, 760), (380, 760)]),
            ("low", &[(360, 760), (360, 740), (380, 740)]),
            (
                "any",
                &[(300, 700), (340, 700), (340, 790), (390, 790), (390, 770)],
            ),
            ("trigger", &[(120, 800), (410, 800), (410, 770)]),
            ("pressed", &[(420, 740), (530, 740), (530, 660)]),
            ("closed", &[(560, 700), (540, 700), (540, 660)]),
            (
                "rendering",
                &[(590, 680), (600, 680), (600, 670), (620, 670)],
            ),
            ("strategising", &[(590, 690), (620, 690)]),
            ("game over", &[(590, 710), (620, 710)]),
            ("write", &[(590, 720), (600, 720), (600, 730), (620, 730)]),
            ("data", &[(800, 140), (800, 120)]),
        ],
        look: || {
            Look::new(160, 100)
                .fill("#fff3c4")
                .west(&[("data", 10), ("addr", 30), ("clock", 40), ("dir", 50)])
                .east(&[
                    ("dataout", 10),
                    ("posout", 20),
                    ("addrout", 30),
                    ("clockout", 40),
                    ("dirout", 50),
                    ("code", 80),
                ])
                .south(&[("trigger", 140)])
                .north(&[
                    ("make move", 20),
                    ("rendering", 50),
                    ("strategising", 80),
                    ("error", 110),
                    ("game over", 140),
                ])
                .unnamed()
                .text((16, 13), 8, "data")
                .text((16, 33), 8, "addr")
                .text((16, 43), 8, "clock")
                .text((12, 53), 8, "dir")
                .text((144, 83), 8, "code")
                .text((138, 95), 8, "trigger")
                .text((80, 66), 18, "IO-0")
        },
        ..Layout::PLAIN
    },
};

pub(super) const SELECT: Chip = Chip {
    name: "Select",
    does: "Who answers which address: instruction cycles go to the ROM, data cycles to \
        the RAM, those of F0 to FF to the pad.",
    pins: &[
        input("address", 8, "the address of the processor"),
        input("mem", 1, "there is a memory cycle"),
        input("data/ins'", 1, "1 data space, 0 instruction space"),
        output("I/O", 1, "a data cycle from F0 on"),
        output("RAM", 1, "a data cycle below F0"),
        output("ROM", 1, "an instruction cycle"),
        output("I/Oaddr", 4, "the lower half of the address"),
    ],
    parts: &[
        split(
            "bits of address",
            "address",
            &[("I/Oaddr", 4), ("a4", 1), ("a5", 1), ("a6", 1), ("a7", 1)],
        ),
        and("page F", 1, &["a4", "a5", "a6", "a7"]),
        and("I/O", 1, &["page F", "mem", "data/ins'"]),
        and("RAM", 1, &["!page F", "mem", "data/ins'"]),
        and("ROM", 1, &["mem", "!data/ins'"]),
    ],
    layout: Layout {
        places: &[
            pin("address", 120, 120),
            pin("mem", 120, 260),
            pin("data/ins'", 120, 350),
            part("bits of address", 180, 120),
            part("page F", 320, 130),
            part("I/O", 480, 180),
            pin("I/O", 560, 180),
            part("RAM", 480, 260),
            pin("RAM", 560, 260),
            part("ROM", 480, 340),
            pin("ROM", 560, 340),
            pin("I/Oaddr", 560, 100),
        ],
        wires: &[
            ("page F", &[(320, 130), (420, 130), (420, 250), (440, 250)]),
            ("page F", &[(420, 170), (450, 170)]),
            ("mem", &[(120, 260), (400, 260), (450, 260)]),
            ("mem", &[(450, 180), (400, 180), (400, 260)]),
            ("mem", &[(400, 260), (400, 330), (450, 330)]),
            ("data/ins'", &[(120, 350), (440, 350)]),
            ("data/ins'", &[(380, 350), (380, 190), (450, 190)]),
            ("data/ins'", &[(380, 270), (450, 270)]),
        ],
        look: || {
            Look::new(110, 100)
                .fill("#fff3c4")
                .west(&[("address", 20), ("mem", 60), ("data/ins'", 80)])
                .east(&column(20, &["I/Oaddr", "I/O", "RAM", "ROM"]))
                .text((55, 50), 12, "Select")
        },
        ..Layout::PLAIN
    },
};
