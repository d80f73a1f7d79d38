//! The four registers, with two read ports and what is written to them.

use crate::draw::{Drawing, Look, Sheet};
use circuit::project::Kind;

use super::{column, latch, title};

pub const NAME: &str = "Registers";
const ALL: [&str; 4] = ["r0", "r1", "r2", "r3"];

pub fn draw(drawing: &mut Drawing) {
    drawing.chip(NAME, |sheet| {
        title(
            sheet,
            "Registers: A is rs, B is rd; what is written goes to rd",
        );
        pins(sheet);
        sheet.tunnels(&["clock", "rd"]);
        sheet.mux((300, 130), 8, &["in", "T", "alu", "sum"], "from", "value");
        sheet.gate(Kind::And, (240, 360), 1, "load", &["write", "run"]);
        sheet.decoder((320, 360), "rd", "load", &["e0", "e1", "e2", "e3"]);
        for (i, (q, enable)) in (0..).zip(ALL.into_iter().zip(["e0", "e1", "e2", "e3"])) {
            let y = 130 + 100 * i;
            sheet.register((500, y), 8, latch("value", q, enable, &q.to_uppercase()));
            sheet.wire("value", &[(420, y), (470, y)]);
        }
        sheet.wire("value", &[(300, 130), (420, 130), (420, 430)]);
        sheet.mux((740, 150), 8, &ALL, "rs", "A");
        sheet.mux((740, 290), 8, &ALL, "rd", "B");
        sheet.look(look());
    });
}

fn pins(sheet: &mut Sheet<'_>) {
    for (i, name) in (0..).zip(["in", "T", "alu", "sum"]) {
        sheet.input(name, 8, (160, 90 + 30 * i));
    }
    sheet.input("from", 2, (160, 220));
    sheet.input("rd", 2, (160, 270));
    sheet.input("write", 1, (160, 350));
    sheet.input("run", 1, (160, 380));
    sheet.input("clock", 1, (160, 440));
    sheet.input("rs", 2, (160, 500));
    sheet.output("A", 8, (860, 150));
    sheet.output("B", 8, (860, 290));
    for (i, name) in (0..).zip(ALL) {
        sheet.output(name, 8, (860, 370 + 30 * i));
    }
}

fn look() -> Look {
    Look::new(100, 220)
        .fill("#dfe9f7")
        .west(&column(
            20,
            &[
                "in", "T", "alu", "sum", "from", "write", "rd", "rs", "run", "clock",
            ],
        ))
        .east(&column(20, &["A", "B"]))
        .east(&column(80, &ALL))
        .text((50, 14), 10, NAME)
}
