//! Moments to return to: only the state of a circuit, not the engines' working data.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::compile::plan::Plan;
use super::exact::ExactState;
use super::fast::Fast;
use super::states::StateId;
use super::{Engine, Simulator};
use crate::component::State;
use crate::netlist::ids::ById;
use crate::value::Word;

/// The whole state of a [`Simulator`] at a half-tick. Cloning one costs nothing, and two are equal if the circuit is
/// in the same state at the same half-tick.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Snapshot {
    moment: Arc<Moment>,
}

#[derive(PartialEq, Eq)]
struct Moment {
    ticks: u64,
    states: Vec<State>,
    engine: Values,
}

/// The values of the wires.
enum Values {
    /// At rest: the value of every source of the plan.
    Fast(Arc<Plan>, Vec<Word>),
    Exact(Box<ExactState>),
}

impl PartialEq for Values {
    fn eq(&self, other: &Values) -> bool {
        match (self, other) {
            (Values::Fast(_, a), Values::Fast(_, b)) => a == b,
            (Values::Exact(a), Values::Exact(b)) => a == b,
            _ => false,
        }
    }
}

impl Eq for Values {}

impl Hash for Moment {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.ticks, &self.states).hash(hasher);
        match &self.engine {
            Values::Fast(_, words) => words.hash(hasher),
            Values::Exact(state) => state.nets.hash(hasher),
        }
    }
}

impl Snapshot {
    /// Half-ticks at that moment.
    pub fn ticks(&self) -> u64 {
        self.moment.ticks
    }

    /// Whether both are the same state, perhaps at different half-ticks.
    pub fn repeats(&self, other: &Snapshot) -> bool {
        self.moment.engine == other.moment.engine && self.moment.states == other.moment.states
    }

    /// Its approximate size in bytes. Pages of memories count in full, although moments share those that did not change
    /// between them.
    pub fn bytes(&self) -> usize {
        let moment = &*self.moment;
        let values = match &moment.engine {
            Values::Fast(_, words) => size_of_val(&words[..]),
            Values::Exact(state) => state.bytes(),
        };
        let inside = |state: &State| match state {
            State::Memory { cells, .. } => cells.bytes(),
            _ => 0,
        };
        let states = size_of_val(&moment.states[..]);
        values + states + moment.states.iter().map(inside).sum::<usize>()
    }
}

impl Simulator {
    /// The present moment, to return to.
    pub fn snapshot(&self) -> Snapshot {
        let mut states = self.shared.states.clone();
        let engine = match &self.fast {
            Some(fast) if self.running == Engine::Fast => {
                fast.show_clocks(&mut states);
                Values::Fast(fast.plan().clone(), fast.values().to_vec())
            }
            _ => Values::Exact(Box::new(self.exact.save())),
        };
        let moment = Moment {
            ticks: self.shared.ticks,
            states: states.list.to_vec(),
            engine,
        };
        Snapshot {
            moment: Arc::new(moment),
        }
    }

    /// Goes back to a snapshot of this simulator, or of another of the same design.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        let moment = &*snapshot.moment;
        self.shared.ticks = moment.ticks;
        self.shared.touched.clear();
        let list: &mut ById<StateId, State> = &mut self.shared.states.list;
        list.clone_from_slice(&moment.states);
        self.checkpoint.stale = true;
        match (&moment.engine, &mut self.fast) {
            (Values::Fast(_, words), Some(fast)) => {
                fast.set_values(&self.shared, words);
                self.running = Engine::Fast;
            }
            (Values::Fast(plan, words), None) => {
                let mut fast = Fast::new(plan.clone(), &self.shared);
                fast.set_words(words);
                fast.hand_over(&self.design, &mut self.shared, &mut self.exact);
            }
            (Values::Exact(state), _) => {
                self.exact.load(state);
                self.running = Engine::Exact;
            }
        }
    }
}
