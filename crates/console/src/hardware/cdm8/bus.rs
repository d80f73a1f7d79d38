//! The bus pins: address, data out and the strobes.

use circuit::draw::{Drawing, Look, Sheet};
use circuit::model::Kind;

pub const NAME: &str = "Bus";

pub fn draw(drawing: &mut Drawing) {
    drawing.chip(NAME, |sheet| {
        sheet.text((340, 40), 16, "Bus: 0 unless there is a memory cycle");
        sheet.input("pc", 8, (120, 100));
        sheet.input("A", 8, (120, 130));
        sheet.input("sp", 8, (120, 160));
        sheet.input("vector", 8, (120, 190));
        sheet.input("B", 8, (120, 280));
        sheet.input("ps", 8, (120, 310));
        sheet.input("from", 2, (120, 230));
        sheet.input("what", 2, (120, 360));
        sheet.input("mem", 1, (120, 400));
        sheet.input("write", 1, (120, 440));
        sheet.output("address", 8, (520, 140));
        sheet.output("out", 8, (520, 300));
        sheet.output("read", 1, (520, 440));
        sheet.tunnels(&["mem", "write"]);
        switched(
            sheet,
            (340, 140),
            &["pc", "A", "sp", "vector"],
            "from",
            "mem",
            "address",
        );
        switched(
            sheet,
            (340, 300),
            &["B", "pc", "ps", "ps"],
            "what",
            "write",
            "out",
        );
        sheet.not((340, 440), 1, "read", "write");
        sheet.look(
            Look::new(80, 130)
                .fill("#f7f3df")
                .west(&[
                    ("pc", 20),
                    ("A", 30),
                    ("sp", 40),
                    ("vector", 50),
                    ("B", 60),
                    ("ps", 70),
                    ("from", 90),
                    ("what", 100),
                    ("mem", 110),
                    ("write", 120),
                ])
                .east(&[("address", 20), ("out", 40), ("read", 60)])
                .text((40, 12), 10, NAME),
        );
    });
}

/// A multiplexer of four bytes that gives 0 unless `enable`.
fn switched(
    sheet: &mut Sheet<'_>,
    at: (i32, i32),
    inputs: &[&str; 4],
    select: &str,
    enable: &str,
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
