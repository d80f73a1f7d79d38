//! The board of 2023: one processor, four banks, RAM that the display drivers listen to, and chips that answer in the place
//! of single cells.

mod board;
mod buttons;
mod cells;
mod numbers;
mod operator;
mod rows;
mod spots;

use circuit::draw::Drawing;
use circuit::project::Location;
use circuit::sim::Simulator;
use kalah::Side;

use super::{Places, cdm8};
use crate::map::y2023::{AI_EMPTY, FIRST, SEEDS, USER_EMPTY, USER_PIT};
use crate::panel::Button;

pub fn drawing() -> Drawing {
    let mut drawing =
        Drawing::new("mancala.circ").with_library("../cdm8/cdm8.circ", &cdm8::drawing());
    numbers::draw(&mut drawing);
    cells::draw(&mut drawing);
    buttons::draw(&mut drawing);
    operator::draw(&mut drawing);
    drawing.chip("Mancala", board::board);
    drawing
}

const PROCESSOR: &str = "/Game_Operator@540,800/@420,140";
const RAM: &str = "/Game_Operator@540,800/RAM@940,260";

/// Where things are on the board.
pub fn places() -> Places {
    let at = |(x, y): (i32, i32)| Location::new(x, y);
    let pair = |index: i32| spots::digits(index).map(at);
    let row = |first: i32| std::array::from_fn(|i| pair(first + i as i32));
    let pits = (1..=6).map(Button::Pit);
    let seeds = (4..=8).map(Button::Seeds);
    let buttons = pits.chain(seeds).chain(Side::BOTH.map(Button::First));
    Places {
        file: "2023/mancala.circ",
        processor: PROCESSOR,
        digits: [row(1), row(9)],
        buttons: buttons
            .map(|button| (button, at(spots::button(button))))
            .collect(),
        lights: spots::LIGHTS
            .iter()
            .map(|&light| (light, at(spots::light(light).0)))
            .collect(),
        lamps: (9..15).map(|index| at(spots::lamp(index))).collect(),
        asks: &[SEEDS, FIRST, USER_PIT],
        peek,
    }
}

/// What a data read would give: chips answer in the place of some cells.
fn peek(sim: &Simulator, address: u8) -> u8 {
    let value = |path: &str| {
        let part = sim.find(path).unwrap_or_else(|error| panic!("{error}"));
        sim.value(part).number().unwrap_or(0) as u8
    };
    match address {
        SEEDS => value("/Start_Seeds@710,800/CHOICE"),
        FIRST => value("/First_Move@840,800/CHOICE"),
        USER_PIT if value("/User_Move@100,640/Wait_move") == 1 => value("/User_Move@100,640/CELL"),
        AI_EMPTY => value("/WLD@310,270/End?"),
        USER_EMPTY => value("/WLD@1040,500/End?"),
        _ => {
            let ram = sim.find(RAM).unwrap_or_else(|error| panic!("{error}"));
            sim.cell(ram, address.into()).unwrap_or(0) as u8
        }
    }
}
