//! Figures about a circuit: parts by kind, nets, the longest chain of parts without memory, who uses whom.

use std::collections::BTreeMap;

use crate::component::{Direction, Timing};
use crate::netlist::{Child, Design, InstanceId, PartId};
use crate::project::{CircuitId, Kind, What};

/// Figures about a design.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stats {
    /// All parts, sub-circuits and wiring too.
    pub parts: usize,
    /// Parts by name, the most frequent first; sub-circuits are not among them.
    pub kinds: Vec<(String, usize)>,
    /// Uses of circuits inside the top one.
    pub instances: usize,
    pub nets: usize,
    pub bits: usize,
    pub depth: Depth,
    pub tree: Tree,
}

/// A circuit, how often its parent uses it, and what it uses itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    pub name: String,
    pub uses: usize,
    /// Parts of its own, sub-circuits counted as one each.
    pub own: usize,
    /// Parts with everything inside.
    pub all: usize,
    pub inner: Vec<Tree>,
}

/// The longest chain of parts between two memories, inputs or outputs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Depth {
    /// Parts of the chain, from its start.
    pub chain: Vec<PartId>,
    /// Parts that feed back into themselves without a memory between.
    pub loops: Vec<Vec<PartId>>,
}

pub fn stats(design: &Design) -> Stats {
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut nets, mut bits) = (0, 0);
    for (id, instance) in design.instances.entries() {
        for component in &design.project.circuit(instance.circuit).components {
            if !matches!(component.what, What::Circuit(_)) {
                *kinds.entry(component.name(&design.project)).or_default() += 1;
            }
        }
        let sheet = design.sheet(id);
        nets += sheet.nets.len();
        bits += sheet
            .nets
            .iter()
            .map(|net| net.width as usize)
            .sum::<usize>();
    }
    let mut kinds: Vec<(String, usize)> = kinds
        .into_iter()
        .map(|(name, count)| (name.to_string(), count))
        .collect();
    kinds.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    Stats {
        parts: design.parts,
        kinds,
        instances: design.instances.len() - 1,
        nets,
        bits,
        depth: depth(design),
        tree: tree(
            design,
            design.circuit(InstanceId::ROOT),
            1,
            &mut BTreeMap::new(),
        ),
    }
}

fn tree(
    design: &Design,
    circuit: CircuitId,
    uses: usize,
    sizes: &mut BTreeMap<CircuitId, Tree>,
) -> Tree {
    if let Some(known) = sizes.get(&circuit) {
        return Tree {
            uses,
            ..known.clone()
        };
    }
    let own = design.project.circuit(circuit);
    let mut used: BTreeMap<CircuitId, usize> = BTreeMap::new();
    for component in &own.components {
        if let What::Circuit(inner) = component.what {
            *used.entry(inner).or_default() += 1;
        }
    }
    let inner: Vec<Tree> = used
        .into_iter()
        .map(|(id, uses)| tree(design, id, uses, sizes))
        .collect();
    let inside: usize = inner
        .iter()
        .map(|tree| tree.uses.saturating_mul(tree.all))
        .sum();
    let tree = Tree {
        name: own.name.clone(),
        uses,
        own: own.components.len(),
        all: own.components.len() + inside,
        inner,
    };
    sizes.insert(circuit, tree.clone());
    tree
}

/// Finds the longest chain, and the loops.
pub fn depth(design: &Design) -> Depth {
    let graph = Graph::new(design);
    let groups = graph.groups();
    let mut group_of = vec![0u32; graph.nodes()];
    for (number, group) in groups.iter().enumerate() {
        for &node in group {
            group_of[node as usize] = number as u32;
        }
    }
    let mut reach = vec![0u32; graph.nodes()];
    let mut next: Vec<Option<u32>> = vec![None; graph.nodes()];
    let mut depth = Depth::default();
    // Groups come with everything they lead to before them.
    for group in &groups {
        if group.len() > 1 {
            depth.loops.push(counted(design, group));
        }
        for &node in group {
            let own = group_of[node as usize];
            let after = graph.after(node).iter();
            let outside = after.filter(|&&other| group_of[other as usize] != own);
            let best = outside.max_by_key(|&&other| reach[other as usize]);
            let beyond = best.map_or(0, |&other| reach[other as usize]);
            next[node as usize] = best.copied();
            reach[node as usize] = beyond + u32::from(counts(design, node));
        }
    }
    depth.loops.retain(|parts| !parts.is_empty());
    depth.loops.sort();
    let by_reach = |&part: &u32| (reach[part as usize], std::cmp::Reverse(part));
    let start = (0..design.parts as u32).max_by_key(by_reach);
    let chain = std::iter::successors(start, |&node| next[node as usize]);
    depth.chain = counted(design, &chain.collect::<Vec<_>>());
    depth
}

