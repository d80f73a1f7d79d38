//! The board of 2023: one processor, four banks, RAM that the display drivers listen to, and chips that answer in the place
//! of single cells.

mod board;
mod buttons;
mod cells;
mod listeners;
mod lookalike;
mod numbers;
mod operator;
mod plan;

use crate::draw::{Chip, Drawing};

pub use lookalike::{Habit, lookalike};

pub(crate) fn drawing(processor: &Drawing) -> Drawing {
    draw(processor, operator::draw, &cells::AI_MOVE)
}

fn draw(
    processor: &Drawing,
    operator: impl FnOnce(&mut Drawing),
    ai_move: &'static Chip,
) -> Drawing {
    let mut drawing = Drawing::new("mancala.circ").with_library("../cdm8/cdm8.circ", processor);
    for chip in [
        &numbers::PLUS_ONE,
        &numbers::FLAG_BASE,
        &numbers::DIGIT,
        &numbers::BIN_TO_BCD,
        &numbers::BCD_TO_BIN,
        &cells::DISPLAY_DRIVER,
        &cells::BUTTON_DRIVER,
        ai_move,
        &buttons::PRESS,
        &buttons::START_SEEDS,
        &buttons::FIRST_MOVE,
        &buttons::USER_MOVE,
        &listeners::WLD,
        &listeners::MESSAGES,
        &listeners::BANK_SWITCH,
    ] {
        drawing.add(chip);
    }
    operator(&mut drawing);
    drawing.circuit("Mancala", &[], &board::parts(), plan::plan());
    drawing
}

const USER_COLOUR: &str = "#19bfbf";
const AI_COLOUR: &str = "#d64cb4";
