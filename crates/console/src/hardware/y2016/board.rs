//! The board itself: the pad above, the computer below.

use circuit::draw::{Sheet, TriState};
use circuit::model::Facing::{self, East, North, South, West};
use circuit::model::Kind;

use super::chips::{BUTTON_DRIVER, DISPLAY_DRIVER, INCREMENTER, WLD};
use super::io::{self, SELECT};
use super::places::{
    CELL, IO_0, LIGHTS, NORTH_ROW, NORTH_STORE, NORTH_WLD, PROCESSOR, RAM, ROM, ROW_LEFT,
    ROW_RIGHT, SOUTH_ROW, SOUTH_STORE, SOUTH_WLD, anchor, button, digits, driver, is_north,
    outcome_lights,
};
use crate::hardware::cdm8;

const HUMAN: &str = "#1c7fc4";
const COMPUTER: &str = "#f0405a";
const COLOURS: [&str; 4] = ["#00dddd", "#3050ff", "#ff00ff", "#ff0000"];
/// What runs through the chain, as the drivers' pins are from the top down.
const CHAIN: [&str; 5] = ["data", "pos", "addr", "clock", "dir"];
const REGISTERS: [&str; 7] = ["pc", "sp", "ps", "r0", "r1", "r2", "r3"];

pub(super) fn draw(sheet: &mut Sheet<'_>, image: &[u8; 256]) {
    sheet.reach(30);
    sheet.text((790, 70), 40, "MANCALA");
    probes(sheet);
    for index in (1..=15).filter(|&index| index != 8) {
        display(sheet, index);
    }
    ring(sheet);
    for index in 1..=6 {
        button_with_driver(sheet, index);
    }
    trigger_line(sheet);
    empty_lines(sheet);
    io_0(sheet);
    status_lights(sheet);
    judges(sheet);
    split_bus(sheet);
    computer(sheet);
    memories(sheet, image);
    sheet.tunnels(&["clock", "address", "I/Odat", "mem", "rd/wr'", "data/ins'"]);
    sheet.tunnels(&["told human", "told computer"]);
    sheet.tunnels(&io::LIGHTS);
    sheet.tunnels(&REGISTERS);
}

/// A net of the chain between the driver with this index and the next; 0 is IO-0.
fn link(pin: &str, index: i32) -> String {
    match (pin, index) {
        ("data", 15) => "I/Odat-out".to_string(),
        _ => format!("{pin} {index}"),
    }
}

/// A driver with its two digits.
fn display(sheet: &mut Sheet<'_>, index: i32) {
    let before = if index == 9 { 7 } else { index - 1 };
    let mut nets: Vec<(String, String)> = Vec::new();
    for pin in CHAIN {
        let given = match (pin, index) {
            ("pos", 9) => "pos 8".to_string(),
            _ => link(pin, before),
        };
        nets.push((pin.to_string(), given));
        if pin == "data" || index < 15 {
            nets.push((format!("{pin}out"), link(pin, index)));
        }
    }
    let [tens, units] = ["tens", "units"].map(|pin| format!("{pin} {index}"));
    nets.push(("tens".to_string(), tens.clone()));
    nets.push(("units".to_string(), units.clone()));
    match index {
        1..=6 => {
            nets.push(("Z".to_string(), "Z human".to_string()));
            nets.push(("posoutsouth".to_string(), format!("button {index}")));
        }
        9..=14 => nets.push(("Z".to_string(), "Z computer".to_string())),
        _ => {}
    }
    let nets: Vec<(&str, &str)> = nets.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    let facing = if is_north(index) { West } else { East };
    sheet.chip_facing(DISPLAY_DRIVER, anchor(index), facing, "", &nets);
    let colour = if is_north(index) { COMPUTER } else { HUMAN };
    for (at, net) in digits(index).into_iter().zip([&tens, &units]) {
        sheet.digit(at, colour, net);
    }
    digit_wires(sheet, index, [&tens, &units]);
}

