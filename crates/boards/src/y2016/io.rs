//! The chips between the pad and the processor: element 0 of the pad, and who answers which address.

use crate::draw::{Drawing, Latch, Look, Sheet, TriState};
use circuit::project::Facing::{East, North, West};
use circuit::project::Kind;

use super::chips::through;

pub(super) const IO_0: &str = "IO-0";
pub(super) const SELECT: &str = "Select";

/// The lights by bit; the last lets the WLD chips speak.
pub(super) const LIGHTS: [&str; 5] = [
    "make move",
    "rendering",
    "strategising",
    "error",
    "game over",
];

pub(super) fn draw(drawing: &mut Drawing) {
    drawing.chip(IO_0, io_0);
    drawing.chip(SELECT, select);
}

/// The first cell of the chain: written, it holds the lights; read, it says which button was pressed.
fn io_0(sheet: &mut Sheet<'_>) {
    through_pins(sheet);
    strobes(sheet);
    lights(sheet);
    buttons(sheet);
    sheet.look(
        Look::new(160, 100)
            .fill("#fff3c4")
            .west(&[("data", 10), ("addr", 30), ("clock", 40), ("dir", 50)])
            .east(&[
                ("dataout", 10),
                ("posout", 20),
                ("addrout", 30),
                ("clockout", 40),
                ("dirout", 50),
                ("code", 80),
            ])
            .south(&[("trigger", 140)])
            .north(&[
                (LIGHTS[0], 20),
                (LIGHTS[1], 50),
                (LIGHTS[2], 80),
                (LIGHTS[3], 110),
                (LIGHTS[4], 140),
            ])
            .unnamed()
            .text((16, 13), 8, "data")
            .text((16, 33), 8, "addr")
            .text((16, 43), 8, "clock")
            .text((12, 53), 8, "dir")
            .text((144, 83), 8, "code")
            .text((138, 95), 8, "trigger")
            .text((80, 66), 18, IO_0),
    );
}

fn through_pins(sheet: &mut Sheet<'_>) {
    for (label, out, width, y) in [
        ("data", "dataout", 8, 120),
        ("addr", "addrout", 4, 380),
        ("clock", "clockout", 1, 430),
        ("dir", "dirout", 1, 480),
    ] {
        through(sheet, label, width, (120, y));
        sheet.pin(out, label, width, (900, y), West, true);
        sheet.wire(label, &[(120, y), (900, y)]);
    }
    sheet.constant((840, 160), 4, 0, "posout");
    sheet.output("posout", 4, (900, 160));
}

/// As in the display driver, for position 0.
fn strobes(sheet: &mut Sheet<'_>) {
    sheet.constant((180, 310), 4, 0, "zero");
    sheet.compare((240, 320), 4, "zero", "addr", ["", "mine", ""]);
    sheet.wire("addr", &[(180, 380), (180, 330), (200, 330)]);
    sheet.gate(Kind::And, (360, 240), 1, "load", &["!dir", "mine"]);
    sheet.wire("mine", &[(240, 320), (270, 320), (270, 250), (330, 250)]);
    sheet.wire("dir", &[(290, 480), (290, 230), (320, 230)]);
    let condition = ["clock", "mine", "dir"];
    sheet.gate(Kind::And, (760, 320), 1, "out_condition", &condition);
    sheet.wire("mine", &[(270, 320), (730, 320)]);
    sheet.wire("clock", &[(680, 430), (680, 310), (730, 310)]);
    sheet.wire("dir", &[(700, 480), (700, 330), (730, 330)]);
}

/// The light register; its clear is the button register's.
fn lights(sheet: &mut Sheet<'_>) {
    sheet.split((380, 170), East, "data", &[("bits", 5), ("", 3)]);
    sheet.wire("data", &[(380, 120), (380, 170)]);
    let latch = Latch {
        d: "bits",
        q: "lights",
        clock: "clock",
        enable: "load",
        falling: true,
        label: "lights",
        ..Latch::default()
    };
    sheet.register((480, 160), 5, latch);
    sheet.wire("load", &[(360, 240), (430, 240), (430, 170), (450, 170)]);
    sheet.wire("clock", &[(460, 430), (460, 180)]);
    let ends: Vec<(&str, u32)> = LIGHTS.iter().map(|&light| (light, 1)).collect();
    sheet.split((540, 180), East, "lights", &ends);
    sheet.wire("lights", &[(480, 160), (510, 160), (510, 180), (540, 180)]);
    for (i, light) in LIGHTS.into_iter().enumerate() {
        let (i, end) = (i as i32, (560, 160 + 10 * i as i32));
        let (turn, sign) = (600 - 10 * (i - 2).abs(), (620, 140 + 20 * i));
        let mut way = vec![end, (turn, end.1), (turn, sign.1), sign];
        if end.1 == sign.1 {
            way = vec![end, sign];
        }
        sheet.wire(light, &way);
        sheet.tunnel(sign, West, 1, light);
        sheet.output(light, 1, (900, 640 + 40 * i));
    }
    sheet.tunnels(&LIGHTS);
}

