//! Consoles that handle their buttons wrongly: two at once, while they work, after the end, or twice.
//!
//! Their registers keep the first button that goes down. So a console that mixes two numbers needs two changes: drivers that mix, and a
//! register that still listens when the second button goes down.

use circuit::project::Kind::{Adder, And, Buffer, Constant, Not, Or};

use super::Break::{Firmware, Inside, Rebuilt, Several};
use super::Change::{Cut, Net, Put, Set};
use super::{Break, Mutant, caught, same};

/// A gate with two inputs.
const TWO: &[(&str, &str)] = &[("inputs", "2"), ("size", "30")];
const TWO_BUT_NOT_THE_SECOND: &[(&str, &str)] =
    &[("inputs", "2"), ("size", "30"), ("negate1", "true")];
const FOUR_BITS: &[(&str, &str)] = &[("width", "4")];
const EIGHT_BITS: &[(&str, &str)] = &[("width", "8")];

/// A driver adds its position to what comes from the others.
const ADDS_2016: Break = Rebuilt(
    "Button driver",
    &[
        Cut((210, 160)),
        Net((260, 100), 4, "own"),
        Net((380, 140), 4, "others"),
        Put(Adder, (900, 900), FOUR_BITS, &["own", "others", "sum"]),
        Net((210, 160), 4, "sum"),
    ],
);

/// The register follows the number as long as a button is down; the number comes late enough to be kept when it is let go.
const FOLLOWS_2016: Break = Rebuilt(
    "IO-0",
    &[
        Cut((530, 660)),
        Net((420, 740), 1, "pressed"),
        Net((120, 800), 1, "up"),
        Put(
            And,
            (900, 1000),
            TWO_BUT_NOT_THE_SECOND,
            &["follow", "pressed", "up"],
        ),
        Net((530, 660), 1, "follow"),
        Set((550, 640), "trigger", "high"),
        Cut((520, 640)),
        Net((120, 640), 4, "a"),
        Put(Buffer, (900, 1100), FOUR_BITS, &["b", "a"]),
        Put(Buffer, (900, 1200), FOUR_BITS, &["c", "b"]),
        Put(Buffer, (900, 1300), FOUR_BITS, &["d", "c"]),
        Put(Buffer, (900, 1400), FOUR_BITS, &["e", "d"]),
        Put(Buffer, (900, 1500), FOUR_BITS, &["f", "e"]),
        Put(Buffer, (900, 1600), FOUR_BITS, &["late", "f"]),
        Net((520, 640), 4, "late"),
    ],
);

/// The register is cleared at the moment the light for "make move" goes out, and listens again from then on.
const CLEARED_ONCE_2016: Break = Rebuilt(
    "IO-0",
    &[
        Cut((540, 700)),
        Net((560, 700), 1, "off"),
        Put(Buffer, (900, 1000), &[], &["a", "make move"]),
        Put(Buffer, (900, 1100), &[], &["b", "a"]),
        Put(Buffer, (900, 1200), &[], &["c", "b"]),
        Put(Buffer, (900, 1300), &[], &["d", "c"]),
        Put(Buffer, (900, 1400), &[], &["was on", "d"]),
        Put(And, (900, 1500), TWO, &["clear", "off", "was on"]),
        Net((540, 660), 1, "clear"),
    ],
);

/// Room for a fault: the last pit of the person is not written down, which only the mirror needs.
pub(super) const NO_LAST_2016: Break = Firmware(
    "main.asm",
    "        ldi     r2, LAST\n        st      r2, r0\n",
    "",
);