/// South's digits stand over their pins. North's driver is upside down: the wires run around the digits to their feet.
fn digit_wires(sheet: &mut Sheet<'_>, index: i32, [tens, units]: [&str; 2]) {
    let (x, y) = driver(index);
    let [left, right] = digits(index);
    if !is_north(index) {
        sheet.wire(tens, &[(x + 40, y), left]);
        sheet.wire(units, &[(x + 80, y), right]);
        return;
    }
    let (top, foot) = (y + CELL.1, left.1 + 10);
    let around = |from: i32, turn: i32, side: i32, to: (i32, i32)| {
        [
            (x + from, top),
            (x + from, top + turn),
            (x + side, top + turn),
            (x + side, foot),
            (to.0, foot),
            to,
        ]
    };
    sheet.wire(tens, &around(70, 30, 10, left));
    sheet.wire(units, &around(30, 20, 100, right));
}

/// From row to store to row to store: five wires that never cross, but for the incrementer's.
fn ring(sheet: &mut Sheet<'_>) {
    for (i, pin) in CHAIN.into_iter().enumerate() {
        let i = i as i32;
        let (low, high) = (10 + 10 * i, 50 - 10 * i);
        let turn = ROW_RIGHT + 20 + 10 * i;
        let (from, to) = (SOUTH_ROW + low, SOUTH_STORE.1 + low);
        sheet.wire(
            &link(pin, 6),
            &[
                (ROW_RIGHT, from),
                (turn, from),
                (turn, to),
                (SOUTH_STORE.0, to),
            ],
        );
        let outside = SOUTH_STORE.0 + CELL.0 + 30 + 10 * i;
        let (from, to) = (SOUTH_STORE.1 + low, NORTH_ROW + high);
        let east = SOUTH_STORE.0 + CELL.0;
        if pin == "pos" {
            incrementer(sheet, &[(east, from), (outside, from), (outside, to)]);
        } else {
            let corners = [
                (east, from),
                (outside, from),
                (outside, to),
                (ROW_RIGHT, to),
            ];
            sheet.wire(&link(pin, 7), &corners);
        }
        let turn = ROW_LEFT - 120 - 10 * i;
        let (from, to) = (NORTH_ROW + high, NORTH_STORE.1 + high);
        let west = NORTH_STORE.0 + CELL.0;
        sheet.wire(
            &link(pin, 14),
            &[(ROW_LEFT, from), (turn, from), (turn, to), (west, to)],
        );
    }
    let out = (NORTH_STORE.0, NORTH_STORE.1 + 50);
    sheet.tunnel((out.0 - 20, out.1), East, 8, "I/Odat-out");
    sheet.wire("I/Odat-out", &[(out.0 - 20, out.1), out]);
}

/// The index gap after the human's store; `way` is how its position comes.
fn incrementer(sheet: &mut Sheet<'_>, way: &[(i32, i32)]) {
    let (x, y) = (ROW_RIGHT + 160, way[2].1 + 50);
    sheet.chip_facing(
        INCREMENTER,
        (x, y + 10),
        West,
        "",
        &[("pos", "pos 7"), ("posout", "pos 8")],
    );
    let mut came = way.to_vec();
    came.extend([(x + 20, way[2].1), (x + 20, y), (x, y)]);
    sheet.wire("pos 7", &came);
    let row = (ROW_RIGHT, way[2].1);
    sheet.wire("pos 8", &[(x - 40, y), (x - 60, y), (x - 60, row.1), row]);
}

fn button_with_driver(sheet: &mut Sheet<'_>, index: i32) {
    let (x, y) = driver(index);
    let [given, passed] = [index, index - 1].map(|i| format!("code {i}"));
    let (pos, down) = (format!("button {index}"), format!("down {index}"));
    let nets = [
        ("pos", pos.as_str()),
        ("addr", &given),
        ("addrout", &passed),
        ("trigger", "trigger"),
        ("button", &down),
    ];
    sheet.chip(BUTTON_DRIVER, (x, y + CELL.1), &nets);
    sheet.button(button(index), North, "#40c4ff", &index.to_string(), &down);
    sheet.wire("trigger", &[(x + 70, y + 100), (x + 70, y + 150)]);
    if index == 6 {
        let set = [("facing", "west"), ("width", "4"), ("value", "0x0")];
        sheet.put(Kind::Constant, (x + CELL.0 + 20, y + 80), &set, &[&given]);
    }
}

/// Every button driver may ground it.
fn trigger_line(sheet: &mut Sheet<'_>) {
    let y = SOUTH_ROW + 150;
    let end = ROW_RIGHT + 10;
    let start = (IO_0.0 + 140, IO_0.1 + 100);
    sheet.wire("trigger", &[start, (start.0, y), (end, y)]);
    sheet.pull((end, y), West, true, "trigger");
}

