//! Completion.

use super::index::{Kind, Symbol};
use super::scan::{Role, Row, SectionName};
use super::{Analysis, about};
use crate::asm::emit::data::DIRECTIVES;
use crate::asm::lex::continues_name;
use crate::asm::parse::KEYWORDS;
use crate::asm::words::MACRO_WORDS;
use crate::isa::{self, Cond, Operands, ROWS};

/// The kind of an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    Instruction,
    Directive,
    Keyword,
    Macro,
    Register,
    Condition,
    /// A label, a constant, a template or a field.
    Name(Kind),
    /// A cell of a memory map.
    Cell,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    pub text: String,
    pub item: Item,
    /// A few words beside it.
    pub detail: String,
}

fn item(text: impl Into<String>, item: Item, detail: impl Into<String>) -> Completion {
    Completion {
        text: text.into(),
        item,
        detail: detail.into(),
    }
}

/// The possible operands.
enum Wanted {
    Word,
    Register,
    Value,
    Either,
    Condition,
    Joint,
    Nothing,
}

impl Analysis {
    /// What fits at a place: all of it, whatever has been typed of the word; and where that word begins.
    pub fn completion(&self, file: usize, line: usize, column: usize) -> (usize, Vec<Completion>) {
        let Some((row, text)) = self.row(file, line) else {
            return (column, Vec::new());
        };
        let column = floor(text, column);
        let start = word_start(text, column);
        let typed = &text[start..column];
        if let Some((template, _)) = typed.split_once('.').filter(|(name, _)| !name.is_empty()) {
            let fields = self.fields(file, template);
            if !fields.is_empty() {
                return (start + template.len() + 1, fields);
            }
        }
        let list = match self.wanted(row, text, start) {
            Wanted::Word => self.words(file, row),
            Wanted::Register => registers(),
            Wanted::Value => self.values(file, row),
            Wanted::Either => registers()
                .into_iter()
                .chain(self.values(file, row))
                .collect(),
            Wanted::Condition => conditions(),
            Wanted::Joint => ["and", "or"]
                .map(|word| item(word, Item::Keyword, "joins conditions"))
                .to_vec(),
            Wanted::Nothing => Vec::new(),
        };
        (start, list)
    }

    fn wanted(&self, row: &Row, text: &str, start: usize) -> Wanted {
        let within = |piece: &&super::Piece| piece.start < start && start < piece.end;
        let inside = row.pieces.iter().find(within).map(|piece| piece.role);
        if matches!(inside, Some(Role::Comment | Role::Text)) || row.shape == super::Shape::After {
            return Wanted::Nothing;
        }
        let before = row
            .pieces
            .iter()
            .skip(row.labels)
            .filter(|piece| piece.end <= start);
        let before: Vec<_> = before.collect();
        let Some(word) = before.first() else {
            return Wanted::Word;
        };
        let commas = before
            .iter()
            .filter(|piece| super::scan::is_sign(piece, text, ","))
            .count();
        let word = &text[word.start..word.end];
        match word {
            "is" | "stays" | "until" if commas == 0 => Wanted::Condition,
            "is" => Wanted::Joint,
            "save" | "restore" | "unique" => Wanted::Register,
            "dc" => Wanted::Value,
            "set" | "asect" | "rsect" | "tplate" | "macro" | "ds" | "align" => Wanted::Nothing,
            _ => match isa::find(word).map(|row| row.operands) {
                Some(Operands::Reg | Operands::RegReg) => Wanted::Register,
                Some(Operands::RegImm) if commas == 0 => Wanted::Register,
                Some(Operands::Imm | Operands::RegImm) => Wanted::Value,
                Some(Operands::None) => Wanted::Nothing,
                None if KEYWORDS.contains(&word) => Wanted::Nothing,
                None => Wanted::Either,
            },
        }
    }

