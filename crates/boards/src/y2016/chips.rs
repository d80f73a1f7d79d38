//! The chips of the pad, as the document of 2016 specifies them, and WLD, whose design it leaves to us.

use crate::draw::{Drawing, Latch, Look, Sheet, TriState};
use circuit::project::Facing::{East, North, South, West};
use circuit::project::Kind;

pub(super) const DISPLAY_DRIVER: &str = "Display driver";
pub(super) const BUTTON_DRIVER: &str = "Button driver";
pub(super) const WLD: &str = "WLD";
pub(super) const INCREMENTER: &str = "++";
const BCD: &str = "BCD";

/// Half the seeds, as the two digits of a store show it.
const HALF: u32 = 0x24;

/// Draws the pad's chips; each only uses those before it.
pub(super) fn draw(drawing: &mut Drawing) {
    drawing.chip(BCD, bcd);
    drawing.chip(DISPLAY_DRIVER, display_driver);
    drawing.chip(BUTTON_DRIVER, button_driver);
    drawing.chip(INCREMENTER, incrementer);
    drawing.chip(WLD, wld);
}

/// `(tens, units) = BCD(content)`, by Logisim's own division.
fn bcd(sheet: &mut Sheet<'_>) {
    sheet.input("content", 8, (120, 120));
    sheet.constant((160, 140), 8, 10, "ten");
    let nets = ["content", "ten", "quotient", "", "remainder"];
    sheet.put(Kind::Divider, (220, 130), &[("width", "8")], &nets);
    sheet.split((280, 130), East, "quotient", &[("tens", 4), ("", 4)]);
    sheet.split((280, 190), East, "remainder", &[("units", 4), ("", 4)]);
    sheet.output("tens", 4, (360, 120));
    sheet.output("units", 4, (360, 180));
    sheet.look(
        Look::new(80, 40)
            .north(&[("tens", 20), ("units", 60)])
            .south(&[("content", 40)])
            .text((40, 26), 10, BCD),
    );
}

/// An I/O register with two digits. `data` runs through to `dataout`, where the register speaks when it is read.
fn display_driver(sheet: &mut Sheet<'_>) {
    through_pins(sheet);
    position(sheet);
    strobes(sheet);
    content(sheet);
    north_pins(sheet);
    sheet.look(display_look());
}

/// A west pin of the chain. `data` may float, as it does while a chip speaks.
pub(super) fn through(sheet: &mut Sheet<'_>, label: &str, width: u32, at: (i32, i32)) {
    if label != "data" {
        return sheet.input(label, width, at);
    }
    let width = width.to_string();
    let set = [
        ("width", &*width),
        ("label", label),
        ("labelloc", "west"),
        ("tristate", "true"),
    ];
    sheet.put(Kind::Pin, at, &set, &[label]);
}

/// West and east pins of the chain, at the same heights on both sides.
fn through_pins(sheet: &mut Sheet<'_>) {
    for (label, out, width, y) in [
        ("data", "dataout", 8, 190),
        ("addr", "addrout", 4, 480),
        ("clock", "clockout", 1, 530),
        ("dir", "dirout", 1, 580),
    ] {
        through(sheet, label, width, (120, y));
        sheet.pin(out, label, width, (860, y), West, true);
        sheet.wire(label, &[(120, y), (860, y)]);
    }
}

/// `mypos = pos + 1`, and whether it is meant.
fn position(sheet: &mut Sheet<'_>) {
    sheet.input("pos", 4, (120, 360));
    sheet.constant((180, 380), 4, 1, "one");
    sheet.adder((240, 370), 4, "pos", "one", "mypos");
    sheet.pin("posout", "mypos", 4, (860, 370), West, true);
    sheet.pin("posoutsouth", "mypos", 4, (300, 640), North, true);
    sheet.wire("mypos", &[(240, 370), (860, 370)]);
    sheet.wire("mypos", &[(300, 370), (300, 640)]);
    sheet.compare((380, 430), 4, "mypos", "addr", ["", "mine", ""]);
    sheet.wire("mypos", &[(300, 420), (340, 420)]);
    sheet.wire("addr", &[(320, 480), (320, 440), (340, 440)]);
}

/// `load` on a write to this driver, `out_condition = clock ^ dir ^ (mypos = addr)` on a read of it.
fn strobes(sheet: &mut Sheet<'_>) {
    sheet.gate(Kind::And, (500, 320), 1, "load", &["!dir", "mine"]);
    sheet.wire("dir", &[(430, 580), (430, 310), (460, 310)]);
    sheet.wire("mine", &[(380, 430), (410, 430), (410, 330), (470, 330)]);
    let condition = ["clock", "mine", "dir"];
    sheet.gate(Kind::And, (680, 430), 1, "out_condition", &condition);
    sheet.wire("mine", &[(410, 430), (650, 430)]);
    sheet.wire("clock", &[(610, 530), (610, 420), (650, 420)]);
    sheet.wire("dir", &[(630, 580), (630, 440), (650, 440)]);
}

