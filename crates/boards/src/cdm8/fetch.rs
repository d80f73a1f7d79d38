//! What happens at the end of a fetch clock: the instruction register, and interrupts, which take its place.

use crate::draw::{Drawing, Look, Sheet};
use circuit::project::{Facing, Kind};

use super::{column, latch, title};

pub fn draw(drawing: &mut Drawing) {
    drawing.chip("Fetch", fetch);
    drawing.chip("Interrupt", interrupt);
}

/// IR takes the byte fetched, or D8 (`ioi`) if an interrupt is acknowledged.
fn fetch(sheet: &mut Sheet<'_>) {
    title(sheet, "Fetch: the instruction register");
    sheet.input("in", 8, (160, 120));
    sheet.input("IAck", 1, (160, 200));
    sheet.input("fetch", 1, (160, 260));
    sheet.input("run", 1, (160, 290));
    sheet.input("clock", 1, (160, 330));
    sheet.output("ir", 8, (520, 130));
    sheet.constant((240, 140), 8, 0xD8, "ioi");
    sheet.mux((320, 130), 8, &["in", "ioi"], "IAck", "opcode");
    sheet.gate(Kind::And, (320, 270), 1, "enable", &["fetch", "run"]);
    sheet.register((420, 130), 8, latch("opcode", "ir", "enable", "IR"));
    sheet.look(
        Look::new(90, 120)
            .fill("#f3e7f7")
            .west(&column(20, &["in", "IAck", "fetch", "run", "clock"]))
            .east(&[("ir", 20)])
            .text((45, 14), 10, "Fetch"),
    );
}

/// Acknowledges in a fetch clock and keeps the number; the vector is at F0 + 2 * number, PS beside it is read in phase 4.
fn interrupt(sheet: &mut Sheet<'_>) {
    title(sheet, "Interrupt: acknowledge, and where the vector is");
    sheet.input("IRQ", 1, (160, 120));
    sheet.input("I", 1, (160, 150));
    sheet.input("fetch", 1, (160, 180));
    sheet.input("run", 1, (160, 220));
    sheet.input("vec", 3, (160, 300));
    sheet.input("clock", 1, (160, 350));
    sheet.input("phase", 3, (160, 410));
    sheet.output("IAck", 1, (660, 150));
    sheet.output("vector", 8, (660, 300));
    sheet.gate(Kind::And, (300, 150), 1, "IAck", &["IRQ", "I", "fetch"]);
    sheet.gate(Kind::And, (360, 210), 1, "enable", &["IAck", "run"]);
    sheet.register((440, 300), 3, latch("vec", "number", "enable", "VEC"));
    sheet.split((200, 410), Facing::East, "phase", &[("", 2), ("second", 1)]);
    sheet.constant((440, 360), 4, 0xF, "table");
    let bits = [("second", 1), ("number", 3), ("table", 4)];
    sheet.split((540, 300), Facing::West, "vector", &bits);
    sheet.look(
        Look::new(90, 160)
            .fill("#f3e7f7")
            .west(&column(
                20,
                &["IRQ", "vec", "I", "fetch", "phase", "run", "clock"],
            ))
            .east(&[("IAck", 20), ("vector", 60)])
            .text((45, 14), 10, "Interrupt"),
    );
}
