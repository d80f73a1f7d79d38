//! The reference in `docs/cdm8-processor.md` agrees with the tables.

use std::fs;
use std::path::Path;

use cdm8::debug::command::HELP;
use cdm8::ide::about;
use cdm8::isa::{Instruction, OPCODES, Op, ROWS, Row};

fn reference() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/cdm8-processor.md");
    fs::read_to_string(path).expect("the reference")
}

/// The text between `<!-- name: .. -->` and `<!-- end -->`.
fn block<'a>(text: &'a str, name: &str) -> &'a str {
    let start = text.find(&format!("<!-- {name}:")).expect("the block");
    let body = text[start..].split_once("-->\n").expect("its head").1;
    body.split_once("<!-- end -->").expect("its end").0
}

fn cell(opcode: u8) -> String {
    let row = &OPCODES[usize::from(opcode)];
    let text = match row.op {
        Op::Undefined => "(undefined)".to_owned(),
        _ => Instruction { opcode, imm: None }.text(cdm8::variant::Variant::Ideal, "imm"),
    };
    format!("{} {}/{}", text.replace(", ", ","), row.size(), row.clocks)
}

fn grid() -> String {
    let heads: String = (0..16).map(|low| format!("x{low:X}|")).collect();
    let mut text = format!("| |{heads}\n|{}\n", "---|".repeat(17));
    for high in 0..16u8 {
        let cells: String = (0..16)
            .map(|low| format!("{}|", cell(high << 4 | low)))
            .collect();
        text += &format!("|**{high:X}x**|{cells}\n");
    }
    text
}

#[test]
fn the_grid_of_opcodes_is_that_of_the_table() {
    let text = reference();
    assert_eq!(
        block(&text, "opcodes"),
        grid(),
        "put this into docs/cdm8-processor.md:\n{}",
        grid()
    );
}

/// A row as the reference writes it, from what editors show.
fn columns(row: &Row) -> String {
    let operands = about::operands(row.operands);
    format!(
        "| {} | {} | {} | {} | {} |",
        [row.mnemonic, operands].join(" ").trim(),
        about::encoding(row),
        row.size(),
        row.clocks,
        about::effect(row.op)
    )
}

/// The editors' description of C and V agrees with the table of flags.
#[test]
fn the_flags_are_those_of_the_table() {
    let text = reference();
    let rows: Vec<Vec<&str>> = text
        .lines()
        .map(|line| line.split('|').map(str::trim).collect())
        .collect();
    for row in ROWS.iter().filter(|row| !row.mnemonic.is_empty()) {
        let is_of = |cells: &&Vec<&str>| {
            cells.len() == 6 && cells[1].split(' ').any(|word| word == row.mnemonic)
        };
        let listed = rows.iter().find(is_of).map(|cells| (cells[3], cells[4]));
        assert_eq!(about::flags(row.op), listed, "{}", row.mnemonic);
    }
}

#[test]
fn the_instructions_are_those_of_the_table() {
    let text = reference();
    let mut lines: Vec<&str> = block(&text, "instructions").lines().skip(2).collect();
    let mut take = |start: &str| {
        let at = lines.iter().position(|line| line.starts_with(start));
        lines.remove(at.unwrap_or_else(|| panic!("no row {start}")));
    };
    for row in ROWS
        .iter()
        .filter(|row| !matches!(row.op, Op::Branch(_) | Op::Undefined))
    {
        take(&columns(row));
    }
    take("| b<cond> imm | 1110cccc | 2 | 2 |");
    take("| (undefined) | 110111xx | 1 | 2 |");
    assert!(lines.is_empty(), "{lines:?}");
}

#[test]
fn the_commands_of_the_debugger_are_those_of_its_help() {
    assert!(reference().contains(&format!("```\n{HELP}```")));
}
