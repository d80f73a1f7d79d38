//! The pad: display drivers in a ring, button drivers and buttons, and the lines they share.

use crate::draw::Plan;
use circuit::project::Facing::{East, North, West};

use crate::y2016::board::{CHAIN, drivers, link};
use crate::y2016::chips::INCREMENTER;
use consoles::hardware::y2016::{
    CELL, IO_0, NORTH_ROW, NORTH_STORE, NORTH_WLD, ROW_LEFT, ROW_RIGHT, SOUTH_ROW, SOUTH_STORE,
    SOUTH_WLD, anchor, button, digits, driver, is_north,
};

pub(super) fn place(plan: &mut Plan) {
    drivers().for_each(|index| display(plan, index));
    ring(plan);
    (1..=6).for_each(|index| button_with_driver(plan, index));
    trigger_line(plan);
    empty_lines(plan);
}

/// A driver with its two digits.
fn display(plan: &mut Plan, index: i32) {
    let facing = if is_north(index) { West } else { East };
    plan.turned(&format!("driver {index}"), anchor(index), facing);
    let [tens, units] = ["tens", "units"].map(|pin| format!("{pin} {index}"));
    for (at, digit) in digits(index).into_iter().zip([&tens, &units]) {
        plan.part(digit, at);
    }
    digit_wires(plan, index, [&tens, &units]);
}

/// South's digits stand over their pins. North's driver is upside down: the wires run around the digits to their feet.
fn digit_wires(plan: &mut Plan, index: i32, [tens, units]: [&str; 2]) {
    let (x, y) = driver(index);
    let [left, right] = digits(index);
    if !is_north(index) {
        plan.wire(tens, &[(x + 40, y), left]);
        plan.wire(units, &[(x + 80, y), right]);
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
    plan.wire(tens, &around(70, 30, 10, left));
    plan.wire(units, &around(30, 20, 100, right));
}

/// From row to store to row to store: five wires that never cross, but for the incrementer's.
fn ring(plan: &mut Plan) {
    for (i, pin) in CHAIN.into_iter().enumerate() {
        let i = i as i32;
        let (low, high) = (10 + 10 * i, 50 - 10 * i);
        let turn = ROW_RIGHT + 20 + 10 * i;
        let (from, to) = (SOUTH_ROW + low, SOUTH_STORE.1 + low);
        plan.wire(
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
            incrementer(plan, &[(east, from), (outside, from), (outside, to)]);
        } else {
            let corners = [
                (east, from),
                (outside, from),
                (outside, to),
                (ROW_RIGHT, to),
            ];
            plan.wire(&link(pin, 7), &corners);
        }
        let turn = ROW_LEFT - 120 - 10 * i;
        let (from, to) = (NORTH_ROW + high, NORTH_STORE.1 + high);
        let west = NORTH_STORE.0 + CELL.0;
        plan.wire(
            &link(pin, 14),
            &[(ROW_LEFT, from), (turn, from), (turn, to), (west, to)],
        );
    }
    let out = (NORTH_STORE.0, NORTH_STORE.1 + 50);
    plan.tunnel("I/Odat-out", 8, (out.0 - 20, out.1), East);
    plan.wire("I/Odat-out", &[(out.0 - 20, out.1), out]);
}

/// The index gap after the human's store; `way` is how its position comes.
fn incrementer(plan: &mut Plan, way: &[(i32, i32)]) {
    let (x, y) = (ROW_RIGHT + 160, way[2].1 + 50);
    plan.turned(INCREMENTER.name, (x, y + 10), West);
    let mut came = way.to_vec();
    came.extend([(x + 20, way[2].1), (x + 20, y), (x, y)]);
    plan.wire("pos 7", &came);
    let row = (ROW_RIGHT, way[2].1);
    plan.wire("pos 8", &[(x - 40, y), (x - 60, y), (x - 60, row.1), row]);
}

fn button_with_driver(plan: &mut Plan, index: i32) {
    let (x, y) = driver(index);
    plan.part(&format!("button driver {index}"), (x, y + CELL.1));
    plan.turned(&format!("button {index}"), button(index), North);
    plan.wire("trigger", &[(x + 70, y + 100), (x + 70, y + 150)]);
    if index == 6 {
        plan.turned("code 6", (x + CELL.0 + 20, y + 80), West);
    }
}

/// Under the buttons.
fn trigger_line(plan: &mut Plan) {
    let y = SOUTH_ROW + 150;
    let end = ROW_RIGHT + 10;
    let start = (IO_0.0 + 140, IO_0.1 + 100);
    plan.wire("trigger", &[start, (start.0, y), (end, y)]);
    plan.turned("trigger", (end, y), West);
}

/// Under the computer's drivers and over the human's.
fn empty_lines(plan: &mut Plan) {
    let y = NORTH_ROW + CELL.1 + 10;
    for index in 9..=14 {
        let (x, top) = driver(index);
        plan.wire("Z computer", &[(x + 100, top + CELL.1), (x + 100, y)]);
    }
    let judge = (NORTH_WLD.0 + 100, NORTH_WLD.1 + 20);
    let turn = ROW_LEFT - 20;
    plan.wire(
        "Z computer",
        &[(ROW_RIGHT + 10, y), (turn, y), (turn, judge.1), judge],
    );
    plan.turned("Z computer", (ROW_RIGHT + 10, y), West);
    let y = SOUTH_ROW - 110;
    for index in 1..=6 {
        let (x, top) = driver(index);
        plan.wire("Z human", &[(x + 10, top), (x + 10, y)]);
    }
    let judge = (SOUTH_WLD.0, SOUTH_WLD.1 + 40);
    let turn = judge.0 - 10;
    plan.wire(
        "Z human",
        &[(ROW_LEFT - 10, y), (turn, y), (turn, judge.1), judge],
    );
    plan.turned("Z human", (ROW_LEFT - 10, y), East);
}
