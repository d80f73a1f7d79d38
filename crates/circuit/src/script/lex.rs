//! A line as tokens, each with its column.

/// A token and the column it starts in (from 1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub column: usize,
    pub kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Word(String),
    /// Text in quotes, and what follows the quote without a blank (`[3]` or `:q` of a quoted path).
    Text(String, String),
    Character(char),
    Relation(&'static str),
}

impl Kind {
    pub fn describe(&self) -> String {
        match self {
            Kind::Word(word) => format!("'{word}'"),
            Kind::Text(text, _) => format!("{text:?}"),
            Kind::Character(character) => format!("{character:?}"),
            Kind::Relation(sign) => format!("'{sign}'"),
        }
    }
}

/// Longer ones first.
const RELATIONS: [&str; 8] = ["==", "!=", "<=", ">=", "=", "<", ">", "≠"];

/// The tokens of a line, or the column and what is wrong there.
pub(super) fn tokens(line: &str) -> Result<Vec<Token>, (usize, String)> {
    let mut reader = Reader {
        rest: line,
        column: 1,
    };
    let mut tokens = Vec::new();
    loop {
        reader.skip_blanks();
        if reader.rest.is_empty() || reader.rest.starts_with('#') {
            return Ok(tokens);
        }
        let column = reader.column;
        let kind = reader.token().map_err(|what| (column, what))?;
        tokens.push(Token { column, kind });
    }
}

struct Reader<'a> {
    rest: &'a str,
    column: usize,
}

impl Reader<'_> {
    fn next(&mut self) -> Option<char> {
        let next = self.rest.chars().next()?;
        self.rest = &self.rest[next.len_utf8()..];
        self.column += 1;
        Some(next)
    }

    fn skip_blanks(&mut self) {
        while self.rest.starts_with(char::is_whitespace) {
            self.next();
        }
    }

    fn token(&mut self) -> Result<Kind, String> {
        if let Some(sign) = RELATIONS.iter().find(|sign| self.rest.starts_with(**sign)) {
            for _ in sign.chars() {
                self.next();
            }
            return Ok(Kind::Relation(sign));
        }
        match self.rest.chars().next() {
            Some('"') => self.text(),
            Some('\'') => self.character(),
            _ => Ok(Kind::Word(self.word())),
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

    fn text(&mut self) -> Result<Kind, String> {
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
        Ok(Kind::Text(text, suffix))
    }

    fn character(&mut self) -> Result<Kind, String> {
        self.next();
        let character = match self.next() {
            Some('\\') => self.escape()?,
            Some(other) => other,
            None => return Err("write a character as 'A'".into()),
        };
        match self.next() {
            Some('\'') => Ok(Kind::Character(character)),
            _ => Err("write one character between the quotes, as 'A'".into()),
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
