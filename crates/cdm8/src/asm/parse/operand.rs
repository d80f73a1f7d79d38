//! Operands and expressions.

use crate::asm::Compat;
use crate::asm::ast::{Atom, Expr, Operand, Term, Value};
use crate::asm::context::Context;
use crate::asm::lex::{self, EscapeError, NumberError, Token, TokenKind};
use crate::asm::source::Span;
use diag::Diagnostic;

/// The tokens of a line, read from left to right.
pub struct Cursor<'a> {
    text: &'a str,
    tokens: &'a [Token],
    line: u32,
    next: usize,
}

impl<'a> Cursor<'a> {
    pub fn new(text: &'a str, tokens: &'a [Token], line: u32) -> Cursor<'a> {
        Cursor {
            text,
            tokens,
            line,
            next: 0,
        }
    }

    /// Tokens not yet read.
    pub fn len(&self) -> usize {
        self.tokens.len() - self.next
    }

    pub(crate) fn is_done(&self) -> bool {
        self.len() == 0
    }

    pub fn skip(&mut self, count: usize) {
        self.next = (self.next + count).min(self.tokens.len());
    }

    pub(crate) fn kind_at(&self, ahead: usize) -> Option<TokenKind> {
        self.tokens.get(self.next + ahead).map(|token| token.kind)
    }

    pub fn text_at(&self, ahead: usize) -> &'a str {
        self.tokens
            .get(self.next + ahead)
            .map_or("", |token| token.text(self.text))
    }

    pub(crate) fn peek_text(&self) -> Option<&'a str> {
        self.tokens
            .get(self.next)
            .map(|token| token.text(self.text))
    }

    pub(crate) fn previous_text(&self) -> &'a str {
        self.tokens[..self.next]
            .last()
            .map_or("", |token| token.text(self.text))
    }

    pub(crate) fn span_at(&self, ahead: usize) -> Span {
        match self.tokens.get(self.next + ahead) {
            Some(token) => Span {
                line: self.line,
                start: token.start,
                end: token.end,
            },
            None => self.span_of_end(),
        }
    }

    pub(crate) fn span_here(&self) -> Span {
        self.span_at(0)
    }

    /// Just after the last token.
    fn span_of_end(&self) -> Span {
        let end = self.tokens.last().map_or(0, |token| token.end);
        Span {
            line: self.line,
            start: end,
            end,
        }
    }

    /// From `start` to the token read last.
    pub(crate) fn since(&self, start: Span) -> Span {
        let end = self.tokens[..self.next]
            .last()
            .map_or(start.end, |token| token.end);
        Span {
            end: end.max(start.end),
            ..start
        }
    }

    /// The word that determines the meaning of the line.
    pub fn word(&mut self, context: &mut Context) -> Option<&'a str> {
        let span = self.span_here();
        let word = self.text_at(0);
        if self.kind_at(0) == Some(TokenKind::Name) {
            self.skip(1);
            return Some(word);
        }
        let error = Diagnostic::error(format!("a statement cannot start with `{word}`"))
            .label("expected a label, an instruction or a directive");
        context.tell(error, span);
        None
    }

    pub(crate) fn expect_end(&mut self, context: &mut Context, place: &str) {
        if !self.is_done() {
            let error = Diagnostic::error(format!("unexpected text {place}"))
                .label("expected the end of the line");
            context.tell(error, self.span_here().to(self.span_at(self.len() - 1)));
            self.next = self.tokens.len();
        }
    }
}

/// All operands of an instruction: the rest of the line.
pub fn operands(context: &mut Context, cursor: &mut Cursor) -> Vec<Operand> {
    let mut operands = Vec::new();
    while !cursor.is_done() {
        operands.push(operand(context, cursor));
        skip_message(context, cursor);
        match cursor.kind_at(0) {
            None => break,
            Some(TokenKind::Comma) if cursor.len() == 1 => {
                let error = Diagnostic::error("an operand is missing")
                    .label("expected another operand after this");
                context.tell(error, cursor.span_here());
                operands.push(Operand {
                    value: Value::Bad,
                    span: cursor.span_here(),
                });
                cursor.skip(1);
            }
            Some(TokenKind::Comma) => cursor.skip(1),
            Some(kind) => {
                not_separated(context, cursor, kind);
                if !starts_operand(kind) {
                    skip_operand(cursor);
                }
            }
        }
    }
    operands
}

/// CocoIDE lets the target of a branch carry a text, `br loop:"too far"`, for the message it gives when it cannot place
/// the branch. Here every branch reaches every address, so the text has no effect. It also takes a bare colon,
/// `br loop:`.
fn skip_message(context: &mut Context, cursor: &mut Cursor) {
    match (cursor.kind_at(0), cursor.kind_at(1)) {
        (Some(TokenKind::Colon), Some(TokenKind::Str)) => {
            context.only_cocoide(cursor.span_here(), "a text after an operand");
            cursor.skip(2);
        }
        (Some(TokenKind::Colon), None) => {
            context.only_cocoide(cursor.span_here(), "a colon after an operand");
            cursor.skip(1);
        }
        _ => {}
    }
}

