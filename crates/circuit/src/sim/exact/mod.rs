//! The exact engine: every evaluation and every event of Logisim's, at the same time. The reference.
//!
//! A step takes the smallest time that has events, applies them all, computes the nets they touch and evaluates
//! every part that has a port (input or output) on a net that changed. All effects go through the queue, so the
//! order inside a step cannot be seen.
//!
//! A pin crossing is a delay of 1 each way. Evaluating a sub-circuit hands its inputs to the inner pins and its
//! inner outputs to the outer nets, every time, changed or not: the number of steps is Logisim's too.

mod read;
mod state;

use crate::component::{Behaviour, Direction, State};
use crate::netlist::ids::{ById, ids};
use crate::netlist::{
    Child, ComponentId, Design, Instance, InstanceId, Net, NetId, PartId, PortId, Sheet,
    SheetNetId, SheetPort,
};
use crate::project::CircuitId;
use crate::sim::Activity;
use crate::sim::states::Shared;
use crate::sim::wheel::{Event, Wheel};
use crate::value::{Word, mask};
use read::ExactIo;
pub(in crate::sim) use read::{read, read_wire};
pub(in crate::sim) use state::ExactState;

/// Steps of one propagation before it counts as oscillating.
pub(in crate::sim) const LIMIT: u32 = 1000;

#[derive(Clone)]
pub(in crate::sim) struct Exact {
    pub(in crate::sim) nets: ById<NetId, Word>,
    /// Whether a net has been computed at all; before that even x is news.
    net_seen: ById<NetId, bool>,
    /// What each driving port gives its net.
    pub(in crate::sim) drivers: ById<PortId, Word>,
    driver_seen: ById<PortId, bool>,
    pub(in crate::sim) wheel: Wheel<PortId>,
    /// The nets inside sub-circuits have been looked at once.
    started: bool,
    step: u64,
    driver_step: ById<PortId, u64>,
    net_step: ById<NetId, u64>,
    part_step: ById<PartId, u64>,
    dirty_nets: Vec<(InstanceId, SheetNetId)>,
    dirty_crossings: Vec<PartId>,
    dirty_parts: Vec<PartId>,
    taken: Vec<Event<PortId>>,
    /// Memories whose contents changed in this step.
    again: Vec<(CircuitId, ComponentId)>,
    pub(in crate::sim) oscillating: bool,
    /// Drivers that changed late in a propagation that did not end.
    pub(in crate::sim) restless: Vec<PortId>,
    pub(in crate::sim) evaluations: u64,
}

impl Exact {
    pub(in crate::sim) fn new(design: &Design) -> Exact {
        let mut nets = Vec::with_capacity(design.nets);
        for instance in design.instance_ids() {
            let sheet = design.sheet(instance);
            nets.extend(sheet.nets.iter().map(|net| Word::floating(mask(net.width))));
        }
        let mut drivers = Vec::with_capacity(design.ports);
        for instance in design.instance_ids() {
            let sheet = design.sheet(instance);
            drivers.extend(
                sheet
                    .ports
                    .iter()
                    .map(|port| Word::floating(mask(port.width))),
            );
        }
        Exact {
            nets: nets.into(),
            net_seen: ById::filled(false, design.nets),
            drivers: drivers.into(),
            driver_seen: ById::filled(false, design.ports),
            wheel: Wheel::new(),
            started: false,
            step: 0,
            driver_step: ById::filled(0, design.ports),
            net_step: ById::filled(0, design.nets),
            part_step: ById::filled(0, design.parts),
            dirty_nets: Vec::new(),
            dirty_crossings: Vec::new(),
            dirty_parts: Vec::new(),
            taken: Vec::new(),
            again: Vec::new(),
            oscillating: false,
            restless: Vec::new(),
            evaluations: 0,
        }
    }

    /// Time 0: pull resistors of the root act, then every part is evaluated, parents first.
    pub(in crate::sim) fn start(&mut self, design: &Design, shared: &mut Shared) {
        let root = design.sheet(InstanceId::ROOT);
        for (net, info) in ids(root.nets.len()).zip(root.nets.iter()) {
            self.nets[net] = Word::floating(mask(info.width)).pulled(info.pull);
        }
        for bundle in root.bundles.iter().filter(|bundle| bundle.wired) {
            for slice in &root.slices[bundle.slices.start as usize..bundle.slices.end as usize] {
                self.net_seen[NetId(slice.net.0)] = true;
            }
        }
        for part in design.part_ids() {
            self.evaluate(design, shared, part);
        }
        self.propagate(design, shared);
    }

