//! What happens at the end of a fetch clock: the instruction register, and interrupts, which take its place.

use circuit::draw::{Drawing, Latch, Look, Sheet};
use circuit::model::{Facing, Kind};

pub fn draw(drawing: &mut Drawing) {
    drawing.chip("Fetch", fetch);
    drawing.chip("Interrupt", interrupt);
}

/// IR takes the byte fetched, or D8 (`ioi`) if an interrupt is acknowledged.
fn fetch(sheet: &mut Sheet<'_>) {
    sheet.text((300, 40), 16, "Fetch: the instruction register");
    sheet.input("in", 8, (120, 100));
    sheet.input("IAck", 1, (120, 180));
    sheet.input("fetch", 1, (120, 240));
    sheet.input("run", 1, (120, 270));
    sheet.input("clock", 1, (120, 310));
    sheet.output("ir", 8, (480, 110));
    sheet.constant((200, 130), 8, 0xD8, "ioi");
    sheet.mux((280, 110), 8, &["in", "ioi"], "IAck", "opcode");
    sheet.gate(Kind::And, (280, 250), 1, "enable", &["fetch", "run"]);
    sheet.register(
        (380, 110),
        8,
        Latch {
            d: "opcode",
            q: "ir",
            clock: "clock",
            enable: "enable",
            falling: true,
            label: "IR",
            ..Latch::default()
        },
    );
    sheet.look(
        Look::new(80, 80)
            .fill("#f3e7f7")
            .west(&[
                ("in", 20),
                ("IAck", 40),
                ("fetch", 50),
                ("run", 60),
                ("clock", 70),
            ])
            .east(&[("ir", 20)])
            .text((40, 12), 10, "Fetch"),
    );
}

/// Acknowledges in a fetch clock, keeps the number, and makes the address F0 + 2 * number, or one more.
fn interrupt(sheet: &mut Sheet<'_>) {
    sheet.text(
        (320, 40),
        16,
        "Interrupt: acknowledge, and the address of the vector",
    );
    sheet.input("IRQ", 1, (120, 100));
    sheet.input("I", 1, (120, 140));
    sheet.input("fetch", 1, (120, 180));
    sheet.input("run", 1, (120, 220));
    sheet.input("clock", 1, (120, 260));
    sheet.input("vec", 3, (120, 320));
    sheet.input("second", 1, (120, 380));
    sheet.output("IAck", 1, (560, 140));
    sheet.output("vector", 8, (560, 320));
    sheet.gate(Kind::And, (260, 140), 1, "IAck", &["IRQ", "I", "fetch"]);
    sheet.gate(Kind::And, (320, 220), 1, "enable", &["IAck", "run"]);
    sheet.register(
        (400, 320),
        3,
        Latch {
            d: "vec",
            q: "number",
            clock: "clock",
            enable: "enable",
            falling: true,
            label: "VEC",
            ..Latch::default()
        },
    );
    sheet.constant((400, 380), 4, 0xF, "table");
    sheet.split(
        (500, 320),
        Facing::West,
        "vector",
        &[("second", 1), ("number", 3), ("table", 4)],
    );
    sheet.look(
        Look::new(80, 100)
            .fill("#f3e7f7")
            .west(&[
                ("IRQ", 20),
                ("vec", 30),
                ("I", 40),
                ("fetch", 50),
                ("second", 60),
                ("run", 80),
                ("clock", 90),
            ])
            .east(&[("IAck", 20), ("vector", 30)])
            .text((40, 12), 10, "Interrupt"),
    );
}
