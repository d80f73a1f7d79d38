//! What runs: a console, or any circuit. A [`Timeline`](timeline::Timeline) owns it; this is its subject.

use std::collections::BTreeMap;

use circuit::netlist::PartId;
use circuit::sim::{Input, InputError, Simulator};
use console::{Hand, Machine, Powered, Wired};
use timeline::{Pace, Subject};

use super::chronicle::Chronicle;

/// Something done to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    Hand(Hand),
    Input(Input),
}

/// A console under observation, or a circuit.
pub enum Rig {
    Console {
        powered: Box<Powered<Wired>>,
        chronicle: Box<Chronicle>,
    },
    Circuit(Box<Simulator>),
}

impl Rig {
    pub fn simulator(&self) -> &Simulator {
        match self {
            Rig::Console { powered, .. } => powered.0.simulator(),
            Rig::Circuit(simulator) => simulator,
        }
    }

    pub fn simulator_mut(&mut self) -> &mut Simulator {
        match self {
            Rig::Console { powered, .. } => powered.0.simulator_mut(),
            Rig::Circuit(simulator) => simulator,
        }
    }

    /// The console, if it is one.
    pub fn console(&self) -> Option<&Wired> {
        match self {
            Rig::Console { powered, .. } => Some(&powered.0),
            Rig::Circuit(_) => None,
        }
    }

    pub(crate) fn chronicle(&self) -> Option<&Chronicle> {
        match self {
            Rig::Console { chronicle, .. } => Some(chronicle),
            Rig::Circuit(_) => None,
        }
    }

    pub(crate) fn chronicle_mut(&mut self) -> Option<&mut Chronicle> {
        match self {
            Rig::Console { chronicle, .. } => Some(chronicle),
            Rig::Circuit(_) => None,
        }
    }

    /// The bank that answers and the program counter, if there is a processor we know.
    pub fn place(&self) -> Option<(usize, u8)> {
        let console = self.console()?;
        Some((console.bank(), console.registers().pc))
    }

    /// What a click on a part means: the buttons of a console are pressed and let go of at once.
    pub fn pressed(&self, part: PartId, down: bool) -> Option<Act> {
        let button = |wired: &Wired| {
            let found = wired.buttons().iter().find(|(_, at)| *at == part);
            found.map(|(button, _)| *button)
        };
        match self.console().and_then(button) {
            Some(button) => down.then_some(Act::Hand(Hand::Press(button))),
            None if down => Some(Act::Input(Input::Press(part))),
            None => Some(Act::Input(Input::Release(part))),
        }
    }

    /// Why something cannot be done, if so.
    pub fn accepts(&self, act: &Act) -> Result<(), InputError> {
        match act {
            Act::Hand(_) => Ok(()),
            Act::Input(input) => self.simulator().accepts(input),
        }
    }

    /// As a link writes it, and [`Rig::read`] takes back.
    pub fn text(&self, act: &Act) -> String {
        match act {
            Act::Hand(hand) => hand.to_string(),
            Act::Input(input) => input.text(self.simulator()),
        }
    }

    /// Reads such a line; the files are those it may load, by name.
    pub fn read(&self, text: &str, files: &BTreeMap<String, String>) -> Result<Act, String> {
        let hand = self.console().map(|wired| Hand::read(text, wired));
        match hand {
            Some(Ok(hand)) => Ok(Act::Hand(hand)),
            _ => {
                let mut file = |name: &str| match files.get(name) {
                    Some(text) => Ok(text.clone().into_bytes()),
                    None => Err("there is no such file".to_owned()),
                };
                Input::read(text, self.simulator(), &mut file).map(Act::Input)
            }
        }
    }
}

impl Subject for Rig {
    type Input = Act;

    fn moment(&self) -> u64 {
        self.simulator().ticks()
    }

    fn half_tick(&mut self) {
        match self {
            Rig::Console { powered, chronicle } => {
                powered.0.half_tick();
                chronicle.watch(&powered.0);
            }
            Rig::Circuit(simulator) => simulator.half_tick(),
        }
    }

    fn take(&mut self, act: &Act) {
        match (self, act) {
            (Rig::Console { powered, .. }, Act::Hand(hand)) => powered.take(hand),
            (Rig::Console { powered, .. }, Act::Input(input)) => {
                Subject::take(powered.0.simulator_mut(), input);
            }
            (Rig::Circuit(simulator), Act::Input(input)) => Subject::take(&mut **simulator, input),
            (Rig::Circuit(_), Act::Hand(_)) => {}
        }
    }

    fn save(&self, state: &mut Vec<u8>) {
        match self {
            Rig::Console { powered, .. } => powered.save(state),
            Rig::Circuit(simulator) => Subject::save(&**simulator, state),
        }
    }

    fn load(&mut self, moment: u64, state: &[u8]) {
        match self {
            Rig::Console { powered, .. } => powered.load(moment, state),
            Rig::Circuit(simulator) => Subject::load(&mut **simulator, moment, state),
        }
    }

    fn values(&self, values: &mut Vec<u8>) {
        match self {
            Rig::Console { powered, .. } => powered.values(values),
            Rig::Circuit(simulator) => Subject::values(&**simulator, values),
        }
    }

    fn run(&mut self, half_ticks: u64) {
        match self {
            Rig::Console { .. } => (0..half_ticks).for_each(|_| self.half_tick()),
            Rig::Circuit(simulator) => Subject::run(&mut **simulator, half_ticks),
        }
    }

    fn cycle(&self) -> u64 {
        match self {
            Rig::Console { powered, .. } => powered.cycle(),
            Rig::Circuit(simulator) => simulator.cycle(),
        }
    }

    fn rhythm(&self) -> u64 {
        match self {
            Rig::Console { powered, .. } => powered.rhythm(),
            Rig::Circuit(simulator) => simulator.rhythm(),
        }
    }

    fn between_instructions(&self) -> bool {
        match self {
            Rig::Console { powered, .. } => powered.between_instructions(),
            Rig::Circuit(simulator) => simulator.between_instructions(),
        }
    }

    fn step(&mut self, pace: Pace, most: u64) {
        match self {
            Rig::Console { .. } => {
                for _ in 0..most {
                    self.half_tick();
                    if self.is_at(pace) {
                        return;
                    }
                }
            }
            Rig::Circuit(simulator) => Subject::step(&mut **simulator, pace, most),
        }
    }

    fn effort(&self) -> Option<u64> {
        match self {
            Rig::Console { powered, .. } => powered.effort(),
            Rig::Circuit(simulator) => simulator.effort(),
        }
    }

    fn is_stuck(&self) -> bool {
        self.simulator().is_oscillating()
    }
}
