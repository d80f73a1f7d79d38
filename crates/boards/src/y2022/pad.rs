//! The cells of the pad. Neighbours touch: a cell takes the bus from the west and passes it on to the east.

use crate::draw::{Drawing, Latch, Look, Sheet, TriState};
use circuit::project::Facing::{East, West};
use circuit::project::Kind;
use console::hardware::y2022::CELL_LABEL;

const TEAL: &str = "#89decc";
const RED: &str = "#f05d65";
const BLUE: &str = "#067bc2";

pub fn chips(drawing: &mut Drawing) {
    drawing.chip("BCD", bcd);
    drawing.chip("Button register", |sheet| button_register(sheet, TEAL));
    drawing.chip("Button register AI", |sheet| button_register(sheet, RED));
    drawing.chip("Button driver", button_driver);
    drawing.chip("++", increment);
    drawing.chip("WLD", wld);
}

/// A number as two decimal digits.
///
/// ```text
///   Tens = Content div 10    Units = Content mod 10
/// ```
fn bcd(sheet: &mut Sheet<'_>) {
    sheet.input("Content", 8, (100, 110));
    sheet.output("Tens", 4, (480, 100));
    sheet.output("Units", 4, (480, 200));
    sheet.constant((180, 130), 8, 10, "ten");
    sheet.put(
        Kind::Divider,
        (260, 120),
        &[("width", "8")],
        &["Content", "ten", "tens", "", "units"],
    );
    sheet.split((340, 120), East, "tens", &[("Tens", 4), ("", 4)]);
    sheet.split((340, 200), East, "units", &[("Units", 4), ("", 4)]);
    sheet.look(
        Look::new(60, 40)
            .unnamed()
            .west(&[("Content", 20)])
            .east(&[("Tens", 10), ("Units", 30)])
            .text((30, 25), 14, "BCD"),
    );
}

/// Holds and shows the seeds of a pit or store.
///
/// ```text
///   mine     = (Position IO + 1 = Address IO)
///   content := Data when Clock falls, if mine and RW selector = 0
///   Dataout  = content if mine and RW selector = 1, else Data
///   Driver   = Position IO out = Position IO + 1
///   Z        = 0 if content > 0, else floating
/// ```
fn button_register(sheet: &mut Sheet<'_>, patch: &str) {
    sheet.input("Data", 8, (120, 80));
    sheet.input("Position IO", 4, (120, 270));
    sheet.input("Address IO", 4, (120, 330));
    sheet.input("Clock", 1, (120, 400));
    sheet.input("RW selector", 1, (120, 450));
    sheet.output("Dataout", 8, (960, 90));
    sheet.pin("Position IO out", "mine at", 4, (960, 280), West, true);
    sheet.pin("Address IO out", "Address IO", 4, (960, 330), West, true);
    sheet.pin("Clock out", "Clock", 1, (960, 400), West, true);
    sheet.pin("RW selector out", "RW selector", 1, (960, 450), West, true);
    sheet.wire("Address IO", &[(120, 330), (960, 330)]);
    sheet.wire("Clock", &[(120, 400), (960, 400)]);
    sheet.wire("RW selector", &[(120, 450), (960, 450)]);

    sheet.constant((200, 290), 4, 1, "one");
    sheet.adder((270, 280), 4, "Position IO", "one", "mine at");
    sheet.compare((390, 290), 4, "mine at", "Address IO", ["", "mine", ""]);
    sheet.gate(Kind::And, (500, 190), 1, "write", &["mine", "!RW selector"]);
    sheet.gate(Kind::And, (500, 240), 1, "read", &["mine", "RW selector"]);
    let content = Latch {
        d: "Data",
        q: "content",
        clock: "Clock",
        enable: "write",
        falling: true,
        label: CELL_LABEL,
        ..Latch::default()
    };
    sheet.register((600, 180), 8, content);
    sheet.mux((860, 90), 8, &["Data", "content"], "read", "Dataout");

    sheet.pin("Driver", "mine at", 4, (960, 520), West, true);
    sheet.constant((640, 580), 8, 0, "nothing");
    sheet.compare((740, 570), 8, "content", "nothing", ["", "Is zero", ""]);
    sheet.output("Is zero", 1, (960, 570));
    sheet.constant((780, 640), 1, 0, "low");
    sheet.not((800, 670), 1, "filled", "Is zero");
    let z = TriState {
        from: "low",
        to: "Z",
        control: "filled",
    };
    sheet.tri((860, 640), East, 1, z);
    sheet.output("Z", 1, (960, 640));
    let digits = [("Content", "content"), ("Tens", "Tens"), ("Units", "Units")];
    sheet.chip("BCD", (740, 710), &digits);
    sheet.output("Tens", 4, (960, 720));
    sheet.output("Units", 4, (960, 760));
    sheet.look(ring_look(patch));
}

