//! The main circuit: its parts, and the nets that join them. plan has their positions.

use crate::draw::{
    Parts, and, buffer, button, chip, clock, constant, digit, led, nand, not, other, pull_down,
    pull_up, rom, tri,
};
use circuit::project::Kind;

use consoles::hardware::cdm8;
use consoles::hardware::y2022::{LIGHTS, WINNERS};
use consoles::map::y2022::ROM;
use consoles::map::{NORTH_STORE, SOUTH_STORE};
use consoles::{Light, Model, firmware};

const BLUE: &str = "#067bc2";
const RED: &str = "#f04c58";

/// The processor's registers, on nets of the same names.
pub(super) const REGISTERS: [&str; 7] = ["r0", "r1", "r2", "r3", "PC", "SP", "PS"];

/// The ROM banks and the nets that select them.
pub(super) const BANKS: [&str; 4] = ["Initialisation", "Referee", "Human", "Computer"];

/// The caption of a state light, which is its net, and its colour.
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
pub(super) fn winner_caption(light: Light) -> (&'static str, &'static str, &'static str) {
    match light {
        Light::ComputerWin => ("C", "Computer wins", RED),
        Light::Draw => ("D", "Draw", "#ffb000"),
        _ => ("H", "User wins", BLUE),
    }
}

/// The nets of the bus between the cells; stage 0 enters the human's first pit.
pub(super) fn bus(stage: u8) -> [String; 5] {
    ["data", "position", "address", "clock", "rw"].map(|net| match (net, stage) {
        ("data", 0) => "G.In".to_string(),
        ("data", 14) => "G.Out".to_string(),
        ("clock", 0) => "Clock".to_string(),
        _ => format!("{net} {stage}"),
    })
}

/// The cells in the order of the ring.
pub(super) fn cells() -> impl Iterator<Item = u8> {
    (1..=NORTH_STORE).filter(|&position| position != SOUTH_STORE + 1)
}

pub(super) fn parts() -> Parts {
    let mut parts = Parts::default();
    for (stage, position) in (0..).zip(cells()) {
        cell(&mut parts, stage, position);
    }
    (1..SOUTH_STORE).for_each(|position| press(&mut parts, position));
    stores(&mut parts);
    lights(&mut parts);
    entrance(&mut parts);
    processor(&mut parts);
    memories(&mut parts);
    state_signals(&mut parts);
    parts
}

/// A cell with its digits. It takes the bus from the one before.
fn cell(parts: &mut Parts, stage: u8, position: u8) {
    let [data, mut index, address, clock, rw] = bus(stage);
    if position == SOUTH_STORE + 2 {
        index = "index gap".to_string();
    }
    let mut nets = format!(
        "Data: {data}, Position IO: {index}, Address IO: {address}, Clock: {clock}, RW selector: {rw}, \
        Tens: tens of {position}, Units: units of {position}"
    );
    let [data, index, address, clock, rw] = bus(stage + 1);
    nets += &format!(", Dataout: {data}");
    if position != NORTH_STORE {
        nets += &format!(
            ", Position IO out: {index}, Address IO out: {address}, Clock out: {clock}, RW selector out: {rw}"
        );
    }
    match position {
        SOUTH_STORE | NORTH_STORE => {}
        1..SOUTH_STORE => {
            nets += ", Z: human row";
            nets += &format!(", Driver: driver of {position}, Is zero: zero of {position}");
        }
        _ => nets += ", Z: computer row",
    }
    let (kind, colour) = match position {
        ..=SOUTH_STORE => ("Button register", BLUE),
        _ => ("Button register AI", RED),
    };
    parts.add(chip(kind, &nets).called(&format!("cell {position}")));
    for net in ["tens", "units"].map(|digit| format!("{digit} of {position}")) {
        parts.add(digit(&net, colour, &net));
    }
}

/// A button with its driver.
fn press(parts: &mut Parts, position: u8) {
    let west = position - 1;
    let mut nets = format!(
        "Position: driver of {position}, Is zero: zero of {position}, Button: press of {position}, \
        Trigger: trigger line, IO Address out: io address {west}"
    );
    if position < 6 {
        nets += &format!(", IO Address: io address {position}");
    }
    parts.add(chip("Button driver", &nets).called(&format!("driver {position}")));
    let press = format!("press of {position}");
    parts.add(button(&press, BLUE, &position.to_string(), &press));
}

/// The WLD chips, the lines of their rows, and the index gap between the stores.
#[rustfmt::skip]
fn stores(parts: &mut Parts) {
    parts.extend(&[
        chip("++", &format!("Position: {}, Position out: index gap", bus(7)[1])),
        chip("WLD", "Other: L, Z: human row, Own: R, Draw: D, Win: H, Tens: tens of 7, Units: units of 7")
            .called("human WLD"),
        pull_up("human row", "human row"),
        pull_down("H", "H"),
        chip("WLD", "Other: R, Z: computer row, Own: L, Draw: D, Win: C, Tens: tens of 15, Units: units of 15")
            .called("computer WLD"),
        pull_up("computer row", "computer row"),
        pull_down("C", "C"),
        pull_down("D", "D"),
    ]);
}

