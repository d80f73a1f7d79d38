//! The rows of the game field: display drivers in a chain, their digits, the cells over the AI's holes.

use crate::draw::Plan;
use circuit::project::Facing;

use crate::y2023::numbers::PLUS_ONE;
use consoles::hardware::At;
use consoles::hardware::y2023::{
    AI, AI_STORE, CELL, LEFT, RIGHT, USER, USER_STORE, ai_right, digits, lamp,
};

pub(super) fn place(plan: &mut Plan) {
    user_row(plan);
    ai_row(plan);
    stores(plan);
    chain(plan);
}

/// A driver with its digits.
fn display(plan: &mut Plan, index: i32, at: At, facing: Facing) {
    plan.turned(&format!("driver {index}"), at, facing);
    let [tens, units] = digits(index);
    plan.part(&format!("tens {index}"), tens);
    plan.part(&format!("units {index}"), units);
}

fn user_row(plan: &mut Plan) {
    for i in 0..6 {
        let (x, index) = (LEFT + CELL * i, i + 1);
        display(plan, index, (x, USER), Facing::East);
        plan.wire("user zero", &[(x + 100, USER), (x + 100, USER - 80)]);
    }
    plan.wire(
        "user zero",
        &[(LEFT + 80, USER - 80), (RIGHT - 20, USER - 80)],
    );
    plan.turned("user zero", (LEFT + 80, USER - 80), Facing::East);
    let fans: [(&str, i32, i32, i32); 4] = [
        ("Proc_addr", 20, 10, -20),
        ("Data", 40, 0, 0),
        ("Cl", 50, 20, 10),
        ("MemDat", 60, 10, 20),
    ];
    for (net, pin, before, turn) in fans {
        let (y, x) = (USER + pin, LEFT - before);
        if turn == 0 {
            plan.wire(net, &[(LEFT, y), (LEFT - 30, y)]);
        } else {
            let corners = [(LEFT, y), (x, y), (x, y + turn), (LEFT - 30, y + turn)];
            plan.wire(net, &corners);
        }
        let width = if matches!(net, "Cl" | "MemDat") { 1 } else { 8 };
        plan.tunnel(net, width, (LEFT - 30, y + turn), Facing::East);
    }
    let y = USER + 30;
    let corners = [
        (LEFT, y),
        (LEFT - 20, y),
        (LEFT - 20, y - 10),
        (LEFT - 30, y - 10),
    ];
    plan.wire("self 0", &corners);
    plan.part("self 0", (LEFT - 30, y - 10));
}

fn ai_row(plan: &mut Plan) {
    for index in 9..15 {
        let x = ai_right(index);
        display(plan, index, (x, AI), Facing::West);
        around_the_digits(plan, index);
        plan.wire("ai zero", &[(x - 100, AI), (x - 100, AI + 130)]);
        plan.part(&format!("hole {index}"), (x - CELL, AI - 130));
        plan.part(&format!("lamp {index}"), lamp(index));
    }
    let y = AI + 130;
    plan.wire("ai zero", &[(LEFT + 20, y), (RIGHT - 80, y)]);
    plan.turned("ai zero", (RIGHT - 80, y), Facing::West);
    lamp_bus(plan);
}

/// What all cells over the AI's holes listen to comes from the right.
fn lamp_bus(plan: &mut Plan) {
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
        plan.wire(net, &corners);
        let width = if matches!(net, "Cl" | "RAM") { 1 } else { 8 };
        plan.tunnel(net, width, (RIGHT + 50, y + turn), Facing::West);
    }
    let y = top + 30;
    let corners = [
        (RIGHT, y),
        (RIGHT + 20, y),
        (RIGHT + 20, y - 30),
        (RIGHT + 50, y - 30),
    ];
    plan.wire("hole 9", &corners);
    plan.turned("first hole", (RIGHT + 50, y - 30), Facing::West);
}

/// The drivers stand on their heads: tens and units change places, and their wires go around the digits.
fn around_the_digits(plan: &mut Plan, index: i32) {
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
    plan.wire(&format!("tens {index}"), &corners);
    let corners = [
        (x - 60, AI),
        (x - 60, above + 10),
        (x + 10, above + 10),
        (x + 10, below),
        (units.0, below),
        units,
    ];
    plan.wire(&format!("units {index}"), &corners);
}

fn stores(plan: &mut Plan) {
    display(plan, 7, USER_STORE, Facing::North);
    let (x, y) = USER_STORE;
    let [tens, units] = digits(7);
    plan.wire("tens 7", &[(x, y - 20), (tens.0, y - 20), tens]);
    let corners = [
        (x, y - 60),
        (x - 10, y - 60),
        (x - 10, y - 30),
        (units.0, y - 30),
        units,
    ];
    plan.wire("units 7", &corners);

    display(plan, 15, AI_STORE, Facing::South);
    let (x, y) = AI_STORE;
    let [tens, units] = digits(15);
    let corners = [
        (x, y + 20),
        (x + 20, y + 20),
        (x + 20, y + 100),
        (tens.0, y + 100),
        tens,
    ];
    plan.wire("tens 15", &corners);
    let corners = [
        (x, y + 60),
        (x + 10, y + 60),
        (x + 10, y + 110),
        (units.0, y + 110),
        units,
    ];
    plan.wire("units 15", &corners);
}

/// The wires around the corners: user's row to its store, that to the AI's row with one more for the gap between the
/// indices 7 and 9, that to the AI's store.
fn chain(plan: &mut Plan) {
    let (x, y) = USER_STORE;
    let names = ["addr", "self", "data", "clock", "flag"];
    for (i, name) in names.into_iter().enumerate() {
        let pin = 20 + 10 * i as i32;
        plan.wire(
            &format!("{name} 6"),
            &[(RIGHT, USER + pin), (x + pin, USER + pin), (x + pin, y)],
        );
        let net = format!("{name} 13");
        let (left, top) = AI_STORE;
        let corners = [(LEFT, AI - pin), (left - pin, AI - pin), (left - pin, top)];
        plan.wire(&net, &corners);
    }
    let top = y - 120;
    plan.wire(
        "self 7",
        &[(x + 30, top), (x + 30, AI - 30), (RIGHT + 100, AI - 30)],
    );
    plan.wire("self gap", &[(RIGHT + 70, AI - 30), (RIGHT, AI - 30)]);
    plan.turned(PLUS_ONE.name, (RIGHT + 100, AI - 20), Facing::West);
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
        plan.wire(&format!("{name} 7"), &corners);
    }
}
