//! Whole instructions at once: the same accesses and ticks in the same order as by clocks, without the sequencer between.

use super::{Cpu, IOI, Stop, WAIT, alu};
use crate::bus::{Bus, Space};
use crate::isa::Cond;

/// No instruction but `wait` takes more.
const LONGEST: u64 = 6;

impl Cpu {
    /// To the next instruction boundary: one instruction, or one interrupt entry. A machine suspended in `wait` or
    /// stopped passes one clock instead.
    pub fn step(&mut self, bus: &mut impl Bus) {
        if !self.at_boundary() || self.ir == WAIT {
            self.clock(bus);
        } else {
            self.instruction(bus);
        }
        while self.executing && !self.held {
            self.clock(bus);
        }
    }

    /// Runs until the machine stops, waits for nothing, or has seen `limit` clocks since power-on.
    pub fn run(&mut self, bus: &mut impl Bus, limit: u64) -> Stop {
        loop {
            self.sprint(bus, limit);
            if let Some(stop) = self.stopped() {
                return stop;
            }
            if self.is_waiting() && bus.is_silent() {
                return Stop::Waiting;
            }
            if self.clocks >= limit {
                return Stop::ClockLimit;
            }
            self.clock(bus);
        }
    }

    /// Whole instructions while they cannot pass the limit.
    fn sprint(&mut self, bus: &mut impl Bus, limit: u64) {
        while self.at_boundary() && self.ir != WAIT && self.clocks + LONGEST <= limit {
            self.instruction(bus);
        }
    }

    /// One instruction from a boundary, after anything but `wait`; of `wait` itself only the fetch clock.
    #[inline(always)]
    fn instruction(&mut self, bus: &mut impl Bus) {
        let irq = match self.ps & alu::I {
            0 => None,
            _ => bus.irq(),
        };
        let opcode = bus.read(Space::Instruction, self.pc);
        if let Some(vector) = irq {
            bus.acknowledge();
            self.vector = vector & 7;
            self.ir = IOI;
            ticks::<1>(bus);
            self.enter(bus);
            return;
        }
        ticks::<1>(bus);
        self.pc = self.pc.wrapping_add(1);
        self.ir = opcode;
        self.dispatch(bus, opcode);
    }

    #[inline(always)]
    fn dispatch(&mut self, bus: &mut impl Bus, opcode: u8) {
        let (n, m) = (usize::from(opcode >> 2 & 3), usize::from(opcode & 3));
        match opcode >> 4 {
            function @ 0..=6 => {
                let out = alu::two(function, self.r[n], self.r[m], self.ps, self.variant);
                self.set_flags(out.flags);
                self.r[m] = out.result;
                self.spend::<2>(bus);
            }
            7 => {
                let out = alu::compare(self.r[n], self.r[m], self.variant);
                self.set_flags(out.flags);
                self.spend::<1>(bus);
            }
            8 | 9 => {
                let out = alu::one(opcode >> 2, self.r[m], self.ps, self.variant);
                self.set_flags(out.flags);
                self.r[m] = out.result;
                self.spend::<1>(bus);
            }
            0xA => {
                bus.write(self.r[n], self.r[m]);
                self.spend::<1>(bus);
            }
            0xB => {
                self.r[m] = bus.read(Space::Data, self.r[n]);
                self.spend::<1>(bus);
            }
            0xC => self.stack(bus, opcode),
            0xD => self.control(bus, opcode),
            0xE => self.branch(bus, Cond::of_bits(opcode)),
            _ => {
                self.r[m] = bus.read(Space::Instruction, self.r[n]);
                self.spend::<1>(bus);
            }
        }
    }

    /// Ends the last execute clocks of an instruction: `EX` of them since the last tick, of `EX` in all.
    #[inline(always)]
    fn spend<const EX: u8>(&mut self, bus: &mut impl Bus) {
        ticks::<EX>(bus);
        self.clocks += 1 + u64::from(EX);
    }

    #[inline(always)]
    fn branch(&mut self, bus: &mut impl Bus, cond: Cond) {
        self.pc = match cond.holds(self.ps) {
            true => bus.read(Space::Instruction, self.pc),
            false => self.pc.wrapping_add(1),
        };
        self.spend::<1>(bus);
    }

