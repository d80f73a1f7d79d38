//! The registers with a task of their own: PC, SP, PS and the temporary T.

use crate::draw::{Drawing, Look, Sheet};
use circuit::project::{Facing, Kind};

use super::{column, latch, title};

pub fn draw(drawing: &mut Drawing) {
    drawing.chip("PC", pc);
    drawing.chip("SP", sp);
    drawing.chip("PS", ps);
    drawing.chip("T", temporary);
}

/// A register's box: all pins on the left, 20 apart.
fn look(name: &str, inputs: &'static [&'static str], outputs: &'static [&'static str]) -> Look {
    Look::new(90, 20 + 20 * inputs.len() as i32)
        .fill("#dfe9f7")
        .west(&column(20, inputs))
        .east(&column(20, outputs))
        .text((45, 14), 10, name)
}

fn pc(sheet: &mut Sheet<'_>) {
    title(sheet, "PC: next byte, from the bus, or from T");
    sheet.input("in", 8, (160, 160));
    sheet.input("T", 8, (160, 190));
    sheet.input("inc", 1, (160, 300));
    sheet.input("load", 1, (160, 330));
    sheet.input("loadT", 1, (160, 360));
    sheet.input("run", 1, (160, 400));
    sheet.input("clock", 1, (160, 440));
    sheet.output("pc", 8, (660, 150));
    sheet.constant((220, 120), 8, 1, "1");
    sheet.adder((300, 110), 8, "pc", "1", "next");
    sheet.mux((400, 150), 8, &["next", "in", "T", "T"], "from", "value");
    let from = [("load", 1), ("loadT", 1)];
    sheet.split((340, 230), Facing::West, "from", &from);
    sheet.gate(Kind::Or, (360, 330), 1, "moves", &["inc", "load", "loadT"]);
    sheet.gate(Kind::And, (440, 340), 1, "enable", &["moves", "run"]);
    sheet.register((540, 150), 8, latch("value", "pc", "enable", "PC"));
    sheet.wire(
        "pc",
        &[
            (540, 150),
            (580, 150),
            (580, 70),
            (240, 70),
            (240, 100),
            (260, 100),
        ],
    );
    sheet.look(look(
        "PC",
        &["in", "T", "inc", "load", "loadT", "run", "clock"],
        &["pc"],
    ));
}

/// The adder counts up and down, adds the offset of `addsp`, and gives `ldsa` its address.
fn sp(sheet: &mut Sheet<'_>) {
    title(sheet, "SP: up, down, add, set; and SP + rd");
    sheet.input("in", 8, (160, 180));
    sheet.input("rd", 8, (160, 210));
    sheet.input("what", 2, (160, 260));
    sheet.input("set", 1, (160, 300));
    sheet.input("load", 1, (160, 340));
    sheet.input("run", 1, (160, 370));
    sheet.input("clock", 1, (160, 410));
    sheet.output("sp", 8, (760, 170));
    sheet.output("sum", 8, (760, 240));
    sheet.constant((200, 130), 8, 1, "1");
    sheet.constant((200, 150), 8, 0xFF, "-1");
    sheet.mux((320, 170), 8, &["1", "-1", "in", "rd"], "what", "change");
    sheet.wire("in", &[(160, 180), (240, 180), (240, 170), (280, 170)]);
    sheet.wire(
        "in",
        &[(240, 180), (240, 220), (490, 220), (490, 180), (510, 180)],
    );
    sheet.adder((440, 160), 8, "sp", "change", "sum");
    sheet.mux((540, 170), 8, &["sum", "in"], "set", "value");
    sheet.gate(Kind::And, (440, 350), 1, "enable", &["load", "run"]);
    sheet.register((640, 170), 8, latch("value", "sp", "enable", "SP"));
    sheet.wire(
        "sp",
        &[
            (640, 170),
            (680, 170),
            (680, 80),
            (380, 80),
            (380, 150),
            (400, 150),
        ],
    );
    sheet.look(look(
        "SP",
        &["in", "rd", "what", "set", "load", "run", "clock"],
        &["sp", "sum"],
    ));
}

/// `I x x x C V Z N`: all from the bus, or the flags alone from the ALU.
fn ps(sheet: &mut Sheet<'_>) {
    title(sheet, "PS: all from the bus, or the flags from the ALU");
    sheet.input("in", 8, (160, 140));
    sheet.input("flags", 4, (160, 240));
    sheet.input("load", 1, (160, 310));
    sheet.input("loadF", 1, (160, 370));
    sheet.input("run", 1, (160, 410));
    sheet.input("clock", 1, (160, 450));
    sheet.output("ps", 8, (700, 190));
    sheet.output("CVZN", 4, (700, 250));
    sheet.output("C", 1, (700, 300));
    sheet.output("I", 1, (700, 340));
    sheet.tunnels(&["clock", "load", "high"]);
    let halves = [("new low", 4), ("new high", 4)];
    sheet.split((200, 140), Facing::East, "in", &halves);
    sheet.mux((360, 250), 4, &["flags", "new low"], "load", "value");
    sheet.gate(Kind::And, (360, 180), 1, "all", &["load", "run"]);
    sheet.gate(Kind::Or, (300, 370), 1, "some", &["load", "loadF"]);
    sheet.gate(Kind::And, (380, 380), 1, "enable", &["some", "run"]);
    sheet.register((480, 140), 4, latch("new high", "high", "all", "IXXX"));
    sheet.register((480, 250), 4, latch("value", "CVZN", "enable", "FLAGS"));
    sheet.split((600, 190), Facing::West, "ps", &[("CVZN", 4), ("high", 4)]);
    sheet.split((600, 300), Facing::East, "CVZN", &[("", 3), ("C", 1)]);
    sheet.split((600, 340), Facing::East, "high", &[("", 3), ("I", 1)]);
    let inputs = &["in", "flags", "load", "loadF", "run", "clock"];
    sheet.look(look("PS", inputs, &["ps", "CVZN", "C", "I"]));
}

/// A byte kept from the first execute clock to the second: a result, or where to jump.
fn temporary(sheet: &mut Sheet<'_>) {
    title(sheet, "T: kept for the next clock");
    sheet.input("in", 8, (160, 120));
    sheet.input("alu", 8, (160, 160));
    sheet.input("two", 1, (160, 220));
    sheet.input("load", 1, (160, 260));
    sheet.input("run", 1, (160, 290));
    sheet.input("clock", 1, (160, 330));
    sheet.output("T", 8, (520, 140));
    sheet.mux((300, 140), 8, &["in", "alu"], "two", "value");
    sheet.gate(Kind::And, (320, 270), 1, "enable", &["load", "run"]);
    sheet.register((420, 140), 8, latch("value", "T", "enable", "TEMP"));
    sheet.look(look(
        "T",
        &["in", "alu", "two", "load", "run", "clock"],
        &["T"],
    ));
}
