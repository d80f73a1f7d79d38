//! The board of 2016: pad of fourteen display drivers, button register, lights, two WLD chips.

use super::board::{Start, Wiring};
use super::chips::Chips;
use crate::Model;
use crate::map::y2016::{
    ERROR, GAME_OVER, IO, LAST, MAKE_MOVE, OWN, RENDERING, STACK, STRATEGISING,
};
use crate::map::{NORTH_STORE, SOUTH_STORE};
use crate::panel::{Button, Light, Lights};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Y2016;

/// A display driver's register has six bits.
const CONTENT: u8 = 0x3F;
/// Half the seeds.
const HALF: u8 = 24;

impl Wiring for Y2016 {
    const PAD: u8 = IO;

    #[inline]
    fn read(chips: &mut Chips, address: u8) -> u8 {
        if address == IO && chips.button == 0 && Self::lights(chips).ask(Model::Y2016) {
            chips.waiting = true;
        }
        Self::peek(chips, address)
    }

    #[inline]
    fn peek(chips: &Chips, address: u8) -> u8 {
        match address {
            IO => chips.button,
            _ => chips.data[usize::from(address)],
        }
    }

    #[inline]
    fn write(chips: &mut Chips, address: u8, value: u8) {
        match address {
            IO => {
                chips.lights = value & (MAKE_MOVE | RENDERING | STRATEGISING | ERROR | GAME_OVER);
                Self::writing(chips, IO);
            }
            0xF8 => {}
            0xF1.. => chips.write_pad(IO, address, value & CONTENT),
            _ => chips.data[usize::from(address)] = value,
        }
    }

    /// The button register is held at 0 while a light shows that no move is awaited, and while IO-0 is written.
    fn latch(chips: &mut Chips, button: Button, written: Option<u8>) {
        let closed = chips.lights & (RENDERING | STRATEGISING | GAME_OVER) != 0;
        if let (Button::Pit(number), false) = (button, closed || written == Some(IO)) {
            chips.button = number;
        }
    }

    /// IO-0 clears the button register when it is written to.
    fn writing(chips: &mut Chips, address: u8) {
        if address == IO {
            chips.button = 0;
        }
    }

    fn lights(chips: &Chips) -> Lights {
        let on = |bit| chips.lights & bit != 0;
        let status = Lights::default()
            .with(Light::MakeMove, on(MAKE_MOVE))
            .with(Light::Rendering, on(RENDERING))
            .with(Light::Strategising, on(STRATEGISING))
            .with(Light::Error, on(ERROR));
        match on(GAME_OVER) {
            true => wld(status, chips),
            false => status,
        }
    }

    fn arrange(chips: &mut Chips, north_moves: bool, last: u8) -> Start {
        let own = if north_moves {
            NORTH_STORE
        } else {
            SOUTH_STORE
        };
        chips.data[usize::from(OWN)] = own;
        chips.data[usize::from(LAST)] = last;
        chips.lights = RENDERING;
        chips.button = 0;
        Start {
            label: "turn",
            stack: STACK,
        }
    }
}

/// Each chip sees its own row and its own store; the one that finds its row empty knows the outcome and sends it to the other.
fn wld(mut lights: Lights, chips: &Chips) -> Lights {
    const HUMAN: [Light; 3] = [Light::HumanWin, Light::HumanDraw, Light::HumanLose];
    const COMPUTER: [Light; 3] = [Light::ComputerWin, Light::ComputerDraw, Light::ComputerLose];
    let [south, north] = chips.stores(IO);
    for (store, seeds, own, other) in [
        (SOUTH_STORE, south, HUMAN, COMPUTER),
        (NORTH_STORE, north, COMPUTER, HUMAN),
    ] {
        if chips.row_is_empty(IO, store) {
            let place = match seeds.cmp(&HALF) {
                std::cmp::Ordering::Greater => 0,
                std::cmp::Ordering::Equal => 1,
                std::cmp::Ordering::Less => 2,
            };
            lights = lights.with(own[place], true).with(other[2 - place], true);
        }
    }
    lights
}
