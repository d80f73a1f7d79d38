//! A line as tokens, each with its bytes.

use crate::{Mistake, Relation};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    pub start: usize,
    pub end: usize,
    pub kind: TokenKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TokenKind {
    Word(String),
    /// Text in quotes, and what follows the quote without a blank (`[3]` or `:q` of a quoted path).
    Text(String, String),
    Character(char),
    Relation(Relation),
}

impl TokenKind {
    pub fn describe(&self) -> String {
        match self {
            TokenKind::Word(word) => format!("'{word}'"),
            TokenKind::Text(text, _) => format!("\"{text}\""),
            TokenKind::Character(character) => format!("'{character}'"),
            TokenKind::Relation(relation) => format!("'{}'", relation.symbol()),
        }
    }
}

/// Longer ones first.
const SIGNS: [(&str, Relation); 8] = [
    ("==", Relation::Equal),
    ("!=", Relation::Differs),
    ("<=", Relation::AtMost),
    (">=", Relation::AtLeast),
    ("=", Relation::Equal),
    ("<", Relation::Less),
    (">", Relation::Greater),
    ("≠", Relation::Differs),
];

/// The tokens of a line from a byte on, without its comment.
pub fn tokens(line: &str, from: usize) -> Result<Vec<Token>, Mistake> {
    let rest = line.get(from..).unwrap_or_default();
    let mut reader = Reader { line, rest };
    let mut tokens = Vec::new();
    loop {
        reader.rest = reader.rest.trim_start();
        if reader.rest.is_empty() || reader.rest.starts_with('#') {
            return Ok(tokens);
        }
        let start = reader.at();
        let kind = reader.token();
        let end = reader.at();
        let kind = kind.map_err(|message| Mistake::new(start, end, message))?;
        tokens.push(Token { start, end, kind });
    }
}

struct Reader<'a> {
    line: &'a str,
    rest: &'a str,
}

impl Reader<'_> {
    fn at(&self) -> usize {
        self.line.len() - self.rest.len()
    }

    fn next(&mut self) -> Option<char> {
        let next = self.rest.chars().next()?;
        self.rest = &self.rest[next.len_utf8()..];
        Some(next)
    }

    fn token(&mut self) -> Result<TokenKind, String> {
        let sign = SIGNS.iter().find(|(sign, _)| self.rest.starts_with(sign));
        if let Some((sign, relation)) = sign {
            self.rest = &self.rest[sign.len()..];
            return Ok(TokenKind::Relation(*relation));
        }
        match self.rest.chars().next() {
            Some('"') => self.text(),
            Some('\'') => self.character(),
            _ => Ok(TokenKind::Word(self.word())),
        }
    }

    fn word(&mut self) -> String {
        let mut word = String::new();
        while let Some(next) = self.rest.chars().next() {
            let ends = next.is_whitespace() || matches!(next, '=' | '<' | '>' | '"' | '≠');
            if ends || self.rest.starts_with("!=") {
                break;
            }
            word.push(next);
            self.next();
        }
        word
    }

    fn text(&mut self) -> Result<TokenKind, String> {
        self.next();
        let mut text = String::new();
        loop {
            match self.next() {
                None => return Err("the text is not closed: a '\"' is missing".into()),
                Some('"') => break,
                Some('\\') => text.push(self.escape()?),
                Some(other) => text.push(other),
            }
        }
        let suffix = match self.rest.starts_with(['[', ':']) {
            true => self.word(),
            false => String::new(),
        };
        Ok(TokenKind::Text(text, suffix))
    }

    fn character(&mut self) -> Result<TokenKind, String> {
        self.next();
        let character = match self.next() {
            Some('\\') => self.escape()?,
            Some(other) => other,
            None => return Err("a character is written 'A'".into()),
        };
        match self.next() {
            Some('\'') => Ok(TokenKind::Character(character)),
            _ => Err("one character stands between the quotes, as in 'A'".into()),
        }
    }

    fn escape(&mut self) -> Result<char, String> {
        match self.next() {
            Some('n') => Ok('\n'),
            Some('r') => Ok('\r'),
            Some('t') => Ok('\t'),
            Some(same @ ('"' | '\'' | '\\')) => Ok(same),
            Some('x') => self.hex_escape(),
            _ => Err("after '\\' comes n, r, t, \", ', \\ or x and two hexadecimal digits".into()),
        }
    }

    fn hex_escape(&mut self) -> Result<char, String> {
        let mut digit = || self.next().and_then(|digit| digit.to_digit(16));
        match (digit(), digit()) {
            (Some(high), Some(low)) => Ok(char::from((high * 16 + low) as u8)),
            _ => Err("after '\\x' come two hexadecimal digits".into()),
        }
    }
}
