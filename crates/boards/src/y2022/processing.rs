//! The chips between the processor and the pad.

use crate::draw::{
    Chip, Layout, Look, and, buffer, chip, column, compare, constant, decoder, extend, input, mux,
    or, output, part, pin, register, split, tri,
};
use circuit::project::Facing::East;
use consoles::hardware::y2022::USER_INPUT_LABEL;
use consoles::map::y2022::INPUT;

/// From the processor's eight address bits to the pad's four.
///
/// ```text
///   Gamepad = Data and Address Bus is one of F1-F7, F9-FF
///   Address = Address Bus bits 3-0 if Gamepad, else 0: no cell has that position
/// ```
pub(super) const GAMEPAD_ADDRESS_MANAGER: Chip = Chip {
    name: "Gamepad address manager",
    does: "From the processor's eight address bits to the pad's four. It is the \
        document's address decoder.",
    pins: &[
        input("Address Bus", 8, "the address"),
        input("Data", 1, "a data cycle"),
        output(
            "Address",
            4,
            "the lower half if Gamepad, else 0: no cell is there",
        ),
        output("Gamepad", 1, "a data cycle at F1-F7 or F9-FF"),
    ],
    parts: &[
        split(
            "bits of Address Bus",
            "Address Bus",
            &[("low", 4), ("high", 4)],
        ),
        constant("F", 4, 15),
        compare("upper", 4, ["high", "F"], ["", "upper", ""]),
        split(
            "bits of low",
            "low",
            &[("a0", 1), ("a1", 1), ("a2", 1), ("", 1)],
        ),
        or("pit", 1, &["a0", "a1", "a2"]),
        and("Gamepad", 1, &["upper", "pit", "Data"]),
        constant("none", 4, 0),
        mux("Address", 4, &["none", "low"], "Gamepad"),
    ],
    layout: Layout {
        places: &[
            pin("Address Bus", 120, 120),
            pin("Data", 120, 300),
            part("bits of Address Bus", 160, 120),
            part("F", 220, 180),
            part("upper", 300, 170),
            part("bits of low", 220, 240),
            part("pit", 320, 230),
            part("Gamepad", 420, 230),
            part("none", 420, 100),
            part("Address", 500, 110),
            pin("Address", 580, 110),
            pin("Gamepad", 580, 230),
        ],
        look: || {
            Look::new(60, 40)
                .unnamed()
                .west(&[("Address Bus", 10), ("Data", 30)])
                .east(&[("Address", 10)])
                .south(&[("Gamepad", 10)])
                .line(&[(0, 30), (20, 30), (40, 10), (60, 10)])
                .line(&[(0, 10), (60, 10)])
                .line(&[(10, 40), (10, 30)])
                .patch((5, 5), (16, 20), "#ffffff")
                .text((13, 20), 14, "G")
        },
        ..Layout::PLAIN
    },
};

/// The same for the sixteen bytes of RAM.
///
/// ```text
///   RAM     = Data and Address Bus is one of E0-EF
///   Address = Address Bus bits 3-0
/// ```
pub(super) const RAM_ADDRESS_MANAGER: Chip = Chip {
    name: "RAM address manager",
    does: "The same for the sixteen bytes of RAM.",
    pins: &[
        input("Address Bus", 8, "the address"),
        input("Data", 1, "a data cycle"),
        output("Address", 4, "the lower half"),
        output("RAM", 1, "a data cycle at E0-EF"),
    ],
    parts: &[
        split(
            "bits of Address Bus",
            "Address Bus",
            &[("Address", 4), ("high", 4)],
        ),
        constant("E", 4, 14),
        compare("upper", 4, ["high", "E"], ["", "upper", ""]),
        and("RAM", 1, &["upper", "Data"]),
    ],
    layout: Layout {
        places: &[
            pin("Address Bus", 120, 120),
            pin("Data", 120, 220),
            part("bits of Address Bus", 160, 120),
            part("E", 220, 170),
            part("upper", 300, 160),
            part("RAM", 400, 190),
            pin("Address", 480, 110),
            pin("RAM", 480, 190),
        ],
        look: || {
            Look::new(60, 40)
                .unnamed()
                .west(&[("Address Bus", 10), ("Data", 30)])
                .east(&[("Address", 10)])
                .south(&[("RAM", 10)])
                .line(&[(0, 30), (20, 30), (40, 10), (60, 10)])
                .line(&[(0, 10), (60, 10)])
                .line(&[(10, 40), (10, 30)])
                .patch((5, 5), (16, 20), "#ffffff")
                .text((13, 20), 14, "R")
        },
        ..Layout::PLAIN
    },
};

