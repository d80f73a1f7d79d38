//! One language for expectations of programs, circuits and consoles.
//!
//! ```text
//! expectation   condition [["else"] "message"] ["points" NUMBER]
//! condition     all { "or" all }
//! all           comparison { "and" comparison }
//! comparison    SUBJECT relation VALUE
//! relation      = == is shows   != ≠   <  <=  >  >=   contains      left out after some subjects: =
//! ```
//!
//! The meaning of subjects and values depends on what is tested: an adapter, [`Subjects`], defines it. Where a value
//! may be a list (`= 1 2 "ab"`), a message needs its `else`. `#` starts a comment.
//!
//! Parsers are total: any text gives a value or [`Mistake`]s with their places.

mod lex;
mod parse;

pub use lex::{Token, TokenKind, tokens};
pub use parse::{Cursor, condition, expectation};

use diag::{Diagnostic, Excerpt};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    Equal,
    Differs,
    Less,
    AtMost,
    Greater,
    AtLeast,
    /// Of texts and lists: somewhere in it.
    Contains,
}

impl Relation {
    pub fn symbol(self) -> &'static str {
        match self {
            Relation::Equal => "=",
            Relation::Differs => "!=",
            Relation::Less => "<",
            Relation::AtMost => "<=",
            Relation::Greater => ">",
            Relation::AtLeast => ">=",
            Relation::Contains => "contains",
        }
    }

    /// Whether it holds between two numbers; a number contains itself.
    pub fn holds<T: PartialOrd>(self, left: &T, right: &T) -> bool {
        match self {
            Relation::Equal | Relation::Contains => left == right,
            Relation::Differs => left != right,
            Relation::Less => left < right,
            Relation::AtMost => left <= right,
            Relation::Greater => left > right,
            Relation::AtLeast => left >= right,
        }
    }
}

/// A mistake in a line, with its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    pub start: usize,
    pub end: usize,
    pub message: String,
}

impl Mistake {
    pub fn new(start: usize, end: usize, message: impl Into<String>) -> Mistake {
        Mistake {
            start,
            end,
            message: message.into(),
        }
    }

    /// The mistake at its place in a file; `number` counts lines from 1.
    pub fn in_line(&self, file: &str, number: usize, line: &str) -> Diagnostic {
        let at = Excerpt::new(file, number, line, self.start, self.end);
        Diagnostic::error(&self.message).at(at)
    }
}

/// Some tokens of a line that belong together.
#[derive(Clone, Copy, Debug)]
pub struct Phrase<'a> {
    pub line: &'a str,
    /// At least one.
    pub tokens: &'a [Token],
}

impl<'a> Phrase<'a> {
    pub fn start(&self) -> usize {
        self.tokens
            .first()
            .map_or(self.line.len(), |token| token.start)
    }

    pub fn end(&self) -> usize {
        self.tokens
            .last()
            .map_or(self.line.len(), |token| token.end)
    }

    /// As written.
    pub fn text(&self) -> &'a str {
        &self.line[self.start()..self.end()]
    }

    /// The word it is, if it is one.
    pub fn word(&self) -> Option<&'a str> {
        match self.tokens {
            [
                Token {
                    kind: TokenKind::Word(word),
                    ..
                },
            ] => Some(word),
            _ => None,
        }
    }

    pub fn mistake(&self, message: impl Into<String>) -> Mistake {
        Mistake::new(self.start(), self.end(), message)
    }
}

/// The subjects of one kind of expectation.
pub trait Subjects {
    type Subject;
    type Value;
    /// Whether a value may have several items.
    const LISTS: bool;

    /// How many tokens are the subject if there is no relation, which then is `=`: `stop halt`, `phase over`.
    fn implied(&self, _tokens: &[Token]) -> Option<usize> {
        None
    }

    fn subject(&mut self, phrase: Phrase<'_>) -> Result<Self::Subject, Mistake>;

    fn value(
        &mut self,
        subject: &Self::Subject,
        relation: Relation,
        phrase: Phrase<'_>,
    ) -> Result<Self::Value, Mistake>;
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison<S, V> {
    pub subject: S,
    pub relation: Relation,
    pub value: V,
    /// As written.
    pub text: String,
}

/// True if any of these lists of comparisons holds as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition<S, V> {
    pub any: Vec<Vec<Comparison<S, V>>>,
}

impl<S, V> Condition<S, V> {
    pub fn holds(&self, mut holds: impl FnMut(&Comparison<S, V>) -> bool) -> bool {
        self.any.iter().any(|all| all.iter().all(&mut holds))
    }

    pub fn comparisons(&self) -> impl Iterator<Item = &Comparison<S, V>> {
        self.any.iter().flatten()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expectation<S, V> {
    pub condition: Condition<S, V>,
    pub message: Option<String>,
    /// The points of this single expectation.
    pub points: Option<u32>,
}
