//! The hover text of a place, in a few lines of Markdown.

use std::fmt::Write;

use super::facts::Made;
use super::index::{Key, Kind, Symbol, TextRange, arity};
use super::scan::{Piece, Role, Row, Shape};
use super::{Analysis, about};
use crate::asm::expand::library::STANDARD_NAME;
use crate::asm::lex;
use crate::asm::object::ItemKind;
use crate::isa::{self, Cond, Instruction, OPCODES};

/// Maximum number of macro lines in a hover.
const BODY: usize = 24;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// Markdown.
    pub text: String,
    pub place: TextRange,
}

impl Analysis {
    pub fn hover(&self, file: usize, line: usize, column: usize) -> Option<Hover> {
        let (row, text) = self.row(file, line)?;
        let piece = row.at(column)?;
        let word = &text[piece.start..piece.end];
        let place = TextRange {
            file,
            line,
            start: piece.start,
            end: piece.end,
        };
        let told = match piece.role {
            Role::Instruction => self.instruction(word, file, line),
            Role::Directive | Role::Keyword => {
                about::word(word).map(|text| text.to_owned() + &self.bytes_here(file, line))
            }
            Role::Macro => self.macro_page(row, word, text, file, line),
            Role::Condition => Cond::named(word).map(condition),
            Role::Register => register(word),
            Role::Number => number(word),
            Role::Text => literal(word),
            Role::Label | Role::Name | Role::Section => self.name(file, line, column, piece, word),
            Role::Parameter => parameter(word),
            Role::Comment | Role::Sign | Role::Unknown => None,
        };
        told.map(|text| Hover { text, place })
    }

    fn instruction(&self, word: &str, file: usize, line: usize) -> Option<String> {
        if matches!(word, "nop" | "noop") {
            return about::word(word).map(str::to_owned);
        }
        let page = about::instruction(isa::find(word)?, word, self.options.variant);
        Some(page + &self.bytes_here(file, line))
    }

    /// The bytes of a line, and their address.
    fn bytes_here(&self, file: usize, line: usize) -> String {
        let made = self.made(file, line);
        let rows: Vec<String> = made.iter().take(BODY).map(shown).collect();
        match rows.is_empty() {
            true => String::new(),
            false => format!("\n\n```text\n{}\n```", rows.join("\n")),
        }
    }

    fn macro_page(
        &self,
        row: &Row,
        word: &str,
        text: &str,
        file: usize,
        line: usize,
    ) -> Option<String> {
        let number = match row.shape {
            Shape::Macro => self.files[file].scan.macros[row.body?].arity,
            _ => arity(row, text),
        };
        let (header, body) = self.macro_text(file, word, number)?;
        let mut page = format!("```cdm8\nmacro {word}/{number}\n```\n");
        if let Some((_, comment)) = header.split_once('#') {
            let _ = writeln!(page, "{}\n", comment.trim());
        }
        let shown: Vec<&str> = body.iter().map(String::as_str).take(BODY).collect();
        let _ = write!(page, "```cdm8\n{}\n```", shown.join("\n"));
        Some(page + &self.bytes_here(file, line))
    }

    /// The header and the body of a macro as a file sees it.
    fn macro_text(&self, file: usize, name: &str, arity: usize) -> Option<(String, Vec<String>)> {
        if let Some(place) = self.macro_place(file, name, arity) {
            let file = &self.files[place.file];
            let of_it = |definition: &&super::scan::Definition| definition.line == place.line;
            let definition = file.scan.macros.iter().find(of_it)?;
            let last = match file.scan.rows[definition.last].shape {
                Shape::Mend => definition.last,
                _ => definition.last + 1,
            };
            let body = file.lines.get(definition.line + 1..last).unwrap_or(&[]);
            return Some((file.lines[definition.line].clone(), body.to_vec()));
        }
        let standard = self.standard.get(name, arity)?;
        let body = standard
            .body
            .iter()
            .map(|line| line.text.trim_end().to_owned());
        let mut body: Vec<String> = body.collect();
        while body.last().is_some_and(String::is_empty) {
            body.pop();
        }
        let comment = standard
            .header
            .text
            .split_once('#')
            .map_or("", |(_, comment)| comment.trim());
        Some((format!("# {comment} ({STANDARD_NAME})"), body))
    }

    /// Where a macro is defined, if that is in the program.
    fn macro_place(&self, file: usize, name: &str, arity: usize) -> Option<TextRange> {
        let homes = [Some(file), None].into_iter();
        let mut symbols =
            homes.filter_map(|home| self.index.symbol(&Key::Macro(home, name.to_owned(), arity)));
        symbols.find_map(|symbol| symbol.definitions.first().copied())
    }

