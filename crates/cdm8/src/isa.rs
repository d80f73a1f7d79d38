//! The instruction set as one flat table: every opcode from 00 to FF with its mnemonic, operands,
//! size and clocks. Assembler, disassembler, processor and reference all read this table.
//!
//! ```text
//! 7 6 5 4 3 2 1 0
//! 0 f f f n n m m   move add addc sub and or xor cmp   rn, rm
//! 1 0 0 f f f m m   not neg dec inc shr shla shra rol  rm
//! 1 0 1 0 n n m m   st  rn, rm       1 0 1 1 n n m m   ld rn, rm
//! 1 1 0 0 0 0 m m   push rm          1 1 0 0 0 1 m m   pop rm
//! 1 1 0 0 1 0 m m   ldsa rm, imm     1 1 0 0 1 1 x x   addsp imm, setsp imm, pushall, popall
//! 1 1 0 1 0 0 m m   ldi rm, imm      1 1 0 1 x x x x   halt wait jsr rts ioi rti crc osix, 4 undefined
//! 1 1 1 0 c c c c   b<cond> imm      1 1 1 1 n n m m   ldc rn, rm
//! ```

use std::fmt;

use crate::variant::Variant;

/// A general register, r0 to r3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Reg(u8);

impl Reg {
    pub const ALL: [Reg; 4] = [Reg(0), Reg(1), Reg(2), Reg(3)];

    /// The register of this number, 0 to 3.
    pub const fn new(number: u8) -> Option<Reg> {
        if number < 4 { Some(Reg(number)) } else { None }
    }

    /// The register the low two bits name.
    pub(crate) const fn of_bits(bits: u8) -> Reg {
        Reg(bits & 3)
    }

    pub const fn number(self) -> u8 {
        self.0
    }

    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Reg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}", self.0)
    }
}

/// The operands of an instruction: the same five shapes in the source and in the encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operands {
    /// `halt`
    None,
    /// `inc rd`: the register in bits 1-0
    Reg,
    /// `add rs, rd`: rs in bits 3-2, rd in bits 1-0
    RegReg,
    /// `jsr imm`: a byte after the opcode
    Imm,
    /// `ldi rd, imm`
    RegImm,
}

impl Operands {
    /// The number of opcodes, from the base code on, of an instruction of this shape.
    pub(crate) const fn codes(self) -> u16 {
        match self {
            Operands::None | Operands::Imm => 1,
            Operands::Reg | Operands::RegImm => 4,
            Operands::RegReg => 16,
        }
    }

    pub(crate) const fn has_immediate(self) -> bool {
        matches!(self, Operands::Imm | Operands::RegImm)
    }

    /// Operands in the source.
    pub const fn count(self) -> usize {
        match self {
            Operands::None => 0,
            Operands::Reg | Operands::Imm => 1,
            Operands::RegReg | Operands::RegImm => 2,
        }
    }
}

/// The operation, apart from its registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[rustfmt::skip]
pub enum Op {
    Move, Add, Addc, Sub, And, Or, Xor, Cmp,
    Not, Neg, Dec, Inc, Shr, Shla, Shra, Rol,
    St, Ld, Ldc, Push, Pop, Ldsa, Addsp, Setsp, Pushall, Popall, Ldi,
    Halt, Wait, Jsr, Rts, Ioi, Rti, Crc, Osix,
    Branch(Cond),
    /// DC to DF: no mnemonic; the machine stops.
    Undefined,
}

/// One row of the instruction set: a mnemonic with all its register forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    pub mnemonic: &'static str,
    /// The opcode with register fields zero.
    pub base: u8,
    pub op: Op,
    pub operands: Operands,
    /// Fetch and execute clocks together. `wait`: with IRQ high already; `halt` and the opcodes that stop: until the stop.
    pub clocks: u8,
}

