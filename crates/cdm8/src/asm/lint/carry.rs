//! Unsigned conditions after `cmp`, which clears the carry on mark 5.

use std::collections::BTreeMap;

use super::flow::{Flow, Step};
use super::tell;
use crate::asm::context::Context;
use crate::asm::object::ItemKind;
use crate::asm::program::{ItemAt, Program};
use crate::asm::warning::Warning;
use crate::isa::{Cond, Op};
use diag::Diagnostic;

/// The possible sources of the flags, as bits.
const CMP: u8 = 1;
const OTHER: u8 = 2;

pub(crate) fn lint(context: &mut Context, program: &Program, flow: &Flow) {
    let setters = setters(flow);
    for item in &program.items {
        let by = setters.get(&item.address).copied().unwrap_or(0);
        let cond = match flow
            .code_at(item.address)
            .and_then(|item| flow.instruction(item))
        {
            Some(instruction) if by & CMP != 0 => match instruction.row().op {
                Op::Branch(cond) if cond.is_unsigned() => cond,
                _ => continue,
            },
            _ => continue,
        };
        tell(context, warning(context, item, cond), item);
    }
}

/// For each reached instruction, the possible sources of the flags it sees.
fn setters(flow: &Flow) -> BTreeMap<u32, u8> {
    let mut seen: BTreeMap<u32, u8> = BTreeMap::new();
    let mut queue: Vec<(u32, u8)> = flow.roots().into_iter().map(|root| (root, OTHER)).collect();
    while let Some((address, state)) = queue.pop() {
        let Some(item) = flow.code_at(address) else {
            continue;
        };
        let before = seen.entry(address).or_insert(0);
        if *before | state == *before {
            continue;
        }
        *before |= state;
        let after = match flow
            .instruction(item)
            .map(|instruction| instruction.row().op)
        {
            Some(Op::Cmp) => CMP,
            Some(op) if sets_flags(op) => OTHER,
            _ => *before,
        };
        for (step, to) in flow.steps(item) {
            let state = if step == Step::Return { OTHER } else { after };
            queue.extend(flow.landing(to).map(|to| (to, state)));
        }
    }
    seen
}

fn sets_flags(op: Op) -> bool {
    use Op::*;
    matches!(
        op,
        Move | Add
            | Addc
            | Sub
            | And
            | Or
            | Xor
            | Cmp
            | Not
            | Neg
            | Dec
            | Inc
            | Shr
            | Shla
            | Shra
            | Rol
    )
}

fn warning(context: &Context, item: &ItemAt, cond: Cond) -> Diagnostic {
    let text = item.span.map_or("", |span| context.lines.text(span));
    let written = text
        .split(|c: char| !c.is_ascii_alphanumeric())
        .nth(1)
        .and_then(Cond::named);
    // A structure branches on the opposite of what it says.
    let (cond, is_test) = match (item.kind, written) {
        (Some(ItemKind::Branch), Some(written)) => (written, true),
        _ => (cond, false),
    };
    let (when, signed) = match cond {
        Cond::Hs => ("never", "ge"),
        Cond::Hi => ("never", "gt"),
        Cond::Lo => ("always", "lt"),
        _ => ("always", "le"),
    };
    let name = cond.names()[0];
    let what = match is_test {
        true => format!("`{name}` {when} holds"),
        false => format!("`b{name}` is {when} taken"),
    };
    let message = format!("on mark 5 `cmp` clears the carry: after it {what}");
    Diagnostic::warning(Warning::CmpCarry, message).help(format!(
        "use `sub` on a copy instead of `cmp`, or the signed `{signed}` if both values are below 128"
    ))
}
