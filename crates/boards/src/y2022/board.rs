//! The upper part of the main circuit: the pad as the document's picture shows it.

use crate::draw::ChipSheet;
use circuit::project::Facing::{self, East, North, South, West};
use circuit::project::Kind;

use console::Light;
use console::hardware::At;
use console::hardware::y2022::{LIGHTS, WINNERS, button, cell, chip, digits, state_light};
use console::map::{NORTH_STORE, SOUTH_STORE};

const BLUE: &str = "#067bc2";
const RED: &str = "#f04c58";

/// The middle one of the three LEDs at the edges, which burn with the winner lights between the rows.
const HUMAN_WINS: At = (1150, 330);
const COMPUTER_WINS: At = (100, 350);

/// Everything above the processing circuits.
pub(crate) fn draw(sheet: &mut ChipSheet<'_>) {
    probes(sheet);
    ring(sheet);
    corners(sheet);
    for position in 1..SOUTH_STORE {
        human_pit(sheet, position);
    }
    for position in SOUTH_STORE + 2..NORTH_STORE {
        computer_pit(sheet, position);
    }
    human_store(sheet);
    computer_store(sheet);
    triggers(sheet);
    entrance(sheet);
    lights(sheet);
}

/// The processor's registers above the pad.
fn probes(sheet: &mut ChipSheet<'_>) {
    let probe = |sheet: &mut ChipSheet<'_>, net: &str, at: At, facing: Facing| {
        let (other, step) = match facing {
            East => (West, 10),
            _ => (East, -10),
        };
        sheet.tunnel(at, facing, 8, net);
        let end = (at.0 + step, at.1);
        sheet.wire(net, &[at, end]);
        let set = [("facing", other.name()), ("radix", "2")];
        sheet.put(Kind::Probe, end, &set, &[net]);
    };
    probe(sheet, "r0", (410, 50), East);
    probe(sheet, "r1", (410, 90), East);
    probe(sheet, "r2", (600, 50), West);
    probe(sheet, "r3", (600, 90), West);
    probe(sheet, "PC", (660, 50), East);
    probe(sheet, "SP", (660, 90), East);
    probe(sheet, "PS", (860, 70), West);
}

/// The nets of the bus between the cells; stage 0 enters the human's first pit.
fn bus(stage: u8) -> [String; 5] {
    ["data", "position", "address", "clock", "rw"].map(|net| match (net, stage) {
        ("data", 0) => "G.In".to_string(),
        ("data", 14) => "G.Out".to_string(),
        ("clock", 0) => "Clock".to_string(),
        _ => format!("{net} {stage}"),
    })
}

/// The fourteen cells, each taking the bus from the one before.
fn ring(sheet: &mut ChipSheet<'_>) {
    let positions = (1..NORTH_STORE + 1).filter(|&position| position != SOUTH_STORE + 1);
    for (stage, position) in (0..).zip(positions) {
        let mut into = bus(stage);
        let out = bus(stage + 1);
        if position == SOUTH_STORE + 2 {
            into[1] = "index gap".to_string();
        }
        let own = |net: &str| format!("{net} of {position}");
        let (tens, units, driver, zero) = (own("tens"), own("units"), own("driver"), own("zero"));
        let mut nets = vec![
            ("Data", &*into[0]),
            ("Position IO", &into[1]),
            ("Address IO", &into[2]),
            ("Clock", &into[3]),
            ("RW selector", &into[4]),
            ("Dataout", &out[0]),
            ("Tens", &tens),
            ("Units", &units),
        ];
        if position != NORTH_STORE {
            nets.extend([
                ("Position IO out", &*out[1]),
                ("Address IO out", &out[2]),
                ("Clock out", &out[3]),
                ("RW selector out", &out[4]),
            ]);
        }
        match position {
            SOUTH_STORE | NORTH_STORE => {}
            1..SOUTH_STORE => {
                nets.extend([("Z", "human row"), ("Driver", &driver), ("Is zero", &zero)]);
            }
            _ => nets.push(("Z", "computer row")),
        }
        let at = chip(position);
        match position {
            ..=SOUTH_STORE => sheet.chip("Button register", at, &nets),
            _ => sheet.chip_facing("Button register AI", at, West, "", &nets),
        }
    }
}

