//! A parsed file: sections of statements.

use super::source::Span;
use crate::isa::Cond;

#[derive(Clone, Debug)]
pub struct Name {
    pub text: String,
    pub span: Span,
}

#[derive(Clone, Debug, Default)]
pub struct Unit {
    /// Externals declared before the first section: known in all of them.
    pub externals: Vec<Name>,
    pub constants: Vec<Constant>,
    pub sections: Vec<Section>,
}

/// `set NAME = value`
#[derive(Clone, Debug)]
pub struct Constant {
    pub name: Name,
    pub value: Expr,
}

#[derive(Clone, Debug)]
pub struct Section {
    pub kind: SectionKind,
    pub span: Span,
    pub body: Vec<Stmt>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SectionKind {
    Absolute(i64),
    Relocatable(String),
    Template(String),
}

#[derive(Clone, Debug)]
pub enum Stmt {
    Labels(Labels),
    Op(Op),
    If(If),
    While(While),
    Do(Do),
    Leave(Leave),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabelKind {
    Plain,
    /// `>`: known to other sections and files.
    Entry,
    /// `ext`: defined elsewhere.
    External,
}

#[derive(Clone, Debug)]
pub struct Labels {
    pub names: Vec<Name>,
    pub kind: LabelKind,
}

/// An instruction or a directive.
#[derive(Clone, Debug)]
pub struct Op {
    pub word: Name,
    pub operands: Vec<Operand>,
    /// From the word to the last operand.
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Operand {
    pub value: Value,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum Value {
    Register(u8),
    Expr(Expr),
    Str(Vec<u8>),
    Char(u8),
    /// Wrong, and already reported.
    Bad,
}

/// A sum of numbers and names.
#[derive(Clone, Debug)]
pub struct Expr {
    pub terms: Vec<Term>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Term {
    pub negative: bool,
    pub atom: Atom,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum Atom {
    Number(i64),
    Name(String),
    /// `*`: the address of the statement.
    Here,
}

/// `is`, `stays` or `until` with its condition.
#[derive(Clone, Copy, Debug)]
pub struct Test {
    pub cond: Cond,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joint {
    And,
    Or,
    Last,
}

#[derive(Clone, Debug)]
pub struct Condition {
    pub code: Vec<Stmt>,
    pub test: Test,
    pub joint: Joint,
}

#[derive(Clone, Debug)]
pub struct If {
    pub span: Span,
    pub conditions: Vec<Condition>,
    pub then: Vec<Stmt>,
    pub otherwise: Option<Else>,
}

#[derive(Clone, Debug)]
pub struct Else {
    pub span: Span,
    pub body: Vec<Stmt>,
}

#[derive(Clone, Debug)]
pub struct While {
    pub span: Span,
    /// The `wend`.
    pub end: Span,
    pub code: Vec<Stmt>,
    pub test: Test,
    pub body: Vec<Stmt>,
    /// The condition of an `until` that closes it, which CocoIDE takes.
    pub until: Option<Test>,
}

#[derive(Clone, Debug)]
pub struct Do {
    pub span: Span,
    pub body: Vec<Stmt>,
    pub test: Test,
}

/// `break` or `continue`, out of this many loops.
#[derive(Clone, Copy, Debug)]
pub struct Leave {
    pub span: Span,
    pub continues: bool,
    pub levels: usize,
}
