//! The symbol file: one label per line, `address kind name place`, in the order of addresses.

use std::fmt::Write;

use crate::asm::program::Program;

pub fn write(program: &Program) -> String {
    let mut out = String::from("# address kind name place\n");
    for symbol in &program.symbols {
        let kind = if symbol.entry { "entry" } else { "label" };
        let place = symbol.origin.map_or_else(
            || "-".to_owned(),
            |origin| format!("{}:{}", program.files[origin.file], origin.line),
        );
        let _ = writeln!(out, "{:02x} {kind} {} {place}", symbol.address, symbol.name);
    }
    out
}
