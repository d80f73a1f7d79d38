//! Code or data in the way of the stack, with one memory for both.

use std::collections::BTreeMap;

use super::flow::{Flow, Step};
use super::tell;
use crate::asm::context::Context;
use crate::asm::object::ItemKind;
use crate::asm::program::{ItemAt, Program};
use crate::asm::warning::Warning;
use crate::isa::Op;
use diag::Diagnostic;

/// How often an instruction is analysed again with a deeper stack: bounds recursion.
const MAX_VISITS: u32 = 8;

/// A write of the stack into code or data.
struct Hit<'p> {
    by: &'p ItemAt,
    address: u32,
}

pub(crate) fn lint(context: &mut Context, program: &Program, flow: &Flow) {
    let hits = hits(program, flow);
    let Some(hit) = hits.iter().max_by_key(|hit| hit.address) else {
        return;
    };
    let victim = program
        .items
        .iter()
        .find(|item| item.address <= hit.address && hit.address < item.address + item.size);
    let label = program
        .symbols
        .iter()
        .rev()
        .find(|symbol| symbol.address <= hit.address);
    let what = match victim.and_then(|item| item.kind) {
        Some(ItemKind::Data) => "data",
        _ => "code",
    };
    let near = label.map_or(String::new(), |label| match hit.address - label.address {
        0 => format!(" (`{}`)", label.name),
        offset => format!(" (`{}+{offset}`)", label.name),
    });
    let message = format!("the stack overwrites {what} at 0x{:02x}{near}", hit.address);
    let at = victim
        .and_then(|item| item.span)
        .map(|span| context.lines.excerpt(span));
    let warning = Diagnostic::warning(Warning::Stack, message)
        .note("this is overwritten", at)
        .help("set the stack below it with `setsp`, move it down, or use separate memories (`--memory harvard`)");
    tell(context, warning, hit.by);
}

fn hits<'p>(program: &'p Program, flow: &Flow<'p>) -> Vec<Hit<'p>> {
    let fixed = fixed_bytes(program);
    let mut hits = Vec::new();
    let mut seen: BTreeMap<u32, (i32, u32)> = BTreeMap::new();
    // SP is 0 at the start: the first push goes to FF.
    let mut queue: Vec<(u32, i32)> = vec![(0, 256)];
    while let Some((address, sp)) = queue.pop() {
        let Some(item) = flow.code_at(address) else {
            continue;
        };
        let (lowest, visits) = seen.entry(address).or_insert((i32::MAX, 0));
        if sp >= *lowest || *visits >= MAX_VISITS {
            continue;
        }
        (*lowest, *visits) = (sp, *visits + 1);
        let Some(instruction) = flow.instruction(item) else {
            continue;
        };
        let (after, pushed) = effect(instruction.row().op, instruction.imm.unwrap_or(0), sp);
        for address in (sp - pushed)..sp {
            let address = address.rem_euclid(256) as u32;
            if fixed[address as usize] {
                hits.push(Hit { by: item, address });
            }
        }
        for (step, to) in flow.steps(item) {
            let sp = if step == Step::Call { after - 1 } else { after };
            queue.extend(flow.landing(to).map(|to| (to, sp)));
        }
    }
    hits
}

/// The stack pointer afterwards, and how many bytes are pushed on the way.
fn effect(op: Op, imm: u8, sp: i32) -> (i32, i32) {
    match op {
        Op::Push => (sp - 1, 1),
        Op::Pushall => (sp - 4, 4),
        Op::Pop => (sp + 1, 0),
        Op::Popall => (sp + 4, 0),
        Op::Jsr => (sp, 1),
        Op::Ioi => (sp, 2),
        Op::Setsp if imm == 0 => (256, 0),
        Op::Setsp => (i32::from(imm), 0),
        Op::Addsp => (sp + i32::from(imm as i8), 0),
        _ => (sp, 0),
    }
}

/// Bytes that hold code or initialised data; `ds` may well reserve room for the stack.
fn fixed_bytes(program: &Program) -> [bool; 256] {
    let mut fixed = program.occupied;
    let spare = program
        .items
        .iter()
        .filter(|item| matches!(item.kind, Some(ItemKind::Space | ItemKind::Padding)));
    for item in spare {
        for address in item.address..item.address + item.size {
            if let Some(slot) = fixed.get_mut(address as usize) {
                *slot = false;
            }
        }
    }
    fixed
}