    /// C0 to CF.
    #[inline(always)]
    fn stack(&mut self, bus: &mut impl Bus, opcode: u8) {
        let m = usize::from(opcode & 3);
        match opcode & 15 {
            0..=3 => {
                ticks::<1>(bus);
                self.push(bus, self.r[m]);
                ticks::<1>(bus);
                self.clocks += 3;
            }
            4..=7 => {
                self.r[m] = self.pop(bus);
                self.spend::<1>(bus);
            }
            8..=11 => {
                let offset = self.immediate(bus);
                self.r[m] = offset.wrapping_add(self.sp);
                self.spend::<2>(bus);
            }
            12 => {
                let offset = self.immediate(bus);
                self.sp = self.sp.wrapping_add(offset);
                self.spend::<1>(bus);
            }
            13 => {
                self.sp = self.immediate(bus);
                self.spend::<1>(bus);
            }
            14 => self.pushall(bus),
            _ => self.popall(bus),
        }
    }

    fn pushall(&mut self, bus: &mut impl Bus) {
        for register in (0..4).rev() {
            ticks::<1>(bus);
            self.push(bus, self.r[register]);
        }
        ticks::<1>(bus);
        self.clocks += 6;
    }

    fn popall(&mut self, bus: &mut impl Bus) {
        for register in 0..4 {
            let value = self.pop(bus);
            if self.variant.popall_works() {
                self.r[register] = value;
            }
            ticks::<1>(bus);
        }
        self.clocks += 5;
    }

    /// D0 to DF.
    #[inline(always)]
    fn control(&mut self, bus: &mut impl Bus, opcode: u8) {
        match opcode & 15 {
            0..=3 => {
                self.r[usize::from(opcode & 3)] = self.immediate(bus);
                self.spend::<1>(bus);
            }
            5 => {
                self.executing = true;
                self.clocks += 1;
            }
            6 => {
                let target = self.immediate(bus);
                ticks::<1>(bus);
                self.push(bus, self.pc);
                self.pc = target;
                ticks::<1>(bus);
                self.clocks += 3;
            }
            7 => {
                self.pc = self.pop(bus);
                self.spend::<1>(bus);
            }
            8 => self.enter(bus),
            9 => {
                self.ps = self.pop(bus);
                ticks::<1>(bus);
                self.pc = self.pop(bus);
                ticks::<1>(bus);
                self.clocks += 3;
            }
            10 => {
                let target = bus.read(Space::Data, self.sp);
                ticks::<1>(bus);
                bus.write(self.sp, self.pc);
                self.pc = target;
                ticks::<1>(bus);
                self.clocks += 3;
            }
            _ => {
                self.held = true;
                self.spend::<1>(bus);
            }
        }
    }

    /// `ioi` after its fetch clock.
    #[cold]
    fn enter(&mut self, bus: &mut impl Bus) {
        let pair = 0xF0 + 2 * self.vector;
        ticks::<1>(bus);
        self.push(bus, self.pc);
        ticks::<1>(bus);
        self.push(bus, self.ps);
        ticks::<1>(bus);
        self.pc = bus.read(Space::Instruction, pair);
        ticks::<1>(bus);
        self.ps = bus.read(Space::Instruction, pair + 1);
        ticks::<1>(bus);
        self.clocks += 6;
    }

    #[inline(always)]
    fn immediate(&mut self, bus: &mut impl Bus) -> u8 {
        let value = bus.read(Space::Instruction, self.pc);
        self.pc = self.pc.wrapping_add(1);
        value
    }

    #[inline(always)]
    fn push(&mut self, bus: &mut impl Bus, value: u8) {
        self.sp = self.sp.wrapping_sub(1);
        bus.write(self.sp, value);
    }

    #[inline(always)]
    fn pop(&mut self, bus: &mut impl Bus) -> u8 {
        let value = bus.read(Space::Data, self.sp);
        self.sp = self.sp.wrapping_add(1);
        value
    }
}

#[inline(always)]
fn ticks<const N: u8>(bus: &mut impl Bus) {
    for _ in 0..N {
        bus.tick();
    }
}
