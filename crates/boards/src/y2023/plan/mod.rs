//! Positions on the game field.
//!
//! ```text
//!            lamps
//!          [ AI_Move  x6                 ] <- 09
//!    +---- [ Display_driver x6 (15 <- 9) ] <- +1 <-+
//!    |       digits                                |
//!   store 15           lights                  store 7
//!            digits                                |
//!   00 ->  [ Display_driver x6 (1 -> 6)  ] --------+
//!   User_Move <- [ Button_Driver x6      ]
//!                 1   2   3   4   5   6
//!   Messages   [ Game_Operator | Start_Seeds | First_Move ]
//! ```

mod rows;

use crate::draw::Plan;
use circuit::project::Facing;
use kalah::Side;

use super::board::{SEEDS, message};
use super::buttons::{FIRST_MOVE, START_SEEDS, USER_MOVE};
use super::listeners::MESSAGES;
use super::operator::GAME_OPERATOR;
use consoles::hardware::At;
use consoles::hardware::y2023::{
    AI_WLD, CELL, FIRST_CHIP, LEFT, LIGHTS, MESSAGES_CHIP, OPERATOR, RIGHT, SEEDS_CHIP, USER,
    USER_MOVE_CHIP, USER_WLD, button, light,
};
use consoles::{Button, Light};

/// Nets shared by distant chips.
const TUNNELS: [&str; 16] = [
    "Proc_addr",
    "Data",
    "Cl",
    "MemDat",
    "RAM",
    "Value",
    "rd/wr'",
    "btn_flag",
    "wld_fl",
    "clear_btn_reg",
    "Error",
    "Choose Setts",
    "Wait Move",
    "Computing",
    "Calculate Holes",
    "GAME OVER",
];

pub(super) fn plan() -> Plan {
    let mut plan = Plan::new();
    plan.tunnels(&TUNNELS);
    rows::place(&mut plan);
    lights(&mut plan);
    user_buttons(&mut plan);
    ends(&mut plan);
    messages(&mut plan);
    operator(&mut plan);
    plan
}

fn lights(plan: &mut Plan) {
    for each in LIGHTS {
        let ((x, y), net) = (light(each), message(each));
        let over = each == Light::GameOver;
        let (facing, stem) = if over {
            (Facing::North, -10)
        } else {
            (Facing::South, 10)
        };
        for k in 0..5 {
            plan.turned(&format!("{net} {k}"), (x + 20 * k, y), facing);
        }
        plan.wire(net, &[(x, y), (x + 80, y)]);
        plan.wire(net, &[(x + 40, y), (x + 40, y + stem)]);
        let sign = if over { Facing::South } else { Facing::North };
        plan.caption(net, (x + 40, y + stem), sign);
    }
}

fn user_buttons(plan: &mut Plan) {
    let (top, line) = (USER + 70, USER + 120);
    for i in 0..6 {
        let (x, index) = (LEFT + CELL * i, i + 1);
        plan.part(&format!("button driver {index}"), (x, top));
        let pressed = format!("button {index}");
        let at = button(Button::Pit(index as u8));
        plan.turned(&pressed, at, Facing::North);
        plan.wire(&pressed, &[(x + 60, top + 40), at]);
        plan.wire("press", &[(x + 90, top + 40), (x + 90, line)]);
    }
    plan.turned("cell 6", (RIGHT + 20, top + 20), Facing::West);
    plan.wire("cell 6", &[(RIGHT, top + 20), (RIGHT + 20, top + 20)]);
    let (x, y) = USER_MOVE_CHIP;
    plan.wire("press", &[(x + 120, line), (RIGHT + 20, line)]);
    plan.turned("press", (RIGHT + 20, line), Facing::West);
    plan.wire("cell_id", &[(x + 120, y + 20), (LEFT, y + 20)]);
    plan.part(USER_MOVE.name, USER_MOVE_CHIP);
}

