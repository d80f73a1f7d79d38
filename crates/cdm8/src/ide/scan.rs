//! A file as an editor sees it: each line split into classified pieces. Nothing here can fail, however
//! unfinished the text is.

use std::collections::BTreeSet;

use crate::asm::emit::data::DIRECTIVES;
use crate::asm::lex::{continues_name, is_register, literal_length, starts_name};
use crate::asm::words::MACRO_WORDS;
use crate::isa::{self, Operands};

/// The kind of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// A name before `:` or `>`, or after `set`.
    Label,
    Instruction,
    Directive,
    Keyword,
    Macro,
    Condition,
    Register,
    Number,
    /// A string or a character.
    Text,
    /// A name in an operand.
    Name,
    /// The name of an `rsect` or a `tplate`.
    Section,
    /// `$1`, `?name` or the `'` after a name, in the body of a macro.
    Parameter,
    Comment,
    Sign,
    /// A word in the place of an instruction that is unknown.
    Unknown,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    pub role: Role,
    /// Bytes of the line.
    pub start: usize,
    pub end: usize,
}

/// The effect of a line on the layout of the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shape {
    #[default]
    Plain,
    Section,
    /// `if`, `while`, `do`
    Opens,
    /// `is`, `then`, `else`, `stays`
    Middle,
    /// `fi`, `wend`, `until`
    Closes,
    /// The header of a macro.
    Macro,
    Mend,
    End,
    /// After the `end`: ignored.
    After,
}

/// One line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    pub pieces: Vec<Piece>,
    pub shape: Shape,
    /// How many pieces at the front are labels with their signs.
    pub labels: usize,
    /// The macro in whose body, or on whose header or `mend`, it is.
    pub body: Option<usize>,
    /// The section it is in; none before the first.
    pub section: Option<usize>,
}

impl Row {
    /// The piece that determines the line: an instruction, a directive, a macro.
    pub fn word(&self) -> Option<Piece> {
        let piece = self.pieces.get(self.labels)?;
        (!matches!(piece.role, Role::Comment | Role::Sign)).then_some(*piece)
    }

    /// The pieces after the word, without the comment.
    pub fn operands(&self) -> &[Piece] {
        let end = match self.pieces.last() {
            Some(last) if last.role == Role::Comment => self.pieces.len() - 1,
            _ => self.pieces.len(),
        };
        self.pieces
            .get((self.labels + 1).min(end)..end)
            .unwrap_or(&[])
    }

    pub fn comment(&self) -> Option<Piece> {
        let last = *self.pieces.last()?;
        (last.role == Role::Comment).then_some(last)
    }

    /// The piece at a column; where two touch, the one that is a name.
    pub fn at(&self, column: usize) -> Option<Piece> {
        let touching = |piece: &&Piece| (piece.start..=piece.end).contains(&column);
        let weight = |piece: &&Piece| match piece.role {
            Role::Sign => 0,
            _ if piece.start <= column && column < piece.end => 2,
            _ => 1,
        };
        self.pieces
            .iter()
            .filter(touching)
            .max_by_key(weight)
            .copied()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SectionName {
    Absolute,
    Relocatable(String),
    Template(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    pub name: SectionName,
    /// Its header.
    pub line: usize,
}

/// A macro defined in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    pub name: String,
    pub arity: usize,
    /// Its header, and the place of the name on it.
    pub line: usize,
    pub start: usize,
    pub end: usize,
    /// The last line that belongs to it.
    pub last: usize,
}

/// Macros by name and number of operands.
pub type Macros = BTreeSet<(String, usize)>;

#[derive(Clone, Debug, Default)]
pub struct Scan {
    pub rows: Vec<Row>,
    pub sections: Vec<Section>,
    pub macros: Vec<Definition>,
}

/// Splits the lines of a file. `known` are the macros of the whole program; `sections` are those of them that open a section.
pub fn scan(lines: &[String], library: bool, known: &Macros, sections: &Macros) -> Scan {
    let mut scanner = Scanner {
        scan: Scan::default(),
        library,
        known,
        sections,
        ended: false,
        open: false,
    };
    for (at, text) in lines.iter().enumerate() {
        scanner.line(at, text);
    }
    scanner.scan
}

struct Scanner<'a> {
    scan: Scan,
    library: bool,
    known: &'a Macros,
    sections: &'a Macros,
    ended: bool,
    /// Inside a definition.
    open: bool,
}

impl Scanner<'_> {
    fn line(&mut self, at: usize, text: &str) {
        let row = match () {
            () if self.ended => after(text),
            () if header_of(text, self.library).is_some() && (self.library || !self.open) => {
                self.header(at, text)
            }
            () if self.open => self.body(at, text),
            () => self.plain(at, text),
        };
        self.scan.rows.push(Row {
            section: self.scan.sections.len().checked_sub(1),
            ..row
        });
    }