/// The bus between rows and stores, and the index gap.
fn corners(sheet: &mut ChipSheet<'_>) {
    for (i, net) in (0..).zip(bus(6)) {
        let (from, to, x) = (490 + 10 * i, 420 + 10 * i, 970 + 10 * i);
        sheet.wire(&net, &[(960, from), (x, from), (x, to), (1020, to)]);
    }
    for (i, net) in (0..).zip(bus(7)) {
        let (from, to, x) = (420 + 10 * i, 160 - 10 * i, 1170 + 10 * i);
        match i {
            1 => {
                let end = (1160, to);
                sheet.wire(
                    &net,
                    &[
                        (1130, from),
                        (x, from),
                        (x, to),
                        end,
                        (1160, 180),
                        (1150, 180),
                    ],
                );
            }
            _ => sheet.wire(&net, &[(1130, from), (x, from), (x, to), (960, to)]),
        }
    }
    sheet.chip(
        "++",
        (1120, 170),
        &[("Position", &bus(7)[1]), ("Position out", "index gap")],
    );
    sheet.wire(
        "index gap",
        &[(1120, 180), (1110, 180), (1110, 150), (960, 150)],
    );
    for (i, net) in (0..).zip(bus(13)) {
        let (from, to, x) = (160 - 10 * i, 280 - 10 * i, 280 - 10 * i);
        sheet.wire(&net, &[(300, from), (x, from), (x, to), (230, to)]);
    }
}

/// Display above and button driver below a pit of the human.
fn human_pit(sheet: &mut ChipSheet<'_>, position: u8) {
    let (x, y) = cell(position);
    for (at, net) in digits(position).into_iter().zip(["tens", "units"]) {
        let net = format!("{net} of {position}");
        sheet.digit(at, BLUE, &net);
        sheet.wire(&net, &[at, (at.0, y)]);
    }
    sheet.wire("human row", &[(x + 10, y), (x + 10, 400)]);
    let own = |net: &str| format!("{net} of {position}");
    let (driver, zero, press) = (own("driver"), own("zero"), own("press"));
    let (east, west) = (
        format!("io address {position}"),
        format!("io address {}", position - 1),
    );
    let mut nets = vec![
        ("Position", &*driver),
        ("Is zero", &zero),
        ("Button", &press),
        ("Trigger", "trigger line"),
        ("IO Address out", &west),
    ];
    if position < 6 {
        nets.push(("IO Address", &east));
    }
    sheet.chip("Button driver", (x, y + 60), &nets);
    let at = button(position);
    sheet.button(at, North, BLUE, &position.to_string(), &press);
    sheet.wire(&press, &[(at.0, y + 90), at]);
    sheet.wire("trigger line", &[(x + 70, y + 90), (x + 70, 610)]);
}

/// Display below a pit of the computer, wired around it.
fn computer_pit(sheet: &mut ChipSheet<'_>, position: u8) {
    let (x, y) = cell(position);
    let [tens, units] = ["tens", "units"].map(|net| format!("{net} of {position}"));
    let [left, right] = digits(position);
    sheet.digit(left, RED, &tens);
    sheet.digit(right, RED, &units);
    let (top, under) = (y + 60, left.1 + 10);
    let around = [
        (x + 80, top),
        (x + 80, top + 30),
        (x + 10, top + 30),
        (x + 10, under),
        (left.0, under),
        left,
    ];
    sheet.wire(&tens, &around);
    let around = [
        (x + 40, top),
        (x + 40, top + 20),
        (x + 100, top + 20),
        (x + 100, under),
        (right.0, under),
        right,
    ];
    sheet.wire(&units, &around);
    sheet.wire("computer row", &[(x + 100, top), (x + 100, top + 10)]);
}

