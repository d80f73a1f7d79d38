//! The board of 2023: RAM whose first cells the display drivers follow, and chips that answer in the place of single cells.

use super::board::{Start, Wiring};
use super::chips::Chips;
use crate::map::y2023::{
    AI_EMPTY, AI_PIT, BANK, CHOOSE, CLEAR, DECIDING, DEEP_PURPLE, ERROR, FIRST, IS_AI, IS_USER,
    MAKING, MESSAGE, OVER, READY, SEEDS, STACK, TURN, USER, USER_EMPTY, USER_PIT, WAIT,
};
use crate::map::{NORTH_STORE, SOUTH_STORE};
use crate::panel::{Button, Light, Lights};
use kalah::Side;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Y2023;

/// Messages loads the byte the processor reads from its cell.
fn show(chips: &mut Chips, messages: u8) {
    chips.lights = messages;
    if messages & CLEAR != 0 {
        chips.button = 0;
    }
}

impl Wiring for Y2023 {
    const PAD: u8 = 0x00;

    #[inline]
    fn read(chips: &mut Chips, address: u8) -> u8 {
        let value = Self::peek(chips, address);
        let asked = match address {
            SEEDS | FIRST => CHOOSE,
            USER_PIT => WAIT,
            MESSAGE => {
                show(chips, value);
                return value;
            }
            _ => return value,
        };
        chips.waiting |= value == 0 && chips.lights & asked != 0;
        value
    }

    #[inline]
    fn peek(chips: &Chips, address: u8) -> u8 {
        match address {
            SEEDS => chips.seeds,
            FIRST => chips.first,
            USER_PIT if chips.lights & WAIT != 0 => chips.button,
            AI_EMPTY => u8::from(chips.row_is_empty(Self::PAD, NORTH_STORE)),
            USER_EMPTY => u8::from(chips.row_is_empty(Self::PAD, SOUTH_STORE)),
            _ => chips.data[usize::from(address)],
        }
    }

    #[inline]
    fn write(chips: &mut Chips, address: u8, value: u8) {
        match address {
            0x00..=0x0F => return chips.write_pad(Self::PAD, address, value),
            BANK => chips.bank = value & 3,
            AI_PIT => chips.lamp = value,
            _ => {}
        }
        chips.data[usize::from(address)] = value;
    }

    fn latch(chips: &mut Chips, button: Button, _written: Option<u8>) {
        let on = |bit| chips.lights & bit != 0;
        match button {
            Button::Pit(number) if on(WAIT) && !on(CLEAR) => chips.button = number,
            Button::Seeds(seeds) if on(CHOOSE) => chips.seeds = seeds,
            Button::First(Side::South) if on(CHOOSE) => chips.first = IS_USER,
            Button::First(Side::North) if on(CHOOSE) => chips.first = IS_AI,
            _ => {}
        }
    }

    fn lights(chips: &Chips) -> Lights {
        let on = |bit| chips.lights & bit != 0;
        Lights::default()
            .with(Light::Error, on(ERROR))
            .with(Light::ChooseSettings, on(CHOOSE))
            .with(Light::WaitMove, on(WAIT))
            .with(Light::Computing, on(DECIDING))
            .with(Light::CalculateHoles, on(MAKING))
            .with(Light::GameOver, on(OVER))
    }

    fn arrange(chips: &mut Chips, north_moves: bool, _last: u8) -> Start {
        chips.data[usize::from(READY)] = 1;
        chips.data[usize::from(TURN)] = if north_moves { IS_AI } else { IS_USER };
        chips.data[usize::from(MESSAGE)] = MAKING;
        (chips.lights, chips.button, chips.lamp) = (MAKING, 0, 0);
        chips.bank = if north_moves { DEEP_PURPLE } else { USER };
        Start {
            label: if north_moves { "deep_purple" } else { "user" },
            stack: STACK,
        }
    }
}
