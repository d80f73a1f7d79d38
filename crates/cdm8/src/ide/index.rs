//! All names of a program with their definitions and uses, by the assembler's
//! rules of scope.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::File;
use super::scan::{Piece, Role, Row, SectionName, is_sign};

/// A stretch of a line of a file of the analysis; lines from 0, columns in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TextRange {
    pub file: usize,
    pub line: usize,
    pub start: usize,
    pub end: usize,
}

/// The kind of a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Label,
    /// A label other sections and files may use.
    Entry,
    Constant,
    Template,
    /// An offset of a template.
    Field,
    Macro,
    /// A relocatable section.
    Section,
    /// A label in the body of a macro.
    Inner,
}

impl Kind {
    pub fn name(self) -> &'static str {
        match self {
            Kind::Label => "label",
            Kind::Entry => "entry",
            Kind::Constant => "constant",
            Kind::Template => "template",
            Kind::Field => "field",
            Kind::Macro => "macro",
            Kind::Section => "section",
            Kind::Inner => "label of a macro",
        }
    }
}

/// The scope of a name: its identity.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Key {
    Global(String),
    Absolute(usize, String),
    Relocatable(usize, String, String),
    Constant(usize, String),
    Template(usize, String),
    Field(usize, String, String),
    Section(String),
    /// Of a file, or of all.
    Macro(Option<usize>, String, usize),
    Inner(usize, usize, String),
}

#[derive(Clone, Debug)]
pub struct Symbol {
    pub name: String,
    pub kind: Kind,
    pub definitions: Vec<TextRange>,
    pub uses: Vec<TextRange>,
    pub(super) key: Key,
}

impl Symbol {
    pub fn mentions(&self) -> impl Iterator<Item = &TextRange> {
        self.definitions.iter().chain(&self.uses)
    }
}

#[derive(Clone, Debug, Default)]
pub struct Index {
    pub symbols: Vec<Symbol>,
    by_key: HashMap<Key, usize>,
    by_line: BTreeMap<(usize, usize), Vec<(TextRange, usize)>>,
    scopes: Scopes,
}

/// The tables names are looked up in.
#[derive(Clone, Debug, Default)]
struct Scopes {
    /// Declared external in a section, or above all of them.
    externals: HashSet<(usize, Option<usize>, String)>,
    labels: HashMap<(usize, usize, String), Key>,
    absolute: HashMap<(usize, String), Key>,
    parts: HashMap<(usize, String, String), Key>,
    constants: HashSet<(usize, String)>,
    templates: HashSet<(usize, String)>,
    macros: HashSet<Key>,
    inner: HashSet<Key>,
}

/// A label that a macro defines on a line, known from the assembler.
pub type Made = HashSet<(usize, usize, String)>;

impl Index {
    pub(super) fn of(files: &[File], made: &Made) -> Index {
        let mut index = Index::default();
        for (number, file) in files.iter().enumerate() {
            index.define(number, file, made);
        }
        for (number, file) in files.iter().enumerate() {
            index.mention(number, file);
        }
        index
    }

    /// The symbol at a place.
    pub fn at(&self, file: usize, line: usize, column: usize) -> Option<(&Symbol, TextRange)> {
        let mentions = self.by_line.get(&(file, line))?;
        let touching =
            |(place, _): &&(TextRange, usize)| (place.start..=place.end).contains(&column);
        let (place, symbol) = mentions
            .iter()
            .filter(touching)
            .max_by_key(|(place, _)| place.start)?;
        Some((&self.symbols[*symbol], *place))
    }

    pub(super) fn symbol(&self, key: &Key) -> Option<&Symbol> {
        self.by_key.get(key).map(|&at| &self.symbols[at])
    }

    /// The names an operand may use there.
    pub(super) fn visible(&self, file: usize, section: Option<usize>, of: &File) -> Vec<&Symbol> {
        let is_visible = |symbol: &&Symbol| {
            let found = self.scopes.resolve(file, section, of, &symbol.name);
            found.as_ref() == Some(&symbol.key)
                || matches!(&symbol.key, Key::Template(of, _) if *of == file)
        };
        self.symbols.iter().filter(is_visible).collect()
    }

    fn add(&mut self, key: Key, kind: Kind, name: &str, place: TextRange, defines: bool) {
        let at = *self.by_key.entry(key.clone()).or_insert_with(|| {
            self.symbols.push(Symbol {
                name: name.to_owned(),
                kind,
                definitions: Vec::new(),
                uses: Vec::new(),
                key,
            });
            self.symbols.len() - 1
        });
        let symbol = &mut self.symbols[at];
        match defines {
            true => symbol.definitions.push(place),
            false => symbol.uses.push(place),
        }
        let line = self.by_line.entry((place.file, place.line)).or_default();
        line.push((place, at));
    }