    fn header(&mut self, at: usize, text: &str) -> Row {
        let mut pieces = cut(text, false);
        let mut name = None;
        if let Some(word) = pieces.first_mut() {
            word.role = if self.library {
                Role::Sign
            } else {
                Role::Keyword
            };
        }
        if let Some(piece) = pieces.get_mut(1).filter(|piece| piece.role == Role::Name) {
            piece.role = Role::Macro;
            name = Some(*piece);
        }
        let (title, arity) = header_of(text, self.library).unwrap_or_default();
        let place = name.unwrap_or(Piece {
            role: Role::Macro,
            start: 0,
            end: text.len(),
        });
        self.scan.macros.push(Definition {
            name: title,
            arity,
            line: at,
            start: place.start,
            end: place.end,
            last: at,
        });
        self.open = true;
        Row {
            pieces,
            shape: Shape::Macro,
            body: Some(self.scan.macros.len() - 1),
            ..Row::default()
        }
    }

    fn body(&mut self, at: usize, text: &str) -> Row {
        let mut row = self.row(text, true);
        row.body = self.scan.macros.len().checked_sub(1);
        if let Some(last) = self.scan.macros.last_mut() {
            last.last = at;
        }
        let word = row.word().map_or("", |word| &text[word.start..word.end]);
        if word == "mend" && !self.library {
            self.open = false;
            row.shape = Shape::Mend;
        } else if !matches!(row.shape, Shape::Opens | Shape::Middle | Shape::Closes) {
            row.shape = Shape::Plain;
        }
        row
    }

    fn plain(&mut self, at: usize, text: &str) -> Row {
        let row = self.row(text, false);
        let word = row.word();
        if row.shape == Shape::End {
            self.ended = true;
        }
        let name = word.map_or("", |word| &text[word.start..word.end]);
        let first = row.operands().first();
        let first = first.map_or(String::new(), |piece| {
            text[piece.start..piece.end].to_owned()
        });
        let section = match name {
            "asect" => Some(SectionName::Absolute),
            "rsect" => Some(SectionName::Relocatable(first)),
            "tplate" => Some(SectionName::Template(first)),
            _ if word.is_some_and(|word| word.role == Role::Macro)
                && self
                    .sections
                    .contains(&(name.to_owned(), commas(row.operands(), text))) =>
            {
                Some(SectionName::Absolute)
            }
            _ => None,
        };
        let opened = section.map(|name| Section { name, line: at });
        self.scan.sections.extend(opened);
        row
    }

    fn row(&self, text: &str, body: bool) -> Row {
        let mut pieces = cut(text, body);
        let labels = labels(&mut pieces, text);
        let mut row = Row {
            labels,
            ..Row::default()
        };
        let count = pieces.len();
        if let Some(word) = pieces.get(labels).copied() {
            let name = &text[word.start..word.end];
            let operands = &mut pieces[labels + 1..count];
            let arity = commas(operands, text);
            let role = self.role(name, arity, word.role);
            mark_operands(name, operands, body);
            row.shape = shape_of(name, labels);
            pieces[labels].role = role;
        }
        row.pieces = pieces;
        row
    }

