//! The bus pins: address, data out and the strobes.

use crate::draw::{Drawing, Look, Sheet};
use circuit::project::Kind;

use super::{column, title};

pub const NAME: &str = "Bus";

pub fn draw(drawing: &mut Drawing) {
    drawing.chip(NAME, |sheet| {
        title(sheet, "Bus: all 0 unless there is a memory cycle");
        for (i, name) in (0..).zip(["pc", "A", "sp", "vector"]) {
            sheet.input(name, 8, (160, 120 + 30 * i));
        }
        sheet.input("from", 2, (160, 250));
        sheet.input("mem", 1, (160, 280));
        sheet.input("B", 8, (160, 340));
        sheet.input("ps", 8, (160, 370));
        sheet.input("what", 2, (160, 410));
        sheet.input("write", 1, (160, 440));
        sheet.output("address", 8, (560, 150));
        sheet.output("out", 8, (560, 340));
        sheet.output("read", 1, (560, 480));
        switched(
            sheet,
            (420, 150),
            ["pc", "A", "sp", "vector"],
            ["from", "mem"],
            "address",
        );
        switched(
            sheet,
            (420, 340),
            ["B", "pc", "ps", "ps"],
            ["what", "write"],
            "out",
        );
        sheet.not((420, 480), 1, "read", "write");
        sheet.look(
            Look::new(90, 220)
                .fill("#f7f3df")
                .west(&column(
                    20,
                    &[
                        "pc", "A", "sp", "vector", "from", "mem", "B", "ps", "what", "write",
                    ],
                ))
                .east(&[("address", 20), ("out", 60), ("read", 100)])
                .text((45, 14), 10, NAME),
        );
    });
}

/// A multiplexer of four bytes that gives 0 unless it is enabled.
fn switched(
    sheet: &mut Sheet<'_>,
    at: (i32, i32),
    inputs: [&str; 4],
    [select, enable]: [&str; 2],
    out: &str,
) {
    let set = [
        ("select", "2"),
        ("width", "8"),
        ("enable", "true"),
        ("disabled", "0"),
    ];
    let mut nets = inputs.to_vec();
    nets.extend([select, enable, out]);
    sheet.put(Kind::Multiplexer, at, &set, &nets);
}
