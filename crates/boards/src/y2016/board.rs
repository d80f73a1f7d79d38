//! The board itself: the pad above, the computer below, lights and judges in the middle.

use crate::draw::ChipSheet;
use circuit::project::Facing::{self, East, North, South, West};

use super::chips::WLD;
use super::computer::{REGISTERS, computer, memories, probes, split_bus};
use super::io;
use super::pad::{CHAIN, button_with_driver, display, empty_lines, link, ring, trigger_line};
use console::hardware::y2016::{
    CELL, IO_0, LIGHTS, NORTH_STORE, NORTH_WLD, SOUTH_STORE, SOUTH_WLD, digits, outcome_lights,
};

pub(super) const HUMAN: &str = "#1c7fc4";
pub(super) const COMPUTER: &str = "#f0405a";
const COLOURS: [&str; 4] = ["#00dddd", "#3050ff", "#ff00ff", "#ff0000"];

pub(super) fn draw(sheet: &mut ChipSheet<'_>, image: &[u8; 256]) {
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

fn io_0(sheet: &mut ChipSheet<'_>) {
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
    sheet.chip(io::IO_0.name, IO_0, &nets);
    for (i, light) in io::LIGHTS.into_iter().enumerate() {
        let x = IO_0.0 + 20 + 30 * i as i32;
        let y = IO_0.1 - 10 - 20 * i as i32;
        sheet.wire(light, &[(x, IO_0.1), (x, y)]);
        sheet.tunnel((x, y), East, 1, light);
    }
}

fn status_lights(sheet: &mut ChipSheet<'_>) {
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
fn judges(sheet: &mut ChipSheet<'_>) {
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

fn judge(
    sheet: &mut ChipSheet<'_>,
    (x, y): (i32, i32),
    facing: Facing,
    store: i32,
    names: [&str; 2],
) {
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
    sheet.chip_facing(WLD.name, at, facing, "", &nets);
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
    outcome_leds(sheet, facing, &lights);
}

fn outcome_leds(sheet: &mut ChipSheet<'_>, facing: Facing, nets: &[String; 3]) {
    let first = if facing == West { 3 } else { 0 };
    let names = ["win", "draw", "lose"];
    for i in 0..3 {
        let (_, (x, y)) = outcome_lights()[first + i];
        let (colour, side, text) = match facing {
            West => (COMPUTER, South, (x, y - 30)),
            _ => (HUMAN, North, (x, y + 36)),
        };
        sheet.led((x, y), side, colour, "", &nets[i]);
        sheet.text(text, 9, names[i]);
    }
}
