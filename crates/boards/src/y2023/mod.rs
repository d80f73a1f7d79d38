//! The board of 2023: one processor, four banks, RAM that the display drivers listen to, and chips that answer in the place
//! of single cells.

mod board;
mod buttons;
mod cells;
mod numbers;
mod operator;
mod rows;

use crate::cdm8;
use crate::draw::Drawing;

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

const USER_COLOUR: &str = "#19bfbf";
const AI_COLOUR: &str = "#d64cb4";