    fn define(&mut self, file: usize, of: &File, made: &Made) {
        for (line, row) in of.scan.rows.iter().enumerate() {
            let text = &of.lines[line];
            if let Some(body) = row.body {
                self.scopes.body(file, body, row, text);
                continue;
            }
            let kind = label_sign(row, text);
            for piece in row.pieces.iter().filter(|piece| piece.role == Role::Label) {
                let name = &text[piece.start..piece.end];
                self.scopes.label(file, row, kind, of, name);
            }
            for piece in row
                .operands()
                .iter()
                .filter(|piece| piece.role == Role::Name)
            {
                let name = text[piece.start..piece.end].to_owned();
                if made.contains(&(file, line, name.clone())) {
                    self.scopes.absolute_label(file, &name);
                }
            }
            if let (Some(SectionName::Template(name)), true) =
                (section_of(of, row), row.shape == super::Shape::Section)
            {
                self.scopes.templates.insert((file, name.clone()));
            }
        }
        for definition in &of.scan.macros {
            let home = (!of.library).then_some(file);
            let key = Key::Macro(home, definition.name.clone(), definition.arity);
            self.scopes.macros.insert(key.clone());
            let place = TextRange {
                file,
                line: definition.line,
                start: definition.start,
                end: definition.end,
            };
            self.add(key, Kind::Macro, &definition.name, place, true);
        }
    }

    fn mention(&mut self, file: usize, of: &File) {
        for (line, row) in of.scan.rows.iter().enumerate() {
            let text = of.lines[line].clone();
            let text = text.as_str();
            for (at, piece) in row.pieces.iter().enumerate() {
                let place = TextRange {
                    file,
                    line,
                    start: piece.start,
                    end: piece.end,
                };
                let next = row
                    .pieces
                    .get(at + 1)
                    .filter(|next| next.start == piece.end);
                let pasted = next.filter(|next| next.role == Role::Parameter);
                let name = &text[piece.start..piece.end];
                match (piece.role, pasted.map(|next| &text[next.start..next.end])) {
                    (Role::Label | Role::Name, None | Some("'")) => {
                        self.name(file, of, row, *piece, place, name);
                    }
                    (Role::Section, _) => self.section(file, row, place, name, text),
                    (Role::Macro, _) if row.shape != super::Shape::Macro => {
                        self.macro_use(file, row, place, name, text);
                    }
                    _ => {}
                }
            }
        }
    }

    fn name(
        &mut self,
        file: usize,
        of: &File,
        row: &Row,
        piece: Piece,
        place: TextRange,
        name: &str,
    ) {
        let inner = row.body.map(|body| Key::Inner(file, body, name.to_owned()));
        if let Some(key) = inner.filter(|key| self.scopes.inner.contains(key)) {
            return self.add(key, Kind::Inner, name, place, piece.role == Role::Label);
        }
        if let Some((template, field)) = name.split_once('.')
            && self.scopes.templates.contains(&(file, template.to_owned()))
        {
            return self.field_use(file, place, template, field);
        }
        let section = row.section.filter(|_| row.body.is_none());
        let Some(key) = self.scopes.resolve(file, section, of, name) else {
            return;
        };
        let kind = match &key {
            Key::Global(_) => Kind::Entry,
            Key::Constant(..) => Kind::Constant,
            Key::Field(..) => Kind::Field,
            _ => Kind::Label,
        };
        let external = self.scopes.is_external(file, section, name);
        let made =
            piece.role == Role::Name && of.made_by_macro.contains(&(place.line, name.to_owned()));
        let defines = piece.role == Role::Label && !external || made;
        self.add(key, kind, name, place, defines);
    }

    fn field_use(&mut self, file: usize, place: TextRange, template: &str, field: &str) {
        let middle = place.start + template.len();
        let key = Key::Template(file, template.to_owned());
        self.add(
            key,
            Kind::Template,
            template,
            TextRange {
                end: middle,
                ..place
            },
            false,
        );
        let key = Key::Field(file, template.to_owned(), field.to_owned());
        if field != "_" && !field.is_empty() {
            let place = TextRange {
                start: middle + 1,
                ..place
            };
            self.add(key, Kind::Field, field, place, false);
        }
    }

