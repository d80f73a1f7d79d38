//! The board of 2022: pad, user input register, ROM manager, sixteen bytes of RAM, two WLD chips.

use super::board::{Start, Wiring};
use super::chips::Chips;
use crate::map::y2022::{COMPUTER, HUMAN, INITIALISATION, INPUT, LAST, NEXT, REFEREE, ROM, STACK};
use crate::map::{NORTH_STORE, SOUTH_STORE};
use crate::panel::{Button, Light, Lights};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Y2022;

/// Half the seeds. Who has more has won.
const HALF: u8 = 24;

impl Wiring for Y2022 {
    const PAD: u8 = ROM;

    #[inline]
    fn read(chips: &mut Chips, address: u8) -> u8 {
        if address == INPUT && chips.button == 0 && chips.bank == HUMAN {
            chips.waiting = true;
        }
        Self::peek(chips, address)
    }

    #[inline]
    fn peek(chips: &Chips, address: u8) -> u8 {
        match address {
            INPUT => chips.button,
            ROM => 0,
            LAST.. => chips.data[usize::from(address)],
            _ => 0,
        }
    }

    #[inline]
    fn write(chips: &mut Chips, address: u8, value: u8) {
        match address {
            ROM => chips.bank = value & 3,
            INPUT => chips.button = value & 15,
            0xF1.. => chips.write_pad(ROM, address, value),
            LAST.. => chips.data[usize::from(address)] = value,
            _ => {}
        }
    }

    /// Every button pulls the trigger, but the driver of an empty pit passes on its neighbour's position, in the end 0. The
    /// user input register takes it only while the light 'awaiting user' is on.
    fn latch(chips: &mut Chips, button: Button, _written: Option<u8>) {
        if !matches!(button, Button::Pit(_)) || chips.bank != HUMAN || chips.button != 0 {
            return;
        }
        let pressed = |number: &u8| chips.held >> (number - 1) & 1 == 1;
        let has_seeds = |number: &u8| chips.data[usize::from(ROM + number)] > 0;
        if let Some(number) = (1..=6).find(|number| pressed(number) && has_seeds(number)) {
            chips.button = number;
        }
    }

    /// The state lights come from the selected bank, those of the two players' banks from the user input register too: 0
    /// while the player thinks, the pit while it is played.
    fn lights(chips: &Chips) -> Lights {
        let chosen = chips.button != 0;
        let over = [SOUTH_STORE, NORTH_STORE]
            .iter()
            .all(|&store| chips.row_is_empty(ROM, store));
        let (state, on) = match (chips.bank, chosen) {
            (INITIALISATION, _) => (Light::GameStarts, true),
            (REFEREE, _) => (Light::CheckingRules, !over),
            (HUMAN, false) => (Light::AwaitingUser, true),
            (HUMAN, true) => (Light::CalculatingUser, true),
            (_, false) => (Light::MachineThinks, true),
            (_, true) => (Light::CalculatingMachine, true),
        };
        let [south, north] = chips.stores(ROM);
        Lights::default()
            .with(state, on)
            .with(Light::ComputerWin, over && north > HALF)
            .with(Light::Draw, over && (north == HALF || south == HALF))
            .with(Light::HumanWin, over && south > HALF)
    }

    fn arrange(chips: &mut Chips, north_moves: bool, _last: u8) -> Start {
        chips.data[usize::from(LAST)] = 0;
        chips.data[usize::from(NEXT)] = 0;
        chips.button = 0;
        chips.bank = if north_moves { COMPUTER } else { HUMAN };
        Start {
            label: if north_moves { "computer" } else { "human" },
            stack: STACK,
        }
    }
}
