//! The debug file in the form of cdm-devkit: image address to file and line.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::asm::program::Program;

/// `path` returns how the name of a file is written.
pub fn write(program: &Program, path: impl Fn(&str) -> String) -> String {
    let names: Vec<String> = program.files.iter().map(|file| path(file)).collect();
    let lines = program.lines();
    let used: BTreeSet<&str> = lines
        .values()
        .map(|origin| names[origin.file].as_str())
        .collect();
    let sorted: Vec<&str> = used.into_iter().collect();
    let files: Vec<String> = sorted
        .iter()
        .map(|name| format!("        {}", quoted(name)))
        .collect();
    let entries: Vec<String> = lines
        .iter()
        .map(|(address, origin)| {
            let file = sorted
                .iter()
                .position(|name| *name == names[origin.file])
                .unwrap_or(0);
            format!(
                "        \"{address}\": {{\"f\": {file}, \"l\": {}, \"c\": 0}}",
                origin.line
            )
        })
        .collect();
    format!(
        "{{\n    \"files\": {},\n    \"codeLocations\": {}\n}}",
        block("[", &files, "]"),
        block("{", &entries, "}")
    )
}

fn block(open: &str, entries: &[String], close: &str) -> String {
    match entries.is_empty() {
        true => format!("{open}{close}"),
        false => format!("{open}\n{}\n    {close}", entries.join(",\n")),
    }
}

fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => _ = write!(out, "\\u{:04x}", c as u32),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
