//! Positions on the board: the pad as the document's picture shows it, the processing circuits below.

mod machine;

use crate::draw::Plan;
use circuit::project::Facing::{self, East, North, South, West};

use super::board::{bus, caption, cells, winner_caption};
use consoles::hardware::At;
use consoles::hardware::y2022::{LIGHTS, WINNERS, button, cell, chip, digits, state_light};
use consoles::map::{NORTH_STORE, SOUTH_STORE};

/// The middle one of the three LEDs at the edges, which are lit with the winner lights between the rows.
const HUMAN_WINS: At = (1150, 330);
const COMPUTER_WINS: At = (100, 350);

pub(super) fn plan() -> Plan {
    let mut plan = Plan::new();
    pad(&mut plan);
    machine::place(&mut plan);
    plan
}

/// Everything above the processing circuits.
fn pad(plan: &mut Plan) {
    probes(plan);
    ring(plan);
    corners(plan);
    for position in 1..SOUTH_STORE {
        human_pit(plan, position);
    }
    for position in SOUTH_STORE + 2..NORTH_STORE {
        computer_pit(plan, position);
    }
    human_store(plan);
    computer_store(plan);
    triggers(plan);
    entrance(plan);
    lights(plan);
}

/// The processor's registers above the pad.
fn probes(plan: &mut Plan) {
    let probe = |plan: &mut Plan, net: &str, at: At, facing: Facing| {
        let (other, step) = match facing {
            East => (West, 10),
            _ => (East, -10),
        };
        plan.tunnel(net, 8, at, facing);
        let end = (at.0 + step, at.1);
        plan.wire(net, &[at, end]);
        plan.turned(net, end, other);
    };
    probe(plan, "r0", (410, 50), East);
    probe(plan, "r1", (410, 90), East);
    probe(plan, "r2", (600, 50), West);
    probe(plan, "r3", (600, 90), West);
    probe(plan, "PC", (660, 50), East);
    probe(plan, "SP", (660, 90), East);
    probe(plan, "PS", (860, 70), West);
}

/// The fourteen cells; the computer's are turned by half.
fn ring(plan: &mut Plan) {
    for position in cells() {
        let facing = match position {
            ..=SOUTH_STORE => East,
            _ => West,
        };
        plan.turned(&format!("cell {position}"), chip(position), facing);
    }
}