/// The drawing on the document's cells: two plugs, a display with its diagonal, a coloured patch.
fn ring_look(patch: &str) -> Look {
    let west = [
        ("Data", 10),
        ("Position IO", 20),
        ("Address IO", 30),
        ("Clock", 40),
        ("RW selector", 50),
    ];
    let east = [
        ("Dataout", 10),
        ("Position IO out", 20),
        ("Address IO out", 30),
        ("Clock out", 40),
        ("RW selector out", 50),
    ];
    Look::new(110, 60)
        .unnamed()
        .west(&west)
        .east(&east)
        .north(&[("Z", 10), ("Tens", 30), ("Units", 70)])
        .south(&[("Is zero", 50), ("Driver", 70)])
        .line(&[(0, 10), (10, 10), (10, 50), (0, 50)])
        .line(&[(0, 20), (20, 20), (20, 40), (0, 40)])
        .line(&[(110, 10), (100, 10), (100, 50), (110, 50)])
        .line(&[(110, 20), (90, 20), (90, 40), (110, 40)])
        .line(&[(0, 30), (30, 30)])
        .line(&[(10, 0), (50, 40)])
        .line(&[(30, 40), (50, 20)])
        .line(&[(30, 0), (30, 40), (50, 40), (50, 20), (30, 20)])
        .line(&[(70, 0), (70, 60)])
        .line(&[(70, 30), (110, 30)])
        .line(&[(50, 30), (50, 60)])
        .patch((50, 10), (20, 20), patch)
}

/// Asserts the position of its pit while the button is down and the pit has seeds; else passes on what comes from the east.
///
/// ```text
///   IO Address out = Position if Button and not Is zero, else IO Address (0 where nothing is connected)
///   Trigger        = 0 if Button, else floating
/// ```
fn button_driver(sheet: &mut Sheet<'_>) {
    sheet.input("Position", 4, (120, 120));
    sheet.input("Is zero", 1, (120, 190));
    sheet.input("Button", 1, (120, 250));
    let set = [
        ("label", "IO Address"),
        ("labelloc", "west"),
        ("pull", "down"),
        ("tristate", "false"),
        ("width", "4"),
    ];
    sheet.put(Kind::Pin, (120, 80), &set, &["IO Address"]);
    sheet.gate(Kind::And, (260, 200), 1, "own", &["!Is zero", "Button"]);
    let choice = ["IO Address", "Position"];
    sheet.mux((360, 100), 4, &choice, "own", "IO Address out");
    sheet.output("IO Address out", 4, (480, 100));
    sheet.constant((300, 250), 1, 0, "low");
    let trigger = TriState {
        from: "low",
        to: "Trigger",
        control: "Button",
    };
    sheet.tri((360, 250), East, 1, trigger);
    sheet.output("Trigger", 1, (480, 250));
    sheet.look(
        Look::new(110, 30)
            .unnamed()
            .north(&[("Is zero", 50), ("Position", 70)])
            .west(&[("IO Address out", 10)])
            .east(&[("IO Address", 10)])
            .south(&[("Button", 40), ("Trigger", 70)])
            .patch((40, 0), (30, 30), BLUE),
    );
}

/// The index gap between the human's store, 7, and the computer's first pit, 9.
fn increment(sheet: &mut Sheet<'_>) {
    sheet.input("Position", 4, (100, 90));
    sheet.constant((160, 110), 4, 1, "one");
    sheet.adder((240, 100), 4, "Position", "one", "Position out");
    sheet.output("Position out", 4, (340, 100));
    sheet.look(
        Look::new(30, 20)
            .unnamed()
            .east(&[("Position", 10)])
            .west(&[("Position out", 10)])
            .text((15, 15), 14, "++"),
    );
}

/// Says how the game ended: when both rows are empty, more than half the seeds in the own store win, half of them draw.
///
/// ```text
///   Own  = Z (1: the own row is empty), told to the other WLD
///   Win  = 1 if Own and Other and 10 Tens + Units > 24, else floating
///   Draw = 1 if Own and Other and 10 Tens + Units = 24, else floating
/// ```
fn wld(sheet: &mut Sheet<'_>) {
    sheet.input("Z", 1, (100, 80));
    sheet.input("Other", 1, (100, 150));
    sheet.input("Tens", 4, (100, 220));
    sheet.input("Units", 4, (100, 320));
    sheet.pin("Own", "Z", 1, (660, 80), West, true);
    sheet.output("Win", 1, (660, 210));
    sheet.output("Draw", 1, (660, 390));
    sheet.constant((160, 240), 4, 2, "two");
    sheet.compare((240, 230), 4, "Tens", "two", ["thirty", "twenty", ""]);
    sheet.constant((160, 340), 4, 4, "four");
    sheet.compare((240, 330), 4, "Units", "four", ["more", "same", ""]);
    sheet.gate(Kind::And, (360, 270), 1, "just", &["twenty", "more"]);
    sheet.gate(Kind::Or, (440, 220), 1, "most", &["thirty", "just"]);
    sheet.gate(Kind::And, (520, 150), 1, "wins", &["Z", "Other", "most"]);
    sheet.gate(Kind::And, (360, 390), 1, "half", &["twenty", "same"]);
    sheet.gate(Kind::And, (520, 330), 1, "draws", &["Z", "Other", "half"]);
    for (y, pin, control) in [(210, "Win", "wins"), (390, "Draw", "draws")] {
        let high = format!("high {pin}");
        sheet.constant((560, y), 1, 1, &high);
        let answer = TriState {
            from: &high,
            to: pin,
            control,
        };
        sheet.tri((600, y), East, 1, answer);
    }
    sheet.look(
        Look::new(50, 40)
            .unnamed()
            .west(&[("Other", 10), ("Z", 30)])
            .north(&[("Own", 10), ("Draw", 20), ("Win", 40)])
            .east(&[("Tens", 10), ("Units", 30)])
            .text((25, 25), 14, "WLD"),
    );
}