    fn role(&self, word: &str, arity: usize, found: Role) -> Role {
        match () {
            () if found != Role::Name => found,
            () if self.known.contains(&(word.to_owned(), arity)) => Role::Macro,
            () if isa::find(word).is_some() || matches!(word, "nop" | "noop") => Role::Instruction,
            () if DIRECTIVES.contains(&word) || word == "set" => Role::Directive,
            () if is_keyword(word) => Role::Keyword,
            () if self.known.iter().any(|(name, _)| name == word) => Role::Macro,
            () => Role::Unknown,
        }
    }
}

pub(super) fn is_keyword(word: &str) -> bool {
    crate::asm::parse::KEYWORDS.contains(&word) || MACRO_WORDS.contains(&word) || word == "end."
}

fn after(text: &str) -> Row {
    let piece = Piece {
        role: Role::Comment,
        start: 0,
        end: text.len(),
    };
    Row {
        pieces: if text.is_empty() {
            Vec::new()
        } else {
            vec![piece]
        },
        shape: Shape::After,
        ..Row::default()
    }
}

fn shape_of(word: &str, labels: usize) -> Shape {
    match word {
        "asect" | "rsect" | "tplate" => Shape::Section,
        "if" | "while" | "do" => Shape::Opens,
        "is" | "then" | "else" | "stays" => Shape::Middle,
        "fi" | "wend" | "until" => Shape::Closes,
        "end" | "end." if labels == 0 => Shape::End,
        _ => Shape::Plain,
    }
}

/// The name and number of operands of a macro's header.
pub(super) fn header_of(text: &str, library: bool) -> Option<(String, usize)> {
    let rest = text.trim_start_matches([' ', '\t']);
    let rest = match library {
        true => rest.strip_prefix('*')?,
        false => rest.strip_prefix("macro")?.strip_prefix([' ', '\t'])?,
    };
    let code = rest.split('#').next().unwrap_or("");
    if code.contains([':', '>', ',']) {
        return None;
    }
    let (name, arity) = code.split_once('/').unwrap_or((code, ""));
    Some((name.trim().to_owned(), arity.trim().parse().unwrap_or(0)))
}

/// How many operands there are.
fn commas(operands: &[Piece], text: &str) -> usize {
    let code = operands.iter().filter(|piece| piece.role != Role::Comment);
    let commas = operands.iter().filter(|piece| is_sign(piece, text, ","));
    match code.count() {
        0 => 0,
        _ => commas.count() + 1,
    }
}

pub(super) fn is_sign(piece: &Piece, text: &str, sign: &str) -> bool {
    piece.role == Role::Sign && &text[piece.start..piece.end] == sign
}

/// Finds the labels at the front and marks them; returns how many pieces they take with their signs.
fn labels(pieces: &mut [Piece], text: &str) -> usize {
    let target = |at: usize| {
        at >= 2 && at + 1 == pieces.len() && {
            let word = &pieces[at - 2];
            isa::find(&text[word.start..word.end]).is_some_and(|row| row.operands == Operands::Imm)
        }
    };
    let is_mark = |at: &usize| {
        let piece = &pieces[*at];
        let message = pieces
            .get(at + 1)
            .is_some_and(|next| next.role == Role::Text);
        is_sign(piece, text, ">") || is_sign(piece, text, ":") && !message && !target(*at)
    };
    let Some(last) = (0..pieces.len()).rev().find(is_mark) else {
        return 0;
    };
    for piece in pieces[..last]
        .iter_mut()
        .filter(|piece| piece.role == Role::Name)
    {
        piece.role = Role::Label;
    }
    last + 1
}

