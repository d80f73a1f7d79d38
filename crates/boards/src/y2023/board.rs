//! The game field: its parts, and the nets that join them. plan has their positions.

use crate::draw::{Parts, button, chip, clock, constant, digit, led, other, pull_down, pull_up};
use circuit::project::Kind;

use super::buttons::{FIRST_MOVE, START_SEEDS, USER_MOVE};
use super::cells::{AI_MOVE, BUTTON_DRIVER, DISPLAY_DRIVER};
use super::listeners::{MESSAGES, WLD};
use super::numbers::PLUS_ONE;
use super::operator::GAME_OPERATOR;
use super::{AI_COLOUR, USER_COLOUR};
use consoles::Light;
use consoles::hardware::y2023::LIGHTS;
use consoles::map::y2023::{AI_EMPTY, MESSAGE, USER_EMPTY};

/// What runs along the chain of display drivers: its nets, the pin it comes in by and the one it leaves by.
const CHAIN: [(&str, &str, &str); 5] = [
    ("addr", "addr_field", "addr_field_out"),
    ("self", "chain_addr_in", "chain_addr_out"),
    ("data", "ram_data_in", "ram_data_out"),
    ("clock", "Cl", "Cl_out"),
    ("flag", "ram_flag", "ram_flag_out"),
];

/// The chain along the cells over the AI's holes: the net of the first, and the prefixes of the others'.
const LAMP_CHAIN: [(&str, &str, &str, &str); 5] = [
    ("Data", "lamp data", "Ram_data_in", "Ram_data_out"),
    ("RAM", "lamp RAM", "Ram_flag", "Ram_flag_out"),
    ("hole 9", "hole", "Chain_addr_in", "Chain_addr_out"),
    ("Proc_addr", "lamp address", "Proc_addr", "Proc_addr_out"),
    ("Cl", "lamp clock", "Cl", "Cl_out"),
];

/// The numbers of the seeds a game can start with.
pub(super) const SEEDS: [&str; 5] = ["4", "5", "6", "7", "8"];

/// The caption of a light, which is the tunnel from Messages.
pub(super) fn message(light: Light) -> &'static str {
    match light {
        Light::GameOver => "GAME OVER",
        Light::ChooseSettings => "Choose Setts",
        Light::Computing => "Computing",
        Light::WaitMove => "Wait Move",
        Light::Error => "Error",
        _ => "Calculate Holes",
    }
}

/// Each message has its own colour: red only for a mistake, green when it is the person's turn.
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

pub(super) fn parts() -> Parts {
    let mut parts = Parts::default();
    let indices = (1..=7).chain(9..=15);
    for (place, index) in (0..).zip(indices) {
        display(&mut parts, place, index);
    }
    (9..=14).for_each(|index| lamp(&mut parts, index));
    (1..=6).for_each(|index| press(&mut parts, index));
    lights(&mut parts);
    listeners(&mut parts);
    operator(&mut parts);
    settings(&mut parts);
    parts
}

/// A display driver with its digits, by its place in the chain.
fn display(parts: &mut Parts, place: i32, index: i32) {
    let mut nets = format!("tens: tens {index}, units: units {index}");
    for (name, into, out) in CHAIN {
        let before = match (name, place) {
            ("addr", 0) => "Proc_addr".to_string(),
            ("data", 0) => "Data".to_string(),
            ("clock", 0) => "Cl".to_string(),
            ("flag", 0) => "MemDat".to_string(),
            ("self", 7) => "self gap".to_string(),
            _ => format!("{name} {place}"),
        };
        nets += &format!(", {into}: {before}");
        if index < 15 {
            nets += &format!(", {out}: {name} {}", place + 1);
        }
    }
    match index {
        1..=6 => nets += &format!(", is_zero: user zero, pos: pos {index}"),
        9..=14 => nets += ", is_zero: ai zero",
        _ => {}
    }
    parts.add(chip(DISPLAY_DRIVER.name, &nets).called(&format!("driver {index}")));
    let colour = if index < 8 { USER_COLOUR } else { AI_COLOUR };
    for net in [format!("tens {index}"), format!("units {index}")] {
        parts.add(digit(&net, colour, &net));
    }
}

/// The cell over a hole of the AI, and its lamp.
fn lamp(parts: &mut Parts, index: i32) {
    let columns: [String; 5] = std::array::from_fn(|k| format!("lamp {index} {k}"));
    let mut nets: Vec<String> = (0..)
        .zip(&columns)
        .map(|(k, net)| format!("Move?{k}: {net}"))
        .collect();
    for (first, name, into, out) in LAMP_CHAIN {
        let before = match index {
            9 => first.to_string(),
            _ => format!("{name} {index}"),
        };
        nets.push(format!("{into}: {before}"));
        if index < 14 {
            nets.push(format!("{out}: {name} {}", index + 1));
        }
    }
    parts.add(chip(AI_MOVE.name, &nets.join(", ")).called(&format!("hole {index}")));
    let set = [
        ("inputtype", "column"),
        ("matrixcols", "5"),
        ("matrixrows", "5"),
        ("color", "#e040ff"),
    ];
    let columns: [&str; 5] = std::array::from_fn(|k| &*columns[k]);
    parts.add(other(
        &format!("lamp {index}"),
        Kind::DotMatrix,
        &set,
        &columns,
    ));
}

