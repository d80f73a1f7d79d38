//! The disassembler: an image as source that assembles back to the same image.
//!
//! Code is separated from data by following the flow from the entry points (`flow`); in linear mode every byte from 0 on is
//! taken for code. Then every byte belongs to one [`Item`], and `text` writes the items down.

mod flow;
mod text;

use std::collections::BTreeMap;

use crate::isa::{Instruction, Op};
use crate::variant::Variant;
use flow::Map;

/// Zero bytes in a row that are written as one `ds`.
const FOLD: usize = 6;
/// Data bytes per line.
const WIDTH: usize = 8;

/// Options of a disassembly.
#[derive(Clone, Debug, Default)]
pub struct Options {
    pub variant: Variant,
    /// Treat every byte as code instead of following control flow.
    pub linear: bool,
    /// Where execution may start; address 0 if none is given.
    pub entries: Vec<u8>,
    /// Follow the eight interrupt handlers of the table at F0 too.
    pub vectors: bool,
    /// Known names of addresses, which take precedence over generated ones.
    pub labels: BTreeMap<u8, String>,
}

/// A stretch of the image under one line of source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    pub address: u8,
    pub labels: Vec<String>,
    pub kind: ByteKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ByteKind {
    Code(Instruction),
    /// A two-byte instruction whose second byte lies elsewhere: behind FF, or in code that starts there.
    Cut(u8),
    Data(Vec<u8>),
    Zeros(usize),
}

impl Item {
    pub fn size(&self) -> usize {
        match &self.kind {
            ByteKind::Code(instruction) => usize::from(instruction.size()),
            ByteKind::Cut(_) => 1,
            ByteKind::Data(bytes) => bytes.len(),
            ByteKind::Zeros(count) => *count,
        }
    }

    pub fn bytes(&self) -> Vec<u8> {
        match &self.kind {
            ByteKind::Code(instruction) => instruction.encode().collect(),
            ByteKind::Cut(opcode) => vec![*opcode],
            ByteKind::Data(bytes) => bytes.clone(),
            ByteKind::Zeros(count) => vec![0; *count],
        }
    }
}

/// A disassembled image. Its `Display` is the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    pub items: Vec<Item>,
    variant: Variant,
    names: BTreeMap<u8, String>,
}

/// Disassembles the first 256 bytes of an image.
pub fn disassemble(image: &[u8], options: &Options) -> Listing {
    let mut memory = [0; 256];
    let count = image.len().min(256);
    memory[..count].copy_from_slice(&image[..count]);
    let map = match options.linear {
        true => flow::linear(&memory),
        false => flow::follow(&memory, options),
    };
    let names = name_targets(&memory, &map, options);
    let items = cut_items(&memory, &map, &names);
    Listing {
        items,
        variant: options.variant,
        names,
    }
}

/// Names for the given labels, the entries, and every target of a jump in code.
fn name_targets(memory: &[u8; 256], map: &Map, options: &Options) -> BTreeMap<u8, String> {
    let mut names = BTreeMap::new();
    for (instruction, target) in map.jumps(memory) {
        let subroutine = instruction.row().op == Op::Jsr;
        let name = match subroutine {
            true => format!("sub_{target:02x}"),
            false => format!("at_{target:02x}"),
        };
        if subroutine || !names.contains_key(&target) {
            names.insert(target, name);
        }
    }
    if !options.linear {
        for (address, name) in flow::roots(memory, options) {
            names.insert(address, name);
        }
    }
    let known = known_names(options);
    for name in names.values_mut() {
        while known.values().any(|taken| taken == name) {
            name.push('_');
        }
    }
    names.extend(known);
    names.retain(|&address, _| !map.is_inside(address));
    names
}

/// The given names that an assembler accepts, without duplicates.
fn known_names(options: &Options) -> BTreeMap<u8, String> {
    let mut known = BTreeMap::new();
    for (&address, name) in &options.labels {
        if is_name(name) && !known.values().any(|taken| taken == name) {
            known.insert(address, name.clone());
        }
    }
    known
}

/// A letter, `_` or `.`, then also digits; not a register, and not the dot alone.
fn is_name(name: &str) -> bool {
    let letter = |letter: char| letter.is_ascii_alphabetic() || "_.".contains(letter);
    let register = |digits: &str| digits.chars().all(|digit| digit.is_ascii_digit());
    name.starts_with(letter)
        && name
            .chars()
            .all(|next| letter(next) || next.is_ascii_digit())
        && name != "."
        && !name
            .strip_prefix('r')
            .is_some_and(|rest| !rest.is_empty() && register(rest))
}

fn cut_items(memory: &[u8; 256], map: &Map, names: &BTreeMap<u8, String>) -> Vec<Item> {
    let end = memory
        .iter()
        .rposition(|&byte| byte != 0)
        .map_or(0, |last| last + 1);
    let end = names
        .keys()
        .last()
        .map_or(end, |&last| end.max(usize::from(last) + 1));
    let mut items = Vec::new();
    let mut at = 0;
    while at < end {
        let address = at as u8;
        let item = Item {
            address,
            labels: names.get(&address).cloned().into_iter().collect(),
            kind: next_kind(memory, map, names, at),
        };
        at += item.size();
        items.push(item);
    }
    items
}

/// What stands at an address. Zeros fold over code and data alike, up to the next label.
fn next_kind(memory: &[u8; 256], map: &Map, names: &BTreeMap<u8, String>, at: usize) -> ByteKind {
    let to_label = (at + 1..256)
        .find(|&next| names.contains_key(&(next as u8)))
        .unwrap_or(256);
    let zeros = memory[at..to_label]
        .iter()
        .take_while(|&&byte| byte == 0)
        .count();
    if zeros >= FOLD {
        return ByteKind::Zeros(zeros);
    }
    if map.is_start(at as u8) {
        return match map.instruction(memory, at as u8) {
            Some(instruction) => ByteKind::Code(instruction),
            None => ByteKind::Cut(memory[at]),
        };
    }
    let longest = to_label.min(at + WIDTH);
    let ends = |next: usize| {
        map.is_start(next as u8)
            || memory[next..]
                .iter()
                .take(FOLD)
                .filter(|&&b| b == 0)
                .count()
                == FOLD
    };
    let stop = (at + 1..longest)
        .find(|&next| ends(next))
        .unwrap_or(longest);
    ByteKind::Data(memory[at..stop].to_vec())
}

#[cfg(test)]
mod tests;
