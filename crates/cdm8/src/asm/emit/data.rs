//! The directives: `dc`, `ds`, `align`, `save`, `restore`.

use super::{Deferred, Emitter, Fixup};
use crate::asm::ast::{Atom, Expr, Op, Operand, Value};
use crate::asm::object::{Item, ItemKind, common_alignment};
use crate::asm::source::Span;
use crate::isa;
use diag::{Diagnostic, count};

/// Words that are neither instructions nor macros.
pub(crate) const DIRECTIVES: [&str; 5] = ["dc", "ds", "align", "save", "restore"];

/// Larger values of `ds` and `align` are certainly mistakes.
const MAX_SPACE: i64 = 4_096;

impl Emitter<'_, '_> {
    /// Whether `op` was a directive.
    pub(crate) fn directive(&mut self, op: &Op) -> bool {
        match op.word.text.as_str() {
            "dc" => self.dc(op),
            "ds" => self.ds(op),
            "align" => self.align(op),
            "save" => self.save(op),
            "restore" => self.restore(op),
            _ => return false,
        }
        true
    }

    fn dc(&mut self, op: &Op) {
        if op.operands.is_empty() {
            let error = Diagnostic::error("`dc` without a value")
                .label("expected numbers, names or strings");
            return self.context.tell(error, op.span);
        }
        let start = self.here();
        let mut bytes = Vec::new();
        let mut fixups = Vec::new();
        for operand in &op.operands {
            match &operand.value {
                Value::Str(text) => bytes.extend(text),
                Value::Char(byte) => bytes.push(*byte),
                Value::Expr(expr) => {
                    let offset = start + bytes.len() as u32;
                    let target = Deferred::Expr(expr.clone(), start);
                    fixups.push(Fixup {
                        offset,
                        target,
                        span: operand.span,
                    });
                    bytes.push(0);
                }
                Value::Register(_) => {
                    self.not_a_value(operand);
                    bytes.push(0);
                }
                Value::Bad => bytes.push(0),
            }
        }
        self.bytes(ItemKind::Data, op.span, &bytes);
        if !self.too_large {
            self.block.fixups.extend(fixups);
        }
    }

    fn not_a_value(&mut self, operand: &Operand) {
        let error = Diagnostic::error("a register is not a value")
            .label("expected a number, a name or a string");
        self.context.tell(error, operand.span);
    }

    fn ds(&mut self, op: &Op) {
        let Some(size) = self.space(op, "ds") else {
            return;
        };
        if size < 0 {
            return self
                .context
                .error(op.operands[0].span, "the size of `ds` is negative");
        }
        self.bytes(ItemKind::Space, op.span, &vec![0; size as usize]);
    }

    fn align(&mut self, op: &Op) {
        let Some(to) = self.space(op, "align") else {
            return;
        };
        if to <= 0 {
            let error =
                Diagnostic::error("an alignment is a positive number").label("expected 1 or more");
            return self.context.tell(error, op.operands[0].span);
        }
        let at = self.block.address.unwrap_or(0) + i64::from(self.here());
        let padding = (to - at % to) % to;
        if self.block.address.is_none() {
            self.block.align = common_alignment(self.block.align, to as u32);
        }
        if padding > 0 {
            self.bytes(ItemKind::Padding, op.span, &vec![0; padding as usize]);
        } else {
            let offset = self.here();
            let item = Item {
                offset,
                size: 0,
                kind: ItemKind::Padding,
                span: op.span,
                listed: op.span,
            };
            self.block.items.push(item);
        }
        self.stretch += to as u32 - 1;
    }

    /// The one constant operand of `ds` or `align`.
    fn space(&mut self, op: &Op, word: &str) -> Option<i64> {
        let [operand] = op.operands.as_slice() else {
            let message = format!(
                "`{word}` takes one number, found {}",
                count(op.operands.len(), "operand")
            );
            self.context.tell(
                Diagnostic::error(message).label("expected one number"),
                op.span,
            );
            return None;
        };
        let value = match &operand.value {
            Value::Expr(expr) => constant(expr),
            Value::Bad => return None,
            _ => None,
        };
        let Some(value) = value else {
            let error = Diagnostic::error(format!("the operand of `{word}` must be known at once"))
                .label("expected a number, without names");
            self.context.tell(error, operand.span);
            return None;
        };
        if value > MAX_SPACE {
            let error = Diagnostic::error(format!("`{word} {value}`: the memory has 256 bytes"));
            self.context.tell(error, operand.span);
            return None;
        }
        Some(value)
    }

    fn save(&mut self, op: &Op) {
        let [
            Operand {
                value: Value::Register(register),
                ..
            },
        ] = op.operands.as_slice()
        else {
            return self.wrong_register(op, "`save` takes one register");
        };
        self.saved.push((Some(*register), op.span));
        self.plain("push", *register, op.span);
    }

    fn restore(&mut self, op: &Op) {
        let given = match op.operands.as_slice() {
            [] => None,
            [
                Operand {
                    value: Value::Register(register),
                    ..
                },
            ] => Some(*register),
            _ => return self.wrong_register(op, "`restore` takes one register or none"),
        };
        let Some((saved, _)) = self.saved.pop() else {
            let error = Diagnostic::error("`restore` without `save`")
                .label("expected a `save` before it in this section")
                .help("a plain pop is `pop r0`");
            return self.context.tell(error, op.span);
        };
        self.plain("pop", given.or(saved).unwrap_or(0), op.span);
    }

    fn wrong_register(&mut self, op: &Op, message: &str) {
        if !op
            .operands
            .iter()
            .any(|operand| matches!(operand.value, Value::Bad))
        {
            self.context.tell(
                Diagnostic::error(message).label("expected r0, r1, r2 or r3"),
                op.span,
            );
        }
        if op.word.text == "save" {
            self.saved.push((None, op.span));
        } else {
            self.saved.pop();
        }
        self.bytes(ItemKind::Code, op.span, &[0]);
    }

    fn plain(&mut self, mnemonic: &str, register: u8, span: Span) {
        let opcode = isa::find(mnemonic).map_or(0, |row| row.with_regs(register, 0));
        self.bytes(ItemKind::Code, span, &[opcode]);
    }
}

/// The value of an expression of numbers alone.
pub fn constant(expr: &Expr) -> Option<i64> {
    expr.terms.iter().try_fold(0, |sum, term| match term.atom {
        Atom::Number(number) if term.negative => Some(sum - number),
        Atom::Number(number) => Some(sum + number),
        _ => None,
    })
}
