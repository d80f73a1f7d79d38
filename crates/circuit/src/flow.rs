//! Dependencies in a design, bit by bit.
//!
//! ```text
//!   bit of a net ──> part ──> bit of a net ──> part ...
//! ```
//!
//! A part that treats its bits alike, such as a gate of eight bits, has a node for each of them, so that a carry that
//! ripples through one gate by way of a splitter is a chain and not a loop.

use crate::component::{Direction, Reach, Timing};
use crate::netlist::ids::{ById, Id};
use crate::netlist::{Child, Design, InstanceId, NetId, PartId, SheetPort};
use crate::project::Kind;

/// Whether values pass through memories.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Memories {
    /// No: they wait there for a clock.
    Stop,
    /// Yes: an input may come out later.
    Pass,
}

/// Nodes are numbered: those of the parts first, then the bits of the nets.
pub(crate) struct Flow {
    /// The first node of each part, and of the nets at the end.
    first: Vec<u32>,
    start: Vec<u32>,
    after: Vec<u32>,
}

impl Flow {
    pub(crate) fn new(design: &Design, memories: Memories) -> Flow {
        let mut first = vec![0u32];
        for part in design.part_ids() {
            first.push(first[first.len() - 1] + lanes(design, part));
        }
        let mut net_first: ById<NetId, u32> = ById::new();
        let mut nodes = first[first.len() - 1];
        for instance in design.instance_ids() {
            for net in design.sheet(instance).nets.iter() {
                net_first.add(nodes);
                nodes += net.width;
            }
        }
        let mut edges = Edges {
            design,
            memories,
            first: &first,
            net_first: &net_first,
            list: Vec::new(),
        };
        design.instance_ids().for_each(|id| edges.instance(id));
        let list = edges.list;
        Flow::of(first, nodes as usize, list)
    }

    fn of(first: Vec<u32>, nodes: usize, mut edges: Vec<(u32, u32)>) -> Flow {
        edges.sort_unstable();
        edges.dedup();
        let mut start = vec![0u32; nodes + 1];
        for (from, _) in &edges {
            start[*from as usize + 1] += 1;
        }
        for node in 0..nodes {
            start[node + 1] += start[node];
        }
        Flow {
            first,
            start,
            after: edges.iter().map(|(_, to)| *to).collect(),
        }
    }

    pub(crate) fn nodes(&self) -> usize {
        self.start.len() - 1
    }

    /// The nodes a node leads to.
    pub(crate) fn after(&self, node: u32) -> &[u32] {
        &self.after[self.start[node as usize] as usize..self.start[node as usize + 1] as usize]
    }

    /// The part a node belongs to, unless it is a bit of a net.
    pub(crate) fn part(&self, node: u32) -> Option<PartId> {
        let parts = self.first.len() - 1;
        let at = self.first.partition_point(|&first| first <= node);
        (at <= parts).then(|| PartId::from_index(at - 1))
    }

    pub(crate) fn nodes_of(&self, part: PartId) -> std::ops::Range<u32> {
        self.first[part.index()]..self.first[part.index() + 1]
    }

    /// The reversed graph.
    pub(crate) fn reversed(&self) -> Flow {
        let all = (0..self.nodes() as u32).flat_map(|from| {
            let after = self.after(from).iter();
            after.map(move |&to| (to, from))
        });
        Flow::of(self.first.clone(), self.nodes(), all.collect())
    }

    /// By part: whether it leads to one of these parts by any of its bits, all bits of the parts between included.
    pub(crate) fn leads_to(&self, parts: &[PartId]) -> Vec<bool> {
        let back = self.reversed();
        let mut leads = vec![false; self.first.len() - 1];
        let mut seen = vec![false; self.nodes()];
        let mut todo: Vec<u32> = parts.iter().flat_map(|&part| self.nodes_of(part)).collect();
        while let Some(node) = todo.pop() {
            if std::mem::replace(&mut seen[node as usize], true) {
                continue;
            }
            todo.extend(back.after(node));
            if let Some(part) = self.part(node)
                && !std::mem::replace(&mut leads[part.index()], true)
            {
                todo.extend(self.nodes_of(part));
            }
        }
        leads
    }

    /// By node: whether one of the nodes in `from` leads to it, or is it.
    pub(crate) fn reach(&self, from: impl IntoIterator<Item = u32>) -> Vec<bool> {
        let mut reached = vec![false; self.nodes()];
        let mut todo: Vec<u32> = from.into_iter().collect();
        while let Some(node) = todo.pop() {
            if !std::mem::replace(&mut reached[node as usize], true) {
                todo.extend(self.after(node));
            }
        }
        reached
    }

    /// Strongly connected components, each after all it leads to (Tarjan, without recursion).
    pub(crate) fn groups(&self) -> Vec<Vec<u32>> {
        let nodes = self.nodes();
        let mut search = Search {
            number: vec![0; nodes],
            low: vec![0; nodes],
            open: vec![false; nodes],
            stack: Vec::new(),
            count: 0,
            groups: Vec::new(),
        };
        for node in 0..nodes as u32 {
            if search.number[node as usize] == 0 {
                search.from(self, node);
            }
        }
        search.groups
    }
}

