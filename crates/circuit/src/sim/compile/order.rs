//! The evaluation order of everything that waits: each item after its dependencies.

use std::collections::HashMap;

use super::loops::{Loop, components};
use super::modes::{Driver, Modes};
use super::plan::SourceId;
use crate::netlist::PartId;
use crate::netlist::ids::Id;

/// Everything that waits, in an order it can be evaluated in. What is on a loop stands together.
pub(in crate::sim) struct Order {
    pub(in crate::sim) list: Vec<Driver>,
    /// By place in the list: what it depends on, and how much later it sees it.
    pub(in crate::sim) before: Vec<Vec<(SourceId, u32)>>,
    /// By part: its place in the list.
    pub(in crate::sim) rank_of_part: HashMap<PartId, u32>,
    /// Loops that switches keep open, each with the place of its first member.
    pub(in crate::sim) loops: Vec<(u32, Loop)>,
    /// On loops that nothing keeps open.
    pub(in crate::sim) unordered: Vec<Driver>,
}

impl Order {
    pub(in crate::sim) fn new(modes: &Modes<'_>) -> Order {
        let nodes = modes.waiting();
        let before: Vec<Vec<(SourceId, u32)>> =
            nodes.iter().map(|&node| modes.before(node)).collect();
        let after = after(modes, &nodes, &before);
        let mut order = Order {
            list: Vec::new(),
            before: Vec::new(),
            rank_of_part: HashMap::new(),
            loops: Vec::new(),
            unordered: Vec::new(),
        };
        let numbers: HashMap<Driver, usize> = nodes.iter().copied().zip(0..).collect();
        for component in by_level(&after) {
            let round = component.len() > 1 || after[component[0]].contains(&component[0]);
            let members: Vec<Driver> = component.iter().map(|&node| nodes[node]).collect();
            let members = match round {
                false => members,
                true => match Loop::new(modes, members.clone()) {
                    Some(made) => {
                        let members = made.members.clone();
                        order.loops.push((order.list.len() as u32, made));
                        members
                    }
                    None => {
                        order.unordered.extend(members);
                        continue;
                    }
                },
            };
            for node in members {
                if let Driver::Part(part) = node {
                    order.rank_of_part.insert(part, order.list.len() as u32);
                }
                order.list.push(node);
                order.before.push(before[numbers[&node]].clone());
            }
        }
        order
    }

    /// The loop a place is in, by its number, with its places.
    pub(in crate::sim) fn loop_at(&self, rank: u32) -> Option<(usize, std::ops::Range<u32>)> {
        let places = |(first, made): &(u32, Loop)| *first..first + made.members.len() as u32;
        let found = self
            .loops
            .iter()
            .position(|one| places(one).contains(&rank))?;
        Some((found, places(&self.loops[found])))
    }
}

/// By node: those that depend on it.
fn after(modes: &Modes<'_>, nodes: &[Driver], before: &[Vec<(SourceId, u32)>]) -> Vec<Vec<usize>> {
    let mut parts = vec![0; modes.part_waits.len()];
    let mut joints = vec![0; modes.joint_waits.len()];
    for (number, node) in nodes.iter().enumerate() {
        match node {
            Driver::Part(part) => parts[part.index()] = number,
            Driver::Joint(joint) => joints[joint.index()] = number,
            Driver::Nobody => {}
        }
    }
    let number = |driver: Driver| match driver {
        Driver::Part(part) => parts[part.index()],
        Driver::Joint(joint) => joints[joint.index()],
        Driver::Nobody => unreachable!("nobody waits"),
    };
    let mut after = vec![Vec::new(); nodes.len()];
    for (node, sources) in before.iter().enumerate() {
        for (source, _) in sources {
            if modes.waits(*source) {
                after[number(modes.driver[*source])].push(node);
            }
        }
    }
    after
}

/// The components of a graph by their distance from its beginnings.
fn by_level(after: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut found = components(after);
    found.reverse();
    let mut home = vec![0; after.len()];
    for (number, component) in found.iter().enumerate() {
        component.iter().for_each(|&node| home[node] = number);
    }
    let mut levels = vec![0; found.len()];
    for (number, component) in found.iter().enumerate() {
        for &next in component.iter().flat_map(|&node| &after[node]) {
            if home[next] != number {
                levels[home[next]] = levels[home[next]].max(levels[number] + 1);
            }
        }
    }
    for component in &mut found {
        component.sort_unstable();
    }
    let mut sorted: Vec<(usize, Vec<usize>)> = levels.into_iter().zip(found).collect();
    sorted.sort();
    sorted.into_iter().map(|(_, component)| component).collect()
}
