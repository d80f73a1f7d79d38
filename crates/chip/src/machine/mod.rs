//! The common model of a specification and a circuit: inputs, remembered bits, outputs, and moments at which bits change.
//!
//! Time is a sequence of events, and an event is one input pin that takes a new value:
//!
//! ```text
//!   before: triggers of (state, old inputs) ──┐
//!   after:  triggers of (state, new inputs) ──┴─ edges: what loads loads, with the values after the event
//!           then everything that is forced; again, until nothing changes any more
//! ```
//!
//! There are no delays. Effects of delays are found by running the real simulator beside it.

mod circuit;
mod spec;
mod timed;

pub use circuit::{CircuitMachine, Mismatch, PinOf, pins_of};
pub use spec::SpecMachine;

use crate::chip::Edge;
use crate::logic::{Bit, Bits, Logic, Node};

/// A machine with its inputs and its state, and everything computed about this moment so far.
pub struct Scene {
    pub state: Vec<Node>,
    pub inputs: Vec<Bits>,
    /// By wire or net.
    values: Vec<Option<Bits>>,
}

/// What loads at an edge of its trigger.
#[derive(Clone, Debug)]
pub struct Load {
    pub edge: Edge,
    /// The bits it writes.
    pub bits: std::ops::Range<usize>,
}

/// The value a load would take now.
pub struct Taken {
    pub enabled: Node,
    pub data: Vec<Node>,
    /// Where a specification does not define it.
    pub undefined: Node,
}

/// Bits that are forced while a condition holds.
pub struct Force {
    pub condition: Node,
    pub bits: std::ops::Range<usize>,
    pub data: Vec<Node>,
    pub undefined: Node,
}

pub trait Machine {
    /// The number of remembered bits.
    fn bits(&self) -> usize;
    fn loads(&self) -> &[Load];
    fn scene(&self, state: &[Node], inputs: &[Bits]) -> Scene;
    fn outputs(&mut self, logic: &mut Logic, scene: &mut Scene) -> Vec<Bits>;
    /// One for each load.
    fn triggers(&mut self, logic: &mut Logic, scene: &mut Scene) -> Vec<Bit>;
    fn take(&mut self, logic: &mut Logic, scene: &mut Scene, load: usize) -> Taken;
    /// Later ones win.
    fn forces(&mut self, logic: &mut Logic, scene: &mut Scene) -> Vec<Force>;
}

/// A machine after an event.
pub struct Step {
    pub state: Vec<Node>,
    /// Where the specification defines the result.
    pub defined: Node,
    /// It came to rest.
    pub rests: bool,
}

/// Rounds of one event before it counts as oscillating.
const ROUNDS: usize = 16;

/// Applies an event to a machine: `before` are the triggers as they were.
pub(crate) fn react(
    machine: &mut dyn Machine,
    logic: &mut Logic,
    state: &[Node],
    mut before: Vec<Bit>,
    inputs: &[Bits],
) -> Step {
    let mut step = Step {
        state: state.to_vec(),
        defined: Node::TRUE,
        rests: false,
    };
    for _ in 0..ROUNDS {
        let mut scene = machine.scene(&step.state, inputs);
        let now = machine.triggers(logic, &mut scene);
        let next = act(machine, logic, &mut scene, &before, &now, &mut step.defined);
        before = now;
        if next == step.state {
            step.rests = true;
            return step;
        }
        step.state = next;
    }
    step
}

/// What the edges between two moments, and what is forced in the later one, make of the state.
fn act(
    machine: &mut dyn Machine,
    logic: &mut Logic,
    scene: &mut Scene,
    before: &[Bit],
    now: &[Bit],
    defined: &mut Node,
) -> Vec<Node> {
    let mut next = scene.state.clone();
    for load in 0..now.len() {
        let fires = fires(logic, machine.loads()[load].edge, before[load], now[load]);
        if fires == Node::FALSE {
            continue;
        }
        let taken = machine.take(logic, scene, load);
        let lost = logic.bdd.and(fires, taken.undefined);
        *defined = logic.bdd.but_not(*defined, lost);
        let acts = logic.bdd.and(fires, taken.enabled);
        let bits = machine.loads()[load].bits.clone();
        for (bit, data) in bits.zip(taken.data) {
            next[bit] = logic.bdd.ite(acts, data, next[bit]);
        }
    }
    for force in machine.forces(logic, scene) {
        *defined = logic.bdd.but_not(*defined, force.undefined);
        for (bit, data) in force.bits.zip(force.data) {
            next[bit] = logic.bdd.ite(force.condition, data, next[bit]);
        }
    }
    next
}

fn fires(logic: &mut Logic, edge: Edge, before: Bit, now: Bit) -> Node {
    let (low, high) = match edge {
        Edge::Rising => (before, now),
        Edge::Falling => (now, before),
    };
    let (low, high) = (logic.is_zero(low), logic.is_one(high));
    logic.bdd.and(low, high)
}

/// An input takes a new value.
pub fn event(
    machine: &mut dyn Machine,
    logic: &mut Logic,
    state: &[Node],
    old: &[Bits],
    new: &[Bits],
) -> Step {
    let mut scene = machine.scene(state, old);
    let before = machine.triggers(logic, &mut scene);
    react(machine, logic, state, before, new)
}

/// Applies everything that is forced, as it is between events.
pub fn settled(
    machine: &mut dyn Machine,
    logic: &mut Logic,
    state: &[Node],
    inputs: &[Bits],
) -> Node {
    let mut scene = machine.scene(state, inputs);
    let mut next = state.to_vec();
    for force in machine.forces(logic, &mut scene) {
        for (bit, data) in force.bits.zip(force.data) {
            next[bit] = logic.bdd.ite(force.condition, data, next[bit]);
        }
    }
    let mut settled = Node::TRUE;
    for (now, next) in state.iter().zip(next) {
        let differs = logic.bdd.xor(*now, next);
        settled = logic.bdd.but_not(settled, differs);
    }
    settled
}
