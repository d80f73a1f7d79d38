//! The registers with a task of their own: PC, SP, PS and the temporary T.

use circuit::draw::{Drawing, Latch, Look, Sheet};
use circuit::model::{Facing, Kind};

pub fn draw(drawing: &mut Drawing) {
    drawing.chip("PC", pc);
    drawing.chip("SP", sp);
    drawing.chip("PS", ps);
    drawing.chip("T", temporary);
}

/// A register of eight bits (or fewer) that loads when the clock falls.
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

fn pc(sheet: &mut Sheet<'_>) {
    sheet.text((360, 40), 16, "PC: next byte, from the bus, or from T");
    sheet.input("in", 8, (120, 140));
    sheet.input("T", 8, (120, 170));
    sheet.input("inc", 1, (120, 260));
    sheet.input("load", 1, (120, 290));
    sheet.input("loadT", 1, (120, 320));
    sheet.input("run", 1, (120, 360));
    sheet.input("clock", 1, (120, 400));
    sheet.output("pc", 8, (640, 140));
    sheet.tunnels(&["clock", "pc"]);
    sheet.constant((160, 110), 8, 1, "1");
    sheet.adder((260, 100), 8, "pc", "1", "next");
    sheet.mux((360, 140), 8, &["next", "in", "T", "T"], "from", "value");
    sheet.split(
        (320, 220),
        Facing::West,
        "from",
        &[("load", 1), ("loadT", 1)],
    );
    sheet.gate(Kind::Or, (300, 290), 1, "moves", &["inc", "load", "loadT"]);
    sheet.gate(Kind::And, (380, 300), 1, "enable", &["moves", "run"]);
    sheet.register((500, 140), 8, latch("value", "pc", "enable", "PC"));
    sheet.look(
        Look::new(80, 100)
            .fill("#dfe9f7")
            .west(&[
                ("in", 20),
                ("T", 30),
                ("inc", 50),
                ("load", 60),
                ("loadT", 70),
                ("run", 80),
                ("clock", 90),
            ])
            .east(&[("pc", 20)])
            .text((40, 12), 10, "PC"),
    );
}

/// The adder counts up and down, adds the offset of `addsp`, and gives `ldsa` its address.
fn sp(sheet: &mut Sheet<'_>) {
    sheet.text((360, 40), 16, "SP: up, down, add, set; SP + rd");
    sheet.input("in", 8, (120, 140));
    sheet.input("rd", 8, (120, 170));
    sheet.input("what", 2, (120, 220));
    sheet.input("set", 1, (120, 260));
    sheet.input("load", 1, (120, 300));
    sheet.input("run", 1, (120, 340));
    sheet.input("clock", 1, (120, 380));
    sheet.output("sp", 8, (660, 120));
    sheet.output("sum", 8, (660, 200));
    sheet.tunnels(&["clock", "sp", "in"]);
    sheet.constant((180, 100), 8, 1, "1");
    sheet.constant((180, 120), 8, 0xFF, "-1");
    sheet.mux((280, 140), 8, &["1", "-1", "in", "rd"], "what", "change");
    sheet.adder((380, 130), 8, "sp", "change", "sum");
    sheet.mux((460, 140), 8, &["sum", "in"], "set", "value");
    sheet.gate(Kind::And, (380, 320), 1, "enable", &["load", "run"]);
    sheet.register((560, 140), 8, latch("value", "sp", "enable", "SP"));
    sheet.look(
        Look::new(80, 100)
            .fill("#dfe9f7")
            .west(&[
                ("in", 20),
                ("rd", 30),
                ("what", 50),
                ("set", 60),
                ("load", 70),
                ("run", 80),
                ("clock", 90),
            ])
            .east(&[("sp", 20), ("sum", 30)])
            .text((40, 12), 10, "SP"),
    );
}

/// `I x x x C V Z N`: all from the bus, or the flags alone from the ALU.
fn ps(sheet: &mut Sheet<'_>) {
    sheet.text(
        (360, 40),
        16,
        "PS: all from the bus, or the flags from the ALU",
    );
    sheet.input("in", 8, (120, 140));
    sheet.input("flags", 4, (120, 240));
    sheet.input("load", 1, (120, 300));
    sheet.input("loadF", 1, (120, 340));
    sheet.input("run", 1, (120, 380));
    sheet.input("clock", 1, (120, 420));
    sheet.output("ps", 8, (660, 200));
    sheet.output("CVZN", 4, (660, 260));
    sheet.output("C", 1, (660, 320));
    sheet.output("I", 1, (660, 360));
    sheet.tunnels(&["clock", "load", "ps", "CVZN", "high"]);
    sheet.split(
        (160, 140),
        Facing::East,
        "in",
        &[("new low", 4), ("new high", 4)],
    );
    sheet.mux((320, 240), 4, &["flags", "new low"], "load", "value");
    sheet.gate(Kind::And, (340, 170), 1, "all", &["load", "run"]);
    sheet.gate(Kind::Or, (260, 340), 1, "some", &["load", "loadF"]);
    sheet.gate(Kind::And, (340, 350), 1, "enable", &["some", "run"]);
    sheet.register((440, 120), 4, latch("new high", "high", "all", "IXXX"));
    sheet.register((440, 240), 4, latch("value", "CVZN", "enable", "CVZN"));
    sheet.split((580, 200), Facing::West, "ps", &[("CVZN", 4), ("high", 4)]);
    sheet.split((580, 320), Facing::East, "CVZN", &[("", 3), ("C", 1)]);
    sheet.split((580, 370), Facing::East, "high", &[("", 3), ("I", 1)]);
    sheet.look(
        Look::new(80, 100)
            .fill("#dfe9f7")
            .west(&[
                ("in", 20),
                ("flags", 30),
                ("load", 60),
                ("loadF", 70),
                ("run", 80),
                ("clock", 90),
            ])
            .east(&[("ps", 20), ("CVZN", 40), ("C", 50), ("I", 60)])
            .text((40, 12), 10, "PS"),
    );
}

/// A byte kept from the first execute clock to the second: a result, or where to jump.
fn temporary(sheet: &mut Sheet<'_>) {
    sheet.text((300, 40), 16, "T: kept until the next clock");
    sheet.input("in", 8, (120, 100));
    sheet.input("alu", 8, (120, 140));
    sheet.input("two", 1, (120, 200));
    sheet.input("load", 1, (120, 240));
    sheet.input("run", 1, (120, 270));
    sheet.input("clock", 1, (120, 310));
    sheet.output("T", 8, (480, 120));
    sheet.mux((260, 120), 8, &["in", "alu"], "two", "value");
    sheet.gate(Kind::And, (280, 250), 1, "enable", &["load", "run"]);
    sheet.register((380, 120), 8, latch("value", "T", "enable", "T"));
    sheet.look(
        Look::new(80, 90)
            .fill("#dfe9f7")
            .west(&[
                ("in", 20),
                ("alu", 30),
                ("two", 50),
                ("load", 60),
                ("run", 70),
                ("clock", 80),
            ])
            .east(&[("T", 20)])
            .text((40, 12), 10, "T"),
    );
}
