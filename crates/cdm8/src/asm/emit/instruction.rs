//! Instructions: the mnemonic, its operands, and the messages if they do not fit.

use super::data::DIRECTIVES;
use super::{Deferred, Emitter};
use crate::asm::Compat;
use crate::asm::ast::{Atom, Expr, Op, Operand, Term, Value};
use crate::asm::expand::library::STANDARD_NAME;
use crate::asm::lex;
use crate::asm::object::ItemKind;
use crate::asm::parse::{KEYWORDS, unknown_condition};
use crate::asm::source::Span;
use crate::asm::warning::Warning;
use crate::isa::{self, Cond, Operands, ROWS, Row};
use diag::nearest;
use diag::{Diagnostic, Fix, count};

/// Mnemonics of other assemblers, with their equivalents here.
const FOREIGN: [(&str, &str); 27] = [
    ("mov", "move"),
    ("call", "jsr"),
    ("ret", "rts"),
    ("reti", "rti"),
    ("iret", "rti"),
    ("hlt", "halt"),
    ("stop", "halt"),
    ("goto", "br"),
    ("jump", "br"),
    ("jz", "beq"),
    ("je", "beq"),
    ("jnz", "bne"),
    ("jne", "bne"),
    ("org", "asect"),
    ("equ", "define"),
    ("db", "dc"),
    ("byte", "dc"),
    ("load", "ld"),
    ("store", "st"),
    ("sbc", "sub"),
    ("adc", "addc"),
    ("asl", "shla"),
    ("asr", "shra"),
    ("lsr", "shr"),
    ("lsl", "shl"),
    ("endif", "fi"),
    ("endw", "wend"),
];

impl Emitter<'_, '_> {
    pub fn op(&mut self, op: &Op) {
        if self.directive(op) {
            return;
        }
        match op.word.text.as_str() {
            "nop" | "noop" => self.nop(op),
            word => match isa::find(word) {
                Some(row) => self.instruction(op, row),
                None => self.unknown(op),
            },
        }
    }

    /// CocoIDE's `nop` is a branch never taken.
    fn nop(&mut self, op: &Op) {
        self.context.only_cocoide(op.word.span, "`nop`");
        let opcode = 0xE0 + Cond::Never.code();
        match op.operands.as_slice() {
            [] => self.bytes(ItemKind::Code, op.span, &[opcode, 0]),
            [operand] => self.immediate(op, opcode, operand),
            _ => self.wrong_count(op, 1),
        }
    }

    fn instruction(&mut self, op: &Op, row: &Row) {
        self.say_about(op, row);
        let wanted = row.operands.count();
        let ignores = row.operands == Operands::None && self.context.is_compat(Compat::Cocoide);
        if op.operands.len() != wanted && !ignores {
            self.wrong_count(op, wanted);
            return self.bytes(
                ItemKind::Code,
                op.span,
                &vec![row.base; usize::from(row.size())],
            );
        }
        match (row.operands, op.operands.as_slice()) {
            (Operands::Reg, [a]) => {
                let code = row.with_regs(self.register(op, a), 0);
                self.bytes(ItemKind::Code, op.span, &[code]);
            }
            (Operands::RegReg, [a, b]) => {
                let code = row.with_regs(self.register(op, a), self.register(op, b));
                self.bytes(ItemKind::Code, op.span, &[code]);
            }
            (Operands::Imm, [value]) => self.immediate(op, row.base, value),
            (Operands::RegImm, [a, value]) => {
                let code = row.with_regs(self.register(op, a), 0);
                self.immediate(op, code, value);
            }
            _ => self.bytes(ItemKind::Code, op.span, &[row.base]),
        }
    }

