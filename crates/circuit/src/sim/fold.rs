//! Folding a design into a [`Plan`]: where the bits of every net come from, and how much later.

use std::collections::HashMap;

use super::Shared;
use super::gate::{Quick, Tables, Way, quick};
use super::plan::{
    FoldedPart, Joint, JointId, Lists, Origin, Out, Piece, Plan, Read, SourceId, TapId, UnitId,
};
use crate::component::{Behaviour, Direction};
use crate::netlist::ids::{ById, Id};
use crate::netlist::{Child, Design, InstanceId, NetId, PartId, PortId, SheetPort};
use crate::value::{Word, mask};

/// Crossings folded into one delay at most; beyond that a joint breaks the chain.
const MOST_CROSSINGS: u32 = 200;

/// Bits of a source seen `late` crossings later.
#[derive(Clone, Copy, Debug)]
struct Bits {
    source: SourceId,
    late: u32,
    shift: u8,
    width: u8,
    to: u8,
}

/// Bits of a tap a part must be evaluated for.
type Watcher = (TapId, PartId, u32);

impl Plan {
    /// `None` if the design has something only the exact engine does: ports of the wrong width side by side.
    pub(super) fn build(design: &Design, shared: &Shared) -> Option<Plan> {
        let misfit = design.instance_ids().any(|instance| {
            let sheet = design.sheet(instance);
            sheet
                .ports
                .iter()
                .any(|port| port.is_misfit() && !sheet.bundles[port.bundle as usize].conflict)
        });
        (!misfit).then(|| Folding::new(design, shared).finish())
    }
}

struct Folding<'a> {
    design: &'a Design,
    shared: &'a Shared,
    /// By net, once known.
    nets: ById<NetId, Option<Vec<Bits>>>,
    /// By instance: for each component that is a pin, the port of the sub-circuit outside.
    outside: ById<InstanceId, HashMap<u32, u32>>,
    port_source: ById<PortId, SourceId>,
    source_origin: ById<SourceId, Origin>,
    tap_of: HashMap<(SourceId, u32), TapId>,
    /// By tap: its source, and how much later it sees it.
    tap_list: ById<TapId, (SourceId, u32)>,
    /// (net, source) of joints.
    joints: Vec<(NetId, SourceId)>,
    /// Nets being looked at, or known.
    busy: ById<NetId, bool>,
    net_instance: ById<NetId, InstanceId>,
}

