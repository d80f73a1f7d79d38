//! The board of 2022: the game pad of its document above, the processor related circuits below.
//!
//! ```text
//!   pad.rs         the cells of the ring: button register, button driver, ++, WLD
//!   processing.rs  address managers, user input register, big controlled buffer, ROM manager
//!   board.rs       the main circuit: the pad
//!   machine.rs     the main circuit: processor, memories, banks, light signals
//! ```

mod board;
mod machine;
mod pad;
mod processing;

use circuit::draw::Drawing;
use circuit::part::State;
use circuit::project::Location;
use circuit::sim::Simulator;

use super::{Places, cdm8};
use crate::map::y2022::{INPUT, LAST, ROM};
use crate::map::{NORTH_STORE, SOUTH_STORE};
use crate::panel::{Button, Light};

pub fn drawing() -> Drawing {
    let mut drawing =
        Drawing::new("mancala.circ").with_library("../cdm8/cdm8.circ", &cdm8::drawing());
    pad::chips(&mut drawing);
    processing::chips(&mut drawing);
    drawing.chip("Mancala", |sheet| {
        board::draw(sheet);
        machine::draw(sheet);
    });
    drawing
}

/// Where things are on the board.
pub fn places() -> Places {
    let at = |(x, y)| Location::new(x, y);
    let digits = |store: u8| std::array::from_fn(|i| board::digits(store - 6 + i as u8).map(at));
    Places {
        file: "2022/mancala.circ",
        processor: "/CdM-8@260,740",
        digits: [digits(SOUTH_STORE), digits(NORTH_STORE)],
        buttons: (1..=6)
            .map(|pit| (Button::Pit(pit), at(board::button(pit))))
            .collect(),
        lights: lights().collect(),
        lamps: Vec::new(),
        asks: &[INPUT],
        peek,
    }
}

fn lights() -> impl Iterator<Item = (Light, Location)> {
    let state = board::LIGHTS.iter().enumerate();
    let state = state.map(|(i, (light, ..))| (*light, board::state_light(i as i32)));
    let winners = [
        (Light::HumanWin, board::HUMAN_WINS),
        (Light::ComputerWin, board::COMPUTER_WINS),
    ];
    let all = state.chain(winners);
    all.map(|(light, (x, y))| (light, Location::new(x, y)))
}

/// Registers and RAM cells by address; where there is none the bus is pulled to 0.
fn peek(sim: &Simulator, address: u8) -> u8 {
    let at = |name: &str, (x, y): (i32, i32)| format!("/{name}@{x},{y}");
    let path = match address {
        INPUT => at("", machine::USER_INPUT) + "/" + processing::INPUT,
        0xF1.. => at("", board::chip(address - ROM)) + "/" + pad::CONTENT,
        LAST..ROM => at("RAM", machine::RAM_BLOCK),
        ROM | ..LAST => return 0,
    };
    let part = sim.find(&path).unwrap_or_else(|error| panic!("{error}"));
    let value = match sim.state(part) {
        State::Clocked { value, .. } => Some(*value),
        _ => sim.cell(part, u32::from(address - LAST)).ok(),
    };
    value.unwrap_or_else(|| panic!("{path} is a register or a memory")) as u8
}
