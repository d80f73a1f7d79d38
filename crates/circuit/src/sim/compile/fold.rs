//! Folding a design into a [`Plan`]: where the bits of every net come from, and how much later.

use std::collections::{HashMap, HashSet};

use super::plan::{
    FoldedPart, Joint, JointId, Lists, Origin, Piece, Plan, Read, SourceId, TapId, TrustedPin,
};
use crate::component::{Behaviour, Direction};
use crate::netlist::ids::{ById, Id};
use crate::netlist::{
    Child, ComponentId, Design, InstanceId, NetId, PartId, PortId, SheetPort, SheetPortId,
};
use crate::sim::states::Shared;
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

impl Plan {
    /// `None` if the design has something only the exact engine supports: ports of the wrong width side by side.
    pub(in crate::sim) fn build(design: &Design, shared: &Shared) -> Option<Plan> {
        Plan::build_trusting(design, shared, &HashSet::new())
    }

    /// The same; these input pins with a pull resistor are passed through. All they see must be known, now and later.
    pub(in crate::sim) fn build_trusting(
        design: &Design,
        shared: &Shared,
        trust: &HashSet<PortId>,
    ) -> Option<Plan> {
        let misfit = design.instance_ids().any(|instance| {
            let sheet = design.sheet(instance);
            sheet
                .ports
                .iter()
                .any(|port| port.is_misfit() && !sheet.bundles[port.bundle].conflict)
        });
        (!misfit).then(|| Folding::new(design, shared, trust).finish())
    }
}

struct Folding<'a> {
    design: &'a Design,
    shared: &'a Shared,
    /// By net, once known.
    nets: ById<NetId, Option<Vec<Bits>>>,
    /// By instance: for each component that is a pin, the port of the sub-circuit outside.
    outside: ById<InstanceId, HashMap<ComponentId, SheetPortId>>,
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
    /// Pins with a pull resistor that may be passed through.
    trust: &'a HashSet<PortId>,
    /// Those that are.
    trusted: Vec<(InstanceId, ComponentId)>,
}