/// The human's store with its display and WLD chip.
fn human_store(sheet: &mut ChipSheet<'_>) {
    let [tens, units] = ["tens of 7", "units of 7"];
    let [left, right] = digits(SOUTH_STORE);
    sheet.digit(left, BLUE, tens);
    sheet.digit(right, BLUE, units);
    sheet.wire(tens, &[left, (1050, 410)]);
    sheet.wire(units, &[right, (1090, 410)]);
    sheet.wire(tens, &[(1010, 360), (1030, 360), (1030, 390), (1050, 390)]);
    sheet.wire(units, &[(1010, 380), (1020, 380), (1020, 400), (1090, 400)]);
    let nets = [
        ("Other", "L"),
        ("Z", "human row"),
        ("Own", "R"),
        ("Draw", "D"),
        ("Win", "H"),
        ("Tens", tens),
        ("Units", units),
    ];
    sheet.chip("WLD", (960, 350), &nets);
    sheet.wire(
        "human row",
        &[(310, 400), (950, 400), (950, 380), (960, 380)],
    );
    sheet.pull((930, 380), East, true, "human row");
    sheet.wire("human row", &[(930, 380), (950, 380)]);
    sheet.tunnel((950, 360), East, 1, "L");
    sheet.wire("L", &[(950, 360), (960, 360)]);
    sheet.tunnel((970, 340), South, 1, "R");
    sheet.wire("R", &[(970, 340), (970, 350)]);
    sheet.tunnel((980, 320), South, 1, "D");
    sheet.wire("D", &[(980, 320), (980, 350)]);
    sheet.tunnel((1000, 340), South, 1, "H");
    sheet.wire("H", &[(1000, 340), (1000, 350)]);
    winner(sheet, "H", HUMAN_WINS, East, BLUE);
}

/// The computer's store, the other way round.
fn computer_store(sheet: &mut ChipSheet<'_>) {
    let [tens, units] = ["tens of 15", "units of 15"];
    let [left, right] = digits(NORTH_STORE);
    sheet.digit(left, RED, tens);
    sheet.digit(right, RED, units);
    sheet.wire(units, &[(160, 290), (160, 300), (240, 300)]);
    sheet.wire(units, &[(220, 300), (220, 390), (right.0, 390), right]);
    sheet.wire(
        tens,
        &[
            (200, 290),
            (200, 310),
            (130, 310),
            (130, 390),
            (left.0, 390),
            left,
        ],
    );
    sheet.wire(tens, &[(200, 310), (230, 310), (230, 320), (240, 320)]);
    let nets = [
        ("Other", "R"),
        ("Z", "computer row"),
        ("Own", "L"),
        ("Draw", "D"),
        ("Win", "C"),
        ("Tens", tens),
        ("Units", units),
    ];
    sheet.chip_facing("WLD", (290, 330), West, "", &nets);
    sheet.wire(
        "computer row",
        &[(290, 300), (300, 300), (300, 180), (960, 180)],
    );
    sheet.pull((960, 180), West, true, "computer row");
    sheet.tunnel((300, 320), West, 1, "R");
    sheet.wire("R", &[(290, 320), (300, 320)]);
    sheet.tunnel((280, 340), North, 1, "L");
    sheet.wire("L", &[(280, 330), (280, 340)]);
    sheet.tunnel((270, 360), North, 1, "D");
    sheet.wire("D", &[(270, 330), (270, 360)]);
    sheet.tunnel((250, 340), North, 1, "C");
    sheet.wire("C", &[(250, 330), (250, 340)]);
    winner(sheet, "C", COMPUTER_WINS, West, RED);
}

/// A column of three LEDs under a tunnel, held at 0 unless a WLD chip says otherwise.
fn winner(sheet: &mut ChipSheet<'_>, net: &str, (x, y): At, facing: Facing, colour: &str) {
    sheet.tunnel((x, y - 30), South, 1, net);
    for dy in [-20, 0, 20] {
        sheet.led((x, y + dy), facing, colour, "", net);
    }
    sheet.pull((x, y + 30), North, false, net);
    sheet.wire(net, &[(x, y - 30), (x, y + 30)]);
}

/// The wire-OR of the button drivers. While a button is down the drivers' position is on the line Button.
fn triggers(sheet: &mut ChipSheet<'_>) {
    sheet.wire("trigger line", &[(320, 610), (930, 610)]);
    sheet.pull((930, 610), West, true, "trigger line");
    let set = [("facing", "west"), ("size", "20")];
    sheet.put(
        Kind::Not,
        (300, 610),
        &set,
        &["Button trigger", "trigger line"],
    );
    let set = [("control", "left"), ("facing", "west"), ("width", "4")];
    let nets = ["Button", "io address 0", "Button trigger"];
    sheet.put(Kind::ControlledBuffer, (270, 550), &set, &nets);
    sheet.wire("io address 0", &[(290, 550), (300, 550)]);
    sheet.wire("Button trigger", &[(300, 610), (280, 610), (280, 560)]);
    sheet.tunnel((270, 610), East, 1, "Button trigger");
    sheet.wire("Button trigger", &[(270, 610), (280, 610)]);
    sheet.tunnel((260, 550), East, 4, "Button");
    sheet.wire("Button", &[(260, 550), (270, 550)]);
}