    /// The warnings about an instruction that need no context.
    fn say_about(&mut self, op: &Op, row: &Row) {
        let variant = self.context.options.variant;
        let warning = match (op.word.text.as_str(), row.op) {
            ("swan", _) => {
                self.context.only_cocoide(op.word.span, "`swan`");
                variant.rotates().then(|| {
                    let message = format!(
                        "on `{variant}` this opcode rotates left, it does not swap nibbles"
                    );
                    Diagnostic::warning(Warning::Rol, message)
                })
            }
            ("rol", _) => {
                let message =
                    "CocoIDE makes four bytes of `rol` (addc, bcc, inc), cdm-devkit one opcode";
                self.context.differs(op.word.span, message);
                (!variant.rotates()).then(|| {
                    Diagnostic::warning(
                        Warning::Rol,
                        "on the original mark 5 this opcode swaps nibbles (`swan`)",
                    )
                    .help("for a rotation there: `shla r0`, `bcc` over, `inc r0`")
                })
            }
            (_, isa::Op::Popall) => (!variant.popall_works()).then(|| {
                Diagnostic::warning(
                    Warning::Popall,
                    "on the original mark 5 `popall` does not load the registers",
                )
                .help("pop them one by one: `pop r0` ... `pop r3`")
            }),
            (_, isa::Op::Osix) => Some(Diagnostic::warning(
                Warning::Illegal,
                "the circuits have no `osix`: the processor stops here",
            )),
            _ => None,
        };
        if let Some(warning) = warning {
            self.context.tell(warning, op.word.span);
        }
        if row.op == isa::Op::Rts && self.in_standard_macro(op.span, "jmp/1") {
            self.context.differs(
                op.word.span,
                "CocoIDE makes `push, rti` of `jmp`, cdm-devkit `push, rts`",
            );
        }
    }

    fn wrong_count(&mut self, op: &Op, wanted: usize) {
        let word = &op.word.text;
        let arities = self.library.arities(word);
        let error = Diagnostic::error(format!(
            "`{word}` takes {}, found {}",
            count(wanted, "operand"),
            op.operands.len()
        ))
        .label(format!("expected {}", shape(word)))
        .maybe_help(
            (!arities.is_empty()).then(|| format!("the macro `{word}` takes {}", list(&arities))),
        );
        self.context.tell(error, op.span);
    }

    fn register(&mut self, op: &Op, operand: &Operand) -> u8 {
        let found = match &operand.value {
            Value::Register(register) => return *register,
            Value::Bad => return 0,
            Value::Expr(expr) => self.register_advice(op, expr),
            Value::Str(_) | Value::Char(_) => Advice::new("a literal"),
        };
        let error = Diagnostic::error(format!(
            "`{}` needs a register here, not {}",
            op.word.text, found.what
        ))
        .label("expected r0, r1, r2 or r3")
        .maybe_help(found.help);
        self.context.tell(error, operand.span);
        0
    }

    fn register_advice(&self, op: &Op, expr: &Expr) -> Advice {
        let word = op.word.text.as_str();
        let text = self.context.lines.text(expr.span);
        if let [
            Term {
                atom: Atom::Name(name),
                negative: false,
                ..
            },
        ] = expr.terms.as_slice()
        {
            let lower = name.to_ascii_lowercase();
            if lex::is_register(&lower) {
                return Advice::new("a name")
                    .help(format!("registers are written small: `{lower}`"));
            }
        }
        let advice = Advice::new("a number or a name");
        match word {
            "ldi" | "ldsa" if self.is_swapped(op) => {
                advice.help(format!("the register comes first: `{word} r0, {text}`"))
            }
            "ld" => advice.help(format!(
                "to load a variable: `ldv {text}, r0`, or `ldi r1, {text}` and `ld r1, r0`"
            )),
            "st" => advice.help(format!(
                "to store a variable: `stv r0, {text}`, or `ldi r1, {text}` and `st r1, r0`"
            )),
            "push" if self.in_macro(op.span, "jmp/1") => {
                advice.help(format!("a jump to a label is `br {text}`"))
            }
            "push" if self.in_macro(op.span, "jsrr/1") => {
                advice.help(format!("a call of a label is `jsr {text}`"))
            }
            _ => advice.help(self.through_a_register(op, text)),
        }
    }

