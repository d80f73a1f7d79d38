//! The exact engine: every evaluation and every event Logisim has, at the same time. The reference.
//!
//! A step takes the smallest time that has events, applies them all, works out the nets they touch and evaluates
//! every part that has a port (input or output) on a net that changed. All effects go through the queue, so the
//! order inside a step cannot be seen.
//!
//! A pin crossing is a delay of 1 each way. Evaluating a sub-circuit hands its inputs to the inner pins and its
//! inner outputs to the outer nets, every time, changed or not: the number of steps is Logisim's too.

use super::wheel::{Event, Wheel};
use super::{Activity, Shared};
use crate::component::{Behaviour, Direction, Io, State};
use crate::netlist::ids::{ById, ids};
use crate::netlist::{
    Child, ComponentId, Design, Instance, InstanceId, Net, NetId, PartId, PortId, Sheet,
    SheetNetId, SheetPort, SheetPortId, Slice,
};
use crate::project::CircuitId;
use crate::value::{Word, mask};

/// Steps of one propagation before it counts as oscillating.
pub(super) const LIMIT: u32 = 1000;

#[derive(Clone)]
pub(super) struct Exact {
    pub(super) nets: ById<NetId, Word>,
    /// Whether a net has been worked out at all; before that even x is news.
    net_seen: ById<NetId, bool>,
    /// What each driving port gives its net.
    pub(super) drivers: ById<PortId, Word>,
    driver_seen: ById<PortId, bool>,
    pub(super) wheel: Wheel<PortId>,
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
    pub(super) oscillating: bool,
    /// Drivers that changed late in a propagation that did not end.
    pub(super) restless: Vec<PortId>,
    pub(super) evaluations: u64,
}

/// What the engine has to know to go on from here.
#[derive(Clone)]
pub(super) struct ExactState {
    pub(super) nets: Vec<Word>,
    pub(super) net_seen: Vec<bool>,
    pub(super) drivers: Vec<Word>,
    pub(super) driver_seen: Vec<bool>,
    pub(super) started: bool,
    pub(super) oscillating: bool,
    pub(super) restless: Vec<PortId>,
    time: u64,
    /// What is on its way, with the delay it still has.
    pub(super) events: Vec<(u32, Event<PortId>)>,
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
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.nets[..])
            + size_of_val(&self.drivers[..])
            + size_of_val(&self.events[..])
            + self.net_seen.len()
            + self.driver_seen.len()
    }
}

impl Exact {
    pub(super) fn save(&self) -> ExactState {
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

    pub(super) fn load(&mut self, state: &ExactState) {
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

    pub(super) fn new(design: &Design) -> Exact {
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
    pub(super) fn start(&mut self, design: &Design, shared: &mut Shared) {
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

    /// Takes over nets at rest from the other engine; the drivers that are parts have their values already.
    pub(super) fn resume(&mut self, design: &Design, shared: &mut Shared, nets: &[Word]) {
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

    /// The pins of a sub-circuit at rest: each side has what the other gives.
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
            if plain && !pin.has_pull() && inner_slices.iter().all(alone) {
                self.drivers[inner_place.port(inner_local)] = outside;
                shared.states[inner_place.part(port.pin)] = State::Pin(outside);
            }
        }
    }

    /// Evaluates the parts touched from outside, then steps until nothing is left to do or the limit is reached.
    pub(super) fn propagate(&mut self, design: &Design, shared: &mut Shared) {
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
        // Sub-circuits first: a pin that has news from outside forgets what it was sending.
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

    /// What the drivers and pull resistors of a net make of it.
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

/// The value a part sees at a port.
#[inline]
pub(super) fn read(nets: &[Word], sheet: &Sheet, local: SheetPortId) -> Word {
    let port = &sheet.ports[local];
    let word = read_place(nets, sheet, port);
    if port.is_misfit() {
        return SheetPort::resize(word, port.place_width, port.width);
    }
    word
}

/// The value of the wire at a port.
#[inline]
fn read_place(nets: &[Word], sheet: &Sheet, port: &SheetPort) -> Word {
    read_wire(|net| nets[net.0 as usize], sheet, port)
}

/// The value of the wire at a port, from any source of net values.
#[inline]
pub(super) fn read_wire(net: impl Fn(SheetNetId) -> Word, sheet: &Sheet, port: &SheetPort) -> Word {
    let bits = |slice: &Slice| {
        let word = net(slice.net).shr(u32::from(slice.net_low));
        word.and_mask(mask(u32::from(slice.width)))
    };
    match sheet.bundle_slices(port.bundle) {
        [] => Word::floating(mask(port.place_width)),
        [slice] => bits(slice),
        slices => slices.iter().fold(Word::ZERO, |word, slice| {
            word.union(bits(slice).shl(u32::from(slice.low)))
        }),
    }
}

struct ExactIo<'a> {
    nets: &'a [Word],
    wheel: &'a mut Wheel<PortId>,
    sheet: &'a Sheet,
    first_local: SheetPortId,
    /// The design's number of the first port.
    first_port: u32,
    ticks: u64,
}

impl Io for ExactIo<'_> {
    #[inline]
    fn get(&self, port: usize) -> Word {
        read(
            self.nets,
            self.sheet,
            SheetPortId(self.first_local.0 + port as u32),
        )
    }

    #[inline]
    fn set(&mut self, port: usize, value: Word, delay: u32) {
        self.wheel
            .push(PortId(self.first_port + port as u32), value, delay);
    }

    fn ticks(&self) -> u64 {
        self.ticks
    }
}
