//! Running a design: half-ticks, buttons, pins, keys, memories, readings, snapshots.

mod display;
mod exact;
mod fast;
mod faults;
mod fold;
mod gate;
mod inputs;
mod memory;
mod plan;
mod reading;
mod wheel;

use std::sync::Arc;

pub use crate::component::{Display, Light};
pub use faults::{Oscillation, ShortCircuit};
pub use inputs::InputError;

use crate::component::{Behaviour, State};
use crate::netlist::ids::ById;
use crate::netlist::{
    BuildError, Child, Design, DesignOptions, InstanceId, NetId, PartId, PathError, PortId,
};
use crate::project::Project;
use crate::value::Word;
use exact::Exact;
use fast::Fast;
use plan::Plan;

/// What the engines share: what the parts remember, and what was touched from outside.
#[derive(Clone)]
struct Shared {
    states: ById<PartId, State>,
    ticks: u64,
    /// Parts to evaluate first in the next propagation.
    touched: Vec<PartId>,
    /// By part: instance and component.
    part_place: Arc<ById<PartId, (InstanceId, u32)>>,
    /// By part: what is inside.
    children: Arc<ById<PartId, Option<Child>>>,
    port_instance: Arc<ById<PortId, InstanceId>>,
    clocks: Arc<[PartId]>,
    activity: Option<Vec<Activity>>,
}

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

/// A running circuit.
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
struct Checkpoint {
    shared: Shared,
    fast: Option<Fast>,
    /// Something else than a half-tick was done since: it must not be used.
    stale: bool,
}

/// Half-ticks between checkpoints.
const CHECKPOINT_EVERY: u64 = 1024;

/// The whole state of a [`Simulator`].
#[derive(Clone)]
pub struct Snapshot {
    shared: Shared,
    state: EngineState,
}

#[derive(Clone)]
enum EngineState {
    Fast(Box<Fast>),
    Exact(Box<Exact>),
}

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
        let plan = match options.engine {
            Engine::Fast => Plan::build(&design, &shared),
            Engine::Exact => None,
        };
        let fast = plan.map(|plan| Fast::new(Arc::new(plan), &exact));
        let checkpoint = Checkpoint {
            shared: shared.clone(),
            fast: None,
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

    /// Up to `half_ticks` half-ticks; stops when the circuit oscillates. Answers how many were done.
    pub fn run(&mut self, half_ticks: u64) -> u64 {
        for done in 0..half_ticks {
            self.half_tick();
            if self.is_oscillating() {
                return done + 1;
            }
        }
        half_ticks
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
        match &mut self.fast {
            Some(fast) if self.running == Engine::Fast => {
                if !fast.propagate(&mut self.shared) {
                    self.hand_over(touched);
                }
            }
            _ => self.exact.propagate(&self.design, &mut self.shared),
        }
    }

    fn make_checkpoint(&mut self) {
        self.checkpoint.shared.clone_from(&self.shared);
        self.checkpoint.fast.clone_from(&self.fast);
        self.checkpoint.stale = false;
    }

    /// Goes back to the checkpoint and does everything since then with the exact engine.
    fn hand_over(&mut self, touched: &[PartId]) {
        let states = touched.iter();
        let states = states.map(|&part| self.shared.states[part].clone());
        let states: Vec<State> = states.collect();
        let ticks = self.shared.ticks;
        self.shared.clone_from(&self.checkpoint.shared);
        let evaluations = self.fast.as_ref().map_or(0, |fast| fast.evaluations);
        self.fast.clone_from(&self.checkpoint.fast);
        if let Some(fast) = &mut self.fast {
            fast.evaluations = evaluations;
            fast.hand_over(&self.design, &mut self.shared, &mut self.exact);
        }
        self.running = Engine::Exact;
        while self.shared.ticks < ticks {
            self.shared.tick(&self.design);
            self.exact.propagate(&self.design, &mut self.shared);
        }
        for (&part, state) in touched.iter().zip(states) {
            self.shared.states[part] = state;
            self.shared.touched.push(part);
        }
        if !touched.is_empty() {
            self.exact.propagate(&self.design, &mut self.shared);
        }
        self.handovers += 1;
        self.retry_at = ticks + (64 << self.handovers.min(20));
    }

    /// Back to the fast engine, if there is one and the circuit is at rest.
    fn try_fast(&mut self) {
        if let Some(fast) = &mut self.fast
            && !self.exact.oscillating
            && self.shared.activity.is_none()
        {
            fast.take_over(&self.exact);
            self.running = Engine::Fast;
            self.checkpoint.stale = true;
        }
    }

    pub fn snapshot(&self) -> Snapshot {
        let state = match &self.fast {
            Some(fast) if self.running == Engine::Fast => EngineState::Fast(Box::new(fast.clone())),
            _ => EngineState::Exact(Box::new(self.exact.clone())),
        };
        Snapshot {
            shared: self.shared.clone(),
            state,
        }
    }

    /// Goes back to a snapshot of this simulator, or of another of the same design.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        self.shared.clone_from(&snapshot.shared);
        self.checkpoint.stale = true;
        match &snapshot.state {
            EngineState::Fast(fast) => {
                self.fast = Some((**fast).clone());
                self.running = Engine::Fast;
            }
            EngineState::Exact(exact) => {
                self.exact.clone_from(exact);
                self.running = Engine::Exact;
            }
        }
    }

    /// From now on every change of a net is written down, glitches too, until [`Simulator::take_activity`].
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

    /// The changes since recording began or since they were last taken.
    pub(crate) fn take_activity(&mut self) -> Vec<Activity> {
        self.shared
            .activity
            .as_mut()
            .map(std::mem::take)
            .unwrap_or_default()
    }
}