/// Every driver of a row may ground its row's line.
fn empty_lines(sheet: &mut Sheet<'_>) {
    let y = NORTH_ROW + CELL.1 + 10;
    for index in 9..=14 {
        let (x, top) = driver(index);
        sheet.wire("Z computer", &[(x + 100, top + CELL.1), (x + 100, y)]);
    }
    let judge = (NORTH_WLD.0 + 100, NORTH_WLD.1 + 20);
    let turn = ROW_LEFT - 20;
    sheet.wire(
        "Z computer",
        &[(ROW_RIGHT + 10, y), (turn, y), (turn, judge.1), judge],
    );
    sheet.pull((ROW_RIGHT + 10, y), West, true, "Z computer");
    let y = SOUTH_ROW - 110;
    for index in 1..=6 {
        let (x, top) = driver(index);
        sheet.wire("Z human", &[(x + 10, top), (x + 10, y)]);
    }
    let judge = (SOUTH_WLD.0, SOUTH_WLD.1 + 40);
    let turn = judge.0 - 10;
    sheet.wire(
        "Z human",
        &[(ROW_LEFT - 10, y), (turn, y), (turn, judge.1), judge],
    );
    sheet.pull((ROW_LEFT - 10, y), East, true, "Z human");
}

fn io_0(sheet: &mut Sheet<'_>) {
    let links: Vec<String> = CHAIN.into_iter().map(|pin| link(pin, 0)).collect();
    let mut nets = vec![
        ("data", "I/Odat-in"),
        ("addr", "I/Oaddr"),
        ("clock", "I/Oclock"),
        ("dir", "in/out'"),
        ("code", "code 0"),
        ("trigger", "trigger"),
    ];
    let outs = ["dataout", "posout", "addrout", "clockout", "dirout"];
    nets.extend(outs.into_iter().zip(links.iter().map(String::as_str)));
    nets.extend(io::LIGHTS.map(|light| (light, light)));
    sheet.chip(io::IO_0, IO_0, &nets);
    for (i, light) in io::LIGHTS.into_iter().enumerate() {
        let x = IO_0.0 + 20 + 30 * i as i32;
        let y = IO_0.1 - 10 - 20 * i as i32;
        sheet.wire(light, &[(x, IO_0.1), (x, y)]);
        sheet.tunnel((x, y), East, 1, light);
    }
}

fn status_lights(sheet: &mut Sheet<'_>) {
    for (bit, _, at) in LIGHTS {
        sheet.led(at, South, COLOURS[bit], "", io::LIGHTS[bit]);
    }
    for (bit, _, (x, y)) in LIGHTS.into_iter().take(4) {
        let net = io::LIGHTS[bit];
        sheet.wire(net, &[(x, y), (x, y + 10)]);
        sheet.wire(net, &[(x, y + 10), (x, y + 20)]);
        sheet.tunnel((x, y + 20), North, 1, net);
    }
    let (x, y) = LIGHTS[3].2;
    let [left, right] = [x - 20, x + 20];
    sheet.wire("error", &[(left, y), (left, y + 10), (x, y + 10)]);
    sheet.wire("error", &[(x, y + 10), (right, y + 10), (right, y)]);
}

/// The WLD chips with their lights.
fn judges(sheet: &mut Sheet<'_>) {
    let [(x, y), (south, bottom)] = [NORTH_STORE, SOUTH_STORE];
    sheet.text((x + CELL.0 / 2, y - 12), 14, "computer");
    sheet.text((south + CELL.0 / 2, bottom + CELL.1 + 14), 14, "human");
    judge(sheet, SOUTH_WLD, East, 7, ["human", "computer"]);
    judge(sheet, NORTH_WLD, West, 15, ["computer", "human"]);
    let [(x, y), _] = digits(7);
    let east = SOUTH_WLD.0 + 100;
    let (high, low) = (SOUTH_WLD.1 + 20, SOUTH_WLD.1 + 40);
    sheet.wire(
        "tens 7",
        &[(x, y + 10), (x - 30, y + 10), (x - 30, high), (east, high)],
    );
    sheet.wire(
        "units 7",
        &[
            (x + 40, y + 20),
            (x - 40, y + 20),
            (x - 40, low),
            (east, low),
        ],
    );
    let (x, y) = (NORTH_STORE.0, NORTH_STORE.1 + CELL.1);
    let west = NORTH_WLD.0;
    let (high, low) = (NORTH_WLD.1 + 20, NORTH_WLD.1 + 40);
    sheet.wire("units 15", &[(x + 100, high), (west, high)]);
    sheet.wire(
        "tens 15",
        &[
            (x + 70, y + 30),
            (x + 110, y + 30),
            (x + 110, low),
            (west, low),
        ],
    );
}

