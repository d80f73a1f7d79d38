//! The processor of a console between board and gates: the contents of its units and its bus now, and which of them an instruction
//! uses.

use cdm8::bus::{Access, Space};
use cdm8::cpu::Cpu;
use cdm8::isa::{Instruction, OPCODES, Op};
use cdm8::variant::Variant;
use serde::Serialize;

/// A unit of the processor, or a chip at the other end of its bus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// The instruction register.
    Ir,
    Decoder,
    Pc,
    Sp,
    Registers,
    Alu,
    /// Stores a byte from one clock of an instruction to the next.
    Temp,
    Ps,
    Branch,
    Address,
    Data,
    Rom,
    Ram,
}

/// The bus in one clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct BusNow {
    pub address: u8,
    pub input: u8,
    pub output: u8,
    /// There is a memory cycle.
    pub mem: bool,
    pub read: bool,
    /// Of data, not of the program.
    pub data: bool,
}

/// An instruction in readable form; `n` is the byte that follows.
pub fn written(opcode: u8) -> String {
    let instruction = Instruction::decode(&[opcode, 0]);
    instruction.map_or_else(String::new, |one| one.text(Variant::Ideal, "n"))
}

/// The units an instruction uses, clock by clock, the fetch first: those whose values change or are on the bus when the processor
/// does it.
pub fn takes_part(opcode: u8) -> Vec<Vec<Unit>> {
    // Distinct values, so that a load is a change.
    let mut cpu = Cpu::new(Variant::Ideal);
    (cpu.pc, cpu.sp, cpu.r) = (0x40, 0x80, [0x11, 0x22, 0x44, 0x88]);
    let mut clocks = Vec::new();
    let row = &OPCODES[usize::from(opcode)];
    if let Op::Branch(cond) = row.op {
        // So that the branch is taken.
        cpu.ps = (0..16).find(|flags| cond.holds(*flags)).unwrap_or(0);
    }
    for clock in 0..row.clocks.max(1) {
        let access = cpu.request();
        let before = cpu.clone();
        let input = match (clock, access) {
            (0, _) => opcode,
            (_, Some(Access::Read { .. })) => 0x5A,
            _ => 0,
        };
        cpu.settle(input, None);
        clocks.push(units(clock, access, &before, &cpu));
    }
    clocks
}

fn units(clock: u8, access: Option<Access>, before: &Cpu, after: &Cpu) -> Vec<Unit> {
    let mut used = Vec::new();
    let mut of = |unit, uses: bool| used.extend(uses.then_some(unit));
    let (executes, opcode) = (clock > 0, after.ir());
    of(Unit::Ir, !executes);
    of(Unit::Decoder, executes);
    let op = OPCODES[usize::from(opcode)].op;
    of(Unit::Branch, executes && matches!(op, Op::Branch(_)));
    if let Some(access) = access {
        of(Unit::Address, true);
        of(Unit::Data, true);
        let (address, rom) = match access {
            Access::Read { space, address } => (address, space == Space::Instruction),
            Access::Write { address, .. } => (address, false),
        };
        of(Unit::Rom, rom);
        of(Unit::Ram, !rom);
        of(Unit::Pc, address == before.pc);
        of(Unit::Sp, address == before.sp);
        of(Unit::Registers, before.r.contains(&address));
        if let Access::Write { value, .. } = access {
            of(Unit::Registers, before.r.contains(&value));
            of(Unit::Pc, value == before.pc);
            of(Unit::Ps, value == before.ps);
        }
    }
    // Opcodes up to 9F calculate: with two operands in the first clock, over T into the register in the second.
    let calculates = executes && opcode <= 0x9F;
    let two = opcode <= 0x6F;
    of(Unit::Registers, calculates);
    of(Unit::Alu, calculates && clock == 1);
    of(Unit::Ps, calculates && clock == 1);
    of(Unit::Temp, calculates && two);
    of(Unit::Registers, before.r != after.r);
    of(Unit::Pc, before.pc != after.pc);
    of(Unit::Sp, before.sp != after.sp);
    of(Unit::Ps, before.ps != after.ps);
    used.sort_unstable();
    used.dedup();
    used
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(opcode: u8) -> Vec<Vec<Unit>> {
        takes_part(opcode)
    }

    #[test]
    fn an_addition_goes_through_the_alu_and_a_load_over_the_bus() {
        use Unit::*;
        let fetch = vec![Ir, Pc, Address, Data, Rom];
        let add = of(0x11);
        assert_eq!(written(0x11), "add r0, r1");
        assert_eq!(add[0], fetch);
        assert_eq!(add[1], [Decoder, Registers, Alu, Temp, Ps]);
        assert_eq!(add[2], [Decoder, Registers, Temp]);
        let load = of(0xB1);
        assert_eq!(written(0xB1), "ld r0, r1");
        assert_eq!(load[1], [Decoder, Registers, Address, Data, Ram]);
        assert_eq!(written(0xD0), "ldi r0, n");
        assert_eq!(of(0xD0)[1], [Decoder, Pc, Registers, Address, Data, Rom]);
    }

    #[test]
    fn every_instruction_takes_as_many_clocks_as_it_says_and_begins_with_its_fetch() {
        for opcode in 0..=255 {
            let clocks = of(opcode);
            assert_eq!(
                clocks.len(),
                usize::from(OPCODES[usize::from(opcode)].clocks.max(1))
            );
            assert!(clocks[0].contains(&Unit::Ir) && clocks[0].contains(&Unit::Rom));
            for clock in &clocks[1..] {
                assert!(clock.contains(&Unit::Decoder), "{opcode:02x}");
            }
        }
        // A branch that holds changes the program counter.
        let branch = (0xE0..=0xEF).all(|opcode| of(opcode).concat().contains(&Unit::Branch));
        assert!(branch);
    }
}
