//! The memory maps: the data space of each console, and the meanings of its bits.
//!
//! Nothing else in the project knows these numbers. The tables are the ones of `firmware/*/README.md`; a test compares the
//! two, and the labels of the firmware with both.

use kalah::Side;

use crate::model::Model;

/// A cell or a run of cells of data space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    pub first: u8,
    pub last: u8,
    /// Its label in the firmware, if it has one.
    pub name: &'static str,
}

const fn cell(address: u8, name: &'static str) -> Cell {
    cells(address, address, name)
}

const fn cells(first: u8, last: u8, name: &'static str) -> Cell {
    Cell { first, last, name }
}

/// The map of a console, by address.
pub fn of(model: Model) -> &'static [Cell] {
    match model {
        Model::Y2016 | Model::Y2016Mirror => &y2016::MAP,
        Model::Y2022 => &y2022::MAP,
        Model::Y2023 => &y2023::MAP,
    }
}

/// A short description of an address: `pit 3`, `AI 2`, `MESSAGE`.
pub fn label(model: Model, address: u8) -> String {
    let cell = of(model)
        .iter()
        .find(|cell| (cell.first..=cell.last).contains(&address));
    let Some(cell) = cell else {
        return String::new();
    };
    let number = address - cell.first + 1;
    match cell.name {
        "user's pits" | "human's pits" => format!("pit {number}"),
        "user's store" | "human's store" => "store".to_owned(),
        "AI's pits" | "computer's pits" => format!("AI {number}"),
        "AI's store" | "computer's store" => "AI store".to_owned(),
        name if cell.first == cell.last => name.to_owned(),
        name if cell.last - cell.first < 16 => format!("{name} {number}"),
        _ => format!("{address:02x}"),
    }
}

/// Whether an address is plain RAM: no display shows it, and no chip answers in its place or follows it.
pub(crate) fn is_ram(model: Model, address: u8) -> bool {
    match model {
        Model::Y2016 | Model::Y2016Mirror => address < y2016::IO,
        Model::Y2022 => (y2022::LAST..y2022::ROM).contains(&address),
        Model::Y2023 => {
            use y2023::{AI_EMPTY, AI_PIT, BANK, MESSAGE, USER_EMPTY, USER_PIT};
            let chips = [BANK, MESSAGE, AI_PIT, USER_PIT, AI_EMPTY, USER_EMPTY];
            address > NORTH_STORE && !chips.contains(&address)
        }
    }
}

/// The pit, or the store (no number), whose seeds a cell holds.
pub fn house(model: Model, address: u8) -> Option<(Side, Option<u8>)> {
    let mut cells = of(model).iter();
    let cell = cells.find(|cell| (cell.first..=cell.last).contains(&address))?;
    let pit = Some(address - cell.first + 1);
    match cell.name {
        "user's pits" | "human's pits" => Some((Side::South, pit)),
        "AI's pits" | "computer's pits" => Some((Side::North, pit)),
        "user's store" | "human's store" => Some((Side::South, None)),
        "AI's store" | "computer's store" => Some((Side::North, None)),
        _ => None,
    }
}

/// The visible register bits a program writes, as masks: the lights of 2016, the messages of 2023.
pub fn bits(model: Model) -> &'static [(u8, &'static str)] {
    match model {
        Model::Y2016 | Model::Y2016Mirror => &y2016::BITS,
        Model::Y2022 => &[],
        Model::Y2023 => &y2023::BITS,
    }
}

/// The index of the human's store; the pits are 1 to 6.
pub const SOUTH_STORE: u8 = 7;
/// The index of the computer's store; the pits are 9 to 14.
pub const NORTH_STORE: u8 = 15;

/// One processor, one ROM, RAM and the pad at F0.
pub mod y2016 {
    use super::{Cell, cell, cells};

    /// Index of the mover's own store.
    pub(crate) const OWN: u8 = 0x00;
    pub(crate) const LAST: u8 = 0x10;
    pub(crate) const FEWEST: u8 = 0x11;
    pub(crate) const BEST: u8 = 0x12;
    /// The stack grows down from here.
    pub const STACK: u8 = 0xF0;
    /// Read: the button register. Written: the lights. The pad starts here.
    pub(crate) const IO: u8 = 0xF0;

    pub(crate) const MAKE_MOVE: u8 = 0x01;
    pub(crate) const RENDERING: u8 = 0x02;
    pub(crate) const STRATEGISING: u8 = 0x04;
    pub const ERROR: u8 = 0x08;
    pub(crate) const GAME_OVER: u8 = 0x10;

    pub(super) const BITS: [(u8, &str); 5] = [
        (MAKE_MOVE, "MAKE_MOVE"),
        (RENDERING, "RENDERING"),
        (STRATEGISING, "STRATEGISING"),
        (ERROR, "ERROR"),
        (GAME_OVER, "GAME_OVER"),
    ];

