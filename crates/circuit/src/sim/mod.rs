//! Running a design: half-ticks, buttons, pins, keys, memories, readings, snapshots.

mod display;
mod exact;
mod faults;
mod inputs;
mod memory;
mod reading;
mod wheel;

use std::sync::Arc;

pub use display::Display;
pub use faults::{Oscillation, ShortCircuit};
pub use inputs::InputError;

use crate::model::Project;
use crate::netlist::{BuildError, Child, Design, DesignOptions, PartId, PathError};
use crate::part::{Model, State};
use crate::value::Word;
use exact::Exact;

/// What the engines share: what the parts remember, and what was touched from outside.
#[derive(Clone)]
struct Board {
    states: Vec<State>,
    ticks: u64,
    /// Parts to evaluate first in the next propagation.
    touched: Vec<u32>,
    /// By part: instance and component.
    part_place: Arc<[(u32, u32)]>,
    port_instance: Arc<[u32]>,
    clocks: Arc<[u32]>,
    activity: Option<Vec<Activity>>,
}

/// A net took a value at a time. Times count inside a propagation; half-ticks are not among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Activity {
    pub time: u64,
    /// Number of the net in the design.
    pub net: u32,
    pub value: Word,
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
    board: Board,
    exact: Exact,
}

/// The whole state of a [`Simulator`].
#[derive(Clone)]
pub struct Snapshot {
    board: Board,
    exact: Exact,
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

    pub fn from_design(design: Arc<Design>, options: &SimOptions) -> Simulator {
        let board = Board::new(&design, options.seed);
        let mut simulator = Simulator {
            exact: Exact::new(&design),
            design,
            board,
        };
        simulator
            .exact
            .start(&simulator.design, &mut simulator.board);
        simulator
    }

    pub fn design(&self) -> &Arc<Design> {
        &self.design
    }

    /// Half-ticks so far.
    pub fn ticks(&self) -> u64 {
        self.board.ticks
    }

    /// Part evaluations so far.
    pub fn evaluations(&self) -> u64 {
        self.exact.evaluations
    }

    /// Simulated time, in gate delays, since the start.
    pub fn time(&self) -> u64 {
        self.exact.wheel.time
    }

    /// The part at a path.
    pub fn find(&self, path: &str) -> Result<PartId, PathError> {
        self.design.find(path)
    }

    /// One clock edge, and everything that follows from it.
    pub fn half_tick(&mut self) {
        self.board.tick(&self.design);
        self.propagate();
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
        self.exact.oscillating
    }

    fn propagate(&mut self) {
        self.exact.propagate(&self.design, &mut self.board);
    }

    /// Marks a part as changed from outside and lets the circuit settle.
    fn touch(&mut self, part: PartId) {
        self.board.touched.push(part.0);
        self.propagate();
    }

    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            board: self.board.clone(),
            exact: self.exact.clone(),
        }
    }

    /// Goes back to a snapshot of this very simulator or of one of the same design.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        self.board.clone_from(&snapshot.board);
        self.exact.clone_from(&snapshot.exact);
    }

    /// From now on every change of a net is written down, glitches too, until [`Simulator::take_activity`].
    pub fn record_activity(&mut self) {
        self.board.activity.get_or_insert_default();
    }

    /// The changes since recording began or since they were last taken.
    pub fn take_activity(&mut self) -> Vec<Activity> {
        self.board
            .activity
            .as_mut()
            .map(std::mem::take)
            .unwrap_or_default()
    }
}

impl Board {
    fn new(design: &Design, seed: u64) -> Board {
        let mut board = Board {
            states: Vec::with_capacity(design.parts),
            ticks: 0,
            touched: Vec::new(),
            part_place: Arc::new([]),
            port_instance: Arc::new([]),
            clocks: Arc::new([]),
            activity: None,
        };
        let (mut places, mut port_instances, mut clocks) = (
            Vec::with_capacity(design.parts),
            Vec::with_capacity(design.ports),
            Vec::new(),
        );
        for (index, instance) in design.instances.iter().enumerate() {
            let sheet = &design.sheets[instance.circuit.0 as usize];
            port_instances.extend(sheet.ports.iter().map(|_| index as u32));
            for (component, model) in sheet.models.iter().enumerate() {
                let part = instance.first_part + component as u32;
                if matches!(model, Model::Clock(_)) {
                    clocks.push(part);
                }
                places.push((index as u32, component as u32));
                board
                    .states
                    .push(model.initial_state(seed.wrapping_add(u64::from(part))));
            }
        }
        for (part, native) in &design.natives {
            board.states[part.0 as usize] = State::Native(native.clone());
        }
        board.part_place = places.into();
        board.port_instance = port_instances.into();
        board.clocks = clocks.into();
        board
    }

    /// Counts a half-tick and sets the clocks.
    fn tick(&mut self, design: &Design) {
        self.ticks += 1;
        for &part in self.clocks.iter() {
            let (instance, component) = self.part_place[part as usize];
            let Model::Clock(clock) = &design.sheet(instance).models[component as usize] else {
                continue;
            };
            let level = clock.level(self.ticks);
            if let State::Level(shown) = &mut self.states[part as usize]
                && *shown != level
            {
                *shown = level;
                self.touched.push(part);
            }
        }
    }

    fn model<'d>(&self, design: &'d Design, part: PartId) -> &'d Model {
        let (instance, component) = self.part_place[part.0 as usize];
        match design.child(instance, component) {
            Some(Child::Native(_)) => &Model::Native,
            _ => &design.sheet(instance).models[component as usize],
        }
    }
}
