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
pub mod bench;
mod branch;
mod bus;
mod control;
mod decoder;
mod fetch;
mod matrix;
mod pointers;
mod registers;
mod sequencer;

use crate::draw::{Drawing, Latch, Look, Sheet};
use circuit::project::Facing::{East, North, South};
use console::hardware::cdm8::CHIP;

pub fn drawing() -> Drawing {
    let mut drawing = Drawing::new("cdm8.circ");
    fetch::draw(&mut drawing);
    decoder::draw(&mut drawing);
    sequencer::draw(&mut drawing);
    branch::draw(&mut drawing);
    control::draw(&mut drawing);
    registers::draw(&mut drawing);
    alu::draw(&mut drawing);
    pointers::draw(&mut drawing);
    bus::draw(&mut drawing);
    drawing.chip(CHIP, |sheet| {
        pins(sheet);
        decoding(sheet);
        sequence(sheet);
        pointers(sheet);
        calculation(sheet);
        sheet.look(look());
    });
    drawing
}

/// A sheet's headline.
fn title(sheet: &mut Sheet<'_>, text: &str) {
    sheet.text((300, 40), 16, text);
}

/// Pins of a chip one below the other.
fn column<'n>(top: i32, names: &[&'n str]) -> Vec<(&'n str, i32)> {
    let places = (0..).map(|i| top + 20 * i);
    names.iter().copied().zip(places).collect()
}

