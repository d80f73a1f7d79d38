//! An event of a circuit with the delays of its parts: every wire at every moment, until all is at rest.
//!
//! ```text
//!   time   0 at rest   1 the pin   ...   t: wire = f(inputs at t - delay)   ...   at rest
//! ```
//!
//! A part answers with what it sees, its delay later, as in the simulator; so pulses and races are followed as they happen.

use std::collections::{BTreeMap, BTreeSet};

use circuit::network::{CROSSING, Driver};

use super::circuit::View;
use super::{CircuitMachine, Machine, Scene, Step, act};
use crate::logic::{Bit, Bits, Logic, Node};

/// The simulator calls it an oscillation after this many moments.
const MOST_MOMENTS: usize = 1000;

/// Since when something has its value: the last one is that of now.
type History<T> = Vec<(u32, T)>;

fn at<T: Copy>(history: &[(u32, T)], time: u32) -> Option<T> {
    let since = history.iter().rev().find(|(since, _)| *since <= time);
    since.or(history.first()).map(|&(_, value)| value)
}

/// One moment of an event.
struct Moment<'a> {
    time: u32,
    inputs: &'a [Bits],
    wires: &'a [History<Bit>],
    state: &'a [History<Node>],
    /// By remembered bit.
    delays: &'a [u32],
}

impl View for Moment<'_> {
    fn input(&self, place: usize, bit: usize) -> Bit {
        self.inputs[place][bit]
    }

    fn wire(&self, wire: Option<usize>, delay: u32) -> Bit {
        let history = wire.map(|wire| &self.wires[wire]);
        let value = history.and_then(|history| at(history, self.time.saturating_sub(delay)));
        value.unwrap_or(Bit::FLOAT)
    }

    fn remembered(&self, bit: usize) -> Node {
        let time = self.time.saturating_sub(self.delays[bit]);
        at(&self.state[bit], time).unwrap_or(Node::FALSE)
    }
}

/// The wires that follow something, and how much later.
struct Followers {
    wires: Vec<Vec<(usize, u32)>>,
    bits: Vec<Vec<(usize, u32)>>,
    inputs: Vec<usize>,
}

impl CircuitMachine {
    /// One input takes a new value in a circuit at rest.
    pub(crate) fn timed_event(
        &mut self,
        logic: &mut Logic,
        state: &[Node],
        old: &[Bits],
        new: &[Bits],
    ) -> Step {
        let delays = self.delays();
        let followers = self.followers(&delays);
        let mut scene = self.scene(state, old);
        self.settle(logic, &mut scene);
        let now = |bits: &Option<Bits>| bits.as_ref().map_or(Bit::FLOAT, |bits| bits[0]);
        let mut wires: Vec<History<Bit>> = scene
            .values
            .iter()
            .map(|bits| vec![(0, now(bits))])
            .collect();
        let mut held: Vec<History<Node>> = state.iter().map(|&bit| vec![(0, bit)]).collect();
        let mut before = self.triggers(logic, &mut scene);
        let mut step = Step {
            state: state.to_vec(),
            defined: Node::TRUE,
            rests: false,
        };
        let mut due: BTreeMap<u32, BTreeSet<usize>> = BTreeMap::new();
        due.insert(CROSSING, followers.inputs.iter().copied().collect());
        for _ in 0..MOST_MOMENTS {
            let Some((time, todo)) = due.pop_first() else {
                step.state = scene.state;
                step.rests = true;
                return step;
            };
            let mut follow = |all: &[(usize, u32)]| {
                for &(wire, delay) in all {
                    due.entry(time + delay).or_default().insert(wire);
                }
            };
            let mut changed = Vec::new();
            for wire in todo {
                let moment = Moment {
                    time,
                    inputs: new,
                    wires: &wires,
                    state: &held,
                    delays: &delays,
                };
                let value = self.drive(logic, &moment, wire);
                if wires[wire].last().is_none_or(|&(_, last)| last != value) {
                    changed.push((wire, value));
                }
            }
            if changed.is_empty() {
                continue;
            }
            for (wire, value) in changed {
                wires[wire].push((time, value));
                scene.values[wire] = Some(vec![value]);
                follow(&followers.wires[wire]);
            }
            let now = self.triggers(logic, &mut scene);
            let next = act(self, logic, &mut scene, &before, &now, &mut step.defined);
            before = now;
            for (bit, value) in next.into_iter().enumerate() {
                if scene.state[bit] != value {
                    scene.state[bit] = value;
                    held[bit].push((time, value));
                    follow(&followers.bits[bit]);
                }
            }
            if logic.bdd.is_full() || self.gave_up {
                return step;
            }
        }
        step
    }

    /// Works out every wire.
    fn settle(&mut self, logic: &mut Logic, scene: &mut Scene) {
        for wire in 0..self.network.wires.len() {
            self.wire(logic, scene, Some(wire));
        }
    }

    fn delays(&self) -> Vec<u32> {
        let mut delays = vec![1; self.network.bits];
        for store in &self.network.stores {
            delays[store.first..store.first + store.width].fill(store.delay);
        }
        delays
    }

    fn followers(&self, delays: &[u32]) -> Followers {
        let network = &self.network;
        let mut followers = Followers {
            wires: vec![Vec::new(); network.wires.len()],
            bits: vec![Vec::new(); network.bits],
            inputs: Vec::new(),
        };
        for (wire, info) in network.wires.iter().enumerate() {
            for driver in &info.drivers {
                match *driver {
                    Driver::Input { .. } => followers.inputs.push(wire),
                    Driver::Wire { wire: other, .. } => {
                        followers.wires[other].push((wire, CROSSING));
                    }
                    Driver::Store { bit, .. } => followers.bits[bit].push((wire, delays[bit])),
                    Driver::Cell(cell) => {
                        let cell = &network.cells[cell];
                        for other in cell.wires() {
                            followers.wires[other].push((wire, cell.delay()));
                        }
                    }
                }
            }
        }
        followers
    }
}
