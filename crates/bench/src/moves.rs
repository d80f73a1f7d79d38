//! Moves on a console: what "the next move" and "the last move" are, on every face.
//!
//! A move is at the half-tick at which the program lifts the seeds of a pit. Forwards, a journey also ends where the console
//! begins to wait for a person or has halted: no move will come then without input.

use consoles::story::{Event, Stop, stops};
use consoles::{Machine, Panel, Powered};

use crate::engine::Running;
use crate::firmware::Firmware;
use crate::journey::Specimen;

/// The places where a firmware shows what it does.
pub struct Story {
    /// By bank and address: which of `stops`.
    index: Vec<[u8; 256]>,
    stops: Vec<Stop>,
}

const NONE: u8 = u8::MAX;

impl Story {
    pub fn new(firmware: &Firmware) -> Story {
        let mut stops = stops(firmware.model, &firmware.banks);
        stops.truncate(usize::from(NONE));
        let mut index = vec![[NONE; 256]; firmware.banks.len()];
        for (number, stop) in stops.iter().enumerate() {
            index[stop.bank][usize::from(stop.address)] = number as u8;
        }
        Story { index, stops }
    }

    /// The event at this moment, if the program is at one of these places.
    pub fn event(&self, machine: &impl Machine) -> Option<Event> {
        if !machine.is_between_instructions() {
            return None;
        }
        let (bank, pc) = (machine.bank(), machine.registers().pc);
        let stop = self.index.get(bank)?[usize::from(pc)];
        self.stops.get(usize::from(stop))?.tell(machine)
    }

    /// Whether a move begins at this moment.
    pub fn moves(&self, machine: &impl Machine) -> bool {
        self.event(machine)
            .is_some_and(|event| event.mover().is_some())
    }
}

/// Whether no move will come without input.
pub fn rests(machine: &impl Machine) -> bool {
    machine.is_waiting() || machine.is_stopped()
}

impl Specimen for Story {
    type Subject = Running;
    type Face = Panel;

    fn face(&self, Powered(machine): &Running) -> Panel {
        machine.panel()
    }

    fn is_at_rest(&self, Powered(machine): &Running) -> bool {
        rests(machine)
    }

    fn moves(&self, Powered(machine): &Running) -> bool {
        Story::moves(self, machine)
    }

    fn rests(&self, Powered(machine): &Running) -> bool {
        rests(machine)
    }
}