    pub(super) const MAP: [Cell; 12] = [
        cell(OWN, "OWN"),
        cells(0x01, 0x0F, "COPY"),
        cell(LAST, "LAST"),
        cell(FEWEST, "FEWEST"),
        cell(BEST, "BEST"),
        cells(0x13, 0xEF, "STACK"),
        cell(IO, "IO"),
        cells(0xF1, 0xF6, "human's pits"),
        cell(0xF7, "human's store"),
        cell(0xF8, "unused"),
        cells(0xF9, 0xFE, "computer's pits"),
        cell(0xFF, "computer's store"),
    ];
}

/// Four ROM banks, sixteen bytes of RAM, everything else in chips.
pub mod y2022 {
    use super::{Cell, cell, cells};

    /// Where the last seed fell.
    pub(crate) const LAST: u8 = 0xE0;
    /// The bank of the next player.
    pub(crate) const NEXT: u8 = 0xE1;
    /// The stack grows down from here.
    pub const STACK: u8 = 0xF0;
    /// The control byte of the ROM manager. The pad starts here.
    pub const ROM: u8 = 0xF0;
    /// The user input register.
    pub const INPUT: u8 = 0xF8;

    pub(crate) const INITIALISATION: u8 = 0;
    pub const REFEREE: u8 = 1;
    pub const HUMAN: u8 = 2;
    pub const COMPUTER: u8 = 3;

    pub(super) const MAP: [Cell; 10] = [
        cells(0x00, 0xDF, "nothing"),
        cell(LAST, "LAST"),
        cell(NEXT, "NEXT"),
        cells(0xE2, 0xEF, "STACK"),
        cell(ROM, "PAD"),
        cells(0xF1, 0xF6, "human's pits"),
        cell(0xF7, "human's store"),
        cell(INPUT, "INPUT"),
        cells(0xF9, 0xFE, "computer's pits"),
        cell(0xFF, "computer's store"),
    ];
}

/// Four ROM banks, RAM with the pad at 00, chips that answer in the place of single cells.
pub mod y2023 {
    use super::{Cell, cell, cells};

    pub const SEEDS: u8 = 0x00;
    pub const FIRST: u8 = 0x08;
    pub(crate) const READY: u8 = 0x10;
    pub const BANK: u8 = 0x11;
    pub const MESSAGE: u8 = 0x12;
    pub(crate) const TURN: u8 = 0x13;
    pub const AI_PIT: u8 = 0x14;
    pub const USER_PIT: u8 = 0x15;
    pub const AI_EMPTY: u8 = 0x16;
    pub const USER_EMPTY: u8 = 0x17;
    pub(crate) const CAPTURE: u8 = 0x19;
    pub const REPEAT: u8 = 0x1A;
    pub const MOST: u8 = 0x1B;
    pub(crate) const MOST_PIT: u8 = 0x1C;
    pub const GROWTH: u8 = 0x1D;
    /// The stack grows down from here: its first byte is FF.
    pub const STACK: u8 = 0x00;

    /// The bits of [`MESSAGE`].
    pub const ERROR: u8 = 0x01;
    pub(crate) const CLEAR: u8 = 0x02;
    pub(crate) const CHOOSE: u8 = 0x04;
    pub const WAIT: u8 = 0x08;
    pub(crate) const DECIDING: u8 = 0x10;
    pub(crate) const MAKING: u8 = 0x20;
    pub(crate) const OVER: u8 = 0x40;

    pub(super) const BITS: [(u8, &str); 7] = [
        (ERROR, "ERROR"),
        (CLEAR, "CLEAR"),
        (CHOOSE, "CHOOSE"),
        (WAIT, "WAIT"),
        (DECIDING, "DECIDING"),
        (MAKING, "MAKING"),
        (OVER, "OVER"),
    ];

    pub const MAIN: u8 = 0;
    pub const DEEP_PURPLE: u8 = 1;
    pub const USER: u8 = 2;
    pub const MOVE_MAKER: u8 = 3;

    /// The values of `TURN` and [`FIRST`].
    pub const IS_USER: u8 = 1;
    pub const IS_AI: u8 = 2;

    pub(super) const MAP: [Cell; 21] = [
        cell(SEEDS, "SEEDS"),
        cells(0x01, 0x06, "user's pits"),
        cell(0x07, "user's store"),
        cell(FIRST, "FIRST"),
        cells(0x09, 0x0E, "AI's pits"),
        cell(0x0F, "AI's store"),
        cell(READY, "READY"),
        cell(BANK, "BANK"),
        cell(MESSAGE, "MESSAGE"),
        cell(TURN, "TURN"),
        cell(AI_PIT, "AI_PIT"),
        cell(USER_PIT, "USER_PIT"),
        cell(AI_EMPTY, "AI_EMPTY"),
        cell(USER_EMPTY, "USER_EMPTY"),
        cell(0x18, "unused"),
        cell(CAPTURE, "CAPTURE"),
        cell(REPEAT, "REPEAT"),
        cell(MOST, "MOST"),
        cell(MOST_PIT, "MOST_PIT"),
        cell(GROWTH, "GROWTH"),
        cells(0x1E, 0xFF, "STACK"),
    ];
}
