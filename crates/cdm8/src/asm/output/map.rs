//! The memory map: where the 256 bytes go.
//!
//! ```text
//! 17 of 256 bytes used, 239 free
//!
//!      0 1 2 3 4 5 6 7 8 9 a b c d e f
//! 00   c c c c c c c c d d d d s s s s      c code  d data  s space  ? object  . free
//! 10   d . . . . . . . . . . . . . . .
//!
//! address  bytes
//! 00-10       17  asect 0x00
//!   00-07      8    start
//! 11-ff      239  free
//! ```

use std::fmt::Write;

use crate::asm::object::ItemKind;
use crate::asm::program::{MEMORY, Program, SectionAt};

pub fn write(program: &Program) -> String {
    let mut out = String::new();
    headline(&mut out, program);
    picture(&mut out, program);
    table(&mut out, program);
    out
}

fn headline(out: &mut String, program: &Program) {
    let free = program.free();
    let _ = writeln!(out, "{} of {MEMORY} bytes used, {free} free", MEMORY - free);
    let excess = program.excess();
    if excess > 0 {
        let _ = writeln!(
            out,
            "the program is {} too large",
            diag::count(excess, "byte")
        );
    } else if !program.unplaced.is_empty() {
        let _ = writeln!(out, "there is room, but not in one piece");
    }
}

/// One letter for each byte.
fn picture(out: &mut String, program: &Program) {
    let mut letters = ['.'; MEMORY];
    for (letter, occupied) in letters.iter_mut().zip(program.occupied) {
        if occupied {
            *letter = '?';
        }
    }
    for item in &program.items {
        let letter = match item.kind {
            Some(ItemKind::Code | ItemKind::Branch) => 'c',
            Some(ItemKind::Data) => 'd',
            Some(ItemKind::Space | ItemKind::Padding) => 's',
            None => '?',
        };
        for address in item.address..item.address + item.size {
            if let Some(slot) = letters.get_mut(address as usize) {
                *slot = letter;
            }
        }
    }
    out.push_str("\n     0 1 2 3 4 5 6 7 8 9 a b c d e f\n");
    for (row, chunk) in letters.chunks(16).enumerate() {
        let _ = write!(out, "{row:x}0  ");
        for letter in chunk {
            let _ = write!(out, " {letter}");
        }
        if row == 0 {
            out.push_str("     c code  d data  s space  ? object  . free");
        }
        out.push('\n');
    }
}

fn table(out: &mut String, program: &Program) {
    out.push_str("\naddress  bytes\n");
    let mut next = 0;
    for section in program.sections.iter().filter(|section| section.size > 0) {
        if section.address > next {
            row(out, next, section.address, "free");
        }
        row(
            out,
            section.address,
            section.address + section.size,
            &section.title,
        );
        labels(out, program, section);
        next = next.max(section.address + section.size);
    }
    if (next as usize) < MEMORY {
        row(out, next, MEMORY as u32, "free");
    }
    for (name, size) in &program.unplaced {
        let _ = writeln!(out, "--     {size:6}  rsect {name}: no room");
    }
}

fn row(out: &mut String, start: u32, end: u32, what: &str) {
    let _ = writeln!(
        out,
        "{start:02x}-{:02x}  {:6}  {what}",
        end - 1,
        end - start
    );
}

/// Each label of a section, with the bytes up to the next.
fn labels(out: &mut String, program: &Program, section: &SectionAt) {
    let end = section.address + section.size;
    let inside = |address: u32| (section.address..end).contains(&address);
    let symbols: Vec<_> = program
        .symbols
        .iter()
        .filter(|symbol| inside(symbol.address))
        .collect();
    for (index, symbol) in symbols.iter().enumerate() {
        let later = symbols[index..].iter().map(|other| other.address);
        let stop = later.filter(|at| *at > symbol.address).min().unwrap_or(end);
        let _ = writeln!(
            out,
            "  {:02x}-{:02x}{:6}    {}",
            symbol.address,
            stop - 1,
            stop - symbol.address,
            symbol.name
        );
    }
}
