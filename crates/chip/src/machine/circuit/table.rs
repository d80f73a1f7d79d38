//! A cell's output as a function of its inputs, from the cell's own behaviour.
//!
//! The cell is evaluated for all values its inputs can have; the table is folded into a diagram, and the diagram is read with
//! the inputs' functions in place of its variables. Inputs that are constant, or equal to another, cost nothing.

use std::collections::HashMap;

use circuit::Word;
use circuit::network::Cell;

use crate::logic::{Bit, Logic, Node};

/// The shape of a cell's inputs, without their functions: equal patterns have equal diagrams.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Seat {
    Constant(u32, u32),
    /// 0 or 1, by a variable of the table.
    Known(usize),
    /// Both planes, by two variables.
    Any(usize, usize),
}

/// A folded table: nodes of (variable, low, high), after the two constants; the planes of the output.
struct Folded {
    nodes: Vec<(usize, usize, usize)>,
    v: usize,
    u: usize,
}

#[derive(Default)]
pub(super) struct Tables {
    folded: HashMap<(usize, Vec<Seat>), Folded>,
    results: HashMap<(usize, Vec<Bit>), Bit>,
}

/// Maximum number of variables of a table.
const MOST: usize = 20;
/// The cache is cleared beyond this many results.
const MOST_RESULTS: usize = 1_000_000;

impl Tables {
    /// `None` if the table would be too large.
    pub(super) fn evaluate(
        &mut self,
        logic: &mut Logic,
        number: usize,
        cell: &Cell,
        inputs: &[Bit],
    ) -> Option<Bit> {
        let constants: Option<Vec<Word>> = inputs.iter().map(|bit| bit.constant()).collect();
        if let Some(words) = constants {
            return Some(Bit::from_word(cell.evaluate(&words)));
        }
        let key = (number, inputs.to_vec());
        if let Some(&bit) = self.results.get(&key) {
            return Some(bit);
        }
        let (seats, planes) = seats(inputs);
        if planes.len() > MOST {
            return None;
        }
        let folded = self
            .folded
            .entry((number, seats))
            .or_insert_with_key(|(_, seats)| fold(cell, seats, planes.len()));
        let bit = folded.read(logic, &planes);
        if self.results.len() >= MOST_RESULTS {
            self.results.clear();
        }
        self.results.insert(key, bit);
        Some(bit)
    }
}

/// The inputs, and the function each variable stands for.
fn seats(inputs: &[Bit]) -> (Vec<Seat>, Vec<Node>) {
    let mut planes: Vec<Node> = Vec::new();
    let mut place = |node: Node| match planes.iter().position(|&plane| plane == node) {
        Some(place) => place,
        None => {
            planes.push(node);
            planes.len() - 1
        }
    };
    let seats = inputs.iter().map(|bit| match bit.constant() {
        Some(word) => Seat::Constant(word.v, word.u),
        None if bit.u == Node::FALSE => Seat::Known(place(bit.v)),
        None => Seat::Any(place(bit.v), place(bit.u)),
    });
    (seats.collect(), planes)
}

fn fold(cell: &Cell, seats: &[Seat], variables: usize) -> Folded {
    let mut nodes = Vec::new();
    let mut unique = HashMap::new();
    let rows = 1usize << variables;
    let (mut v, mut u) = (Vec::with_capacity(rows), Vec::with_capacity(rows));
    let mut words = vec![Word::ZERO; seats.len()];
    for row in 0..rows {
        // The first variable is the highest bit of the row.
        let value = |variable: usize| (row >> (variables - 1 - variable) & 1) as u32;
        for (word, seat) in words.iter_mut().zip(seats) {
            *word = match *seat {
                Seat::Constant(v, u) => Word { v, u },
                Seat::Known(v) => Word { v: value(v), u: 0 },
                Seat::Any(v, u) => Word {
                    v: value(v),
                    u: value(u),
                },
            };
        }
        let out = cell.evaluate(&words);
        v.push(out.v as usize & 1);
        u.push(out.u as usize & 1);
    }
    let mut reduce = |mut level: Vec<usize>| {
        for variable in (0..variables).rev() {
            level = level
                .chunks(2)
                .map(|pair| {
                    let (low, high) = (pair[0], pair[1]);
                    if low == high {
                        return low;
                    }
                    *unique.entry((variable, low, high)).or_insert_with(|| {
                        nodes.push((variable, low, high));
                        nodes.len() + 1
                    })
                })
                .collect();
        }
        level[0]
    };
    let (v, u) = (reduce(v), reduce(u));
    Folded { nodes, v, u }
}

impl Folded {
    fn read(&self, logic: &mut Logic, planes: &[Node]) -> Bit {
        let mut values = vec![Node::FALSE, Node::TRUE];
        for &(variable, low, high) in &self.nodes {
            let value = logic.bdd.ite(planes[variable], values[high], values[low]);
            values.push(value);
        }
        Bit {
            v: values[self.v],
            u: values[self.u],
        }
    }
}