/// A register that loads when the clock falls.
fn latch<'s>(d: &'s str, q: &'s str, enable: &'s str, label: &'s str) -> Latch<'s> {
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

type At = (i32, i32);

/// A straight wire with a tunnel above or below.
fn branch_off(sheet: &mut Sheet<'_>, net: &str, width: u32, [from, to]: [At; 2], tunnel: At) {
    sheet.wire(net, &[from, to]);
    sheet.wire(net, &[(tunnel.0, from.1), tunnel]);
    let facing = if tunnel.1 < from.1 { South } else { North };
    sheet.tunnel(tunnel, facing, width, net);
}

fn pins(sheet: &mut Sheet<'_>) {
    for (label, width, y) in [
        ("clock", 1, 440),
        ("data in", 8, 120),
        ("IRQ", 1, 280),
        ("vec", 3, 300),
    ] {
        sheet.input(label, width, (160, y));
    }
    let outputs = [
        ("address", 8, 120),
        ("data out", 8, 160),
        ("rd/wr'", 1, 200),
        ("mem", 1, 240),
        ("data/ins'", 1, 270),
        ("IAck", 1, 300),
        ("pc", 8, 350),
        ("sp", 8, 380),
        ("ps", 8, 410),
        ("r0", 8, 460),
        ("r1", 8, 490),
        ("r2", 8, 520),
        ("r3", 8, 550),
    ];
    for (label, width, y) in outputs {
        sheet.output(label, width, (1580, y));
    }
    sheet.tunnels(&[
        "clock",
        "data in",
        "IRQ",
        "IAck",
        "run",
        "fetch",
        "exec",
        "ir",
        "phase",
        "stopped",
        "A",
        "B",
        "T",
        "mem",
        "data/ins'",
        "pc",
        "sp",
        "ps",
        "r0",
        "r1",
        "r2",
        "r3",
        "length",
        "stops",
        "waits",
        "C",
        "f",
        "rs",
        "unary",
        "sum",
        "alu",
        "vector",
    ]);
}

fn decoding(sheet: &mut Sheet<'_>) {
    let nets = [
        ("in", "data in"),
        ("IAck", "IAck"),
        ("fetch", "fetch"),
        ("run", "run"),
        ("clock", "clock"),
        ("ir", "ir"),
    ];
    sheet.chip("Fetch", (300, 100), &nets);
    branch_off(sheet, "ir", 8, [(390, 120), (560, 120)], (480, 140));
    let fields = ["ir", "exec", "waits", "f", "rs", "unary"];
    let mut nets = decoder::LINES.map(|line| (line, line)).to_vec();
    nets.extend(fields.map(|name| (name, name)));
    sheet.chip(decoder::NAME, (560, 100), &nets);
    let mut nets = decoder::LINES.map(|line| (line, line)).to_vec();
    nets.extend(control::OTHERS.map(|(name, _)| (name, name)));
    nets.extend(control::SIGNALS.map(|(name, _)| match name {
        "bus.data" => (name, "data/ins'"),
        _ => (name, name),
    }));
    sheet.chip(control::NAME, (710, 100), &nets);
}

fn sequence(sheet: &mut Sheet<'_>) {
    let names = [
        "IRQ", "vec", "I", "fetch", "phase", "run", "clock", "IAck", "vector",
    ];
    sheet.chip("Interrupt", (300, 260), &names.map(|name| (name, name)));
    let names = [
        "length", "stops", "waits", "IRQ", "clock", "fetch", "exec", "phase", "run", "stopped",
    ];
    sheet.chip(sequencer::NAME, (300, 580), &names.map(|name| (name, name)));
    branch_off(sheet, "fetch", 1, [(390, 600), (710, 600)], (480, 580));
    branch_off(sheet, "phase", 3, [(390, 640), (710, 640)], (480, 660));
    let names = ["CVZN", "ir", "holds"];
    sheet.chip(branch::NAME, (300, 740), &names.map(|name| (name, name)));
    sheet.probe((300, 480), East, "fetch", "fetch");
    sheet.probe((300, 510), East, "stopped", "stopped");
}

fn pointers(sheet: &mut Sheet<'_>) {
    let nets = [
        ("in", "data in"),
        ("T", "T"),
        ("inc", "pc.inc"),
        ("load", "pc.load"),
        ("loadT", "pc.loadT"),
        ("run", "run"),
        ("clock", "clock"),
        ("pc", "pc"),
    ];
    sheet.chip("PC", (1020, 100), &nets);
    let nets = [
        ("in", "data in"),
        ("rd", "B"),
        ("what", "sp.what"),
        ("set", "sp.set"),
        ("load", "sp.load"),
        ("run", "run"),
        ("clock", "clock"),
        ("sp", "sp"),
        ("sum", "sum"),
    ];
    sheet.chip("SP", (1020, 300), &nets);
    let nets = [
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
    ];
    sheet.chip("PS", (1020, 500), &nets);
    sheet.tunnels(&["flags", "CVZN", "I"]);
    let nets = [
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
    ];
    sheet.tunnels(&["bus.from", "bus.what", "bus.write"]);
    sheet.chip(bus::NAME, (1320, 100), &nets);
}

fn calculation(sheet: &mut Sheet<'_>) {
    let nets = [
        ("in", "data in"),
        ("T", "T"),
        ("alu", "alu"),
        ("sum", "sum"),
        ("from", "r.from"),
        ("write", "r.write"),
        ("rd", "rd"),
        ("rs", "rs"),
        ("run", "run"),
        ("clock", "clock"),
        ("A", "A"),
        ("B", "B"),
        ("r0", "r0"),
        ("r1", "r1"),
        ("r2", "r2"),
        ("r3", "r3"),
    ];
    sheet.chip(registers::NAME, (1020, 660), &nets);
    let nets = [
        ("A", "A"),
        ("B", "B"),
        ("C", "C"),
        ("f", "f"),
        ("one", "unary"),
        ("result", "alu"),
        ("flags", "flags"),
    ];
    sheet.chip(alu::NAME, (1260, 660), &nets);
    branch_off(sheet, "A", 8, [(1120, 680), (1260, 680)], (1200, 660));
    branch_off(sheet, "B", 8, [(1120, 700), (1260, 700)], (1200, 720));
    let nets = [
        ("in", "data in"),
        ("alu", "alu"),
        ("two", "t.alu"),
        ("load", "t.load"),
        ("run", "run"),
        ("clock", "clock"),
        ("T", "T"),
    ];
    sheet.tunnels(&["t.alu", "t.load"]);
    sheet.chip("T", (1480, 660), &nets);
    branch_off(sheet, "alu", 8, [(1360, 700), (1480, 700)], (1400, 720));
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
