//! The four registers, with two read ports and what is written to them.

use circuit::draw::{Drawing, Latch, Look, Sheet};
use circuit::model::Kind;

pub const NAME: &str = "Registers";

pub fn draw(drawing: &mut Drawing) {
    drawing.chip(NAME, |sheet| {
        sheet.text((420, 40), 16, "Registers: read rs and rd, write rd");
        pins(sheet);
        sheet.tunnels(&["clock", "value", "r0", "r1", "r2", "r3", "rd"]);
        sheet.mux((240, 110), 8, &["in", "T", "alu", "sum"], "from", "value");
        sheet.gate(Kind::And, (200, 330), 1, "load", &["write", "run"]);
        sheet.decoder((260, 300), "rd", "load", &["e0", "e1", "e2", "e3"]);
        for (i, (q, enable)) in [("r0", "e0"), ("r1", "e1"), ("r2", "e2"), ("r3", "e3")]
            .into_iter()
            .enumerate()
        {
            let latch = Latch {
                d: "value",
                q,
                clock: "clock",
                enable,
                falling: true,
                label: q,
                ..Latch::default()
            };
            sheet.register((460, 110 + 80 * i as i32), 8, latch);
        }
        let all = ["r0", "r1", "r2", "r3"];
        sheet.mux((660, 120), 8, &all, "rs", "A");
        sheet.mux((660, 280), 8, &all, "rd", "B");
        sheet.look(look());
    });
}

fn pins(sheet: &mut Sheet<'_>) {
    sheet.input("in", 8, (120, 60));
    sheet.input("T", 8, (120, 90));
    sheet.input("alu", 8, (120, 120));
    sheet.input("sum", 8, (120, 150));
    sheet.input("from", 2, (120, 190));
    sheet.input("rd", 2, (120, 240));
    sheet.input("rs", 2, (120, 280));
    sheet.input("write", 1, (120, 320));
    sheet.input("run", 1, (120, 350));
    sheet.input("clock", 1, (120, 390));
    sheet.output("A", 8, (760, 120));
    sheet.output("B", 8, (760, 280));
    for (i, name) in ["r0", "r1", "r2", "r3"].into_iter().enumerate() {
        sheet.output(name, 8, (760, 340 + 30 * i as i32));
    }
}

fn look() -> Look {
    Look::new(100, 120)
        .fill("#dfe9f7")
        .west(&[
            ("in", 20),
            ("T", 30),
            ("alu", 40),
            ("sum", 50),
            ("from", 60),
            ("rd", 70),
            ("rs", 80),
            ("write", 90),
            ("run", 100),
            ("clock", 110),
        ])
        .east(&[
            ("A", 30),
            ("B", 40),
            ("r0", 60),
            ("r1", 70),
            ("r2", 80),
            ("r3", 90),
        ])
        .text((50, 12), 10, NAME)
}
