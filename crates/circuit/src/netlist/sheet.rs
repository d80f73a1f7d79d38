//! The connections of one circuit, shared by all its uses.
//!
//! ```text
//!   port ── bundle ── slices ── nets
//! ```
//!
//! A *bundle* is everything joined by wires and tunnels; all its ports have one width. Splitters join bits of
//! different bundles. A *net* is a run of bits driven by the same ports side by side, so that a bus stays one word
//! although splitters take bits out of it: the readers' bundles are slices of the drivers' nets.

use std::collections::HashMap;

use super::bits::{self, Driver};
use super::ids::{BundleId, ById, ComponentId, Id, SheetNetId, SheetPortId};
use super::points::Points;
use crate::component::{Behaviour, Direction, Role, Site, subcircuit_ports};
use crate::project::{Circuit, Component, GateUndefined, Location, Project, What, Wire};
use crate::value::{Word, mask};

#[derive(Clone, Debug)]
pub struct SheetPort {
    pub(crate) component: ComponentId,
    pub location: Location,
    /// 0: takes the width of the bundle.
    pub width: u32,
    /// The width of the place it is at: that of the first part there, which may not agree with its own.
    pub(crate) place_width: u32,
    pub direction: Direction,
    pub(crate) bundle: BundleId,
    /// Another component or a wire is there.
    pub(crate) connected: bool,
    /// It drives its bundle, which is not in conflict.
    pub(crate) drives: bool,
    /// For a port of a sub-circuit: the inner pin.
    pub(crate) pin: ComponentId,
}

impl SheetPort {
    /// Another component or a wire is there.
    pub fn is_connected(&self) -> bool {
        self.connected
    }

    /// Ports of a sheet that wires and tunnels join have the same number.
    pub fn joint(&self) -> u32 {
        self.bundle.0
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Bundle {
    /// The common width, 0 if no port has one.
    pub(crate) width: u32,
    /// Ports disagree about the width: nothing passes.
    pub(crate) conflict: bool,
    /// There is a wire, a tunnel, a splitter or a pull resistor; otherwise ports just touch.
    pub(crate) wired: bool,
    pub(crate) slices: std::ops::Range<u32>,
}

/// Bits of a bundle that lie in one net: of the sheet, or of the whole design.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slice<N = SheetNetId> {
    pub(crate) net: N,
    pub(crate) net_low: u8,
    pub(crate) low: u8,
    pub(crate) width: u8,
}

impl<N> Slice<N> {
    #[inline]
    pub(crate) fn mask_in_net(&self) -> u32 {
        mask(u32::from(self.width)) << self.net_low
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Net {
    pub(crate) width: u32,
    /// The values of undriven bits by pull resistors; x without one.
    pub(crate) pull: Word,
    /// (port, its lowest bit in the net): each drives the whole net.
    pub(crate) drivers: Vec<(SheetPortId, u8)>,
    /// (component, bits of the net it sees), each component once.
    pub(crate) fanout: Vec<(ComponentId, u32)>,
}

/// The wires of a circuit as they connect.
pub(crate) struct Wiring {
    /// The bundle of each wire as drawn; `None` for one that meets no port.
    pub(crate) bundles: Vec<Option<BundleId>>,
    /// Whole straight runs, of one wire as drawn or of several.
    pub(crate) runs: Vec<Wire>,
    /// The places where wires end.
    pub(crate) ends: Vec<(Location, Option<BundleId>)>,
}

/// The connections of a circuit.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sheet {
    /// Ports by component: `port_start[c]..port_start[c + 1]`.
    port_start: Vec<u32>,
    pub(crate) ports: ById<SheetPortId, SheetPort>,
    pub(crate) bundles: ById<BundleId, Bundle>,
    pub(crate) slices: Vec<Slice>,
    pub(crate) nets: ById<SheetNetId, Net>,
    /// The compiled behaviour of each component.
    pub(crate) behaviours: ById<ComponentId, Behaviour>,
}

impl SheetPort {
    /// A value of the place in the width of the port, or back: bits that are missing are E.
    #[inline]
    pub(crate) fn resize(word: Word, from: u32, to: u32) -> Word {
        let missing = mask(to) & !mask(from);
        word.and_mask(mask(to)).union(Word::error(missing))
    }

