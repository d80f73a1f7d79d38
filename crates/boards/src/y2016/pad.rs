//! The pad: display drivers in a ring, button drivers and buttons, and the lines they share.

use crate::draw::ChipSheet;
use circuit::project::Facing::{East, North, West};
use circuit::project::Kind;

use super::board::{COMPUTER, HUMAN};
use super::chips::{BUTTON_DRIVER, DISPLAY_DRIVER, INCREMENTER};
use console::hardware::y2016::{
    CELL, IO_0, NORTH_ROW, NORTH_STORE, NORTH_WLD, ROW_LEFT, ROW_RIGHT, SOUTH_ROW, SOUTH_STORE,
    SOUTH_WLD, anchor, button, digits, driver, is_north,
};

/// What runs through the chain, as the drivers' pins are from the top down.
pub(super) const CHAIN: [&str; 5] = ["data", "pos", "addr", "clock", "dir"];

/// A net of the chain between the driver with this index and the next; 0 is IO-0.
pub(super) fn link(pin: &str, index: i32) -> String {
    match (pin, index) {
        ("data", 15) => "I/Odat-out".to_string(),
        _ => format!("{pin} {index}"),
    }
}

/// The pins of a driver and their nets.
fn driver_nets(index: i32) -> Vec<(String, String)> {
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
    for pin in ["tens", "units"] {
        nets.push((pin.to_string(), format!("{pin} {index}")));
    }
    match index {
        1..=6 => {
            nets.push(("Z".to_string(), "Z human".to_string()));
            nets.push(("posoutsouth".to_string(), format!("button {index}")));
        }
        9..=14 => nets.push(("Z".to_string(), "Z computer".to_string())),
        _ => {}
    }
    nets
}

/// A driver with its two digits.
pub(super) fn display(sheet: &mut ChipSheet<'_>, index: i32) {
    let nets = driver_nets(index);
    let nets: Vec<(&str, &str)> = nets.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    let facing = if is_north(index) { West } else { East };
    sheet.chip_facing(DISPLAY_DRIVER.name, anchor(index), facing, "", &nets);
    let [tens, units] = ["tens", "units"].map(|pin| format!("{pin} {index}"));
    let colour = if is_north(index) { COMPUTER } else { HUMAN };
    for (at, net) in digits(index).into_iter().zip([&tens, &units]) {
        sheet.digit(at, colour, net);
    }
    digit_wires(sheet, index, [&tens, &units]);
}

/// South's digits stand over their pins. North's driver is upside down: the wires run around the digits to their feet.
fn digit_wires(sheet: &mut ChipSheet<'_>, index: i32, [tens, units]: [&str; 2]) {
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
pub(super) fn ring(sheet: &mut ChipSheet<'_>) {
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
fn incrementer(sheet: &mut ChipSheet<'_>, way: &[(i32, i32)]) {
    let (x, y) = (ROW_RIGHT + 160, way[2].1 + 50);
    sheet.chip_facing(
        INCREMENTER.name,
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

pub(super) fn button_with_driver(sheet: &mut ChipSheet<'_>, index: i32) {
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
    sheet.chip(BUTTON_DRIVER.name, (x, y + CELL.1), &nets);
    sheet.button(button(index), North, "#40c4ff", &index.to_string(), &down);
    sheet.wire("trigger", &[(x + 70, y + 100), (x + 70, y + 150)]);
    if index == 6 {
        let set = [("facing", "west"), ("width", "4"), ("value", "0x0")];
        sheet.put(Kind::Constant, (x + CELL.0 + 20, y + 80), &set, &[&given]);
    }
}

/// Every button driver may ground it.
pub(super) fn trigger_line(sheet: &mut ChipSheet<'_>) {
    let y = SOUTH_ROW + 150;
    let end = ROW_RIGHT + 10;
    let start = (IO_0.0 + 140, IO_0.1 + 100);
    sheet.wire("trigger", &[start, (start.0, y), (end, y)]);
    sheet.pull((end, y), West, true, "trigger");
}

/// Every driver of a row may ground its row's line.
pub(super) fn empty_lines(sheet: &mut ChipSheet<'_>) {
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