/// Where the bus enters the human's first pit.
fn entrance(sheet: &mut ChipSheet<'_>) {
    let [_, position, address, _, rw] = bus(0);
    sheet.tunnel((260, 490), East, 8, "G.In");
    sheet.wire("G.In", &[(260, 490), (300, 490)]);
    sheet.constant((300, 500), 4, 0, &position);
    sheet.tunnel((260, 520), East, 1, "Clock");
    sheet.wire("Clock", &[(260, 520), (300, 520)]);
    sheet.tunnel((110, 280), East, 8, "G.Out");
    sheet.wire("G.Out", &[(110, 280), (120, 280)]);

    let nets = [
        ("Address Bus", "Address Bus"),
        ("Data", "Data"),
        ("Address", &address),
        ("Gamepad", "Gamepad"),
    ];
    sheet.chip("Gamepad address manager", (130, 500), &nets);
    sheet.wire(&address, &[(190, 510), (300, 510)]);
    for (net, width, y, end) in [
        ("Address Bus", 8, 510, 130),
        ("Data", 1, 530, 130),
        ("R / W", 1, 560, 150),
        ("Gamepad", 1, 580, 140),
    ] {
        sheet.tunnel((110, y), East, width, net);
        sheet.wire(net, &[(110, y), (end, y)]);
    }
    let set = [
        ("inputs", "3"),
        ("label", "W"),
        ("negate1", "true"),
        ("size", "30"),
    ];
    let nets = [&*rw, "Data", "R / W", "Gamepad"];
    sheet.put(Kind::Nand, (200, 560), &set, &nets);
    sheet.wire("Data", &[(120, 530), (120, 550), (160, 550)]);
    sheet.wire("Gamepad", &[(140, 540), (140, 580)]);
    sheet.wire("Gamepad", &[(140, 570), (160, 570)]);
    sheet.wire(&rw, &[(200, 560), (210, 560), (210, 530), (300, 530)]);
}

/// The caption of a state light and its colour.
pub(super) fn caption(light: Light) -> (&'static str, &'static str) {
    match light {
        Light::CalculatingMachine => ("Calculating machine", RED),
        Light::MachineThinks => ("Machine thinks", RED),
        Light::GameStarts => ("Game starts", RED),
        Light::CheckingRules => ("Checking rules", RED),
        Light::AwaitingUser => ("Awaiting user", BLUE),
        _ => ("Calculating user", BLUE),
    }
}

/// The net of a winner light, its caption and its colour.
fn winner_caption(light: Light) -> (&'static str, &'static str, &'static str) {
    match light {
        Light::ComputerWin => ("C", "Computer wins", RED),
        Light::Draw => ("D", "Draw", "#ffb000"),
        _ => ("H", "User wins", BLUE),
    }
}

/// Three LEDs per state with their caption, and below them five for each way a game can end.
fn lights(sheet: &mut ChipSheet<'_>) {
    for (light, (x, y)) in WINNERS {
        let (net, caption, colour) = winner_caption(light);
        for k in 0..5 {
            sheet.led((x + 20 * k, y), South, colour, "", net);
        }
        sheet.tunnel((x - 20, y), East, 1, net);
        sheet.wire(net, &[(x - 20, y), (x + 80, y)]);
        sheet.text((x + 40, y + 13), 12, caption);
    }
    let (x, y) = WINNERS[1].1;
    sheet.wire("D", &[(x + 80, y), (x + 100, y)]);
    sheet.pull((x + 100, y), West, false, "D");
    for (i, light) in (0..).zip(LIGHTS) {
        let (caption, colour) = caption(light);
        let (x, y) = state_light(i);
        for dx in [0, 20, 40] {
            sheet.led((x + dx, y), South, colour, "", caption);
        }
        sheet.wire(caption, &[(x, y), (x + 40, y)]);
        sheet.tunnel((x + 20, y), North, 1, caption);
    }
}