    #[inline]
    pub(crate) fn is_misfit(&self) -> bool {
        self.width != self.place_width && self.width != 0
    }
}

impl Sheet {
    pub(crate) fn build(
        project: &Project,
        circuit: &Circuit,
        gate_undefined: GateUndefined,
    ) -> Sheet {
        let mut sheet = Sheet::default();
        sheet.place_ports(project, circuit);
        sheet.join(circuit);
        sheet.settle_widths(circuit);
        bits::connect(&mut sheet, circuit);
        sheet.compile(circuit, gate_undefined);
        sheet
    }

    /// Some components, by number, are inactive and drive nothing.
    pub(super) fn put_to_sleep(&mut self, sleeps: &[bool]) {
        let behaviours = self.behaviours.iter_mut().zip(sleeps);
        for (behaviour, _) in behaviours.filter(|(_, sleeps)| **sleeps) {
            *behaviour = Behaviour::Passive;
        }
        for port in self.ports.iter_mut() {
            port.drives &= !sleeps[port.component.index()];
        }
        for net in self.nets.iter_mut() {
            net.drivers.retain(|&(port, _)| self.ports[port].drives);
        }
    }

    /// Whether it has been built at all.
    pub(super) fn is_built(&self) -> bool {
        !self.port_start.is_empty()
    }

    #[inline]
    fn port_range(&self, component: ComponentId) -> std::ops::Range<u32> {
        self.port_start[component.index()]..self.port_start[component.index() + 1]
    }

    /// The first port of a component; its others follow.
    #[inline]
    pub(crate) fn first_port(&self, component: ComponentId) -> SheetPortId {
        SheetPortId(self.port_start[component.index()])
    }

    pub(crate) fn port_ids(
        &self,
        component: ComponentId,
    ) -> impl Iterator<Item = SheetPortId> + use<> {
        self.port_range(component).map(SheetPortId)
    }

    pub(crate) fn ports_of(&self, component: ComponentId) -> &[SheetPort] {
        let range = self.port_range(component);
        &(*self.ports)[range.start as usize..range.end as usize]
    }

    /// The width of the value shown by the wire at a port; 0 if none.
    pub(crate) fn value_width(&self, port: &SheetPort) -> u32 {
        let bundle = &self.bundles[port.bundle];
        match bundle.conflict {
            true => port.place_width,
            false => bundle.width,
        }
    }

    pub(crate) fn bundle_slices(&self, bundle: BundleId) -> &[Slice] {
        let range = &self.bundles[bundle].slices;
        &self.slices[range.start as usize..range.end as usize]
    }

    /// The wires of the circuit as they are drawn and as they connect.
    pub(crate) fn wiring(&self, circuit: &Circuit) -> Wiring {
        let mut points = Points::new(self.ports.iter().map(|port| port.location), &circuit.wires);
        let mut bundles = HashMap::new();
        for port in self.ports.iter() {
            let root = points.union.find(points.index[&port.location]);
            bundles.insert(root, port.bundle);
        }
        let roots = (0..circuit.wires.len()).map(|wire| points.root_of_wire(wire));
        let roots: Vec<Option<u32>> = roots.collect();
        let bundle = |root: &u32| bundles.get(root).copied();
        let ends = std::mem::take(&mut points.runs.ends).into_iter();
        Wiring {
            bundles: roots
                .iter()
                .map(|root| root.as_ref().and_then(bundle))
                .collect(),
            ends: ends
                .map(|at| (at, bundle(&points.union.find(points.index[&at]))))
                .collect(),
            runs: points.runs.wires,
        }
    }

    fn place_ports(&mut self, project: &Project, circuit: &Circuit) {
        for (id, component) in circuit.entries() {
            self.port_start.push(self.ports.len() as u32);
            self.ports
                .extend(component_ports(project, component).map(|mut port| {
                    port.component = id;
                    port
                }));
        }
        self.port_start.push(self.ports.len() as u32);
    }

