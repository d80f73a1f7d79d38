//! Making a circuit of selected parts.
//!
//! ```text
//!   before   ── a ──▷── b ──           after   ── a ──[chip]── b ──      chip:   a ◻──▷──◻ b
//! ```
//!
//! Every net that the selected parts share with others gets a pin. Its driver decides the direction of the pin. Inside
//! and outside, the remaining wires are connected to the pin by the router; where there is no path, by tunnels
//! (`joined`).

mod joined;

use std::collections::{BTreeMap, BTreeSet, HashSet};

use self::joined::{join, pin_attributes, tunnel};
use super::document::{Document, Inverse};
use super::moving::Nets;
use super::place::Change;
use super::repair::{repair, split};
use super::route::Field;
use super::{Clip, NewPart, PartKind, Refusal, Selection, geometry};
use crate::analysis::pin_names;
use crate::component::subcircuit_box;
use crate::netlist::{BundleId, ComponentId, Sheet, component_ports};
use crate::picture::Bounds;
use crate::project::{Circuit, CircuitId, Component, Kind, Location, Project, Wire};

/// Room for the pins beside the parts.
const MARGIN: i32 = 80;
const GRID: i32 = 10;
/// How many steps of the grid a chip may stand from the parts it replaces.
const FARTHEST: i32 = 80;
/// Between two pins.
const STEP: i32 = 40;

/// A net that becomes a pin.
#[derive(Clone)]
struct Boundary {
    bundle: BundleId,
    name: String,
    /// Possible names of its tunnels.
    tunnel: String,
    width: u32,
    output: bool,
    /// Its wires and the ports of its parts, on either side.
    inside: Half,
    outside: Half,
}

#[derive(Clone, Default)]
struct Half {
    wires: Vec<Wire>,
    ports: Vec<Location>,
    /// Tunnels of one name, joined without wires.
    tunnels: Vec<Wire>,
}

impl Half {
    fn shifted(&self, by: (i32, i32)) -> Half {
        Half {
            wires: shifted(&self.wires, by),
            ports: self.ports.iter().map(|at| at.offset(by.0, by.1)).collect(),
            tunnels: shifted(&self.tunnels, by),
        }
    }
}

fn shifted(wires: &[Wire], (dx, dy): (i32, i32)) -> Vec<Wire> {
    let moved = wires.iter();
    let moved = moved.map(|wire| Wire::new(wire.from.offset(dx, dy), wire.to.offset(dx, dy)));
    moved.collect()
}

pub(super) fn make(
    document: &mut Document,
    circuit: CircuitId,
    what: &Selection,
    name: &str,
) -> Result<Inverse, Refusal> {
    let cut = Cut::new(document, circuit, what)?;
    let inner = cut.inner(document, circuit)?;
    let place = document.circuits().iter().position(|&id| id == circuit);
    let place = place.ok_or(Refusal::NoCircuit)?;
    let added = super::Edit::AddDrawn {
        name: name.to_string(),
        clip: inner,
    };
    let added = document.apply(&added)?;
    document.then(added, |document| {
        let circuit = document.circuits()[place];
        let chip = document
            .circuits()
            .last()
            .copied()
            .ok_or(Refusal::NoCircuit)?;
        let change = cut.outer(document, chip)?;
        change.commit(document, circuit)
    })
}

/// A sheet with a line drawn around the chosen parts.
#[derive(Clone)]
struct Cut {
    chosen: BTreeSet<ComponentId>,
    sheet: Circuit,
    /// Wires that only chosen parts have, and those between chosen parts of other nets.
    inner_wires: Vec<Wire>,
    bounds: Bounds,
    boundaries: Vec<Boundary>,
}

