//! The board of 2016.

use circuit::draw::Drawing;
use circuit::model::Location;

use super::{Places, cdm8};

pub fn drawing() -> Drawing {
    let mut drawing =
        Drawing::new("mancala.circ").with_library("../cdm8/cdm8.circ", &cdm8::drawing());
    drawing.chip("Mancala", |sheet| {
        sheet.chip(cdm8::CHIP, (400, 400), &[]);
        sheet.text((400, 100), 24, "MANCALA");
    });
    drawing
}

pub fn mirror() -> Drawing {
    drawing()
}

/// Where things are on the board.
pub fn places(file: &'static str) -> Places {
    Places {
        file,
        processor: "/@400,400",
        digits: [[[Location::new(0, 0); 2]; 7]; 2],
        buttons: Vec::new(),
        lights: Vec::new(),
        lamps: Vec::new(),
        asks: &[],
        peek: |_, _| 0,
    }
}
