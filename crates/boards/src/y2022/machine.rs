//! The lower part of the main circuit: the processor related circuits. Tunnels lead up to the pad.

use crate::draw::{ChipSheet, TriState, chip};
use circuit::project::Facing::{East, North, South};
use circuit::project::Kind;

use super::board::caption;
use console::Model;
use console::firmware;
use console::hardware::cdm8;
use console::hardware::y2022::{LIGHTS, PROCESSOR, RAM_BLOCK, USER_INPUT};
use console::map::y2022::ROM;

/// What parts far from each other share.
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

// Which net each pin of a chip is on: `pin: net`, or one word for both.
const PROCESSOR_NETS: &str = "clock: Clock, data in: Data Bus, IRQ: no request, vec: no vector, address: Address Bus, \
    data out: Data Out, mem, rd/wr': R / W, data/ins': Data, pc: PC, sp: SP, ps: PS, r0, r1, \
    r2, r3";
const BIG_CONTROLLED_BUFFER_NETS: &str = "ROM, mem, Data, Data Bus";
const USER_INPUT_REGISTER_NETS: &str = "User input: Button, Program IO: Data Out, Address: Address Bus, RW selector: R / W, Data, \
    Clock, Trigger: Button trigger, Awaiting: Awaiting user, Program IO out: Data Bus, Chosen";
const RAM_ADDRESS_MANAGER_NETS: &str = "Address Bus, Data, Address: RAM address, RAM";
const ROM_MANAGER_NETS: &str = "Data: Data Out, Address: Address Bus, Control Byte: control byte, RW selector: R / W, \
    Data flag: Data, Clock, Initialisation, Referee, Human, Computer";

pub(crate) fn draw(sheet: &mut ChipSheet<'_>) {
    processor(sheet);
    inputs(sheet);
    memories(sheet);
    state_signals(sheet);
}

/// The processor and what answers its instruction cycles.
fn processor(sheet: &mut ChipSheet<'_>) {
    sheet.tunnels(&TUNNELS);
    sheet.tunnels(&LIGHTS.map(|light| caption(light).0));
    sheet.text((160, 670), 14, "Processing circuits");
    sheet.put(Kind::Clock, (160, 760), &[], &["Clock"]);
    sheet.constant((240, 810), 1, 0, "no request");
    sheet.constant((210, 820), 3, 0, "no vector");
    sheet.text((730, 720), 12, "Big controlled buffer");
    sheet.part(&chip(cdm8::CHIP, PROCESSOR_NETS), PROCESSOR, None);
    sheet.part(
        &chip("Big controlled buffer", BIG_CONTROLLED_BUFFER_NETS),
        (680, 740),
        None,
    );
    sheet.pull((560, 700), North, false, "Data Bus");
    sheet.tunnel((560, 690), South, 8, "Data Bus");
    sheet.wire("Data Bus", &[(560, 690), (560, 700)]);
}

/// What the pad and the buttons tell the processor.
fn inputs(sheet: &mut ChipSheet<'_>) {
    sheet.buffer((700, 680), 8, "G.In", "Data Out");
    let answer = TriState {
        from: "G.Out",
        to: "Data Bus",
        control: "read",
    };
    sheet.tri((720, 840), East, 8, answer);
    sheet.gate(Kind::And, (640, 860), 1, "read", &["Gamepad", "R / W"]);
    sheet.text((1030, 720), 12, "User input register");
    sheet.part(
        &chip("User input register", USER_INPUT_REGISTER_NETS),
        USER_INPUT,
        None,
    );
}

/// RAM block, ROM manager and the four ROM banks.
fn memories(sheet: &mut ChipSheet<'_>) {
    sheet.part(
        &chip("RAM address manager", RAM_ADDRESS_MANAGER_NETS),
        (680, 1000),
        None,
    );
    sheet.not((860, 1090), 1, "not clock", "Clock");
    sheet.not((860, 1120), 1, "write", "R / W");
    let set = [("addrWidth", "4"), ("bus", "separate"), ("dataWidth", "8")];
    let nets = [
        "Data Bus",
        "RAM address",
        "RAM",
        "R / W",
        "",
        "not clock",
        "write",
        "Data Out",
    ];
    sheet.put(Kind::Ram, RAM_BLOCK, &set, &nets);

    sheet.constant((250, 1010), 8, ROM.into(), "control byte");
    sheet.text((350, 930), 12, "ROM manager");
    sheet.text((710, 980), 12, "RAM address manager");
    sheet.text((1010, 955), 12, "RAM block");
    sheet.part(&chip("ROM manager", ROM_MANAGER_NETS), (280, 950), None);
    let selects = ["Initialisation", "Referee", "Human", "Computer"];
    for (i, (bank, select)) in (0..).zip(firmware::banks(Model::Y2022).iter().zip(selects)) {
        let x = 320 + 260 * i;
        sheet.text((x - 70, 1180), 12, &format!("{select} bank"));
        sheet.rom(
            (x, 1230),
            (8, 8),
            bank.image(),
            ["ROM", "Address Bus", select],
        );
    }
}

/// The state lights follow the bank, those of the players also the user input register. Two empty rows in the referee's bank
/// are the end of the game: nothing is checked any more.
fn state_signals(sheet: &mut ChipSheet<'_>) {
    sheet.text((160, 1320), 12, "State lights");
    sheet.buffer((240, 1350), 1, "Game starts", "Initialisation");
    sheet.gate(Kind::Nand, (180, 1430), 1, "going on", &["L", "R"]);
    let checking = ["Referee", "going on"];
    sheet.gate(Kind::And, (280, 1410), 1, "Checking rules", &checking);
    for (i, (light, bank, chosen)) in (0..).zip([
        ("Awaiting user", "Human", "!Chosen"),
        ("Calculating user", "Human", "Chosen"),
        ("Machine thinks", "Computer", "!Chosen"),
        ("Calculating machine", "Computer", "Chosen"),
    ]) {
        let at = (580 + 400 * (i / 2), 1350 + 40 * (i % 2));
        sheet.gate(Kind::And, at, 1, light, &[bank, chosen]);
    }
}
