//! The rows of the game field: display drivers in a chain, their digits, the cells over the AI's holes.

use crate::draw::ChipSheet;
use circuit::project::{Facing, Kind};

use super::cells::{AI_MOVE, DISPLAY_DRIVER};
use super::numbers::PLUS_ONE;
use super::{AI_COLOUR, USER_COLOUR};
use console::hardware::At;
use console::hardware::y2023::{
    AI, AI_STORE, CELL, LEFT, RIGHT, USER, USER_STORE, ai_right, digits, lamp,
};

/// What runs along the chain of display drivers, by the place of a driver in it: pin, net and the pin it leaves by.
fn driver(
    sheet: &mut ChipSheet<'_>,
    at: At,
    facing: Facing,
    place: i32,
    index: i32,
    more: &[(&str, &str)],
) {
    let last = place == 13;
    let before = |name: &str| match (name, place) {
        ("addr", 0) => "Proc_addr".to_string(),
        ("data", 0) => "Data".to_string(),
        ("clock", 0) => "Cl".to_string(),
        ("flag", 0) => "MemDat".to_string(),
        ("self", 7) => "self gap".to_string(),
        _ => format!("{name} {place}"),
    };
    let after = |name: &str| format!("{name} {}", place + 1);
    let pins = [
        ("addr_field", "addr_field_out", "addr"),
        ("chain_addr_in", "chain_addr_out", "self"),
        ("ram_data_in", "ram_data_out", "data"),
        ("Cl", "Cl_out", "clock"),
        ("ram_flag", "ram_flag_out", "flag"),
    ];
    let mut nets: Vec<(&str, String)> = Vec::new();
    for (pin, out, name) in pins {
        nets.push((pin, before(name)));
        if !last {
            nets.push((out, after(name)));
        }
    }
    nets.push(("tens", format!("tens {index}")));
    nets.push(("units", format!("units {index}")));
    nets.extend(more.iter().map(|(pin, net)| (*pin, (*net).to_string())));
    let nets: Vec<(&str, &str)> = nets.iter().map(|(pin, net)| (*pin, net.as_str())).collect();
    sheet.chip_facing(DISPLAY_DRIVER.name, at, facing, "", &nets);
}

fn show(sheet: &mut ChipSheet<'_>, index: i32, colour: &str) {
    let [tens, units] = digits(index);
    sheet.digit(tens, colour, &format!("tens {index}"));
    sheet.digit(units, colour, &format!("units {index}"));
}

pub(crate) fn user_row(sheet: &mut ChipSheet<'_>) {
    for i in 0..6 {
        let (x, index) = (LEFT + CELL * i, i + 1);
        let pos = format!("pos {index}");
        let more = [("is_zero", "user zero"), ("pos", &*pos)];
        driver(sheet, (x, USER), Facing::East, i, index, &more);
        show(sheet, index, USER_COLOUR);
        sheet.wire("user zero", &[(x + 100, USER), (x + 100, USER - 80)]);
    }
    sheet.wire(
        "user zero",
        &[(LEFT + 80, USER - 80), (RIGHT - 20, USER - 80)],
    );
    sheet.pull((LEFT + 80, USER - 80), Facing::East, true, "user zero");
    let fans: [(&str, i32, i32, i32); 4] = [
        ("Proc_addr", 20, 10, -20),
        ("Data", 40, 0, 0),
        ("Cl", 50, 20, 10),
        ("MemDat", 60, 10, 20),
    ];
    for (net, pin, before, turn) in fans {
        let (y, x) = (USER + pin, LEFT - before);
        if turn == 0 {
            sheet.wire(net, &[(LEFT, y), (LEFT - 30, y)]);
        } else {
            let corners = [(LEFT, y), (x, y), (x, y + turn), (LEFT - 30, y + turn)];
            sheet.wire(net, &corners);
        }
        let width = if matches!(net, "Cl" | "MemDat") { 1 } else { 8 };
        sheet.tunnel((LEFT - 30, y + turn), Facing::East, width, net);
    }
    let y = USER + 30;
    let corners = [
        (LEFT, y),
        (LEFT - 20, y),
        (LEFT - 20, y - 10),
        (LEFT - 30, y - 10),
    ];
    sheet.wire("self 0", &corners);
    sheet.constant((LEFT - 30, y - 10), 8, 0, "self 0");
}

