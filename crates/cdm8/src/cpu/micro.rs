//! The microcode: the bus cycle of each execute clock, and what loads at its end.

use super::{Cpu, alu};
use crate::bus::{Access, Space};
use crate::isa::{OPCODES, Op};

const fn instr(address: u8) -> Option<Access> {
    let space = Space::Instruction;
    Some(Access::Read { space, address })
}

const fn data(address: u8) -> Option<Access> {
    let space = Space::Data;
    Some(Access::Read { space, address })
}

const fn write(address: u8, value: u8) -> Option<Access> {
    Some(Access::Write { address, value })
}

impl Cpu {
    /// The memory cycle the pins show in the coming clock. A stopped machine keeps showing one.
    pub fn request(&self) -> Option<Access> {
        match self.executing {
            false => instr(self.pc),
            true => self.request_of(OPCODES[usize::from(self.ir)].op),
        }
    }

    #[rustfmt::skip]
    fn request_of(&self, op: Op) -> Option<Access> {
        match (op, self.phase) {
            (Op::St, _) => write(self.rs(), self.rd()),
            (Op::Ld, _) => data(self.rs()),
            (Op::Ldc, _) => instr(self.rs()),
            (Op::Push, 1) => write(self.sp, self.rd()),
            (Op::Pushall, phase @ 1..) => write(self.sp, self.r[usize::from(4 - phase)]),
            (Op::Pop | Op::Popall | Op::Rts | Op::Rti, _) => data(self.sp),
            (Op::Ldi | Op::Addsp | Op::Setsp, _) | (Op::Ldsa | Op::Jsr, 0) => instr(self.pc),
            (Op::Branch(cond), _) if cond.holds(self.ps) => instr(self.pc),
            (Op::Jsr, _) | (Op::Crc, 1) | (Op::Ioi, 1) => write(self.sp, self.pc),
            (Op::Crc, _) => data(self.sp),
            (Op::Ioi, 2) => write(self.sp, self.ps),
            (Op::Ioi, 3) => instr(0xF0 + 2 * self.vector),
            (Op::Ioi, 4) => instr(0xF1 + 2 * self.vector),
            _ => None,
        }
    }

    /// What loads at the end of an execute clock; `input` is the byte read in it.
    pub(super) fn load(&mut self, op: Op, input: u8) {
        match (self.ir, self.phase) {
            (..=0x6F, 1) => self.set_rd(self.temp),
            (..=0x7F, _) => self.load_two(),
            (..=0x9F, _) => self.load_one(),
            _ => self.load_other(op, input),
        }
    }

    fn load_other(&mut self, op: Op, input: u8) {
        match (op, self.phase) {
            (Op::Ld | Op::Ldc, _) => self.set_rd(input),
            (Op::Ldi, _) | (Op::Ldsa, 0) => {
                self.set_rd(input);
                self.skip();
            }
            (Op::Ldsa, _) => self.set_rd(self.rd().wrapping_add(self.sp)),
            (Op::Addsp, _) => {
                self.sp = self.sp.wrapping_add(input);
                self.skip();
            }
            (Op::Setsp, _) => {
                self.sp = input;
                self.skip();
            }
            (Op::Push, 0) | (Op::Pushall, 0..=3) | (Op::Ioi, 0 | 1) => self.down(),
            (Op::Pop, _) => {
                self.set_rd(input);
                self.up();
            }
            (Op::Popall, phase) => {
                if self.variant.popall_works() {
                    self.r[usize::from(phase & 3)] = input;
                }
                self.up();
            }
            (Op::Jsr, 0) => {
                self.down();
                self.temp = input;
                self.skip();
            }
            (Op::Crc, 0) => self.temp = input,
            (Op::Jsr | Op::Crc, _) => self.pc = self.temp,
            (Op::Rts, _) | (Op::Rti, 1) => {
                self.pc = input;
                self.up();
            }
            (Op::Rti, _) => {
                self.ps = input;
                self.up();
            }
            (Op::Ioi, 3) => self.pc = input,
            (Op::Ioi, 4) => self.ps = input,
            (Op::Branch(cond), _) => match cond.holds(self.ps) {
                true => self.pc = input,
                false => self.skip(),
            },
            _ => {}
        }
    }

    /// The first register field: the source of two.
    fn rs(&self) -> u8 {
        self.r[usize::from(self.ir >> 2 & 3)]
    }

    /// The second register field: destination, or the byte stored.
    fn rd(&self) -> u8 {
        self.r[usize::from(self.ir & 3)]
    }

    fn set_rd(&mut self, value: u8) {
        self.r[usize::from(self.ir & 3)] = value;
    }

    fn load_two(&mut self) {
        let out = alu::two(self.ir >> 4, self.rs(), self.rd(), self.ps, self.variant);
        self.temp = out.result;
        self.set_flags(out.flags);
    }

    fn load_one(&mut self) {
        let out = alu::one(self.ir >> 2, self.rd(), self.ps, self.variant);
        self.set_rd(out.result);
        self.set_flags(out.flags);
    }

    /// PC past the immediate byte.
    fn skip(&mut self) {
        self.pc = self.pc.wrapping_add(1);
    }

    fn down(&mut self) {
        self.sp = self.sp.wrapping_sub(1);
    }

    fn up(&mut self) {
        self.sp = self.sp.wrapping_add(1);
    }
}