    /// How to pass a number to an instruction that takes registers only, without losing one that it uses.
    fn through_a_register(&self, op: &Op, text: &str) -> String {
        let uses = |register: u8| {
            let used =
                |operand: &Operand| matches!(operand.value, Value::Register(r) if r == register);
            op.operands.iter().any(used)
        };
        let free = (0..4).find(|&register| !uses(register)).unwrap_or(0);
        let operands: Vec<String> = (op.operands.iter())
            .map(|operand| match self.context.lines.text(operand.span) {
                same if same == text => format!("r{free}"),
                other => other.to_owned(),
            })
            .collect();
        let word = &op.word.text;
        format!(
            "load it into a register first: `ldi r{free}, {text}`, then `{word} {}`",
            operands.join(", ")
        )
    }

    /// Whether value and register are swapped, as in `ldi 5, r0`.
    fn is_swapped(&self, op: &Op) -> bool {
        match op.operands.as_slice() {
            [a, b] => matches!((&a.value, &b.value), (Value::Expr(_), Value::Register(_))),
            _ => false,
        }
    }

    fn in_macro(&self, span: Span, title: &str) -> bool {
        let line = &self.context.lines.lines[span.line as usize];
        line.expansion
            .is_some_and(|id| self.context.lines.expansions[id as usize].name == title)
    }

    fn in_standard_macro(&self, span: Span, title: &str) -> bool {
        let line = &self.context.lines.lines[span.line as usize];
        self.context.lines.files[line.file as usize] == STANDARD_NAME && self.in_macro(span, title)
    }

    /// An opcode followed by the value of an operand.
    /// CocoIDE takes `addsp -144` and the like, and means the low byte.
    fn wrapped(&self, word: &str, expr: &Expr) -> Expr {
        let mut expr = expr.clone();
        let on_stack = matches!(word, "addsp" | "setsp" | "ldsa");
        if on_stack
            && self.context.is_compat(Compat::Cocoide)
            && let [term] = &mut expr.terms[..]
            && let (true, Atom::Number(number @ 129..=255)) = (term.negative, &mut term.atom)
        {
            *number = 256 - *number;
            term.negative = false;
        }
        expr
    }

    fn immediate(&mut self, op: &Op, opcode: u8, operand: &Operand) {
        let word = op.word.text.as_str();
        let what = match &operand.value {
            Value::Expr(expr) => {
                let target = Deferred::Expr(self.wrapped(word, expr), self.here());
                return self.with_target(ItemKind::Code, op.span, opcode, target, operand.span);
            }
            Value::Char(byte) if word == "ldi" => {
                return self.character(op, opcode, operand, *byte);
            }
            Value::Str(bytes) if word == "ldi" && bytes.len() == 1 => {
                return self.character(op, opcode, operand, bytes[0]);
            }
            Value::Register(_) if self.is_swapped(op) => {
                return self.bytes(ItemKind::Code, op.span, &[opcode, 0]);
            }
            Value::Register(_) => "a register",
            Value::Str(_) | Value::Char(_) => "a literal",
            Value::Bad => return self.bytes(ItemKind::Code, op.span, &[opcode, 0]),
        };
        let help = match (word, &operand.value) {
            ("jsr", Value::Register(r)) => Some(format!(
                "a call of the address in a register is `jsrr r{r}`"
            )),
            ("br", Value::Register(r)) => {
                Some(format!("a jump to the address in a register is `jmp r{r}`"))
            }
            ("ldi", Value::Register(r)) => Some(format!("to copy a register: `move r{r}, r0`")),
            ("ldi", Value::Str(_)) => Some("only one character fits into a register".to_owned()),
            _ => None,
        };
        let error = Diagnostic::error(format!(
            "`{word}` needs a number or a name here, not {what}"
        ))
        .label("expected a number or a name")
        .maybe_help(help);
        self.context.tell(error, operand.span);
        self.bytes(ItemKind::Code, op.span, &[opcode, 0]);
    }

