//! What runs a console.

use std::fmt;
use std::str::FromStr;

use consoles::{Fast, Machine, Powered, Processor, Wired};

use crate::firmware::Firmware;

/// A console on a timeline, whatever runs it.
pub type Running = Powered<AnyMachine>;
/// A console, whatever runs it.
pub type AnyMachine = Box<dyn Machine>;

/// What runs a console.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// The native processor, the chips as small models.
    Fast,
    /// The board's circuits with the native processor in the socket.
    Chips,
    /// Everything from the circuits, the processor of gates included.
    Gates,
}

impl Engine {
    pub const ALL: [Engine; 3] = [Engine::Fast, Engine::Chips, Engine::Gates];

    /// As a person calls it.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Fast => "fast",
            Engine::Chips => "chips",
            Engine::Gates => "gates",
        }
    }

    /// The one after it, in a round.
    pub fn next(self) -> Engine {
        let at = Engine::ALL.iter().position(|one| *one == self);
        Engine::ALL[(at.unwrap_or(0) + 1) % Engine::ALL.len()]
    }

    /// What is in the socket of the board, for an engine that has wires.
    pub fn processor(self) -> Option<Processor> {
        match self {
            Engine::Fast => None,
            Engine::Chips => Some(Processor::Native),
            Engine::Gates => Some(Processor::Gates),
        }
    }

    /// A console of this firmware at power-on.
    pub fn power_on(self, firmware: &Firmware) -> Running {
        Powered(match self.processor() {
            None => Box::new(fast(firmware)),
            Some(processor) => Box::new(wired(firmware, processor)),
        })
    }
}

fn fast(firmware: &Firmware) -> Fast {
    match firmware.is_own() {
        true => Fast::new(firmware.model),
        false => Fast::with_banks(firmware.model, firmware.banks.clone()),
    }
}

/// A console from its circuits, at power-on.
pub fn wired(firmware: &Firmware, processor: Processor) -> Wired {
    match firmware.is_own() {
        true => Wired::new(firmware.model, processor),
        false => Wired::with_banks(firmware.model, processor, &firmware.banks),
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// No engine has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected fast, chips or gates, found '{0}'")]
pub struct UnknownEngine(String);

impl FromStr for Engine {
    type Err = UnknownEngine;

    fn from_str(name: &str) -> Result<Engine, UnknownEngine> {
        let mut all = Engine::ALL.into_iter();
        let found = all.find(|engine| engine.name() == name);
        found.ok_or_else(|| UnknownEngine(name.to_owned()))
    }
}
