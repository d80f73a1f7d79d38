//! The states of the parts, stored compactly, and the constant data of a running design.

use std::ops::{Index, IndexMut};
use std::sync::Arc;

use super::Activity;
use crate::component::{Behaviour, State};
use crate::netlist::ids::{ById, Id, numbers};
use crate::netlist::{Child, ComponentId, Design, InstanceId, PartId, PortId};

numbers! {
    /// A part with state; 0 stands for all without state.
    pub(super) StateId;
}

/// By part: its state. Parts without state take no room.
#[derive(Clone)]
pub(super) struct States {
    pub(super) list: ById<StateId, State>,
    of_part: Arc<ById<PartId, StateId>>,
}

impl Index<PartId> for States {
    type Output = State;

    #[inline]
    fn index(&self, part: PartId) -> &State {
        &self.list[self.of_part[part]]
    }
}

impl IndexMut<PartId> for States {
    #[inline]
    fn index_mut(&mut self, part: PartId) -> &mut State {
        &mut self.list[self.of_part[part]]
    }
}

impl States {
    fn new(all: impl Iterator<Item = State>) -> States {
        let mut list: ById<StateId, State> = vec![State::None].into();
        let of_part = all.map(|state| match state {
            State::None => StateId(0),
            state => list.add(state),
        });
        States {
            of_part: Arc::new(of_part.collect()),
            list,
        }
    }
}

/// The constant data of a design: one for all simulations of it.
pub(super) struct Frame {
    /// By part: instance and component.
    pub(super) part_place: ById<PartId, (InstanceId, ComponentId)>,
    /// By part: its contents.
    pub(super) children: ById<PartId, Option<Child>>,
    pub(super) port_instance: ById<PortId, InstanceId>,
    pub(super) clocks: Vec<PartId>,
}

/// The data the engines share: the states of the parts, and external changes.
#[derive(Clone)]
pub(super) struct Shared {
    pub(super) states: States,
    pub(super) ticks: u64,
    pub(super) frame: Arc<Frame>,
    /// Parts to evaluate first in the next propagation.
    pub(super) touched: Vec<PartId>,
    pub(super) activity: Option<Vec<Activity>>,
}

impl Shared {
    pub(super) fn new(design: &Design, seed: u64) -> Shared {
        let (mut states, mut places) = (Vec::new(), ById::new());
        let (mut port_instance, mut clocks) = (ById::new(), Vec::new());
        for (id, instance) in design.instances.entries() {
            let sheet = design.sheet(id);
            port_instance.extend(sheet.ports.iter().map(|_| id));
            for (component, behaviour) in sheet.behaviours.entries() {
                let part = instance.part(component);
                if matches!(behaviour, Behaviour::Clock(_)) {
                    clocks.push(part);
                }
                places.add((id, component));
                states.push(behaviour.initial_state(seed.wrapping_add(u64::from(part.0))));
            }
        }
        for (part, native) in &design.natives {
            states[part.index()] = State::Native(native.clone());
        }
        let child =
            |&(instance, component): &(InstanceId, ComponentId)| design.child(instance, component);
        Shared {
            states: States::new(states.into_iter()),
            ticks: 0,
            frame: Arc::new(Frame {
                children: places.iter().map(child).collect(),
                part_place: places,
                port_instance,
                clocks,
            }),
            touched: Vec::new(),
            activity: None,
        }
    }

    /// Counts a half-tick and sets the clocks.
    pub(super) fn tick(&mut self, design: &Design) {
        self.ticks += 1;
        for &part in &self.frame.clocks {
            let (instance, component) = self.frame.part_place[part];
            let Behaviour::Clock(clock) = &design.sheet(instance).behaviours[component] else {
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

    pub(super) fn behaviour<'d>(&self, design: &'d Design, part: PartId) -> &'d Behaviour {
        let (instance, component) = self.frame.part_place[part];
        match self.frame.children[part] {
            Some(Child::Native) => &Behaviour::Native,
            _ => &design.sheet(instance).behaviours[component],
        }
    }
}