    fn words(&self, file: usize, row: &Row) -> Vec<Completion> {
        let mut list: Vec<Completion> = Vec::new();
        for row in ROWS
            .iter()
            .filter(|row| !row.mnemonic.is_empty() && !matches!(row.op, isa::Op::Branch(_)))
        {
            list.push(item(row.mnemonic, Item::Instruction, about::effect(row.op)));
        }
        for cond in Cond::ALL {
            let meaning = format!("branch: {}", about::meaning(cond));
            list.push(item(cond.mnemonic(), Item::Instruction, meaning));
        }
        let directives = DIRECTIVES.into_iter().chain(["set"]);
        list.extend(directives.map(|word| described(word, Item::Directive)));
        list.extend(KEYWORDS.iter().map(|word| described(word, Item::Keyword)));
        let inside = |word: &&&str| row.body.is_some() || **word == "macro";
        let makers = MACRO_WORDS.iter().filter(inside);
        list.extend(makers.map(|word| described(word, Item::Keyword)));
        list.extend(self.macros(file));
        list
    }

    fn macros(&self, file: usize) -> Vec<Completion> {
        let own = self.index.symbols.iter().filter(|symbol| {
            let here =
                |place: &super::TextRange| place.file == file || self.files[place.file].library;
            symbol.kind == Kind::Macro && symbol.definitions.iter().any(here)
        });
        let mut list: Vec<Completion> = own
            .map(|symbol| item(&symbol.name, Item::Macro, "macro"))
            .collect();
        for name in self.standard.names() {
            let arities = self.standard.arities(name);
            let header = arities
                .first()
                .and_then(|arity| self.standard.get(name, *arity));
            let comment = header.and_then(|found| found.header.text.split_once('#'));
            let about = comment.map_or("standard macro", |(_, comment)| comment.trim());
            list.push(item(name, Item::Macro, about));
        }
        list.dedup_by(|a, b| a.text == b.text);
        list
    }

    fn values(&self, file: usize, row: &Row) -> Vec<Completion> {
        let symbols = self.index.visible(file, row.section, &self.files[file]);
        let mut list: Vec<Completion> = symbols
            .iter()
            .map(|symbol| self.name_item(symbol))
            .collect();
        let fresh = |name: &str| !symbols.iter().any(|symbol| symbol.name == name);
        let cells = self.known.iter().filter(|known| fresh(&known.name));
        list.extend(cells.map(|known| {
            let detail = format!("0x{:02x}: {}", known.address, known.about);
            item(&known.name, Item::Cell, detail)
        }));
        list
    }

    fn name_item(&self, symbol: &Symbol) -> Completion {
        let value = self
            .value_of(symbol)
            .map_or(String::new(), |value| format!(" 0x{value:02x}"));
        item(
            &symbol.name,
            Item::Name(symbol.kind),
            symbol.kind.name().to_owned() + &value,
        )
    }

    fn fields(&self, file: usize, template: &str) -> Vec<Completion> {
        let Some(of) = self.files.get(file) else {
            return Vec::new();
        };
        let named = |section: &super::scan::Section| matches!(&section.name, SectionName::Template(name) if name == template);
        if !of.scan.sections.iter().any(named) {
            return Vec::new();
        }
        let fields = self.index.symbols.iter().filter(|symbol| {
            matches!(&symbol.key, super::index::Key::Field(at, name, _) if *at == file && name == template)
        });
        let mut list: Vec<Completion> = fields
            .map(|field| item(&field.name, Item::Name(Kind::Field), "field"))
            .collect();
        list.push(item("_", Item::Name(Kind::Field), "the size"));
        list
    }
}

fn described(word: &str, kind: Item) -> Completion {
    item(word, kind, about::word(word).unwrap_or(""))
}

fn registers() -> Vec<Completion> {
    ["r0", "r1", "r2", "r3"]
        .map(|name| item(name, Item::Register, "register"))
        .to_vec()
}

fn conditions() -> Vec<Completion> {
    let all = Cond::ALL.into_iter().flat_map(|cond| {
        let name = |name: &&'static str| item(*name, Item::Condition, about::meaning(cond));
        cond.names()
            .iter()
            .filter(|name| **name != "r")
            .map(name)
            .collect::<Vec<_>>()
    });
    all.collect()
}

fn word_start(text: &str, column: usize) -> usize {
    let before = &text[..column];
    before.trim_end_matches(continues_name).len()
}

/// The last boundary of a character at or before a column.
pub(super) fn floor(text: &str, column: usize) -> usize {
    let column = column.min(text.len());
    (0..=column)
        .rev()
        .find(|&at| text.is_char_boundary(at))
        .unwrap_or(0)
}
