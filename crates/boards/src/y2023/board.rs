//! The game field.
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

use crate::draw::{ChipSheet, chip};
use circuit::project::{Facing, Kind};
use kalah::Side;

use super::buttons::{FIRST_MOVE, START_SEEDS, USER_MOVE};
use super::cells::BUTTON_DRIVER;
use super::listeners::{MESSAGES, WLD};
use super::operator::GAME_OPERATOR;
use super::rows::{ai_row, chain, constant, stores, user_row};
use console::hardware::At;
use console::hardware::y2023::{
    AI_WLD, CELL, FIRST_CHIP, LEFT, LIGHTS, MESSAGES_CHIP, OPERATOR, RIGHT, SEEDS_CHIP, USER,
    USER_MOVE_CHIP, USER_WLD, button, light,
};
use console::map::y2023::{AI_EMPTY, MESSAGE, USER_EMPTY};
use console::{Button, Light};

// Which net each pin of a chip is on: `pin: net`, or one word for both.
const USER_MOVE_NETS: &str = "Clock: Cl, StFlag: MemDat, Wait_move: Wait Move, ProcAdr: Proc_addr, Id_cell: cell_id, \
    Bttn_pressed: press, Need_clear?: clear_btn_reg, wr_id_cell: Value, Need_write: btn_flag";
const MESSAGES_NETS: &str = "RAM_val: Data, Proc_addr, Need_addr: cell 12, Cond1: MemDat, Cond2: Cl, Write/Read: \
    rd/wr', bit0: Error, bit1: clear_btn_reg, bit2: Choose Setts, bit3: Wait Move, bit4: \
    Computing, bit5: Calculate Holes, bit6: GAME OVER";
const GAME_OPERATOR_NETS: &str = "Clock: Cl, Value, RAM, Data, ProcAdr: op address, W/R: op read, Cl: op clock, \
    StorageFlag: op flag";
const FIRST_MOVE_NETS: &str = "Address: seeds address, Data: seeds value, Write/Read: seeds read, Clock: seeds clock, \
    StFlag: seeds flag, Choose: Choose Setts, AI: button AI, User: button You, Address_out: \
    Proc_addr, Value, Write/Read_out: rd/wr', StFlag_out: MemDat";

/// What chips far apart share.
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

pub(crate) fn board(sheet: &mut ChipSheet<'_>) {
    sheet.tunnels(&TUNNELS);
    user_row(sheet);
    ai_row(sheet);
    stores(sheet);
    chain(sheet);
    lights(sheet);
    user_buttons(sheet);
    ends(sheet);
    messages(sheet);
    operator(sheet);
}

fn caption(sheet: &mut ChipSheet<'_>, at: At, facing: Facing, net: &str) {
    let set = [
        ("facing", facing.name()),
        ("label", net),
        ("labelfont", "SansSerif bold 14"),
    ];
    sheet.put(Kind::Tunnel, at, &set, &[net]);
}

/// The caption of a light, which is the tunnel from Messages.
fn message(light: Light) -> &'static str {
    match light {
        Light::GameOver => "GAME OVER",
        Light::ChooseSettings => "Choose Setts",
        Light::Computing => "Computing",
        Light::WaitMove => "Wait Move",
        Light::Error => "Error",
        _ => "Calculate Holes",
    }
}

fn lights(sheet: &mut ChipSheet<'_>) {
    for each in LIGHTS {
        let ((x, y), net, colour) = (light(each), message(each), colour(each));
        let over = each == Light::GameOver;
        let (facing, stem) = if over {
            (Facing::North, -10)
        } else {
            (Facing::South, 10)
        };
        for k in 0..5 {
            sheet.led((x + 20 * k, y), facing, colour, "", net);
        }
        sheet.wire(net, &[(x, y), (x + 80, y)]);
        sheet.wire(net, &[(x + 40, y), (x + 40, y + stem)]);
        let sign = if over { Facing::South } else { Facing::North };
        caption(sheet, (x + 40, y + stem), sign, net);
    }
}

