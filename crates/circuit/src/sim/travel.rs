//! A circuit on a timeline: its inputs, and how they are undone.

use std::sync::Arc;

use timeline::{Pace, Subject};

use super::{InputError, Simulator};
use crate::component::{Behaviour, State};
use crate::netlist::PartId;
use crate::project::Image;
use crate::value::Value;

/// An input from outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    Press(PartId),
    Release(PartId),
    /// An input pin of the top circuit.
    Set(PartId, Value),
    /// A cell of a memory.
    SetCell(PartId, u32, u32),
    /// The contents of a register, counter or flip-flop.
    SetHeld(PartId, u32),
    Type(PartId, String),
    Joystick(PartId, i8, i8),
    /// Fills a memory, from a file of this name.
    Load(PartId, String, Arc<Image>),
}

/// Estimated cost of an evaluation of a part, in nanoseconds.
const EVALUATION: u64 = 20;

impl Simulator {
    /// Applies it, or returns why that is impossible. An input that is possible once is possible at any time.
    pub fn act(&mut self, input: &Input) -> Result<(), InputError> {
        match input {
            Input::Press(part) => self.press(*part),
            Input::Release(part) => self.release(*part),
            Input::Set(part, value) => self.set_pin(*part, *value),
            Input::SetCell(part, address, value) => self.set_cell(*part, *address, *value),
            Input::SetHeld(part, value) => self.set_held(*part, *value),
            Input::Type(part, text) => self.type_keys(*part, text).map(|_| ()),
            Input::Joystick(part, x, y) => self.move_joystick(*part, *x, *y),
            Input::Load(part, _, image) => self.load_memory(*part, image),
        }
    }

    /// Why an input is impossible, if so.
    pub fn accepts(&self, input: &Input) -> Result<(), InputError> {
        match input {
            Input::Press(part) | Input::Release(part) => {
                match self.shared.behaviour(&self.design, *part) {
                    Behaviour::Button(_) => Ok(()),
                    _ => Err(self.wrong_part(*part, "button")),
                }
            }
            Input::Set(part, value) => self.pin_value(*part, *value).map(|_| ()),
            Input::SetCell(part, address, _) => self.cell(*part, *address).map(|_| ()),
            Input::SetHeld(part, _) => self.accepts_held(*part).map(|_| ()),
            Input::Type(part, text) => self.keyboard_room(*part, text).map(|_| ()),
            Input::Joystick(part, ..) => match self.shared.states[*part] {
                State::Stick { .. } => Ok(()),
                _ => Err(self.wrong_part(*part, "joystick")),
            },
            Input::Load(part, _, image) => self.fits(*part, image),
        }
    }

    /// After this many half-ticks all clocks are where they were.
    pub(super) fn rhythm(&self) -> u64 {
        self.periods().fold(2, least_common_multiple)
    }

    /// The lengths of the clocks' cycles, in half-ticks.
    fn periods(&self) -> impl Iterator<Item = u64> {
        let clocks = self.shared.frame.clocks.iter();
        clocks.filter_map(|&part| match self.shared.behaviour(&self.design, part) {
            Behaviour::Clock(clock) => Some(clock.period()),
            _ => None,
        })
    }
}

impl Subject for Simulator {
    type Input = Input;

    fn moment(&self) -> u64 {
        self.ticks()
    }

    fn half_tick(&mut self) {
        Simulator::half_tick(self);
    }

    fn take(&mut self, input: &Input) {
        // Impossible inputs were refused when they were first tried.
        let _ = self.act(input);
    }

    fn save(&self, state: &mut Vec<u8>) {
        self.save_state(state);
    }

    fn load(&mut self, moment: u64, state: &[u8]) {
        self.load_state(moment, state);
    }

    fn values(&self, values: &mut Vec<u8>) {
        for net in self.design.net_ids() {
            self.net(net).word.save(values);
        }
    }

    fn run(&mut self, half_ticks: u64) {
        Simulator::run(self, half_ticks);
    }

    fn cycle(&self) -> u64 {
        self.periods().min().unwrap_or(2)
    }

    fn rhythm(&self) -> u64 {
        Simulator::rhythm(self)
    }

    fn step(&mut self, pace: Pace, most: u64) {
        let unit = match pace {
            Pace::HalfTick => 1,
            Pace::Clock | Pace::Instruction => self.cycle(),
        };
        let way = unit - self.ticks() % unit;
        Simulator::run(self, way.min(most));
    }

    fn effort(&self) -> Option<u64> {
        Some(self.evaluations().saturating_mul(EVALUATION))
    }

    fn is_stuck(&self) -> bool {
        self.is_oscillating()
    }
}

fn least_common_multiple(a: u64, b: u64) -> u64 {
    let (mut x, mut y) = (a, b.max(1));
    while y != 0 {
        (x, y) = (y, x % y);
    }
    (a / x).saturating_mul(b.max(1))
}