/// The button register. `pressed` rises when a code has come along the button drivers, and stays until the trigger line is
/// up again: the code of a second button finds it risen already.
fn buttons(sheet: &mut Sheet<'_>) {
    sheet.input("code", 4, (120, 640));
    sheet.input("trigger", 1, (120, 800));
    let bits = [("c0", 1), ("c1", 1), ("c2", 1), ("c3", 1)];
    sheet.split((200, 700), East, "code", &bits);
    sheet.wire("code", &[(120, 640), (520, 640)]);
    sheet.wire("code", &[(180, 640), (180, 700), (200, 700)]);
    sheet.gate(Kind::Or, (300, 700), 1, "any", &["c0", "c1", "c2", "c3"]);
    sheet.constant((320, 760), 1, 0, "low");
    let nets = ["low", "low", "pressed", "", "trigger", "any", ""];
    sheet.put(Kind::DFlipFlop, (420, 740), &[("label", "pressed")], &nets);
    sheet.wire("low", &[(320, 760), (380, 760)]);
    sheet.wire("low", &[(360, 760), (360, 740), (380, 740)]);
    sheet.wire(
        "any",
        &[(300, 700), (340, 700), (340, 790), (390, 790), (390, 770)],
    );
    sheet.wire("trigger", &[(120, 800), (410, 800), (410, 770)]);
    let latch = Latch {
        d: "code",
        q: "button",
        clock: "pressed",
        clear: "closed",
        label: "button",
        ..Latch::default()
    };
    sheet.register((550, 640), 4, latch);
    sheet.wire("pressed", &[(420, 740), (530, 740), (530, 660)]);
    let set = [("facing", "west"), ("size", "20")];
    sheet.put(Kind::Not, (560, 700), &set, &["closed", LIGHTS[0]]);
    sheet.wire("closed", &[(560, 700), (540, 700), (540, 660)]);
    sheet.extend((680, 640), ("button", 4), ("wide", 8));
    let nets = TriState {
        from: "wide",
        to: "data",
        control: "out_condition",
    };
    sheet.tri((800, 140), North, 8, nets);
    sheet.wire("data", &[(800, 140), (800, 120)]);
    sheet.tunnels(&["wide"]);
}

/// Instruction cycles go to the ROM, data cycles to the RAM, those of F0 to FF to the pad.
fn select(sheet: &mut Sheet<'_>) {
    sheet.input("address", 8, (120, 120));
    sheet.input("mem", 1, (120, 260));
    sheet.input("data/ins'", 1, (120, 350));
    let bits = [("I/Oaddr", 4), ("a4", 1), ("a5", 1), ("a6", 1), ("a7", 1)];
    sheet.split((180, 120), East, "address", &bits);
    let high = ["a4", "a5", "a6", "a7"];
    sheet.gate(Kind::And, (320, 130), 1, "page F", &high);
    for (i, (out, inputs)) in [
        ("I/O", &["page F", "mem", "data/ins'"][..]),
        ("RAM", &["!page F", "mem", "data/ins'"]),
        ("ROM", &["mem", "!data/ins'"]),
    ]
    .into_iter()
    .enumerate()
    {
        let y = 180 + 80 * i as i32;
        sheet.gate(Kind::And, (480, y), 1, out, inputs);
        sheet.output(out, 1, (560, y));
    }
    sheet.output("I/Oaddr", 4, (560, 100));
    sheet.wire("page F", &[(320, 130), (420, 130), (420, 250), (440, 250)]);
    sheet.wire("page F", &[(420, 170), (450, 170)]);
    sheet.wire("mem", &[(120, 260), (400, 260), (450, 260)]);
    sheet.wire("mem", &[(450, 180), (400, 180), (400, 260)]);
    sheet.wire("mem", &[(400, 260), (400, 330), (450, 330)]);
    sheet.wire("data/ins'", &[(120, 350), (440, 350)]);
    sheet.wire("data/ins'", &[(380, 350), (380, 190), (450, 190)]);
    sheet.wire("data/ins'", &[(380, 270), (450, 270)]);
    sheet.look(
        Look::new(110, 100)
            .fill("#fff3c4")
            .west(&[("address", 20), ("mem", 60), ("data/ins'", 80)])
            .east(&[("I/Oaddr", 20), ("I/O", 40), ("RAM", 60), ("ROM", 80)])
            .text((55, 50), 12, SELECT),
    );
}