/// Each message has a colour of its own: red only for a mistake, green when it is the person's turn.
fn colour(light: Light) -> &'static str {
    match light {
        Light::GameOver => "#ffb000",
        Light::ChooseSettings => "#00d7ef",
        Light::Computing => "#b54cff",
        Light::WaitMove => "#2fd14a",
        Light::Error => "#ff2d2d",
        _ => "#4080ff",
    }
}

fn user_buttons(sheet: &mut ChipSheet<'_>) {
    let (top, line) = (USER + 70, USER + 120);
    for i in 0..6 {
        let (x, index) = (LEFT + CELL * i, i + 1);
        let (pos, pressed) = (format!("pos {index}"), format!("button {index}"));
        let (inner, outer) = (format!("cell {index}"), format!("cell {i}"));
        let outer = if i == 0 { "cell_id" } else { &*outer };
        let nets = [
            ("pos", &*pos),
            ("Addr_in", &*inner),
            ("Addr_out", outer),
            ("Button", &*pressed),
            ("Trigger", "press"),
        ];
        sheet.chip(BUTTON_DRIVER.name, (x, top), &nets);
        let at = button(Button::Pit(index as u8));
        let label = index.to_string();
        sheet.button(at, Facing::North, "#7fffe6", &label, &pressed);
        sheet.wire(&pressed, &[(x + 60, top + 40), at]);
        sheet.wire("press", &[(x + 90, top + 40), (x + 90, line)]);
    }
    constant(sheet, (RIGHT + 20, top + 20), Facing::West, 0, "cell 6");
    sheet.wire("cell 6", &[(RIGHT, top + 20), (RIGHT + 20, top + 20)]);
    let (x, y) = USER_MOVE_CHIP;
    sheet.wire("press", &[(x + 120, line), (RIGHT + 20, line)]);
    sheet.pull((RIGHT + 20, line), Facing::West, false, "press");
    sheet.wire("cell_id", &[(x + 120, y + 20), (LEFT, y + 20)]);
    sheet.part(&chip(USER_MOVE.name, USER_MOVE_NETS), USER_MOVE_CHIP, None);
}

/// The two WLD chips with their needed cells.
fn ends(sheet: &mut ChipSheet<'_>) {
    let nets = |cell: &'static str, zero: &'static str| {
        [
            ("Doc_Cell", cell),
            ("Write/Read", "rd/wr'"),
            ("Clock", "Cl"),
            ("DatMem", "MemDat"),
            ("Address", "Proc_addr"),
            ("End?", zero),
            ("Data", "Value"),
            ("RAM", "wld_fl"),
        ]
    };
    let stairs = [
        ("rd/wr'", 30, 1),
        ("Cl", 50, 1),
        ("MemDat", 70, 1),
        ("Proc_addr", 90, 8),
    ];

    let (x, y) = USER_WLD;
    sheet.chip(WLD.name, USER_WLD, &nets("cell 17", "user zero"));
    constant(
        sheet,
        (x + 10, y - 20),
        Facing::South,
        USER_EMPTY,
        "cell 17",
    );
    sheet.wire("cell 17", &[(x + 10, y - 20), (x + 10, y)]);
    sheet.wire("user zero", &[(RIGHT - 20, y + 30), (x, y + 30)]);
    for (i, (net, pin, width)) in stairs.into_iter().enumerate() {
        let height = y - 80 + 20 * i as i32;
        sheet.wire(net, &[(x + pin, y), (x + pin, height), (x + 110, height)]);
        sheet.tunnel((x + 110, height), Facing::West, width, net);
    }
    let (x, y) = AI_WLD;
    sheet.chip_facing(
        WLD.name,
        AI_WLD,
        Facing::West,
        "",
        &nets("cell 16", "ai zero"),
    );
    constant(sheet, (x - 10, y + 20), Facing::North, AI_EMPTY, "cell 16");
    sheet.wire("cell 16", &[(x - 10, y + 20), (x - 10, y)]);
    sheet.wire("ai zero", &[(x + 20, y - 30), (x, y - 30)]);
    for (i, (net, pin, width)) in stairs.into_iter().enumerate() {
        let height = y + 80 - 20 * i as i32;
        sheet.wire(net, &[(x - pin, y), (x - pin, height), (x - 110, height)]);
        sheet.tunnel((x - 110, height), Facing::East, width, net);
    }
}