impl Cut {
    fn new(document: &Document, circuit: CircuitId, what: &Selection) -> Result<Cut, Refusal> {
        let project = document.project();
        let mut sheet = document.circuit(circuit)?.clone();
        let places = geometry::port_places(project, &sheet);
        sheet.wires = repair(sheet.wires.iter().copied(), &places);
        let chosen: BTreeSet<ComponentId> = what.parts.iter().copied().collect();
        if let Some(missing) = chosen
            .iter()
            .find(|id| id.0 as usize >= sheet.components.len())
        {
            return Err(Refusal::NoPart(missing.0));
        }
        let bodies = chosen
            .iter()
            .map(|&id| geometry::part_bounds(project, sheet.component(id)));
        let bounds = bodies.reduce(Bounds::with).ok_or(Refusal::NothingChosen)?;
        let mut cut = Cut {
            chosen,
            sheet,
            inner_wires: Vec::new(),
            bounds,
            boundaries: Vec::new(),
        };
        cut.divide(project, what)?;
        Ok(cut)
    }

    /// Which wires and ports are on which side, net by net.
    fn divide(&mut self, project: &Project, what: &Selection) -> Result<(), Refusal> {
        let nets = Sheet::build(project, &self.sheet, project.options.gate_undefined);
        let wiring = nets.wiring(&self.sheet);
        let mut halves: BTreeMap<BundleId, (Half, Half)> = BTreeMap::new();
        for port in nets.ports.iter() {
            let (inside, outside) = halves.entry(port.bundle).or_default();
            let half = match self.chosen.contains(&port.component) {
                true => inside,
                false => outside,
            };
            half.ports.push(port.location);
        }
        self.tunnels(&nets, &mut halves);
        for (wire, bundle) in self.sheet.wires.iter().zip(&wiring.bundles) {
            let Some((inside, outside)) = bundle.and_then(|bundle| halves.get_mut(&bundle)) else {
                continue;
            };
            let picked = what
                .wires
                .iter()
                .any(|own| own.contains(wire.from) && own.contains(wire.to));
            let within = wire
                .ends()
                .iter()
                .all(|end| self.bounds.contains(end.x, end.y));
            let belongs =
                outside.ports.is_empty() || !inside.ports.is_empty() && (picked || within);
            let half = if belongs { inside } else { outside };
            half.wires.push(*wire);
        }
        let alone = |keep_chosen| driven(project, &self.without(keep_chosen));
        let (inner, outer) = (alone(true), alone(false));
        for (bundle, (inside, outside)) in halves {
            if inside.ports.is_empty() {
                continue;
            }
            if outside.ports.is_empty() {
                self.inner_wires.extend(inside.wires);
                continue;
            }
            let net = &nets.bundles[bundle];
            if net.conflict {
                return Err(Refusal::WidthsDiffer(inside.ports[0]));
            }
            let name = self.name_of(&nets, bundle);
            let drives = |half: &Half, driven: &HashSet<Location>| {
                half.ports.iter().any(|at| driven.contains(at))
            };
            let (from_inside, from_outside) = (drives(&inside, &inner), drives(&outside, &outer));
            if from_inside && from_outside {
                return Err(Refusal::DrivenFromBothSides(name));
            }
            let slices = nets.bundle_slices(bundle).iter();
            let any = slices
                .into_iter()
                .any(|slice| !nets.nets[slice.net].drivers.is_empty());
            self.inner_wires.extend(&inside.wires);
            self.boundaries.push(Boundary {
                bundle,
                tunnel: self.free_tunnel(&nets, bundle, &name),
                name,
                width: net.width.max(1),
                output: from_inside || any && !from_outside,
                inside,
                outside,
            });
        }
        self.name_boundaries();
        Ok(())
    }

    /// Notes which places tunnels join.
    fn tunnels(&self, nets: &Sheet, halves: &mut BTreeMap<BundleId, (Half, Half)>) {
        let mut first: BTreeMap<(bool, &str), Location> = BTreeMap::new();
        for port in nets.ports.iter() {
            let part = self.sheet.component(port.component);
            let (Some(Kind::Tunnel), Some(label)) = (part.kind(), part.label()) else {
                continue;
            };
            let chosen = self.chosen.contains(&port.component);
            let other = *first.entry((chosen, label)).or_insert(port.location);
            if let Some((inside, outside)) = halves.get_mut(&port.bundle) {
                let half = if chosen { inside } else { outside };
                half.tunnels.push(Wire::new(other, port.location));
            }
        }
    }