    fn character(&mut self, op: &Op, opcode: u8, operand: &Operand, byte: u8) {
        self.context
            .only_cocoide(operand.span, "a character as operand of `ldi`");
        self.bytes(ItemKind::Code, op.span, &[opcode, byte]);
    }

    fn unknown(&mut self, op: &Op) {
        let word = op.word.text.as_str();
        let arities = self.library.arities(word);
        let error = if !arities.is_empty() {
            self.unfit_macro(op, &arities)
        } else if DIRECTIVES.contains(&word) || KEYWORDS.contains(&word) {
            Diagnostic::error(format!("`{word}` has no meaning here"))
        } else {
            self.unknown_word(word)
        };
        self.context.tell(error, op.word.span);
    }

    fn unfit_macro(&self, op: &Op, arities: &[usize]) -> Diagnostic {
        let (word, found) = (op.word.text.as_str(), op.operands.len());
        match arities.contains(&found) {
            true => Diagnostic::error(format!(
                "the macro `{word}/{found}` is used before its definition"
            ))
            .help("move the definition up"),
            false => Diagnostic::error(format!(
                "the macro `{word}` takes {}, found {found}",
                list(arities)
            ))
            .label("wrong number of operands"),
        }
    }

    fn unknown_word(&self, word: &str) -> Diagnostic {
        let lower = word.to_ascii_lowercase();
        let condition = lower.strip_prefix('b').filter(|rest| !rest.is_empty());
        let candidates: Vec<&str> = self.known_words();
        let near = nearest(word, candidates.iter().copied());
        if let Some((_, ours)) = FOREIGN.iter().find(|(foreign, _)| *foreign == lower) {
            return unknown_instruction(word)
                .help(format!("here that is `{ours}`"))
                .fix(Fix::Replace((*ours).to_owned()));
        }
        match condition {
            Some(rest) if near.is_none_or(|near| near.starts_with('b')) => {
                let mut error = unknown_condition(rest, "b");
                error.message =
                    format!("unknown instruction `{word}`: `{rest}` is not a branch condition");
                error
            }
            _ => unknown_instruction(word).did_you_mean(near),
        }
    }

    fn known_words(&self) -> Vec<&str> {
        let rows = ROWS
            .iter()
            .map(|row| row.mnemonic)
            .filter(|mnemonic| !mnemonic.is_empty());
        rows.chain(DIRECTIVES)
            .chain(KEYWORDS)
            .chain(self.library.names())
            .collect()
    }
}

fn unknown_instruction(word: &str) -> Diagnostic {
    Diagnostic::error(format!("unknown instruction `{word}`"))
        .label("expected an instruction, a directive or a macro")
}

/// The operands of an instruction, in the notation of the reference.
fn shape(word: &str) -> String {
    let operands = isa::find(word).map_or(Operands::Imm, |row| row.operands);
    let text = match operands {
        Operands::None => return format!("`{word}` alone"),
        Operands::Reg => "r0",
        Operands::RegReg => "r0, r1",
        Operands::Imm => "value",
        Operands::RegImm => "r0, value",
    };
    format!("`{word} {text}`")
}

fn list(arities: &[usize]) -> String {
    let numbers: Vec<String> = arities.iter().map(usize::to_string).collect();
    match arities {
        [1] => "1 operand".to_owned(),
        _ => format!("{} operands", numbers.join(" or ")),
    }
}

struct Advice {
    what: &'static str,
    help: Option<String>,
}

impl Advice {
    fn new(what: &'static str) -> Advice {
        Advice { what, help: None }
    }

    fn help(self, help: String) -> Advice {
        Advice {
            help: Some(help),
            ..self
        }
    }
}