fn messages(sheet: &mut ChipSheet<'_>) {
    let (x, y) = MESSAGES_CHIP;
    constant(sheet, (x - 20, y + 60), Facing::East, MESSAGE, "cell 12");
    sheet.wire("cell 12", &[(x - 20, y + 60), (x, y + 60)]);
    sheet.part(&chip(MESSAGES.name, MESSAGES_NETS), MESSAGES_CHIP, None);
}

fn operator(sheet: &mut ChipSheet<'_>) {
    let (x, y) = OPERATOR;
    sheet.put(
        Kind::Clock,
        (x - 10, y - 10),
        &[("facing", "south")],
        &["Cl"],
    );
    sheet.wire("Cl", &[(x - 10, y - 10), (x - 10, y + 10), (x, y + 10)]);
    sheet.wire("Cl", &[(x - 10, y + 10), (x - 30, y + 10)]);
    sheet.tunnel((x - 30, y + 10), Facing::East, 1, "Cl");
    sheet.part(&chip(GAME_OPERATOR, GAME_OPERATOR_NETS), OPERATOR, None);
    settings(sheet);
    let (right, gate) = (FIRST_CHIP.0 + 120, (FIRST_CHIP.0 + 250, y + 110));
    for (net, pin, width) in [
        ("Proc_addr", 10, 8),
        ("Value", 30, 8),
        ("rd/wr'", 50, 1),
        ("MemDat", 70, 1),
    ] {
        sheet.wire(net, &[(right, y + pin), (right + 20, y + pin)]);
        sheet.tunnel((right + 20, y + pin), Facing::West, width, net);
    }
    let corners = [
        (right + 10, y + 70),
        (right + 10, gate.1 - 20),
        (gate.0 - 50, gate.1 - 20),
    ];
    sheet.wire("MemDat", &corners);
    let set = [("inputs", "3"), ("size", "50"), ("negate1", "true")];
    let nets = ["RAM", "MemDat", "btn_flag", "wld_fl"];
    sheet.put(Kind::And, gate, &set, &nets);
    let (x, y) = (gate.0 - 50, gate.1 + 20);
    sheet.wire("wld_fl", &[(x, y), (x, y + 20), (x + 10, y + 20)]);
    sheet.pull((x + 10, y + 20), Facing::West, true, "wld_fl");
}

fn settings(sheet: &mut ChipSheet<'_>) {
    let numbers =
        ["4", "5", "6", "7", "8"].map(|number| (number, format!("button {number} seeds")));
    let mut nets = vec![
        ("Address", "op address"),
        ("Write/Read", "op read"),
        ("Clock", "op clock"),
        ("StFlag", "op flag"),
        ("Choose", "Choose Setts"),
        ("Address_out", "seeds address"),
        ("Value", "seeds value"),
        ("Write/Read_out", "seeds read"),
        ("Clock_out", "seeds clock"),
        ("StFlag_out", "seeds flag"),
    ];
    nets.extend(numbers.iter().map(|(pin, net)| (*pin, net.as_str())));
    sheet.chip(START_SEEDS.name, SEEDS_CHIP, &nets);
    sheet.part(&chip(FIRST_MOVE.name, FIRST_MOVE_NETS), FIRST_CHIP, None);
    let mut put = |at: At, colour: &str, label: &str, net: &str| {
        let set = [
            ("facing", "north"),
            ("color", colour),
            ("label", label),
            ("labelfont", "SansSerif plain 9"),
        ];
        sheet.put(Kind::Button, at, &set, &[net]);
        sheet.wire(net, &[(at.0, at.1 - 20), at]);
    };
    for (seeds, (label, net)) in (4..).zip(&numbers) {
        put(button(Button::Seeds(seeds)), "#a0ffb0", label, net);
    }
    put(
        button(Button::First(Side::North)),
        "#e0c080",
        "AI",
        "button AI",
    );
    put(
        button(Button::First(Side::South)),
        "#7fffe6",
        "You",
        "button You",
    );
    for at in [
        (SEEDS_CHIP.0 + 100, OPERATOR.1),
        (FIRST_CHIP.0 + 60, OPERATOR.1),
    ] {
        sheet.wire("Choose Setts", &[at, (at.0, at.1 - 10)]);
    }
}
