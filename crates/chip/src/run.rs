//! Running a specification without a circuit.

use std::sync::Arc;

use circuit::{Value, Word};

use crate::chip::{Chip, Role};
use crate::logic::{Bit, Bits, Logic, Node};
use crate::machine::{Machine, SpecMachine, Step, event};

/// A running specification. It begins with every input and every latch 0.
pub struct Runner {
    machine: SpecMachine,
    logic: Logic,
    state: Vec<Node>,
    inputs: Vec<Bits>,
    /// Something happened that the specification does not define.
    lost: bool,
}

/// A saved state of a [`Runner`].
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Saved {
    state: Vec<Node>,
    inputs: Vec<Bits>,
    lost: bool,
}

/// Constants only: no functions are built.
const ROOM: usize = 16;

impl Runner {
    pub fn new(chip: Arc<Chip>) -> Runner {
        let machine = SpecMachine::new(chip);
        let chip = machine.chip().clone();
        let inputs = chip.of(Role::Input);
        let inputs = inputs.map(|net| vec![Bit::ZERO; chip.nets[net].width as usize]);
        let mut runner = Runner {
            state: vec![Node::FALSE; machine.bits()],
            inputs: inputs.collect(),
            machine,
            logic: Logic::new(ROOM),
            lost: false,
        };
        // Forced from the start.
        let inputs = runner.inputs.clone();
        runner.act(inputs);
        runner
    }

    pub fn chip(&self) -> &Arc<Chip> {
        self.machine.chip()
    }

    /// Whether the behaviour is still defined.
    pub fn is_defined(&self) -> bool {
        !self.lost
    }

    /// Sets an input, by its index among the inputs.
    pub fn set(&mut self, input: usize, value: Value) {
        let mut inputs = self.inputs.clone();
        inputs[input] = bits(value);
        if inputs != self.inputs {
            self.act(inputs);
        }
    }

    fn act(&mut self, inputs: Vec<Bits>) {
        let Step {
            state,
            defined,
            rests,
        } = event(
            &mut self.machine,
            &mut self.logic,
            &self.state,
            &self.inputs,
            &inputs,
        );
        self.state = state;
        self.inputs = inputs;
        self.lost |= defined != Node::TRUE || !rests;
    }

    pub fn inputs(&self) -> Vec<Value> {
        self.inputs.iter().map(|bits| value(bits)).collect()
    }

    /// The outputs; undefined bits are E.
    pub fn outputs(&mut self) -> Vec<Value> {
        let mut scene = self.machine.scene(&self.state, &self.inputs);
        let outputs = self.machine.outputs(&mut self.logic, &mut scene);
        outputs.iter().map(|bits| value(bits)).collect()
    }

    /// The remembered bits.
    pub(crate) fn state_now(&self) -> Vec<Node> {
        self.state.clone()
    }

    /// The contents of the latches, in the order of their declarations.
    pub fn latches(&self) -> Vec<Value> {
        let chip = self.chip();
        let mut first = 0;
        let mut values = Vec::new();
        for latch in chip.of(Role::Latch) {
            let width = chip.nets[latch].width as usize;
            let bits = self.state[first..first + width].iter();
            let bits: Bits = bits.map(|&node| Bit::known(node)).collect();
            values.push(value(&bits));
            first += width;
        }
        values
    }

    pub fn save(&self) -> Saved {
        Saved {
            state: self.state.clone(),
            inputs: self.inputs.clone(),
            lost: self.lost,
        }
    }

    pub fn load(&mut self, saved: &Saved) {
        self.state.clone_from(&saved.state);
        self.inputs.clone_from(&saved.inputs);
        self.lost = saved.lost;
    }
}

pub(crate) fn bits(value: Value) -> Bits {
    let width = u32::from(value.width);
    (0..width)
        .map(|bit| Bit::from_word(value.word.bit(bit)))
        .collect()
}

pub(crate) fn value(bits: &[Bit]) -> Value {
    let mut word = Word::ZERO;
    for (at, bit) in bits.iter().enumerate() {
        let bit = bit.constant().unwrap_or(Word::E);
        word.v |= bit.v << at;
        word.u |= bit.u << at;
    }
    word.with_width(bits.len() as u32)
}

/// Whether a circuit's value is what the specification demands: undefined bits may be anything.
pub fn accepts(wanted: Value, found: Value) -> bool {
    let free = wanted.word.v & wanted.word.u;
    wanted.width == found.width && wanted.word.differs(found.word) & !free == 0
}
