//! Control flow.

use std::collections::{BTreeMap, BTreeSet};

use crate::asm::object::ItemKind;
use crate::asm::program::{ItemAt, MEMORY, Program};
use crate::isa::{Cond, Instruction, Op};

/// Devices are at the upper end of the data memory; the rest is for the programs' own data.
const FIRST_DEVICE: u8 = 0xE0;
/// Instructions after a store that may still come from the old bank.
const BANK_DELAY: usize = 4;
/// How many instructions back the address of a store is searched.
const LOOK_BACK: usize = 16;

pub struct Flow<'p> {
    program: &'p Program,
    pub items: &'p [ItemAt],
    /// First byte of every statement with bytes, to its index.
    by_address: BTreeMap<u32, usize>,
    /// Addresses of instructions that are reached.
    pub reached: BTreeSet<u32>,
    /// Reachable statements that run past the end of the code.
    pub falls_off: Vec<usize>,
}

/// How control gets from one instruction to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Next,
    /// A branch to the target.
    Jump,
    /// Into a subroutine.
    Call,
    /// Back from one, after the call.
    Return,
}

impl<'p> Flow<'p> {
    pub fn of(program: &'p Program) -> Flow<'p> {
        let with_bytes = program
            .items
            .iter()
            .enumerate()
            .filter(|(_, item)| item.size > 0);
        let mut flow = Flow {
            program,
            items: &program.items,
            by_address: with_bytes
                .map(|(index, item)| (item.address, index))
                .collect(),
            reached: BTreeSet::new(),
            falls_off: Vec::new(),
        };
        flow.explore();
        flow
    }

    /// Where execution may come from outside: section starts, and labels that are referenced.
    pub fn roots(&self) -> Vec<u32> {
        let sections = self
            .program
            .sections
            .iter()
            .filter(|section| section.title.starts_with("asect"));
        let symbols = self.program.symbols.iter().filter(|symbol| symbol.used);
        sections
            .map(|section| section.address)
            .chain(symbols.map(|symbol| symbol.address))
            .collect()
    }

    fn explore(&mut self) {
        let mut queue = self.roots();
        while let Some(address) = queue.pop() {
            let Some(item) = self.code_at(address) else {
                continue;
            };
            if !self.reached.insert(item.address) {
                continue;
            }
            for (step, to) in self.steps(item) {
                match self.landing(to) {
                    Some(to) => queue.push(to),
                    None if step != Step::Jump && step != Step::Call => {
                        self.falls_off.extend(self.by_address.get(&item.address));
                    }
                    None => {}
                }
            }
        }
        self.falls_off.sort_unstable();
        self.falls_off.dedup();
    }

    /// The instruction whose first byte is at `address`.
    pub(crate) fn code_at(&self, address: u32) -> Option<&'p ItemAt> {
        let item = &self.items[*self.by_address.get(&address)?];
        matches!(item.kind, Some(ItemKind::Code | ItemKind::Branch)).then_some(item)
    }

    /// The instruction met when continuing at `address`: data in the way may be hand-made instructions
    /// and is skipped. `None`: nothing is there.
    pub fn landing(&self, address: u32) -> Option<u32> {
        let mut at = address;
        loop {
            let occupied = *self.program.occupied.get(at as usize)?;
            match self.by_address.get(&at).map(|index| &self.items[*index]) {
                Some(item)
                    if matches!(item.kind, Some(ItemKind::Code | ItemKind::Branch) | None) =>
                {
                    return Some(at);
                }
                Some(item) => at += item.size,
                // In the middle of a statement, or bytes of an object file.
                None => return occupied.then_some(at),
            }
        }
    }

    /// The kind of an item, decoded from the image.
    pub fn instruction(&self, item: &ItemAt) -> Option<Instruction> {
        Instruction::decode(self.program.image.get(item.address as usize..)?)
    }

    /// Whether a run is a single `halt`: programs that never end often have one at their end, out of habit.
    pub(crate) fn is_last_halt(&self, run: &[&ItemAt]) -> bool {
        let [item] = run else { return false };
        let instruction = self.instruction(item);
        instruction.is_some_and(|instruction| instruction.row().op == Op::Halt)
    }

    /// Whether an instruction closely follows a store to a device: the code after it may be in another bank of ROM.
    pub(crate) fn may_switch_banks(&self, item: &ItemAt) -> bool {
        let before = self.straight_before(item);
        let stores = before.iter().take(BANK_DELAY).enumerate();
        let mut stores = stores.filter_map(|(at, instruction)| match instruction.row().op {
            Op::St => Some((at, instruction.opcode >> 2 & 3)),
            _ => None,
        });
        stores.any(|(at, address)| {
            let set = before[at..].iter().find(|instruction| {
                instruction.row().op == Op::Ldi && instruction.opcode & 3 == address
            });
            set.is_some_and(|set| set.imm >= Some(FIRST_DEVICE))
        })
    }

    /// An instruction and those before it without a gap, the last first.
    fn straight_before(&self, item: &ItemAt) -> Vec<Instruction> {
        let mut at = self.by_address.get(&item.address).copied();
        let mut before = Vec::new();
        while let (Some(index), true) = (at, before.len() < LOOK_BACK) {
            let here = &self.items[index];
            let Some(instruction) = self
                .code_at(here.address)
                .and_then(|it| self.instruction(it))
            else {
                break;
            };
            before.push(instruction);
            let previous = self.by_address.range(..here.address).next_back();
            at = previous.map(|(_, &index)| index).filter(|&index| {
                let item = &self.items[index];
                item.address + item.size == here.address
            });
        }
        before
    }

    /// Where execution can go after an instruction.
    pub fn steps(&self, item: &ItemAt) -> Vec<(Step, u32)> {
        let next = item.address + item.size;
        let Some(instruction) = self.instruction(item) else {
            return Vec::new();
        };
        let target = u32::from(instruction.imm.unwrap_or(0));
        match instruction.row().op {
            Op::Branch(Cond::Always) => vec![(Step::Jump, target)],
            Op::Branch(Cond::Never) => vec![(Step::Next, next)],
            Op::Branch(_) => vec![(Step::Jump, target), (Step::Next, next)],
            Op::Jsr => vec![(Step::Call, target), (Step::Return, next)],
            Op::Crc | Op::Ioi => vec![(Step::Return, next)],
            Op::Halt | Op::Rts | Op::Rti | Op::Osix | Op::Undefined => Vec::new(),
            _ if next as usize > MEMORY => Vec::new(),
            _ => vec![(Step::Next, next)],
        }
    }
}