impl Row {
    /// Opcode and immediate byte.
    pub const fn size(&self) -> u8 {
        1 + self.operands.has_immediate() as u8
    }

    /// Whether the machine stops on it for good: `halt`, `osix` and the undefined opcodes.
    pub const fn stops(&self) -> bool {
        matches!(self.op, Op::Halt) || self.is_illegal()
    }

    /// Whether the circuit has no microcode for it.
    pub(crate) const fn is_illegal(&self) -> bool {
        matches!(self.op, Op::Osix | Op::Undefined)
    }

    /// The mnemonic in this variant: 9C is `swan` on the original mark 5.
    pub(crate) const fn mnemonic_on(&self, variant: Variant) -> &'static str {
        match self.op {
            Op::Rol if !variant.rotates() => "swan",
            _ => self.mnemonic,
        }
    }

    /// The opcode of this row with its register fields filled in.
    pub(crate) const fn with_regs(&self, first: u8, second: u8) -> u8 {
        match self.operands {
            Operands::None | Operands::Imm => self.base,
            Operands::Reg | Operands::RegImm => self.base | (first & 3),
            Operands::RegReg => self.base | ((first & 3) << 2) | (second & 3),
        }
    }
}

const fn row(mnemonic: &'static str, base: u8, op: Op, operands: Operands, clocks: u8) -> Row {
    Row {
        mnemonic,
        base,
        op,
        operands,
        clocks,
    }
}

const fn branch(cond: Cond) -> Row {
    let base = 0xE0 + cond.code();
    row(cond.mnemonic(), base, Op::Branch(cond), Operands::Imm, 2)
}

/// The instruction set in the order of the opcodes.
#[rustfmt::skip]
pub const ROWS: [Row; 55] = [
    row("move",    0x00, Op::Move,    Operands::RegReg, 3),
    row("add",     0x10, Op::Add,     Operands::RegReg, 3),
    row("addc",    0x20, Op::Addc,    Operands::RegReg, 3),
    row("sub",     0x30, Op::Sub,     Operands::RegReg, 3),
    row("and",     0x40, Op::And,     Operands::RegReg, 3),
    row("or",      0x50, Op::Or,      Operands::RegReg, 3),
    row("xor",     0x60, Op::Xor,     Operands::RegReg, 3),
    row("cmp",     0x70, Op::Cmp,     Operands::RegReg, 2),
    row("not",     0x80, Op::Not,     Operands::Reg,    2),
    row("neg",     0x84, Op::Neg,     Operands::Reg,    2),
    row("dec",     0x88, Op::Dec,     Operands::Reg,    2),
    row("inc",     0x8C, Op::Inc,     Operands::Reg,    2),
    row("shr",     0x90, Op::Shr,     Operands::Reg,    2),
    row("shla",    0x94, Op::Shla,    Operands::Reg,    2),
    row("shra",    0x98, Op::Shra,    Operands::Reg,    2),
    row("rol",     0x9C, Op::Rol,     Operands::Reg,    2),
    row("st",      0xA0, Op::St,      Operands::RegReg, 2),
    row("ld",      0xB0, Op::Ld,      Operands::RegReg, 2),
    row("push",    0xC0, Op::Push,    Operands::Reg,    3),
    row("pop",     0xC4, Op::Pop,     Operands::Reg,    2),
    row("ldsa",    0xC8, Op::Ldsa,    Operands::RegImm, 3),
    row("addsp",   0xCC, Op::Addsp,   Operands::Imm,    2),
    row("setsp",   0xCD, Op::Setsp,   Operands::Imm,    2),
    row("pushall", 0xCE, Op::Pushall, Operands::None,   6),
    row("popall",  0xCF, Op::Popall,  Operands::None,   5),
    row("ldi",     0xD0, Op::Ldi,     Operands::RegImm, 2),
    row("halt",    0xD4, Op::Halt,    Operands::None,   2),
    row("wait",    0xD5, Op::Wait,    Operands::None,   9),
    row("jsr",     0xD6, Op::Jsr,     Operands::Imm,    3),
    row("rts",     0xD7, Op::Rts,     Operands::None,   2),
    row("ioi",     0xD8, Op::Ioi,     Operands::None,   6),
    row("rti",     0xD9, Op::Rti,     Operands::None,   3),
    row("crc",     0xDA, Op::Crc,     Operands::None,   3),
    row("osix",    0xDB, Op::Osix,    Operands::Imm,    2),
    row("",        0xDC, Op::Undefined, Operands::None, 2),
    row("",        0xDD, Op::Undefined, Operands::None, 2),
    row("",        0xDE, Op::Undefined, Operands::None, 2),
    row("",        0xDF, Op::Undefined, Operands::None, 2),
    branch(Cond::Eq), branch(Cond::Ne), branch(Cond::Hs), branch(Cond::Lo),
    branch(Cond::Mi), branch(Cond::Pl), branch(Cond::Vs), branch(Cond::Vc),
    branch(Cond::Hi), branch(Cond::Ls), branch(Cond::Ge), branch(Cond::Lt),
    branch(Cond::Gt), branch(Cond::Le), branch(Cond::Always), branch(Cond::Never),
    row("ldc",     0xF0, Op::Ldc,     Operands::RegReg, 2),
];