impl<'a> Folding<'a> {
    fn new(design: &'a Design, shared: &'a Shared) -> Folding<'a> {
        let mut net_instance = ById::new();
        let mut outside = ById::filled(HashMap::new(), design.instances.len());
        for (id, instance) in design.instances.entries() {
            let sheet = design.sheet(id);
            net_instance.extend(sheet.nets.iter().map(|_| id));
            for &(component, child) in &instance.children {
                let Child::Instance(inner) = child else {
                    continue;
                };
                for local in sheet.component_ports(component as usize) {
                    outside[inner].insert(sheet.ports[local].pin, local as u32);
                }
            }
        }
        Folding {
            design,
            shared,
            nets: ById::filled(None, design.nets),
            outside,
            port_source: ById::filled(SourceId::NONE, design.ports),
            source_origin: ById::new(),
            tap_of: HashMap::new(),
            tap_list: vec![(SourceId::NONE, 0)].into(),
            joints: Vec::new(),
            busy: ById::filled(false, design.nets),
            net_instance,
        }
    }

    fn source_of_port(&mut self, port: PortId) -> SourceId {
        if self.port_source[port] == SourceId::NONE {
            self.port_source[port] = self.source_origin.add(Origin::Port(port));
        }
        self.port_source[port]
    }

    /// Where the bits of a net come from. A net that leads back to itself through pins alone is a joint.
    fn net(&mut self, net: NetId, depth: u32) -> Vec<Bits> {
        if let Some(bits) = &self.nets[net] {
            return bits.clone();
        }
        let instance = self.net_instance[net];
        let local = self.design.instances[instance].local_net(net);
        let info = &self.design.sheet(instance).nets[local as usize];
        let unpulled = info.pull == Word::floating(mask(info.width));
        let folds = unpulled && depth < MOST_CROSSINGS && !self.busy[net];
        if let ([(port, low)], true) = (&info.drivers[..], folds) {
            self.busy[net] = true;
            let bits = self.driver(instance, *port, u32::from(*low), info.width, depth);
            // Unless the way led back here, and made it a joint.
            return self.nets[net].get_or_insert(bits).clone();
        }
        let source = self.source_origin.add(Origin::Net(net));
        self.joints.push((net, source));
        let bits = vec![Bits {
            source,
            late: 0,
            shift: 0,
            width: info.width as u8,
            to: 0,
        }];
        self.nets[net] = Some(bits.clone());
        bits
    }

    /// Where `width` bits of a driving port from `low` on come from.
    fn driver(
        &mut self,
        instance: InstanceId,
        local: u32,
        low: u32,
        width: u32,
        depth: u32,
    ) -> Vec<Bits> {
        let design = self.design;
        let port = &design.sheet(instance).ports[local as usize];
        if let Some((there, other)) = self.crossing(instance, port) {
            return self.beyond(there, other, low, width, depth);
        }
        let place = &design.instances[instance];
        let source = self.source_of_port(place.port(local));
        vec![Bits {
            source,
            late: 0,
            shift: low as u8,
            width: width as u8,
            to: 0,
        }]
    }

    /// The port on the other side, if a driving port is nothing but a pin crossing: (instance, port of its sheet).
    fn crossing(&self, instance: InstanceId, port: &SheetPort) -> Option<(InstanceId, u32)> {
        let design = self.design;
        let sheet = design.sheet(instance);
        match design.child(instance, port.component) {
            Some(Child::Instance(inner)) => {
                let inner_port = design.sheet(inner).port_start[port.pin as usize];
                self.is_plain(inner, inner_port)
                    .then_some((inner, inner_port))
            }
            Some(Child::Native) => None,
            None => {
                let Behaviour::Pin(pin) = &sheet.behaviours[port.component as usize] else {
                    return None;
                };
                let (outer, _) = design.instances[instance].parent?;
                let alone = sheet
                    .bundle_slices(port.bundle)
                    .iter()
                    .all(|slice| sheet.nets[slice.net as usize].drivers.len() == 1);
                let outer_port = *self.outside[instance].get(&port.component)?;
                let folds =
                    alone && !pin.output && !pin.has_pull() && self.is_plain(outer, outer_port);
                folds.then_some((outer, outer_port))
            }
        }
    }

    /// Whether a port reads bits of nets.
    fn is_plain(&self, instance: InstanceId, local: u32) -> bool {
        let sheet = self.design.sheet(instance);
        !sheet
            .bundle_slices(sheet.ports[local as usize].bundle)
            .is_empty()
    }

    /// Bits of a port on the other side of a crossing.
    fn beyond(
        &mut self,
        instance: InstanceId,
        local: u32,
        low: u32,
        width: u32,
        depth: u32,
    ) -> Vec<Bits> {
        let mut bits = self.port_bits(instance, local, depth + 1);
        let (from, to) = (low as i32, (low + width) as i32);
        bits.retain_mut(|piece| {
            let (start, end) = (
                i32::from(piece.to).max(from),
                (i32::from(piece.to) + i32::from(piece.width)).min(to),
            );
            if start >= end {
                return false;
            }
            piece.shift += (start - i32::from(piece.to)) as u8;
            piece.width = (end - start) as u8;
            piece.to = (start - from) as u8;
            piece.late += 1;
            true
        });
        bits
    }

    /// Where the bits at a port come from, in the width of its bundle.
    fn port_bits(&mut self, instance: InstanceId, local: u32, depth: u32) -> Vec<Bits> {
        let design = self.design;
        let sheet = design.sheet(instance);
        let place = &design.instances[instance];
        let mut all: Vec<Bits> = Vec::new();
        for slice in sheet.bundle_slices(sheet.ports[local as usize].bundle) {
            let (low, high) = (slice.net_low, slice.net_low + slice.width);
            for mut piece in self.net(place.net(slice.net), depth) {
                let (start, end) = (piece.to.max(low), (piece.to + piece.width).min(high));
                if start >= end {
                    continue;
                }
                piece.shift += start - piece.to;
                piece.width = end - start;
                piece.to = start - low + slice.low;
                join(&mut all, piece);
            }
        }
        all
    }

    fn tap(&mut self, source: SourceId, late: u32) -> TapId {
        let next = TapId(self.tap_list.len() as u32);
        let tap = *self.tap_of.entry((source, late)).or_insert(next);
        if tap == next {
            self.tap_list.add((source, late));
        }
        tap
    }

    fn taps_of(&mut self, bits: &[Bits]) -> Vec<Piece<TapId>> {
        bits.iter()
            .map(|piece| {
                let from = self.tap(piece.source, piece.late);
                Piece {
                    from,
                    shift: piece.shift,
                    to: piece.to,
                    mask: mask(u32::from(piece.width)),
                }
            })
            .collect()
    }

    /// What a port sees, as pieces of taps.
    fn reads(&mut self, instance: InstanceId, local: u32) -> Vec<Piece<TapId>> {
        let bits = self.port_bits(instance, local, 0);
        self.taps_of(&bits)
    }

    fn finish(mut self) -> Plan {
        let mut parts = ById::new();
        let mut reads = ById::filled(Vec::new(), self.design.ports);
        let mut watchers: Vec<Watcher> = Vec::new();
        for part in self.design.part_ids() {
            let folded = self.part(part, &mut reads, &mut watchers);
            parts.add(folded);
        }
        let net_bits: Vec<Vec<Bits>> = (self.design.net_ids())
            .map(|net| self.net(net, 0))
            .collect();
        let joints = self.join_drivers();
        self.into_plan(parts, &reads, &watchers, &net_bits, joints)
    }

    /// What is left of a part's behaviour: pins that only pass a value on do nothing. For other pins with an outside,
    /// what they see there.
    fn folded(
        &mut self,
        behaviour: Behaviour,
        instance: InstanceId,
        component: u32,
    ) -> (Behaviour, Vec<Piece<TapId>>) {
        let design = self.design;
        let Behaviour::Pin(pin) = &behaviour else {
            return (behaviour, Vec::new());
        };
        let sheet = design.sheet(instance);
        let port = &sheet.ports[sheet.port_start[component as usize] as usize];
        if pin.output || self.crossing(instance, port).is_some() {
            return (Behaviour::Passive, Vec::new());
        }
        let parent = design.instances[instance].parent;
        let local = self.outside[instance].get(&component).copied();
        let outside = match (parent, local) {
            (Some((outer, _)), Some(local)) => self.reads(outer, local),
            _ => Vec::new(),
        };
        (behaviour, outside)
    }

    /// A part with its reads; notes for which bits of which taps it must be evaluated.
    fn part(
        &mut self,
        part: PartId,
        reads: &mut ById<PortId, Vec<Piece<TapId>>>,
        watchers: &mut Vec<Watcher>,
    ) -> FoldedPart {
        let (instance, component) = self.shared.part_place[part];
        let (sheet, place) = (
            self.design.sheet(instance),
            &self.design.instances[instance],
        );
        let behaviour = match self.design.child(instance, component) {
            Some(Child::Native) => Behaviour::Native,
            Some(Child::Instance(_)) => Behaviour::Passive,
            None => sheet.behaviours[component as usize].clone(),
        };
        let ports = sheet.component_ports(component as usize);
        let first_port = place.port(ports.start as u32);
        let (behaviour, outside) = self.folded(behaviour, instance, component);
        if matches!(behaviour, Behaviour::Passive) {
            return FoldedPart {
                behaviour,
                first_port,
                outside,
            };
        }
        let own_net_matters = matches!(behaviour, Behaviour::Pin(_));
        for local in ports {
            let port = &sheet.ports[local];
            if port.drives {
                self.source_of_port(place.port(local as u32));
            }
            if port.direction == Direction::Out && !own_net_matters {
                continue;
            }
            let pieces = self.reads(instance, local as u32);
            watchers.extend(
                pieces
                    .iter()
                    .map(|piece| (piece.from, part, piece.mask << piece.shift)),
            );
            reads[place.port(local as u32)] = pieces;
        }
        watchers.extend(
            outside
                .iter()
                .map(|piece| (piece.from, part, piece.mask << piece.shift)),
        );
        FoldedPart {
            behaviour,
            first_port,
            outside,
        }
    }

    /// The drivers of every joint; following them may find more joints.
    fn join_drivers(&mut self) -> ById<JointId, Joint> {
        let design = self.design;
        let mut joints = ById::new();
        while let Some(&(net, source)) = self.joints.get(joints.len()) {
            let instance = self.net_instance[net];
            let local = design.instances[instance].local_net(net);
            let info = &design.sheet(instance).nets[local as usize];
            let mut drivers = Vec::new();
            for &(port, low) in &info.drivers {
                let bits = self.driver(instance, port, u32::from(low), info.width, 0);
                drivers.push(self.taps_of(&bits));
            }
            joints.add(Joint {
                source,
                mask: mask(info.width),
                pull: info.pull,
                drivers,
            });
        }
        joints
    }

    fn into_plan(
        self,
        parts: ById<PartId, FoldedPart>,
        reads: &ById<PortId, Vec<Piece<TapId>>>,
        watchers: &[Watcher],
        net_bits: &[Vec<Bits>],
        joints: ById<JointId, Joint>,
    ) -> Plan {
        let taps = self.taps();
        let mut pieces = Vec::new();
        let widths = self.design.instance_ids().flat_map(|instance| {
            let ports = self.design.sheet(instance).ports.iter();
            ports.map(|port| port.width)
        });
        let reads: ById<PortId, Read> = reads
            .iter()
            .zip(widths)
            .map(|(list, width)| read_of(list, width, &mut pieces))
            .collect();
        let units = Units::new(&parts, &reads, &self.port_source);
        let depth = MOST_CROSSINGS.min(self.design.instances.len() as u32);
        Plan {
            outs: taps.iter().map(|list| out_of(list)).collect(),
            fanout: Lists::new(self.fan_out(watchers, &units.of_part)),
            joints_of: Lists::new(self.joints_of(&joints)),
            nets: Lists::new(net_bits.iter().map(|bits| pieces_of(bits))),
            tap_source: self.tap_list.iter().map(|&(source, _)| source).collect(),
            units: units.ways,
            unit_of: units.of_part,
            quick: units.gates,
            tables: units.tables.list,
            inputs: units.inputs,
            pieces,
            reads,
            slack: 2 * depth + longest_delay(&parts),
            port_source: self.port_source,
            taps: Lists::new(taps),
            joints,
            source_origin: self.source_origin,
            parts,
        }
    }

    /// By source: its taps and how much later each sees it.
    fn taps(&self) -> Vec<Vec<(TapId, u32)>> {
        let mut taps = vec![Vec::new(); self.source_origin.len()];
        for (tap, &(source, late)) in self.tap_list.entries().skip(1) {
            taps[source.index()].push((tap, late));
        }
        taps
    }

    /// By tap: the units that see it, and which bits of it.
    fn fan_out(
        &self,
        watchers: &[Watcher],
        unit_of: &ById<PartId, UnitId>,
    ) -> Vec<Vec<(UnitId, u32)>> {
        let mut fanout: Vec<Vec<(UnitId, u32)>> = vec![Vec::new(); self.tap_list.len()];
        for &(tap, part, bits) in watchers {
            let (unit, list) = (unit_of[part], &mut fanout[tap.index()]);
            let mut last = list.iter_mut().rev().take(4);
            match last.find(|(known, _)| *known == unit) {
                Some((_, seen)) => *seen |= bits,
                None => list.push((unit, bits)),
            }
        }
        fanout
    }

    /// By tap: the joints it leads to.
    fn joints_of(&self, joints: &ById<JointId, Joint>) -> Vec<Vec<JointId>> {
        let mut joints_of = vec![Vec::new(); self.tap_list.len()];
        for (id, joint) in joints.entries() {
            for piece in joint.drivers.iter().flatten() {
                joints_of[piece.from.index()].push(id);
            }
        }
        joints_of
    }
}

