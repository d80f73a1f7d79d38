//! The processor of gates: a circuit a unit, all in one file.
//!
//! ```text
//!   Fetch (IR) ─► Decoder ─► Control ─► signals to all below
//!      ▲                        ▲
//!   Interrupt   Branch    Sequencer (fetch, phases, stop)
//!
//!   Registers ─► ALU ─► T       PC   SP   PS ─► Bus ─► address, data out, strobes
//! ```

mod alu;
mod branch;
mod bus;
mod control;
mod decoder;
mod fetch;
mod matrix;
mod pointers;
mod registers;
mod sequencer;

use circuit::draw::{Drawing, Look, Sheet};
use circuit::model::Facing;

/// The circuit with the processor's pins.
pub const CHIP: &str = "CdM-8";

pub fn drawing() -> Drawing {
    let mut drawing = Drawing::new("cdm8.circ");
    registers::draw(&mut drawing);
    alu::draw(&mut drawing);
    pointers::draw(&mut drawing);
    fetch::draw(&mut drawing);
    sequencer::draw(&mut drawing);
    decoder::draw(&mut drawing);
    branch::draw(&mut drawing);
    control::draw(&mut drawing);
    bus::draw(&mut drawing);
    drawing.chip(CHIP, |sheet| {
        pins(sheet);
        decoding(sheet);
        sequence(sheet);
        data_path(sheet);
        sheet.look(look());
    });
    drawing
}

fn pins(sheet: &mut Sheet<'_>) {
    for (i, (label, width)) in (0..).zip([("clock", 1), ("data in", 8), ("IRQ", 1), ("vec", 3)]) {
        sheet.input(label, width, (120, 100 + 40 * i));
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
    for (i, (label, width)) in (0..).zip(outputs) {
        sheet.output(label, width, (1400, 100 + 40 * i));
        if label != "rd/wr'" {
            sheet.tunnels(&[label]);
        }
    }
    sheet.tunnels(&[
        "clock", "data in", "IRQ", "run", "fetch", "exec", "ir", "A", "B", "T",
    ]);
}

fn decoding(sheet: &mut Sheet<'_>) {
    sheet.chip(
        "Fetch",
        (300, 120),
        &[
            ("in", "data in"),
            ("IAck", "IAck"),
            ("fetch", "fetch"),
            ("run", "run"),
            ("clock", "clock"),
            ("ir", "ir"),
        ],
    );
    let lines = decoder::LINES.map(|line| (line, line));
    let mut nets = lines.to_vec();
    nets.extend([
        ("ir", "ir"),
        ("exec", "exec"),
        ("waits", "waits"),
        ("f", "f"),
        ("rs", "rs"),
        ("unary", "unary"),
    ]);
    sheet.chip(decoder::NAME, (540, 100), &nets);
    let mut nets = lines.to_vec();
    nets.extend(control::OTHERS.map(|name| (name, name)));
    nets.extend(control::SIGNALS.map(|(name, _)| (name, name)));
    sheet.chip(control::NAME, (620, 100), &nets);
    sheet.chip(
        "Number",
        (540, 560),
        &[
            ("ir", "ir"),
            ("phase", "phase"),
            ("popall", "popall"),
            ("pushall", "pushall"),
            ("rd", "rd"),
        ],
    );
}

fn sequence(sheet: &mut Sheet<'_>) {
    sheet.chip(
        "Interrupt",
        (300, 240),
        &[
            ("IRQ", "IRQ"),
            ("vec", "vec"),
            ("I", "I"),
            ("fetch", "fetch"),
            ("second", "second"),
            ("run", "run"),
            ("clock", "clock"),
            ("IAck", "IAck"),
            ("vector", "vector"),
        ],
    );
    sheet.chip(
        sequencer::NAME,
        (300, 400),
        &[
            ("length", "length"),
            ("stops", "stops"),
            ("waits", "waits"),
            ("IRQ", "IRQ"),
            ("clock", "clock"),
            ("fetch", "fetch"),
            ("exec", "exec"),
            ("phase", "phase"),
            ("p0", "p0"),
            ("p1", "p1"),
            ("p2", "p2"),
            ("p3", "p3"),
            ("p4", "p4"),
            ("run", "run"),
            ("stopped", "stopped"),
        ],
    );
    sheet.split((160, 560), Facing::East, "phase", &[("", 2), ("second", 1)]);
    sheet.split((160, 600), Facing::East, "ir", &[("condition", 4), ("", 4)]);
    sheet.chip(
        branch::NAME,
        (300, 580),
        &[
            ("CVZN", "CVZN"),
            ("condition", "condition"),
            ("holds", "holds"),
        ],
    );
    sheet.probe((480, 660), Facing::East, "fetch", "fetch");
    sheet.probe((480, 690), Facing::East, "stopped", "stopped");
}

fn data_path(sheet: &mut Sheet<'_>) {
    sheet.chip(
        "PC",
        (900, 100),
        &[
            ("in", "data in"),
            ("T", "T"),
            ("inc", "pc.inc"),
            ("load", "pc.load"),
            ("loadT", "pc.loadT"),
            ("run", "run"),
            ("clock", "clock"),
            ("pc", "pc"),
        ],
    );
    sheet.chip(
        "SP",
        (900, 240),
        &[
            ("in", "data in"),
            ("rd", "B"),
            ("what", "sp.what"),
            ("set", "setsp"),
            ("load", "sp.load"),
            ("run", "run"),
            ("clock", "clock"),
            ("sp", "sp"),
            ("sum", "sum"),
        ],
    );
    sheet.chip(
        "PS",
        (900, 380),
        &[
            ("in", "data in"),
            ("flags", "flags"),
            ("load", "ps.load"),
            ("loadF", "f.load"),
            ("run", "run"),
            ("clock", "clock"),
            ("ps", "ps"),
            ("CVZN", "CVZN"),
            ("C", "C"),
            ("I", "I"),
        ],
    );
    sheet.chip(
        registers::NAME,
        (620, 760),
        &[
            ("in", "data in"),
            ("T", "T"),
            ("alu", "alu"),
            ("sum", "sum"),
            ("from", "r.from"),
            ("rd", "rd"),
            ("rs", "rs"),
            ("write", "r.write"),
            ("run", "run"),
            ("clock", "clock"),
            ("A", "A"),
            ("B", "B"),
            ("r0", "r0"),
            ("r1", "r1"),
            ("r2", "r2"),
            ("r3", "r3"),
        ],
    );
    sheet.chip(
        alu::NAME,
        (860, 760),
        &[
            ("A", "A"),
            ("B", "B"),
            ("C", "C"),
            ("f", "f"),
            ("one", "unary"),
            ("result", "alu"),
            ("flags", "flags"),
        ],
    );
    sheet.chip(
        "T",
        (1080, 760),
        &[
            ("in", "data in"),
            ("alu", "alu"),
            ("two", "two"),
            ("load", "t.load"),
            ("run", "run"),
            ("clock", "clock"),
            ("T", "T"),
        ],
    );
    sheet.chip(
        bus::NAME,
        (1160, 160),
        &[
            ("pc", "pc"),
            ("A", "A"),
            ("sp", "sp"),
            ("vector", "vector"),
            ("B", "B"),
            ("ps", "ps"),
            ("from", "bus.from"),
            ("what", "bus.what"),
            ("mem", "mem"),
            ("write", "bus.write"),
            ("address", "address"),
            ("out", "data out"),
            ("read", "rd/wr'"),
        ],
    );
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