fn counted(design: &Design, nodes: &[u32]) -> Vec<PartId> {
    let parts = nodes.iter().filter(|&&node| counts(design, node));
    parts.map(|&part| PartId(part)).collect()
}

/// Whether a part adds to the length of a chain: gates and the like, not pins, clocks and displays.
fn counts(design: &Design, node: u32) -> bool {
    if node as usize >= design.parts {
        return false;
    }
    let kind = design.component(PartId(node)).kind();
    kind.is_some_and(|kind| kind.timing() == Timing::Logic)
}

/// Whether values stop at a part until a clock comes.
fn holds(kind: Option<Kind>) -> bool {
    kind.is_some_and(|kind| kind.timing() == Timing::Clocked)
}

/// From parts to nets to parts. Nodes are numbered parts first, then nets.
struct Graph {
    start: Vec<u32>,
    after: Vec<u32>,
}

impl Graph {
    fn new(design: &Design) -> Graph {
        let mut edges: Vec<(u32, u32)> = Vec::new();
        for (id, instance) in design.instances.entries() {
            let sheet = design.sheet(id);
            let components = &design.project.circuit(instance.circuit).components;
            let first_net = design.parts as u32 + instance.first_net.0;
            for (number, port) in sheet.ports.iter().enumerate() {
                let kind = components[port.component as usize].kind();
                if port.direction == Direction::In && !holds(kind) {
                    let part = end(design, id, number);
                    let slices = sheet.bundle_slices(port.bundle).iter();
                    edges.extend(slices.map(|slice| (first_net + slice.net, part)));
                }
            }
            for (net, node) in sheet.nets.iter().zip(first_net..) {
                let drivers = net.drivers.iter();
                edges.extend(drivers.map(|&(port, _)| (end(design, id, port as usize), node)));
            }
        }
        edges.sort_unstable();
        edges.dedup();
        Graph::of(design.parts + design.nets, &edges)
    }

    fn of(nodes: usize, edges: &[(u32, u32)]) -> Graph {
        let mut start = vec![0u32; nodes + 1];
        for (from, _) in edges {
            start[*from as usize + 1] += 1;
        }
        for node in 0..nodes {
            start[node + 1] += start[node];
        }
        Graph {
            start,
            after: edges.iter().map(|(_, to)| *to).collect(),
        }
    }

    fn nodes(&self) -> usize {
        self.start.len() - 1
    }

    fn after(&self, node: u32) -> &[u32] {
        &self.after[self.start[node as usize] as usize..self.start[node as usize + 1] as usize]
    }

    /// Parts that reach each other, each group after all it leads to (Tarjan, without recursion).
    fn groups(&self) -> Vec<Vec<u32>> {
        let parts = self.nodes();
        let mut search = Search {
            number: vec![0; parts],
            low: vec![0; parts],
            open: vec![false; parts],
            stack: Vec::new(),
            count: 0,
            groups: Vec::new(),
        };
        for part in 0..parts as u32 {
            if search.number[part as usize] == 0 {
                search.from(self, part);
            }
        }
        search.groups
    }
}

/// The part at a port: the inner pin for a port of a sub-circuit.
fn end(design: &Design, instance: InstanceId, port: usize) -> u32 {
    let port = &design.sheet(instance).ports[port];
    match design.child(instance, port.component) {
        Some(Child::Instance(inner)) => design.instances[inner].part(port.pin).0,
        _ => design.instances[instance].part(port.component).0,
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
    fn enter(&mut self, part: u32) {
        self.count += 1;
        self.number[part as usize] = self.count;
        self.low[part as usize] = self.count;
        self.open[part as usize] = true;
        self.stack.push(part);
    }

    fn from(&mut self, graph: &Graph, root: u32) {
        let mut calls = vec![(root, 0usize)];
        self.enter(root);
        while let Some(&mut (part, ref mut next)) = calls.last_mut() {
            if let Some(&to) = graph.after(part).get(*next) {
                *next += 1;
                if self.number[to as usize] == 0 {
                    self.enter(to);
                    calls.push((to, 0));
                } else if self.open[to as usize] {
                    let seen = self.number[to as usize];
                    self.low[part as usize] = self.low[part as usize].min(seen);
                }
                continue;
            }
            calls.pop();
            if let Some(&(above, _)) = calls.last() {
                let low = self.low[part as usize];
                self.low[above as usize] = self.low[above as usize].min(low);
            }
            if self.low[part as usize] == self.number[part as usize] {
                self.close(part);
            }
        }
    }

    fn close(&mut self, part: u32) {
        let mut group = Vec::new();
        while let Some(member) = self.stack.pop() {
            self.open[member as usize] = false;
            group.push(member);
            if member == part {
                break;
            }
        }
        self.groups.push(group);
    }
}