pub const Y2016: &[Mutant] = &[
    caught(
        "two-buttons",
        "the numbers of two buttons are added",
        Several(&[ADDS_2016, FOLLOWS_2016]),
    )
    .quick(1),
    same(
        "the numbers of two buttons would be added, but the register has the first one",
        ADDS_2016,
    ),
    same(
        "the register follows the buttons, and of two the one nearer to it counts",
        FOLLOWS_2016,
    ),
    caught(
        "while-computing",
        "the button register is cleared only once, and then hears while the console works",
        CLEARED_ONCE_2016,
    )
    .quick(1),
    caught(
        "after-end",
        "a button after the end is heard, and gives seeds",
        Several(&[
            CLEARED_ONCE_2016,
            NO_LAST_2016,
            Firmware(
                "main.asm",
                "        st      r1, r2\n        halt",
                "        st      r1, r2\ndead:   ld      r1, r0\n        tst     r0\n        beq     dead\n        ldi     r2, IO+7\n        st      r2, r0\n        br      dead",
            ),
        ]),
    ),
    caught(
        "after-end",
        "a button after the end is taken for a move",
        Firmware(
            "main.asm",
            "ldi     r2, GAME_OVER\n        st      r1, r2\n        halt",
            "ldi     r2, 0x11\n        br      light",
        ),
    ),
    caught(
        "long-games",
        "the button register is never cleared, and a button counts again and again",
        Inside("IO-0", (540, 700)),
    ),
];

/// A driver joins its position to what comes from the others, bit by bit.
const JOINS_2022: Break = Rebuilt(
    "Button driver",
    &[
        Cut((330, 110)),
        Net((120, 120), 4, "own"),
        Net((120, 80), 4, "others"),
        Put(
            Or,
            (900, 900),
            &[("inputs", "2"), ("size", "30"), ("width", "4")],
            &["both", "own", "others"],
        ),
        Net((330, 110), 4, "both"),
    ],
);

/// The register samples the buttons when the clock falls.
const CLOCKED_2022: Break = Rebuilt(
    "User input register",
    &[
        Cut((620, 600)),
        Put(
            Constant,
            (620, 600),
            &[("width", "1"), ("value", "0x0")],
            &[],
        ),
        Cut((620, 480)),
        Net((120, 430), 1, "clock"),
        Put(Not, (900, 900), &[("size", "20")], &["low", "clock"]),
        Net((620, 480), 1, "low"),
    ],
);

/// Buttons are accepted whether the console waits for one or not.
const HEARS_ALWAYS_2022: Break = Inside("User input register", (120, 590));

pub const Y2022: &[Mutant] = &[
    caught(
        "two-buttons",
        "the numbers of two buttons are joined bit by bit",
        Several(&[JOINS_2022, CLOCKED_2022]),
    ),
    same(
        "the numbers of two buttons would be joined, but the register has the first one",
        JOINS_2022,
    ),
    same(
        "the register looks at the buttons when the clock falls",
        CLOCKED_2022,
    ),
    caught(
        "while-computing",
        "a button pressed while the console works is heard, and played when it asks",
        HEARS_ALWAYS_2022,
    )
    .quick(2),
    caught(
        "while-computing",
        "a button pressed while the computer sows is taken for its pit",
        Several(&[
            HEARS_ALWAYS_2022,
            Firmware(
                "human.asm",
                "# 0 by the referee: awaiting user\n",
                "\n        clr     r0\n        st      r1, r0\n",
            ),
        ]),
    )
    .rare(),
    caught(
        "after-end",
        "the console asks for a move after the end",
        Firmware(
            "referee.asm",
            "        jsr     sweep\n        halt\n",
            "        jsr     sweep\n        ldi     r3, 2\n        br      jumper\n",
        ),
    )
    .quick(1),
    caught(
        "after-end",
        "a button after the end is heard, even of an empty pit, and gives seeds",
        Several(&[
            HEARS_ALWAYS_2022,
            Inside("Button driver", (120, 190)),
            Firmware(
                "human.asm",
                "ld      r0, r2\n        clr     r1",
                "ld      r0, r2\n        tst     r2\n        beq     human\n        clr     r1",
            ),
            Firmware(
                "referee.asm",
                "        jsr     sweep\n        halt\n",
                "        jsr     sweep\n        ldi     r1, INPUT\n        clr     r0\n        st      r1, r0\ndead:   ld      r1, r0\n        tst     r0\n        beq     dead\n        ldi     r3, PAD+7\n        st      r3, r0\n        br      dead\n",
            ),
        ]),
    ),
    caught(
        "extra-turn",
        "a button counts twice: it takes the extra turn unasked",
        Several(&[
            Firmware(
                "referee.asm",
                "        clr     r2\n        st      r0, r2          # whoever is next has not chosen a pit\n",
                "        ldi     r2, 8\n        and     r1, r2\n        beq     kept\n        clr     r2\n        st      r0, r2\nkept:\n",
            ),
            Firmware(
                "computer.asm",
                "        ldi     r0, PAD+14\n",
                "        ldi     r0, INPUT\n        clr     r1\n        st      r0, r1\n        ldi     r0, PAD+14\n",
            ),
        ]),
    ),
];

