//! Whether a branch is taken.

use circuit::draw::{Drawing, Look};
use circuit::model::{Facing, Kind};

pub const NAME: &str = "Branch";

/// The upper three bits of the condition choose, the lowest inverts.
pub fn draw(drawing: &mut Drawing) {
    drawing.chip(NAME, |sheet| {
        sheet.text((340, 40), 16, "Branch: is the condition met?");
        sheet.input("CVZN", 4, (120, 160));
        sheet.input("condition", 4, (120, 300));
        sheet.output("holds", 1, (620, 180));
        sheet.tunnels(&["c", "v", "z", "n"]);
        sheet.split(
            (140, 160),
            Facing::East,
            "CVZN",
            &[("n", 1), ("z", 1), ("v", 1), ("c", 1)],
        );
        sheet.split(
            (140, 300),
            Facing::East,
            "condition",
            &[("not", 1), ("which", 3)],
        );
        sheet.gate(Kind::And, (320, 160), 1, "higher", &["c", "!z"]);
        sheet.gate(Kind::Xnor, (320, 210), 1, "ge", &["n", "v"]);
        sheet.gate(Kind::And, (380, 260), 1, "gt", &["!z", "ge"]);
        sheet.constant((380, 300), 1, 1, "always");
        sheet.mux(
            (480, 170),
            1,
            &["z", "c", "n", "v", "higher", "ge", "gt", "always"],
            "which",
            "met",
        );
        sheet.gate(Kind::Xor, (580, 180), 1, "holds", &["met", "not"]);
        sheet.look(
            Look::new(80, 50)
                .fill("#f7e6df")
                .west(&[("CVZN", 20), ("condition", 30)])
                .east(&[("holds", 20)])
                .text((40, 12), 10, NAME),
        );
    });
}