fn judge(sheet: &mut Sheet<'_>, (x, y): (i32, i32), facing: Facing, store: i32, names: [&str; 2]) {
    let [own, other] = names;
    let [tens, units] = ["tens", "units"].map(|pin| format!("{pin} {store}"));
    let [told, heard] = [other, own].map(|name| format!("told {name}"));
    let lights = ["win", "draw", "lose"].map(|light| format!("{own} {light}"));
    let row = format!("Z {own}");
    let nets = [
        ("tens", tens.as_str()),
        ("units", &units),
        ("Z", &row),
        ("over", "game over"),
        ("tell", &told),
        ("hear", &heard),
        ("win", &lights[0]),
        ("draw", &lights[1]),
        ("lose", &lights[2]),
    ];
    let at = if facing == West {
        (x + 100, y + 60)
    } else {
        (x, y)
    };
    sheet.chip_facing(WLD, at, facing, "", &nets);
    let (tell, over, pin, sign) = match facing {
        West => (x + 80, x + 30, y + 60, y + 70),
        _ => (x + 20, x + 70, y, y - 10),
    };
    sheet.wire(&told, &[(tell, pin), (tell, sign)]);
    sheet.tunnel(
        (tell, sign),
        if tell < over { East } else { West },
        3,
        &told,
    );
    sheet.wire("game over", &[(over, pin), (over, sign)]);
    sheet.tunnel(
        (over, sign),
        if tell < over { West } else { East },
        1,
        "game over",
    );
    let first = if facing == West { 3 } else { 0 };
    let names = ["win", "draw", "lose"];
    for i in 0..3 {
        let (_, (x, y)) = outcome_lights()[first + i];
        let (colour, side, text) = match facing {
            West => (COMPUTER, South, (x, y - 30)),
            _ => (HUMAN, North, (x, y + 36)),
        };
        sheet.led((x, y), side, colour, "", &lights[i]);
        sheet.text(text, 9, names[i]);
    }
}

/// The system's I/Odat is split into two that never meet, so that the ring is no loop.
fn split_bus(sheet: &mut Sheet<'_>) {
    let y = IO_0.1 + 10;
    sheet.tunnel((80, y), East, 8, "I/Odat");
    let into = TriState {
        from: "I/Odat",
        to: "I/Odat-in",
        control: "I/O write",
    };
    sheet.tri((180, y), East, 8, into);
    sheet.wire("I/Odat", &[(80, y), (160, y)]);
    sheet.wire("I/Odat-in", &[(180, y), (IO_0.0, y)]);
    let out = TriState {
        from: "I/Odat-out",
        to: "I/Odat",
        control: "I/O read",
    };
    sheet.tri((160, y - 60), West, 8, out);
    sheet.wire("I/Odat", &[(160, y - 60), (120, y - 60), (120, y)]);
    sheet.tunnel((200, y - 60), West, 8, "I/Odat-out");
    sheet.wire("I/Odat-out", &[(180, y - 60), (200, y - 60)]);
    sheet.gate(
        Kind::And,
        (150, y + 40),
        1,
        "I/O write",
        &["I/O", "!rd/wr'"],
    );
    sheet.gate(Kind::And, (150, y - 90), 1, "I/O read", &["I/O", "rd/wr'"]);
    for (at, net) in [
        ((120, y - 100), "I/O"),
        ((120, y - 80), "rd/wr'"),
        ((120, y + 30), "I/O"),
        ((110, y + 50), "rd/wr'"),
        ((230, y + 90), "clock"),
        ((230, y + 110), "I/O"),
        ((240, y + 140), "rd/wr'"),
    ] {
        sheet.tunnel(at, East, 1, net);
    }
    sheet.text((230, y - 6), 10, "I/Odat-in");
    sheet.gate(Kind::And, (260, y + 100), 1, "I/Oclock", &["clock", "I/O"]);
    sheet.buffer((260, y + 140), 1, "in/out'", "rd/wr'");
}

