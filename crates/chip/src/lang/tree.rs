//! A parsed specification: names are not looked up yet.

use crate::chip::{Edge, Extension, Side};

/// A stretch of one line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) line: usize,
    pub(super) start: usize,
    pub(super) end: usize,
}

#[derive(Clone, Debug)]
pub(super) struct Name {
    pub(super) text: String,
    pub(super) at: Span,
}

#[derive(Clone, Debug)]
pub(super) struct Tree {
    pub(super) kind: Kind,
    pub(super) at: Span,
    /// The depth of the tree: code that walks through it may recurse that deep.
    pub(super) height: u32,
}

impl Tree {
    pub(super) fn new(kind: Kind, at: Span) -> Tree {
        let below: Vec<&Tree> = match &kind {
            Kind::Number(_) | Kind::Name(_) | Kind::Float | Kind::Any => Vec::new(),
            Kind::Not(a) | Kind::Select(a, ..) | Kind::Extend(a, ..) | Kind::Output(a, _) => {
                vec![a]
            }
            Kind::Binary(_, a, b) => vec![a, b],
            Kind::If(a, b, c) => vec![a, b, c],
            Kind::Join(all) | Kind::Call(_, all) => all.iter().collect(),
        };
        let height = 1 + below.iter().map(|tree| tree.height).max().unwrap_or(0);
        Tree { kind, at, height }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    And,
    Or,
    Xor,
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

impl Op {
    pub(super) fn compares(self) -> bool {
        use Op::*;
        matches!(
            self,
            Equal | Unequal | Less | LessOrEqual | Greater | GreaterOrEqual
        )
    }
}

#[derive(Clone, Debug)]
pub(super) enum Kind {
    Number(u64),
    Name(String),
    Float,
    Any,
    Not(Box<Tree>),
    Binary(Op, Box<Tree>, Box<Tree>),
    If(Box<Tree>, Box<Tree>, Box<Tree>),
    /// Bits from a lowest to a highest.
    Select(Box<Tree>, u64, u64),
    /// From the width said to a width.
    Extend(Box<Tree>, Option<u64>, u64, Extension),
    Join(Vec<Tree>),
    Call(String, Vec<Tree>),
    /// One output of a call.
    Output(Box<Tree>, String),
}

#[derive(Clone, Debug)]
pub(super) struct Declared {
    pub(super) name: Name,
    pub(super) width: u32,
}

#[derive(Clone, Debug)]
pub(super) struct Pin {
    pub(super) declared: Declared,
    pub(super) input: bool,
    /// The wire it is, for an output such as `dataout(8)=data`.
    pub(super) joined: Option<Tree>,
    pub(super) side: Option<Side>,
}

#[derive(Clone, Debug)]
pub(super) struct Dependency {
    pub(super) name: Name,
    pub(super) widths: Option<(Vec<u32>, Vec<u32>)>,
}

#[derive(Clone, Debug)]
pub(super) struct Equation {
    pub(super) targets: Vec<Name>,
    pub(super) value: Tree,
}

#[derive(Clone, Debug)]
pub(super) struct Block {
    /// `None`: while the condition holds.
    pub(super) edge: Option<Edge>,
    pub(super) trigger: Tree,
    pub(super) assignments: Vec<(Name, Tree)>,
    pub(super) enabled: Option<Tree>,
    pub(super) at: Span,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Specification {
    pub(super) name: String,
    pub(super) at: Span,
    pub(super) dependencies: Vec<Dependency>,
    pub(super) pins: Vec<Pin>,
    pub(super) signals: Vec<Declared>,
    pub(super) latches: Vec<Declared>,
    pub(super) equations: Vec<Equation>,
    pub(super) blocks: Vec<Block>,
}
