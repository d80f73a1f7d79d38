//! Where everything stands on the board of 2023.

use circuit::netlist::PartId;
use circuit::project::Location;
use circuit::sim::Simulator;
use kalah::Side;

use super::{At, Places, part};
use crate::map::y2023::{AI_EMPTY, FIRST, SEEDS, USER_EMPTY, USER_PIT};
use crate::panel::{Button, Light};

/// The user's row: its first cell's corner. The AI's row ends at the same x.
pub const LEFT: i32 = 310;
pub const RIGHT: i32 = LEFT + 6 * CELL;
pub const CELL: i32 = 120;
/// The upper edge of the user's drivers and the lower edge of the AI's.
pub const USER: i32 = 570;
pub const AI: i32 = 200;
pub const USER_STORE: At = (1260, 410);
pub const AI_STORE: At = (80, 340);
pub const OPERATOR: At = (540, 800);
pub const SEEDS_CHIP: At = (OPERATOR.0 + 170, OPERATOR.1);
pub const FIRST_CHIP: At = (OPERATOR.0 + 300, OPERATOR.1);
pub const USER_MOVE_CHIP: At = (100, 640);
pub const MESSAGES_CHIP: At = (140, 800);
pub const USER_WLD: At = (RIGHT + 10, 500);
pub const AI_WLD: At = (LEFT, 270);

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
            [(x + 50, y + 90), (x + 90, y + 90)]
        }
        _ => {
            let x = ai_right(index);
            [(x - 60, AI + 100), (x - 20, AI + 100)]
        }
    }
}

/// The right edge of the cells over the AI's pit 9 to 14.
pub fn ai_right(index: i32) -> i32 {
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

/// The first of the five LEDs of a light.
pub fn light(light: Light) -> At {
    let row = |place: i32| (LEFT + 40 + 140 * place, 440);
    match light {
        Light::GameOver => (LEFT + 320, 380),
        Light::ChooseSettings => row(0),
        Light::Computing => row(1),
        Light::WaitMove => row(2),
        Light::Error => row(3),
        _ => row(4),
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

const PROCESSOR: &str = "/Game_Operator@540,800/@420,140";
const RAM: &str = "/Game_Operator@540,800/RAM@940,260";

/// Where things are on the board.
pub fn places() -> Places {
    let at = |(x, y): (i32, i32)| Location::new(x, y);
    let pair = |index: i32| digits(index).map(at);
    let row = |first: i32| std::array::from_fn(|i| pair(first + i as i32));
    let pits = (1..=6).map(Button::Pit);
    let seeds = (4..=8).map(Button::Seeds);
    let buttons = pits.chain(seeds).chain(Side::BOTH.map(Button::First));
    Places {
        file: "2023/mancala.circ",
        processor: PROCESSOR,
        digits: [row(1), row(9)],
        buttons: buttons.map(|each| (each, at(button(each)))).collect(),
        lights: LIGHTS.iter().map(|&each| (each, at(light(each)))).collect(),
        lamps: (9..15).map(|index| at(lamp(index))).collect(),
        asks: &[SEEDS, FIRST, USER_PIT],
        peek,
        ram,
    }
}

/// The value of a data read: chips answer in the place of some cells.
fn peek(sim: &Simulator, address: u8) -> u8 {
    let value = |path: &str| sim.value(part(sim, path)).number().unwrap_or(0) as u8;
    match address {
        SEEDS => value("/Start_Seeds@710,800/CHOICE"),
        FIRST => value("/First_Move@840,800/CHOICE"),
        USER_PIT if value("/User_Move@100,640/Wait_move") == 1 => value("/User_Move@100,640/CELL"),
        AI_EMPTY => value("/WLD@310,270/End?"),
        USER_EMPTY => value("/WLD@1040,500/End?"),
        _ => {
            let (ram, cell) = ram(sim, address);
            sim.cell(ram, cell).unwrap_or(0) as u8
        }
    }
}

fn ram(sim: &Simulator, address: u8) -> (PartId, u32) {
    (part(sim, RAM), address.into())
}