/// A button of the user with its driver.
fn press(parts: &mut Parts, index: i32) {
    let outer = match index {
        1 => "cell_id".to_string(),
        _ => format!("cell {}", index - 1),
    };
    let nets = format!(
        "pos: pos {index}, Addr_in: cell {index}, Addr_out: {outer}, Button: button {index}, Trigger: press"
    );
    parts.add(chip(BUTTON_DRIVER.name, &nets).called(&format!("button driver {index}")));
    let pressed = format!("button {index}");
    parts.add(button(&pressed, "#7fffe6", &index.to_string(), &pressed));
}

/// Five LEDs per message.
fn lights(parts: &mut Parts) {
    for light in LIGHTS {
        for k in 0..5 {
            let name = format!("{} {k}", message(light));
            parts.add(led(&name, colour(light), message(light)));
        }
    }
}

/// The chips that answer in the place of single cells, with the addresses they answer to.
#[rustfmt::skip]
fn listeners(parts: &mut Parts) {
    let end = |cell: &str, zero: &str| format!(
        "Doc_Cell: {cell}, Write/Read: rd/wr', Clock: Cl, DatMem: MemDat, Address: Proc_addr, End?: {zero}, Data: Value, RAM: wld_fl"
    );
    parts.extend(&[
        constant("self 0", 8, 0),
        chip(PLUS_ONE.name, "In: self 7, Out: self gap"),
        pull_up("user zero", "user zero"),
        pull_up("ai zero", "ai zero"),
        constant("hole 9", 8, 9).called("first hole"),

        constant("cell 6", 8, 0),
        pull_down("press", "press"),
        chip(USER_MOVE.name, "Clock: Cl, StFlag: MemDat, Wait_move: Wait Move, ProcAdr: Proc_addr, Id_cell: cell_id, \
            Bttn_pressed: press, Need_clear?: clear_btn_reg, wr_id_cell: Value, Need_write: btn_flag"),

        constant("cell 17", 8, USER_EMPTY.into()),
        chip(WLD.name, &end("cell 17", "user zero")).called("user WLD"),
        constant("cell 16", 8, AI_EMPTY.into()),
        chip(WLD.name, &end("cell 16", "ai zero")).called("ai WLD"),

        constant("cell 12", 8, MESSAGE.into()),
        chip(MESSAGES.name, "RAM_val: Data, Proc_addr, Need_addr: cell 12, Cond1: MemDat, Cond2: Cl, \
            Write/Read: rd/wr', bit0: Error, bit1: clear_btn_reg, bit2: Choose Setts, bit3: Wait Move, \
            bit4: Computing, bit5: Calculate Holes, bit6: GAME OVER"),
    ]);
}

/// The processor's box, and when the RAM answers it.
#[rustfmt::skip]
fn operator(parts: &mut Parts) {
    parts.extend(&[
        clock("Cl"),
        chip(GAME_OPERATOR, "Clock: Cl, Value, RAM, Data, ProcAdr: op address, W/R: op read, Cl: op clock, \
            StorageFlag: op flag"),
        other("RAM", Kind::And, &[("inputs", "3"), ("size", "50"), ("negate1", "true")],
            &["RAM", "MemDat", "btn_flag", "wld_fl"]),
        pull_up("wld_fl", "wld_fl"),
    ]);
}

/// The choices before a game: two chips between the processor's box and the buses.
#[rustfmt::skip]
fn settings(parts: &mut Parts) {
    parts.extend(&[
        chip(START_SEEDS.name, "Address: op address, Write/Read: op read, Clock: op clock, StFlag: op flag, \
            Choose: Choose Setts, Address_out: seeds address, Value: seeds value, Write/Read_out: seeds read, \
            Clock_out: seeds clock, StFlag_out: seeds flag, 4: button 4 seeds, 5: button 5 seeds, 6: button 6 seeds, \
            7: button 7 seeds, 8: button 8 seeds"),
        chip(FIRST_MOVE.name, "Address: seeds address, Data: seeds value, Write/Read: seeds read, Clock: seeds clock, \
            StFlag: seeds flag, Choose: Choose Setts, AI: button AI, User: button You, Address_out: Proc_addr, Value, \
            Write/Read_out: rd/wr', StFlag_out: MemDat"),
        button("button AI", "#e0c080", "AI", "button AI").small(),
        button("button You", "#7fffe6", "You", "button You").small(),
    ]);
    for seeds in SEEDS {
        let net = format!("button {seeds} seeds");
        parts.add(button(&net, "#a0ffb0", seeds, &net).small());
    }
}