/// A driver adds its position to what comes from the others.
const ADDS_2023: Break = Rebuilt(
    "Button_Driver",
    &[
        Cut((270, 170)),
        Net((280, 80), 8, "own"),
        Net((480, 160), 8, "others"),
        Put(Adder, (900, 900), EIGHT_BITS, &["own", "others", "sum"]),
        Net((270, 170), 8, "sum"),
    ],
);

/// The register follows the number as long as a button is down; the number comes late enough to be kept when it is let go.
const FOLLOWS_2023: Break = Rebuilt(
    "User_Move",
    &[
        Cut((440, 120)),
        Net((330, 170), 1, "heard"),
        Net((180, 180), 1, "down"),
        Put(And, (900, 1000), TWO, &["follow", "heard", "down"]),
        Net((440, 120), 1, "follow"),
        Set((460, 100), "trigger", "high"),
        Cut((430, 100)),
        Net((180, 100), 8, "a"),
        Put(Buffer, (900, 1100), EIGHT_BITS, &["b", "a"]),
        Put(Buffer, (900, 1200), EIGHT_BITS, &["c", "b"]),
        Put(Buffer, (900, 1300), EIGHT_BITS, &["d", "c"]),
        Put(Buffer, (900, 1400), EIGHT_BITS, &["e", "d"]),
        Put(Buffer, (900, 1500), EIGHT_BITS, &["f", "e"]),
        Put(Buffer, (900, 1600), EIGHT_BITS, &["late", "f"]),
        Net((430, 100), 8, "late"),
    ],
);

/// Buttons are accepted whether the console waits for one or not.
const HEARS_ALWAYS_2023: Break = Inside("User_Move", (310, 240));

/// The button register is not cleared before the console asks, only after a move.
const NOT_CLEARED_2023: Break = Firmware(
    "user.asm",
    "choose: ldi     r0, MESSAGE\n        ldi     r1, CLEAR\n",
    "choose: ldi     r0, MESSAGE\n        clr     r1\n",
);

pub const Y2023: &[Mutant] = &[
    caught(
        "two-buttons",
        "the numbers of two buttons are added",
        Several(&[ADDS_2023, FOLLOWS_2023]),
    )
    .quick(1),
    same(
        "the numbers of two buttons would be added, but the register has the first one",
        ADDS_2023,
    ),
    same(
        "the register follows the buttons, and of two the one nearer to it counts",
        FOLLOWS_2023,
    ),
    caught(
        "while-computing",
        "a button pressed while the console works is heard, and played when it asks",
        Several(&[HEARS_ALWAYS_2023, NOT_CLEARED_2023]),
    )
    .quick(1),
    same(
        "buttons are heard while the console works, but the program forgets them before it asks",
        HEARS_ALWAYS_2023,
    ),
    same(
        "the button register is not cleared before the console asks, but it hears nothing until then",
        NOT_CLEARED_2023,
    ),
    caught(
        "after-end",
        "a button after the end gives seeds",
        Several(&[
            Firmware("main.asm", "ldi     r1, OVER", "ldi     r1, 0x48"),
            Firmware(
                "main.asm",
                "ld      r0, r1          # Messages shows what is read\n        halt",
                "ld      r0, r1\n        ldi     r0, 0x15\ndead:   ld      r0, r1\n        tst     r1\n        beq     dead\n        ldi     r3, 7\n        st      r3, r1\n        br      dead",
            ),
        ]),
    ),
    caught(
        "empty-pit",
        "the button register is never cleared, and a button counts again and again",
        Firmware("user.asm", "asect 0x02\nCLEAR:", "asect 0x00\nCLEAR:"),
    ),
];
