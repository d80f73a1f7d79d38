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

use crate::cdm8;
use crate::draw::Drawing;

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
