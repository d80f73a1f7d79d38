//! A resolved specification: every name is looked up, every width is known.

use std::sync::Arc;

pub use crate::lang::Op;

/// The side of the chip a pin is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    West,
    East,
    North,
    South,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    Rising,
    Falling,
}

/// The bits an extender puts above a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extension {
    Zero,
    One,
    Sign,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Input,
    Output,
    Signal,
    Latch,
}

/// A pin, a signal or a latch.
#[derive(Clone, Debug)]
pub struct Net {
    pub name: String,
    pub width: u32,
    pub role: Role,
    pub side: Option<Side>,
    /// Its drivers; several of them meet as on a wire. Inputs and latches have none.
    pub drivers: Vec<Expr>,
    /// An output on the same wire; the input may float, because the chip may drive it.
    pub floats: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    pub kind: ExprKind,
    pub width: u32,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    Number(u64),
    /// A net, by its number in [`Chip::nets`].
    Net(usize),
    Float,
    /// Any value is allowed.
    Any,
    Not(Box<Expr>),
    Binary(Op, Box<Expr>, Box<Expr>),
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// The first bit; its width says how many follow.
    Select(Box<Expr>, u32),
    Extend(Box<Expr>, Extension),
    /// The highest part first.
    Join(Vec<Expr>),
    /// An output of a chip in [`Chip::functions`], by its index.
    Call(usize, Vec<Expr>, usize),
}

/// When latches take over values.
#[derive(Clone, Debug)]
pub struct Block {
    /// `None`: transparent while the trigger is 1.
    pub edge: Option<Edge>,
    pub trigger: Expr,
    pub enabled: Option<Expr>,
    /// Latches by their numbers among the nets.
    pub assignments: Vec<(usize, Expr)>,
}

#[derive(Clone, Debug)]
pub struct Chip {
    pub name: String,
    /// Inputs and outputs in the order of the text, then signals, then latches.
    pub nets: Vec<Net>,
    pub blocks: Vec<Block>,
    /// Chips called as functions.
    pub functions: Vec<Arc<Chip>>,
    /// Signals and outputs, each after those it depends on.
    pub order: Vec<usize>,
}

impl Chip {
    pub fn of(&self, role: Role) -> impl Iterator<Item = usize> + '_ {
        let all = self.nets.iter().enumerate();
        all.filter(move |(_, net)| net.role == role)
            .map(|(number, _)| number)
    }

    pub fn find(&self, name: &str) -> Option<usize> {
        self.nets.iter().position(|net| net.name == name)
    }

    /// Whether it has memory.
    pub(crate) fn has_memory(&self) -> bool {
        self.of(Role::Latch).next().is_some()
    }
}
