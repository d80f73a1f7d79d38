//! The meaning of every word of the language, in a sentence: for hovers and completion.

use crate::isa::{Cond, Op, Operands, Row};
use crate::variant::Variant;

/// The effect of an instruction, in the order of its clocks.
pub fn effect(op: Op) -> &'static str {
    match op {
        Op::Move => "flags; rd := rs",
        Op::Add => "flags; rd := rs + rd",
        Op::Addc => "flags; rd := rs + rd + C",
        Op::Sub => "flags; rd := rs - rd",
        Op::And => "flags; rd := rs and rd",
        Op::Or => "flags; rd := rs or rd",
        Op::Xor => "flags; rd := rs xor rd",
        Op::Cmp => "flags of rs - rd",
        Op::Not => "rd := not rd, flags",
        Op::Neg => "rd := -rd, flags",
        Op::Dec => "rd := rd - 1, flags",
        Op::Inc => "rd := rd + 1, flags",
        Op::Shr => "shift right through C",
        Op::Shla => "shift left",
        Op::Shra => "shift right keeping the sign",
        Op::Rol => "rotate left; `mark5`: `swan`, exchange the halves",
        Op::St => "data[rs] := rd",
        Op::Ld => "rd := data[rs]",
        Op::Push => "SP -= 1; data[SP] := rd",
        Op::Pop => "rd := data[SP], SP += 1",
        Op::Ldsa => "rd := imm; rd := rd + SP",
        Op::Addsp => "SP := SP + imm",
        Op::Setsp => "SP := imm",
        Op::Pushall => "pushes r3, r2, r1, r0: r0 ends lowest",
        Op::Popall => "pops r0, r1, r2, r3; `mark5`: only SP += 4",
        Op::Ldi => "rd := imm",
        Op::Halt => "stops for good; PC is the address after it",
        Op::Wait => "waits for IRQ; 9 clocks if it is high already",
        Op::Jsr => "SP -= 1; data[SP] := PC, PC := imm",
        Op::Rts => "PC := data[SP], SP += 1",
        Op::Ioi => "enters the handler of the interrupt acknowledged last",
        Op::Rti => "PS := data[SP], SP += 1; PC := data[SP], SP += 1",
        Op::Crc => "exchanges PC and data[SP]",
        Op::Osix => "stops: no circuit implements it",
        Op::Branch(_) => "PC := imm if the condition holds",
        Op::Ldc => "rd := instruction[rs]",
        Op::Undefined => "DC, DD, DE, DF stop",
    }
}

/// The effect on C and V; Z and N follow the result wherever these are set.
pub fn flags(op: Op) -> Option<(&'static str, &'static str)> {
    Some(match op {
        Op::Move | Op::And | Op::Or | Op::Xor | Op::Not => ("0", "0"),
        Op::Add | Op::Addc => ("carry", "overflow"),
        Op::Sub => ("1 if A >= B, unsigned (no borrow)", "overflow"),
        Op::Cmp => ("mark 5: 0; ideal: as sub", "overflow"),
        Op::Neg => ("1 if A = 00", "1 if A = 80"),
        Op::Dec => ("0 if A = 00, else 1", "1 if A = 80"),
        Op::Inc => ("1 if A = FF", "1 if A = 7F"),
        Op::Shr | Op::Shra => ("bit 0 of A", "0"),
        Op::Shla => ("bit 7 of A", "bit 7 xor bit 6 of A"),
        Op::Rol => ("bit 7 of A", "0"),
        _ => return None,
    })
}

/// When a branch is taken, by the flags.
pub fn condition(cond: Cond) -> &'static str {
    match cond {
        Cond::Eq => "Z",
        Cond::Ne => "not Z",
        Cond::Hs => "C",
        Cond::Lo => "not C",
        Cond::Mi => "N",
        Cond::Pl => "not N",
        Cond::Vs => "V",
        Cond::Vc => "not V",
        Cond::Hi => "C and not Z",
        Cond::Ls => "not C, or Z",
        Cond::Ge => "N = V",
        Cond::Lt => "N differs from V",
        Cond::Gt => "not Z and N = V",
        Cond::Le => "Z, or N differs from V",
        Cond::Always => "always",
        Cond::Never => "never",
    }
}

/// The meaning of a condition after a comparison of two numbers.
pub fn meaning(cond: Cond) -> &'static str {
    match cond {
        Cond::Eq => "equal",
        Cond::Ne => "not equal",
        Cond::Hs => "unsigned above or equal; carry set",
        Cond::Lo => "unsigned below; carry clear",
        Cond::Mi => "negative",
        Cond::Pl => "not negative",
        Cond::Vs => "overflow",
        Cond::Vc => "no overflow",
        Cond::Hi => "unsigned above",
        Cond::Ls => "unsigned below or equal",
        Cond::Ge => "signed greater or equal",
        Cond::Lt => "signed less",
        Cond::Gt => "signed greater",
        Cond::Le => "signed less or equal",
        Cond::Always => "always",
        Cond::Never => "never",
    }
}

