//! Whether a branch is taken.

use crate::draw::{Drawing, Look, Sheet};
use circuit::project::{Facing, Kind};

use super::title;

pub const NAME: &str = "Branch";

/// The upper three bits of the condition choose, the lowest inverts.
pub fn draw(drawing: &mut Drawing) {
    drawing.chip(NAME, |sheet| {
        title(sheet, "Branch: z c n v hi ge gt always, or the opposite");
        sheet.input("CVZN", 4, (160, 160));
        sheet.input("ir", 8, (160, 500));
        sheet.output("holds", 1, (720, 270));
        flags(sheet);
        sheet.gate(Kind::And, (440, 330), 1, "hi", &["c", "!z"]);
        sheet.gate(Kind::Xnor, (440, 380), 1, "ge", &["n", "v"]);
        sheet.gate(Kind::And, (500, 420), 1, "gt", &["!z", "ge"]);
        sheet.constant((480, 290), 1, 1, "always");
        let choices = ["z", "c", "n", "v", "hi", "ge", "gt", "always"];
        sheet.mux((560, 260), 1, &choices, "which", "met");
        let fields = [("not", 1), ("which", 3), ("", 4)];
        sheet.split((200, 500), Facing::East, "ir", &fields);
        sheet.gate(Kind::Xor, (660, 270), 1, "holds", &["met", "not"]);
        sheet.look(
            Look::new(90, 60)
                .fill("#f7e6df")
                .west(&[("CVZN", 20), ("ir", 40)])
                .east(&[("holds", 20)])
                .text((45, 14), 10, NAME),
        );
    });
}

/// The four flags as columns, tapped by the gates and the multiplexer.
fn flags(sheet: &mut Sheet<'_>) {
    let bits = [("n", 1), ("z", 1), ("v", 1), ("c", 1)];
    sheet.split((180, 160), Facing::East, "CVZN", &bits);
    let columns = [
        ("n", 340, &[(520, 240), (390, 370)][..]),
        ("z", 320, &[(520, 220), (400, 340), (460, 410)]),
        ("v", 300, &[(520, 250), (390, 390)]),
        ("c", 280, &[(520, 230), (410, 320)]),
    ];
    for (i, (bit, x, taps)) in (0..).zip(columns) {
        let (y, bottom) = (140 + 10 * i, taps[taps.len() - 1].1);
        sheet.wire(bit, &[(200, y), (x, y), (x, bottom)]);
        for tap in taps {
            sheet.wire(bit, &[(x, tap.1), *tap]);
        }
    }
}