/// The register, and its way back to the bus.
fn content(sheet: &mut Sheet<'_>) {
    sheet.split((520, 240), East, "data", &[("seeds", 6), ("", 2)]);
    sheet.wire("data", &[(520, 190), (520, 240)]);
    let latch = Latch {
        d: "seeds",
        q: "content",
        clock: "clock",
        enable: "load",
        falling: true,
        label: "content",
        ..Latch::default()
    };
    sheet.register((620, 230), 6, latch);
    sheet.wire("load", &[(500, 320), (570, 320), (570, 240), (590, 240)]);
    sheet.wire("clock", &[(600, 530), (600, 250)]);
    sheet.extend((720, 230), ("content", 6), ("wide", 8));
    let nets = TriState {
        from: "wide",
        to: "data",
        control: "out_condition",
    };
    sheet.tri((760, 210), North, 8, nets);
    sheet.wire("wide", &[(720, 230), (760, 230)]);
    sheet.wire("data", &[(760, 210), (760, 190)]);
    sheet.wire(
        "out_condition",
        &[(680, 430), (800, 430), (800, 220), (770, 220)],
    );
}

/// `tens`, `units`, and `Z`, which grounds its line while there are seeds.
fn north_pins(sheet: &mut Sheet<'_>) {
    sheet.chip(
        BCD,
        (690, 130),
        &[("content", "wide"), ("tens", "tens"), ("units", "units")],
    );
    sheet.wire("wide", &[(730, 170), (730, 230)]);
    sheet.pin("tens", "tens", 4, (710, 80), South, true);
    sheet.pin("units", "units", 4, (770, 80), South, true);
    sheet.constant((420, 160), 6, 0, "none");
    sheet.compare((480, 150), 6, "content", "none", ["some", "", ""]);
    sheet.wire(
        "content",
        &[
            (620, 230),
            (640, 230),
            (640, 270),
            (400, 270),
            (400, 140),
            (440, 140),
        ],
    );
    sheet.constant((520, 110), 1, 0, "ground");
    let nets = TriState {
        from: "ground",
        to: "Z",
        control: "some",
    };
    sheet.tri((570, 110), East, 1, nets);
    sheet.wire("some", &[(480, 140), (560, 140), (560, 120)]);
    sheet.pin("Z", "Z", 1, (600, 80), South, true);
}

/// The criss-crossed box.
fn display_look() -> Look {
    let ladder = |look: Look, x: i32, inner: i32| {
        look.line(&[(x, 10), (inner, 10), (inner, 50), (x, 50)])
            .line(&[
                (x, 20),
                (inner + (inner - x) / 2, 20),
                (inner + (inner - x) / 2, 40),
                (x, 40),
            ])
            .line(&[(x, 30), (inner, 30)])
    };
    let look = Look::new(110, 60)
        .unnamed()
        .west(&[
            ("data", 10),
            ("pos", 20),
            ("addr", 30),
            ("clock", 40),
            ("dir", 50),
        ])
        .east(&[
            ("dataout", 10),
            ("posout", 20),
            ("addrout", 30),
            ("clockout", 40),
            ("dirout", 50),
        ])
        .north(&[("Z", 10), ("tens", 40), ("units", 80)])
        .south(&[("posoutsouth", 50)])
        .patch((60, 10), (24, 24), "#7fe0cc")
        .line(&[
            (10, 0),
            (30, 20),
            (50, 20),
            (50, 40),
            (30, 40),
            (30, 20),
            (50, 40),
        ])
        .line(&[(30, 40), (50, 20)])
        .line(&[(40, 0), (40, 20)])
        .line(&[(50, 60), (50, 40)])
        .line(&[(50, 30), (60, 30)]);
    ladder(ladder(look, 0, 10), 110, 100)
}

