//! Phase 3: the tokens of one line.

/// The kind of a token. Its text is the slice of the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    Name,
    /// `r` and decimal digits; the number may be too large for a register.
    Register,
    /// Starts with a digit; may be malformed.
    Number,
    /// With its quotes.
    Str,
    Char,
    /// A quote without its partner, to the end of the line.
    Unclosed,
    Comma,
    Colon,
    Greater,
    Plus,
    Minus,
    Open,
    Close,
    Star,
    Equals,
    /// Illegal in the language.
    Bad,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    pub kind: TokenKind,
    pub start: u32,
    pub end: u32,
}

impl Token {
    pub fn text<'a>(&self, line: &'a str) -> &'a str {
        &line[self.start as usize..self.end as usize]
    }
}

pub(crate) fn starts_name(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_' || c == '.'
}

pub(crate) fn continues_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '.'
}

/// Whether `word` is a name that is not a register's.
pub(crate) fn is_name(word: &str) -> bool {
    word.starts_with(starts_name) && word.chars().all(continues_name) && !is_register(word)
}

pub(crate) fn is_register(word: &str) -> bool {
    let digits = word.strip_prefix('r').unwrap_or("");
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

/// The length of a literal at the start of `text`, quotes included; none if it does not close.
pub(crate) fn literal_length(text: &str) -> Option<usize> {
    let quote = text.chars().next()?;
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// Where the code of a line ends: before its comment and the white space in front of that.
pub(crate) fn code_length(line: &str) -> usize {
    let mut at = 0;
    while let Some(c) = line[at..].chars().next() {
        match c {
            '#' => break,
            '"' | '\'' => at += literal_length(&line[at..]).unwrap_or(1),
            c => at += c.len_utf8(),
        }
    }
    line[..at].trim_end_matches([' ', '\t']).len()
}

/// The tokens of a line, without white space and comment.
pub fn tokens(line: &str) -> Vec<Token> {
    let mut tokens = Vec::with_capacity(8);
    let mut at = 0;
    while let Some(c) = line[at..].chars().next() {
        if c == '#' {
            break;
        }
        let (kind, length) = match c {
            ' ' | '\t' => {
                at += 1;
                continue;
            }
            c => token_at(&line[at..], c),
        };
        tokens.push(Token {
            kind,
            start: at as u32,
            end: (at + length) as u32,
        });
        at += length;
    }
    tokens
}

fn token_at(rest: &str, first: char) -> (TokenKind, usize) {
    let run = || rest.find(|c| !continues_name(c)).unwrap_or(rest.len());
    match first {
        c if starts_name(c) => {
            let length = run();
            let kind = if is_register(&rest[..length]) {
                TokenKind::Register
            } else {
                TokenKind::Name
            };
            (kind, length)
        }
        '0'..='9' => (TokenKind::Number, run()),
        '"' | '\'' => match literal_length(rest) {
            Some(length) if first == '"' => (TokenKind::Str, length),
            Some(length) => (TokenKind::Char, length),
            None => (TokenKind::Unclosed, rest.len()),
        },
        ',' => (TokenKind::Comma, 1),
        ':' => (TokenKind::Colon, 1),
        '>' => (TokenKind::Greater, 1),
        '+' => (TokenKind::Plus, 1),
        '-' => (TokenKind::Minus, 1),
        '(' => (TokenKind::Open, 1),
        ')' => (TokenKind::Close, 1),
        '*' => (TokenKind::Star, 1),
        '=' => (TokenKind::Equals, 1),
        c => (TokenKind::Bad, c.len_utf8()),
    }
}

/// Why a number token is not a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberError {
    LeadingZero,
    Malformed,
}

/// Numbers beyond this are all the same: out of range.
const LARGEST: i64 = 1 << 40;

/// Decimal, `0x` hexadecimal, `0b` binary. A value too large saturates.
pub fn number(text: &str) -> Result<i64, NumberError> {
    let (digits, radix) = match text.get(..2) {
        Some("0x") => (&text[2..], 16),
        Some("0b") => (&text[2..], 2),
        _ => (text, 10),
    };
    if digits.is_empty() {
        return Err(NumberError::Malformed);
    }
    let value = digits.chars().try_fold(0i64, |value, c| {
        let digit = c.to_digit(radix).ok_or(NumberError::Malformed)?;
        Ok((value * i64::from(radix) + i64::from(digit)).min(LARGEST))
    })?;
    match radix == 10 && value != 0 && text.starts_with('0') {
        true => Err(NumberError::LeadingZero),
        false => Ok(value),
    }
}

/// Why a literal has no bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EscapeError {
    Unknown(char),
    /// `\x` without two hexadecimal digits.
    Hex,
    /// `\400` and up.
    Octal,
}

