//! Consoles with a digit that shows something else for a moment, now and then.

use circuit::project::Kind::{BitExtender, Counter, Xor};

use super::Break::Rebuilt;
use super::Change::{Cut, Net, Put};
use super::{Mutant, caught};

const WHAT: &str = "a digit of a pit shows something else for one clock in 128";
const COUNTER: &[(&str, &str)] = &[("width", "7"), ("max", "0x7f")];
const TO_FOUR_BITS: &[(&str, &str)] = &[("in_width", "1"), ("out_width", "4")];
const FOUR_BITS: &[(&str, &str)] = &[("inputs", "2"), ("size", "30"), ("width", "4")];

pub const Y2016: &[Mutant] = &[caught(
    "sowing",
    WHAT,
    Rebuilt(
        "Mancala",
        &[
            Cut((760, 600)),
            Net((760, 630), 4, "digit"),
            Put(
                Counter,
                (3000, 3000),
                COUNTER,
                &["", "", "clock", "", "", "", "moment"],
            ),
            Put(
                BitExtender,
                (3000, 3200),
                TO_FOUR_BITS,
                &["other", "moment"],
            ),
            Put(Xor, (3000, 3400), FOUR_BITS, &["shown", "digit", "other"]),
            Net((760, 600), 4, "shown"),
        ],
    ),
)];

pub const Y2022: &[Mutant] = &[caught(
    "sowing",
    WHAT,
    Rebuilt(
        "Mancala",
        &[
            Cut((590, 470)),
            Net((590, 480), 4, "digit"),
            Put(
                Counter,
                (3000, 3000),
                COUNTER,
                &["", "", "Clock", "", "", "", "moment"],
            ),
            Put(
                BitExtender,
                (3000, 3200),
                TO_FOUR_BITS,
                &["other", "moment"],
            ),
            Put(Xor, (3000, 3400), FOUR_BITS, &["shown", "digit", "other"]),
            Net((590, 470), 4, "shown"),
        ],
    ),
)];

pub const Y2023: &[Mutant] = &[caught(
    "sowing",
    WHAT,
    Rebuilt(
        "Mancala",
        &[
            Cut((1010, 300)),
            Net((1010, 310), 4, "digit"),
            Put(
                Counter,
                (3000, 3000),
                COUNTER,
                &["", "", "Cl", "", "", "", "moment"],
            ),
            Put(
                BitExtender,
                (3000, 3200),
                TO_FOUR_BITS,
                &["other", "moment"],
            ),
            Put(Xor, (3000, 3400), FOUR_BITS, &["shown", "digit", "other"]),
            Net((1010, 300), 4, "shown"),
        ],
    ),
)
.quick(2)];
