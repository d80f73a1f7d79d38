//! Specifications that contradict themselves in what they do: blocks that give a latch two values at the same edge, and latches
//! that never come to rest.

use std::sync::Arc;

use crate::chip::{Block, Chip, Edge, ExprKind, Role};
use crate::logic::{Bits, Logic, Node};
use crate::machine::{Machine, Scene, SpecMachine};

/// What is wrong, with the numbers of blocks and latches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Contradiction {
    /// A later block overrules an earlier one.
    TwoValues { latch: usize, blocks: [usize; 2] },
    /// A `while` block changes what it depends on, without end.
    Restless { latch: usize, block: usize },
}

/// Nodes of decision diagrams: what needs more is not looked into.
const NODES: usize = 100_000;
/// `while` blocks may set each other off this often.
const ROUNDS: usize = 32;

/// Looks at all inputs and all states at once.
pub(crate) fn contradictions(chip: &Arc<Chip>) -> Vec<Contradiction> {
    let pairs = pairs(chip);
    if pairs.is_empty() && !chip.blocks.iter().any(|block| block.edge.is_none()) {
        return Vec::new();
    }
    let mut anything = Anything::of(chip);
    let mut found: Vec<Contradiction> = pairs
        .into_iter()
        .filter(|pair| anything.differ(pair))
        .map(|pair| Contradiction::TwoValues {
            latch: pair.latch,
            blocks: pair.blocks,
        })
        .collect();
    found.extend(anything.restless());
    if anything.logic.bdd.is_full() {
        return Vec::new();
    }
    found
}

/// Two assignments to one latch at the same edge.
struct Pair {
    latch: usize,
    blocks: [usize; 2],
    loads: [usize; 2],
}

fn pairs(chip: &Chip) -> Vec<Pair> {
    let mut loads: Vec<(usize, &Block, usize)> = Vec::new();
    for (number, block) in chip.blocks.iter().enumerate() {
        let latches = block.assignments.iter().filter(|_| block.edge.is_some());
        loads.extend(latches.map(|(latch, _)| (number, block, *latch)));
    }
    let mut pairs = Vec::new();
    for (second, &(later, block, latch)) in loads.iter().enumerate() {
        let earlier = loads[..second].iter().enumerate();
        pairs.extend(
            earlier
                .filter(|(_, (_, other, written))| {
                    *written == latch && other.edge == block.edge && other.trigger == block.trigger
                })
                .map(|(first, &(number, _, _))| Pair {
                    latch,
                    blocks: [number, later],
                    loads: [first, second],
                }),
        );
    }
    pairs
}

/// A specification in any state, with any inputs.
struct Anything {
    chip: Arc<Chip>,
    machine: SpecMachine,
    logic: Logic,
    state: Vec<Node>,
    inputs: Vec<Bits>,
}

impl Anything {
    fn of(chip: &Arc<Chip>) -> Anything {
        let machine = SpecMachine::new(chip.clone());
        let mut logic = Logic::new(NODES);
        // The bits of all things lie side by side: what is compared is compared bit by bit.
        let count = chip.nets.len() as u32;
        let word = |logic: &mut Logic, net: usize| -> Bits {
            let bits = 0..chip.nets[net].width;
            bits.map(|bit| logic.variable(bit * count + net as u32))
                .collect()
        };
        let inputs = chip.of(Role::Input);
        let inputs: Vec<Bits> = inputs.map(|net| word(&mut logic, net)).collect();
        let latches = chip.of(Role::Latch);
        let state = latches
            .flat_map(|net| word(&mut logic, net))
            .map(|bit| bit.v)
            .collect();
        Anything {
            chip: chip.clone(),
            machine,
            logic,
            state,
            inputs,
        }
    }

    fn scene(&self) -> Scene {
        self.machine.scene(&self.state, &self.inputs)
    }

