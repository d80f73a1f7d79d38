//! Which bytes are code: by following every path the processor can take, or by a sweep.

use super::Options;
use crate::isa::{Cond, Instruction, OPCODES, Op};

/// The classification of each byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Data,
    /// The opcode of an instruction that is whole.
    Start,
    /// The opcode of an instruction whose second byte is not its own.
    Cut,
    /// The second byte of an instruction.
    Inside,
}

pub(super) struct Map([Mark; 256]);

impl Map {
    pub(super) fn is_start(&self, address: u8) -> bool {
        matches!(self.mark(address), Mark::Start | Mark::Cut)
    }

    pub(super) fn is_inside(&self, address: u8) -> bool {
        self.mark(address) == Mark::Inside
    }

    /// The instruction that starts at an address, unless it is cut.
    pub(super) fn instruction(&self, memory: &[u8; 256], address: u8) -> Option<Instruction> {
        match self.mark(address) {
            Mark::Start => Instruction::decode(&memory[usize::from(address)..]),
            _ => None,
        }
    }

    /// Every whole instruction that names an address to go to, with that address.
    pub(super) fn jumps<'a>(
        &'a self,
        memory: &'a [u8; 256],
    ) -> impl Iterator<Item = (Instruction, u8)> + 'a {
        (0..=255).filter_map(|address| {
            let instruction = self.instruction(memory, address)?;
            Some((instruction, jump_target(instruction)?))
        })
    }

    fn mark(&self, address: u8) -> Mark {
        self.0[usize::from(address)]
    }

    fn set(&mut self, address: u8, mark: Mark) {
        self.0[usize::from(address)] = mark;
    }

    /// Marks the instruction at an address; false if the address is marked already.
    fn claim(&mut self, memory: &[u8; 256], address: u8) -> bool {
        if self.mark(address) != Mark::Data {
            return false;
        }
        let long = OPCODES[usize::from(memory[usize::from(address)])].size() == 2;
        let second = address.wrapping_add(1);
        match long {
            false => self.set(address, Mark::Start),
            true if address == 255 || self.mark(second) != Mark::Data => {
                self.set(address, Mark::Cut);
            }
            true => {
                self.set(address, Mark::Start);
                self.set(second, Mark::Inside);
            }
        }
        true
    }
}

/// The address a branch or `jsr` names.
pub(super) fn jump_target(instruction: Instruction) -> Option<u8> {
    match instruction.row().op {
        Op::Branch(_) | Op::Jsr => instruction.imm,
        _ => None,
    }
}

/// A sweep from address 0: everything is code.
pub(super) fn linear(memory: &[u8; 256]) -> Map {
    let mut map = Map([Mark::Data; 256]);
    for address in 0..=255 {
        map.claim(memory, address);
    }
    map
}

/// Where execution may start, with names: the entries and, if asked for, the interrupt handlers.
pub(super) fn roots(memory: &[u8; 256], options: &Options) -> Vec<(u8, String)> {
    let mut roots = Vec::new();
    if options.vectors {
        for vector in 0..8 {
            let handler = memory[0xF0 + 2 * vector];
            roots.push((handler, format!("irq{vector}")));
        }
    }
    for &entry in &options.entries {
        roots.push((entry, format!("entry_{entry:02x}")));
    }
    if options.entries.is_empty() || options.entries.contains(&0) {
        roots.push((0, "start".to_owned()));
    }
    roots
}

/// Follows the flow from the roots.
pub(super) fn follow(memory: &[u8; 256], options: &Options) -> Map {
    let mut map = Map([Mark::Data; 256]);
    let mut open: Vec<u8> = roots(memory, options)
        .into_iter()
        .map(|(address, _)| address)
        .collect();
    // Execution most certainly starts at the last root, so it claims its bytes first.
    while let Some(address) = open.pop() {
        if map.claim(memory, address) {
            open.extend(successors(memory, address));
        }
    }
    map
}

/// The successors of an instruction. A call is assumed to return; `ioi` goes through vector 0.
fn successors(memory: &[u8; 256], address: u8) -> Vec<u8> {
    let row = &OPCODES[usize::from(memory[usize::from(address)])];
    let next = address.wrapping_add(row.size());
    let target = memory[usize::from(address.wrapping_add(1))];
    match row.op {
        Op::Branch(Cond::Always) => vec![target],
        Op::Branch(Cond::Never) => vec![next],
        Op::Branch(_) | Op::Jsr => vec![target, next],
        Op::Ioi => vec![memory[0xF0], next],
        Op::Rts | Op::Rti => vec![],
        _ if row.stops() => vec![],
        _ => vec![next],
    }
}
