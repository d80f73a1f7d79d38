//! The processor, exact to the clock.
//!
//! Every instruction is one fetch clock and its execute clocks. In a clock the processor first shows its request on
//! the bus ([`Cpu::request`]); at the end of the clock, the falling edge, all its registers load ([`Cpu::settle`]).
//! [`Cpu::clock`] does both on a [`Bus`]; [`Cpu::step`] does a whole instruction at once, to the same effect.
//!
//! ```text
//!          fetch                    execute 1 .. n
//! clock  | bus: instr[PC]         | bus: as the microcode asks      |
//!        | IR := byte, PC += 1    | registers load at the end       |
//!        | or, on an interrupt:   |                                 |
//!        | IR := D8, vec latched  | ioi: push PC, push PS, PC, PS   |
//! ```

pub mod alu;
mod micro;
mod step;
#[cfg(test)]
mod tests;

use std::fmt;

use crate::bus::{Access, Bus};
use crate::isa::OPCODES;
use crate::variant::Variant;
use timeline::Reader;

pub(crate) const HALT: u8 = 0xD4;
pub(crate) const WAIT: u8 = 0xD5;
const IOI: u8 = 0xD8;

/// The whole state of the processor: clone it to be able to return to it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cpu {
    /// r0 to r3.
    pub r: [u8; 4],
    /// The address of the next byte to fetch.
    pub pc: u8,
    /// The address of the byte pushed last; the stack grows down.
    pub sp: u8,
    /// `I x x x C V Z N`.
    pub ps: u8,
    /// Clocks since power-on, those of a stopped machine too.
    pub clocks: u64,
    variant: Variant,
    /// The number of the last acknowledged interrupt.
    vector: u8,
    ir: u8,
    /// RX or RR, whichever the instruction uses; 0 between instructions, when neither matters.
    temp: u8,
    /// Execute clocks done of this instruction.
    phase: u8,
    executing: bool,
    /// The clock-stop latch: while set, clocks pass and nothing loads.
    held: bool,
}

/// Why a processor stands still.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stop {
    /// `halt`.
    Halt,
    /// An opcode the circuit has no microcode for: DB to DF.
    Illegal(u8),
    /// IRQ fell in the fetch after a `wait`: the clock stays off for ever.
    Frozen,
    /// In `wait`, and no interrupt can come any more.
    Waiting,
    /// The limit of clocks was reached.
    ClockLimit,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Halt => f.write_str("halt"),
            Stop::Illegal(opcode) => write!(f, "illegal opcode {opcode:02X}"),
            Stop::Frozen => f.write_str("frozen: IRQ fell before the fetch after wait"),
            Stop::Waiting => f.write_str("waiting for an interrupt that never comes"),
            Stop::ClockLimit => f.write_str("clock limit"),
        }
    }
}

/// The state of the pins in one clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// The memory cycle, if there was one.
    pub access: Option<Access>,
    /// The byte read; of a write, the byte written; 0 without a memory cycle.
    pub value: u8,
    pub iack: bool,
}

impl Cpu {
    /// A processor after reset: all zero.
    pub fn new(variant: Variant) -> Cpu {
        Cpu {
            variant,
            ..Cpu::default()
        }
    }

    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The opcode being executed, or executed last.
    pub fn ir(&self) -> u8 {
        self.ir
    }

    /// The number of the last acknowledged interrupt, which `ioi` uses.
    pub fn vector(&self) -> u8 {
        self.vector
    }

    /// Whether the next clock fetches an instruction.
    pub fn at_boundary(&self) -> bool {
        !self.executing && !self.held
    }

    /// Whether the machine is in fetch state, as its `fetch` net shows it (also when stopped there).
    pub fn in_fetch(&self) -> bool {
        !self.executing
    }

    /// The clock-stop latch.
    pub fn is_held(&self) -> bool {
        self.held
    }

    /// Whether it is suspended in `wait`.
    pub fn is_waiting(&self) -> bool {
        self.held && self.ir == WAIT
    }

