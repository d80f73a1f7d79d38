//! Expressions as people write them: `~a b + c`, `a' & b | c`, `NOT a AND b XOR c`.
//!
//! From loosest to tightest: `+ | || OR`, `^ XOR`, `& && AND` or nothing between, then `~ ! NOT` before and `'` after.
//! Words may be in any case. Constants are `0` and `1`.

use super::expression::Expression;

/// The mistake, and the characters it concerns.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ParseError {
    message: String,
    /// The range of characters, without the last.
    pub from: usize,
    pub to: usize,
}

/// Maximum nesting of brackets and signs.
const DEEPEST: usize = 200;

#[derive(Clone, Debug, PartialEq, Eq)]
enum Sign {
    Or,
    Xor,
    And,
    Not,
    Apostrophe,
    Open,
    Close,
    Constant(bool),
    Name,
    Unknown,
}

#[derive(Clone, Debug)]
struct Token {
    sign: Sign,
    text: String,
    from: usize,
    to: usize,
}

impl Token {
    fn error(&self, message: String) -> ParseError {
        ParseError {
            message,
            from: self.from,
            to: self.to,
        }
    }

    fn starts_an_operand(&self) -> bool {
        matches!(
            self.sign,
            Sign::Not | Sign::Open | Sign::Constant(_) | Sign::Name
        )
    }
}

/// Parses an expression over these variables. Empty brackets, or an empty text, are not an expression.
pub fn parse(text: &str, names: &[String]) -> Result<Option<Expression>, ParseError> {
    let tokens = tokens(text);
    if let Some(unknown) = tokens.iter().find(|token| token.sign == Sign::Unknown) {
        return Err(unknown.error(format!("'{}' means nothing here", unknown.text)));
    }
    let mut parser = Parser {
        tokens: &tokens,
        at: 0,
        names,
        depth: 0,
    };
    let expression = parser.sum()?;
    match parser.peek() {
        None => Ok(expression),
        Some(token) => Err(match token.sign {
            Sign::Close => token.error("this bracket was never opened".into()),
            _ => parser.no_operand(token),
        }),
    }
}

fn is_name_start(c: char) -> bool {
    c.is_alphabetic() || c == '_' || c == '$'
}

fn tokens(text: &str) -> Vec<Token> {
    let chars: Vec<char> = text.chars().collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        if chars[at].is_whitespace() {
            at += 1;
            continue;
        }
        let length = length(&chars[at..]);
        let text: String = chars[at..at + length].iter().collect();
        tokens.push(Token {
            sign: sign(&text),
            text,
            from: at,
            to: at + length,
        });
        at += length;
    }
    tokens
}

fn length(rest: &[char]) -> usize {
    let run = |fits: &dyn Fn(char) -> bool| rest.iter().take_while(|&&c| fits(c)).count();
    match rest[0] {
        '&' if rest.get(1) == Some(&'&') => 2,
        '|' if rest.get(1) == Some(&'|') => 2,
        '&' | '|' | '+' | '^' | '~' | '!' | '\'' | '(' | ')' | '0' | '1' => 1,
        c if is_name_start(c) => run(&|c| is_name_start(c) || c.is_alphanumeric()),
        _ => run(&|c| !c.is_whitespace() && !is_name_start(c) && !"&|+^~!'()01".contains(c)),
    }
}

fn sign(text: &str) -> Sign {
    match text.to_ascii_lowercase().as_str() {
        "+" | "|" | "||" | "or" => Sign::Or,
        "^" | "xor" => Sign::Xor,
        "&" | "&&" | "and" => Sign::And,
        "~" | "!" | "not" => Sign::Not,
        "'" => Sign::Apostrophe,
        "(" => Sign::Open,
        ")" => Sign::Close,
        "0" => Sign::Constant(false),
        "1" => Sign::Constant(true),
        other if other.starts_with(is_name_start) => Sign::Name,
        _ => Sign::Unknown,
    }
}

struct Parser<'a> {
    tokens: &'a [Token],
    at: usize,
    names: &'a [String],
    depth: usize,
}

type Parsed = Result<Option<Expression>, ParseError>;