fn not_separated(context: &mut Context, cursor: &Cursor, kind: TokenKind) {
    let message = match starts_operand(kind) {
        true => "a comma is missing between operands".to_owned(),
        false => format!("unexpected `{}`", cursor.text_at(0)),
    };
    let error = Diagnostic::error(message).label("expected `,` or the end of the line");
    context.tell(error, cursor.span_here());
}

fn starts_operand(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::Name
            | TokenKind::Register
            | TokenKind::Number
            | TokenKind::Str
            | TokenKind::Char
    )
}

/// Skips to after the next comma.
fn skip_operand(cursor: &mut Cursor) {
    while !cursor.is_done() {
        let kind = cursor.kind_at(0);
        cursor.skip(1);
        if kind == Some(TokenKind::Comma) {
            break;
        }
    }
}

fn operand(context: &mut Context, cursor: &mut Cursor) -> Operand {
    let start = cursor.span_here();
    let value = match cursor.kind_at(0) {
        Some(TokenKind::Comma) => {
            let error =
                Diagnostic::error("an operand is missing").label("expected an operand before this");
            context.tell(error, start);
            Value::Bad
        }
        Some(TokenKind::Register) => register(context, cursor),
        Some(TokenKind::Str | TokenKind::Char) => literal(context, cursor),
        Some(TokenKind::Name) if is_cocoide_register(context, cursor) => register(context, cursor),
        _ => match expression(context, cursor) {
            Some(expression) => Value::Expr(expression),
            None => {
                while !matches!(cursor.kind_at(0), None | Some(TokenKind::Comma)) {
                    cursor.skip(1);
                }
                Value::Bad
            }
        },
    };
    Operand {
        value,
        span: cursor.since(start),
    }
}

fn is_cocoide_register(context: &Context, cursor: &Cursor) -> bool {
    let lower = cursor.text_at(0).to_ascii_lowercase();
    context.is_compat(Compat::Cocoide) && lex::is_register(&lower)
}

fn register(context: &mut Context, cursor: &mut Cursor) -> Value {
    let (span, text) = (cursor.span_here(), cursor.text_at(0));
    cursor.skip(1);
    let digits = &text[1..];
    if digits.len() > 1 && digits.starts_with('0') {
        context.differs(span, format!("CocoIDE reads `{text}` as r0"));
    }
    let digits = match context.is_compat(Compat::Cocoide) {
        true => &digits[..1],
        false => digits,
    };
    match digits.parse::<u64>() {
        Ok(number @ 0..=3) => Value::Register(number as u8),
        _ => {
            let error = Diagnostic::error(format!("there is no register `{text}`"))
                .label("expected r0, r1, r2 or r3");
            context.tell(error, span);
            Value::Bad
        }
    }
}

fn literal(context: &mut Context, cursor: &mut Cursor) -> Value {
    let (span, text, kind) = (cursor.span_here(), cursor.text_at(0), cursor.kind_at(0));
    cursor.skip(1);
    let bytes = match lex::literal_bytes(text) {
        Ok(bytes) => bytes,
        Err(error) => {
            context.tell(bad_escape(&error), span);
            return Value::Bad;
        }
    };
    match (kind, bytes.as_slice()) {
        (Some(TokenKind::Str), _) => Value::Str(bytes),
        (_, [byte]) => Value::Char(*byte),
        (_, []) => {
            context.error(span, "this character literal is empty");
            Value::Bad
        }
        (_, more) => {
            let error = Diagnostic::error(format!(
                "a character literal is one byte, this has {}",
                more.len()
            ))
            .help("a string has double quotes: `dc \"text\"`");
            context.tell(error, span);
            Value::Bad
        }
    }
}

fn bad_escape(error: &EscapeError) -> Diagnostic {
    match error {
        EscapeError::Unknown(c) => Diagnostic::error(format!("unknown escape `\\{c}`"))
            .label("expected \\n \\t \\r \\a \\b \\f \\v \\\\ \\' \\\" \\0 or \\x41")
            .help("a backslash itself is `\\\\`"),
        EscapeError::Hex => Diagnostic::error("`\\x` without its number")
            .label("expected two hexadecimal digits after `\\x`"),
        EscapeError::Octal => {
            Diagnostic::error("an octal escape above a byte").label("expected at most `\\377`")
        }
    }
}

