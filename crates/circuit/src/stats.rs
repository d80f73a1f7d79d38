//! Figures about a circuit: parts by kind, nets, the longest path without memory, the hierarchy.

use std::collections::{BTreeMap, BTreeSet};

use crate::component::Timing;
use crate::flow::{Flow, Memories};
use crate::netlist::{Design, InstanceId, PartId};
use crate::project::{CircuitId, What};

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

/// A circuit, how often its parent uses it, and the circuits it uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    pub name: String,
    pub uses: usize,
    /// Its own parts, sub-circuits counted as one each.
    pub own: usize,
    /// Parts with everything inside.
    pub all: usize,
    pub inner: Vec<Tree>,
}

/// The longest path between two memories, inputs or outputs.
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

/// Finds the longest path, and the loops.
pub fn depth(design: &Design) -> Depth {
    let flow = Flow::new(design, Memories::Stop);
    let groups = flow.groups();
    let mut group_of = vec![0u32; flow.nodes()];
    for (number, group) in groups.iter().enumerate() {
        for &node in group {
            group_of[node as usize] = number as u32;
        }
    }
    let mut reach = vec![0u32; flow.nodes()];
    let mut next: Vec<Option<u32>> = vec![None; flow.nodes()];
    let counting: Vec<bool> = design.part_ids().map(|part| counts(design, part)).collect();
    let counted = |node: u32| {
        let part = flow.part(node);
        part.filter(|part| counting[part.0 as usize])
    };
    let mut depth = Depth::default();
    // Groups come with everything they lead to before them.
    for group in &groups {
        if group.len() > 1 {
            let parts: BTreeSet<PartId> = group.iter().filter_map(|&node| counted(node)).collect();
            depth.loops.push(parts.into_iter().collect());
        }
        for &node in group {
            let own = group_of[node as usize];
            let after = flow.after(node).iter();
            let outside = after.filter(|&&other| group_of[other as usize] != own);
            let best = outside.max_by_key(|&&other| reach[other as usize]);
            let beyond = best.map_or(0, |&other| reach[other as usize]);
            next[node as usize] = best.copied();
            reach[node as usize] = beyond + u32::from(counted(node).is_some());
        }
    }
    // Loops of several bits of one bus through the same parts are one loop to a person.
    depth.loops.retain(|parts| !parts.is_empty());
    depth.loops.sort();
    depth.loops.dedup();
    let of_parts = (0..flow.nodes() as u32).take_while(|&node| flow.part(node).is_some());
    let start = of_parts.max_by_key(|&node| (reach[node as usize], std::cmp::Reverse(node)));
    let chain = std::iter::successors(start, |&node| next[node as usize]);
    depth.chain = chain.filter_map(counted).collect();
    depth
}

/// Whether a part adds to the length of a chain: gates and the like, not pins, clocks and displays.
fn counts(design: &Design, part: PartId) -> bool {
    let kind = design.component(part).kind();
    kind.is_some_and(|kind| kind.timing() == Timing::Logic)
}
