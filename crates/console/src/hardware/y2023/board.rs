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

use circuit::draw::Sheet;
use circuit::model::{Facing, Kind};
use kalah::Side;

use super::buttons::{FIRST_MOVE, START_SEEDS, USER_MOVE};
use super::cells::{AI_MOVE, BUTTON_DRIVER, DISPLAY_DRIVER};
use super::numbers::PLUS_ONE;
use super::operator::{GAME_OPERATOR, MESSAGES, WLD};
use crate::map::y2023::{AI_EMPTY, MESSAGE, USER_EMPTY};
use crate::panel::{Button, Light};

type At = (i32, i32);

/// The user's row: its first cell's corner. The AI's row ends at the same x.
const LEFT: i32 = 310;
const RIGHT: i32 = LEFT + 6 * CELL;
const CELL: i32 = 120;
/// The upper edge of the user's drivers and the lower edge of the AI's.
const USER: i32 = 570;
const AI: i32 = 200;
const USER_STORE: At = (1260, 410);
const AI_STORE: At = (80, 340);
pub const OPERATOR: At = (540, 800);
pub const SEEDS_CHIP: At = (OPERATOR.0 + 170, OPERATOR.1);
pub const FIRST_CHIP: At = (OPERATOR.0 + 300, OPERATOR.1);
pub const USER_MOVE_CHIP: At = (100, 640);
pub const MESSAGES_CHIP: At = (140, 800);
pub const USER_WLD: At = (RIGHT + 10, 500);
pub const AI_WLD: At = (LEFT, 270);

const USER_COLOUR: &str = "#19bfbf";
const AI_COLOUR: &str = "#d64cb4";

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