fn mark_operands(word: &str, operands: &mut [Piece], body: bool) {
    let named = |piece: &&mut Piece| piece.role == Role::Name;
    match word {
        "is" | "stays" | "until" => {
            for (at, piece) in operands.iter_mut().filter(named).enumerate() {
                piece.role = if at == 0 {
                    Role::Condition
                } else {
                    Role::Keyword
                };
            }
        }
        "rsect" | "tplate" => {
            let first = operands.first_mut().filter(named);
            first
                .into_iter()
                .for_each(|piece| piece.role = Role::Section);
        }
        "set" => {
            let first = operands.first_mut().filter(named);
            first.into_iter().for_each(|piece| piece.role = Role::Label);
        }
        "unique" | "mpop" | "mread" if body => {
            let names = operands.iter_mut().filter(named);
            names.for_each(|piece| piece.role = Role::Parameter);
        }
        _ => {}
    }
}

/// The pieces of a line, words not yet classified.
fn cut(text: &str, body: bool) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let run = |rest: &str| rest.find(|c| !continues_name(c)).unwrap_or(rest.len());
        let glued = pieces
            .last()
            .is_some_and(|last| last.end == at && last.role != Role::Sign);
        let (role, length) = match c {
            ' ' | '\t' => {
                at += 1;
                continue;
            }
            '#' => (Role::Comment, rest.len()),
            '\'' if body && glued => (Role::Parameter, 1),
            '"' | '\'' => (Role::Text, literal_length(rest).unwrap_or(rest.len())),
            '$' | '?' if body => (Role::Parameter, 1 + run(&rest[1..])),
            c if starts_name(c) => match run(rest) {
                length if is_register(&rest[..length]) => (Role::Register, length),
                length => (Role::Name, length),
            },
            '0'..='9' => (Role::Number, run(rest)),
            c => (Role::Sign, c.len_utf8()),
        };
        // Only the digit belongs to a parameter: `$1x` is `$1` and `x`.
        let length = match (c, rest.as_bytes().get(1)) {
            ('$', Some(digit)) if digit.is_ascii_digit() => 2,
            _ => length,
        };
        pieces.push(Piece {
            role,
            start: at,
            end: at + length,
        });
        at += length;
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Scan {
        let lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
        let mut known = Macros::new();
        known.insert(("tst".to_owned(), 1));
        scan(&lines, false, &known, &Macros::new())
    }

    fn shown(text: &str) -> Vec<String> {
        let scan = of(text);
        let row = scan.rows.last().expect("a row");
        let line = text.rsplit('\n').next().unwrap_or("");
        let pieces = row.pieces.iter();
        pieces
            .map(|piece| format!("{:?} {}", piece.role, &line[piece.start..piece.end]))
            .collect()
    }

    #[test]
    fn a_line_is_cut_into_pieces() {
        let expected = [
            "Label a",
            "Sign ,",
            "Label b",
            "Sign :",
            "Instruction ldi",
            "Register r0",
            "Sign ,",
            "Name x",
            "Sign +",
            "Number 1",
            "Comment # c",
        ];
        assert_eq!(shown("a, b: ldi r0, x+1 # c"), expected);
        assert_eq!(
            shown("is z, and"),
            ["Keyword is", "Condition z", "Sign ,", "Keyword and"]
        );
        assert_eq!(shown("tst r1"), ["Macro tst", "Register r1"]);
        assert_eq!(shown("psh r1"), ["Unknown psh", "Register r1"]);
        assert_eq!(shown("br loop:"), ["Instruction br", "Name loop", "Sign :"]);
        assert_eq!(shown("dc \"a:b"), ["Directive dc", "Text \"a:b"]);
    }

    #[test]
    fn bodies_have_parameters() {
        assert_eq!(
            shown("macro m/2\nlab': b$1 x$2+?v"),
            [
                "Label lab",
                "Parameter '",
                "Sign :",
                "Unknown b",
                "Parameter $1",
                "Name x",
                "Parameter $2",
                "Sign +",
                "Parameter ?v"
            ]
        );
        let scan = of("macro m/2\n tst $1\nmend\nasect 0\nend\nrest");
        assert_eq!(scan.macros[0].last, 2);
        let shapes: Vec<Shape> = scan.rows.iter().map(|row| row.shape).collect();
        use Shape::*;
        assert_eq!(shapes, [Macro, Plain, Mend, Section, End, After]);
    }
}