/// The row of every opcode.
pub static OPCODES: [Row; 256] = spread();

const fn spread() -> [Row; 256] {
    let mut table = [ROWS[0]; 256];
    let mut next = 0;
    while next < ROWS.len() {
        let mut code = ROWS[next].base as u16;
        let end = code + ROWS[next].operands.codes();
        while code < end {
            table[code as usize] = ROWS[next];
            code += 1;
        }
        next += 1;
    }
    table
}

/// The row of a mnemonic. `swan` is the original mark 5's name of 9C; a branch may have any of its names.
pub fn find(mnemonic: &str) -> Option<&'static Row> {
    if mnemonic.is_empty() {
        return None;
    }
    if let Some(cond) = mnemonic.strip_prefix('b').and_then(Cond::named) {
        return Some(&OPCODES[usize::from(0xE0 + cond.code())]);
    }
    let mnemonic = if mnemonic == "swan" { "rol" } else { mnemonic };
    ROWS.iter()
        .find(|row| row.mnemonic == mnemonic)
        .map(|row| &OPCODES[usize::from(row.base)])
}

/// A branch condition; its number is the low half of the opcode. Bit 0 inverts the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[rustfmt::skip]
pub enum Cond {
    Eq, Ne, Hs, Lo, Mi, Pl, Vs, Vc, Hi, Ls, Ge, Lt, Gt, Le, Always, Never,
}

impl Cond {
    #[rustfmt::skip]
    pub const ALL: [Cond; 16] = [
        Cond::Eq, Cond::Ne, Cond::Hs, Cond::Lo, Cond::Mi, Cond::Pl, Cond::Vs, Cond::Vc,
        Cond::Hi, Cond::Ls, Cond::Ge, Cond::Lt, Cond::Gt, Cond::Le, Cond::Always, Cond::Never,
    ];

    pub const fn code(self) -> u8 {
        self as u8
    }

    /// The condition the low four bits name.
    pub(crate) const fn of_bits(bits: u8) -> Cond {
        Cond::ALL[(bits & 15) as usize]
    }

    pub(crate) const fn inverse(self) -> Cond {
        Cond::of_bits(self.code() ^ 1)
    }

    /// The condition with this name (any of its names), without the `b`.
    pub fn named(name: &str) -> Option<Cond> {
        Cond::ALL
            .into_iter()
            .find(|cond| cond.names().contains(&name))
    }

