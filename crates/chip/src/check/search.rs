//! Bounded search from the start, row by row, with all values of all inputs at once: the first row that can show a difference
//! ends a shortest run.

use circuit::{Value, Word};

use super::pair::Pair;
use crate::logic::{Bit, Bits, Node};

/// Number of rows to look ahead.
const MOST: u32 = 12;

impl Pair {
    /// The inputs of each row of a shortest run that shows a difference, after the first row, in which all are 0.
    pub(super) fn shortest_difference(&mut self) -> Option<Vec<Vec<Value>>> {
        let (mut spec, mut circuit) = self.start();
        let mut now: Vec<Bits> = self
            .inputs
            .iter()
            .map(|pin| vec![Bit::ZERO; pin.width as usize])
            .collect();
        let mut valid = Node::TRUE;
        let mut rows = vec![now.clone()];
        for row in 0..=MOST {
            let wrong = self.difference(&spec, &circuit, &now);
            let wrong = self.logic.bdd.and(wrong, valid);
            if self.ran_out() {
                return None;
            }
            if let Some(example) = self.logic.bdd.example(wrong) {
                return Some(self.values(&rows[1..], &example));
            }
            for input in 0..self.inputs.len() {
                let mut after = now.clone();
                after[input] = self.changed(&now[input], input, row);
                let one = self.spec_event(&spec, &now, &after);
                let other = self.circuit_event(&circuit, &now, &after);
                valid = self.logic.bdd.and(valid, one.defined);
                (spec, circuit, now) = (one.state, other.state, after);
                if self.ran_out() || !other.rests {
                    return None;
                }
            }
            rows.push(now.clone());
        }
        None
    }

    /// An input in the next row: a variable that is 0 leaves it as it was.
    fn changed(&mut self, before: &[Bit], input: usize, row: u32) -> Bits {
        let floats = self.inputs[input].floats;
        let mut bits = Vec::with_capacity(before.len());
        for (bit, before) in before.iter().enumerate() {
            // The same bits of all rows lie side by side: a value compared in one row was set in another.
            let place = (self.places[input][bit] * (MOST + 1) + row) * 2;
            let change = self.logic.variable(place);
            let known = self.logic.select(before.u, Bit::ZERO, *before);
            let value = self.logic.xor(known, change);
            bits.push(match floats {
                false => value,
                true => {
                    let float = self.logic.variable(place + 1).v;
                    self.logic.select(float, Bit::FLOAT, value)
                }
            });
        }
        bits
    }

    fn values(&self, rows: &[Vec<Bits>], example: &[(u32, bool)]) -> Vec<Vec<Value>> {
        let set = |variable: u32| {
            let found = example.binary_search_by_key(&variable, |(variable, _)| *variable);
            found.is_ok_and(|at| example[at].1)
        };
        let value = |bits: &Bits| {
            let mut word = Word::ZERO;
            for (at, bit) in bits.iter().enumerate() {
                word.v |= u32::from(self.logic.bdd.evaluate(bit.v, set)) << at;
                word.u |= u32::from(self.logic.bdd.evaluate(bit.u, set)) << at;
            }
            word.with_width(bits.len() as u32)
        };
        rows.iter()
            .map(|row| row.iter().map(value).collect())
            .collect()
    }
}
