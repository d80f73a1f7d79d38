//! Phase 8: warnings that need the linked program: control flow, the flags, code or data
//! the stack overwrites.

mod carry;
mod flow;
mod stack;

use self::flow::Flow;
use super::context::Context;
use super::object::ItemKind;
use super::program::{ItemAt, MEMORY, Program};
use super::warning::Warning;
use crate::memory::Organisation;
use diag::Diagnostic;

/// Warns about code that is probably not meant.
pub(crate) fn lint(context: &mut Context, program: &Program) {
    let flow = Flow::of(program);
    fall_off(context, &flow);
    unreachable(context, program, &flow);
    if !context.options.variant.cmp_sets_carry() {
        carry::lint(context, program, &flow);
    }
    if context.options.memory == Organisation::VonNeumann {
        stack::lint(context, program, &flow);
        vectors(context, program);
    }
}

fn tell(context: &mut Context, warning: Diagnostic, item: &ItemAt) {
    match item.span {
        Some(span) => context.tell(warning, span),
        None => context.diagnostics.push(warning),
    }
}

fn fall_off(context: &mut Context, flow: &Flow) {
    for &index in &flow.falls_off {
        let item = &flow.items[index];
        if flow.may_switch_banks(item) {
            continue;
        }
        let next = item.address + item.size;
        let message = match next as usize {
            MEMORY => "execution runs from here past FF to address 00".to_owned(),
            _ => format!("execution runs from here into empty memory at 0x{next:02x}"),
        };
        let warning = Diagnostic::warning(Warning::FallOff, message)
            .help("end with `halt`, `rts`, `rti` or a branch");
        tell(context, warning, item);
    }
}

/// Runs of unreachable instructions, reported at the first one.
fn unreachable(context: &mut Context, program: &Program, flow: &Flow) {
    let mut run: Vec<&ItemAt> = Vec::new();
    let end = ItemAt {
        address: u32::MAX,
        size: 0,
        kind: None,
        origin: None,
        span: None,
        listed: None,
    };
    let items = program.items.iter().filter(|item| item.size > 0);
    for item in items.chain([&end]) {
        let is_code = matches!(item.kind, Some(ItemKind::Code | ItemKind::Branch));
        let dead = is_code && !flow.reached.contains(&item.address);
        let continues = run
            .last()
            .is_none_or(|last| last.address + last.size == item.address);
        if !(dead && continues) {
            if !flow.is_last_halt(&run) {
                tell_unreachable(context, &run);
            }
            run.clear();
        }
        if dead {
            run.push(item);
        }
    }
}

fn tell_unreachable(context: &mut Context, run: &[&ItemAt]) {
    let written: Vec<_> = run
        .iter()
        .filter(|item| item.kind == Some(ItemKind::Code))
        .collect();
    let Some(first) = written.first() else { return };
    let bytes: u32 = run.iter().map(|item| item.size).sum();
    let bytes = diag::count(bytes as usize, "byte");
    let message = match written.len() {
        1 => format!("nothing reaches this instruction ({bytes})"),
        more => {
            let others = diag::count(more - 1, "instruction");
            format!("nothing reaches this and the next {others} ({bytes})")
        }
    };
    tell(
        context,
        Diagnostic::warning(Warning::Unreachable, message),
        first,
    );
}

fn vectors(context: &mut Context, program: &Program) {
    for section in &program.sections {
        let end = section.address + section.size;
        if section.address < 0xF0 && end > 0xF0 {
            let message = format!(
                "{} runs into F0-FF (to 0x{:02x}), where interrupt vectors and devices are",
                section.title,
                end - 1
            );
            let item = program
                .items
                .iter()
                .find(|item| item.address + item.size > 0xF0 && item.size > 0);
            let warning = Diagnostic::warning(Warning::Vectors, message)
                .help("with separate memories (`--memory harvard`) only the vectors matter");
            if let Some(item) = item {
                tell(context, warning, item);
            }
        }
    }
}
