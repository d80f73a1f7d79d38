//! Moving parts and wires so that everything that was connected stays connected.
//!
//! The selection moves as it is. Where it touched something that stays, a path connects the two:
//!
//! ```text
//!   before      ──────┐                after   ──┐        the wire towards the port is removed back to its last
//!                    ┌┴┐                        ┌┘        corner that others need, and rerouted from there
//!                    └─┘               (moved) ┌┴┐
//! ```
//!
//! Wires that lead to nothing that stays move along. At the end the connections of all ports are compared with those
//! before: a move that would lose or add one is not done.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::document::{Document, Inverse};
use super::place::Change;
use super::repair::repair;
use super::route::{Field, Goal};
use super::{Refusal, Selection, geometry};
use crate::netlist::ComponentId;
use crate::project::{Circuit, CircuitId, Component, Location, Project, Wire};

/// The effect of a move: shown while the mouse button is held, and applied when it is released.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// The wires of the sheet after the move.
    pub wires: Vec<Wire>,
    /// Places that would lose their connection.
    pub lost: Vec<Location>,
    /// Where a moved object would touch something it was not connected with.
    pub joined: Vec<Location>,
}

/// A port: the component and the number of the port.
type PortKey = (u32, usize);

pub(super) fn apply(
    document: &mut Document,
    circuit: CircuitId,
    what: &Selection,
    by: (i32, i32),
    reroute: bool,
) -> Result<Inverse, Refusal> {
    let sheet = document.circuit(circuit)?;
    let mut parts = what.parts.clone();
    parts.sort_unstable();
    parts.dedup();
    let place = |&id: &ComponentId| {
        let part = sheet.components.get(id.0 as usize);
        let part = part.ok_or(Refusal::NoPart(id.0))?;
        Ok((id, part.location.offset(by.0, by.1)))
    };
    let moved = parts.iter().map(place).collect::<Result<Vec<_>, _>>()?;
    let mut change = Change {
        moved,
        ..Change::default()
    };
    if reroute {
        let plan = Plan::new(document, circuit, what, by)?;
        if !plan.lost.is_empty() {
            return Err(Refusal::NoRoute(plan.lost));
        }
        change.wires = Some(plan.wires);
    } else {
        change.wires_removed = what.wires.clone();
        change.wires_added = what.wires.iter().map(|wire| shifted(wire, by)).collect();
    }
    change.commit(document, circuit)
}

fn shifted(wire: &Wire, (dx, dy): (i32, i32)) -> Wire {
    Wire::new(wire.from.offset(dx, dy), wire.to.offset(dx, dy))
}

impl Plan {
    /// Plans a move without making it.
    pub fn new(
        document: &Document,
        circuit: CircuitId,
        what: &Selection,
        by: (i32, i32),
    ) -> Result<Plan, Refusal> {
        let sheet = document.circuit(circuit)?;
        let scene = Scene::new(document.project(), sheet, what);
        Ok(match by {
            (0, 0) => Plan {
                wires: sheet.wires.clone(),
                ..Plan::default()
            },
            by => scene.plan(by),
        })
    }
}

/// A sheet before a move, in the form Logisim gives it.
struct Scene<'a> {
    project: &'a Project,
    sheet: &'a Circuit,
    moved: HashSet<u32>,
    ports: Vec<(PortKey, Location)>,
    moved_wires: BTreeSet<Wire>,
    fixed_wires: BTreeSet<Wire>,
    before: Nets,
}

/// Which places are connected: in repaired wires, those that share an end.
pub(super) struct Nets {
    number: HashMap<Location, usize>,
    group: Vec<usize>,
}