/// The two WLD chips with their needed cells.
fn ends(plan: &mut Plan) {
    let stairs = [
        ("rd/wr'", 30, 1),
        ("Cl", 50, 1),
        ("MemDat", 70, 1),
        ("Proc_addr", 90, 8),
    ];

    let (x, y) = USER_WLD;
    plan.part("user WLD", USER_WLD);
    plan.turned("cell 17", (x + 10, y - 20), Facing::South);
    plan.wire("cell 17", &[(x + 10, y - 20), (x + 10, y)]);
    plan.wire("user zero", &[(RIGHT - 20, y + 30), (x, y + 30)]);
    for (i, (net, pin, width)) in stairs.into_iter().enumerate() {
        let height = y - 80 + 20 * i as i32;
        plan.wire(net, &[(x + pin, y), (x + pin, height), (x + 110, height)]);
        plan.tunnel(net, width, (x + 110, height), Facing::West);
    }
    let (x, y) = AI_WLD;
    plan.turned("ai WLD", AI_WLD, Facing::West);
    plan.turned("cell 16", (x - 10, y + 20), Facing::North);
    plan.wire("cell 16", &[(x - 10, y + 20), (x - 10, y)]);
    plan.wire("ai zero", &[(x + 20, y - 30), (x, y - 30)]);
    for (i, (net, pin, width)) in stairs.into_iter().enumerate() {
        let height = y + 80 - 20 * i as i32;
        plan.wire(net, &[(x - pin, y), (x - pin, height), (x - 110, height)]);
        plan.tunnel(net, width, (x - 110, height), Facing::East);
    }
}

fn messages(plan: &mut Plan) {
    let (x, y) = MESSAGES_CHIP;
    plan.turned("cell 12", (x - 20, y + 60), Facing::East);
    plan.wire("cell 12", &[(x - 20, y + 60), (x, y + 60)]);
    plan.part(MESSAGES.name, MESSAGES_CHIP);
}

fn operator(plan: &mut Plan) {
    let (x, y) = OPERATOR;
    plan.turned("Cl", (x - 10, y - 10), Facing::South);
    plan.wire("Cl", &[(x - 10, y - 10), (x - 10, y + 10), (x, y + 10)]);
    plan.wire("Cl", &[(x - 10, y + 10), (x - 30, y + 10)]);
    plan.tunnel("Cl", 1, (x - 30, y + 10), Facing::East);
    plan.part(GAME_OPERATOR, OPERATOR);
    settings(plan);
    let (right, gate) = (FIRST_CHIP.0 + 120, (FIRST_CHIP.0 + 250, y + 110));
    for (net, pin, width) in [
        ("Proc_addr", 10, 8),
        ("Value", 30, 8),
        ("rd/wr'", 50, 1),
        ("MemDat", 70, 1),
    ] {
        plan.wire(net, &[(right, y + pin), (right + 20, y + pin)]);
        plan.tunnel(net, width, (right + 20, y + pin), Facing::West);
    }
    let corners = [
        (right + 10, y + 70),
        (right + 10, gate.1 - 20),
        (gate.0 - 50, gate.1 - 20),
    ];
    plan.wire("MemDat", &corners);
    plan.part("RAM", gate);
    let (x, y) = (gate.0 - 50, gate.1 + 20);
    plan.wire("wld_fl", &[(x, y), (x, y + 20), (x + 10, y + 20)]);
    plan.turned("wld_fl", (x + 10, y + 20), Facing::West);
}

fn settings(plan: &mut Plan) {
    plan.part(START_SEEDS.name, SEEDS_CHIP);
    plan.part(FIRST_MOVE.name, FIRST_CHIP);
    let mut place = |button: &str, at: At| {
        plan.turned(button, at, Facing::North);
        plan.wire(button, &[(at.0, at.1 - 20), at]);
    };
    for (number, seeds) in (4..).zip(SEEDS) {
        place(
            &format!("button {seeds} seeds"),
            button(Button::Seeds(number)),
        );
    }
    place("button AI", button(Button::First(Side::North)));
    place("button You", button(Button::First(Side::South)));
    for at in [
        (SEEDS_CHIP.0 + 100, OPERATOR.1),
        (FIRST_CHIP.0 + 60, OPERATOR.1),
    ] {
        let above = (at.0, at.1 - 10);
        plan.wire("Choose Setts", &[at, above]);
        plan.tunnel("Choose Setts", 1, above, Facing::South);
    }
}
