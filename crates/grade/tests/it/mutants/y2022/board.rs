//! The faults in the circuits of 2022.

use crate::mutants::Break::{Cut, Inside, Stuck, Swap};
use crate::mutants::{Mutant, caught};

pub const ALL: &[Mutant] = &[
    caught(
        "long-games",
        "the light for \"awaiting user\" is cut off",
        Cut(760, 310),
    )
    .quick(1),
    caught("start", "a digit of a pit is cut off", Cut(550, 470)),
    caught(
        "sowing",
        "a digit of a pit shows 4 for ever",
        Stuck(590, 470, 4),
    ),
    caught(
        "sowing",
        "the displays of two pits are exchanged",
        Swap((370, 470), (480, 470)),
    )
    .quick(1),
    caught(
        "sowing",
        "the displays of the two stores are exchanged",
        Swap((1090, 380), (190, 380)),
    ),
    caught("sowing", "a button is cut off", Cut(450, 580)),
    caught(
        "sowing",
        "two buttons are exchanged",
        Swap((450, 580), (670, 580)),
    ),
    caught(
        "outcome",
        "the lights for \"computer wins\" are cut off",
        Cut(370, 360),
    )
    .quick(3),
    caught(
        "outcome",
        "the stores are compared without their tens",
        Inside("WLD", (100, 220)),
    ),
    caught(
        "outcome",
        "the lights for both winners are exchanged",
        Swap((790, 360), (390, 360)),
    ),
    caught(
        "empty-pit",
        "an empty pit is played",
        Inside("Button driver", (120, 190)),
    ),
];
