//! The engines that can run a console.

use std::fmt;
use std::str::FromStr;

use consoles::{Fast, Machine, Powered, Processor, Wired};

use crate::firmware::Firmware;

/// A console on a timeline, on any engine.
pub type Running = Powered<AnyMachine>;
/// A console on any engine.
pub type AnyMachine = Box<dyn Machine>;

/// The engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// The native processor, the chips as small models.
    Fast,
    /// The board's circuits with the native processor in the socket.
    Chips,
    /// Everything simulated from circuits, with the processor made of gates.
    Gates,
}

impl Engine {
    pub const ALL: [Engine; 3] = [Engine::Fast, Engine::Chips, Engine::Gates];

    /// The engine's name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Fast => "fast",
            Engine::Chips => "chips",
            Engine::Gates => "gates",
        }
    }

    /// The next engine, cyclically.
    pub fn next(self) -> Engine {
        let at = Engine::ALL.iter().position(|one| *one == self);
        Engine::ALL[(at.unwrap_or(0) + 1) % Engine::ALL.len()]
    }

    /// The processor in the board's socket, for an engine that simulates the board.
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

/// Unknown engine name.
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
