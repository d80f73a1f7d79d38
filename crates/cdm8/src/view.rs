//! The machine as text: a line of registers, an instruction with its labels, rows of memory, one line per clock.

use std::fmt::Write;

use crate::bus::{Access, Space};
use crate::cpu::{Cpu, Cycle};
use crate::isa::{Instruction, OPCODES, Op};
use crate::memory::Memory;
use crate::symbols::Symbols;
use crate::variant::Variant;

/// `pc 00  sp 00  ps 00 i---cvzn  r0 00  r1 00  r2 00  r3 00`
pub fn registers(cpu: &Cpu) -> String {
    let Cpu { pc, sp, ps, r, .. } = cpu;
    let flags = cpu.flags_text();
    let [r0, r1, r2, r3] = r;
    format!(
        "pc {pc:02x}  sp {sp:02x}  ps {ps:02x} {flags}  r0 {r0:02x}  r1 {r1:02x}  r2 {r2:02x}  r3 {r3:02x}"
    )
}

/// A clock in the form of the recordings: `BUS/IACK/PPSSFF00112233`, registers after the clock.
pub fn clock_entry(cpu: &Cpu, cycle: Cycle) -> String {
    let Cpu { pc, sp, ps, r, .. } = cpu;
    let [r0, r1, r2, r3] = r;
    let (bus, iack) = (bus_entry(cycle), u8::from(cycle.iack));
    format!("{bus}/{iack}/{pc:02x}{sp:02x}{ps:02x}{r0:02x}{r1:02x}{r2:02x}{r3:02x}")
}

fn bus_entry(cycle: Cycle) -> String {
    let value = cycle.value;
    match cycle.access {
        None => "-".to_owned(),
        Some(Access::Write { address, .. }) => format!("Wd{address:02x}={value:02x}"),
        Some(Access::Read { space, address }) => {
            let space = if space == Space::Data { 'd' } else { 'i' };
            format!("R{space}{address:02x}={value:02x}")
        }
    }
}

/// The instruction at an address; its operand wraps around behind FF, as it does for the processor.
pub fn instruction_at(memory: &Memory, address: u8) -> Instruction {
    let byte = |address: u8| memory.get(Space::Instruction, address);
    let opcode = byte(address);
    let long = OPCODES[usize::from(opcode)].operands.has_immediate();
    let imm = long.then(|| byte(address.wrapping_add(1)));
    Instruction { opcode, imm }
}

/// An instruction as text, with the name of its target.
pub fn instruction(instruction: Instruction, symbols: &Symbols, variant: Variant) -> String {
    let imm = instruction.imm.unwrap_or(0);
    let jump = matches!(instruction.row().op, Op::Branch(_) | Op::Jsr);
    let name = symbols.names(imm).next().filter(|_| jump);
    let target = name.map_or_else(|| format!("0x{imm:02x}"), str::to_owned);
    match instruction.row().op {
        Op::Undefined => format!("undefined 0x{:02x}", instruction.opcode),
        _ => instruction.text(variant, &target),
    }
}

/// `10  loop      d0 05  ldi r0, 0x05`: address, label, bytes, text.
pub fn code_line(memory: &Memory, address: u8, symbols: &Symbols, variant: Variant) -> String {
    let found = instruction_at(memory, address);
    let bytes: Vec<String> = found.encode().map(|byte| format!("{byte:02x}")).collect();
    let label = symbols.names(address).next().unwrap_or("");
    let text = instruction(found, symbols, variant);
    format!("{address:02x}  {label:<10} {:<5}  {text}", bytes.join(" "))
}

/// Rows of 16 bytes that cover `count` bytes from an address, with characters beside.
pub fn memory_rows(memory: &Memory, space: Space, from: u8, count: usize) -> String {
    let mut text = String::new();
    let end = (usize::from(from) + count.max(1)).min(256);
    for row in (usize::from(from)..end).step_by(16) {
        let bytes = &memory.space(space)[row..end.min(row + 16)];
        let hex: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let shown = |byte: &u8| match byte.is_ascii_graphic() || *byte == b' ' {
            true => *byte as char,
            false => '.',
        };
        let letters: String = bytes.iter().map(shown).collect();
        let _ = writeln!(text, "{row:02x}: {:<47}  {letters}", hex.join(" "));
    }
    text
}

/// Stretches of bytes in which two memories differ: the address, the old and the new bytes.
pub fn changes(before: &Memory, after: &Memory, space: Space) -> Vec<(u8, Vec<u8>, Vec<u8>)> {
    let (old, new) = (before.space(space), after.space(space));
    let mut found: Vec<(u8, Vec<u8>, Vec<u8>)> = Vec::new();
    for address in
        (0..=255u8).filter(|&address| old[usize::from(address)] != new[usize::from(address)])
    {
        let at = usize::from(address);
        match found.last_mut() {
            Some((start, olds, news)) if usize::from(*start) + olds.len() == at => {
                olds.push(old[at]);
                news.push(new[at]);
            }
            _ => found.push((address, vec![old[at]], vec![new[at]])),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_bytes_come_in_stretches() {
        let before = Memory::von_neumann(&[1, 2, 3, 4, 5]);
        let after = Memory::von_neumann(&[1, 9, 8, 4, 7]);
        let expected = [(1, vec![2, 3], vec![9, 8]), (4, vec![5], vec![7])];
        assert_eq!(changes(&before, &after, Space::Data), expected);
    }

    #[test]
    fn code_and_memory_read_well() {
        let mut bytes = vec![0xEE, 0x02, 0xDF];
        bytes.resize(255, 0x41);
        bytes.push(0xD1);
        let memory = Memory::von_neumann(&bytes);
        let symbols = Symbols {
            labels: vec![("loop".to_owned(), 2)],
            ..Symbols::default()
        };
        let line = |address| code_line(&memory, address, &symbols, Variant::Ideal);
        assert_eq!(line(0), "00             ee 02  br loop");
        assert_eq!(line(2), "02  loop       df     undefined 0xdf");
        assert_eq!(line(255), "ff             d1 ee  ldi r1, 0xee");
        let rows = memory_rows(&memory, Space::Data, 1, 3);
        assert_eq!(rows.trim_end(), format!("01: {:<47}  ..A", "02 df 41"));
        assert_eq!(
            memory_rows(&memory, Space::Data, 0xF8, 99).lines().count(),
            1
        );
        let cpu = Cpu::new(Variant::Mark5);
        assert_eq!(
            registers(&cpu),
            "pc 00  sp 00  ps 00 i---cvzn  r0 00  r1 00  r2 00  r3 00"
        );
    }
}
