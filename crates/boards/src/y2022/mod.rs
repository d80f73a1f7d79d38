//! The board of 2022: the game pad of its document above, the processor related circuits below.
//!
//! ```text
//!   pad.rs         the cells of the ring: button register, button driver, ++, WLD
//!   processing.rs  address managers, user input register, big controlled buffer, ROM manager
//!   board.rs       the main circuit: its parts and nets
//!   plan           their positions
//! ```

mod board;
mod pad;
mod plan;
mod processing;

use crate::draw::Drawing;

pub(crate) fn drawing(processor: &Drawing) -> Drawing {
    let mut drawing = Drawing::new("mancala.circ").with_library("../cdm8/cdm8.circ", processor);
    for chip in [
        &pad::BCD,
        &pad::BUTTON_REGISTER,
        &pad::BUTTON_REGISTER_AI,
        &pad::BUTTON_DRIVER,
        &pad::INCREMENT,
        &pad::WLD,
        &processing::GAMEPAD_ADDRESS_MANAGER,
        &processing::RAM_ADDRESS_MANAGER,
        &processing::DELAY,
        &processing::USER_INPUT_REGISTER,
        &processing::BIG_CONTROLLED_BUFFER,
        &processing::ROM_MANAGER,
    ] {
        drawing.add(chip);
    }
    drawing.circuit("Mancala", &[], &board::parts(), plan::plan());
    drawing
}
