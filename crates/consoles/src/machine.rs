//! The interface shared by all ways of running a machine.

use cdm8::debug::expr::Thing;
use circuit::sim::Simulator;

use crate::model::Model;
use crate::panel::{Button, Panel};

/// A machine under power: time passes in half-ticks of its clock, buttons go down and up between them.
///
/// The first half-tick after power-on is a rising edge. Processor, memories and chips load on the falling one, so a panel
/// changes there, or at once when a button goes down.
pub trait Machine {
    fn model(&self) -> Model;

    /// Holds down exactly these buttons from now on.
    fn hold(&mut self, buttons: &[Button]);

    fn half_tick(&mut self);

    /// Half-ticks since power-on.
    fn half_ticks(&self) -> u64;

    /// Whole clocks until the processor is between two instructions; at least one instruction.
    fn step(&mut self);

    fn panel(&self) -> Panel;

    /// The byte of data memory the processor would read there now, without the side effects of a read.
    fn peek(&self, address: u8) -> u8;

    /// The processor has halted.
    fn is_stopped(&self) -> bool;

    /// The state of the processor's pins.
    fn registers(&self) -> Registers;

    /// The address of data space that the last half-tick wrote to; `None` except directly after such a half-tick.
    fn wrote(&self) -> Option<u8>;

    /// Whether the clock is low and the next clock fetches an instruction; in every clock of a halted processor.
    fn is_between_instructions(&self) -> bool;

    /// Appends the whole state except the number of half-ticks.
    fn save_state(&self, state: &mut Vec<u8>);

    /// Restores the saved state of a machine of the same kind, at a half-tick.
    fn load_state(&mut self, half_ticks: u64, state: &[u8]);

    /// Changes a register, a flag or a cell of RAM, as a debugger does; nothing else ([`Model::can_set`]).
    fn set(&mut self, thing: &Thing, value: u8);

    /// Estimated nanoseconds of work, over all moments.
    fn effort(&self) -> u64;

    /// Runs this many half-ticks, at full speed.
    fn run(&mut self, half_ticks: u64) {
        for _ in 0..half_ticks {
            self.half_tick();
        }
    }

    /// The program has looked for a person's answer, found none, and keeps looking; true until a button goes down.
    fn is_waiting(&self) -> bool;

    /// The number of the selected ROM bank.
    fn bank(&self) -> usize;

    /// The cell of data memory that was read or written last; none since power-on or since a state was loaded.
    fn touched(&self) -> Option<Touch>;

    /// The circuit it runs on, if any.
    fn simulator(&self) -> Option<&Simulator> {
        None
    }
}

/// A cell of data memory that the processor used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Touch {
    pub address: u8,
    pub written: bool,
}

/// The state of the processor's pins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Registers {
    pub pc: u8,
    pub sp: u8,
    pub ps: u8,
    pub r: [u8; 4],
}

impl Registers {
    /// The number of the register that a thing is or is part of, among pc, sp, ps, r0 to r3, and its contents once the thing
    /// has been set.
    pub fn with(&self, thing: &Thing, value: u8) -> Option<(usize, u8)> {
        match *thing {
            Thing::Pc => Some((0, value)),
            Thing::Sp => Some((1, value)),
            Thing::Ps => Some((2, value)),
            Thing::Flag(mask) if value == 0 => Some((2, self.ps & !mask)),
            Thing::Flag(mask) => Some((2, self.ps | mask)),
            Thing::Reg(number) => Some((3 + number, value)),
            Thing::Byte(..) => None,
        }
    }
}

impl<M: Machine + ?Sized> Machine for Box<M> {
    fn model(&self) -> Model {
        (**self).model()
    }

    fn hold(&mut self, buttons: &[Button]) {
        (**self).hold(buttons);
    }

    fn half_tick(&mut self) {
        (**self).half_tick();
    }

    fn half_ticks(&self) -> u64 {
        (**self).half_ticks()
    }

    fn step(&mut self) {
        (**self).step();
    }

    fn panel(&self) -> Panel {
        (**self).panel()
    }

    fn peek(&self, address: u8) -> u8 {
        (**self).peek(address)
    }

    fn is_stopped(&self) -> bool {
        (**self).is_stopped()
    }

    fn is_waiting(&self) -> bool {
        (**self).is_waiting()
    }

    fn registers(&self) -> Registers {
        (**self).registers()
    }

    fn wrote(&self) -> Option<u8> {
        (**self).wrote()
    }

    fn is_between_instructions(&self) -> bool {
        (**self).is_between_instructions()
    }

    fn save_state(&self, state: &mut Vec<u8>) {
        (**self).save_state(state);
    }

    fn load_state(&mut self, half_ticks: u64, state: &[u8]) {
        (**self).load_state(half_ticks, state);
    }

    fn set(&mut self, thing: &Thing, value: u8) {
        (**self).set(thing, value);
    }

    fn effort(&self) -> u64 {
        (**self).effort()
    }

    fn run(&mut self, half_ticks: u64) {
        (**self).run(half_ticks);
    }

    fn bank(&self) -> usize {
        (**self).bank()
    }

    fn touched(&self) -> Option<Touch> {
        (**self).touched()
    }

    fn simulator(&self) -> Option<&Simulator> {
        (**self).simulator()
    }
}
