//! Where everything stands on the board of 2022.

use circuit::netlist::PartId;
use circuit::project::Location;
use circuit::sim::Simulator;

use super::{At, Places, part};
use crate::map::y2022::{INPUT, LAST, ROM};
use crate::map::{NORTH_STORE, SOUTH_STORE};
use crate::panel::{Button, Light};

pub const PROCESSOR: At = (260, 740);
pub const USER_INPUT: At = (960, 740);
pub const RAM_BLOCK: At = (1080, 1010);

/// The label of the register in the user input register.
pub const USER_INPUT_LABEL: &str = "input";
/// The label of the register in a cell of the pad.
pub const CELL_LABEL: &str = "content";

/// The state lights from left to right.
pub const LIGHTS: [Light; 6] = [
    Light::CalculatingMachine,
    Light::MachineThinks,
    Light::GameStarts,
    Light::CheckingRules,
    Light::AwaitingUser,
    Light::CalculatingUser,
];

/// The winner lights between the rows: the first of five LEDs.
pub const WINNERS: [(Light, At); 3] = [
    (Light::ComputerWin, (390, 360)),
    (Light::Draw, (590, 360)),
    (Light::HumanWin, (790, 360)),
];

/// The first of the three LEDs of a state light.
pub fn state_light(index: i32) -> At {
    (360 + 100 * index, 310)
}

/// The upper left corner of the cell with this position.
pub fn cell(position: u8) -> At {
    let column = i32::from(position) % 8 - 1;
    match position {
        SOUTH_STORE => (1020, 410),
        NORTH_STORE => (120, 230),
        1..SOUTH_STORE => (300 + 110 * column, 480),
        _ => (850 - 110 * column, 110),
    }
}

/// The anchor of the cell; the computer's are turned around that corner.
pub fn chip(position: u8) -> At {
    let (x, y) = cell(position);
    match position {
        ..=SOUTH_STORE => (x, y),
        _ => (x + 110, y + 60),
    }
}

/// The digits for tens and units of a pit or store.
pub fn digits(position: u8) -> [At; 2] {
    let (x, y) = cell(position);
    let y = match position {
        SOUTH_STORE => y - 30,
        NORTH_STORE => y + 150,
        1..SOUTH_STORE => y - 10,
        _ => y + 160,
    };
    [(x + 30, y), (x + 70, y)]
}

/// The button under a pit of the human.
pub fn button(pit: u8) -> At {
    let (x, y) = cell(pit);
    (x + 40, y + 100)
}

/// Where things are on the board.
pub fn places() -> Places {
    let at = |(x, y)| Location::new(x, y);
    let digits = |store: u8| std::array::from_fn(|i| digits(store - 6 + i as u8).map(at));
    Places {
        file: "2022/mancala.circ",
        processor: "/CdM-8@260,740",
        digits: [digits(SOUTH_STORE), digits(NORTH_STORE)],
        buttons: (1..=6)
            .map(|pit| (Button::Pit(pit), at(button(pit))))
            .collect(),
        lights: lights().collect(),
        lamps: Vec::new(),
        asks: &[INPUT],
        peek,
        ram,
    }
}

fn lights() -> impl Iterator<Item = (Light, Location)> {
    let state = LIGHTS.iter().enumerate();
    let state = state.map(|(i, light)| (*light, state_light(i as i32)));
    let all = state.chain(WINNERS);
    all.map(|(light, (x, y))| (light, Location::new(x, y)))
}

/// Registers and RAM cells by address; where there is none the bus is pulled to 0.
fn peek(sim: &Simulator, address: u8) -> u8 {
    let at = |(x, y): (i32, i32)| format!("/@{x},{y}");
    let held = |path: &str| sim.held(part(sim, path)).map(|(value, _)| value);
    let value = match address {
        INPUT => held(&format!("{}/{USER_INPUT_LABEL}", at(USER_INPUT))),
        0xF1.. => held(&format!("{}/{CELL_LABEL}", at(chip(address - ROM)))),
        LAST..ROM => {
            let (ram, cell) = ram(sim, address);
            sim.cell(ram, cell).ok()
        }
        ROM | ..LAST => Some(0),
    };
    let value = value.unwrap_or_else(|| panic!("{address:02x} is a register or a memory"));
    value as u8
}

fn ram(sim: &Simulator, address: u8) -> (PartId, u32) {
    let (x, y) = RAM_BLOCK;
    (
        part(sim, &format!("/RAM@{x},{y}")),
        u32::from(address - LAST),
    )
}
