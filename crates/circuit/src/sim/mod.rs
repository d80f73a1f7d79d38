//! Running a design: half-ticks, buttons, pins, keys, memories, readings, snapshots.

mod calm;
mod compile;
mod copies;
mod display;
mod edited;
mod exact;
mod fast;
mod faults;
mod held;
mod inputs;
mod memory;
mod reading;
mod repeat;
mod saved;
mod snapshot;
mod states;
mod travel;
mod wheel;
mod words;

use std::sync::Arc;

pub use crate::component::{Display, Light};
pub use copies::on_copies;
pub use faults::{Oscillation, ShortCircuit};
pub use inputs::InputError;
pub use snapshot::Snapshot;
pub use travel::Input;

use crate::component::State;
use crate::netlist::{BuildError, Design, DesignOptions, NetId, PartId, PathError};
use crate::project::Project;
use crate::value::Word;
use exact::Exact;
use fast::{End, Fast};
use states::Shared;

/// A net took a value at a time. Times count inside a propagation; half-ticks are not among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Activity {
    pub(crate) time: u64,
    pub(crate) net: NetId,
    pub(crate) value: Word,
}

/// Which engine runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// The same values at every half-tick, as fast as possible.
    #[default]
    Fast,
    /// Every event Logisim has, in its order.
    Exact,
}

#[derive(Clone, Default)]
pub struct SimOptions {
    pub engine: Engine,
    /// For random generators without a seed of their own.
    pub seed: u64,
    pub design: DesignOptions,
}

/// A running circuit. Copies share its constant data: the design and its compiled form.
#[derive(Clone)]
pub struct Simulator {
    design: Arc<Design>,
    shared: Shared,
    exact: Exact,
    /// The fast engine, unless only the exact one is wanted or possible.
    fast: Option<Fast>,
    /// Which of the two holds the present state.
    running: Engine,
    checkpoint: Checkpoint,
    /// Half-ticks before the fast engine is tried again, after the exact one had to take over.
    retry_at: u64,
    handovers: u32,
}

/// A state at rest to go back to when the exact engine has to take over. After it only half-ticks were done.
#[derive(Clone)]
struct Checkpoint {
    shared: Shared,
    /// The values of the fast engine's sources.
    values: Vec<Word>,
    /// An action other than a half-tick was made since: it must not be used.
    stale: bool,
}

/// Half-ticks between checkpoints.
const CHECKPOINT_EVERY: u64 = 1024;

impl Simulator {
    /// Builds `circuit` (the main one if `None`) and lets it settle, as Logisim does on opening a file.
    pub fn new(
        project: Arc<Project>,
        circuit: Option<&str>,
        options: &SimOptions,
    ) -> Result<Simulator, BuildError> {
        let design = Design::build(project, circuit, &options.design)?;
        Ok(Simulator::from_design(Arc::new(design), options))
    }

    pub(crate) fn from_design(design: Arc<Design>, options: &SimOptions) -> Simulator {
        let mut shared = Shared::new(&design, options.seed);
        let mut exact = Exact::new(&design);
        exact.start(&design, &mut shared);
        let mut fast = match options.engine {
            Engine::Fast => Fast::of(&design, &shared, &exact),
            Engine::Exact => None,
        };
        if let Some(fast) = &mut fast {
            fast.take_over(&exact, &shared);
        }
        let checkpoint = Checkpoint {
            shared: shared.clone(),
            values: Vec::new(),
            stale: true,
        };
        let running = if fast.is_some() && !exact.oscillating {
            Engine::Fast
        } else {
            Engine::Exact
        };
        Simulator {
            design,
            shared,
            exact,
            fast,
            running,
            checkpoint,
            retry_at: 0,
            handovers: 0,
        }
    }

    /// The same circuit at the start, with the contents of its memories now, in which only some parts are active.
    pub(crate) fn with_awake(&self, awake: impl Fn(PartId) -> bool, seed: u64) -> Simulator {
        let options = SimOptions {
            engine: match self.fast {
                Some(_) => Engine::Fast,
                None => Engine::Exact,
            },
            seed,
            ..SimOptions::default()
        };
        let design = Arc::new(self.design.with_awake(awake));
        let mut simulator = Simulator::from_design(design, &options);
        let memories: Vec<PartId> = self
            .design
            .part_ids()
            .filter(|&part| matches!(simulator.shared.states[part], State::Memory { .. }))
            .collect();
        for &part in &memories {
            simulator.shared.states[part] = self.shared.states[part].clone();
        }
        simulator.touch(&memories);
        simulator
    }

    pub fn design(&self) -> &Arc<Design> {
        &self.design
    }

    /// The engine that runs now. A fast simulation goes by way of the exact engine where it has to.
    pub fn engine(&self) -> Engine {
        self.running
    }

    /// Half-ticks so far.
    pub fn ticks(&self) -> u64 {
        self.shared.ticks
    }

    /// Part evaluations so far.
    pub fn evaluations(&self) -> u64 {
        self.exact.evaluations + self.fast.as_ref().map_or(0, |fast| fast.evaluations)
    }

