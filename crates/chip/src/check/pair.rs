//! The specification and the circuit as two machines over the same variables.

use std::sync::Arc;

use circuit::component::State;
use circuit::network::Network;
use circuit::sim::Simulator;

use super::Proof;
use super::bench::{Bench, pins};
use crate::chip::{Chip, Role};
use crate::logic::{Bit, Bits, Logic, Node};
use crate::machine::{CircuitMachine, Machine, SpecMachine, Step, event, pins_of};

pub(super) struct Pair {
    pub(super) logic: Logic,
    pub(super) spec: SpecMachine,
    pub(super) circuit: CircuitMachine,
    pub(super) inputs: Vec<InputPin>,
    /// By input and by latch of the specification: the place of each bit in the variable order.
    pub(super) places: Vec<Vec<u32>>,
    /// What the circuit remembers at the start of a run.
    first: Vec<Node>,
    /// Events of the circuit take as long as its parts do.
    pub(super) delays: bool,
}

pub(super) struct InputPin {
    pub(super) width: u32,
    pub(super) floats: bool,
}

/// Variables of one bit: its value and whether it floats, before and after an event, and the contents of a latch.
const COPIES: u32 = 5;

impl Pair {
    pub(super) fn new(chip: &Arc<Chip>, network: Network, bench: &Bench, nodes: usize) -> Pair {
        let inputs = chip
            .of(Role::Input)
            .zip(&bench.inputs)
            .map(|(net, pin)| InputPin {
                width: pin.width,
                floats: pin.tristate && chip.nets[net].floats,
            });
        let (all_inputs, all_outputs) = pins(bench.simulator.design());
        // Their pins matched when the bench was made.
        let (chosen, outputs) = pins_of(chip, &all_inputs, &all_outputs).unwrap_or_default();
        Pair {
            first: remembered(&network, &bench.simulator),
            delays: false,
            logic: Logic::new(nodes),
            spec: SpecMachine::new(chip.clone()),
            inputs: inputs.collect(),
            circuit: CircuitMachine::new(network, &chosen, outputs),
            places: places(chip),
        }
    }

    /// The same machines with room for new functions.
    pub(super) fn again(pair: Pair, nodes: usize) -> Pair {
        let Pair {
            spec,
            circuit,
            inputs,
            places,
            first,
            delays,
            ..
        } = pair;
        Pair {
            first,
            delays,
            logic: Logic::new(nodes),
            spec: SpecMachine::new(spec.chip().clone()),
            circuit: circuit.afresh(),
            inputs,
            places,
        }
    }

    /// The same, with the delays of the circuit's parts.
    pub(super) fn with_delays(pair: Pair, nodes: usize) -> Pair {
        Pair {
            delays: true,
            ..Pair::again(pair, nodes)
        }
    }

    /// The limit was reached, or a part had too many inputs: the result is meaningless.
    pub(super) fn ran_out(&self) -> bool {
        self.logic.bdd.is_full() || self.circuit.gave_up
    }

    /// The variable of a bit: bits that more depends on come first, and bits of equal importance lie side
    /// by side.
    pub(super) fn variable(&self, thing: usize, bit: u32, copy: u32) -> u32 {
        self.places[thing][bit as usize] * COPIES + copy
    }

    /// A variable that belongs to no bit of the specification.
    pub(super) fn spare(&self, number: u32) -> u32 {
        self.all_bits() * COPIES + number
    }

    /// How many bits inputs and latches have.
    pub(super) fn all_bits(&self) -> u32 {
        self.places.iter().map(|bits| bits.len() as u32).sum()
    }

    /// An input with any value; if it may float, with that too.
    pub(super) fn free_input(&mut self, input: usize, copy: u32) -> Bits {
        let (width, floats) = (self.inputs[input].width, self.inputs[input].floats);
        let bits = (0..width).map(|bit| {
            let number = self.variable(input, bit, copy * 2);
            let value = self.logic.variable(number);
            if !floats {
                return value;
            }
            let number = self.variable(input, bit, copy * 2 + 1);
            let float = self.logic.variable(number).v;
            self.logic.select(float, Bit::FLOAT, value)
        });
        bits.collect()
    }

    /// Both machines after every input has been set to 0, as a run begins: their states.
    pub(super) fn start(&mut self) -> (Vec<Node>, Vec<Node>) {
        let runner = crate::run::Runner::new(self.spec.chip().clone());
        (runner.state_now(), self.first.clone())
    }

