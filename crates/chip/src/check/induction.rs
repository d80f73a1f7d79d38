//! One step from every state: latches and registers that are equal before it are equal after it.
//!
//! Bits that behave alike in random runs are assumed to be equal, or opposite, or constant. A class that an event breaks is
//! split, and the step is tried again, until what is left holds for every event from every state in which it held before. It held at
//! the start, so it always holds; then the outputs are compared under it.

use std::collections::HashMap;

use super::Proof;
use super::bench::Random;
use super::pair::Pair;
use crate::chip::Role;
use crate::logic::{Bit, Bits, Node};
use crate::machine::{Machine, settled};

/// A remembered bit: first those of the specification, then those of the circuit.
type Member = (usize, bool);

/// Bits that are equal, or opposite where the flag is set. The first class is that of the constants.
type Classes = Vec<Vec<Member>>;

/// Random events to distinguish bits.
const EVENTS: usize = 160;

impl Pair {
    pub(super) fn one_step(&mut self) -> Option<Proof> {
        let mut classes = self.alike();
        loop {
            let (spec, circuit) = self.states(&classes);
            let inputs: Vec<Bits> = (0..self.inputs.len())
                .map(|input| self.free_input(input, 0))
                .collect();
            let a = settled(&mut self.spec, &mut self.logic, &spec, &inputs);
            let b = settled(&mut self.circuit, &mut self.logic, &circuit, &inputs);
            let before = self.logic.bdd.and(a, b);
            let mut split = false;
            for input in 0..self.inputs.len() {
                let mut after = inputs.clone();
                after[input] = self.free_input(input, 1);
                let one = self.spec_event(&spec, &inputs, &after);
                let other = self.circuit_event(&circuit, &inputs, &after);
                if self.ran_out() || !other.rests || !one.rests {
                    return None;
                }
                let care = self.logic.bdd.and(before, one.defined);
                let values = [one.state, other.state].concat();
                split |= self.refine(&mut classes, &values, care);
            }
            if split {
                continue;
            }
            let wrong = self.difference(&spec, &circuit, &inputs);
            let wrong = self.logic.bdd.and(wrong, before);
            return (wrong == Node::FALSE).then(|| self.matched(&classes));
        }
    }

    fn matched(&self, classes: &Classes) -> Proof {
        let latches = self.spec.bits();
        let both = |class: &&Vec<Member>| {
            class.iter().any(|(bit, _)| *bit < latches)
                && class.iter().any(|(bit, _)| *bit >= latches)
        };
        let matched = classes.iter().filter(both).flatten();
        Proof::OneStep {
            latches,
            matched: matched.filter(|(bit, _)| *bit < latches).count(),
            delays: self.delays,
        }
    }

    /// Groups bits that random runs do not distinguish.
    fn alike(&mut self) -> Classes {
        let (mut spec, mut circuit) = self.start();
        let (first_spec, first_circuit) = (spec.clone(), circuit.clone());
        let start = [spec.clone(), circuit.clone()].concat();
        let mut histories: Vec<Vec<bool>> = vec![Vec::new(); start.len()];
        let zeros: Vec<Bits> = self
            .inputs
            .iter()
            .map(|pin| vec![Bit::ZERO; pin.width as usize])
            .collect();
        let mut now = zeros.clone();
        let mut random = Random(77);
        let count = self.inputs.len() as u64;
        for number in 0..EVENTS {
            if number % 40 == 0 {
                (spec, circuit) = (first_spec.clone(), first_circuit.clone());
                now.clone_from(&zeros);
            }
            if count > 0 {
                let input = random.below(count) as usize;
                let mut after = now.clone();
                for bit in &mut after[input] {
                    *bit = Bit::known(Node::constant(random.below(2) == 1));
                }
                let one = self.spec_event(&spec, &now, &after);
                let other = self.circuit_event(&circuit, &now, &after);
                if one.defined == Node::TRUE {
                    (spec, circuit, now) = (one.state, other.state, after);
                }
            }
            let bits = spec.iter().chain(&circuit);
            for (history, (&bit, &first)) in histories.iter_mut().zip(bits.zip(&start)) {
                history.push(bit != first);
            }
        }
        let mut classes: Classes = vec![Vec::new()];
        let mut known: HashMap<Vec<bool>, usize> = HashMap::from([(vec![false; EVENTS], 0)]);
        for (member, history) in histories.into_iter().enumerate() {
            let class = *known.entry(history).or_insert_with(|| {
                classes.push(Vec::new());
                classes.len() - 1
            });
            classes[class].push((member, start[member] == Node::TRUE));
        }
        classes
    }

    /// A value for every remembered bit, one variable for each class.
    fn states(&mut self, classes: &Classes) -> (Vec<Node>, Vec<Node>) {
        let latches = self.spec.bits();
        let mut values = vec![Node::FALSE; latches + self.circuit.bits()];
        for (number, class) in classes.iter().enumerate() {
            let value = match (number, class.first()) {
                (0, _) | (_, None) => Node::FALSE,
                (_, Some(&(bit, _))) => {
                    let variable = self.latch_variable(bit).unwrap_or(self.spare(bit as u32));
                    self.logic.bdd.variable(variable)
                }
            };
            let opposite = self.logic.bdd.not(value);
            for &(member, inverted) in class {
                values[member] = if inverted { opposite } else { value };
            }
        }
        let circuit = values.split_off(latches);
        (values, circuit)
    }

    /// The variable of a latch's bit.
    fn latch_variable(&self, bit: usize) -> Option<u32> {
        let chip = self.spec.chip();
        let mut first = 0;
        let inputs = self.inputs.len();
        for (place, latch) in chip.of(Role::Latch).enumerate() {
            let width = chip.nets[latch].width as usize;
            if bit < first + width {
                return Some(self.variable(inputs + place, (bit - first) as u32, 4));
            }
            first += width;
        }
        None
    }

    /// Splits classes whose members differ after an event.
    fn refine(&mut self, classes: &mut Classes, values: &[Node], care: Node) -> bool {
        let mut split = false;
        for number in 0..classes.len() {
            let class = std::mem::take(&mut classes[number]);
            let mut groups: Vec<(Node, Vec<Member>)> = Vec::new();
            if number == 0 {
                groups.push((Node::FALSE, Vec::new()));
            }
            for (member, inverted) in class {
                let value = match inverted {
                    true => self.logic.bdd.not(values[member]),
                    false => values[member],
                };
                let seen = self.logic.bdd.and(care, value);
                match groups.iter_mut().find(|(other, _)| *other == seen) {
                    Some((_, group)) => group.push((member, inverted)),
                    None => groups.push((seen, vec![(member, inverted)])),
                }
            }
            let mut groups = groups.into_iter().map(|(_, group)| group);
            classes[number] = groups.next().unwrap_or_default();
            for group in groups {
                split = true;
                classes.push(group);
            }
        }
        split
    }
}
