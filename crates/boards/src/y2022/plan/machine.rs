//! The lower part of the main circuit: the processor related circuits. Tunnels lead up to the pad.

use crate::draw::Plan;
use circuit::project::Facing::{East, North, South};

use crate::y2022::board::{BANKS, caption};
use consoles::hardware::cdm8;
use consoles::hardware::y2022::{LIGHTS, PROCESSOR, RAM_BLOCK, USER_INPUT};

/// Nets shared by distant parts.
const TUNNELS: [&str; 30] = [
    "Address Bus",
    "Data",
    "R / W",
    "Gamepad",
    "Clock",
    "G.In",
    "G.Out",
    "Data Bus",
    "Data Out",
    "mem",
    "ROM",
    "Button",
    "Button trigger",
    "r0",
    "r1",
    "r2",
    "r3",
    "PC",
    "SP",
    "PS",
    "Initialisation",
    "Referee",
    "Human",
    "Computer",
    "Chosen",
    "L",
    "R",
    "C",
    "D",
    "H",
];

pub(super) fn place(plan: &mut Plan) {
    processor(plan);
    inputs(plan);
    memories(plan);
    state_signals(plan);
}

/// The processor and what answers its instruction cycles.
fn processor(plan: &mut Plan) {
    plan.tunnels(&TUNNELS);
    plan.tunnels(&LIGHTS.map(|light| caption(light).0));
    plan.text("Processing circuits", 14, (160, 670));
    plan.part("Clock", (160, 760));
    plan.part("no request", (240, 810));
    plan.part("no vector", (210, 820));
    plan.text("Big controlled buffer", 12, (730, 720));
    plan.part(cdm8::CHIP, PROCESSOR);
    plan.part("Big controlled buffer", (680, 740));
    plan.turned("Data Bus", (560, 700), North);
    plan.tunnel("Data Bus", 8, (560, 690), South);
    plan.wire("Data Bus", &[(560, 690), (560, 700)]);
}

/// The answers of the pad and the buttons to the processor.
fn inputs(plan: &mut Plan) {
    plan.part("G.In", (700, 680));
    plan.turned("G.Out", (720, 840), East);
    plan.part("read", (640, 860));
    plan.text("User input register", 12, (1030, 720));
    plan.part("User input register", USER_INPUT);
}

/// RAM block, ROM manager and the four ROM banks.
fn memories(plan: &mut Plan) {
    plan.part("RAM address manager", (680, 1000));
    plan.part("not clock", (860, 1090));
    plan.part("write", (860, 1120));
    plan.part("RAM block", RAM_BLOCK);

    plan.part("control byte", (250, 1010));
    plan.text("ROM manager", 12, (350, 930));
    plan.text("RAM address manager", 12, (710, 980));
    plan.text("RAM block", 12, (1010, 955));
    plan.part("ROM manager", (280, 950));
    for (i, select) in (0..).zip(BANKS) {
        let (x, bank) = (320 + 260 * i, format!("{select} bank"));
        plan.text(&bank, 12, (x - 70, 1180));
        plan.part(&bank, (x, 1230));
    }
}

/// The gates in front of the state lights.
fn state_signals(plan: &mut Plan) {
    plan.text("State lights", 12, (160, 1320));
    for (light, at) in [
        ("Game starts", (240, 1350)),
        ("going on", (180, 1430)),
        ("Checking rules", (280, 1410)),
        ("Awaiting user", (580, 1350)),
        ("Calculating user", (580, 1390)),
        ("Machine thinks", (980, 1350)),
        ("Calculating machine", (980, 1390)),
    ] {
        plan.part(light, at);
    }
}
