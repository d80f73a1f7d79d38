//! What runs on a [`Timeline`](timeline::Timeline): a console, or any circuit.

use std::collections::BTreeMap;

use circuit::netlist::PartId;
use circuit::sim::{Input, InputError, Simulator};
use consoles::{Hand, Machine, Powered, Processor, Wired};
use timeline::{Pace, Subject};

use crate::chronicle::Chronicle;
use crate::engine::wired;
use crate::firmware::Firmware;
use crate::versions::Versions;

/// An input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    Hand(Hand),
    /// The name is fixed now: the circuit may change later.
    Input(Input, String),
    /// An edit, by the number of the version it makes.
    Edit(usize),
}

/// A console under observation, or a circuit.
pub enum Rig {
    Console {
        powered: Box<Powered<Wired>>,
        chronicle: Box<Chronicle>,
    },
    Circuit(Box<Versions>),
}

impl Rig {
    /// A console from its circuits, at power-on.
    pub fn console_of(firmware: &Firmware, processor: Processor) -> Rig {
        let chronicle = Chronicle::new(firmware);
        Rig::Console {
            powered: Box::new(Powered(wired(firmware, processor))),
            chronicle: Box::new(chronicle),
        }
    }

    pub fn simulator(&self) -> &Simulator {
        match self {
            Rig::Console { powered, .. } => powered.0.simulator(),
            Rig::Circuit(versions) => versions.simulator(),
        }
    }

    pub fn simulator_mut(&mut self) -> &mut Simulator {
        match self {
            Rig::Console { powered, .. } => powered.0.simulator_mut(),
            Rig::Circuit(versions) => versions.simulator_mut(),
        }
    }

    /// The versions of the circuit, unless it is that of a console.
    pub fn versions(&self) -> Option<&Versions> {
        match self {
            Rig::Console { .. } => None,
            Rig::Circuit(versions) => Some(versions),
        }
    }

    /// The console, if it is one.
    pub fn console(&self) -> Option<&Wired> {
        match self {
            Rig::Console { powered, .. } => Some(&powered.0),
            Rig::Circuit(_) => None,
        }
    }

    pub fn chronicle(&self) -> Option<&Chronicle> {
        match self {
            Rig::Console { chronicle, .. } => Some(chronicle),
            Rig::Circuit(_) => None,
        }
    }

    pub fn chronicle_mut(&mut self) -> Option<&mut Chronicle> {
        match self {
            Rig::Console { chronicle, .. } => Some(chronicle),
            Rig::Circuit(_) => None,
        }
    }

    /// The effect of a click on a part: buttons of a console are pressed and released at once.
    pub fn pressed(&self, part: PartId, down: bool) -> Option<Act> {
        let button = |wired: &Wired| {
            let found = wired.buttons().iter().find(|(_, at)| *at == part);
            found.map(|(button, _)| *button)
        };
        match self.console().and_then(button) {
            Some(button) => down.then_some(Act::Hand(Hand::Press(button))),
            None if down => Some(self.input(Input::Press(part))),
            None => Some(self.input(Input::Release(part))),
        }
    }

    fn input(&self, input: Input) -> Act {
        let text = input.text(self.simulator());
        Act::Input(input, text)
    }

    /// Why an act cannot be done, if so.
    pub fn accepts(&self, act: &Act) -> Result<(), InputError> {
        match act {
            Act::Hand(_) | Act::Edit(_) => Ok(()),
            Act::Input(input, _) => self.simulator().accepts(input),
        }
    }

    /// As text for a link; [`Rig::read`] parses it.
    pub fn text(&self, act: &Act) -> String {
        match act {
            Act::Hand(hand) => hand.to_string(),
            Act::Input(_, text) => text.clone(),
            Act::Edit(version) => {
                let name = self
                    .versions()
                    .map_or("", |versions| versions.name(*version));
                name.to_owned()
            }
        }
    }

    /// Parses such a line; the files are those it may load, by name.
    pub fn read(&self, text: &str, files: &BTreeMap<String, String>) -> Result<Act, String> {
        let hand = self.console().map(|wired| Hand::read(text, wired));
        match hand {
            Some(Ok(hand)) => Ok(Act::Hand(hand)),
            _ => {
                let mut file = |name: &str| match files.get(name) {
                    Some(text) => Ok(text.clone().into_bytes()),
                    None => Err("there is no such file".to_owned()),
                };
                let input = Input::read(text, self.simulator(), &mut file);
                input.map(|input| self.input(input))
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
            Rig::Circuit(versions) => versions.simulator_mut().half_tick(),
        }
    }

    fn take(&mut self, act: &Act) {
        match (self, act) {
            (Rig::Console { powered, .. }, Act::Hand(hand)) => powered.take(hand),
            (Rig::Console { powered, .. }, Act::Input(input, _)) => {
                Subject::take(powered.0.simulator_mut(), input);
            }
            (Rig::Circuit(versions), Act::Input(input, _)) => {
                Subject::take(versions.simulator_mut(), input);
            }
            (Rig::Circuit(versions), Act::Edit(version)) => versions.enter(*version),
            (Rig::Circuit(_), Act::Hand(_)) | (Rig::Console { .. }, Act::Edit(_)) => {}
        }
    }

    fn save(&self, state: &mut Vec<u8>) {
        match self {
            Rig::Console { powered, .. } => powered.save(state),
            Rig::Circuit(versions) => versions.save(state),
        }
    }

    fn load(&mut self, moment: u64, state: &[u8]) {
        match self {
            Rig::Console { powered, .. } => powered.load(moment, state),
            Rig::Circuit(versions) => versions.load(moment, state),
        }
    }

    fn values(&self, values: &mut Vec<u8>) {
        match self {
            Rig::Console { powered, .. } => powered.values(values),
            Rig::Circuit(versions) => Subject::values(versions.simulator(), values),
        }
    }

    fn run(&mut self, half_ticks: u64) {
        match self {
            Rig::Console { .. } => (0..half_ticks).for_each(|_| self.half_tick()),
            Rig::Circuit(versions) => Subject::run(versions.simulator_mut(), half_ticks),
        }
    }

    fn cycle(&self) -> u64 {
        match self {
            Rig::Console { powered, .. } => powered.cycle(),
            Rig::Circuit(versions) => versions.simulator().cycle(),
        }
    }

    fn rhythm(&self) -> u64 {
        match self {
            Rig::Console { powered, .. } => powered.rhythm(),
            Rig::Circuit(versions) => versions.simulator().rhythm(),
        }
    }

    fn between_instructions(&self) -> bool {
        match self {
            Rig::Console { powered, .. } => powered.between_instructions(),
            Rig::Circuit(versions) => versions.simulator().between_instructions(),
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
            Rig::Circuit(versions) => Subject::step(versions.simulator_mut(), pace, most),
        }
    }

    fn effort(&self) -> Option<u64> {
        match self {
            Rig::Console { powered, .. } => powered.effort(),
            Rig::Circuit(versions) => versions.simulator().effort(),
        }
    }

    fn is_stuck(&self) -> bool {
        self.simulator().is_oscillating()
    }
}