/// `[+|-] term {(+|-) term}`
pub(crate) fn expression(context: &mut Context, cursor: &mut Cursor) -> Option<Expr> {
    let start = cursor.span_here();
    let mut terms = Vec::with_capacity(1);
    let mut negative = match cursor.kind_at(0) {
        Some(TokenKind::Plus | TokenKind::Minus) => sign(cursor),
        _ => false,
    };
    loop {
        terms.push(term(context, cursor, negative)?);
        match cursor.kind_at(0) {
            Some(TokenKind::Plus | TokenKind::Minus) => negative = sign(cursor),
            _ => break,
        }
    }
    Some(Expr {
        terms,
        span: cursor.since(start),
    })
}

fn sign(cursor: &mut Cursor) -> bool {
    let negative = cursor.kind_at(0) == Some(TokenKind::Minus);
    cursor.skip(1);
    negative
}

fn term(context: &mut Context, cursor: &mut Cursor, negative: bool) -> Option<Term> {
    let (span, text) = (cursor.span_here(), cursor.text_at(0));
    let atom = match cursor.kind_at(0) {
        Some(TokenKind::Number) => Atom::Number(number(context, text, span)),
        Some(TokenKind::Name) if cursor.kind_at(1) == Some(TokenKind::Open) => {
            let error = Diagnostic::error(format!(
                "`{text}(...)`: the CdM-8 has no parts of a value to choose"
            ))
            .help("every value is one byte: leave the parentheses away");
            context.tell(error, span);
            return None;
        }
        Some(TokenKind::Name) if text == "." => {
            let error =
                Diagnostic::error("the name `.` is reserved").help("the current address is `*`");
            context.tell(error, span);
            return None;
        }
        Some(TokenKind::Name) => Atom::Name(text.to_owned()),
        Some(TokenKind::Star) => {
            context.only_cocoide(span, "`*` for the current address");
            Atom::Here
        }
        Some(TokenKind::Register) => {
            let error = Diagnostic::error(format!("the register `{text}` in an expression"))
                .label("expected a number or a name");
            context.tell(error, span);
            return None;
        }
        _ => {
            let error = Diagnostic::error(match text {
                "" => "a value is missing".to_owned(),
                text => format!("unexpected `{text}`"),
            });
            context.tell(error.label("expected a number or a name"), span);
            return None;
        }
    };
    cursor.skip(1);
    Some(Term {
        negative,
        atom,
        span,
    })
}

/// The value of a number token; 0 if it is wrong, which is then reported. CocoIDE ignores leading zeros.
fn number(context: &mut Context, text: &str, span: Span) -> i64 {
    let digits = match context.is_compat(Compat::Cocoide) {
        true => without_zeros(text),
        false => text,
    };
    lex::number(digits).unwrap_or_else(|error| {
        context.tell(bad_number(text, error), span);
        0
    })
}

/// A decimal number without its leading zeros.
fn without_zeros(text: &str) -> &str {
    let digits = text.trim_start_matches('0');
    match digits.starts_with(|c: char| c.is_ascii_digit()) {
        true => digits,
        false => text,
    }
}

fn bad_number(text: &str, error: NumberError) -> Diagnostic {
    match error {
        NumberError::LeadingZero => {
            let digits = text.trim_start_matches('0');
            Diagnostic::error(format!("the number `{text}` starts with a zero"))
                .help(format!("decimal is `{digits}`, hexadecimal `0x{digits}`"))
        }
        NumberError::Malformed => {
            let help = match text {
                text if text.starts_with("0X") || text.starts_with("0B") => Some(format!(
                    "write the second character small: `{}`",
                    text.replacen(['X', 'B'], &text[1..2].to_ascii_lowercase(), 1)
                )),
                text if text.ends_with(['h', 'H']) => {
                    Some(format!("hexadecimal is `0x{}`", &text[..text.len() - 1]))
                }
                text if text.starts_with("0b") && text.len() > 2 => {
                    Some("binary digits are 0 and 1".to_owned())
                }
                text if text.starts_with("0x") && text.len() > 2 => {
                    Some("hexadecimal digits are 0 to 9 and a to f".to_owned())
                }
                text if text.chars().all(|c| c.is_ascii_hexdigit()) => {
                    Some(format!("hexadecimal is `0x{text}`"))
                }
                _ => None,
            };
            Diagnostic::error(format!("`{text}` is not a number"))
                .label(
                    "expected decimal digits, `0x` and hexadecimal ones, or `0b` and binary ones",
                )
                .maybe_help(help)
        }
    }
}

/// The address of `asect`: a bare number.
pub fn address(context: &mut Context, cursor: &mut Cursor) -> Option<i64> {
    let span = cursor.span_here();
    if cursor.kind_at(0) != Some(TokenKind::Number) {
        let found = cursor.text_at(0);
        let message = match found {
            "" => "`asect` needs an address".to_owned(),
            found => format!("`asect` needs a plain number, not `{found}`"),
        };
        let error = Diagnostic::error(message).label("expected a number, 0 to 255");
        context.tell(error, span);
        cursor.skip(cursor.len());
        return Some(0);
    }
    let text = cursor.text_at(0);
    cursor.skip(1);
    Some(number(context, text, span))
}
