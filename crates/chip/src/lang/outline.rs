//! A file of specifications as an editor sees it: what each word is, and where names are declared. Nothing here can fail, however
//! unfinished the text is.

use super::lex::{Source, Token, What, lex};
use super::parse::Parser;
use super::tree::{Declared, Name, Specification};
use crate::chip::Role;

/// A stretch of a line: lines from 0, columns in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stretch {
    pub line: usize,
    pub start: usize,
    pub end: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    Keyword,
    /// A pin, a signal or a latch of the chip.
    Net,
    /// The name of the chip, or of a called one.
    Chip,
    Number,
    Comment,
    /// An undeclared name, or an output of a called chip.
    Unknown,
}

/// A word of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    pub text: String,
    pub sort: Sort,
    pub at: Stretch,
    /// The specification it is in, by number.
    pub chip: Option<usize>,
}

/// The declaration of a pin, a signal or a latch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    pub name: String,
    pub role: Role,
    pub width: u32,
    pub at: Stretch,
}

/// A specification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    pub name: String,
    /// Its lines.
    pub first: usize,
    pub last: usize,
    pub nets: Vec<Declaration>,
    /// The chips it may call.
    pub calls: Vec<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    pub parts: Vec<Part>,
    pub words: Vec<Word>,
}

/// Keywords, for completion.
pub const KEYWORDS: [&str; 38] = [
    "any",
    "and",
    "behaviour",
    "behavior",
    "bitextender",
    "by",
    "chip",
    "chips",
    "combinational",
    "depends",
    "do",
    "edge",
    "else",
    "enabled",
    "end",
    "falling",
    "float",
    "i",
    "if",
    "input",
    "inputs",
    "internal",
    "join",
    "latch",
    "latches",
    "name",
    "not",
    "o",
    "of",
    "on",
    "or",
    "output",
    "outputs",
    "pins",
    "register",
    "rising",
    "select",
    "then",
];
const MORE: [&str; 8] = [
    "signal",
    "signals",
    "specification",
    "while",
    "xor",
    "zero",
    "one",
    "sign",
];

/// The structure of a text.
pub fn outline(text: &str) -> Outline {
    let source = Source::new("", text);
    let lexed = lex(&source);
    let tokens = lexed.tokens.clone();
    let comments = comments(&source, &lexed.comments);
    let written = Parser::new(&source, lexed).file();
    let bounds = bounds(&tokens, source.lines.len());
    let parts: Vec<Part> = (written.iter().zip(bounds))
        .map(|(one, bounds)| part(one, bounds))
        .collect();
    let mut words: Vec<Word> = (0..tokens.len())
        .filter_map(|at| word(&tokens, at, &parts))
        .collect();
    words.extend(comments);
    words.sort_by_key(|word| word.at);
    Outline { parts, words }
}

impl Outline {
    /// The word at a place, or just before it.
    pub fn at(&self, line: usize, column: usize) -> Option<&Word> {
        let touches =
            |word: &&Word| word.at.line == line && word.at.start <= column && column <= word.at.end;
        let mut found = self.words.iter().filter(touches);
        found.next_back()
    }

    pub fn declaration(&self, word: &Word) -> Option<&Declaration> {
        let nets = &self.parts.get(word.chip?)?.nets;
        nets.iter().find(|net| net.name == word.text)
    }

    /// The specification a line is in.
    pub fn part_of(&self, line: usize) -> Option<usize> {
        let inside = |part: &Part| (part.first..=part.last).contains(&line);
        self.parts.iter().position(inside)
    }

    /// All occurrences of a word in its specification with the same meaning.
    pub fn mentions<'a>(&'a self, word: &'a Word) -> impl Iterator<Item = &'a Word> {
        let same = |other: &&Word| {
            (&other.text, other.sort, other.chip) == (&word.text, word.sort, word.chip)
        };
        self.words.iter().filter(same)
    }

    /// A name as it has to be written; `None` if it cannot be one here.
    pub fn written(&self, word: &Word, name: &str) -> Result<String, String> {
        let name = name.trim().trim_matches('"');
        let part = word.chip.and_then(|chip| self.parts.get(chip));
        if part.is_some_and(|part| part.nets.iter().any(|net| net.name == name)) {
            return Err(format!("`{name}` is the name of something else here"));
        }
        if name.is_empty() || name.contains(['"', '#', '\n']) {
            return Err(format!("`{name}` is not a name"));
        }
        let mut letters = name.chars();
        let starts = letters
            .next()
            .is_some_and(|c| c.is_alphabetic() || c == '_');
        let plain = starts && letters.all(|c| c.is_alphanumeric() || c == '_') && !is_keyword(name);
        Ok(if plain {
            name.to_owned()
        } else {
            format!("\"{name}\"")
        })
    }
}

pub fn is_keyword(word: &str) -> bool {
    let word = word.to_lowercase();
    KEYWORDS.contains(&word.as_str()) || MORE.contains(&word.as_str())
}

fn comments(source: &Source<'_>, found: &[Option<String>]) -> Vec<Word> {
    let lines = source.lines.iter().zip(found).enumerate();
    let comment = |(line, (text, comment)): (usize, (&&str, &Option<String>))| {
        comment.as_ref()?;
        Some(Word {
            text: String::new(),
            sort: Sort::Comment,
            at: Stretch {
                line,
                start: text.find('#')?,
                end: text.len(),
            },
            chip: None,
        })
    };
    lines.filter_map(comment).collect()
}