/// The operands of an instruction, in the notation of the reference.
pub fn operands(operands: Operands) -> &'static str {
    match operands {
        Operands::None => "",
        Operands::Reg => "rd",
        Operands::RegReg => "rs, rd",
        Operands::Imm => "imm",
        Operands::RegImm => "rd, imm",
    }
}

/// `0001nnmm`: the opcode with its register fields as letters.
pub fn encoding(row: &Row) -> String {
    match row.operands {
        Operands::None | Operands::Imm => format!("{:08b}", row.base),
        Operands::Reg | Operands::RegImm => format!("{:06b}mm", row.base >> 2),
        Operands::RegReg => format!("{:04b}nnmm", row.base >> 4),
    }
}

/// The hover text of an instruction.
pub fn instruction(row: &Row, word: &str, variant: Variant) -> String {
    let mnemonic = match row.op {
        Op::Branch(_) | Op::Rol => word,
        _ => row.mnemonic_on(variant),
    };
    let mut text = format!(
        "```cdm8\n{}\n```\n",
        [mnemonic, operands(row.operands)].join(" ").trim()
    );
    text += match row.op {
        Op::Rol if !variant.rotates() => {
            "exchange the halves (`swan`); rotates left on other circuits"
        }
        Op::Rol => "rotate left (`rol`); exchanges the halves on the original mark 5",
        op => effect(op),
    };
    if let Op::Branch(cond) = row.op {
        text += &format!("\n\nTaken if {}: {}.", condition(cond), meaning(cond));
    }
    let clocks = if row.op == Op::Wait {
        "9 or more".to_owned()
    } else {
        row.clocks.to_string()
    };
    let immediate = if row.size() == 2 { " imm" } else { "" };
    text += &format!(
        "\n\n`{}{immediate}`, {}, {clocks} clocks",
        encoding(row),
        diag::count(row.size(), "byte")
    );
    if let Some((c, v)) = flags(row.op) {
        text += &format!("\n\nC: {c}; V: {v}; Z and N from the result");
    }
    text
}

/// The meaning of a directive or a keyword.
pub fn word(word: &str) -> Option<&'static str> {
    Some(match word {
        "dc" => "`dc 1, \"text\", label`: bytes",
        "ds" => "`ds 5`: zero bytes",
        "align" => "`align 4`: zeros up to the next multiple",
        "save" => "`save r0`: push a register; the next `restore` pops it",
        "restore" => "`restore`: pop what was last saved; `restore r1` pops into r1",
        "set" => "`set NAME = value`: a name for a value",
        "asect" => "`asect 0x10`: an absolute section at this address",
        "rsect" => "`rsect name`: a relocatable section; the linker finds a place",
        "tplate" => {
            "`tplate name`: offsets only, for structures and stack frames; `name._` is the size"
        }
        "ext" => "`name: ext`: an entry of another section or file",
        "end" | "end." => "the end of the file; nothing after it is read",
        "if" => "`if`, code that sets flags, `is` with a condition, code, `else`, code, `fi`",
        "is" => "`is z`: the condition of an `if`; `is z, and` and `is z, or` join conditions",
        "then" => "`then`: may follow the last `is`",
        "else" => "what is done if the condition does not hold",
        "fi" => "closes an `if`",
        "while" => "`while`, code that sets flags, `stays` with a condition, code, `wend`",
        "stays" => "`stays nz`: the condition under which a `while` goes on",
        "wend" => "closes a `while`",
        "do" => "`do`, code, `until` with a condition",
        "until" => "`until z`: closes a `do`, which ends when the condition holds",
        "break" => "leaves the innermost loop; `break 2` leaves two",
        "continue" => "goes to the condition of the innermost loop",
        "macro" => "`macro name/2` ... `mend`: a macro of two operands, `$1` and `$2`",
        "mend" => "closes a `macro`",
        "unique" => "`unique $1, x`: gives `?x` a register other than `$1`",
        "mpush" => "`mpush a, b`: puts texts on the macro stack",
        "mpop" => "`mpop x, y`: takes the top of the macro stack into `?x`, the next into `?y`",
        "mread" => "`mread x`: the top of the macro stack into `?x`, left there",
        "lchk" => "`lchk x`: requires x to be a name",
        "nop" | "noop" => "a branch that is never taken (CocoIDE)",
        "and" | "or" => "joins conditions; `and` binds tighter than `or`",
        _ => return None,
    })
}
