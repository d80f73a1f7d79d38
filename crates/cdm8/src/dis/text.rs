//! Items as source text, with addresses and bytes as comments.

use std::fmt;

use super::{ByteKind, Item, Listing, flow};
use crate::isa::{Instruction, OPCODES};

/// Where the comment starts.
const COMMENT: usize = 32;

impl fmt::Display for Listing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "asect 0x00")?;
        for item in &self.items {
            for label in &item.labels {
                writeln!(f, "{label}:")?;
            }
            let (statement, comment) = (self.statement(item), comment(item));
            writeln!(
                f,
                "    {statement:<width$} # {comment}",
                width = COMMENT - 5
            )?;
        }
        writeln!(f, "end")
    }
}

impl Listing {
    /// The statement of an item, from which an assembler makes its bytes.
    pub(crate) fn statement(&self, item: &Item) -> String {
        match &item.kind {
            ByteKind::Code(instruction) => {
                instruction.text(self.variant, &self.operand(*instruction))
            }
            ByteKind::Cut(opcode) => dc(&[*opcode]),
            ByteKind::Data(bytes) => dc(bytes),
            ByteKind::Zeros(count) => format!("ds {count}"),
        }
    }

    /// A label for the target of a jump, a number for everything else.
    fn operand(&self, instruction: Instruction) -> String {
        let target = flow::jump_target(instruction);
        match target.and_then(|target| self.names.get(&target)) {
            Some(name) => name.clone(),
            None => format!("0x{:02x}", instruction.imm.unwrap_or(0)),
        }
    }
}

/// The address, the bytes of code, and a comment.
fn comment(item: &Item) -> String {
    let bytes = match &item.kind {
        ByteKind::Code(instruction) => instruction
            .encode()
            .map(|byte| format!("{byte:02x} "))
            .collect(),
        _ => String::new(),
    };
    let text = format!("{:02x}: {bytes}{}", item.address, note(item));
    text.trim_end().to_owned()
}

fn dc(bytes: &[u8]) -> String {
    let hex: Vec<String> = bytes.iter().map(|byte| format!("0x{byte:02x}")).collect();
    format!("dc {}", hex.join(", "))
}

fn note(item: &Item) -> String {
    match &item.kind {
        ByteKind::Code(instruction) if instruction.row().is_illegal() => {
            "stops the machine".to_owned()
        }
        ByteKind::Code(_) => String::new(),
        ByteKind::Cut(opcode) => {
            let mnemonic = OPCODES[usize::from(*opcode)].mnemonic;
            format!("{mnemonic}, whose operand is not its own")
        }
        ByteKind::Data(bytes) => ascii(bytes),
        ByteKind::Zeros(count) => diag::count(*count, "zero"),
    }
}

/// The bytes as characters, if any is one.
fn ascii(bytes: &[u8]) -> String {
    let shown = |byte: u8| byte.is_ascii_graphic() || byte == b' ';
    if !bytes.iter().any(|&byte| byte.is_ascii_alphanumeric()) {
        return String::new();
    }
    let text = bytes
        .iter()
        .map(|&byte| if shown(byte) { byte as char } else { '.' });
    format!("|{}|", text.collect::<String>())
}
