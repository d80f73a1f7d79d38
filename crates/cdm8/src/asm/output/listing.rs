//! The listing: address, bytes, clocks, line number and source; lines a macro made are marked `+`.
//!
//! ```text
//! addr  bytes        clk   line  source
//! 00    d0 05          2      2      ldi r0, 5
//! 02    c1             3      4 +    push r1
//! ```

use std::collections::HashMap;
use std::fmt::Write;

use crate::asm::Assembly;
use crate::asm::object::ItemKind;
use crate::asm::program::{ItemAt, Program};
use crate::asm::source::{Source, SourceKind};
use crate::isa::OPCODES;

/// Bytes shown on a row.
const WIDTH: usize = 4;

pub fn write(assembly: &Assembly, sources: &[Source]) -> String {
    let mut out = String::new();
    let mut by_line: HashMap<u32, Vec<&ItemAt>> = HashMap::new();
    for item in &assembly.program.items {
        if let Some(span) = item.listed {
            by_line.entry(span.line).or_default().push(item);
        }
    }
    let written = written_lines(assembly);
    for source in sources
        .iter()
        .filter(|source| source.kind == SourceKind::Assembly)
    {
        let _ = writeln!(
            out,
            "{}\naddr  bytes        clk   line  source",
            source.name
        );
        let file = assembly
            .lines
            .files
            .iter()
            .position(|file| *file == source.name)
            .unwrap_or(0);
        for (index, text) in String::from_utf8_lossy(&source.bytes).lines().enumerate() {
            let number = index as u32 + 1;
            let made = written
                .get(&(file as u32, number))
                .map_or(&[][..], Vec::as_slice);
            source_line(&mut out, assembly, &by_line, number, text, made);
        }
        out.push('\n');
    }
    out
}

/// The expanded lines each written line became.
fn written_lines(assembly: &Assembly) -> HashMap<(u32, u32), Vec<u32>> {
    let mut written: HashMap<(u32, u32), Vec<u32>> = HashMap::new();
    for line in 0..assembly.lines.lines.len() as u32 {
        written
            .entry(assembly.lines.written_at(line))
            .or_default()
            .push(line);
    }
    written
}

fn source_line(
    out: &mut String,
    assembly: &Assembly,
    by_line: &HashMap<u32, Vec<&ItemAt>>,
    number: u32,
    text: &str,
    made: &[u32],
) {
    let program = &assembly.program;
    let is_made = |line: &&u32| assembly.lines.lines[**line as usize].expansion.is_some();
    let plain: Vec<&ItemAt> = (made.iter().filter(|line| !is_made(line)))
        .flat_map(|line| by_line.get(line).into_iter().flatten().copied())
        .collect();
    rows(out, program, &plain, number, ' ', text);
    for line in made.iter().filter(is_made) {
        let text = &assembly.lines.lines[*line as usize].text;
        let items = by_line.get(line).map_or(&[][..], Vec::as_slice);
        if !items.is_empty() || !text.trim().is_empty() {
            rows(out, program, items, number, '+', text);
        }
    }
}

/// One row for a line and its first bytes, more rows for more bytes.
fn rows(
    out: &mut String,
    program: &Program,
    items: &[&ItemAt],
    number: u32,
    mark: char,
    text: &str,
) {
    let mut shown = false;
    let mut row = |address: String, bytes: &str, clocks: &str| {
        let line = match shown {
            false => format!("{address:<4}  {bytes:<11}  {clocks:>3}  {number:>5} {mark} {text}"),
            true => format!("{address:<4}  {bytes:<11}  {clocks:>3}"),
        };
        let _ = writeln!(out, "{}", line.trim_end());
        shown = true;
    };
    for item in items.iter().filter(|item| item.size > 0) {
        let start = item.address as usize;
        let end = (start + item.size as usize).min(program.image.len());
        let bytes = program.image.get(start..end).unwrap_or(&[]);
        if matches!(item.kind, Some(ItemKind::Space | ItemKind::Padding)) {
            row(format!("{start:02x}"), &format!("{}*00", bytes.len()), "");
            continue;
        }
        for (index, chunk) in bytes.chunks(WIDTH).enumerate() {
            let hex: Vec<String> = chunk.iter().map(|byte| format!("{byte:02x}")).collect();
            let clocks = match item.kind {
                Some(ItemKind::Code | ItemKind::Branch) => {
                    OPCODES[usize::from(chunk[0])].clocks.to_string()
                }
                _ => String::new(),
            };
            row(
                format!("{:02x}", start + index * WIDTH),
                &hex.join(" "),
                &clocks,
            );
        }
    }
    if items.iter().all(|item| item.size == 0) {
        row(String::new(), "", "");
    }
}
