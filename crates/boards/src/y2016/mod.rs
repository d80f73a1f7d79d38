//! The board of 2016: a pad of fourteen display drivers in a ring, six buttons, IO-0, two WLD chips, and one processor.

mod board;
mod chips;
mod io;
mod plan;

use crate::draw::Drawing;

use consoles::Model;
use consoles::firmware;

/// The board with the reference strategy in its ROM.
pub(crate) fn drawing(processor: &Drawing) -> Drawing {
    with_firmware("mancala.circ", Model::Y2016, processor)
}

/// The same board with mirror play.
pub(crate) fn mirror(processor: &Drawing) -> Drawing {
    with_firmware("mirror.circ", Model::Y2016Mirror, processor)
}

fn with_firmware(file: &str, model: Model, processor: &Drawing) -> Drawing {
    let mut drawing = Drawing::new(file).with_library("../cdm8/cdm8.circ", processor);
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
    drawing.circuit("Mancala", &[], &board::parts(image), plan::plan());
    drawing
}