/// The bus between rows and stores, and the index gap.
fn corners(plan: &mut Plan) {
    for (i, net) in (0..).zip(bus(6)) {
        let (from, to, x) = (490 + 10 * i, 420 + 10 * i, 970 + 10 * i);
        plan.wire(&net, &[(960, from), (x, from), (x, to), (1020, to)]);
    }
    for (i, net) in (0..).zip(bus(7)) {
        let (from, to, x) = (420 + 10 * i, 160 - 10 * i, 1170 + 10 * i);
        match i {
            1 => {
                let end = (1160, to);
                plan.wire(
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
            _ => plan.wire(&net, &[(1130, from), (x, from), (x, to), (960, to)]),
        }
    }
    plan.part("++", (1120, 170));
    plan.wire(
        "index gap",
        &[(1120, 180), (1110, 180), (1110, 150), (960, 150)],
    );
    for (i, net) in (0..).zip(bus(13)) {
        let (from, to, x) = (160 - 10 * i, 280 - 10 * i, 280 - 10 * i);
        plan.wire(&net, &[(300, from), (x, from), (x, to), (230, to)]);
    }
}

/// Display above and button driver below a pit of the human.
fn human_pit(plan: &mut Plan, position: u8) {
    let (x, y) = cell(position);
    for (at, net) in digits(position).into_iter().zip(["tens", "units"]) {
        let net = format!("{net} of {position}");
        plan.part(&net, at);
        plan.wire(&net, &[at, (at.0, y)]);
    }
    plan.wire("human row", &[(x + 10, y), (x + 10, 400)]);
    plan.part(&format!("driver {position}"), (x, y + 60));
    let press = format!("press of {position}");
    let at = button(position);
    plan.turned(&press, at, North);
    plan.wire(&press, &[(at.0, y + 90), at]);
    plan.wire("trigger line", &[(x + 70, y + 90), (x + 70, 610)]);
}

/// Display below a pit of the computer, wired around it.
fn computer_pit(plan: &mut Plan, position: u8) {
    let (x, y) = cell(position);
    let [tens, units] = ["tens", "units"].map(|net| format!("{net} of {position}"));
    let [left, right] = digits(position);
    plan.part(&tens, left);
    plan.part(&units, right);
    let (top, under) = (y + 60, left.1 + 10);
    let around = [
        (x + 80, top),
        (x + 80, top + 30),
        (x + 10, top + 30),
        (x + 10, under),
        (left.0, under),
        left,
    ];
    plan.wire(&tens, &around);
    let around = [
        (x + 40, top),
        (x + 40, top + 20),
        (x + 100, top + 20),
        (x + 100, under),
        (right.0, under),
        right,
    ];
    plan.wire(&units, &around);
    plan.wire("computer row", &[(x + 100, top), (x + 100, top + 10)]);
}

/// The human's store with its display and WLD chip.
fn human_store(plan: &mut Plan) {
    let [tens, units] = ["tens of 7", "units of 7"];
    let [left, right] = digits(SOUTH_STORE);
    plan.part(tens, left);
    plan.part(units, right);
    plan.wire(tens, &[left, (1050, 410)]);
    plan.wire(units, &[right, (1090, 410)]);
    plan.wire(tens, &[(1010, 360), (1030, 360), (1030, 390), (1050, 390)]);
    plan.wire(units, &[(1010, 380), (1020, 380), (1020, 400), (1090, 400)]);
    plan.part("human WLD", (960, 350));
    plan.wire(
        "human row",
        &[(310, 400), (950, 400), (950, 380), (960, 380)],
    );
    plan.turned("human row", (930, 380), East);
    plan.wire("human row", &[(930, 380), (950, 380)]);
    plan.tunnel("L", 1, (950, 360), East);
    plan.wire("L", &[(950, 360), (960, 360)]);
    plan.tunnel("R", 1, (970, 340), South);
    plan.wire("R", &[(970, 340), (970, 350)]);
    plan.tunnel("D", 1, (980, 320), South);
    plan.wire("D", &[(980, 320), (980, 350)]);
    plan.tunnel("H", 1, (1000, 340), South);
    plan.wire("H", &[(1000, 340), (1000, 350)]);
    winner(plan, "H", HUMAN_WINS, East);
}

/// The computer's store, the other way round.
fn computer_store(plan: &mut Plan) {
    let [tens, units] = ["tens of 15", "units of 15"];
    let [left, right] = digits(NORTH_STORE);
    plan.part(tens, left);
    plan.part(units, right);
    plan.wire(units, &[(160, 290), (160, 300), (240, 300)]);
    plan.wire(units, &[(220, 300), (220, 390), (right.0, 390), right]);
    plan.wire(
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
    plan.wire(tens, &[(200, 310), (230, 310), (230, 320), (240, 320)]);
    plan.turned("computer WLD", (290, 330), West);
    plan.wire(
        "computer row",
        &[(290, 300), (300, 300), (300, 180), (960, 180)],
    );
    plan.turned("computer row", (960, 180), West);
    plan.tunnel("R", 1, (300, 320), West);
    plan.wire("R", &[(290, 320), (300, 320)]);
    plan.tunnel("L", 1, (280, 340), North);
    plan.wire("L", &[(280, 330), (280, 340)]);
    plan.tunnel("D", 1, (270, 360), North);
    plan.wire("D", &[(270, 330), (270, 360)]);
    plan.tunnel("C", 1, (250, 340), North);
    plan.wire("C", &[(250, 330), (250, 340)]);
    winner(plan, "C", COMPUTER_WINS, West);
}

/// A column of three LEDs under a tunnel, held at 0 unless a WLD chip says otherwise.
fn winner(plan: &mut Plan, net: &str, (x, y): At, facing: Facing) {
    plan.tunnel(net, 1, (x, y - 30), South);
    for (number, dy) in [-20, 0, 20].into_iter().enumerate() {
        plan.turned(&format!("edge {net} {number}"), (x, y + dy), facing);
    }
    plan.turned(net, (x, y + 30), North);
    plan.wire(net, &[(x, y - 30), (x, y + 30)]);
}

/// The line under the button drivers.
fn triggers(plan: &mut Plan) {
    plan.wire("trigger line", &[(320, 610), (930, 610)]);
    plan.turned("trigger line", (930, 610), West);
    plan.turned("Button trigger", (300, 610), West);
    plan.turned("Button", (270, 550), West);
    plan.wire("io address 0", &[(290, 550), (300, 550)]);
    plan.wire("Button trigger", &[(300, 610), (280, 610), (280, 560)]);
    plan.tunnel("Button trigger", 1, (270, 610), East);
    plan.wire("Button trigger", &[(270, 610), (280, 610)]);
    plan.tunnel("Button", 4, (260, 550), East);
    plan.wire("Button", &[(260, 550), (270, 550)]);
}

/// Where the bus enters the human's first pit.
fn entrance(plan: &mut Plan) {
    let [_, position, address, _, rw] = bus(0);
    plan.tunnel("G.In", 8, (260, 490), East);
    plan.wire("G.In", &[(260, 490), (300, 490)]);
    plan.part(&position, (300, 500));
    plan.tunnel("Clock", 1, (260, 520), East);
    plan.wire("Clock", &[(260, 520), (300, 520)]);
    plan.tunnel("G.Out", 8, (110, 280), East);
    plan.wire("G.Out", &[(110, 280), (120, 280)]);
    plan.part("Gamepad address manager", (130, 500));
    plan.wire(&address, &[(190, 510), (300, 510)]);
    for (net, width, y, end) in [
        ("Address Bus", 8, 510, 130),
        ("Data", 1, 530, 130),
        ("R / W", 1, 560, 150),
        ("Gamepad", 1, 580, 140),
    ] {
        plan.tunnel(net, width, (110, y), East);
        plan.wire(net, &[(110, y), (end, y)]);
    }
    plan.part(&rw, (200, 560));
    plan.wire("Data", &[(120, 530), (120, 550), (160, 550)]);
    plan.wire("Gamepad", &[(140, 540), (140, 580)]);
    plan.wire("Gamepad", &[(140, 570), (160, 570)]);
    plan.wire(&rw, &[(200, 560), (210, 560), (210, 530), (300, 530)]);
}

/// Three LEDs per state with their caption, and below them five for each way a game can end.
fn lights(plan: &mut Plan) {
    for (light, (x, y)) in WINNERS {
        let (net, caption, _) = winner_caption(light);
        for k in 0..5 {
            plan.turned(&format!("{net} {k}"), (x + 20 * k, y), South);
        }
        plan.tunnel(net, 1, (x - 20, y), East);
        plan.wire(net, &[(x - 20, y), (x + 80, y)]);
        plan.text(caption, 12, (x + 40, y + 13));
    }
    let (x, y) = WINNERS[1].1;
    plan.wire("D", &[(x + 80, y), (x + 100, y)]);
    plan.turned("D", (x + 100, y), West);
    for (i, light) in (0..).zip(LIGHTS) {
        let (caption, _) = caption(light);
        let (x, y) = state_light(i);
        for k in 0..3 {
            plan.turned(&format!("{caption} {k}"), (x + 20 * k, y), South);
        }
        plan.wire(caption, &[(x, y), (x + 40, y)]);
        plan.tunnel(caption, 1, (x + 20, y), North);
    }
}