    /// Wires and tunnels make bundles.
    fn join(&mut self, circuit: &Circuit) {
        let mut points = Points::new(self.ports.iter().map(|port| port.location), &circuit.wires);
        let mut tunnels = HashMap::new();
        for port in self.ports.iter() {
            let component = circuit.component(port.component);
            if let (Role::Tunnel, Some(label)) = (component.role(), component.label()) {
                let here = points.index[&port.location];
                let first = *tunnels.entry(label).or_insert(here);
                points.union.join(first, here);
            }
        }
        let mut crowd = vec![0u32; points.on_wire.len()];
        for port in self.ports.iter() {
            crowd[points.index[&port.location] as usize] += 1;
        }
        let mut bundle_of_root = HashMap::new();
        for port in self.ports.iter_mut() {
            let point = points.index[&port.location];
            let on_wire = points.on_wire[point as usize];
            port.connected = on_wire || crowd[point as usize] > 1;
            port.bundle = *bundle_of_root
                .entry(points.union.find(point))
                .or_insert_with(|| self.bundles.add(Bundle::default()));
            let joins = !circuit.component(port.component).role().is_part();
            self.bundles[port.bundle].wired |= on_wire || joins;
        }
    }

    /// At one place the first part's width counts, for a bundle all its places must agree.
    fn settle_widths(&mut self, circuit: &Circuit) {
        let mut widths: HashMap<Location, u32> = HashMap::new();
        let touching = |port: &&SheetPort| !self.bundles[port.bundle].wired;
        // Where ports just touch, the value keeps the width of its driver.
        let firm = self
            .ports
            .iter()
            .filter(touching)
            .filter(|port| port.direction != Direction::In);
        for port in firm.chain(self.ports.iter()).filter(|port| port.width > 0) {
            widths.entry(port.location).or_insert(port.width);
        }
        for port in self.ports.iter_mut() {
            port.place_width = widths.get(&port.location).copied().unwrap_or(0);
            let bundle = &mut self.bundles[port.bundle];
            if bundle.width == 0 {
                bundle.width = port.place_width;
            }
            bundle.conflict |= port.place_width != 0 && bundle.width != port.place_width;
        }
        for port in self.ports.iter_mut() {
            let passive = !circuit.component(port.component).role().is_part();
            let conflict = self.bundles[port.bundle].conflict;
            port.drives = port.direction != Direction::In && !passive && !conflict;
        }
    }

    fn compile(&mut self, circuit: &Circuit, gate_undefined: GateUndefined) {
        self.behaviours = circuit
            .entries()
            .map(|(id, component)| self.behaviour(id, component, gate_undefined))
            .collect();
    }

    fn behaviour(
        &self,
        id: ComponentId,
        component: &Component,
        gate_undefined: GateUndefined,
    ) -> Behaviour {
        let Some(kind) = component.kind() else {
            return Behaviour::Passive;
        };
        let ports = self.ports_of(id);
        let connected = |port: usize| ports[port].connected;
        let site = Site {
            attrs: component.attrs.of(kind),
            gate_undefined,
            connected: &connected,
        };
        let mut behaviour = Behaviour::build(kind, &site);
        if let Behaviour::Memory(memory) = &mut behaviour {
            memory.contents = component.contents.clone();
        }
        behaviour
    }

    /// The drivers of the sheet as (port, bundle).
    pub(super) fn drivers(&self) -> impl Iterator<Item = Driver> {
        let ports = self.ports.entries();
        ports
            .filter(|(_, port)| port.drives)
            .map(|(id, port)| Driver {
                port: id,
                bundle: port.bundle,
            })
    }
}

/// The ports of a component at their places, not yet connected to anything.
pub(crate) fn component_ports(
    project: &Project,
    component: &Component,
) -> impl Iterator<Item = SheetPort> + use<> {
    let mut ports = Vec::new();
    let mut add = |(dx, dy), width, direction, pin: usize| {
        let location = component.location.offset(dx, dy);
        let place_width = 0;
        ports.push(SheetPort {
            component: ComponentId(0),
            location,
            width,
            place_width,
            direction,
            bundle: BundleId(0),
            connected: false,
            drives: false,
            pin: ComponentId::from_index(pin),
        });
    };
    match component.what {
        What::Builtin(kind) => {
            for port in kind.ports(component.attrs.of(kind)) {
                add((port.dx, port.dy), port.width, port.direction, 0);
            }
        }
        What::Circuit(id) => {
            for port in subcircuit_ports(project.circuit(id), component) {
                add((port.dx, port.dy), port.width, port.direction, port.pin);
            }
        }
        What::Unknown { .. } => {}
    }
    ports.into_iter()
}