impl<'a> Folding<'a> {
    fn new(design: &'a Design, shared: &'a Shared, trust: &'a HashSet<PortId>) -> Folding<'a> {
        let mut net_instance = ById::new();
        let mut outside = ById::filled(HashMap::new(), design.instances.len());
        for (id, instance) in design.instances.entries() {
            let sheet = design.sheet(id);
            net_instance.extend(sheet.nets.iter().map(|_| id));
            for &(component, child) in &instance.children {
                let Child::Instance(inner) = child else {
                    continue;
                };
                for local in sheet.port_ids(component) {
                    outside[inner].insert(sheet.ports[local].pin, local);
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
            trust,
            trusted: Vec::new(),
        }
    }

    fn source_of_port(&mut self, port: PortId) -> SourceId {
        if self.port_source[port] == SourceId::NONE {
            self.port_source[port] = self.source_origin.add(Origin::Port(port));
        }
        self.port_source[port]
    }

    /// The origin of a net's bits. A net that leads back to itself through pins alone is a joint.
    fn net(&mut self, net: NetId, depth: u32) -> Vec<Bits> {
        if let Some(bits) = &self.nets[net] {
            return bits.clone();
        }
        let instance = self.net_instance[net];
        let local = self.design.instances[instance].local_net(net);
        let info = &self.design.sheet(instance).nets[local];
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

    /// The origin of `width` bits of a driving port from `low` on.
    fn driver(
        &mut self,
        instance: InstanceId,
        local: SheetPortId,
        low: u32,
        width: u32,
        depth: u32,
    ) -> Vec<Bits> {
        let design = self.design;
        let port = &design.sheet(instance).ports[local];
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
    fn crossing(
        &self,
        instance: InstanceId,
        port: &SheetPort,
    ) -> Option<(InstanceId, SheetPortId)> {
        let design = self.design;
        let sheet = design.sheet(instance);
        match design.child(instance, port.component) {
            Some(Child::Instance(inner)) => {
                let inner_port = design.sheet(inner).first_port(port.pin);
                self.is_plain(inner, inner_port)
                    .then_some((inner, inner_port))
            }
            Some(Child::Native) => None,
            None => {
                let Behaviour::Pin(pin) = &sheet.behaviours[port.component] else {
                    return None;
                };
                let (outer, _) = design.instances[instance].parent?;
                let alone = sheet
                    .bundle_slices(port.bundle)
                    .iter()
                    .all(|slice| sheet.nets[slice.net].drivers.len() == 1);
                let outer_port = *self.outside[instance].get(&port.component)?;
                let own = self.design.instances[instance].port(sheet.first_port(port.component));
                let passes = !pin.has_pull() || self.trust.contains(&own);
                let folds = alone && passes && !pin.output && self.is_plain(outer, outer_port);
                folds.then_some((outer, outer_port))
            }
        }
    }

    /// Whether a port reads bits of nets.
    fn is_plain(&self, instance: InstanceId, local: SheetPortId) -> bool {
        let sheet = self.design.sheet(instance);
        !sheet.bundle_slices(sheet.ports[local].bundle).is_empty()
    }

    /// Bits of a port on the other side of a crossing.
    fn beyond(
        &mut self,
        instance: InstanceId,
        local: SheetPortId,
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

    /// The origin of the bits at a port, in the width of its bundle.
    fn port_bits(&mut self, instance: InstanceId, local: SheetPortId, depth: u32) -> Vec<Bits> {
        let design = self.design;
        let sheet = design.sheet(instance);
        let place = &design.instances[instance];
        let mut all: Vec<Bits> = Vec::new();
        for slice in sheet.bundle_slices(sheet.ports[local].bundle) {
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

    /// The taps a port sees, as pieces.
    fn reads(&mut self, instance: InstanceId, local: SheetPortId) -> Vec<Piece<TapId>> {
        let bits = self.port_bits(instance, local, 0);
        self.taps_of(&bits)
    }

    fn finish(mut self) -> Plan {
        let mut parts = ById::new();
        let mut reads = ById::filled(Vec::new(), self.design.ports);
        for part in self.design.part_ids() {
            let folded = self.part(part, &mut reads);
            parts.add(folded);
        }
        let net_bits: Vec<Vec<Bits>> = (self.design.net_ids())
            .map(|net| self.net(net, 0))
            .collect();
        let joints = self.join_drivers();
        let (trusted, seen) = self.trusted_pins();
        let mut plan = self.into_plan(parts, &reads, &net_bits, joints);
        for bits in seen {
            plan.known[bits.source] |= mask(u32::from(bits.width)) << bits.shift;
        }
        plan.trusted = trusted;
        plan
    }

    /// Pins with a pull resistor that are passed through, and the bits they see.
    fn trusted_pins(&mut self) -> (Vec<TrustedPin>, Vec<Bits>) {
        let (mut pins, mut seen) = (Vec::new(), Vec::new());
        for (instance, component) in std::mem::take(&mut self.trusted) {
            let (sheet, place) = (
                self.design.sheet(instance),
                &self.design.instances[instance],
            );
            let local = sheet.first_port(component);
            let outside = match self.crossing(instance, &sheet.ports[local]) {
                Some((outer, port)) => self.port_bits(outer, port, 0),
                None => Vec::new(),
            };
            pins.push(TrustedPin {
                part: place.part(component),
                port: place.port(local),
                inside: pieces_of(&self.port_bits(instance, local, 0)),
                outside: outside.iter().map(|bits| bits.source).collect(),
            });
            seen.extend(outside);
        }
        (pins, seen)
    }

    /// The remaining behaviour of a part: pins that only pass a value on have none. For other pins with an outside,
    /// the taps they see there.
    fn folded(
        &mut self,
        behaviour: Behaviour,
        instance: InstanceId,
        component: ComponentId,
    ) -> (Behaviour, Vec<Piece<TapId>>) {
        let design = self.design;
        let Behaviour::Pin(pin) = &behaviour else {
            return (behaviour, Vec::new());
        };
        let sheet = design.sheet(instance);
        let port = &sheet.ports[sheet.first_port(component)];
        let passes = self.crossing(instance, port).is_some();
        if passes && pin.has_pull() {
            self.trusted.push((instance, component));
        }
        if pin.output || passes {
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

    /// A part with its reads.
    fn part(&mut self, part: PartId, reads: &mut ById<PortId, Vec<Piece<TapId>>>) -> FoldedPart {
        let (instance, component) = self.shared.frame.part_place[part];
        let (sheet, place) = (
            self.design.sheet(instance),
            &self.design.instances[instance],
        );
        let behaviour = match self.design.child(instance, component) {
            Some(Child::Native) => Behaviour::Native,
            Some(Child::Instance(_)) => Behaviour::Passive,
            None => sheet.behaviours[component].clone(),
        };
        let ports = sheet.port_ids(component);
        let count = sheet.port_ids(component).count() as u32;
        let first_port = place.port(sheet.first_port(component));
        let (behaviour, outside) = self.folded(behaviour, instance, component);
        if matches!(behaviour, Behaviour::Passive) {
            return FoldedPart {
                behaviour,
                first_port,
                ports: 0,
                outside,
            };
        }
        let own_net_matters = matches!(behaviour, Behaviour::Pin(_));
        for local in ports {
            let port = &sheet.ports[local];
            if port.drives {
                self.source_of_port(place.port(local));
            }
            if port.direction == Direction::Out && !own_net_matters {
                continue;
            }
            reads[place.port(local)] = self.reads(instance, local);
        }
        FoldedPart {
            behaviour,
            first_port,
            ports: count,
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
            let info = &design.sheet(instance).nets[local];
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
        net_bits: &[Vec<Bits>],
        joints: ById<JointId, Joint>,
    ) -> Plan {
        let taps = self.taps();
        let mut pieces = Vec::new();
        let widths = self.design.instance_ids().flat_map(|instance| {
            let ports = self.design.sheet(instance).ports.iter();
            ports.map(|port| port.width)
        });
        let port_width: ById<PortId, u32> = widths.collect();
        let reads: ById<PortId, Read> = reads
            .iter()
            .zip(port_width.iter())
            .map(|(list, &width)| read_of(list, width, &mut pieces))
            .collect();
        let of_taps = self.tap_list.iter().map(|&(_, late)| late);
        let of_nets = net_bits.iter().flatten().map(|bits| bits.late);
        let depth = of_taps.chain(of_nets).max().unwrap_or(0);
        Plan {
            nets: Lists::new(net_bits.iter().map(|bits| pieces_of(bits))),
            tap_list: self.tap_list,
            port_width,
            pieces,
            reads,
            slack: 2 * depth + longest_delay(&parts),
            port_source: self.port_source,
            taps: Lists::new(taps),
            joints,
            trusted: Vec::new(),
            known: ById::filled(0, self.source_origin.len()),
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

/// Adds a piece, merged with the last one if it continues it.
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