/// The parts that do something, and how each is evaluated.
struct Units {
    ways: ById<UnitId, Way>,
    of_part: ById<PartId, UnitId>,
    gates: Vec<Quick>,
    tables: Tables,
    inputs: Vec<(TapId, u32)>,
}

impl Units {
    fn new(
        parts: &ById<PartId, FoldedPart>,
        reads: &ById<PortId, Read>,
        port_source: &ById<PortId, SourceId>,
    ) -> Units {
        let mut units = Units {
            ways: ById::new(),
            of_part: ById::filled(UnitId::NONE, parts.len()),
            gates: Vec::new(),
            tables: Tables::default(),
            inputs: Vec::new(),
        };
        for (part, folded) in parts.entries().filter(|(_, part)| !part.is_idle()) {
            let way = match quick(folded, reads, port_source, &mut units.inputs) {
                Some(gate) if gate.mask == 1 && gate.count <= 4 => {
                    Way::Tiny(units.tables.tiny(&gate, &units.inputs))
                }
                Some(gate) => {
                    units.gates.push(gate);
                    Way::Quick(units.gates.len() as u32 - 1)
                }
                None => Way::Ports(part),
            };
            units.of_part[part] = units.ways.add(way);
        }
        units
    }
}

fn out_of(taps: &[(TapId, u32)]) -> Out {
    match *taps {
        [] => Out::Nowhere,
        [(tap, late)] => Out::One(tap, late),
        _ => Out::Many,
    }
}