pub(super) const DELAY: Chip = Chip {
    name: "Delay",
    does: "Ten buffers in a row.",
    pins: &[
        input("in", 1, "a line"),
        output(
            "out",
            1,
            "the same, twelve gate delays later with the pins counted",
        ),
    ],
    parts: &[
        buffer("after 1", 1, "in"),
        buffer("after 2", 1, "after 1"),
        buffer("after 3", 1, "after 2"),
        buffer("after 4", 1, "after 3"),
        buffer("after 5", 1, "after 4"),
        buffer("after 6", 1, "after 5"),
        buffer("after 7", 1, "after 6"),
        buffer("after 8", 1, "after 7"),
        buffer("after 9", 1, "after 8"),
        buffer("out", 1, "after 9"),
    ],
    layout: Layout {
        places: &[
            pin("in", 80, 80),
            part("after 1", 120, 80),
            part("after 2", 160, 80),
            part("after 3", 200, 80),
            part("after 4", 240, 80),
            part("after 5", 280, 80),
            part("after 6", 320, 80),
            part("after 7", 360, 80),
            part("after 8", 400, 80),
            part("after 9", 440, 80),
            part("out", 480, 80),
            pin("out", 540, 80),
        ],
        look: || {
            Look::new(40, 20)
                .unnamed()
                .west(&[("in", 10)])
                .east(&[("out", 10)])
                .text((20, 14), 10, "delay")
        },
        ..Layout::PLAIN
    },
};

/// The pit of the turn, from a button or from the program.
///
/// ```text
///   on a press: Trigger rises; 48 delays later the position has come through all drivers and is taken, if Awaiting
///
///     Trigger  ___/~~~~~~~~~~~~~~~~~
///     listen   ___/~~~~~~~\_________   until Trigger has passed all delays
///     load     ___/~~~~\____________   until it has passed four of them; the register loads when it falls
///
///   a data write to F8 loads bits 3-0 of Program IO when Clock falls
///   Program IO out = the register in a data read of F8, else floating
///   Chosen         = the register is not 0
/// ```
pub(super) const USER_INPUT_REGISTER: Chip = Chip {
    name: "User input register",
    does: "The pit of the turn, from a button or from the program.",
    pins: &[
        input("User input", 4, "the position of the pressed button").held_low(),
        input("Program IO", 8, "what the processor writes"),
        input("Address", 8, "the address"),
        input("RW selector", 1, "1 read, 0 write"),
        input("Data", 1, "a data cycle"),
        input("Clock", 1, "a write to F8 is taken when it falls"),
        input("Trigger", 1, "a button is down"),
        input("Awaiting", 1, "a press counts: \"Awaiting user\" is on"),
        output(
            "Program IO out",
            8,
            "the register in a data read of F8, else floating",
        ),
        output("Chosen", 1, "the register is not 0"),
    ],
    parts: &[
        split(
            "bits of Program IO",
            "Program IO",
            &[("program", 4), ("", 4)],
        ),
        mux("next", 4, &["program", "User input"], "listen"),
        constant("F8", 8, INPUT as u32),
        compare("here", 8, ["Address", "F8"], ["", "here", ""]),
        and("read", 1, &["here", "Data", "RW selector"]),
        and("write", 1, &["here", "Data", "!RW selector"]),
        and("strobe", 1, &["write", "Clock", "!listen"]),
        chip("Delay", "in: Trigger, out: 1"),
        chip("Delay", "in: 1, out: 2").called("Delay 2"),
        chip("Delay", "in: 2, out: 3").called("Delay 3"),
        chip("Delay", "in: 3, out: settled").called("Delay 4"),
        chip("Delay", "in: settled, out: late").called("Delay 5"),
        and("listen", 1, &["Trigger", "Awaiting", "!late"]),
        and("latch", 1, &["listen", "!settled"]),
        or("load", 1, &["strobe", "latch"]),
        register("input", 4, "next", "load")
            .falling()
            .labelled(USER_INPUT_LABEL),
        extend("byte", 8, ("input", 4)),
        tri("Program IO out", 8, "byte", "read"),
        constant("nobody", 4, 0),
        compare("Chosen", 4, ["input", "nobody"], ["Chosen", "", ""]),
    ],
    layout: Layout {
        places: &[
            pin("User input", 120, 80),
            pin("Program IO", 120, 130),
            pin("Address", 120, 290),
            pin("RW selector", 120, 350),
            pin("Data", 120, 390),
            pin("Clock", 120, 430),
            pin("Trigger", 120, 520),
            pin("Awaiting", 120, 590),
            part("bits of Program IO", 160, 130),
            part("next", 700, 90),
            part("F8", 180, 310),
            part("here", 260, 300),
            part("read", 400, 310),
            part("write", 400, 380),
            part("strobe", 540, 430),
            part("Delay", 200, 510),
            part("Delay 2", 280, 510),
            part("Delay 3", 360, 510),
            part("Delay 4", 440, 510),
            part("Delay 5", 520, 510),
            part("listen", 660, 590),
            part("latch", 660, 470),
            part("load", 740, 440),
            part("input", 800, 90),
            part("byte", 920, 90),
            part("Program IO out", 980, 90).facing(East),
            pin("Program IO out", 1060, 90),
            part("nobody", 840, 220),
            part("Chosen", 920, 210),
            pin("Chosen", 1060, 200),
        ],
        reach: 200,
        look: || {
            Look::new(140, 180)
                .west(&column(
                    20,
                    &[
                        "User input",
                        "Program IO",
                        "Address",
                        "RW selector",
                        "Data",
                        "Clock",
                        "Trigger",
                        "Awaiting",
                    ],
                ))
                .east(&[("Program IO out", 40), ("Chosen", 80)])
                .text((90, 130), 20, "UI")
        },
        ..Layout::PLAIN
    },
};