    /// The name, or one like it that no tunnel of another net has.
    fn free_tunnel(&self, nets: &Sheet, bundle: BundleId, name: &str) -> String {
        let others = nets.ports.iter().filter(|port| port.bundle != bundle);
        let tunnels = others.map(|port| self.sheet.component(port.component));
        let tunnels = tunnels.filter(|part| part.kind() == Some(Kind::Tunnel));
        let taken: HashSet<&str> = tunnels.filter_map(Component::label).collect();
        let numbered = (2..).map(|number| format!("{name}{number}"));
        let mut all = std::iter::once(name.to_string()).chain(numbered);
        all.find(|one| !one.is_empty() && !taken.contains(one.as_str()))
            .unwrap_or_default()
    }

    /// The whole somewhere else.
    fn shifted(&self, by: (i32, i32)) -> Cut {
        let mut cut = self.clone();
        for part in &mut cut.sheet.components {
            part.location = part.location.offset(by.0, by.1);
        }
        cut.sheet.wires = shifted(&self.sheet.wires, by);
        cut.inner_wires = shifted(&self.inner_wires, by);
        cut.bounds = Bounds {
            left: self.bounds.left + by.0,
            top: self.bounds.top + by.1,
            right: self.bounds.right + by.0,
            bottom: self.bounds.bottom + by.1,
        };
        for one in &mut cut.boundaries {
            one.inside = one.inside.shifted(by);
            one.outside = one.outside.shifted(by);
        }
        cut
    }

    /// The sheet with the chosen parts only, or without them.
    fn without(&self, keep_chosen: bool) -> Circuit {
        let kept = self.sheet.entries();
        let kept = kept.filter(|(id, _)| self.chosen.contains(id) == keep_chosen);
        Circuit {
            components: kept.map(|(_, part)| part.clone()).collect(),
            ..self.sheet.clone()
        }
    }

    /// The name at a net: of a tunnel, a pin, or else any part of it.
    fn name_of(&self, nets: &Sheet, bundle: BundleId) -> String {
        let ports = nets.ports.iter().filter(|port| port.bundle == bundle);
        let labelled = ports.filter_map(|port| {
            let part = self.sheet.component(port.component);
            let rank = match part.kind() {
                Some(Kind::Tunnel) => 0,
                Some(Kind::Pin) => 1,
                _ if port.drives => 2,
                _ => return None,
            };
            Some((rank, port.location, part.label()?))
        });
        let best = labelled.min();
        best.map(|(.., label)| label.to_string())
            .unwrap_or_default()
    }

    /// All names different, also those of nets that have none.
    fn name_boundaries(&mut self) {
        self.boundaries.sort_by_key(|one| {
            let first = one.inside.ports.iter().map(|at| (at.y, at.x)).min();
            (one.output, first)
        });
        let names = |output: bool| -> Vec<String> {
            let side = self.boundaries.iter().filter(|one| one.output == output);
            side.map(|one| one.name.clone()).collect()
        };
        let (inputs, outputs) = pin_names(&names(false), &names(true));
        let all = inputs.into_iter().chain(outputs);
        for (one, name) in self.boundaries.iter_mut().zip(all) {
            if one.tunnel.is_empty() {
                one.tunnel.clone_from(&name);
            }
            one.name = name;
        }
    }