fn pieces_of(bits: &[Bits]) -> Vec<Piece<SourceId>> {
    let piece = |bits: &Bits| Piece {
        from: bits.source,
        shift: bits.shift,
        to: bits.to,
        mask: mask(u32::from(bits.width)),
    };
    bits.iter().map(piece).collect()
}

fn read_of(list: &[Piece<TapId>], width: u32, pieces: &mut Vec<Piece<TapId>>) -> Read {
    match list {
        [] => Read {
            from: TapId::FLOATING.0,
            mask: mask(width),
            shift: 0,
            many: 0,
        },
        [piece] if piece.to == 0 => Read {
            from: piece.from.0,
            mask: piece.mask,
            shift: piece.shift,
            many: 0,
        },
        _ => {
            let from = pieces.len() as u32;
            pieces.extend_from_slice(list);
            Read {
                from,
                mask: 0,
                shift: 0,
                many: list.len() as u8,
            }
        }
    }
}

/// Adds a piece, as part of the last one if it goes on there.
fn join(all: &mut Vec<Bits>, piece: Bits) {
    match all.last_mut() {
        Some(last)
            if last.source == piece.source
                && last.late == piece.late
                && last.shift + last.width == piece.shift
                && last.to + last.width == piece.to =>
        {
            last.width += piece.width;
        }
        _ => all.push(piece),
    }
}

fn longest_delay(parts: &[FoldedPart]) -> u32 {
    parts
        .iter()
        .map(|part| part.behaviour.longest_delay())
        .max()
        .unwrap_or(1)
}
