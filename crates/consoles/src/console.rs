//! A console and the person in front of it.

use crate::fast::Fast;
use crate::machine::Machine;
use crate::model::Model;
use crate::panel::{Button, Panel, Phase};
use kalah::Side;

/// Why a machine stopped running.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settled {
    /// It waits for a person.
    Waiting,
    /// The game has ended and the processor has halted.
    Stopped,
    /// It was still busy when the time limit ran out.
    Busy,
}

/// A machine and the hand that presses its buttons.
#[derive(Clone, Debug)]
pub struct Console<M = Fast> {
    pub machine: M,
}

impl Console<Fast> {
    /// A console at power-on, run natively.
    pub fn fast(model: Model) -> Console<Fast> {
        Console::new(Fast::new(model))
    }
}

impl<M: Machine> Console<M> {
    /// Upper bound for the half-ticks between two questions to the human.
    pub const PATIENCE: u64 = 4_000_000;

    pub fn new(machine: M) -> Console<M> {
        Console { machine }
    }

    pub fn panel(&self) -> Panel {
        self.machine.panel()
    }

    /// Presses and releases a button, at this moment.
    pub fn press(&mut self, button: Button) {
        self.machine.hold(&[button]);
        self.machine.hold(&[]);
    }

    /// Runs until the machine waits for a person or has halted.
    pub fn settle(&mut self) -> Settled {
        self.settle_within(Self::PATIENCE)
    }

    pub(crate) fn settle_within(&mut self, half_ticks: u64) -> Settled {
        let end = self.machine.half_ticks().saturating_add(half_ticks);
        loop {
            if self.machine.is_stopped() {
                return Settled::Stopped;
            }
            if self.machine.is_waiting() {
                return Settled::Waiting;
            }
            if self.machine.half_ticks() >= end {
                return Settled::Busy;
            }
            self.machine.step();
        }
    }

    /// Runs from power-on to the first move and makes the settings, on a console that has any.
    pub fn start(&mut self, seeds: u8, first: Side) -> Settled {
        let settled = self.settle();
        if self.panel().phase() != Phase::Settings {
            return settled;
        }
        self.press(Button::Seeds(seeds));
        self.settle();
        self.press(Button::First(first));
        self.settle()
    }

    /// Presses a pit and runs until the machine has made the move and its reply.
    pub fn play(&mut self, pit: u8) -> Settled {
        self.press(Button::Pit(pit));
        self.settle()
    }
}