    /// The contents of the new circuit, with room for pins at its left edge.
    fn inner(&self, document: &Document, circuit: CircuitId) -> Result<Clip, Refusal> {
        let all = Selection {
            parts: self.chosen.iter().copied().collect(),
            wires: Vec::new(),
        };
        let round = |at: i32| at.div_euclid(GRID) * GRID;
        let shift = (
            2 * MARGIN - round(self.bounds.left),
            MARGIN - round(self.bounds.top),
        );
        let mut clip = Clip::copy(document, circuit, &all)?.moved(shift);
        let cut = self.shifted(shift);
        let mut field = cut.field(document.project(), true, &cut.inner_wires);
        let pins = cut.pin_places(&field);
        for (one, at) in cut.boundaries.iter().zip(&pins) {
            field.add_port(*at, one.bundle.0 as usize);
            clip.add_part(Kind::Pin, *at, &pin_attributes(one));
        }
        let (mut wires, mut ends) = (cut.inner_wires.clone(), BTreeSet::new());
        for (one, at) in cut.boundaries.iter().zip(&pins) {
            let joined = join(&mut field, one, &one.inside, &one.inside.wires, *at);
            joined.add_tunnels(&mut clip, one);
            ends.extend(joined.ends());
            wires.extend(joined.wires);
        }
        clip.add_wires(split(wires, &ends));
        Ok(clip)
    }

    /// Inputs at the left, outputs at the right, near what they lead to.
    fn pin_places(&self, field: &Field) -> Vec<Location> {
        let round = |y: i32| y.div_euclid(GRID) * GRID;
        let mut free = [i32::MIN / 2; 2];
        let place = |one: &Boundary| {
            let rows = one.inside.ports.iter().map(|at| at.y);
            let wanted = round(rows.min().unwrap_or(self.bounds.top));
            let next = &mut free[usize::from(one.output)];
            let x = match one.output {
                true => self.bounds.right + MARGIN,
                false => self.bounds.left - MARGIN,
            };
            let mut at = Location::new(round(x), wanted.max(*next));
            while !field.is_empty(at) {
                at = at.offset(0, GRID);
            }
            *next = at.y + STEP;
            at
        };
        self.boundaries.iter().map(place).collect()
    }

    /// The ports, bodies and wires that a new wire must avoid, on one side of the cut.
    fn field(&self, project: &Project, inside: bool, wires: &[Wire]) -> Field {
        let nets = Sheet::build(project, &self.sheet, project.options.gate_undefined);
        let wiring = nets.wiring(&self.sheet);
        let mut field = Field::default();
        let mut net_of: BTreeMap<Wire, usize> = BTreeMap::new();
        for (number, (wire, bundle)) in self.sheet.wires.iter().zip(&wiring.bundles).enumerate() {
            let loose = usize::MAX - number;
            net_of.insert(*wire, bundle.map_or(loose, |bundle| bundle.0 as usize));
        }
        for wire in wires {
            field.add_wire(wire, net_of.get(wire).copied().unwrap_or(usize::MAX));
        }
        for (id, part) in self.sheet.entries() {
            if self.chosen.contains(&id) == inside {
                field.add_body(geometry::part_bounds(project, part));
                let ports = nets.ports_of(id).iter();
                ports.for_each(|port| field.add_port(port.location, port.bundle.0 as usize));
            }
        }
        field
    }

