//! Whole instructions at once: the same accesses and ticks in the same order as by clocks, without the sequencer between.

use super::{Cpu, IOI, Stop, WAIT, alu};
use crate::bus::{Bus, Space};
use crate::isa::Cond;

/// No instruction except `wait` takes more.
const LONGEST: u64 = 6;

impl Cpu {
    /// To the next instruction boundary: one instruction, or one interrupt entry. A machine suspended in `wait` or
    /// stopped passes one clock instead.
    pub fn step(&mut self, bus: &mut impl Bus) {
        if !self.at_boundary() || self.ir == WAIT {
            self.clock(bus);
        } else if let Some(opcode) = self.fetch(bus) {
            self.execute(bus, opcode);
        }
        while self.executing && !self.held {
            self.clock(bus);
        }
    }

    /// Runs until the machine stops, waits for ever, or has seen `limit` clocks since power-on.
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

    /// Whole instructions while they cannot pass the limit, on a copy of the machine that lives in host registers.
    fn sprint(&mut self, bus: &mut impl Bus, limit: u64) {
        let mut cpu = self.clone();
        while cpu.at_boundary() && cpu.ir != WAIT && cpu.clocks + LONGEST <= limit {
            if let Some(opcode) = cpu.fetch(bus) {
                cpu.execute(bus, opcode);
            }
        }
        *self = cpu;
    }

    /// The fetch clock, from a boundary after any instruction except `wait`. On an interrupt: its whole entry, and no opcode.
    #[inline(always)]
    fn fetch(&mut self, bus: &mut impl Bus) -> Option<u8> {
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
            return None;
        }
        ticks::<1>(bus);
        self.pc = self.pc.wrapping_add(1);
        self.ir = opcode;
        Some(opcode)
    }

    /// The execute clocks of an opcode; of `wait` none, its phases need the sequencer.
    ///
    /// Compiled separately for each opcode: no register number is left to look up, which lets the compiler keep the
    /// registers of the machine in those of the host. About twice as fast as one body for all.
    #[rustfmt::skip]
    #[inline(always)]
    fn execute(&mut self, bus: &mut impl Bus, opcode: u8) {
        macro_rules! each {
            ($($code:literal)*) => { match opcode { $($code => self.opcode::<$code, _>(bus),)* } };
        }
        each!(
            0x00 0x01 0x02 0x03 0x04 0x05 0x06 0x07 0x08 0x09 0x0A 0x0B 0x0C 0x0D 0x0E 0x0F
            0x10 0x11 0x12 0x13 0x14 0x15 0x16 0x17 0x18 0x19 0x1A 0x1B 0x1C 0x1D 0x1E 0x1F
            0x20 0x21 0x22 0x23 0x24 0x25 0x26 0x27 0x28 0x29 0x2A 0x2B 0x2C 0x2D 0x2E 0x2F
            0x30 0x31 0x32 0x33 0x34 0x35 0x36 0x37 0x38 0x39 0x3A 0x3B 0x3C 0x3D 0x3E 0x3F
            0x40 0x41 0x42 0x43 0x44 0x45 0x46 0x47 0x48 0x49 0x4A 0x4B 0x4C 0x4D 0x4E 0x4F
            0x50 0x51 0x52 0x53 0x54 0x55 0x56 0x57 0x58 0x59 0x5A 0x5B 0x5C 0x5D 0x5E 0x5F
            0x60 0x61 0x62 0x63 0x64 0x65 0x66 0x67 0x68 0x69 0x6A 0x6B 0x6C 0x6D 0x6E 0x6F
            0x70 0x71 0x72 0x73 0x74 0x75 0x76 0x77 0x78 0x79 0x7A 0x7B 0x7C 0x7D 0x7E 0x7F
            0x80 0x81 0x82 0x83 0x84 0x85 0x86 0x87 0x88 0x89 0x8A 0x8B 0x8C 0x8D 0x8E 0x8F
            0x90 0x91 0x92 0x93 0x94 0x95 0x96 0x97 0x98 0x99 0x9A 0x9B 0x9C 0x9D 0x9E 0x9F
            0xA0 0xA1 0xA2 0xA3 0xA4 0xA5 0xA6 0xA7 0xA8 0xA9 0xAA 0xAB 0xAC 0xAD 0xAE 0xAF
            0xB0 0xB1 0xB2 0xB3 0xB4 0xB5 0xB6 0xB7 0xB8 0xB9 0xBA 0xBB 0xBC 0xBD 0xBE 0xBF
            0xC0 0xC1 0xC2 0xC3 0xC4 0xC5 0xC6 0xC7 0xC8 0xC9 0xCA 0xCB 0xCC 0xCD 0xCE 0xCF
            0xD0 0xD1 0xD2 0xD3 0xD4 0xD5 0xD6 0xD7 0xD8 0xD9 0xDA 0xDB 0xDC 0xDD 0xDE 0xDF
            0xE0 0xE1 0xE2 0xE3 0xE4 0xE5 0xE6 0xE7 0xE8 0xE9 0xEA 0xEB 0xEC 0xED 0xEE 0xEF
            0xF0 0xF1 0xF2 0xF3 0xF4 0xF5 0xF6 0xF7 0xF8 0xF9 0xFA 0xFB 0xFC 0xFD 0xFE 0xFF
        );
    }

    #[inline(always)]
    fn opcode<const CODE: u8, B: Bus>(&mut self, bus: &mut B) {
        let (n, m) = (usize::from(CODE >> 2 & 3), usize::from(CODE & 3));
        match const { CODE >> 4 } {
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
                let out = alu::one(CODE >> 2, self.r[m], self.ps, self.variant);
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
            0xC => self.stack::<CODE, B>(bus),
            0xD => self.control::<CODE, B>(bus),
            0xE => self.branch(bus, Cond::of_bits(CODE)),
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
    fn stack<const CODE: u8, B: Bus>(&mut self, bus: &mut B) {
        let m = usize::from(CODE & 3);
        match const { CODE & 15 } {
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

    #[inline(always)]
    fn pushall(&mut self, bus: &mut impl Bus) {
        for register in (0..4).rev() {
            ticks::<1>(bus);
            self.push(bus, self.r[register]);
        }
        ticks::<1>(bus);
        self.clocks += 6;
    }

    #[inline(always)]
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
    fn control<const CODE: u8, B: Bus>(&mut self, bus: &mut B) {
        match const { CODE & 15 } {
            0..=3 => {
                self.r[usize::from(CODE & 3)] = self.immediate(bus);
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
    #[inline(always)]
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
