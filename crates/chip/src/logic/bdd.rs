//! Boolean functions as reduced ordered decision diagrams: equal functions have equal numbers.
//!
//! ```text
//!   node = if variable then high else low      0 is false, 1 is true
//! ```
//!
//! Nothing is ever freed: a proof is one job, and [`Bdd::is_full`] reports when it exceeds its limit. From then on
//! every result is `false` and means nothing.

use std::collections::HashMap;

/// A function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Node(pub u32);

impl Node {
    pub const FALSE: Node = Node(0);
    pub const TRUE: Node = Node(1);

    pub fn constant(value: bool) -> Node {
        Node(u32::from(value))
    }

    /// Whether it is a constant.
    pub(crate) fn is_constant(self) -> bool {
        self.0 < 2
    }
}

#[derive(Clone, Copy)]
struct Entry {
    variable: u32,
    low: Node,
    high: Node,
}

/// Cache of `if-then-else` results; each question has exactly one slot.
const CACHE: usize = 1 << 18;
/// The variable of the constants: below all others.
const NONE: u32 = u32::MAX;

pub struct Bdd {
    nodes: Vec<Entry>,
    unique: HashMap<(u32, Node, Node), Node>,
    cache: Vec<(Node, Node, Node, Node)>,
    limit: usize,
    full: bool,
}

impl Bdd {
    /// `limit`: maximum number of nodes.
    pub fn new(limit: usize) -> Bdd {
        let constant = Entry {
            variable: NONE,
            low: Node::FALSE,
            high: Node::FALSE,
        };
        Bdd {
            nodes: vec![constant, constant],
            unique: HashMap::new(),
            cache: vec![(Node(NONE), Node(NONE), Node(NONE), Node::FALSE); CACHE],
            limit,
            full: false,
        }
    }

    /// The limit was reached: results since then mean nothing.
    pub(crate) fn is_full(&self) -> bool {
        self.full
    }

    pub fn variable(&mut self, number: u32) -> Node {
        self.node(number, Node::FALSE, Node::TRUE)
    }

    fn node(&mut self, variable: u32, low: Node, high: Node) -> Node {
        if low == high {
            return low;
        }
        if let Some(&found) = self.unique.get(&(variable, low, high)) {
            return found;
        }
        if self.nodes.len() >= self.limit {
            self.full = true;
            return Node::FALSE;
        }
        let node = Node(self.nodes.len() as u32);
        self.nodes.push(Entry {
            variable,
            low,
            high,
        });
        self.unique.insert((variable, low, high), node);
        node
    }

    fn top(&self, node: Node) -> u32 {
        self.nodes[node.0 as usize].variable
    }

    /// The cofactors of a function by a variable: the two halves at the top.
    fn halves(&self, node: Node, variable: u32) -> (Node, Node) {
        let entry = self.nodes[node.0 as usize];
        match entry.variable == variable {
            true => (entry.low, entry.high),
            false => (node, node),
        }
    }

    /// `if condition then yes else no`. The depth is bounded by the number of variables.
    pub(crate) fn ite(&mut self, condition: Node, yes: Node, no: Node) -> Node {
        match (condition, yes, no) {
            (Node::TRUE, ..) => return yes,
            (Node::FALSE, ..) => return no,
            _ if yes == no => return yes,
            (_, Node::TRUE, Node::FALSE) => return condition,
            _ if self.full => return Node::FALSE,
            _ => {}
        }
        let place = place(condition, yes, no);
        let found = self.cache[place];
        if (found.0, found.1, found.2) == (condition, yes, no) {
            return found.3;
        }
        let tops = [condition, yes, no].map(|node| self.top(node));
        let variable = tops.into_iter().min().unwrap_or(NONE);
        let (c0, c1) = self.halves(condition, variable);
        let (y0, y1) = self.halves(yes, variable);
        let (n0, n1) = self.halves(no, variable);
        let low = self.ite(c0, y0, n0);
        let high = self.ite(c1, y1, n1);
        let result = self.node(variable, low, high);
        if !self.full {
            self.cache[place] = (condition, yes, no, result);
        }
        result
    }

    pub fn not(&mut self, a: Node) -> Node {
        self.ite(a, Node::FALSE, Node::TRUE)
    }

    pub fn and(&mut self, a: Node, b: Node) -> Node {
        self.ite(a.min(b), a.max(b), Node::FALSE)
    }

    pub fn or(&mut self, a: Node, b: Node) -> Node {
        self.ite(a.min(b), Node::TRUE, a.max(b))
    }

    pub fn xor(&mut self, a: Node, b: Node) -> Node {
        let (a, b) = (a.min(b), a.max(b));
        let opposite = self.not(b);
        self.ite(a, opposite, b)
    }

    /// `a` and not `b`.
    pub(crate) fn but_not(&mut self, a: Node, b: Node) -> Node {
        let opposite = self.not(b);
        self.and(a, opposite)
    }

    /// An assignment that satisfies it, with 0 wherever possible; variables that do not matter are left out. `None` for
    /// the constant false.
    pub fn example(&self, node: Node) -> Option<Vec<(u32, bool)>> {
        let mut values = Vec::new();
        let mut at = node;
        while !at.is_constant() {
            let entry = self.nodes[at.0 as usize];
            let high = entry.low == Node::FALSE;
            values.push((entry.variable, high));
            at = if high { entry.high } else { entry.low };
        }
        (at == Node::TRUE).then_some(values)
    }

    /// The value for these values of the variables.
    pub fn evaluate(&self, node: Node, value: impl Fn(u32) -> bool) -> bool {
        let mut at = node;
        while !at.is_constant() {
            let entry = self.nodes[at.0 as usize];
            at = if value(entry.variable) {
                entry.high
            } else {
                entry.low
            };
        }
        at == Node::TRUE
    }
}

fn place(a: Node, b: Node, c: Node) -> usize {
    let mixed = u64::from(a.0).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ u64::from(b.0).wrapping_mul(0xc2b2_ae3d_27d4_eb4f)
        ^ u64::from(c.0).wrapping_mul(0x1656_67b1_9e37_79f9);
    (mixed >> 40) as usize % CACHE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_functions_are_one() {
        let mut bdd = Bdd::new(1000);
        let (a, b) = (bdd.variable(3), bdd.variable(7));
        let both = bdd.and(a, b);
        let (not_a, not_b) = (bdd.not(a), bdd.not(b));
        let neither = bdd.or(not_a, not_b);
        assert_eq!(bdd.not(neither), both);
        assert_eq!(bdd.example(both), Some(vec![(3, true), (7, true)]));
        assert_eq!(bdd.example(Node::FALSE), None);
        let odd = bdd.xor(a, b);
        for (x, y) in [(false, false), (false, true), (true, false), (true, true)] {
            assert_eq!(bdd.evaluate(odd, |v| if v == 3 { x } else { y }), x != y);
        }
    }

    #[test]
    fn it_says_when_it_is_full() {
        let mut bdd = Bdd::new(10);
        let mut all = Node::TRUE;
        for number in 0..20 {
            let variable = bdd.variable(number);
            all = bdd.and(all, variable);
        }
        assert!(bdd.is_full());
    }
}