/// The lines of each specification, as the parser divides the text.
fn bounds(tokens: &[Token], lines: usize) -> Vec<(usize, usize)> {
    let says = |at: usize, words: &[&str]| {
        let mut here = tokens[at..].iter().zip(words);
        tokens.len() >= at + words.len()
            && here.all(|(token, word)| matches!(&token.what, What::Word(text) if text.eq_ignore_ascii_case(word)))
    };
    let mut bounds: Vec<(usize, usize)> = Vec::new();
    let mut open = None;
    for at in (0..tokens.len()).filter(|at| tokens[*at].first) {
        let line = tokens[at].line;
        if says(at, &["end", "chip", "specification"]) {
            bounds.extend(open.take().map(|first| (first, line)));
        } else if says(at, &["chip", "specification"]) {
            let before = open.replace(line);
            bounds.extend(before.map(|first| (first, line.saturating_sub(1))));
        }
    }
    bounds.extend(open.map(|first| (first, lines.saturating_sub(1))));
    bounds
}

fn part(written: &Specification, (first, last): (usize, usize)) -> Part {
    let pins = written.pins.iter().map(|pin| {
        let role = if pin.input { Role::Input } else { Role::Output };
        net(&pin.declared, role)
    });
    let signals = written.signals.iter().map(|one| net(one, Role::Signal));
    let latches = written.latches.iter().map(|one| net(one, Role::Latch));
    Part {
        name: written.name.clone(),
        first,
        last,
        nets: pins.chain(signals).chain(latches).collect(),
        calls: written
            .dependencies
            .iter()
            .map(|one| one.name.text.clone())
            .collect(),
    }
}

fn net(declared: &Declared, role: Role) -> Declaration {
    let Name { text, at } = &declared.name;
    Declaration {
        name: text.clone(),
        role,
        width: declared.width,
        at: Stretch {
            line: at.line,
            start: at.start,
            end: at.end,
        },
    }
}

fn word(tokens: &[Token], at: usize, parts: &[Part]) -> Option<Word> {
    let token = &tokens[at];
    let chip = parts
        .iter()
        .position(|part| (part.first..=part.last).contains(&token.line));
    let part = &parts[chip?];
    let (text, sort) = match &token.what {
        What::Sign(_) => return None,
        What::Number(_) => (String::new(), Sort::Number),
        What::Word(text) => (text.clone(), sort(part, text, names_chip(tokens, at), true)),
        What::Quoted(text) => (
            text.clone(),
            sort(part, text, names_chip(tokens, at), false),
        ),
    };
    Some(Word {
        text,
        sort,
        at: Stretch {
            line: token.line,
            start: token.start,
            end: token.end,
        },
        chip,
    })
}

fn sort(part: &Part, text: &str, names: bool, plain: bool) -> Sort {
    match () {
        () if names => Sort::Chip,
        () if part.nets.iter().any(|net| net.name == *text) => Sort::Net,
        () if part.calls.iter().any(|call| call == text) => Sort::Chip,
        () if plain && is_keyword(text) => Sort::Keyword,
        () => Sort::Unknown,
    }
}

/// Whether a word stands on the line that names the chip, behind `Name:`.
fn names_chip(tokens: &[Token], at: usize) -> bool {
    let line = tokens[at].line;
    let before = tokens[..at].iter().rposition(|token| token.line != line);
    let first = before.map_or(0, |before| before + 1);
    let is_name =
        matches!(&tokens[first].what, What::Word(word) if word.eq_ignore_ascii_case("name"));
    is_name && at > first + 1 && matches!(tokens[first + 1].what, What::Sign(":"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "notes\nChip Specification\nName: Cell\nDepends on combinational chips: BCD(8->4,4)\nI/O Pins\nInput: one, clock # West side\nOutput: Z(4)\nLatches: register content(8)\nCombinational\nZ = if content = 0 then BCD(content).tens else one.bitextender(1->4,Zero)\nEnd Chip Specification\none\n";

    #[test]
    fn words_are_what_they_are_where_they_are() {
        let outline = outline(TEXT);
        let part = &outline.parts[0];
        assert_eq!((part.name.as_str(), part.first, part.last), ("Cell", 1, 10));
        let nets: Vec<_> = part
            .nets
            .iter()
            .map(|net| (net.name.as_str(), net.role, net.width))
            .collect();
        assert_eq!(
            nets,
            [
                ("one", Role::Input, 1),
                ("clock", Role::Input, 1),
                ("Z", Role::Output, 4),
                ("content", Role::Latch, 8)
            ]
        );
        let sort = |line, column| outline.at(line, column).map(|word| word.sort);
        assert_eq!(sort(2, 7), Some(Sort::Chip));
        assert_eq!(sort(5, 8), Some(Sort::Net));
        assert_eq!(sort(5, 22), Some(Sort::Comment));
        assert_eq!(sort(9, 25), Some(Sort::Chip));
        assert_eq!(sort(9, 4), Some(Sort::Keyword));
        assert_eq!(sort(11, 1), None, "behind the end nothing is read");
        let content = outline.at(9, 8).unwrap();
        assert_eq!(outline.mentions(content).count(), 3);
        assert_eq!(outline.declaration(content).unwrap().at.line, 7);
        assert_eq!(outline.written(content, "new").as_deref(), Ok("new"));
        assert_eq!(
            outline.written(content, "rd/wr'").as_deref(),
            Ok("\"rd/wr'\"")
        );
        assert!(outline.written(content, "clock").is_err());
        assert!(outline.written(content, "").is_err());
    }

    #[test]
    fn half_a_text_is_no_trouble() {
        for end in (0..TEXT.len()).filter(|end| TEXT.is_char_boundary(*end)) {
            let outline = outline(&TEXT[..end]);
            for word in &outline.words {
                outline.declaration(word);
            }
        }
    }
}