/// The processor with its clock, who answers it, and the way of its data to the bus.
fn computer(sheet: &mut Sheet<'_>) {
    let (x, y) = PROCESSOR;
    let mut nets = vec![
        ("clock", "clock"),
        ("data in", "I/Odat"),
        ("IRQ", "no interrupt"),
        ("vec", "no vector"),
        ("address", "address"),
        ("data out", "data out"),
        ("mem", "mem"),
        ("rd/wr'", "rd/wr'"),
        ("data/ins'", "data/ins'"),
    ];
    nets.extend(REGISTERS.map(|name| (name, name)));
    sheet.chip(cdm8::CHIP, PROCESSOR, &nets);
    sheet.put(Kind::Clock, (x - 100, y + 20), &[], &["clock"]);
    sheet.wire("clock", &[(x - 100, y + 20), (x, y + 20)]);
    sheet.wire("clock", &[(x - 70, y + 20), (x - 70, y)]);
    sheet.tunnel((x - 70, y), South, 1, "clock");
    sheet.constant((x - 30, y + 70), 1, 0, "no interrupt");
    sheet.constant((x - 30, y + 90), 3, 0, "no vector");
    let nets = [
        ("address", "address"),
        ("mem", "mem"),
        ("data/ins'", "data/ins'"),
        ("I/Oaddr", "I/Oaddr"),
        ("I/O", "I/O"),
        ("RAM", "RAM"),
        ("ROM", "ROM"),
    ];
    sheet.chip(SELECT, (x + 330, y), &nets);
    let east = x + 170;
    for (net, height) in [("address", 20), ("mem", 60), ("data/ins'", 80)] {
        sheet.wire(net, &[(east, y + height), (x + 330, y + height)]);
    }
    sheet.wire("address", &[(east + 40, y + 20), (east + 40, y)]);
    sheet.tunnel((east + 40, y), South, 8, "address");
    sheet.wire(
        "rd/wr'",
        &[(east, y + 70), (east + 80, y + 70), (east + 80, y + 110)],
    );
    sheet.tunnel((east + 80, y + 110), North, 1, "rd/wr'");
    let out = TriState {
        from: "data out",
        to: "I/Odat",
        control: "writes",
    };
    sheet.tri((x + 430, y + 150), East, 8, out);
    sheet.not((x + 400, y + 180), 1, "writes", "rd/wr'");
}

/// Program memory, data memory, and what the bus carries while nobody speaks: 0.
fn memories(sheet: &mut Sheet<'_>, image: &[u8; 256]) {
    sheet.rom(ROM, (8, 8), image, ["I/Odat", "address", "ROM"]);
    sheet.text((ROM.0 - 70, ROM.1 - 50), 12, "program");
    let set = [("addrWidth", "8"), ("dataWidth", "8"), ("bus", "combined")];
    let nets = ["I/Odat", "address", "RAM", "rd/wr'", "", "strobe"];
    sheet.put(Kind::Ram, RAM, &set, &nets);
    let (x, y) = RAM;
    sheet.text((x - 70, y - 50), 12, "data");
    sheet.wire(
        "RAM",
        &[(x - 90, y + 40), (x - 90, y + 60), (x - 100, y + 60)],
    );
    sheet.tunnel((x - 100, y + 60), East, 1, "RAM");
    sheet.wire(
        "rd/wr'",
        &[(x - 50, y + 40), (x - 50, y + 60), (x - 40, y + 60)],
    );
    sheet.tunnel((x - 40, y + 60), West, 1, "rd/wr'");
    sheet.not((x - 90, y + 90), 1, "strobe", "clock");
    sheet.wire(
        "strobe",
        &[(x - 90, y + 90), (x - 70, y + 90), (x - 70, y + 40)],
    );
    sheet.wire("I/Odat", &[(x, y), (x + 40, y)]);
    sheet.wire("I/Odat", &[(x + 20, y), (x + 20, y + 30)]);
    sheet.tunnel((x + 40, y), West, 8, "I/Odat");
    sheet.pull((x + 20, y + 30), North, false, "I/Odat");
}

/// What the processor holds.
fn probes(sheet: &mut Sheet<'_>) {
    for (i, name) in REGISTERS.into_iter().enumerate() {
        let at = (440 + 120 * i as i32, 120);
        sheet.probe(at, West, "", name);
        sheet.tunnel((at.0 - 20, at.1), East, 8, name);
        sheet.wire(name, &[(at.0 - 20, at.1), at]);
    }
}