    /// Evaluates the parts touched from outside, then steps until nothing is left to do or the limit is reached.
    pub(in crate::sim) fn propagate(&mut self, design: &Design, shared: &mut Shared) {
        let mut touched = std::mem::take(&mut shared.touched);
        for part in touched.drain(..) {
            self.evaluate(design, shared, part);
        }
        shared.touched = touched;
        self.restless.clear();
        let mut steps = 0;
        while !self.wheel.is_empty() {
            steps += 1;
            if steps >= LIMIT {
                self.oscillating = true;
                return;
            }
            self.step(design, shared, steps >= LIMIT * 3 / 4);
        }
        self.oscillating = false;
        self.restless.clear();
    }

    fn step(&mut self, design: &Design, shared: &mut Shared, watch: bool) {
        let mut taken = std::mem::take(&mut self.taken);
        self.wheel.take(&mut taken);
        self.step += 1;
        if !self.started {
            self.wake_inner_nets(design);
        }
        for &event in &taken {
            self.apply(design, shared, event, watch);
        }
        taken.clear();
        self.taken = taken;
        self.settle_nets(design, shared);
        self.evaluate_again(design, shared);
        // Sub-circuits first: a pin with a new value from outside discards what it was sending.
        let mut dirty = std::mem::take(&mut self.dirty_crossings);
        dirty.append(&mut self.dirty_parts);
        for &part in &dirty {
            self.evaluate(design, shared, part);
        }
        dirty.clear();
        self.dirty_crossings = dirty;
    }

    /// Wired nets of sub-circuits are first looked at in the first step, driven or not.
    fn wake_inner_nets(&mut self, design: &Design) {
        self.started = true;
        for instance in design.instance_ids().skip(1) {
            let sheet = design.sheet(instance);
            for bundle in sheet.bundles.iter().filter(|bundle| bundle.wired) {
                for slice in &sheet.slices[bundle.slices.start as usize..bundle.slices.end as usize]
                {
                    self.touch_net(design, instance, slice.net);
                }
            }
        }
    }

    fn touch_net(&mut self, design: &Design, instance: InstanceId, local: SheetNetId) {
        let net = design.instances[instance].net(local);
        if self.net_step[net] != self.step {
            self.net_step[net] = self.step;
            self.dirty_nets.push((instance, local));
        }
    }

    fn apply(&mut self, design: &Design, shared: &mut Shared, event: Event<PortId>, watch: bool) {
        let port = event.driver;
        // Of two events of a driver at one time the earlier scheduled counts.
        if std::mem::replace(&mut self.driver_step[port], self.step) == self.step {
            return;
        }
        let instance = shared.frame.port_instance[port];
        let local = design.instances[instance].local_port(port);
        let sheet = design.sheet(instance);
        let info = &sheet.ports[local];
        let value = if info.is_misfit() {
            SheetPort::resize(event.value, info.width, info.place_width)
        } else {
            event.value
        };
        let news = !std::mem::replace(&mut self.driver_seen[port], true);
        if !news && self.drivers[port] == value {
            return;
        }
        self.drivers[port] = value;
        if watch && self.restless.len() < 10_000 {
            self.restless.push(port);
        }
        for slice in sheet.bundle_slices(info.bundle) {
            self.touch_net(design, instance, slice.net);
        }
    }

    fn settle_nets(&mut self, design: &Design, shared: &mut Shared) {
        let mut dirty = std::mem::take(&mut self.dirty_nets);
        for (instance, local) in dirty.drain(..) {
            let place = &design.instances[instance];
            let info = &design.sheet(instance).nets[local];
            let net = place.net(local);
            let value = self.resolve(info, place);
            let seen = std::mem::replace(&mut self.net_seen[net], true);
            let changed = if seen {
                value.differs(self.nets[net])
            } else {
                u32::MAX
            };
            if changed == 0 {
                continue;
            }
            self.nets[net] = value;
            if let Some(activity) = &mut shared.activity {
                activity.push(Activity {
                    time: self.wheel.time,
                    net,
                    value,
                });
            }
            for &(component, mask) in &info.fanout {
                let part = place.part(component);
                if changed & mask != 0 {
                    self.mark(shared, part);
                }
            }
        }
        self.dirty_nets = dirty;
    }