    /// Simulated time, in gate delays, since the start. Only the exact engine counts it.
    pub fn time(&self) -> u64 {
        self.exact.wheel.time
    }

    /// The part at a path.
    pub fn find(&self, path: &str) -> Result<PartId, PathError> {
        self.design.find(path)
    }

    /// One clock edge, and everything that follows from it.
    pub fn half_tick(&mut self) {
        if self.running == Engine::Exact && self.shared.ticks >= self.retry_at {
            self.try_fast();
        }
        if self.running == Engine::Fast {
            let age = self
                .shared
                .ticks
                .saturating_sub(self.checkpoint.shared.ticks);
            if self.checkpoint.stale || age >= CHECKPOINT_EVERY {
                self.make_checkpoint();
            }
        }
        self.shared.tick(&self.design);
        self.propagate(&[]);
    }

    /// The last propagation did not come to rest.
    pub fn is_oscillating(&self) -> bool {
        self.running == Engine::Exact && self.exact.oscillating
    }

    /// Marks parts as changed from outside, in one instant, and lets the circuit settle.
    fn touch(&mut self, parts: &[PartId]) {
        if self.running == Engine::Fast && self.checkpoint.stale {
            self.make_checkpoint();
        }
        self.shared.touched.extend(parts);
        self.propagate(parts);
        self.checkpoint.stale = true;
    }

    fn propagate(&mut self, touched: &[PartId]) {
        // As they were set: a propagation that has to be repeated may have changed them already.
        let states = touched.iter().map(|&part| self.shared.states[part].clone());
        let states: Vec<State> = states.collect();
        let end = self.propagate_once();
        if end != End::Rest {
            self.redo(end, touched, &states);
        }
    }

    fn make_checkpoint(&mut self) {
        if let Some(fast) = &self.fast {
            fast.show_clocks(&mut self.shared.states);
            self.checkpoint.values.clear();
            self.checkpoint.values.extend(fast.words_at_rest());
        }
        self.checkpoint.shared.clone_from(&self.shared);
        self.checkpoint.stale = false;
    }

    /// Goes back to the checkpoint and redoes everything since then: with the parts that waited too long made exact, or with
    /// the exact engine.
    fn redo(&mut self, mut end: End, touched: &[PartId], states: &[State]) {
        let ticks = self.shared.ticks;
        while end != End::Rest {
            self.go_back(end);
            end = End::Rest;
            while self.shared.ticks < ticks && end == End::Rest {
                self.shared.tick(&self.design);
                end = self.propagate_once();
            }
            if !touched.is_empty() && end == End::Rest {
                for (&part, state) in touched.iter().zip(states) {
                    self.shared.states[part] = state.clone();
                    self.shared.touched.push(part);
                }
                end = self.propagate_once();
            }
        }
        if self.running == Engine::Exact {
            self.handovers += 1;
            self.retry_at = ticks + (64 << self.handovers.min(20));
        }
    }

    fn go_back(&mut self, end: End) {
        self.shared.clone_from(&self.checkpoint.shared);
        let Some(fast) = &mut self.fast else { return };
        match end {
            End::Again => fast.correct(&self.shared, &mut self.checkpoint.values),
            _ => fast.set_words(&self.checkpoint.values),
        }
        if matches!(end, End::TooLong | End::Unknown) {
            fast.hand_over(&self.design, &mut self.shared, &mut self.exact);
        }
        match end {
            End::TooLong => self.running = Engine::Exact,
            End::Unknown => {
                fast.distrust(&self.shared);
                fast.take_over(&self.exact, &self.shared);
                self.checkpoint.shared.clone_from(&self.shared);
                self.checkpoint.values = fast.words_at_rest().to_vec();
            }
            End::Rest | End::Again => {}
        }
    }

    fn propagate_once(&mut self) -> End {
        match &mut self.fast {
            Some(fast) if self.running == Engine::Fast => fast.propagate(&mut self.shared),
            _ => {
                self.exact.propagate(&self.design, &mut self.shared);
                End::Rest
            }
        }
    }

    /// Back to the fast engine, if there is one and the circuit is at rest.
    fn try_fast(&mut self) {
        if let Some(fast) = &mut self.fast
            && !self.exact.oscillating
            && self.shared.activity.is_none()
        {
            fast.take_over(&self.exact, &self.shared);
            self.running = Engine::Fast;
            self.checkpoint.stale = true;
        }
    }

    /// From now on every change of a net is recorded, glitches too, until [`Simulator::take_activity`].
    /// From here on the exact engine runs.
    pub(crate) fn record_activity(&mut self) {
        self.go_exact();
        self.shared.activity.get_or_insert_default();
    }

    fn go_exact(&mut self) {
        if let (Some(fast), Engine::Fast) = (&self.fast, self.running) {
            fast.hand_over(&self.design, &mut self.shared, &mut self.exact);
            self.running = Engine::Exact;
        }
    }

    /// The changes since recording began or since the last call.
    pub(crate) fn take_activity(&mut self) -> Vec<Activity> {
        self.shared
            .activity
            .as_mut()
            .map(std::mem::take)
            .unwrap_or_default()
    }
}
