//! The sequencer: fetch or execute, which clock of it, and whether the machine stands.

use circuit::draw::{Drawing, Latch, Look, Sheet};
use circuit::model::Kind;

pub const NAME: &str = "Sequencer";

pub fn draw(drawing: &mut Drawing) {
    drawing.chip(NAME, |sheet| {
        sheet.text((420, 40), 16, "Sequencer: fetch, phases, stop");
        sheet.tunnels(&["clock", "exec", "phase", "run", "stopped"]);
        pins(sheet);
        phases(sheet);
        stop(sheet);
        sheet.look(look());
    });
}

fn pins(sheet: &mut Sheet<'_>) {
    sheet.input("length", 3, (120, 100));
    sheet.input("clock", 1, (120, 260));
    sheet.input("IRQ", 1, (120, 400));
    sheet.input("stops", 1, (120, 440));
    sheet.input("waits", 1, (120, 480));
    sheet.output("fetch", 1, (760, 100));
    sheet.output("exec", 1, (760, 140));
    sheet.output("phase", 3, (760, 180));
    for (i, name) in ["p0", "p1", "p2", "p3", "p4"].into_iter().enumerate() {
        sheet.output(name, 1, (760, 220 + 30 * i as i32));
    }
    sheet.output("run", 1, (760, 400));
    sheet.output("stopped", 1, (760, 440));
}

fn latch<'s>(d: &'s str, q: &'s str, label: &'s str, enable: &'s str) -> Latch<'s> {
    Latch {
        d,
        q,
        clock: "clock",
        enable,
        falling: true,
        label,
        ..Latch::default()
    }
}

/// Phases count from 0 to the length, then a fetch follows.
fn phases(sheet: &mut Sheet<'_>) {
    sheet.compare((240, 110), 3, "length", "phase", ["", "end", ""]);
    sheet.gate(Kind::Nand, (340, 100), 1, "goes on", &["end", "exec"]);
    sheet.register((460, 100), 1, latch("goes on", "exec", "E", "run"));
    sheet.not((580, 100), 1, "fetch", "exec");

    sheet.constant((180, 210), 3, 1, "1");
    sheet.adder((260, 200), 3, "phase", "1", "next");
    sheet.gate(Kind::And, (260, 160), 1, "counts", &["exec", "!end"]);
    sheet.constant((300, 240), 3, 0, "0");
    sheet.mux((380, 220), 3, &["0", "next"], "counts", "value");
    sheet.register((480, 220), 3, latch("value", "phase", "PHASE", "run"));
    sheet.decoder(
        (560, 280),
        "phase",
        "",
        &["p0", "p1", "p2", "p3", "p4", "", "", ""],
    );
}

/// Stops for good, or, in `wait`, until IRQ.
fn stop(sheet: &mut Sheet<'_>) {
    sheet.gate(Kind::Or, (260, 440), 1, "stays", &["stops", "stopped"]);
    sheet.not((240, 400), 1, "quiet", "IRQ");
    sheet.mux((360, 430), 1, &["stays", "quiet"], "waits", "held");
    sheet.register((460, 430), 1, latch("held", "stopped", "STOP", ""));
    sheet.not((580, 400), 1, "run", "stopped");
}

fn look() -> Look {
    Look::new(90, 120)
        .fill("#f3e7f7")
        .west(&[
            ("length", 20),
            ("stops", 40),
            ("waits", 50),
            ("IRQ", 60),
            ("clock", 110),
        ])
        .east(&[
            ("fetch", 20),
            ("exec", 30),
            ("phase", 40),
            ("p0", 50),
            ("p1", 60),
            ("p2", 70),
            ("p3", 80),
            ("p4", 90),
            ("run", 100),
            ("stopped", 110),
        ])
        .text((45, 12), 10, NAME)
}