impl<'a> Parser<'a> {
    fn peek(&self) -> Option<&'a Token> {
        self.tokens.get(self.at)
    }

    fn next_is(&self, sign: &Sign) -> bool {
        self.peek().is_some_and(|token| token.sign == *sign)
    }

    /// An operand is missing.
    fn no_operand(&self, token: &Token) -> ParseError {
        token.error(match token.sign {
            Sign::Apostrophe => "there is nothing before this apostrophe to negate".into(),
            _ => format!("'{}' has nothing to its left", token.text),
        })
    }

    fn sum(&mut self) -> Parsed {
        self.list(&Sign::Or, Parser::difference, Expression::Or)
    }

    fn difference(&mut self) -> Parsed {
        self.list(&Sign::Xor, Parser::product, Expression::Xor)
    }

    /// Operands with one sign between them.
    fn list(
        &mut self,
        sign: &Sign,
        operand: fn(&mut Parser<'a>) -> Parsed,
        join: fn(Vec<Expression>) -> Expression,
    ) -> Parsed {
        let mut parts: Vec<Expression> = operand(self)?.into_iter().collect();
        while let Some(token) = self.peek().filter(|token| token.sign == *sign) {
            if parts.is_empty() {
                return Err(self.no_operand(token));
            }
            self.at += 1;
            parts.push(self.right_of(token, operand)?);
        }
        Ok(joined(parts, join))
    }

    fn right_of(
        &mut self,
        token: &Token,
        operand: fn(&mut Parser<'a>) -> Parsed,
    ) -> Result<Expression, ParseError> {
        if let Some(next) = self.peek()
            && !next.starts_an_operand()
            && next.sign != Sign::Close
        {
            return Err(self.no_operand(next));
        }
        let missing = || token.error(format!("'{}' has nothing to its right", token.text));
        operand(self)?.ok_or_else(missing)
    }

    fn product(&mut self) -> Parsed {
        let mut parts: Vec<Expression> = Vec::new();
        while let Some(token) = self.peek() {
            match token.sign {
                Sign::And if parts.is_empty() => return Err(self.no_operand(token)),
                Sign::And => {
                    self.at += 1;
                    parts.push(self.right_of(token, Parser::factor)?);
                }
                _ if token.starts_an_operand() => parts.extend(self.factor()?),
                Sign::Apostrophe => return Err(self.no_operand(token)),
                _ => break,
            }
        }
        Ok(joined(parts, Expression::And))
    }

    fn factor(&mut self) -> Parsed {
        let Some(token) = self.peek() else {
            return Ok(None);
        };
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(token.error("too many brackets inside each other".into()));
        }
        self.at += 1;
        let inner = match token.sign {
            Sign::Not => Some(self.right_of(token, Parser::factor)?.negated()),
            Sign::Open => self.bracket(token)?,
            Sign::Constant(value) => Some(Expression::Constant(value)),
            Sign::Name => Some(self.variable(token)?),
            _ => {
                self.at -= 1;
                None
            }
        };
        self.depth -= 1;
        // The apostrophe binds tighter: `~a'` is ~(a').
        Ok(inner.map(|inner| match token.sign {
            Sign::Not => inner,
            _ => self.apostrophes(inner),
        }))
    }

    fn apostrophes(&mut self, mut inner: Expression) -> Expression {
        while self.next_is(&Sign::Apostrophe) {
            self.at += 1;
            inner = inner.negated();
        }
        inner
    }

    fn bracket(&mut self, open: &Token) -> Parsed {
        let inner = self.sum()?;
        match self.peek() {
            Some(token) if token.sign == Sign::Close => {
                self.at += 1;
                Ok(inner)
            }
            Some(token) => Err(self.no_operand(token)),
            None => Err(open.error("this bracket is never closed".into())),
        }
    }

    fn variable(&self, token: &Token) -> Result<Expression, ParseError> {
        let found = self.names.iter().position(|name| *name == token.text);
        let unknown = || token.error(format!("there is no input '{}'", token.text));
        found.map(Expression::Variable).ok_or_else(unknown)
    }
}

/// Joins several parts; a part of the same kind is flattened, as `a (b c)` is `a b c`.
fn joined(
    mut parts: Vec<Expression>,
    join: fn(Vec<Expression>) -> Expression,
) -> Option<Expression> {
    if parts.len() < 2 {
        return parts.pop();
    }
    let kind = std::mem::discriminant(&join(Vec::new()));
    let flat = parts.into_iter().flat_map(|part| {
        let same = std::mem::discriminant(&part) == kind;
        match part {
            Expression::And(inner) | Expression::Or(inner) | Expression::Xor(inner) if same => {
                inner
            }
            other => vec![other],
        }
    });
    Some(join(flat.collect()))
}