impl Shared {
    fn new(design: &Design, seed: u64) -> Shared {
        let (mut states, mut places) = (ById::new(), ById::new());
        let (mut port_instances, mut clocks) = (ById::new(), Vec::new());
        for (id, instance) in design.instances.entries() {
            let sheet = design.sheet(id);
            port_instances.extend(sheet.ports.iter().map(|_| id));
            for (component, behaviour) in (0..).zip(&sheet.behaviours) {
                let part = instance.part(component);
                if matches!(behaviour, Behaviour::Clock(_)) {
                    clocks.push(part);
                }
                places.add((id, component));
                states.add(behaviour.initial_state(seed.wrapping_add(u64::from(part.0))));
            }
        }
        for (part, native) in &design.natives {
            states[*part] = State::Native(native.clone());
        }
        let child = |&(instance, component): &(InstanceId, u32)| design.child(instance, component);
        Shared {
            states,
            ticks: 0,
            touched: Vec::new(),
            children: Arc::new(places.iter().map(child).collect()),
            part_place: Arc::new(places),
            port_instance: Arc::new(port_instances),
            clocks: clocks.into(),
            activity: None,
        }
    }

    /// Counts a half-tick and sets the clocks.
    fn tick(&mut self, design: &Design) {
        self.ticks += 1;
        for &part in self.clocks.iter() {
            let (instance, component) = self.part_place[part];
            let Behaviour::Clock(clock) = &design.sheet(instance).behaviours[component as usize]
            else {
                continue;
            };
            let level = clock.level(self.ticks);
            if let State::Level(shown) = &mut self.states[part]
                && *shown != level
            {
                *shown = level;
                self.touched.push(part);
            }
        }
    }

    fn behaviour<'d>(&self, design: &'d Design, part: PartId) -> &'d Behaviour {
        let (instance, component) = self.part_place[part];
        match self.children[part] {
            Some(Child::Native) => &Behaviour::Native,
            _ => &design.sheet(instance).behaviours[component as usize],
        }
    }
}