/// Asserts its position while its button is down, else passes on what comes from the east; grounds the trigger.
fn button_driver(sheet: &mut Sheet<'_>) {
    sheet.pin("pos", "pos", 4, (260, 100), South, false);
    sheet.pin("addr", "addr", 4, (380, 140), West, false);
    sheet.pin("addrout", "addrout", 4, (120, 150), East, true);
    let set = [("facing", "west"), ("width", "4"), ("enable", "false")];
    let nets = ["addr", "pos", "button", "addrout"];
    sheet.put(Kind::Multiplexer, (180, 150), &set, &nets);
    sheet.pin("button", "button", 1, (200, 280), North, false);
    sheet.constant((250, 220), 1, 0, "ground");
    let nets = TriState {
        from: "ground",
        to: "trigger",
        control: "button",
    };
    sheet.tri((300, 220), East, 1, nets);
    sheet.pin("trigger", "trigger", 1, (320, 280), North, true);
    sheet.look(
        Look::new(110, 40)
            .fill("#7ff4ff")
            .unnamed()
            .north(&[("pos", 50)])
            .east(&[("addr", 20)])
            .west(&[("addrout", 20)])
            .south(&[("button", 40), ("trigger", 70)])
            .line(&[(0, 20), (40, 20), (70, 20), (110, 20)])
            .patch((40, 8), (30, 24), "#00b7d4")
            .line(&[(50, 0), (50, 8)])
            .line(&[(40, 40), (40, 32)])
            .line(&[(70, 40), (70, 32)]),
    );
}

/// Leaves out a position.
fn incrementer(sheet: &mut Sheet<'_>) {
    sheet.input("pos", 4, (120, 120));
    sheet.constant((160, 140), 4, 1, "one");
    sheet.adder((220, 130), 4, "pos", "one", "posout");
    sheet.output("posout", 4, (300, 130));
    sheet.look(
        Look::new(40, 20)
            .unnamed()
            .west(&[("pos", 10)])
            .east(&[("posout", 10)])
            .text((20, 15), 14, INCREMENTER),
    );
}

/// The outcome, when the game is over and the own row is empty; the other chip is told, and heard.
fn wld(sheet: &mut Sheet<'_>) {
    score(sheet);
    sheet.input("Z", 1, (120, 370));
    sheet.input("over", 1, (120, 390));
    sheet.gate(Kind::And, (200, 380), 1, "ended", &["Z", "over"]);
    sheet.wire("ended", &[(200, 380), (390, 380), (390, 160), (410, 160)]);
    for (i, (outcome, own, theirs, light)) in [
        ("more", "won", "they lost", "win"),
        ("even", "drew", "they drew", "draw"),
        ("fewer", "lost", "they won", "lose"),
    ]
    .into_iter()
    .enumerate()
    {
        let (i, y) = (i as i32, 150 + 90 * i as i32);
        sheet.gate(Kind::And, (440, y), 1, own, &[outcome, "ended"]);
        if i > 0 {
            sheet.wire("ended", &[(390, y + 10), (410, y + 10)]);
        }
        sheet.gate(Kind::Or, (600, y + 10), 1, light, &[own, theirs]);
        sheet.output(light, 1, (680, y + 10));
        sheet.wire(own, &[(440, y), (570, y)]);
        let (turn, end) = (490 - 10 * i, 530 + 10 * i);
        sheet.wire(own, &[(turn, y), (turn, end), (540, end)]);
        let (turn, from) = (540 - 10 * i, 480 - 10 * i);
        sheet.wire(
            theirs,
            &[(220, from), (turn, from), (turn, y + 20), (570, y + 20)],
        );
    }
    sheet.input("hear", 3, (120, 470));
    let heard = [("they won", 1), ("they drew", 1), ("they lost", 1)];
    sheet.split((200, 470), East, "hear", &heard);
    let told = [("won", 1), ("drew", 1), ("lost", 1)];
    sheet.split((560, 540), West, "tell", &told);
    sheet.output("tell", 3, (680, 540));
    sheet.look(
        Look::new(100, 60)
            .fill("#ffffe0")
            .west(&[("hear", 20), ("Z", 40)])
            .east(&[("tens", 20), ("units", 40)])
            .north(&[("tell", 20), ("over", 70)])
            .south(&[("win", 20), ("draw", 50), ("lose", 80)])
            .text((50, 38), 16, WLD),
    );
}

/// The two digits of the store beside half the seeds; digits compare as the number they show.
fn score(sheet: &mut Sheet<'_>) {
    sheet.input("units", 4, (120, 140));
    sheet.input("tens", 4, (120, 180));
    sheet.split((200, 150), West, "score", &[("units", 4), ("tens", 4)]);
    sheet.wire("tens", &[(120, 180), (160, 180), (160, 150), (180, 150)]);
    sheet.constant((240, 170), 8, HALF, "half");
    let outcomes = ["more", "even", "fewer"];
    sheet.compare((300, 160), 8, "score", "half", outcomes);
    sheet.wire("more", &[(300, 150), (330, 150), (330, 140), (410, 140)]);
    sheet.wire("even", &[(300, 160), (350, 160), (350, 230), (410, 230)]);
    sheet.wire("fewer", &[(300, 170), (340, 170), (340, 320), (410, 320)]);
}