    /// Whether both can happen at one edge, with different values.
    fn differ(&mut self, pair: &Pair) -> bool {
        let mut scene = self.scene();
        let trigger = self.machine.triggers(&mut self.logic, &mut scene)[pair.loads[0]];
        let mut both = match self.chip.blocks[pair.blocks[0]].edge {
            Some(Edge::Falling) => self.logic.is_zero(trigger),
            _ => self.logic.is_one(trigger),
        };
        let [one, other] = pair
            .loads
            .map(|load| self.machine.take(&mut self.logic, &mut scene, load));
        let bdd = &mut self.logic.bdd;
        for taken in [&one, &other] {
            both = bdd.and(both, taken.enabled);
            both = bdd.but_not(both, taken.undefined);
        }
        let mut differ = Node::FALSE;
        for (a, b) in one.data.into_iter().zip(other.data) {
            let bit = bdd.xor(a, b);
            differ = bdd.or(differ, bit);
        }
        bdd.and(both, differ) != Node::FALSE
    }

    /// A latch that `while` blocks still change after many rounds.
    fn restless(&mut self) -> Option<Contradiction> {
        let mut state = self.state.clone();
        for _ in 0..ROUNDS {
            let mut scene = self.machine.scene(&state, &self.inputs);
            let mut next = state.clone();
            for force in self.machine.forces(&mut self.logic, &mut scene) {
                for (bit, data) in force.bits.zip(force.data) {
                    next[bit] = self.logic.bdd.ite(force.condition, data, next[bit]);
                }
            }
            if next == state {
                return None;
            }
            state = next;
        }
        // The first that reads what it writes, or else the first of all.
        let blocks = self.chip.blocks.iter().enumerate();
        let mut holding = blocks.filter(|(_, block)| block.edge.is_none());
        let own = holding
            .clone()
            .find_map(|(number, block)| Some((number, reads_itself(block)?)));
        let first = || {
            let (number, block) = holding.next()?;
            Some((number, block.assignments.first()?.0))
        };
        own.or_else(first)
            .map(|(block, latch)| Contradiction::Restless { latch, block })
    }
}

/// The latch whose next value depends on it.
fn reads_itself(block: &Block) -> Option<usize> {
    let itself = block.assignments.iter().find(|(latch, value)| {
        let mut read = Vec::new();
        crate::lang::names(value, &mut read);
        read.contains(latch) && value.kind != ExprKind::Net(*latch)
    });
    itself.map(|(latch, _)| *latch)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(behaviour: &str) -> Vec<Contradiction> {
        let text = format!(
            "Chip Specification\nName: T\nInput: a(2), set, clock\nOutput: x = m.select(0)\nLatches: m(2), other\nBehaviour\n{behaviour}\nEnd Chip Specification\n"
        );
        let reading = crate::read_alone("t", &text);
        assert!(!reading.has_errors(), "{:?}", reading.diagnostics);
        contradictions(&reading.chips[0])
    }

    #[test]
    fn two_values_at_one_edge_are_found_where_they_can_meet() {
        let two = |second: &str| {
            of(&format!(
                "on falling edge of clock do: m := a\nenabled by: set\non falling edge of clock do: m := 0\nenabled by: {second}"
            ))
        };
        assert!(matches!(
            two("a = 3")[..],
            [Contradiction::TwoValues { blocks: [0, 1], .. }]
        ));
        assert_eq!(two("set'"), []);
        // The same value twice, and another edge.
        assert_eq!(two("a = 0"), []);
        assert_eq!(
            of("on falling edge of clock do: m := a\non rising edge of clock do: m := 0"),
            []
        );
    }

    #[test]
    fn a_latch_that_never_rests_is_found() {
        let found = of("while set do: m := m + 1");
        assert!(matches!(
            found[..],
            [Contradiction::Restless { block: 0, .. }]
        ));
        assert_eq!(of("while set do: m := a\nwhile set' do: other := set"), []);
        assert_eq!(of("while set do: m := m ^ a"), []);
    }
}