    /// The expansions of the macros on a line.
    pub fn expansion(&self, file: usize, line: usize) -> Option<String> {
        let name = &self.files.get(file)?.name;
        let lines = &self.assembly.lines;
        let here = |at: &usize| {
            let (of, number) = lines.written_at(*at as u32);
            lines.lines[*at].expansion.is_some()
                && &lines.files[of as usize] == name
                && number as usize == line + 1
        };
        let texts = (0..lines.lines.len())
            .filter(here)
            .map(|at| lines.lines[at].text.trim_end());
        let texts: Vec<&str> = texts.filter(|text| !text.is_empty()).collect();
        (!texts.is_empty()).then(|| texts.join("\n"))
    }

    fn name(
        &self,
        file: usize,
        line: usize,
        column: usize,
        piece: Piece,
        word: &str,
    ) -> Option<String> {
        if let Some((symbol, _)) = self.index.at(file, line, column) {
            return Some(self.symbol_page(symbol));
        }
        if let Some(field) = word.strip_suffix("._") {
            return Some(format!("the size of template `{field}`"));
        }
        let known = self
            .known
            .iter()
            .find(|known| known.name == word && piece.role == Role::Name)?;
        Some(format!(
            "`{}` = 0x{:02x}\n\n{}",
            known.name, known.address, known.about
        ))
    }

    fn symbol_page(&self, symbol: &Symbol) -> String {
        let mut text = format!("{} `{}`", symbol.kind.name(), symbol.name);
        if let Some(value) = self.value_of(symbol) {
            let _ = write!(text, " = 0x{value:02x} ({value})");
        }
        if let Some(place) = symbol.definitions.first() {
            let source = &self.files[place.file];
            let _ = write!(
                text,
                "\n\n```cdm8\n{}\n```",
                source.lines[place.line].trim()
            );
            let _ = write!(text, "\n{}:{}", source.name, place.line + 1);
        } else if symbol.kind == Kind::Entry {
            text += "\n\nno file of the program defines it";
        }
        let uses = diag::count(u32::try_from(symbol.uses.len()).unwrap_or(u32::MAX), "use");
        text + ", " + &uses
    }

    /// The address of a label, or the offset of a field.
    pub fn value_of(&self, symbol: &Symbol) -> Option<u32> {
        symbol
            .definitions
            .iter()
            .find_map(|place| self.facts.address(place.file, place.line, &symbol.name))
    }
}

fn shown(made: &Made) -> String {
    let at = made
        .address
        .map_or("--".to_owned(), |address| format!("{address:02x}"));
    let bytes: Vec<String> = made
        .bytes
        .iter()
        .take(8)
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let more = if made.bytes.len() > 8 { " ..." } else { "" };
    let code = match made.kind {
        ItemKind::Code | ItemKind::Branch => Instruction::decode(&made.bytes),
        _ => None,
    };
    let code = code.map_or(String::new(), |code| {
        format!(
            "  {code}, {} clocks",
            OPCODES[usize::from(code.opcode)].clocks
        )
    });
    format!("{at}  {}{more}{code}", bytes.join(" "))
}

fn condition(cond: Cond) -> String {
    let names = cond.names().join(", ");
    format!(
        "condition `{names}`: {}\n\nholds if {}",
        about::meaning(cond),
        about::condition(cond)
    )
}

fn register(word: &str) -> Option<String> {
    let number: u8 = word.get(1..)?.parse().ok()?;
    Some(match number {
        0..=3 => format!("general register `{word}`, 8 bits"),
        _ => format!("there is no register `{word}`, only r0 to r3"),
    })
}

/// `0x1f = 31 = 0b11111`
fn number(word: &str) -> Option<String> {
    let value = lex::number(word).ok()?;
    let Ok(byte) = u8::try_from(value) else {
        return Some(format!("{value}: more than a byte holds"));
    };
    let mut text = format!("`{byte}` = `0x{byte:02x}` = `0b{byte:08b}`");
    if byte > 127 {
        let _ = write!(text, " = `{}` signed", byte as i8);
    }
    if byte.is_ascii_graphic() {
        let _ = write!(text, " = `'{}'`", byte as char);
    }
    Some(text)
}

fn literal(word: &str) -> Option<String> {
    if word.len() < 2 || lex::literal_length(word) != Some(word.len()) {
        return None;
    }
    let bytes = lex::literal_bytes(word).ok()?;
    let shown: Vec<String> = bytes
        .iter()
        .take(16)
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let count = diag::count(u32::try_from(bytes.len()).unwrap_or(u32::MAX), "byte");
    Some(format!("{count}: `{}`", shown.join(" ")))
}

fn parameter(word: &str) -> Option<String> {
    Some(match word.as_bytes().first()? {
        b'$' => format!("the text of operand {}", &word[1..]),
        b'\'' => "a number that differs in every use of the macro".to_owned(),
        _ => format!("what `unique` or `mpop` put into `{word}`"),
    })
}
