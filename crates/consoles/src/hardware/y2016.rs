//! Where everything stands on the board, for drawing it and for reading it.
//!
//! ```text
//!            ┌────┬────┬────┬────┬────┬────┐
//!     ┌───── │ 14 │ 13 │ 12 │ 11 │ 10 │ 9  │ ◄──────[++]──┐     drivers turned by half, digits below them
//!  ┌────┐    └────┴────┴────┴────┴────┴────┘              │
//!  │ 15 │         make move … error             ┌────┐    │
//!  └────┘    ┌────┬────┬────┬────┬────┬────┐    │ 7  │ ───┘     digits above them
//!   ┌──────┐ │ 1  │ 2  │ 3  │ 4  │ 5  │ 6  │ ─► └────┘
//!   │ IO-0 │ ├────┼────┼────┼────┼────┼────┤
//!   └──────┘ └────┴────┴────┴────┴────┴────┘                     button drivers, buttons below them
//! ```

use circuit::netlist::PartId;
use circuit::project::Location;
use circuit::sim::Simulator;

use super::{At, Places, part};
use crate::map::y2016::IO;
use crate::panel::{Button, Light};

/// Size of a display driver; a button driver is as wide.
pub const CELL: At = (110, 60);
/// The left end of both rows.
pub const ROW_LEFT: i32 = 460;
pub const ROW_RIGHT: i32 = ROW_LEFT + 6 * CELL.0;
/// The top of the computer's and of the human's drivers.
pub const NORTH_ROW: i32 = 180;
pub const SOUTH_ROW: i32 = 630;
pub const NORTH_STORE: At = (130, 320);
pub const SOUTH_STORE: At = (1260, 610);

pub const PROCESSOR: At = (240, 870);
pub const IO_0: At = (ROW_LEFT - 160, SOUTH_ROW);
pub const RAM: At = (1260, 910);
pub const ROM: At = (970, 910);
pub const SOUTH_WLD: At = (1140, 460);
pub const NORTH_WLD: At = (260, 440);

/// The upper left corner of the driver with this index.
pub fn driver(index: i32) -> At {
    match index {
        7 => SOUTH_STORE,
        15 => NORTH_STORE,
        1..=6 => (ROW_LEFT + CELL.0 * (index - 1), SOUTH_ROW),
        _ => (ROW_LEFT + CELL.0 * (14 - index), NORTH_ROW),
    }
}

/// The anchor of the driver: the computer's are turned by half around it.
pub fn anchor(index: i32) -> At {
    let (x, y) = driver(index);
    if is_north(index) {
        (x + CELL.0, y + CELL.1)
    } else {
        (x, y)
    }
}

pub fn is_north(index: i32) -> bool {
    index > 8
}

/// Tens and units of a driver.
pub fn digits(index: i32) -> [At; 2] {
    let (x, y) = driver(index);
    if is_north(index) {
        [(x + 30, y + 170), (x + 70, y + 170)]
    } else {
        [(x + 40, y - 30), (x + 80, y - 30)]
    }
}

pub fn button(index: i32) -> At {
    let (x, y) = driver(index);
    (x + 40, y + 110)
}

/// The LEDs of the four lights; error has three.
pub const LIGHTS: [(usize, Light, At); 6] = [
    (0, Light::MakeMove, (560, 440)),
    (1, Light::Rendering, (700, 440)),
    (2, Light::Strategising, (850, 440)),
    (3, Light::Error, (1000, 440)),
    (3, Light::Error, (980, 440)),
    (3, Light::Error, (1020, 440)),
];

/// Win, draw and lose of the human, then of the computer.
pub fn outcome_lights() -> [(Light, At); 6] {
    let (south, north) = (SOUTH_WLD, NORTH_WLD);
    let below = |x| (south.0 + x, south.1 + 70);
    let above = |x| (north.0 + 100 - x, north.1 - 10);
    [
        (Light::HumanWin, below(20)),
        (Light::HumanDraw, below(50)),
        (Light::HumanLose, below(80)),
        (Light::ComputerWin, above(20)),
        (Light::ComputerDraw, above(50)),
        (Light::ComputerLose, above(80)),
    ]
}

/// Where things are on the board.
pub fn places(file: &'static str) -> Places {
    let row = |first: i32| std::array::from_fn(|i| digits(first + i as i32).map(location));
    let buttons = (1..=6).map(|i| (Button::Pit(i as u8), location(button(i))));
    let states = LIGHTS[..4].iter().map(|&(_, light, at)| (light, at));
    let lights = states.chain(outcome_lights());
    Places {
        file,
        processor: "/@240,870",
        digits: [row(1), row(9)],
        buttons: buttons.collect(),
        lights: lights.map(|(light, at)| (light, location(at))).collect(),
        lamps: Vec::new(),
        asks: &[IO],
        peek,
        ram,
    }
}

fn location((x, y): At) -> Location {
    Location::new(x, y)
}

fn peek(sim: &Simulator, address: u8) -> u8 {
    let register = |(x, y): At, name: &str| {
        let part = sim.find(&format!("/@{x},{y}/{name}"));
        part.map_or(0, |part| sim.value(part).number().unwrap_or(0))
    };
    let seen = match address {
        0xF8 => 0,
        IO => register(IO_0, "button"),
        0xF1.. => register(anchor(i32::from(address & 15)), "content"),
        _ => {
            let (ram, cell) = ram(sim, address);
            sim.cell(ram, cell).unwrap_or(0)
        }
    };
    seen as u8
}

fn ram(sim: &Simulator, address: u8) -> (PartId, u32) {
    (part(sim, &format!("/@{},{}", RAM.0, RAM.1)), address.into())
}
