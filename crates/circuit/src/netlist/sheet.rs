//! The connections of one circuit, however often it is used.
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
use super::points::Points;
use crate::component::{Behaviour, Direction, Site, subcircuit_ports};
use crate::project::{Circuit, Component, GateUndefined, Kind, Location, Project, What};
use crate::value::{Word, mask};

#[derive(Clone, Debug)]
pub struct SheetPort {
    pub(crate) component: u32,
    pub location: Location,
    /// 0: takes the width of the bundle.
    pub width: u32,
    /// The width of the place it is at: that of the first part there, which may not agree with its own.
    pub(crate) place_width: u32,
    pub direction: Direction,
    pub(crate) bundle: u32,
    /// Another component or a wire is there.
    pub(crate) connected: bool,
    /// It drives its bundle, which is not in conflict.
    pub(crate) drives: bool,
    /// For a port of a sub-circuit: the inner pin's index among the inner components.
    pub(crate) pin: u32,
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

/// Bits of a bundle that lie in one net.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slice {
    pub(crate) net: u32,
    pub(crate) net_low: u8,
    pub(crate) low: u8,
    pub(crate) width: u8,
}

impl Slice {
    #[inline]
    pub(crate) fn mask_in_net(&self) -> u32 {
        mask(u32::from(self.width)) << self.net_low
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Net {
    pub(crate) width: u32,
    /// What pull resistors give the bits nobody drives; x without one.
    pub(crate) pull: Word,
    /// (port of the sheet, its lowest bit in the net): each drives the whole net.
    pub(crate) drivers: Vec<(u32, u8)>,
    /// (component, bits of the net it sees), each component once.
    pub(crate) fanout: Vec<(u32, u32)>,
}

/// The connections of a circuit.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sheet {
    /// Ports by component: `port_start[c]..port_start[c + 1]`.
    pub(crate) port_start: Vec<u32>,
    pub(crate) ports: Vec<SheetPort>,
    pub(crate) bundles: Vec<Bundle>,
    pub(crate) slices: Vec<Slice>,
    pub(crate) nets: Vec<Net>,
    /// The compiled behaviour of each component.
    pub(crate) behaviours: Vec<Behaviour>,
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

    pub(crate) fn component_ports(&self, component: usize) -> std::ops::Range<usize> {
        self.port_start[component] as usize..self.port_start[component + 1] as usize
    }

    /// How wide a value the wire at a port shows; 0 if none.
    pub(crate) fn value_width(&self, port: &SheetPort) -> u32 {
        let bundle = &self.bundles[port.bundle as usize];
        match bundle.conflict {
            true => port.place_width,
            false => bundle.width,
        }
    }

    pub(crate) fn bundle_slices(&self, bundle: u32) -> &[Slice] {
        let range = &self.bundles[bundle as usize].slices;
        &self.slices[range.start as usize..range.end as usize]
    }

    /// The bundle of each wire of the circuit; `None` for a wire that meets no port.
    pub(crate) fn wire_bundles(&self, circuit: &Circuit) -> Vec<Option<u32>> {
        let mut points = Points::new(self.ports.iter().map(|port| port.location), &circuit.wires);
        let mut bundles = std::collections::HashMap::new();
        for port in &self.ports {
            let root = points.union.find(points.index[&port.location]);
            bundles.insert(root, port.bundle);
        }
        let roots = circuit.wires.iter().map(|wire| {
            let root = points.union.find(points.index[&wire.from]);
            bundles.get(&root).copied()
        });
        roots.collect()
    }

    fn place_ports(&mut self, project: &Project, circuit: &Circuit) {
        for (index, component) in circuit.components.iter().enumerate() {
            self.port_start.push(self.ports.len() as u32);
            self.ports
                .extend(component_ports(project, component).map(|mut port| {
                    port.component = index as u32;
                    port
                }));
        }
        self.port_start.push(self.ports.len() as u32);
    }

    /// Wires and tunnels make bundles.
    fn join(&mut self, circuit: &Circuit) {
        let mut points = Points::new(self.ports.iter().map(|port| port.location), &circuit.wires);
        let mut tunnels = HashMap::new();
        for port in &self.ports {
            let component = &circuit.components[port.component as usize];
            if let (Some(Kind::Tunnel), Some(label)) = (component.kind(), component.label()) {
                let here = points.index[&port.location];
                let first = *tunnels.entry(label).or_insert(here);
                points.union.join(first, here);
            }
        }
        let mut crowd = vec![0u32; points.on_wire.len()];
        for port in &self.ports {
            crowd[points.index[&port.location] as usize] += 1;
        }
        let mut bundle_of_root = HashMap::new();
        for port in &mut self.ports {
            let point = points.index[&port.location];
            let on_wire = points.on_wire[point as usize];
            port.connected = on_wire || crowd[point as usize] > 1;
            port.bundle = *bundle_of_root
                .entry(points.union.find(point))
                .or_insert_with(|| {
                    self.bundles.push(Bundle::default());
                    self.bundles.len() as u32 - 1
                });
            let kind = circuit.components[port.component as usize].kind();
            let joins = matches!(
                kind,
                Some(Kind::Splitter | Kind::Tunnel | Kind::PullResistor)
            );
            self.bundles[port.bundle as usize].wired |= on_wire || joins;
        }
    }

    /// At one place the first part's width counts, for a bundle all its places must agree.
    fn settle_widths(&mut self, circuit: &Circuit) {
        let mut widths: HashMap<Location, u32> = HashMap::new();
        let touching = |port: &&SheetPort| !self.bundles[port.bundle as usize].wired;
        // Where ports just touch, the value keeps the width of whoever drives it.
        let firm = self
            .ports
            .iter()
            .filter(touching)
            .filter(|port| port.direction != Direction::In);
        for port in firm.chain(&self.ports).filter(|port| port.width > 0) {
            widths.entry(port.location).or_insert(port.width);
        }
        for port in &mut self.ports {
            port.place_width = widths.get(&port.location).copied().unwrap_or(0);
            let bundle = &mut self.bundles[port.bundle as usize];
            if bundle.width == 0 {
                bundle.width = port.place_width;
            }
            bundle.conflict |= port.place_width != 0 && bundle.width != port.place_width;
        }
        for port in &mut self.ports {
            let kind = circuit.components[port.component as usize].kind();
            let passive = matches!(
                kind,
                Some(Kind::Splitter | Kind::Tunnel | Kind::PullResistor)
            );
            let conflict = self.bundles[port.bundle as usize].conflict;
            port.drives = port.direction != Direction::In && !passive && !conflict;
        }
    }

    fn compile(&mut self, circuit: &Circuit, gate_undefined: GateUndefined) {
        self.behaviours = circuit
            .components
            .iter()
            .enumerate()
            .map(|(index, component)| self.behaviour(index, component, gate_undefined))
            .collect();
    }

    fn behaviour(
        &self,
        index: usize,
        component: &Component,
        gate_undefined: GateUndefined,
    ) -> Behaviour {
        let Some(kind) = component.kind() else {
            return Behaviour::Passive;
        };
        let ports = &self.ports[self.component_ports(index)];
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
        let ports = self.ports.iter().enumerate();
        ports
            .filter(|(_, port)| port.drives)
            .map(|(index, port)| Driver {
                port: index as u32,
                bundle: port.bundle,
            })
    }
}

fn component_ports(project: &Project, component: &Component) -> impl Iterator<Item = SheetPort> {
    let mut ports = Vec::new();
    let mut add = |(dx, dy), width, direction, pin: usize| {
        let location = component.location.offset(dx, dy);
        let place_width = 0;
        ports.push(SheetPort {
            component: 0,
            location,
            width,
            place_width,
            direction,
            bundle: 0,
            connected: false,
            drives: false,
            pin: pin as u32,
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