    /// Why the machine will never move again, if so.
    pub fn stopped(&self) -> Option<Stop> {
        match (self.held, self.ir) {
            (false, _) | (true, WAIT) => None,
            (true, _) if self.executing => Some(Stop::Frozen),
            (true, HALT) => Some(Stop::Halt),
            (true, opcode) => Some(Stop::Illegal(opcode)),
        }
    }

    /// Continues at another address, as if execution had just arrived there: used by debuggers.
    pub fn jump(&mut self, address: u8) {
        (self.pc, self.temp, self.phase) = (address, 0, 0);
        (self.executing, self.held) = (false, false);
        self.ir = 0;
    }

    /// The IAck pin, which depends on IRQ within the clock.
    pub fn iack(&self, irq: bool) -> bool {
        irq && !self.executing && self.ps & alu::I != 0
    }

    /// One clock on a bus.
    pub fn clock(&mut self, bus: &mut impl Bus) -> Cycle {
        let irq = bus.irq();
        let iack = self.iack(irq.is_some());
        let access = self.request();
        let value = match access {
            None => 0,
            Some(Access::Read { space, address }) => bus.read(space, address),
            Some(Access::Write { address, value }) => {
                bus.write(address, value);
                value
            }
        };
        if iack {
            bus.acknowledge();
        }
        self.settle(value, irq);
        bus.tick();
        Cycle {
            access,
            value,
            iack,
        }
    }

    /// The falling edge that ends a clock. `input` is the bus's answer to a read.
    pub fn settle(&mut self, input: u8, irq: Option<u8>) {
        self.clocks += 1;
        let in_wait = self.ir == WAIT;
        if !self.held {
            match self.executing {
                false => self.fetched(input, irq),
                true => self.executed(input),
            }
        }
        if in_wait {
            self.held = irq.is_none();
        }
    }

    fn fetched(&mut self, input: u8, irq: Option<u8>) {
        match irq {
            Some(vector) if self.ps & alu::I != 0 => {
                self.vector = vector & 7;
                self.ir = IOI;
            }
            _ => {
                self.ir = input;
                self.pc = self.pc.wrapping_add(1);
            }
        }
        self.executing = true;
    }

    fn executed(&mut self, input: u8) {
        let row = &OPCODES[usize::from(self.ir)];
        self.load(row.op, input);
        self.phase += 1;
        if self.phase + 1 == row.clocks {
            (self.phase, self.temp) = (0, 0);
            self.executing = false;
            self.held = row.stops();
        }
    }

    /// Appends the state except the variant and the number of clocks.
    pub fn save(&self, state: &mut Vec<u8>) {
        state.extend(self.r);
        state.extend([self.pc, self.sp, self.ps, self.vector, self.ir]);
        let flags = u8::from(self.executing) | u8::from(self.held) << 1;
        state.extend([self.temp, self.phase, flags]);
    }

    /// Restores a saved state.
    pub fn restore(&mut self, state: &mut Reader<'_>) {
        self.r = std::array::from_fn(|_| state.u8());
        (self.pc, self.sp, self.ps) = (state.u8(), state.u8(), state.u8());
        (self.vector, self.ir) = (state.u8(), state.u8());
        (self.temp, self.phase) = (state.u8(), state.u8());
        let flags = state.u8();
        (self.executing, self.held) = (flags & 1 != 0, flags & 2 != 0);
    }

    fn set_flags(&mut self, flags: u8) {
        self.ps = self.ps & 0xF0 | flags;
    }

    /// PS as text, a capital for a flag that is set: `I---cVzN`.
    pub(crate) fn flags_text(&self) -> String {
        let flag = |(bit, name): (u8, char)| match self.ps >> bit & 1 == 1 {
            true => name.to_ascii_uppercase(),
            false => name,
        };
        let spare = |bit: u8| if self.ps >> bit & 1 == 1 { '1' } else { '-' };
        let mut text = String::from(flag((7, 'i')));
        text.extend([6, 5, 4].map(spare));
        text.extend([(3, 'c'), (2, 'v'), (1, 'z'), (0, 'n')].map(flag));
        text
    }
}