    fn section(&mut self, file: usize, row: &Row, place: TextRange, name: &str, text: &str) {
        let word = row.word().map_or("", |word| &text[word.start..word.end]);
        match word {
            "tplate" => self.add(
                Key::Template(file, name.to_owned()),
                Kind::Template,
                name,
                place,
                true,
            ),
            _ => self.add(
                Key::Section(name.to_owned()),
                Kind::Section,
                name,
                place,
                true,
            ),
        }
    }

    fn macro_use(&mut self, file: usize, row: &Row, place: TextRange, name: &str, text: &str) {
        let arity = arity(row, text);
        let own = Key::Macro(Some(file), name.to_owned(), arity);
        let shared = Key::Macro(None, name.to_owned(), arity);
        let key = match self.scopes.macros.contains(&own) {
            true => own,
            false => shared,
        };
        self.add(key, Kind::Macro, name, place, false);
    }
}

/// The number of operands a line gives.
pub(super) fn arity(row: &Row, text: &str) -> usize {
    let operands = row.operands();
    match operands.is_empty() {
        true => 0,
        false => {
            1 + operands
                .iter()
                .filter(|piece| is_sign(piece, text, ","))
                .count()
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum LabelSign {
    Plain,
    Entry,
    External,
    Constant,
}

fn label_sign(row: &Row, text: &str) -> LabelSign {
    if row.labels == 0 {
        return LabelSign::Constant;
    }
    let word = row.word().map_or("", |word| &text[word.start..word.end]);
    let sign = row.pieces[row.labels - 1];
    match &text[sign.start..sign.end] {
        _ if word == "ext" => LabelSign::External,
        ">" => LabelSign::Entry,
        _ => LabelSign::Plain,
    }
}

fn section_of<'a>(of: &'a File, row: &Row) -> Option<&'a SectionName> {
    Some(&of.scan.sections.get(row.section?)?.name)
}

impl Scopes {
    fn label(&mut self, file: usize, row: &Row, sign: LabelSign, of: &File, name: &str) {
        let owned = || name.to_owned();
        let section = section_of(of, row);
        let key = match (sign, section) {
            (LabelSign::External, _) => {
                self.externals.insert((file, row.section, owned()));
                return;
            }
            (LabelSign::Constant, _) => {
                self.constants.insert((file, owned()));
                return;
            }
            (_, Some(SectionName::Template(template))) => {
                Key::Field(file, template.clone(), owned())
            }
            (LabelSign::Entry, _) => Key::Global(owned()),
            (_, Some(SectionName::Relocatable(part))) => {
                Key::Relocatable(file, part.clone(), owned())
            }
            _ => Key::Absolute(file, owned()),
        };
        match section {
            Some(SectionName::Template(_)) => {}
            Some(SectionName::Relocatable(part)) => {
                self.parts
                    .entry((file, part.clone(), owned()))
                    .or_insert_with(|| key.clone());
            }
            _ => {
                // An entry of one section is the same label as a plain one of the same name in another.
                let known = self
                    .absolute
                    .entry((file, owned()))
                    .or_insert_with(|| key.clone());
                if matches!(key, Key::Global(_)) {
                    *known = key.clone();
                }
            }
        }
        self.labels
            .insert((file, row.section.unwrap_or(usize::MAX), owned()), key);
    }

    fn absolute_label(&mut self, file: usize, name: &str) {
        let key = Key::Absolute(file, name.to_owned());
        self.absolute.entry((file, name.to_owned())).or_insert(key);
    }

    fn body(&mut self, file: usize, body: usize, row: &Row, text: &str) {
        for piece in row.pieces.iter().filter(|piece| piece.role == Role::Label) {
            let name = text[piece.start..piece.end].to_owned();
            self.inner.insert(Key::Inner(file, body, name));
        }
    }

    fn is_external(&self, file: usize, section: Option<usize>, name: &str) -> bool {
        let here = |section| self.externals.contains(&(file, section, name.to_owned()));
        here(section) || here(None)
    }

    fn resolve(&self, file: usize, section: Option<usize>, of: &File, name: &str) -> Option<Key> {
        let owned = || name.to_owned();
        if self.is_external(file, section, name) {
            return Some(Key::Global(owned()));
        }
        let own = section.and_then(|section| self.labels.get(&(file, section, owned())));
        let absolute = || self.absolute.get(&(file, owned()));
        let part = || {
            let SectionName::Relocatable(part) = &of.scan.sections.get(section?)?.name else {
                return None;
            };
            self.parts.get(&(file, part.clone(), owned()))
        };
        if let Some(key) = own.or_else(absolute).or_else(part) {
            return Some(key.clone());
        }
        let constant = self.constants.contains(&(file, owned()));
        constant.then(|| Key::Constant(file, owned()))
    }
}