    /// The sheet with the chip in place of the parts.
    fn outer(&self, document: &Document, chip: CircuitId) -> Result<Change, Refusal> {
        let project = document.project();
        let stubs = self.stubs();
        let gone: HashSet<Wire> = self.inner_wires.iter().chain(&stubs).copied().collect();
        let kept = self.sheet.wires.iter().filter(|wire| !gone.contains(wire));
        let mut wires: Vec<Wire> = kept.copied().collect();
        let mut field = self.field(project, false, &wires);
        let part = self.instance(project, chip, &field);
        let component = part.component();
        field.add_body(geometry::part_bounds(project, &component));
        let pins = &project.circuit(chip).components;
        let ports: Vec<(String, Location)> = component_ports(project, &component)
            .map(|port| {
                let label = pins[port.pin.0 as usize].label().unwrap_or_default();
                (label.to_string(), port.location)
            })
            .collect();
        let mut added = vec![part];
        let place = |one: &Boundary| {
            ports
                .iter()
                .find(|(name, _)| *name == one.name)
                .map(|(_, at)| *at)
        };
        for one in &self.boundaries {
            if let Some(at) = place(one) {
                field.add_port(at, one.bundle.0 as usize);
            }
        }
        let mut ends = BTreeSet::new();
        for one in &self.boundaries {
            let Some(at) = place(one) else { continue };
            let standing: Vec<Wire> = one
                .outside
                .wires
                .iter()
                .filter(|wire| !gone.contains(wire))
                .copied()
                .collect();
            let joined = join(&mut field, one, &one.outside, &standing, at);
            ends.extend(joined.ends());
            added.extend(joined.tunnels.iter().map(|&at| tunnel(one, at)));
            wires.extend(joined.wires);
        }
        // Two ends that meet on a wire would be joined with each other only, as in Logisim, and pass over it.
        let wires = split(wires, &ends).into_iter().collect();
        Ok(Change {
            removed: self.chosen.iter().copied().collect(),
            added,
            wires: Some(wires),
            ..Change::default()
        })
    }

    /// In the middle of the replaced parts, or as near to it as there is room.
    fn instance(&self, project: &Project, chip: CircuitId, field: &Field) -> NewPart {
        let ((left, top), (width, height)) = subcircuit_box(project.circuit(chip));
        let middle = |low: i32, high: i32, size: i32| (low + high - size) / 2;
        let round = |at: i32| (at + GRID / 2).div_euclid(GRID) * GRID;
        let first = Location::new(
            round(middle(self.bounds.left, self.bounds.right, width).max(GRID) - left),
            round(middle(self.bounds.top, self.bounds.bottom, height).max(GRID) - top),
        );
        let part = |location| NewPart {
            what: PartKind::Circuit(chip),
            location,
            attrs: Vec::new(),
        };
        let fits = |at: &Location| {
            let component = part(*at).component();
            let bounds = geometry::part_bounds(project, &component);
            let mut ports = component_ports(project, &component);
            let on_sheet = bounds.left >= 0 && bounds.top >= 0;
            on_sheet
                && field.has_room(&bounds.grown(GRID))
                && ports.all(|port| field.is_empty(port.location))
        };
        let rings = (0..FARTHEST).flat_map(|far| ring(first, far));
        part(rings.into_iter().find(fits).unwrap_or(first))
    }

    /// Wires of cut nets that lead to no part that stays.
    fn stubs(&self) -> Vec<Wire> {
        let mut stubs = Vec::new();
        for one in &self.boundaries {
            let mut groups = Nets::new(&one.outside.wires);
            let used: BTreeSet<usize> = one.outside.ports.iter().map(|&at| groups.of(at)).collect();
            let loose = one
                .outside
                .wires
                .iter()
                .filter(|wire| !used.contains(&groups.of(wire.from)));
            stubs.extend(loose.copied().collect::<Vec<_>>());
        }
        stubs
    }
}

/// The places of the grid this many steps away.
fn ring(around: Location, far: i32) -> impl Iterator<Item = Location> {
    let steps = -far..=far;
    let all = steps
        .clone()
        .flat_map(move |x| steps.clone().map(move |y| (x, y)));
    all.filter(move |(x, y)| x.abs().max(y.abs()) == far)
        .map(move |(x, y)| around.offset(GRID * x, GRID * y))
}

/// The places of ports that get a value from a driver.
fn driven(project: &Project, circuit: &Circuit) -> HashSet<Location> {
    let nets = Sheet::build(project, circuit, project.options.gate_undefined);
    let has_driver = |bundle: BundleId| {
        let mut slices = nets.bundle_slices(bundle).iter();
        slices.any(|slice| !nets.nets[slice.net].drivers.is_empty())
    };
    let ports = nets.ports.iter().filter(|port| has_driver(port.bundle));
    ports.map(|port| port.location).collect()
}
