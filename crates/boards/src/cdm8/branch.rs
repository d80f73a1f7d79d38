//! Whether a branch is taken.

use crate::draw::{
    Chip, Layout, Look, and, constant, input, mux, output, part, pin, split, title, xnor, xor,
};

pub(super) const BRANCH: Chip = Chip {
    name: "Branch",
    does: "Whether a branch is taken: bits 3 to 1 of the opcode choose z, c, n, v, hi, \
        ge, gt or always, and bit 0 inverts.",
    pins: &[
        input("CVZN", 4, "the flags"),
        input("ir", 8, "the opcode"),
        output("holds", 1, "the condition holds"),
    ],
    parts: &[
        split(
            "bits of CVZN",
            "CVZN",
            &[("n", 1), ("z", 1), ("v", 1), ("c", 1)],
        ),
        and("hi", 1, &["c", "!z"]),
        xnor("ge", 1, &["n", "v"]),
        and("gt", 1, &["!z", "ge"]),
        constant("always", 1, 1),
        // The upper three bits of the condition choose, the lowest inverts.
        mux(
            "met",
            1,
            &["z", "c", "n", "v", "hi", "ge", "gt", "always"],
            "which",
        ),
        split("bits of ir", "ir", &[("not", 1), ("which", 3), ("", 4)]),
        xor("holds", 1, &["met", "not"]),
    ],
    layout: Layout {
        places: &[
            title("Branch: z c n v hi ge gt always, or the opposite"),
            pin("CVZN", 160, 160),
            pin("ir", 160, 500),
            pin("holds", 720, 270),
            part("bits of CVZN", 180, 160),
            part("hi", 440, 330),
            part("ge", 440, 380),
            part("gt", 500, 420),
            part("always", 480, 290),
            part("met", 560, 260),
            part("bits of ir", 200, 500),
            part("holds", 660, 270),
        ],
        wires: &[
            ("n", &[(200, 140), (340, 140), (340, 370)]),
            ("n", &[(340, 240), (520, 240)]),
            ("n", &[(340, 370), (390, 370)]),
            ("z", &[(200, 150), (320, 150), (320, 410)]),
            ("z", &[(320, 220), (520, 220)]),
            ("z", &[(320, 340), (400, 340)]),
            ("z", &[(320, 410), (460, 410)]),
            ("v", &[(200, 160), (300, 160), (300, 390)]),
            ("v", &[(300, 250), (520, 250)]),
            ("v", &[(300, 390), (390, 390)]),
            ("c", &[(200, 170), (280, 170), (280, 320)]),
            ("c", &[(280, 230), (520, 230)]),
            ("c", &[(280, 320), (410, 320)]),
        ],
        look: || {
            Look::new(90, 60)
                .fill("#f7e6df")
                .west(&[("CVZN", 20), ("ir", 40)])
                .east(&[("holds", 20)])
                .text((45, 14), 10, "Branch")
        },
        ..Layout::PLAIN
    },
};