pub fn board(sheet: &mut Sheet<'_>) {
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

/// Tens and units of an index 1 to 7 or 9 to 15.
pub fn digits(index: i32) -> [At; 2] {
    match index {
        1..=6 => {
            let x = LEFT + CELL * (index - 1);
            [(x + 20, USER), (x + 60, USER)]
        }
        7 => {
            let (x, y) = USER_STORE;
            [(x - 90, y - 40), (x - 50, y - 40)]
        }
        15 => {
            let (x, y) = AI_STORE;
            [(x + 40, y + 80), (x + 80, y + 80)]
        }
        _ => {
            let x = ai_right(index);
            [(x - 70, AI + 90), (x - 30, AI + 90)]
        }
    }
}

/// The right edge of the cells over the AI's pit 9 to 14.
fn ai_right(index: i32) -> i32 {
    RIGHT - CELL * (index - 9)
}

/// The 5x5 matrix over the AI's pit 9 to 14.
pub fn lamp(index: i32) -> At {
    (ai_right(index) - 80, AI - 130)
}

pub fn button(button: Button) -> At {
    match button {
        Button::Pit(number) => (LEFT + CELL * (i32::from(number) - 1) + 60, USER + 140),
        Button::Seeds(seeds) => (SEEDS_CHIP.0 + 20 * (i32::from(seeds) - 3), OPERATOR.1 + 140),
        Button::First(Side::North) => (FIRST_CHIP.0 + 40, OPERATOR.1 + 140),
        Button::First(Side::South) => (FIRST_CHIP.0 + 80, OPERATOR.1 + 140),
    }
}

/// The first of the five LEDs of a light, and its caption, which is the tunnel from Messages.
pub fn light(light: Light) -> (At, &'static str) {
    let row = |place: i32| (LEFT + 100 + CELL * place, 440);
    match light {
        Light::GameOver => ((LEFT + 340, 370), "GAME OVER"),
        Light::ChooseSettings => (row(0), "Choose Setts"),
        Light::Computing => (row(1), "Computing"),
        Light::WaitMove => (row(2), "Wait Move"),
        Light::Error => (row(3), "Error"),
        _ => (row(4), "Calculate Holes"),
    }
}

pub const LIGHTS: [Light; 6] = [
    Light::GameOver,
    Light::ChooseSettings,
    Light::Computing,
    Light::WaitMove,
    Light::Error,
    Light::CalculateHoles,
];

/// What runs along the chain of display drivers, by the place of a driver in it: pin, net and the pin it leaves by.
fn driver(
    sheet: &mut Sheet<'_>,
    at: At,
    facing: Facing,
    place: i32,
    index: i32,
    more: &[(&str, &str)],
) {
    let last = place == 13;
    let before = |name: &str| match (name, place) {
        ("self", 6 | 7) if place == 7 => "self gap".to_string(),
        (_, 0) => match name {
            "addr" => "Proc_addr".to_string(),
            "data" => "Data".to_string(),
            "clock" => "Cl".to_string(),
            "flag" => "MemDat".to_string(),
            _ => "self 0".to_string(),
        },
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
    sheet.chip_facing(DISPLAY_DRIVER, at, facing, "", &nets);
}

fn show(sheet: &mut Sheet<'_>, index: i32, colour: &str) {
    let [tens, units] = digits(index);
    sheet.digit(tens, colour, &format!("tens {index}"));
    sheet.digit(units, colour, &format!("units {index}"));
}

fn user_row(sheet: &mut Sheet<'_>) {
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

fn ai_row(sheet: &mut Sheet<'_>) {
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
        // The digits hang upside down: tens and units change places, behind the digits the wires go down.
        let [tens, units] = digits(index);
        let corners = [(x - 20, AI), (x - 20, AI + 10), (tens.0, AI + 10), tens];
        sheet.wire(&format!("tens {index}"), &corners);
        let corners = [(x - 60, AI), (x - 60, AI + 20), (units.0, AI + 20), units];
        sheet.wire(&format!("units {index}"), &corners);
        sheet.wire("ai zero", &[(x - 100, AI), (x - 100, AI + 120)]);
        ai_cell(sheet, index);
    }
    let y = AI + 120;
    sheet.wire("ai zero", &[(LEFT + 20, y), (RIGHT - 80, y)]);
    sheet.pull((RIGHT - 80, y), Facing::West, true, "ai zero");
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

fn constant(sheet: &mut Sheet<'_>, at: At, facing: Facing, value: u8, net: &str) {
    let value = format!("0x{value:x}");
    let set = [
        ("facing", facing.name()),
        ("width", "8"),
        ("value", &*value),
    ];
    sheet.put(Kind::Constant, at, &set, &[net]);
}

fn ai_cell(sheet: &mut Sheet<'_>, index: i32) {
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
    sheet.chip(AI_MOVE, (right - CELL, top), &nets);
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

fn stores(sheet: &mut Sheet<'_>) {
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
        (x + 20, y + 90),
        (tens.0, y + 90),
        tens,
    ];
    sheet.wire("tens 15", &corners);
    let corners = [
        (x, y + 60),
        (x + 10, y + 60),
        (x + 10, y + 100),
        (units.0, y + 100),
        units,
    ];
    sheet.wire("units 15", &corners);
}

/// The wires around the corners: user's row to its store, that to the AI's row with one more for the gap between the
/// indices 7 and 9, that to the AI's store.
fn chain(sheet: &mut Sheet<'_>) {
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
    sheet.chip_facing(PLUS_ONE, (RIGHT + 100, AI - 20), Facing::West, "", &nets);
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

fn caption(sheet: &mut Sheet<'_>, at: At, facing: Facing, net: &str) {
    let set = [
        ("facing", facing.name()),
        ("label", net),
        ("labelfont", "SansSerif bold 14"),
    ];
    sheet.put(Kind::Tunnel, at, &set, &[net]);
}

fn lights(sheet: &mut Sheet<'_>) {
    for each in LIGHTS {
        let ((x, y), net) = light(each);
        let over = each == Light::GameOver;
        let (facing, stem) = if over {
            (Facing::North, -10)
        } else {
            (Facing::South, 10)
        };
        for k in 0..5 {
            sheet.led((x + 20 * k, y), facing, "#00d7ef", "", net);
        }
        sheet.wire(net, &[(x, y), (x + 80, y)]);
        sheet.wire(net, &[(x + 40, y), (x + 40, y + stem)]);
        let sign = if over { Facing::South } else { Facing::North };
        caption(sheet, (x + 40, y + stem), sign, net);
    }
}

fn user_buttons(sheet: &mut Sheet<'_>) {
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
        sheet.chip(BUTTON_DRIVER, (x, top), &nets);
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
    let nets = [
        ("Clock", "Cl"),
        ("StFlag", "MemDat"),
        ("Wait_move", "Wait Move"),
        ("ProcAdr", "Proc_addr"),
        ("Id_cell", "cell_id"),
        ("Bttn_pressed", "press"),
        ("Need_clear?", "clear_btn_reg"),
        ("wr_id_cell", "Value"),
        ("Need_write", "btn_flag"),
    ];
    sheet.chip(USER_MOVE, USER_MOVE_CHIP, &nets);
}

/// The two WLD chips with their needed cells.
fn ends(sheet: &mut Sheet<'_>) {
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
    sheet.chip(WLD, USER_WLD, &nets("cell 17", "user zero"));
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
    sheet.chip_facing(WLD, AI_WLD, Facing::West, "", &nets("cell 16", "ai zero"));
    constant(sheet, (x - 10, y + 20), Facing::North, AI_EMPTY, "cell 16");
    sheet.wire("cell 16", &[(x - 10, y + 20), (x - 10, y)]);
    sheet.wire("ai zero", &[(x + 20, y - 30), (x, y - 30)]);
    for (i, (net, pin, width)) in stairs.into_iter().enumerate() {
        let height = y + 80 - 20 * i as i32;
        sheet.wire(net, &[(x - pin, y), (x - pin, height), (x - 110, height)]);
        sheet.tunnel((x - 110, height), Facing::East, width, net);
    }
}

fn messages(sheet: &mut Sheet<'_>) {
    let (x, y) = MESSAGES_CHIP;
    constant(sheet, (x - 20, y + 60), Facing::East, MESSAGE, "cell 12");
    sheet.wire("cell 12", &[(x - 20, y + 60), (x, y + 60)]);
    let nets = [
        ("RAM_val", "Data"),
        ("Proc_addr", "Proc_addr"),
        ("Need_addr", "cell 12"),
        ("Cond1", "MemDat"),
        ("Cond2", "Cl"),
        ("Write/Read", "rd/wr'"),
        ("bit0", "Error"),
        ("bit1", "clear_btn_reg"),
        ("bit2", "Choose Setts"),
        ("bit3", "Wait Move"),
        ("bit4", "Computing"),
        ("bit5", "Calculate Holes"),
        ("bit6", "GAME OVER"),
    ];
    sheet.chip(MESSAGES, MESSAGES_CHIP, &nets);
}

fn operator(sheet: &mut Sheet<'_>) {
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
    let nets = [
        ("Clock", "Cl"),
        ("Value", "Value"),
        ("RAM", "RAM"),
        ("Data", "Data"),
        ("ProcAdr", "op address"),
        ("W/R", "op read"),
        ("Cl", "op clock"),
        ("StorageFlag", "op flag"),
    ];
    sheet.chip(GAME_OPERATOR, OPERATOR, &nets);
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

fn settings(sheet: &mut Sheet<'_>) {
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
    sheet.chip(START_SEEDS, SEEDS_CHIP, &nets);
    let nets = [
        ("Address", "seeds address"),
        ("Data", "seeds value"),
        ("Write/Read", "seeds read"),
        ("Clock", "seeds clock"),
        ("StFlag", "seeds flag"),
        ("Choose", "Choose Setts"),
        ("AI", "button AI"),
        ("User", "button You"),
        ("Address_out", "Proc_addr"),
        ("Value", "Value"),
        ("Write/Read_out", "rd/wr'"),
        ("StFlag_out", "MemDat"),
    ];
    sheet.chip(FIRST_MOVE, FIRST_CHIP, &nets);
    let mut put = |at: At, colour: &str, label: &str, net: &str| {
        sheet.button(at, Facing::North, colour, label, net);
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