/// The bytes of a string or character token, quotes included in `token`: UTF-8 with escapes resolved.
pub(crate) fn literal_bytes(token: &str) -> Result<Vec<u8>, EscapeError> {
    let inner = &token[1..token.len() - 1];
    let mut bytes = Vec::with_capacity(inner.len());
    let mut chars = inner.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '\\' {
            bytes.extend(c.encode_utf8(&mut [0; 4]).as_bytes());
            continue;
        }
        let escape = chars.next().unwrap_or('\\');
        bytes.push(match escape {
            'n' => b'\n',
            't' => b'\t',
            'r' => b'\r',
            'a' => 7,
            'b' => 8,
            'f' => 12,
            'v' => 11,
            '\\' | '\'' | '"' => escape as u8,
            'x' => {
                let mut digit = || chars.next().and_then(|c| c.to_digit(16));
                let (high, low) = (digit(), digit());
                high.zip(low)
                    .map(|(h, l)| (h * 16 + l) as u8)
                    .ok_or(EscapeError::Hex)?
            }
            '0'..='7' => {
                let mut value = escape.to_digit(8).unwrap_or(0);
                for _ in 0..2 {
                    let Some(digit) = chars.peek().and_then(|c| c.to_digit(8)) else {
                        break;
                    };
                    value = value * 8 + digit;
                    chars.next();
                }
                u8::try_from(value).map_err(|_| EscapeError::Octal)?
            }
            other => return Err(EscapeError::Unknown(other)),
        });
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(line: &str) -> Vec<TokenKind> {
        tokens(line).iter().map(|token| token.kind).collect()
    }

    #[test]
    fn a_line_becomes_tokens() {
        use TokenKind::*;
        assert_eq!(
            kinds("lab: ldi r0, 'a' # c"),
            [Name, Colon, Name, Register, Comma, Char]
        );
        assert_eq!(kinds("dc\"a#b\",-0x1f"), [Name, Str, Comma, Minus, Number]);
        assert_eq!(kinds("é ; \"x"), [Bad, Bad, Unclosed]);
        assert_eq!(kinds("r1x r12 .x"), [Name, Register, Name]);
    }

    #[test]
    fn numbers() {
        assert_eq!(number("0xFf"), Ok(255));
        assert_eq!(number("0b101"), Ok(5));
        assert_eq!(number("000"), Ok(0));
        assert_eq!(number("010"), Err(NumberError::LeadingZero));
        assert_eq!(number("0x"), Err(NumberError::Malformed));
        assert_eq!(number("12ab"), Err(NumberError::Malformed));
        assert_eq!(number(&"9".repeat(99)), Ok(LARGEST));
    }

    #[test]
    fn escapes() {
        assert_eq!(
            literal_bytes(r#""a\n\x41\101\7é""#),
            Ok(b"a\nAA\x07\xc3\xa9".to_vec())
        );
        assert_eq!(literal_bytes(r#""\q""#), Err(EscapeError::Unknown('q')));
        assert_eq!(literal_bytes(r#""\x4""#), Err(EscapeError::Hex));
        assert_eq!(literal_bytes(r#""\400""#), Err(EscapeError::Octal));
    }
}