pub(crate) fn ai_row(sheet: &mut ChipSheet<'_>) {
    for index in 9..15 {
        let x = ai_right(index);
        driver(
            sheet,
            (x, AI),
            Facing::West,
            index - 2,
            index,
            &[("is_zero", "ai zero")],
        );
        show(sheet, index, AI_COLOUR);
        around_the_digits(sheet, index);
        sheet.wire("ai zero", &[(x - 100, AI), (x - 100, AI + 130)]);
        ai_cell(sheet, index);
    }
    let y = AI + 130;
    sheet.wire("ai zero", &[(LEFT + 20, y), (RIGHT - 80, y)]);
    sheet.pull((RIGHT - 80, y), Facing::West, true, "ai zero");
    lamp_bus(sheet);
}

/// What all cells over the AI's holes listen to comes from the right.
fn lamp_bus(sheet: &mut ChipSheet<'_>) {
    let top = AI - 130;
    let fans: [(&str, i32, i32, i32); 4] = [
        ("Data", 10, 0, -50),
        ("RAM", 20, 10, -40),
        ("Proc_addr", 40, 30, -20),
        ("Cl", 50, 40, -10),
    ];
    for (net, pin, beside, turn) in fans {
        let (y, x) = (top + pin, RIGHT + beside);
        let mut corners = vec![(RIGHT, y), (x, y), (x, y + turn), (RIGHT + 50, y + turn)];
        corners.dedup();
        sheet.wire(net, &corners);
        let width = if matches!(net, "Cl" | "RAM") { 1 } else { 8 };
        sheet.tunnel((RIGHT + 50, y + turn), Facing::West, width, net);
    }
    let y = top + 30;
    let corners = [
        (RIGHT, y),
        (RIGHT + 20, y),
        (RIGHT + 20, y - 30),
        (RIGHT + 50, y - 30),
    ];
    sheet.wire("hole 9", &corners);
    constant(sheet, (RIGHT + 50, y - 30), Facing::West, 9, "hole 9");
}

/// The drivers stand on their heads: tens and units change places, and their wires go around the digits.
fn around_the_digits(sheet: &mut ChipSheet<'_>, index: i32) {
    let x = ai_right(index);
    let [tens, units] = digits(index);
    let (above, below) = (AI + 10, tens.1 + 10);
    let corners = [
        (x - 20, AI),
        (x - 20, above),
        (x - 90, above),
        (x - 90, below),
        (tens.0, below),
        tens,
    ];
    sheet.wire(&format!("tens {index}"), &corners);
    let corners = [
        (x - 60, AI),
        (x - 60, above + 10),
        (x + 10, above + 10),
        (x + 10, below),
        (units.0, below),
        units,
    ];
    sheet.wire(&format!("units {index}"), &corners);
}

pub(crate) fn constant(sheet: &mut ChipSheet<'_>, at: At, facing: Facing, value: u8, net: &str) {
    let value = format!("0x{value:x}");
    let set = [
        ("facing", facing.name()),
        ("width", "8"),
        ("value", &*value),
    ];
    sheet.put(Kind::Constant, at, &set, &[net]);
}

