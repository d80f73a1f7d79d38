//! The sequencer: fetch or execute, which clock of it, and whether the machine stands.

use crate::draw::{Drawing, Look, Sheet};
use circuit::project::Kind;

use super::{column, latch, title};

pub const NAME: &str = "Sequencer";

pub fn draw(drawing: &mut Drawing) {
    drawing.chip(NAME, |sheet| {
        title(sheet, "Sequencer: fetch, phases, stop");
        sheet.tunnels(&["clock", "run"]);
        phases(sheet);
        stop(sheet);
        sheet.look(
            Look::new(90, 130)
                .fill("#f3e7f7")
                .west(&column(20, &["length", "stops", "waits", "IRQ", "clock"]))
                .east(&column(20, &["fetch", "exec", "phase", "run", "stopped"]))
                .text((45, 14), 10, NAME),
        );
    });
}

/// Phases count from 0 to the length, then a fetch follows.
fn phases(sheet: &mut Sheet<'_>) {
    sheet.input("length", 3, (160, 130));
    sheet.input("clock", 1, (160, 290));
    sheet.output("fetch", 1, (760, 100));
    sheet.output("exec", 1, (760, 140));
    sheet.output("phase", 3, (760, 240));
    sheet.tunnels(&["phase"]);
    sheet.compare((280, 140), 3, "length", "phase", ["", "end", ""]);
    sheet.gate(Kind::Nand, (420, 140), 1, "goes on", &["exec", "end"]);
    sheet.register((540, 140), 1, latch("goes on", "exec", "run", "EXEC"));
    sheet.wire(
        "exec",
        &[
            (540, 140),
            (580, 140),
            (580, 80),
            (360, 80),
            (360, 130),
            (380, 130),
        ],
    );
    sheet.not((660, 100), 1, "fetch", "exec");

    sheet.constant((200, 240), 3, 1, "1");
    sheet.adder((280, 230), 3, "phase", "1", "next");
    sheet.gate(Kind::And, (420, 190), 1, "counts", &["exec", "!end"]);
    sheet.constant((380, 230), 3, 0, "0");
    sheet.mux((460, 240), 3, &["0", "next"], "counts", "value");
    sheet.register((560, 240), 3, latch("value", "phase", "run", "PHASE"));
}

/// Stops for good, or, in `wait`, until IRQ.
fn stop(sheet: &mut Sheet<'_>) {
    sheet.input("stops", 1, (160, 380));
    sheet.input("IRQ", 1, (160, 430));
    sheet.input("waits", 1, (160, 480));
    sheet.output("run", 1, (760, 360));
    sheet.output("stopped", 1, (760, 410));
    sheet.gate(Kind::Or, (300, 390), 1, "stays", &["stops", "stopped"]);
    sheet.not((300, 430), 1, "quiet", "IRQ");
    sheet.mux((400, 410), 1, &["stays", "quiet"], "waits", "held");
    sheet.register((500, 410), 1, latch("held", "stopped", "", "STOP"));
    sheet.wire(
        "stopped",
        &[
            (500, 410),
            (540, 410),
            (540, 340),
            (240, 340),
            (240, 400),
            (270, 400),
        ],
    );
    sheet.not((620, 360), 1, "run", "stopped");
}
