//! The committed circuits in `hardware/`, and where things stand on their boards.
//!
//! The crate `boards` draws the files and takes the places from here.

pub mod cdm8;
pub mod y2016;
pub mod y2022;
pub mod y2023;

use circuit::netlist::PartId;
use circuit::project::Location;
use circuit::sim::Simulator;

use crate::model::Model;
use crate::panel::{Button, Light};

/// A place on a board.
pub type At = (i32, i32);

/// A circuit file, with its path under `hardware/`.
pub struct File {
    pub path: &'static str,
    /// The file as it was committed.
    pub text: &'static str,
}

macro_rules! file {
    ($path:literal) => {
        File {
            path: $path,
            text: include_str!(concat!("../../../../hardware/", $path)),
        }
    };
}

/// All circuit files; a library comes before those that use it.
pub const FILES: &[File] = &[
    file!("cdm8/cdm8.circ"),
    file!("2016/mancala.circ"),
    file!("2016/mirror.circ"),
    file!("2022/mancala.circ"),
    file!("2023/mancala.circ"),
];

/// Where things are on the board of a console.
pub fn places(model: Model) -> Places {
    match model {
        Model::Y2016 => y2016::places("2016/mancala.circ"),
        Model::Y2016Mirror => y2016::places("2016/mirror.circ"),
        Model::Y2022 => y2022::places(),
        Model::Y2023 => y2023::places(),
    }
}

/// Where things are on a board, for code that displays it or presses its buttons.
#[derive(Clone)]
pub struct Places {
    /// The main circuit's file, among [`FILES`].
    pub file: &'static str,
    /// The path of the processor.
    pub processor: &'static str,
    /// Tens and units: south's pits from 1 to 6 and store, then north's.
    pub digits: [[[Location; 2]; 7]; 2],
    pub buttons: Vec<(Button, Location)>,
    /// One LED of every light; LEDs that are lit together are on one net.
    pub lights: Vec<(Light, Location)>,
    /// The matrices over north's pits, from pit 1 on; none before 2023.
    pub lamps: Vec<Location>,
    /// The data addresses the program reads when it waits for a person.
    pub asks: &'static [u8],
    /// The value of a data read of an address now.
    pub peek: fn(&Simulator, u8) -> u8,
    /// The RAM and its cell for an address that [`Model::can_set`] gives.
    pub ram: fn(&Simulator, u8) -> (PartId, u32),
}

/// A part that every board is known to have.
fn part(sim: &Simulator, path: &str) -> PartId {
    sim.find(path).unwrap_or_else(|error| panic!("{error}"))
}
