//! The state of the exact engine: saved, and taken over from the other engine.

use super::Exact;
use super::read::read;
use crate::component::{Behaviour, Direction, State};
use crate::netlist::{ComponentId, Design, InstanceId, PortId, Slice};
use crate::sim::states::Shared;
use crate::sim::wheel::{Event, Wheel};
use crate::value::Word;

/// The state the engine needs to continue from here.
#[derive(Clone)]
pub(in crate::sim) struct ExactState {
    pub(in crate::sim) nets: Vec<Word>,
    pub(in crate::sim) net_seen: Vec<bool>,
    pub(in crate::sim) drivers: Vec<Word>,
    pub(in crate::sim) driver_seen: Vec<bool>,
    pub(in crate::sim) started: bool,
    pub(in crate::sim) oscillating: bool,
    pub(in crate::sim) restless: Vec<PortId>,
    time: u64,
    /// Pending events, with their remaining delays.
    pub(in crate::sim) events: Vec<(u32, Event<PortId>)>,
}

/// The time does not count: delays do.
impl PartialEq for ExactState {
    fn eq(&self, other: &ExactState) -> bool {
        let flags = |state: &ExactState| (state.started, state.oscillating);
        flags(self) == flags(other)
            && self.nets == other.nets
            && self.drivers == other.drivers
            && self.events == other.events
            && self.net_seen == other.net_seen
            && self.driver_seen == other.driver_seen
    }
}

impl Eq for ExactState {}

impl ExactState {
    pub(in crate::sim) fn bytes(&self) -> usize {
        size_of_val(&self.nets[..])
            + size_of_val(&self.drivers[..])
            + size_of_val(&self.events[..])
            + self.net_seen.len()
            + self.driver_seen.len()
    }
}
impl Exact {
    pub(in crate::sim) fn save(&self) -> ExactState {
        ExactState {
            nets: self.nets.to_vec(),
            net_seen: self.net_seen.to_vec(),
            drivers: self.drivers.to_vec(),
            driver_seen: self.driver_seen.to_vec(),
            started: self.started,
            oscillating: self.oscillating,
            restless: self.restless.clone(),
            time: self.wheel.time,
            events: self.wheel.events(),
        }
    }

    pub(in crate::sim) fn load(&mut self, state: &ExactState) {
        self.nets.copy_from_slice(&state.nets);
        self.net_seen.copy_from_slice(&state.net_seen);
        self.drivers.copy_from_slice(&state.drivers);
        self.driver_seen.copy_from_slice(&state.driver_seen);
        self.started = state.started;
        self.oscillating = state.oscillating;
        self.restless.clone_from(&state.restless);
        self.wheel = Wheel::new();
        self.wheel.time = state.time;
        for (delay, event) in &state.events {
            self.wheel.push(event.driver, event.value, *delay);
        }
    }
    /// Takes over nets at rest from the other engine; the drivers that are parts have their values already.
    pub(in crate::sim) fn resume(&mut self, design: &Design, shared: &mut Shared, nets: &[Word]) {
        // An oscillation may have left events of another moment.
        self.wheel.clear();
        self.nets.copy_from_slice(nets);
        self.net_seen.fill(true);
        self.driver_seen.fill(true);
        self.started = true;
        self.oscillating = false;
        for inner in design.instance_ids() {
            let Some((outer, component)) = design.instances[inner].parent else {
                continue;
            };
            self.resume_pins(design, shared, outer, component, inner);
        }
    }

    /// The pins of a sub-circuit at rest: each side has the value of the other.
    fn resume_pins(
        &mut self,
        design: &Design,
        shared: &mut Shared,
        outer: InstanceId,
        component: ComponentId,
        inner: InstanceId,
    ) {
        let (outer_place, inner_place) = (&design.instances[outer], &design.instances[inner]);
        let (outer_sheet, inner_sheet) = (design.sheet(outer), design.sheet(inner));
        for local in outer_sheet.port_ids(component) {
            let port = &outer_sheet.ports[local];
            let inner_local = inner_sheet.first_port(port.pin);
            if port.direction != Direction::In {
                let inside = read(
                    self.nets.rest(inner_place.first_net),
                    inner_sheet,
                    inner_local,
                );
                self.drivers[outer_place.port(local)] = inside;
                continue;
            }
            let outside = read(self.nets.rest(outer_place.first_net), outer_sheet, local);
            let Behaviour::Pin(pin) = &inner_sheet.behaviours[port.pin] else {
                continue;
            };
            // The other pins are parts of their own in the fast engine too, and up to date.
            let alone = |slice: &Slice| inner_sheet.nets[slice.net].drivers.len() == 1;
            let inner_slices = inner_sheet.bundle_slices(inner_sheet.ports[inner_local].bundle);
            let plain = !outer_sheet.bundle_slices(port.bundle).is_empty();
            let passes = !pin.has_pull() || outside.is_known();
            if plain && passes && inner_slices.iter().all(alone) {
                self.drivers[inner_place.port(inner_local)] = outside;
                shared.states[inner_place.part(port.pin)] = State::Pin(outside);
            }
        }
    }
}