/// Three LEDs per state, five for each way a game can end, and three more beside the winner's store.
fn lights(parts: &mut Parts) {
    for number in 0..3 {
        parts.add(led(&format!("edge H {number}"), BLUE, "H"));
        parts.add(led(&format!("edge C {number}"), RED, "C"));
    }
    for (light, _) in WINNERS {
        let (net, _, colour) = winner_caption(light);
        for number in 0..5 {
            parts.add(led(&format!("{net} {number}"), colour, net));
        }
    }
    for (net, colour) in LIGHTS.map(caption) {
        for number in 0..3 {
            parts.add(led(&format!("{net} {number}"), colour, net));
        }
    }
}

/// Where the bus enters the human's first pit. While a button is down the drivers' position is on the line Button.
#[rustfmt::skip]
fn entrance(parts: &mut Parts) {
    let [_, position, address, _, rw] = bus(0);
    parts.extend(&[
        constant(&position, 4, 0),
        chip("Gamepad address manager", &format!("Address Bus, Data, Address: {address}, Gamepad")),
        other(&rw, Kind::Nand, &[("inputs", "3"), ("label", "W"), ("negate1", "true"), ("size", "30")],
            &[&*rw, "Data", "R / W", "Gamepad"]),

        // The wire-OR of the button drivers.
        pull_up("trigger line", "trigger line"),
        other("Button trigger", Kind::Not, &[("size", "20")], &["Button trigger", "trigger line"]),
        other("Button", Kind::ControlledBuffer, &[("control", "left"), ("width", "4")],
            &["Button", "io address 0", "Button trigger"]),
    ]);
}

/// The processor, the answers to its instruction cycles, and the answers of the pad and the buttons.
#[rustfmt::skip]
fn processor(parts: &mut Parts) {
    parts.extend(&[
        clock("Clock"),
        constant("no request", 1, 0),
        constant("no vector", 3, 0),
        chip(cdm8::CHIP, "clock: Clock, data in: Data Bus, IRQ: no request, vec: no vector, address: Address Bus, \
            data out: Data Out, mem, rd/wr': R / W, data/ins': Data, pc: PC, sp: SP, ps: PS, r0, r1, r2, r3"),
        chip("Big controlled buffer", "ROM, mem, Data, Data Bus"),
        pull_down("Data Bus", "Data Bus"),

        buffer("G.In", 8, "Data Out"),
        and("read", 1, &["Gamepad", "R / W"]),
        tri("Data Bus", 8, "G.Out", "read").called("G.Out"),
        chip("User input register", "User input: Button, Program IO: Data Out, Address: Address Bus, \
            RW selector: R / W, Data, Clock, Trigger: Button trigger, Awaiting: Awaiting user, \
            Program IO out: Data Bus, Chosen"),
    ]);
    for name in REGISTERS {
        parts.add(other(name, Kind::Probe, &[("radix", "2")], &[name]));
    }
}

/// RAM block, ROM manager and the four ROM banks.
#[rustfmt::skip]
fn memories(parts: &mut Parts) {
    parts.extend(&[
        chip("RAM address manager", "Address Bus, Data, Address: RAM address, RAM"),
        not("not clock", 1, "Clock"),
        not("write", 1, "R / W"),
        other("RAM block", Kind::Ram, &[("addrWidth", "4"), ("bus", "separate"), ("dataWidth", "8")],
            &["Data Bus", "RAM address", "RAM", "R / W", "", "not clock", "write", "Data Out"]),
        constant("control byte", 8, ROM.into()),
        chip("ROM manager", "Data: Data Out, Address: Address Bus, Control Byte: control byte, RW selector: R / W, \
            Data flag: Data, Clock, Initialisation, Referee, Human, Computer"),
    ]);
    for (bank, select) in firmware::banks(Model::Y2022).iter().zip(BANKS) {
        let name = format!("{select} bank");
        parts.add(rom(&name, bank.image(), ["ROM", "Address Bus", select]));
    }
}

/// The state lights follow the bank, those of the players also the user input register. Two empty rows in the referee's bank
/// are the end of the game: nothing is checked any more.
fn state_signals(parts: &mut Parts) {
    parts.extend(&[
        buffer("Game starts", 1, "Initialisation"),
        nand("going on", 1, &["L", "R"]),
        and("Checking rules", 1, &["Referee", "going on"]),
        and("Awaiting user", 1, &["Human", "!Chosen"]),
        and("Calculating user", 1, &["Human", "Chosen"]),
        and("Machine thinks", 1, &["Computer", "!Chosen"]),
        and("Calculating machine", 1, &["Computer", "Chosen"]),
    ]);
}
