//! The main circuit: its parts, and the nets that join them. plan.rs has their positions.

use crate::draw::{
    Parts, and, buffer, button, chip, clock, constant, digit, led, not, other, pull_down, pull_up,
    rom, tri,
};
use circuit::project::Kind;

use super::chips::{BUTTON_DRIVER, DISPLAY_DRIVER, INCREMENTER, WLD};
use super::io::{self, SELECT};
use consoles::hardware::cdm8;
use consoles::hardware::y2016::{LIGHTS, is_north};

const HUMAN: &str = "#1c7fc4";
const COMPUTER: &str = "#f0405a";
const COLOURS: [&str; 4] = ["#00dddd", "#3050ff", "#ff00ff", "#ff0000"];

/// What runs through the chain of drivers, as their pins are from the top down.
pub(super) const CHAIN: [&str; 5] = ["data", "pos", "addr", "clock", "dir"];

/// The processor's registers, on nets of the same names.
pub(super) const REGISTERS: [&str; 7] = ["pc", "sp", "ps", "r0", "r1", "r2", "r3"];

/// How a game can end for each of the players.
pub(super) const ENDS: [&str; 3] = ["win", "draw", "lose"];

/// The indices of the drivers.
pub(super) fn drivers() -> impl Iterator<Item = i32> {
    (1..=15).filter(|&index| index != 8)
}

/// A net of the chain between the driver with this index and the next; 0 is IO-0.
pub(super) fn link(pin: &str, index: i32) -> String {
    match (pin, index) {
        ("data", 15) => "I/Odat-out".to_string(),
        _ => format!("{pin} {index}"),
    }
}

pub(super) fn parts(image: &[u8]) -> Parts {
    let mut parts = Parts::default();
    drivers().for_each(|index| display(&mut parts, index));
    (1..=6).for_each(|index| press(&mut parts, index));
    shared_lines(&mut parts);
    io_0(&mut parts);
    judge(&mut parts, "human", 7, HUMAN);
    judge(&mut parts, "computer", 15, COMPUTER);
    bus(&mut parts);
    computer(&mut parts, image);
    parts
}

/// A display driver with its two digits.
fn display(parts: &mut Parts, index: i32) {
    let before = if index == 9 { 7 } else { index - 1 };
    let mut nets = format!("tens: tens {index}, units: units {index}");
    for pin in CHAIN {
        let given = match (pin, index) {
            ("pos", 9) => "pos 8".to_string(),
            _ => link(pin, before),
        };
        nets += &format!(", {pin}: {given}");
        if pin == "data" || index < 15 {
            nets += &format!(", {pin}out: {}", link(pin, index));
        }
    }
    match index {
        1..=6 => nets += &format!(", Z: Z human, posoutsouth: button {index}"),
        9..=14 => nets += ", Z: Z computer",
        _ => {}
    }
    parts.add(chip(DISPLAY_DRIVER.name, &nets).called(&format!("driver {index}")));
    let colour = if is_north(index) { COMPUTER } else { HUMAN };
    for net in [format!("tens {index}"), format!("units {index}")] {
        parts.add(digit(&net, colour, &net));
    }
}

/// A button with its driver.
fn press(parts: &mut Parts, index: i32) {
    let before = index - 1;
    let nets = format!(
        "pos: button {index}, addr: code {index}, addrout: code {before}, trigger, button: down {index}"
    );
    parts.add(chip(BUTTON_DRIVER.name, &nets).called(&format!("button driver {index}")));
    let (name, down) = (format!("button {index}"), format!("down {index}"));
    parts.add(button(&name, "#40c4ff", &index.to_string(), &down));
}

/// Every button driver may ground the trigger, and every driver of a row its row's line.
fn shared_lines(parts: &mut Parts) {
    parts.extend(&[
        constant("code 6", 4, 0),
        pull_up("trigger", "trigger"),
        pull_up("Z human", "Z human"),
        pull_up("Z computer", "Z computer"),
        // The index gap after the human's store.
        chip(INCREMENTER.name, "pos: pos 7, posout: pos 8"),
    ]);
}

/// The first cell of the chain, and the lights it holds.
fn io_0(parts: &mut Parts) {
    let nets = "data: I/Odat-in, addr: I/Oaddr, clock: I/Oclock, dir: in/out', code: code 0, trigger, \
        dataout: data 0, posout: pos 0, addrout: addr 0, clockout: clock 0, dirout: dir 0, \
        make move, rendering, strategising, error, game over";
    parts.add(chip(io::IO_0.name, nets));
    for (number, (bit, _, _)) in LIGHTS.into_iter().enumerate() {
        let name = format!("light {number}");
        parts.add(led(&name, COLOURS[bit], io::LIGHTS[bit]));
    }
}

/// A WLD chip with its lights.
fn judge(parts: &mut Parts, own: &str, store: i32, colour: &str) {
    let other = if own == "human" { "computer" } else { "human" };
    let nets = format!(
        "tens: tens {store}, units: units {store}, Z: Z {own}, over: game over, tell: told {other}, \
        hear: told {own}, win: {own} win, draw: {own} draw, lose: {own} lose"
    );
    parts.add(chip(WLD.name, &nets).called(&format!("WLD {own}")));
    for end in ENDS {
        let net = format!("{own} {end}");
        parts.add(led(&net, colour, &net));
    }
}

/// The system's I/Odat is split into two that never meet, so that the ring is not a loop.
fn bus(parts: &mut Parts) {
    parts.extend(&[
        and("I/O write", 1, &["I/O", "!rd/wr'"]),
        tri("I/Odat-in", 8, "I/Odat", "I/O write"),
        and("I/O read", 1, &["I/O", "rd/wr'"]),
        tri("I/Odat", 8, "I/Odat-out", "I/O read"),
        and("I/Oclock", 1, &["clock", "I/O"]),
        buffer("in/out'", 1, "rd/wr'"),
    ]);
}

/// The processor, the address selection, its memories, and the value of the undriven bus: 0.
#[rustfmt::skip]
fn computer(parts: &mut Parts, image: &[u8]) {
    parts.extend(&[
        clock("clock"),
        constant("no interrupt", 1, 0),
        constant("no vector", 3, 0),
        chip(cdm8::CHIP, "clock, data in: I/Odat, IRQ: no interrupt, vec: no vector, address, data out, mem, rd/wr', \
            data/ins', pc, sp, ps, r0, r1, r2, r3"),
        chip(SELECT.name, "address, mem, data/ins', I/Oaddr, I/O, RAM, ROM"),

        not("writes", 1, "rd/wr'"),
        tri("I/Odat", 8, "data out", "writes").called("data out"),

        rom("program", image, ["I/Odat", "address", "ROM"]),
        not("strobe", 1, "clock"),
        other("RAM", Kind::Ram, &[("addrWidth", "8"), ("dataWidth", "8"), ("bus", "combined")],
            &["I/Odat", "address", "RAM", "rd/wr'", "", "strobe"]),
        pull_down("silence", "I/Odat"),
    ]);
    for name in REGISTERS {
        parts.add(other(name, Kind::Probe, &[("label", ""), ("radix", "16")], &[name]));
    }
}
