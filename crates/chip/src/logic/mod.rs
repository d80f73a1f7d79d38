//! Values that may depend on variables: single bits of four values, and words of them.
//!
//! A bit has the two planes of the simulator's values: 0, 1, x (undriven) and E (undefined), each plane a function of
//! the variables. A bit whose planes are constants is a plain value, so one set of operations runs a specification, proves it
//! and looks for differences.

mod bdd;
mod words;

pub use bdd::{Bdd, Node};

/// A bit of four values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bit {
    pub v: Node,
    pub u: Node,
}

impl Bit {
    pub const ZERO: Bit = Bit::known(Node::FALSE);
    pub const ONE: Bit = Bit::known(Node::TRUE);
    /// Undriven.
    pub const FLOAT: Bit = Bit {
        v: Node::FALSE,
        u: Node::TRUE,
    };
    /// Undefined. In a specification: any value is allowed.
    pub const UNDEFINED: Bit = Bit {
        v: Node::TRUE,
        u: Node::TRUE,
    };

    pub const fn known(v: Node) -> Bit {
        Bit { v, u: Node::FALSE }
    }

    /// Its value, if it depends on no variable.
    pub fn constant(self) -> Option<circuit::Word> {
        (self.v.is_constant() && self.u.is_constant()).then_some(circuit::Word {
            v: self.v.0,
            u: self.u.0,
        })
    }

    pub(crate) fn from_word(word: circuit::Word) -> Bit {
        Bit {
            v: Node::constant(word.v & 1 != 0),
            u: Node::constant(word.u & 1 != 0),
        }
    }
}

/// Bits, the lowest first.
pub type Bits = Vec<Bit>;

/// The operations, and the functions built so far.
pub struct Logic {
    pub bdd: Bdd,
}

impl Logic {
    pub fn new(limit: usize) -> Logic {
        Logic {
            bdd: Bdd::new(limit),
        }
    }

    pub fn variable(&mut self, number: u32) -> Bit {
        Bit::known(self.bdd.variable(number))
    }

    /// Whether it is 0 or 1.
    pub fn is_known(&mut self, bit: Bit) -> Node {
        self.bdd.not(bit.u)
    }

    pub fn is_zero(&mut self, bit: Bit) -> Node {
        let either = self.bdd.or(bit.v, bit.u);
        self.bdd.not(either)
    }

    pub fn is_one(&mut self, bit: Bit) -> Node {
        self.bdd.but_not(bit.v, bit.u)
    }

    pub(crate) fn is_floating(&mut self, bit: Bit) -> Node {
        self.bdd.but_not(bit.u, bit.v)
    }

    pub(crate) fn is_undefined(&mut self, bit: Bit) -> Node {
        self.bdd.and(bit.u, bit.v)
    }

    pub fn not(&mut self, a: Bit) -> Bit {
        let opposite = self.bdd.not(a.v);
        Bit {
            v: self.bdd.or(opposite, a.u),
            u: a.u,
        }
    }

    pub fn and(&mut self, a: Bit, b: Bit) -> Bit {
        if a.u == Node::FALSE && b.u == Node::FALSE {
            return Bit::known(self.bdd.and(a.v, b.v));
        }
        let (zero_a, zero_b) = (self.is_zero(a), self.is_zero(b));
        let zero = self.bdd.or(zero_a, zero_b);
        let (one_a, one_b) = (self.is_one(a), self.is_one(b));
        let one = self.bdd.and(one_a, one_b);
        let defined = self.bdd.or(zero, one);
        let u = self.bdd.not(defined);
        Bit {
            v: self.bdd.or(one, u),
            u,
        }
    }

    pub fn or(&mut self, a: Bit, b: Bit) -> Bit {
        let (a, b) = (self.not(a), self.not(b));
        let neither = self.and(a, b);
        self.not(neither)
    }

    pub fn xor(&mut self, a: Bit, b: Bit) -> Bit {
        let u = self.bdd.or(a.u, b.u);
        let odd = self.bdd.xor(a.v, b.v);
        Bit {
            v: self.bdd.or(odd, u),
            u,
        }
    }

    /// `if condition then yes else no`; undefined where the condition is.
    pub fn choose(&mut self, condition: Bit, yes: Bit, no: Bit) -> Bit {
        let v = self.bdd.ite(condition.v, yes.v, no.v);
        let u = self.bdd.ite(condition.v, yes.u, no.u);
        Bit {
            v: self.bdd.or(v, condition.u),
            u: self.bdd.or(u, condition.u),
        }
    }

    /// One plane or another, by a condition that is never undefined.
    pub fn select(&mut self, condition: Node, yes: Bit, no: Bit) -> Bit {
        Bit {
            v: self.bdd.ite(condition, yes.v, no.v),
            u: self.bdd.ite(condition, yes.u, no.u),
        }
    }

    /// Two drivers of one wire.
    pub fn join(&mut self, a: Bit, b: Bit) -> Bit {
        if a == b || b == Bit::FLOAT {
            return a;
        }
        if a == Bit::FLOAT {
            return b;
        }
        let differ = self.differ(a, b);
        let same = self.select(differ, Bit::UNDEFINED, a);
        let (a_floats, b_floats) = (self.is_floating(a), self.is_floating(b));
        let without_b = self.select(b_floats, a, same);
        self.select(a_floats, b, without_b)
    }

    /// A wire with a pull resistor.
    pub fn pulled(&mut self, bit: Bit, pull: Bit) -> Bit {
        let floats = self.is_floating(bit);
        self.select(floats, pull, bit)
    }

    /// The condition under which two bits differ.
    pub fn differ(&mut self, a: Bit, b: Bit) -> Node {
        let v = self.bdd.xor(a.v, b.v);
        let u = self.bdd.xor(a.u, b.u);
        self.bdd.or(v, u)
    }
}