impl Nets {
    pub(super) fn new<'a>(wires: impl IntoIterator<Item = &'a Wire>) -> Nets {
        let mut nets = Nets {
            number: HashMap::new(),
            group: Vec::new(),
        };
        for wire in wires {
            let (a, b) = (nets.of(wire.from), nets.of(wire.to));
            nets.group[a] = b;
        }
        nets
    }

    pub(super) fn of(&mut self, at: Location) -> usize {
        let group = &mut self.group;
        let number = *self.number.entry(at).or_insert_with(|| {
            group.push(group.len());
            group.len() - 1
        });
        self.root(number)
    }

    fn root(&mut self, mut at: usize) -> usize {
        while self.group[at] != at {
            self.group[at] = self.group[self.group[at]];
            at = self.group[at];
        }
        at
    }
}

impl<'a> Scene<'a> {
    fn new(project: &'a Project, sheet: &'a Circuit, what: &Selection) -> Scene<'a> {
        let moved: HashSet<u32> = what.parts.iter().map(|id| id.0).collect();
        let ports: Vec<(PortKey, Location)> = sheet
            .entries()
            .flat_map(|(id, part)| {
                let ports = geometry::ports(project, part).into_iter().enumerate();
                ports.map(move |(number, port)| ((id.0, number), port.location))
            })
            .collect();
        let places: BTreeSet<Location> = ports.iter().map(|(_, at)| *at).collect();
        let wires = repair(sheet.wires.iter().copied(), &places);
        let chosen = |wire: &Wire| {
            what.wires
                .iter()
                .any(|own| own.contains(wire.from) && own.contains(wire.to))
        };
        let before = Nets::new(&wires);
        let (moved_wires, fixed_wires) = match what.wires.is_empty() {
            true => (BTreeSet::new(), wires.into_iter().collect()),
            false => wires.into_iter().partition(chosen),
        };
        Scene {
            project,
            sheet,
            moved,
            ports,
            moved_wires,
            fixed_wires,
            before,
        }
    }

    fn is_moved(&self, (component, _): PortKey) -> bool {
        self.moved.contains(&component)
    }

    fn ports_after(&self, by: (i32, i32)) -> Vec<(PortKey, Location)> {
        let after = self
            .ports
            .iter()
            .map(|&(key, at)| match self.is_moved(key) {
                true => (key, at.offset(by.0, by.1)),
                false => (key, at),
            });
        after.collect()
    }

    fn plan(mut self, by: (i32, i32)) -> Plan {
        self.take_along();
        let contacts = self.contacts();
        let mut fixed = self.fixed_wires.clone();
        let old = self.retract(&contacts, &mut fixed);
        let moved: Vec<Wire> = self
            .moved_wires
            .iter()
            .map(|wire| shifted(wire, by))
            .collect();
        let ports = self.ports_after(by);
        let mut field = self.field(&fixed, &moved, &ports, by);
        let mut wires: Vec<Wire> = fixed.iter().chain(&moved).copied().collect();
        let standing = wires.clone();
        let mut lost = Vec::new();
        for contact in &contacts {
            let from = contact.place.offset(by.0, by.1);
            let net = self.before.of(contact.place);
            let goal = self.goal(contact, &old, &fixed);
            match field.route(from, &goal, net) {
                Some(path) => {
                    path.iter().for_each(|wire| field.add_wire(wire, net));
                    wires.extend(path);
                }
                None => lost.push(contact.place),
            }
        }
        let places: BTreeSet<Location> = ports.iter().map(|(_, at)| *at).collect();
        let wires = repair(wires, &places);
        if lost.is_empty() {
            lost = self.differences(&wires, &repair(standing, &places), &ports, &contacts);
        }
        let joined = self.joined(&wires, &ports);
        Plan {
            wires,
            lost,
            joined,
        }
    }

    /// The moved ports that are on one net with others they were apart from.
    fn joined(&mut self, wires: &[Wire], after: &[(PortKey, Location)]) -> Vec<Location> {
        let mut nets = Nets::new(wires);
        let both = self.ports.iter().zip(after);
        let both: Vec<(usize, usize)> = both
            .map(|((_, old), (_, new))| (self.before.of(*old), nets.of(*new)))
            .collect();
        let mut were: HashMap<usize, HashSet<usize>> = HashMap::new();
        for &(old, new) in &both {
            were.entry(new).or_default().insert(old);
        }
        let moved = after.iter().zip(&both);
        let moved = moved.filter(|((key, _), (_, new))| self.is_moved(*key) && were[new].len() > 1);
        let places: BTreeSet<Location> = moved.map(|((_, at), _)| *at).collect();
        places.into_iter().collect()
    }

    /// Wires that lead to nothing that stays belong to what moves.
    fn take_along(&mut self) {
        if self.fixed_wires.is_empty() {
            return;
        }
        let mut nets = Nets::new(&self.fixed_wires);
        let mut stays = HashSet::new();
        let mut touched = HashSet::new();
        for &(key, at) in &self.ports {
            let net = nets.of(at);
            match self.moved.contains(&key.0) {
                true => touched.insert(net),
                false => stays.insert(net),
            };
        }
        for wire in &self.moved_wires {
            touched.extend(wire.ends().map(|end| nets.of(end)));
        }
        let fixed = std::mem::take(&mut self.fixed_wires);
        for wire in fixed {
            let net = nets.of(wire.from);
            match touched.contains(&net) && !stays.contains(&net) {
                true => self.moved_wires.insert(wire),
                false => self.fixed_wires.insert(wire),
            };
        }
    }

    /// The places where something that moves touches something that stays.
    fn contacts(&self) -> Vec<Contact> {
        let moving = self.ports.iter().filter(|(key, _)| self.is_moved(*key));
        let mut moving: BTreeSet<Location> = moving.map(|(_, at)| *at).collect();
        moving.extend(self.moved_wires.iter().flat_map(Wire::ends));
        let staying = self.ports.iter().filter(|(key, _)| !self.is_moved(*key));
        let staying: BTreeSet<Location> = staying
            .map(|(_, at)| *at)
            .chain(self.fixed_wires.iter().flat_map(Wire::ends))
            .collect();
        let places = moving.intersection(&staying);
        places.map(|&place| Contact { place }).collect()
    }

    /// Removes the wires towards the contacts, as far as nothing else needs them. Returns for each contact where the
    /// path begins now and the wires that were there.
    fn retract(
        &self,
        contacts: &[Contact],
        fixed: &mut BTreeSet<Wire>,
    ) -> HashMap<Location, (Location, Vec<Wire>)> {
        let staying: HashSet<Location> = self
            .ports
            .iter()
            .filter(|(key, _)| !self.is_moved(*key))
            .map(|(_, at)| *at)
            .collect();
        let reserved: HashSet<Location> = contacts.iter().map(|contact| contact.place).collect();
        let mut ends: HashMap<Location, BTreeSet<Wire>> = HashMap::new();
        for wire in fixed.iter() {
            for end in wire.ends() {
                ends.entry(end).or_default().insert(*wire);
            }
        }
        let mut old = HashMap::new();
        for contact in contacts {
            let (mut at, mut taken) = (contact.place, Vec::new());
            while !staying.contains(&at) && (at == contact.place || !reserved.contains(&at)) {
                let here = ends.get(&at);
                let Some(&wire) = here.and_then(|here| match here.len() {
                    1 => here.first(),
                    _ => None,
                }) else {
                    break;
                };
                fixed.remove(&wire);
                for end in wire.ends() {
                    if let Some(here) = ends.get_mut(&end) {
                        here.remove(&wire);
                    }
                }
                taken.push(wire);
                at = if wire.from == at { wire.to } else { wire.from };
            }
            old.insert(contact.place, (at, taken));
        }
        old
    }

    /// Where the path from a contact may end: anywhere on its former net.
    fn goal(
        &self,
        contact: &Contact,
        old: &HashMap<Location, (Location, Vec<Wire>)>,
        fixed: &BTreeSet<Wire>,
    ) -> Goal {
        let (end, taken) = &old[&contact.place];
        let mut nets = Nets::new(fixed);
        let net = nets.of(*end);
        let wires = fixed.iter().filter(|wire| nets.of(wire.from) == net);
        Goal {
            place: *end,
            wires: wires.copied().collect(),
            old: taken.clone(),
        }
    }

    fn field(
        &mut self,
        fixed: &BTreeSet<Wire>,
        moved: &[Wire],
        ports: &[(PortKey, Location)],
        by: (i32, i32),
    ) -> Field {
        let mut field = Field::default();
        for (key, at) in ports {
            let before = match self.is_moved(*key) {
                true => at.offset(-by.0, -by.1),
                false => *at,
            };
            field.add_port(*at, self.before.of(before));
        }
        for wire in fixed {
            field.add_wire(wire, self.before.of(wire.from));
        }
        for wire in moved {
            let before = wire.from.offset(-by.0, -by.1);
            field.add_wire(wire, self.before.of(before));
        }
        for (id, part) in self.sheet.entries() {
            let moves = self.moved.contains(&id.0);
            let (dx, dy) = if moves { by } else { (0, 0) };
            let part = Component {
                location: part.location.offset(dx, dy),
                ..part.clone()
            };
            field.add_body(geometry::part_bounds(self.project, &part));
        }
        field
    }

    /// The contacts whose ports are connected differently, apart from those joined on purpose.
    fn differences(
        &mut self,
        after: &[Wire],
        standing: &[Wire],
        ports: &[(PortKey, Location)],
        contacts: &[Contact],
    ) -> Vec<Location> {
        let mut expected = Classes::new(self.ports.len());
        expected.join_all(self.ports.iter().map(|(_, at)| self.before.of(*at)));
        let mut put = Nets::new(standing);
        expected.join_all(ports.iter().map(|(_, at)| put.of(*at)));
        let mut now = Classes::new(ports.len());
        let mut nets = Nets::new(after);
        now.join_all(ports.iter().map(|(_, at)| nets.of(*at)));
        let wrong = expected.differing(&mut now);
        if wrong.is_empty() {
            return Vec::new();
        }
        let wrong: HashSet<usize> = wrong
            .into_iter()
            .map(|number| self.before.of(self.ports[number].1))
            .collect();
        let places = contacts.iter().map(|contact| contact.place);
        let mut named: Vec<Location> = places
            .filter(|place| wrong.contains(&self.before.of(*place)))
            .collect();
        if named.is_empty() {
            named = self.ports.iter().map(|(_, at)| *at).take(1).collect();
        }
        named
    }
}

