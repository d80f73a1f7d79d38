//! Folding a design into a [`Plan`]: where the bits of every net come from, and how much later.

use std::collections::HashMap;

use super::Shared;
use super::gate::{Tables, Way, quick};
use super::plan::{FLOATING, FoldedPart, Joint, Lists, NONE, Origin, Out, Piece, Plan, Read};
use crate::layout::Direction;
use crate::netlist::{Child, Design, SheetPort};
use crate::part::Behaviour;
use crate::value::{Word, mask};

/// Crossings folded into one delay at most; beyond that a joint breaks the chain.
const MOST_CROSSINGS: u32 = 200;

/// Bits of a source seen `late` crossings later.
#[derive(Clone, Copy, Debug)]
struct Bits {
    source: u32,
    late: u32,
    shift: u8,
    width: u8,
    to: u8,
}

impl Plan {
    /// `None` if the design has something only the exact engine does: ports of the wrong width side by side.
    pub(super) fn build(design: &Design, shared: &Shared) -> Option<Plan> {
        let misfit = design.instances.iter().any(|instance| {
            let sheet = &design.sheets[instance.circuit.0 as usize];
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
    nets: Vec<Option<Vec<Bits>>>,
    /// By instance: for each component that is a pin, the port of the sub-circuit outside.
    outside: Vec<HashMap<u32, u32>>,
    port_source: Vec<u32>,
    source_width: Vec<u32>,
    source_origin: Vec<Origin>,
    tap_of: HashMap<(u32, u32), u32>,
    tap_list: Vec<(u32, u32)>,
    /// (net, source) of joints.
    joints: Vec<(u32, u32)>,
    /// Nets being looked at, or known.
    busy: Vec<bool>,
    net_instance: Vec<u32>,
}

impl<'a> Folding<'a> {
    fn new(design: &'a Design, shared: &'a Shared) -> Folding<'a> {
        let mut net_instance = Vec::with_capacity(design.nets);
        let mut outside = vec![HashMap::new(); design.instances.len()];
        for (index, instance) in design.instances.iter().enumerate() {
            let sheet = design.sheet(index as u32);
            net_instance.extend(sheet.nets.iter().map(|_| index as u32));
            for &(component, child) in &instance.children {
                let Child::Instance(inner) = child else {
                    continue;
                };
                for local in sheet.component_ports(component as usize) {
                    outside[inner as usize].insert(sheet.ports[local].pin, local as u32);
                }
            }
        }
        Folding {
            design,
            shared,
            nets: vec![None; design.nets],
            outside,
            port_source: vec![NONE; design.ports],
            source_width: Vec::new(),
            source_origin: Vec::new(),
            tap_of: HashMap::new(),
            tap_list: vec![(NONE, 0)],
            joints: Vec::new(),
            busy: vec![false; design.nets],
            net_instance,
        }
    }

    fn new_source(&mut self, origin: Origin, width: u32) -> u32 {
        self.source_origin.push(origin);
        self.source_width.push(width);
        self.source_width.len() as u32 - 1
    }

    fn source_of_port(&mut self, port: u32, width: u32) -> u32 {
        if self.port_source[port as usize] == NONE {
            self.port_source[port as usize] = self.new_source(Origin::Port(port), width);
        }
        self.port_source[port as usize]
    }

    /// Where the bits of a net come from. A net that leads back to itself through pins alone is a joint.
    fn net(&mut self, net: u32, depth: u32) -> Vec<Bits> {
        if let Some(bits) = &self.nets[net as usize] {
            return bits.clone();
        }
        let instance = self.net_instance[net as usize];
        let local = net - self.design.instances[instance as usize].first_net;
        let info = &self.design.sheet(instance).nets[local as usize];
        let unpulled = info.pull == Word::floating(mask(info.width));
        let folds = unpulled && depth < MOST_CROSSINGS && !self.busy[net as usize];
        if let ([(port, low)], true) = (&info.drivers[..], folds) {
            self.busy[net as usize] = true;
            let bits = self.driver(instance, *port, u32::from(*low), info.width, depth);
            // Unless the way led back here, and made it a joint.
            return self.nets[net as usize].get_or_insert(bits).clone();
        }
        let source = self.new_source(Origin::Net(net), info.width);
        self.joints.push((net, source));
        let bits = vec![Bits {
            source,
            late: 0,
            shift: 0,
            width: info.width as u8,
            to: 0,
        }];
        self.nets[net as usize] = Some(bits.clone());
        bits
    }

    /// Where `width` bits of a driving port from `low` on come from.
    fn driver(&mut self, instance: u32, local: u32, low: u32, width: u32, depth: u32) -> Vec<Bits> {
        let design = self.design;
        let port = &design.sheet(instance).ports[local as usize];
        if let Some((there, other)) = self.crossing(instance, port) {
            return self.beyond(there, other, low, width, depth);
        }
        let place = &design.instances[instance as usize];
        let source = self.source_of_port(place.first_port + local, port.width);
        vec![Bits {
            source,
            late: 0,
            shift: low as u8,
            width: width as u8,
            to: 0,
        }]
    }

    /// The port on the other side, if a driving port is nothing but a pin crossing: (instance, port of its sheet).
    fn crossing(&self, instance: u32, port: &SheetPort) -> Option<(u32, u32)> {
        let design = self.design;
        let sheet = design.sheet(instance);
        match design.child(instance, port.component) {
            Some(Child::Instance(inner)) => {
                let inner_port = design.sheet(inner).port_start[port.pin as usize];
                self.is_plain(inner, inner_port)
                    .then_some((inner, inner_port))
            }
            Some(Child::Native(_)) => None,
            None => {
                let Behaviour::Pin(pin) = &sheet.behaviours[port.component as usize] else {
                    return None;
                };
                let (outer, _) = design.instances[instance as usize].parent?;
                let alone = sheet
                    .bundle_slices(port.bundle)
                    .iter()
                    .all(|slice| sheet.nets[slice.net as usize].drivers.len() == 1);
                let outer_port = *self.outside[instance as usize].get(&port.component)?;
                let folds =
                    alone && !pin.output && !pin.has_pull() && self.is_plain(outer, outer_port);
                folds.then_some((outer, outer_port))
            }
        }
    }

    /// Whether a port reads bits of nets.
    fn is_plain(&self, instance: u32, local: u32) -> bool {
        let sheet = self.design.sheet(instance);
        !sheet
            .bundle_slices(sheet.ports[local as usize].bundle)
            .is_empty()
    }

    /// Bits of a port on the other side of a crossing.
    fn beyond(&mut self, instance: u32, local: u32, low: u32, width: u32, depth: u32) -> Vec<Bits> {
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
    fn port_bits(&mut self, instance: u32, local: u32, depth: u32) -> Vec<Bits> {
        let design = self.design;
        let sheet = design.sheet(instance);
        let first_net = design.instances[instance as usize].first_net;
        let mut all: Vec<Bits> = Vec::new();
        for slice in sheet.bundle_slices(sheet.ports[local as usize].bundle) {
            let (low, high) = (slice.net_low, slice.net_low + slice.width);
            for mut piece in self.net(first_net + slice.net, depth) {
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

    fn tap(&mut self, source: u32, late: u32) -> u32 {
        let next = self.tap_list.len() as u32;
        let tap = *self.tap_of.entry((source, late)).or_insert(next);
        if tap == next {
            self.tap_list.push((source, late));
        }
        tap
    }

    fn taps_of(&mut self, bits: &[Bits]) -> Vec<Piece> {
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
    fn reads(&mut self, instance: u32, local: u32) -> Vec<Piece> {
        let bits = self.port_bits(instance, local, 0);
        self.taps_of(&bits)
    }

    fn finish(mut self) -> Plan {
        let (mut parts, mut reads) = (
            Vec::with_capacity(self.design.parts),
            vec![Vec::new(); self.design.ports],
        );
        let mut watchers: Vec<(u32, u32, u32)> = Vec::new();
        for part in 0..self.design.parts as u32 {
            let folded = self.part(part, &mut reads, &mut watchers);
            parts.push(folded);
        }
        let net_bits: Vec<Vec<Bits>> = (0..self.design.nets as u32)
            .map(|net| self.net(net, 0))
            .collect();
        let joints = self.join_drivers();
        self.into_plan(parts, &reads, &watchers, &net_bits, joints)
    }

    /// A part with its reads; notes for which bits of which taps it must be evaluated.
    fn part(
        &mut self,
        part: u32,
        reads: &mut [Vec<Piece>],
        watchers: &mut Vec<(u32, u32, u32)>,
    ) -> FoldedPart {
        let (instance, component) = self.shared.part_place[part as usize];
        let (sheet, place) = (
            self.design.sheet(instance),
            &self.design.instances[instance as usize],
        );
        let behaviour = match self.design.child(instance, component) {
            Some(Child::Native(_)) => Behaviour::Native,
            Some(Child::Instance(_)) => Behaviour::Passive,
            None => sheet.behaviours[component as usize].clone(),
        };
        let ports = sheet.component_ports(component as usize);
        let first_port = place.first_port + ports.start as u32;
        let mut outside = Vec::new();
        let behaviour = match behaviour {
            Behaviour::Pin(ref pin) if pin.output => Behaviour::Passive,
            Behaviour::Pin(_) if self.crossing(instance, &sheet.ports[ports.start]).is_some() => {
                Behaviour::Passive
            }
            Behaviour::Pin(_) => {
                if let (Some((outer, _)), Some(&local)) = (
                    place.parent,
                    self.outside[instance as usize].get(&component),
                ) {
                    outside = self.reads(outer, local);
                }
                behaviour
            }
            other => other,
        };
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
                self.source_of_port(place.first_port + local as u32, port.width);
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
            reads[place.first_port as usize + local] = pieces;
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
    fn join_drivers(&mut self) -> Vec<Joint> {
        let design = self.design;
        let mut joints = Vec::new();
        while let Some(&(net, source)) = self.joints.get(joints.len()) {
            let instance = self.net_instance[net as usize];
            let local = net - design.instances[instance as usize].first_net;
            let info = &design.sheet(instance).nets[local as usize];
            let mut drivers = Vec::new();
            for &(port, low) in &info.drivers {
                let bits = self.driver(instance, port, u32::from(low), info.width, 0);
                drivers.push(self.taps_of(&bits));
            }
            joints.push(Joint {
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
        parts: Vec<FoldedPart>,
        reads: &[Vec<Piece>],
        watchers: &[(u32, u32, u32)],
        net_bits: &[Vec<Bits>],
        joints: Vec<Joint>,
    ) -> Plan {
        let mut taps = vec![Vec::new(); self.source_width.len()];
        for (tap, &(source, late)) in self.tap_list.iter().enumerate().skip(1) {
            taps[source as usize].push((tap as u32, late));
        }
        let mut fanout: Vec<Vec<(u32, u32)>> = vec![Vec::new(); self.tap_list.len()];
        for &(tap, part, bits) in watchers {
            let list = &mut fanout[tap as usize];
            match list
                .iter_mut()
                .rev()
                .take(4)
                .find(|(known, _)| *known == part)
            {
                Some((_, seen)) => *seen |= bits,
                None => list.push((part, bits)),
            }
        }
        let mut joints_of = vec![Vec::new(); self.tap_list.len()];
        for (index, joint) in joints.iter().enumerate() {
            for piece in joint.drivers.iter().flatten() {
                joints_of[piece.from as usize].push(index as u32);
            }
        }
        let piece = |bits: &Bits| Piece {
            from: bits.source,
            shift: bits.shift,
            to: bits.to,
            mask: mask(u32::from(bits.width)),
        };
        let nets = net_bits.iter().map(|bits| bits.iter().map(piece).collect());
        let depth = MOST_CROSSINGS.min(self.design.instances.len() as u32);
        let instances = self.design.instances.iter();
        let widths = instances.flat_map(|instance| {
            let sheet = &self.design.sheets[instance.circuit.0 as usize];
            sheet.ports.iter().map(|port| port.width)
        });
        let mut pieces = Vec::new();
        let reads: Vec<Read> = reads
            .iter()
            .zip(widths)
            .map(|(list, width)| read_of(list, width, &mut pieces))
            .collect();
        let mut inputs = Vec::new();
        let mut tables = Tables::default();
        let (mut units, mut unit_of, mut gates) = (Vec::new(), vec![NONE; parts.len()], Vec::new());
        for (part, folded) in parts.iter().enumerate().filter(|(_, part)| !part.is_idle()) {
            unit_of[part] = units.len() as u32;
            units.push(
                match quick(folded, &reads, &self.port_source, &mut inputs) {
                    Some(gate) if gate.mask == 1 && gate.count <= 4 => {
                        Way::Tiny(tables.tiny(&gate, &inputs))
                    }
                    Some(gate) => {
                        gates.push(gate);
                        Way::Quick(gates.len() as u32 - 1)
                    }
                    None => Way::Ports(part as u32),
                },
            );
        }
        for (unit, _) in fanout.iter_mut().flatten() {
            *unit = unit_of[*unit as usize];
        }
        let outs = taps.iter().map(|list: &Vec<(u32, u32)>| match list[..] {
            [] => Out::Nowhere,
            [(tap, late)] => Out::One(tap, late),
            _ => Out::Many,
        });
        Plan {
            outs: outs.collect(),
            units,
            unit_of,
            quick: gates,
            tables: tables.list,
            inputs,
            pieces,
            reads,
            slack: 2 * depth + longest_delay(&parts),
            port_source: self.port_source,
            taps: Lists::new(taps),
            fanout: Lists::new(fanout),
            joints_of: Lists::new(joints_of),
            joints,
            nets: Lists::new(nets),
            source_origin: self.source_origin,
            tap_source: self.tap_list.iter().map(|&(source, _)| source).collect(),
            parts,
        }
    }
}

fn read_of(list: &[Piece], width: u32, pieces: &mut Vec<Piece>) -> Read {
    match list {
        [] => Read {
            from: FLOATING as u32,
            mask: mask(width),
            shift: 0,
            many: 0,
        },
        [piece] if piece.to == 0 => Read {
            from: piece.from,
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
