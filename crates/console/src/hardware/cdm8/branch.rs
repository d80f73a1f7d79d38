//! Whether a branch is taken.

use circuit::draw::{Drawing, Look};
use circuit::model::{Facing, Kind};

use super::title;

pub const NAME: &str = "Branch";

/// The upper three bits of the condition choose, the lowest inverts.
pub fn draw(drawing: &mut Drawing) {
    drawing.chip(NAME, |sheet| {
        title(sheet, "Branch: z c n v hi ge gt always, or the opposite");
        sheet.input("CVZN", 4, (160, 160));
        sheet.input("ir", 8, (160, 340));
        sheet.output("holds", 1, (680, 190));
        let flags = [("n", 1), ("z", 1), ("v", 1), ("c", 1)];
        sheet.split((180, 160), Facing::East, "CVZN", &flags);
        sheet.split(
            (200, 340),
            Facing::East,
            "ir",
            &[("not", 1), ("which", 3), ("", 4)],
        );
        sheet.gate(Kind::And, (400, 220), 1, "hi", &["c", "!z"]);
        sheet.gate(Kind::Xnor, (340, 270), 1, "ge", &["n", "v"]);
        sheet.gate(Kind::And, (440, 270), 1, "gt", &["!z", "ge"]);
        sheet.constant((480, 310), 1, 1, "always");
        let choices = ["z", "c", "n", "v", "hi", "ge", "gt", "always"];
        sheet.mux((560, 180), 1, &choices, "which", "met");
        sheet.gate(Kind::Xor, (640, 190), 1, "holds", &["met", "not"]);
        sheet.look(
            Look::new(90, 60)
                .fill("#f7e6df")
                .west(&[("CVZN", 20), ("ir", 40)])
                .east(&[("holds", 20)])
                .text((45, 14), 10, NAME),
        );
    });
}