    /// Notes a part to be evaluated in this step.
    fn mark(&mut self, shared: &Shared, part: PartId) {
        if std::mem::replace(&mut self.part_step[part], self.step) != self.step {
            match shared.frame.children[part] {
                Some(Child::Instance(_)) => self.dirty_crossings.push(part),
                _ => self.dirty_parts.push(part),
            }
        }
    }

    /// The value of a net, from its drivers and pull resistors.
    fn resolve(&self, net: &Net, place: &Instance) -> Word {
        let all = mask(net.width);
        let driven = net
            .drivers
            .iter()
            .fold(Word::floating(all), |value, &(port, low)| {
                let driver = self.drivers[place.port(port)];
                value.combine(driver.shr(u32::from(low)).and_mask(all))
            });
        driven.pulled(net.pull)
    }

    fn evaluate(&mut self, design: &Design, shared: &mut Shared, part: PartId) {
        self.evaluations += 1;
        let (instance, component) = shared.frame.part_place[part];
        let sheet = design.sheet(instance);
        match (&sheet.behaviours[component], shared.frame.children[part]) {
            (_, Some(Child::Instance(inner))) => {
                self.cross(design, shared, instance, component, inner);
            }
            (_, Some(Child::Native)) => {
                self.run(
                    design,
                    shared,
                    &Behaviour::Native,
                    sheet,
                    instance,
                    component,
                );
            }
            (Behaviour::Pin(_), None) => {
                self.run(
                    design,
                    shared,
                    &sheet.behaviours[component],
                    sheet,
                    instance,
                    component,
                );
                if let Some((outer, user)) = design.instances[instance].parent {
                    self.cross(design, shared, outer, user, instance);
                }
            }
            (behaviour, None) => self.run(design, shared, behaviour, sheet, instance, component),
        }
    }

    fn run(
        &mut self,
        design: &Design,
        shared: &mut Shared,
        behaviour: &Behaviour,
        sheet: &Sheet,
        instance: InstanceId,
        component: ComponentId,
    ) {
        let place = &design.instances[instance];
        let mut io = ExactIo {
            nets: self.nets.rest(place.first_net),
            wheel: &mut self.wheel,
            sheet,
            first_local: sheet.first_port(component),
            first_port: place.port(sheet.first_port(component)).0,
            ticks: shared.ticks,
        };
        let state = &mut shared.states[place.part(component)];
        behaviour.evaluate(state, &mut io);
        if let State::Memory { cells, .. } = state
            && cells.take_changed()
        {
            self.again.push((place.circuit, component));
        }
    }

    /// Logisim evaluates a memory whose contents changed once more in the next step, in every instance of its
    /// circuit. It answers the same, but the answer counts as an event.
    fn evaluate_again(&mut self, design: &Design, shared: &Shared) {
        while let Some((circuit, component)) = self.again.pop() {
            for place in design
                .instances
                .iter()
                .filter(|place| place.circuit == circuit)
            {
                self.mark(shared, place.part(component));
            }
        }
    }

    /// A sub-circuit: outer inputs go to the inner pins, inner outputs to the outer nets.
    fn cross(
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
            let inside = read(
                self.nets.rest(inner_place.first_net),
                inner_sheet,
                inner_local,
            );
            if port.direction == Direction::In {
                let outside = read(self.nets.rest(outer_place.first_net), outer_sheet, local);
                let Behaviour::Pin(pin) = &inner_sheet.behaviours[port.pin] else {
                    continue;
                };
                let state = &mut shared.states[inner_place.part(port.pin)];
                let State::Pin(sending) = state else { continue };
                if *sending != outside {
                    *sending = pin.pulled(outside);
                    if inside != *sending {
                        self.wheel.push(inner_place.port(inner_local), *sending, 1);
                    }
                }
            } else {
                self.wheel.push(outer_place.port(local), inside, 1);
            }
        }
    }
}
