//! Splits a specification into words, numbers and signs, each with its place.

use diag::{Diagnostic, Excerpt};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum What {
    Word(String),
    /// A name in quotation marks, which may hold anything.
    Quoted(String),
    Number(u64),
    /// One of [`SIGNS`], in its plain form.
    Sign(&'static str),
}

#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) what: What,
    /// Index of the line.
    pub(super) line: usize,
    /// Bytes of the line.
    pub(super) start: usize,
    pub(super) end: usize,
    /// First token of its line.
    pub(super) first: bool,
}

/// Alternative spellings, with the form the parser knows; longer ones first.
const SIGNS: &[(&str, &str)] = &[
    (":=", ":="),
    ("->", "->"),
    ("→", "->"),
    ("!=", "!="),
    ("<>", "!="),
    ("≠", "!="),
    ("<=", "<="),
    ("≤", "<="),
    (">=", ">="),
    ("≥", ">="),
    ("=", "="),
    ("<", "<"),
    (">", ">"),
    ("+", "+"),
    ("-", "-"),
    ("–", "-"),
    ("−", "-"),
    ("*", "*"),
    ("/", "/"),
    ("%", "%"),
    ("^", "and"),
    ("∧", "and"),
    ("&", "and"),
    ("|", "or"),
    ("∨", "or"),
    ("(", "("),
    (")", ")"),
    (",", ","),
    (":", ":"),
    (".", "."),
    ("'", "'"),
    ("’", "'"),
];

/// The text, line by line, for messages.
pub(super) struct Source<'a> {
    pub(super) file: &'a str,
    pub(super) lines: Vec<&'a str>,
}

impl<'a> Source<'a> {
    pub(super) fn new(file: &'a str, text: &'a str) -> Source<'a> {
        Source {
            file,
            lines: diag::without_mark(text).lines().collect(),
        }
    }

    pub(super) fn excerpt(&self, line: usize, start: usize, end: usize) -> Excerpt {
        let text = self.lines.get(line).copied().unwrap_or("");
        Excerpt::new(self.file, line + 1, text, start, end)
    }

    pub(super) fn at(&self, token: &Token) -> Excerpt {
        self.excerpt(token.line, token.start, token.end)
    }
}

/// The tokens, and the comment of each line that has one.
pub(super) struct Lexed {
    pub(super) tokens: Vec<Token>,
    pub(super) comments: Vec<Option<String>>,
    pub(super) problems: Vec<Diagnostic>,
}

/// Maximum number of tokens of a file.
const MOST: usize = 200_000;

pub(super) fn lex(source: &Source<'_>) -> Lexed {
    let mut lexed = Lexed {
        tokens: Vec::new(),
        comments: Vec::new(),
        problems: Vec::new(),
    };
    // Only what stands between the first and the last line of a specification is its text: around it anything may stand.
    let mut inside = false;
    for (line, text) in source.lines.iter().enumerate() {
        let ends = inside && begins(text, "end chip specification");
        inside |= begins(text, "chip specification");
        if !inside {
            lexed.comments.push(None);
            continue;
        }
        if lexed.tokens.len() > MOST {
            let at = Excerpt::line(source.file, line + 1, text);
            let problem = Diagnostic::error("the specification is too long");
            lexed.problems.push(problem.at(at));
            break;
        }
        lexed.line(source, line, text);
        inside &= !ends;
    }
    lexed
}

/// Whether a line begins with these words.
fn begins(line: &str, words: &str) -> bool {
    let mut found = line.split_whitespace();
    words.split(' ').all(|word| {
        let next = found.next();
        next.is_some_and(|next| next.eq_ignore_ascii_case(word))
    })
}

impl Lexed {
    fn line(&mut self, source: &Source<'_>, line: usize, text: &str) {
        // The fences of a Markdown page are not part of the specification.
        if text.trim_start().starts_with("```") {
            self.comments.push(None);
            return;
        }
        let (code, comment) = match text.split_once('#') {
            Some((code, comment)) => (code, Some(comment.trim().to_owned())),
            None => (text, None),
        };
        self.comments.push(comment);
        let before = self.tokens.len();
        let mut at = 0;
        while let Some(character) = code[at..].chars().next() {
            if character.is_whitespace() {
                at += character.len_utf8();
                continue;
            }
            let start = at;
            let (what, end) = token(code, at);
            at = end;
            match what {
                Ok(what) => self.tokens.push(Token {
                    what,
                    line,
                    start,
                    end,
                    first: self.tokens.len() == before,
                }),
                Err(message) => {
                    let at = source.excerpt(line, start, end);
                    self.problems.push(Diagnostic::error(message).at(at));
                }
            }
        }
    }
}

/// The token at a place that is not white space, and where it ends.
fn token(code: &str, at: usize) -> (Result<What, String>, usize) {
    let rest = &code[at..];
    let first = rest.chars().next().unwrap_or(' ');
    if first == '"' {
        return match rest[1..].find('"') {
            Some(0) => (Err("a name is empty".to_owned()), at + 2),
            Some(length) => {
                let name = rest[1..=length].to_owned();
                (Ok(What::Quoted(name)), at + length + 2)
            }
            None => (
                Err("the quotation mark is not closed".to_owned()),
                code.len(),
            ),
        };
    }
    if first.is_alphabetic() || first == '_' {
        let end = run(rest, |c| c.is_alphanumeric() || c == '_');
        return (Ok(What::Word(rest[..end].to_owned())), at + end);
    }
    if first.is_ascii_digit() {
        let end = run(rest, char::is_alphanumeric);
        let value = number(&rest[..end]);
        let value = value.ok_or_else(|| format!("`{}` is not a number", &rest[..end]));
        return (value.map(What::Number), at + end);
    }
    let sign = SIGNS.iter().find(|(written, _)| rest.starts_with(written));
    match sign {
        Some((written, plain)) => (Ok(What::Sign(plain)), at + written.len()),
        None => (
            Err(format!("`{first}` means nothing in a specification")),
            at + first.len_utf8(),
        ),
    }
}

fn run(text: &str, belongs: impl Fn(char) -> bool) -> usize {
    text.find(|c| !belongs(c)).unwrap_or(text.len())
}

fn number(text: &str) -> Option<u64> {
    let lower = text.to_ascii_lowercase();
    let value = match (lower.strip_prefix("0x"), lower.strip_prefix("0b")) {
        (Some(digits), _) => u64::from_str_radix(digits, 16),
        (_, Some(digits)) => u64::from_str_radix(digits, 2),
        _ => lower.parse(),
    };
    value.ok().filter(|value| *value <= u64::from(u32::MAX))
}