/// Lets the ROMs answer in instruction cycles only.
///
/// ```text
///   Data Bus = ROM if mem and not Data, else floating
/// ```
pub(super) const BIG_CONTROLLED_BUFFER: Chip = Chip {
    name: "Big controlled buffer",
    does: "Lets the ROMs answer in instruction cycles only.",
    pins: &[
        input("ROM", 8, "the byte of the bank"),
        input("mem", 1, "there is a memory cycle"),
        input("Data", 1, "a data cycle"),
        output("Data Bus", 8, "ROM if mem and not Data, else floating"),
    ],
    parts: &[
        and("instruction", 1, &["mem", "!Data"]),
        tri("Data Bus", 8, "ROM", "instruction"),
    ],
    layout: Layout {
        places: &[
            pin("ROM", 120, 100),
            pin("mem", 120, 160),
            pin("Data", 120, 200),
            part("instruction", 240, 180),
            part("Data Bus", 320, 100).facing(East),
            pin("Data Bus", 400, 100),
        ],
        look: || {
            Look::new(100, 80)
                .west(&column(20, &["ROM", "mem", "Data"]))
                .east(&[("Data Bus", 20)])
                .line(&[(32, 8), (32, 32), (54, 20), (32, 8)])
                .text((65, 60), 16, "BCB")
        },
        ..Layout::PLAIN
    },
};

/// Selects the ROM bank.
///
/// ```text
///   bank := Data bits 1-0 when Clock falls, in a data write to the address Control Byte; 0 at power-on
/// ```
pub(super) const ROM_MANAGER: Chip = Chip {
    name: "ROM manager",
    does: "Selects the ROM bank.",
    pins: &[
        input("Data", 8, "what the processor writes"),
        input("Address", 8, "the address"),
        input("Control Byte", 8, "the address of the bank register, F0"),
        input("RW selector", 1, "1 read, 0 write"),
        input("Data flag", 1, "a data cycle"),
        input("Clock", 1, "the bank changes when it falls"),
        output("Initialisation", 1, "bank 0 is selected"),
        output("Referee", 1, "bank 1 is selected"),
        output("Human", 1, "bank 2 is selected"),
        output("Computer", 1, "bank 3 is selected"),
    ],
    parts: &[
        split("bits of Data", "Data", &[("number", 2), ("", 6)]),
        compare("here", 8, ["Address", "Control Byte"], ["", "here", ""]),
        and("write", 1, &["here", "!RW selector", "Data flag"]),
        register("bank", 2, "number", "Clock")
            .falling()
            .enabled("write")
            .labelled("bank"),
        decoder(
            "decoder of bank",
            "bank",
            "",
            &["Initialisation", "Referee", "Human", "Computer"],
        ),
    ],
    layout: Layout {
        places: &[
            pin("Data", 120, 90),
            pin("Address", 120, 190),
            pin("Control Byte", 120, 250),
            pin("RW selector", 120, 310),
            pin("Data flag", 120, 360),
            pin("Clock", 120, 410),
            part("bits of Data", 160, 90),
            part("here", 260, 210),
            part("write", 380, 240),
            part("bank", 460, 90),
            part("decoder of bank", 540, 200),
            pin("Initialisation", 680, 120),
            pin("Referee", 680, 160),
            pin("Human", 680, 200),
            pin("Computer", 680, 240),
        ],
        look: || {
            Look::new(140, 140)
                .west(&column(
                    20,
                    &[
                        "Data",
                        "Address",
                        "Control Byte",
                        "RW selector",
                        "Data flag",
                        "Clock",
                    ],
                ))
                .east(&column(
                    20,
                    &["Initialisation", "Referee", "Human", "Computer"],
                ))
                .text((95, 115), 14, "ROM")
                .text((95, 130), 14, "manager")
        },
        ..Layout::PLAIN
    },
};