    pub(super) fn spec_event(&mut self, state: &[Node], old: &[Bits], new: &[Bits]) -> Step {
        event(&mut self.spec, &mut self.logic, state, old, new)
    }

    pub(super) fn circuit_event(&mut self, state: &[Node], old: &[Bits], new: &[Bits]) -> Step {
        if self.delays {
            return self.circuit.timed_event(&mut self.logic, state, old, new);
        }
        event(&mut self.circuit, &mut self.logic, state, old, new)
    }

    /// Where the outputs differ, except where any value is allowed.
    pub(super) fn difference(&mut self, spec: &[Node], circuit: &[Node], inputs: &[Bits]) -> Node {
        let mut scene = self.spec.scene(spec, inputs);
        let wanted = self.spec.outputs(&mut self.logic, &mut scene);
        let mut scene = self.circuit.scene(circuit, inputs);
        let found = self.circuit.outputs(&mut self.logic, &mut scene);
        let mut wrong = Node::FALSE;
        for (wanted, found) in wanted.iter().flatten().zip(found.iter().flatten()) {
            let differ = self.logic.differ(*wanted, *found);
            let free = self.logic.is_undefined(*wanted);
            let bad = self.logic.bdd.but_not(differ, free);
            wrong = self.logic.bdd.or(wrong, bad);
        }
        wrong
    }

    pub(super) fn prove(&mut self) -> Option<Proof> {
        if self.spec.bits() > 0 || self.circuit.bits() > 0 {
            return self.one_step();
        }
        let inputs: Vec<Bits> = (0..self.inputs.len())
            .map(|input| self.free_input(input, 0))
            .collect();
        let bits = self.inputs.iter().map(|pin| pin.width).sum();
        (self.difference(&[], &[], &inputs) == Node::FALSE).then_some(Proof::AllInputs { bits })
    }
}

/// The bits of a circuit's registers and flip-flops, as they are on the simulator.
fn remembered(network: &Network, simulator: &Simulator) -> Vec<Node> {
    let mut bits = vec![Node::FALSE; network.bits];
    for store in &network.stores {
        if let State::Clocked { value, .. } = simulator.state(store.part) {
            for (at, bit) in bits[store.first..][..store.width].iter_mut().enumerate() {
                *bit = Node::constant(value >> at & 1 == 1);
            }
        }
    }
    bits
}

/// The places of the bits of inputs and latches in the variable order.
fn places(chip: &Chip) -> Vec<Vec<u32>> {
    let things: Vec<usize> = chip.of(Role::Input).chain(chip.of(Role::Latch)).collect();
    let mut weight = vec![0u32; chip.nets.len()];
    let sinks = chip.nets.iter().filter(|net| net.role == Role::Output);
    for net in sinks {
        weigh(
            chip,
            &net.drivers.iter().collect::<Vec<_>>(),
            net.width,
            &mut weight,
        );
    }
    for block in &chip.blocks {
        for (latch, value) in &block.assignments {
            let mut read = vec![value, &block.trigger];
            read.extend(&block.enabled);
            weigh(chip, &read, chip.nets[*latch].width, &mut weight);
        }
    }
    // Narrow things choose among wide ones.
    let key = |thing: usize| {
        let narrow = chip.nets[thing].width <= 3;
        (!narrow, u32::MAX - weight[thing])
    };
    let mut bits: Vec<_> = things
        .iter()
        .enumerate()
        .flat_map(|(place, &thing)| {
            let rank = key(thing);
            (0..chip.nets[thing].width).map(move |bit| (rank, bit, place))
        })
        .collect();
    bits.sort_unstable();
    let mut places = vec![Vec::new(); things.len()];
    for (number, (_, _, place)) in bits.into_iter().enumerate() {
        places[place].push(number as u32);
    }
    places
}

/// Adds a weight to everything these expressions depend on, through the signals.
fn weigh(chip: &Chip, roots: &[&crate::chip::Expr], width: u32, weight: &mut [u32]) {
    let mut seen = vec![false; chip.nets.len()];
    let mut todo = Vec::new();
    roots
        .iter()
        .for_each(|root| crate::lang::names(root, &mut todo));
    while let Some(net) = todo.pop() {
        if !std::mem::replace(&mut seen[net], true) {
            weight[net] += width;
            let drivers = chip.nets[net].drivers.iter();
            drivers.for_each(|driver| crate::lang::names(driver, &mut todo));
        }
    }
}
