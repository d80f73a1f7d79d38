//! The processor of gates.

use circuit::draw::{Drawing, Look, Sheet};

/// The circuit with the processor's pins.
pub const CHIP: &str = "CdM-8";

pub fn drawing() -> Drawing {
    let mut drawing = Drawing::new("cdm8.circ");
    drawing.chip(CHIP, |sheet| {
        pins(sheet);
        sheet.look(look());
    });
    drawing
}

fn pins(sheet: &mut Sheet<'_>) {
    use circuit::model::Facing::{East, West};
    for (i, (label, width)) in [("clock", 1), ("data in", 8), ("IRQ", 1), ("vec", 3)]
        .into_iter()
        .enumerate()
    {
        sheet.pin(label, "", width, (100, 100 + 40 * i as i32), East, false);
    }
    let outputs = [
        ("address", 8),
        ("data out", 8),
        ("mem", 1),
        ("rd/wr'", 1),
        ("data/ins'", 1),
        ("IAck", 1),
        ("pc", 8),
        ("sp", 8),
        ("ps", 8),
        ("r0", 8),
        ("r1", 8),
        ("r2", 8),
        ("r3", 8),
    ];
    for (i, (label, width)) in outputs.into_iter().enumerate() {
        sheet.pin(label, "", width, (600, 100 + 40 * i as i32), West, true);
    }
}

/// The processor from outside; all boards are drawn for this shape.
pub fn look() -> Look {
    Look::new(170, 120)
        .fill("#fff3c4")
        .west(&[("clock", 20), ("data in", 40), ("IRQ", 70), ("vec", 80)])
        .east(&[
            ("address", 20),
            ("data out", 40),
            ("mem", 60),
            ("rd/wr'", 70),
            ("data/ins'", 80),
            ("IAck", 100),
        ])
        .south(&[
            ("pc", 20),
            ("sp", 40),
            ("ps", 60),
            ("r0", 90),
            ("r1", 110),
            ("r2", 130),
            ("r3", 150),
        ])
        .text((85, 60), 16, "CdM-8")
}