/// How many nodes a part has: one for each bit, if it treats them alike.
fn lanes(design: &Design, part: PartId) -> u32 {
    let (instance, component) = design.place(part);
    let Some(kind) = design.component(part).kind() else {
        return 1;
    };
    let ports = design.sheet(instance).ports_of(component);
    match ports.get(kind.main_port(ports.len())) {
        Some(port) if kind.has_lanes() => port.width.max(1),
        _ => 1,
    }
}

struct Edges<'a> {
    design: &'a Design,
    memories: Memories,
    first: &'a [u32],
    net_first: &'a ById<NetId, u32>,
    list: Vec<(u32, u32)>,
}

impl Edges<'_> {
    fn instance(&mut self, id: InstanceId) {
        let design = self.design;
        let sheet = design.sheet(id);
        let place = &design.instances[id];
        let circuit = design.project.circuit(place.circuit);
        for component in (0..circuit.components.len()).map(Id::from_index) {
            let kind = circuit.component(component).kind();
            if self.memories == Memories::Stop && holds(kind) {
                continue;
            }
            for (number, port) in sheet.ports_of(component).iter().enumerate() {
                if port.direction == Direction::In {
                    self.input(id, kind, number, port);
                }
            }
        }
        for (local, net) in sheet.nets.entries() {
            let first = self.net_first[place.net(local)];
            for &(port, low) in &net.drivers {
                let port = &sheet.ports[port];
                for bit in 0..net.width {
                    self.output(id, port, u32::from(low) + bit, first + bit);
                }
            }
        }
    }

    /// From the bits at an input to the nodes of its part.
    fn input(&mut self, id: InstanceId, kind: Option<Kind>, number: usize, port: &SheetPort) {
        let design = self.design;
        let (place, sheet) = (&design.instances[id], design.sheet(id));
        let nodes = self.nodes(end(design, id, port));
        let reach = match kind {
            Some(kind) => {
                let attrs = design
                    .project
                    .circuit(place.circuit)
                    .component(port.component);
                kind.reach(attrs.view(), number)
            }
            // The pin inside a sub-circuit.
            None => Reach::Lane,
        };
        for slice in sheet.bundle_slices(port.bundle) {
            let net = self.net_first[place.net(slice.net)] + u32::from(slice.net_low);
            for bit in 0..u32::from(slice.width) {
                let lane = nodes.start + u32::from(slice.low) + bit;
                let reached = match reach {
                    _ if nodes.len() == 1 => nodes.clone(),
                    Reach::Lane => lane..lane + 1,
                    Reach::Above => lane..nodes.end,
                    Reach::All => nodes.clone(),
                };
                let reached = reached.start..reached.end.min(nodes.end);
                self.list.extend(reached.map(|node| (net + bit, node)));
            }
        }
    }

    /// From the nodes of a part to a bit one of its ports drives.
    fn output(&mut self, id: InstanceId, port: &SheetPort, bit: u32, to: u32) {
        let nodes = self.nodes(end(self.design, id, port));
        let from = match nodes.len() as u32 == port.width {
            true => nodes.start + bit..(nodes.start + bit + 1).min(nodes.end),
            false => nodes,
        };
        self.list.extend(from.map(|node| (node, to)));
    }

    fn nodes(&self, part: PartId) -> std::ops::Range<u32> {
        self.first[part.index()]..self.first[part.index() + 1]
    }
}

/// Whether values stop at a part until a clock comes.
fn holds(kind: Option<Kind>) -> bool {
    kind.is_some_and(|kind| kind.timing() == Timing::Clocked)
}

/// The part at a port: the inner pin for a port of a sub-circuit.
fn end(design: &Design, instance: InstanceId, port: &SheetPort) -> PartId {
    match design.child(instance, port.component) {
        Some(Child::Instance(inner)) => design.instances[inner].part(port.pin),
        _ => design.instances[instance].part(port.component),
    }
}

struct Search {
    number: Vec<u32>,
    low: Vec<u32>,
    open: Vec<bool>,
    stack: Vec<u32>,
    count: u32,
    groups: Vec<Vec<u32>>,
}

impl Search {
    fn enter(&mut self, node: u32) {
        self.count += 1;
        self.number[node as usize] = self.count;
        self.low[node as usize] = self.count;
        self.open[node as usize] = true;
        self.stack.push(node);
    }

    fn from(&mut self, flow: &Flow, root: u32) {
        let mut calls = vec![(root, 0usize)];
        self.enter(root);
        while let Some(&mut (node, ref mut next)) = calls.last_mut() {
            if let Some(&to) = flow.after(node).get(*next) {
                *next += 1;
                if self.number[to as usize] == 0 {
                    self.enter(to);
                    calls.push((to, 0));
                } else if self.open[to as usize] {
                    let seen = self.number[to as usize];
                    self.low[node as usize] = self.low[node as usize].min(seen);
                }
                continue;
            }
            calls.pop();
            if let Some(&(above, _)) = calls.last() {
                let low = self.low[node as usize];
                self.low[above as usize] = self.low[above as usize].min(low);
            }
            if self.low[node as usize] == self.number[node as usize] {
                self.close(node);
            }
        }
    }

    fn close(&mut self, node: u32) {
        let mut group = Vec::new();
        while let Some(member) = self.stack.pop() {
            self.open[member as usize] = false;
            group.push(member);
            if member == node {
                break;
            }
        }
        self.groups.push(group);
    }
}