fn ai_cell(sheet: &mut ChipSheet<'_>, index: i32) {
    let (right, top) = (ai_right(index), AI - 130);
    let first = index == 9;
    let own = |name: &str, net: &str| match first {
        true => net.to_string(),
        false => format!("{name} {index}"),
    };
    let mut nets: Vec<(String, String)> = Vec::new();
    for (pin, out, name, net) in [
        ("Ram_data_in", "Ram_data_out", "lamp data", "Data"),
        ("Ram_flag", "Ram_flag_out", "lamp RAM", "RAM"),
        ("Chain_addr_in", "Chain_addr_out", "hole", "hole 9"),
        ("Proc_addr", "Proc_addr_out", "lamp address", "Proc_addr"),
        ("Cl", "Cl_out", "lamp clock", "Cl"),
    ] {
        nets.push((pin.to_string(), own(name, net)));
        if index < 14 {
            nets.push((out.to_string(), format!("{name} {}", index + 1)));
        }
    }
    for k in 0..5 {
        nets.push((format!("Move?{k}"), format!("lamp {index} {k}")));
    }
    let nets: Vec<(&str, &str)> = nets.iter().map(|(pin, net)| (&**pin, &**net)).collect();
    sheet.chip(AI_MOVE.name, (right - CELL, top), &nets);
    let columns: Vec<String> = (0..5).map(|k| format!("lamp {index} {k}")).collect();
    let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
    let set = [
        ("inputtype", "column"),
        ("matrixcols", "5"),
        ("matrixrows", "5"),
        ("color", "#e040ff"),
    ];
    sheet.put(Kind::DotMatrix, lamp(index), &set, &columns);
}

pub(crate) fn stores(sheet: &mut ChipSheet<'_>) {
    driver(sheet, USER_STORE, Facing::North, 6, 7, &[]);
    show(sheet, 7, USER_COLOUR);
    let (x, y) = USER_STORE;
    let [tens, units] = digits(7);
    sheet.wire("tens 7", &[(x, y - 20), (tens.0, y - 20), tens]);
    let corners = [
        (x, y - 60),
        (x - 10, y - 60),
        (x - 10, y - 30),
        (units.0, y - 30),
        units,
    ];
    sheet.wire("units 7", &corners);

    driver(sheet, AI_STORE, Facing::South, 13, 15, &[]);
    show(sheet, 15, AI_COLOUR);
    let (x, y) = AI_STORE;
    let [tens, units] = digits(15);
    let corners = [
        (x, y + 20),
        (x + 20, y + 20),
        (x + 20, y + 100),
        (tens.0, y + 100),
        tens,
    ];
    sheet.wire("tens 15", &corners);
    let corners = [
        (x, y + 60),
        (x + 10, y + 60),
        (x + 10, y + 110),
        (units.0, y + 110),
        units,
    ];
    sheet.wire("units 15", &corners);
}

/// The wires around the corners: user's row to its store, that to the AI's row with one more for the gap between the
/// indices 7 and 9, that to the AI's store.
pub(crate) fn chain(sheet: &mut ChipSheet<'_>) {
    let (x, y) = USER_STORE;
    let names = ["addr", "self", "data", "clock", "flag"];
    for (i, name) in names.into_iter().enumerate() {
        let pin = 20 + 10 * i as i32;
        sheet.wire(
            &format!("{name} 6"),
            &[(RIGHT, USER + pin), (x + pin, USER + pin), (x + pin, y)],
        );
        let net = format!("{name} 13");
        let (left, top) = AI_STORE;
        let corners = [(LEFT, AI - pin), (left - pin, AI - pin), (left - pin, top)];
        sheet.wire(&net, &corners);
    }
    let top = y - 120;
    sheet.wire(
        "self 7",
        &[(x + 30, top), (x + 30, AI - 30), (RIGHT + 100, AI - 30)],
    );
    sheet.wire("self gap", &[(RIGHT + 70, AI - 30), (RIGHT, AI - 30)]);
    let nets = [("In", "self 7"), ("Out", "self gap")];
    sheet.chip_facing(
        PLUS_ONE.name,
        (RIGHT + 100, AI - 20),
        Facing::West,
        "",
        &nets,
    );
    for (name, pin, aside, turn) in [
        ("addr", 20, 10, 20),
        ("data", 40, -10, 30),
        ("clock", 50, -10, 20),
        ("flag", 60, -10, 10),
    ] {
        let (line, turn) = (AI - pin + aside, RIGHT + turn);
        let corners = [
            (x + pin, top),
            (x + pin, line),
            (turn, line),
            (turn, AI - pin),
            (RIGHT, AI - pin),
        ];
        sheet.wire(&format!("{name} 7"), &corners);
    }
}