/// A place where what moves and what stays were connected.
struct Contact {
    place: Location,
}

/// Which ports are connected.
struct Classes(Vec<usize>);

impl Classes {
    fn new(count: usize) -> Classes {
        Classes((0..count).collect())
    }

    fn root(&mut self, mut at: usize) -> usize {
        while self.0[at] != at {
            self.0[at] = self.0[self.0[at]];
            at = self.0[at];
        }
        at
    }

    /// Joins the ports of one net; `nets` names the net of each.
    fn join_all(&mut self, nets: impl Iterator<Item = usize>) {
        let mut first: HashMap<usize, usize> = HashMap::new();
        for (port, net) in nets.enumerate() {
            let other = *first.entry(net).or_insert(port);
            let (a, b) = (self.root(port), self.root(other));
            self.0[a] = b;
        }
    }

    /// Ports that are not with the same others in both.
    fn differing(&mut self, other: &mut Classes) -> Vec<usize> {
        let count = self.0.len();
        let pairs: Vec<(usize, usize)> = (0..count)
            .map(|port| (self.root(port), other.root(port)))
            .collect();
        let mut there: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        let mut back: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        for &(a, b) in &pairs {
            there.entry(a).or_default().insert(b);
            back.entry(b).or_default().insert(a);
        }
        let wrong = |&port: &usize| {
            let (a, b) = pairs[port];
            there[&a].len() > 1 || back[&b].len() > 1
        };
        (0..count).filter(wrong).collect()
    }
}