    /// All names, without the `b`; the first is the usual one.
    pub const fn names(self) -> &'static [&'static str] {
        match self {
            Cond::Eq => &["eq", "z"],
            Cond::Ne => &["ne", "nz"],
            Cond::Hs => &["hs", "cs"],
            Cond::Lo => &["lo", "cc"],
            Cond::Mi => &["mi"],
            Cond::Pl => &["pl"],
            Cond::Vs => &["vs"],
            Cond::Vc => &["vc"],
            Cond::Hi => &["hi"],
            Cond::Ls => &["ls"],
            Cond::Ge => &["ge"],
            Cond::Lt => &["lt"],
            Cond::Gt => &["gt"],
            Cond::Le => &["le"],
            Cond::Always => &["r", "true", "anything"],
            Cond::Never => &["false"],
        }
    }

    /// The usual branch mnemonic, with the `b`.
    #[rustfmt::skip]
    pub const fn mnemonic(self) -> &'static str {
        const NAMES: [&str; 16] = [
            "beq", "bne", "bhs", "blo", "bmi", "bpl", "bvs", "bvc",
            "bhi", "bls", "bge", "blt", "bgt", "ble", "br", "bfalse",
        ];
        NAMES[self as usize]
    }

    /// Whether it compares without sign, through the carry flag (which `cmp` clears on mark 5).
    pub(crate) const fn is_unsigned(self) -> bool {
        matches!(self, Cond::Hs | Cond::Lo | Cond::Hi | Cond::Ls)
    }

    /// Whether a branch is taken with these flags (bits C V Z N = 8 4 2 1 of PS).
    pub const fn holds(self, ps: u8) -> bool {
        let (c, v, z, n) = (ps & 8 != 0, ps & 4 != 0, ps & 2 != 0, ps & 1 != 0);
        let plain = match self.code() >> 1 {
            0 => z,
            1 => c,
            2 => n,
            3 => v,
            4 => c && !z,
            5 => n == v,
            6 => !z && n == v,
            _ => true,
        };
        plain != (self.code() & 1 == 1)
    }
}

/// An opcode with the byte after it, if it takes one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Instruction {
    pub opcode: u8,
    /// Present exactly when the opcode takes an immediate.
    pub imm: Option<u8>,
}

impl Instruction {
    /// The instruction at the start of `bytes`; none if they are empty or the immediate is cut off.
    pub fn decode(bytes: &[u8]) -> Option<Instruction> {
        let opcode = *bytes.first()?;
        let imm = match OPCODES[usize::from(opcode)].operands.has_immediate() {
            true => Some(*bytes.get(1)?),
            false => None,
        };
        Some(Instruction { opcode, imm })
    }

    /// The bytes of the instruction.
    pub fn encode(self) -> impl Iterator<Item = u8> {
        std::iter::once(self.opcode).chain(self.imm)
    }

    pub fn row(self) -> &'static Row {
        &OPCODES[usize::from(self.opcode)]
    }

    pub fn size(self) -> u8 {
        self.row().size()
    }

    /// The text in assembly language, with `target` for the immediate. An undefined opcode is data.
    pub fn text(self, variant: Variant, target: &str) -> String {
        let (row, rd) = (self.row(), Reg::of_bits(self.opcode));
        let mnemonic = row.mnemonic_on(variant);
        match row.operands {
            _ if row.op == Op::Undefined => format!("dc 0x{:02x}", self.opcode),
            Operands::None => mnemonic.to_owned(),
            Operands::Reg => format!("{mnemonic} {rd}"),
            Operands::RegReg => format!("{mnemonic} {}, {rd}", Reg::of_bits(self.opcode >> 2)),
            Operands::Imm => format!("{mnemonic} {target}"),
            Operands::RegImm => format!("{mnemonic} {rd}, {target}"),
        }
    }
}

impl fmt::Display for Instruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let imm = format!("0x{:02x}", self.imm.unwrap_or(0));
        f.write_str(&self.text(Variant::Mark5Devkit, &imm))
    }
}

#[cfg(test)]
mod tests;
