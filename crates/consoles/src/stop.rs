//! Stop conditions for consoles.

use kalah::Side;
use timeline::{Probe, Watch};

use crate::code::CodeAddress;
use crate::machine::Machine;
use crate::panel::{Light, Panel};
use crate::powered::Powered;

/// Where or when a console stops. Forwards that is just after the event, backwards just before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Before the instruction at one of these places.
    At(Vec<CodeAddress>),
    Changes(Thing),
    /// A value changes.
    Becomes(Thing, u8),
    /// A write to a cell of data space, whatever its value.
    Writes(u8),
    /// A change anywhere on the panel.
    Panel,
    /// It begins to wait for a person.
    Waits,
    /// The processor halts.
    Halts,
}

/// A named value of a console.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thing {
    /// A cell of data space.
    Cell(u8),
    /// r0 to r3.
    Register(u8),
    Pc,
    Sp,
    Ps,
    /// The display of a pit, 1 to 6.
    Pit(Side, u8),
    Store(Side),
    Light(Light),
}

impl Thing {
    /// The value as a signal to record.
    pub fn probe<M: Machine>(self, name: &str) -> Probe<Powered<M>> {
        Probe {
            name: name.to_owned(),
            width: if matches!(self, Thing::Light(_)) {
                1
            } else {
                8
            },
            read: Box::new(move |console| self.read(&console.0).into()),
        }
    }

    pub fn read(self, machine: &impl Machine) -> u8 {
        match self {
            Thing::Cell(address) => machine.peek(address),
            Thing::Register(number) => machine.registers().r[usize::from(number & 3)],
            Thing::Pc => machine.registers().pc,
            Thing::Sp => machine.registers().sp,
            Thing::Ps => machine.registers().ps,
            Thing::Pit(side, pit) => {
                let row = machine.panel().pits[side.index()];
                row.get(usize::from(pit).wrapping_sub(1))
                    .copied()
                    .unwrap_or(0)
            }
            Thing::Store(side) => machine.panel().stores[side.index()],
            Thing::Light(light) => machine.panel().lights.is_on(light).into(),
        }
    }
}

/// Stop conditions to search for on a timeline, at the pace of half-ticks; [`Stops::met`] says which of them was met.
#[derive(Clone, Debug)]
pub struct Stops {
    stops: Vec<Stop>,
    before: Vec<Before>,
    met: Option<usize>,
}

/// The state a stop is compared with.
#[derive(Clone, Debug)]
enum Before {
    Nothing,
    Value(u8),
    Panel(Box<Panel>),
    Held(bool),
}

impl Stops {
    pub fn new(stops: Vec<Stop>) -> Stops {
        Stops {
            stops,
            before: Vec::new(),
            met: None,
        }
    }

    /// The number of the stop that was met last, from 0.
    pub fn met(&self) -> Option<usize> {
        self.met
    }
}

fn note(stop: &Stop, machine: &impl Machine) -> Before {
    match stop {
        Stop::At(_) | Stop::Writes(_) => Before::Nothing,
        Stop::Changes(thing) | Stop::Becomes(thing, _) => Before::Value(thing.read(machine)),
        Stop::Panel => Before::Panel(Box::new(machine.panel())),
        Stop::Waits => Before::Held(machine.is_waiting()),
        Stop::Halts => Before::Held(machine.is_stopped()),
    }
}

fn came_about(stop: &Stop, before: &Before, machine: &impl Machine) -> bool {
    match (stop, before) {
        (Stop::Writes(address), _) => machine.wrote() == Some(*address),
        (Stop::Changes(thing), Before::Value(was)) => thing.read(machine) != *was,
        (Stop::Becomes(thing, value), Before::Value(was)) => {
            was != value && thing.read(machine) == *value
        }
        (Stop::Panel, Before::Panel(was)) => machine.panel() != **was,
        (Stop::Waits, Before::Held(was)) => !was && machine.is_waiting(),
        (Stop::Halts, Before::Held(was)) => !was && machine.is_stopped(),
        _ => false,
    }
}

impl<M: Machine> Watch<Powered<M>> for Stops {
    fn holds(&mut self, Powered(machine): &Powered<M>) -> bool {
        let at = |stop: &Stop| match stop {
            Stop::At(places) => {
                let place = CodeAddress {
                    bank: machine.bank(),
                    address: machine.registers().pc,
                };
                places.contains(&place)
                    && machine.is_between_instructions()
                    && !machine.is_stopped()
            }
            _ => false,
        };
        let met = self.stops.iter().position(at);
        self.met = met.or(self.met);
        met.is_some()
    }

    fn before(&mut self, Powered(machine): &Powered<M>) {
        let notes = self.stops.iter().map(|stop| note(stop, machine));
        self.before.clear();
        self.before.extend(notes);
    }

    fn happened(&mut self, Powered(after): &Powered<M>) -> bool {
        let mut pairs = self.stops.iter().zip(&self.before);
        let met = pairs.position(|(stop, before)| came_about(stop, before, after));
        self.met = met.or(self.met);
        met.is_some()
    }
}
