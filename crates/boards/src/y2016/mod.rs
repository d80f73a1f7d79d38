//! The board of 2016: a pad of fourteen display drivers in a ring, six buttons, IO-0, two WLD chips, and one processor.

mod board;
mod chips;
mod computer;
mod io;
mod pad;

use crate::draw::Drawing;

use crate::cdm8;
use console::Model;
use console::firmware;

/// The board with the reference strategy in its ROM.
pub(crate) fn drawing() -> Drawing {
    with_firmware("mancala.circ", Model::Y2016)
}

/// The same board with mirror play.
pub(crate) fn mirror() -> Drawing {
    with_firmware("mirror.circ", Model::Y2016Mirror)
}

fn with_firmware(file: &str, model: Model) -> Drawing {
    let mut drawing = Drawing::new(file).with_library("../cdm8/cdm8.circ", &cdm8::drawing());
    for chip in [
        &chips::BCD,
        &chips::DISPLAY_DRIVER,
        &chips::BUTTON_DRIVER,
        &chips::INCREMENTER,
        &chips::WLD,
        &io::IO_0,
        &io::SELECT,
    ] {
        drawing.add(chip);
    }
    let image = firmware::banks(model)[0].image();
    drawing.chip("Mancala", |sheet| board::draw(sheet, image));
    drawing
}
