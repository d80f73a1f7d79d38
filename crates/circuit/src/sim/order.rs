//! The order in which what waits is evaluated: everything after what it depends on.

use std::collections::HashMap;

use super::modes::{Driver, Modes};
use super::plan::SourceId;
use crate::netlist::PartId;
use crate::netlist::ids::Id;

/// Everything that waits, in an order it can be evaluated in.
pub(super) struct Order {
    pub(super) list: Vec<Driver>,
    /// By place in the list: what it depends on, and how much later it sees it.
    pub(super) before: Vec<Vec<(SourceId, u32)>>,
    /// By part: its place in the list.
    pub(super) rank_of_part: HashMap<PartId, u32>,
    /// On a loop, or between two loops: these have no place in the list.
    pub(super) unordered: Vec<Driver>,
}

impl Order {
    pub(super) fn new(modes: &Modes<'_>) -> Order {
        let nodes = modes.waiting();
        let before: Vec<Vec<(SourceId, u32)>> =
            nodes.iter().map(|&node| modes.before(node)).collect();
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
        let mut missing = vec![0usize; nodes.len()];
        for (node, sources) in before.iter().enumerate() {
            for (source, _) in sources {
                if modes.waits(*source) {
                    after[number(modes.driver[*source])].push(node);
                    missing[node] += 1;
                }
            }
        }
        let mut levels: Vec<usize> = vec![0; nodes.len()];
        let mut ready: Vec<usize> = (0..nodes.len())
            .filter(|&node| missing[node] == 0)
            .collect();
        let mut done = 0;
        while let Some(&node) = ready.get(done) {
            done += 1;
            for &next in &after[node] {
                levels[next] = levels[next].max(levels[node] + 1);
                missing[next] -= 1;
                if missing[next] == 0 {
                    ready.push(next);
                }
            }
        }
        let unordered = unordered(&after, &missing);
        ready.sort_by_key(|&node| (levels[node], node));
        let places = ready.iter().zip(0..);
        let rank_of_part = places.filter_map(|(&node, rank)| match nodes[node] {
            Driver::Part(part) => Some((part, rank)),
            Driver::Joint(_) | Driver::Nobody => None,
        });
        Order {
            rank_of_part: rank_of_part.collect(),
            list: ready.iter().map(|&node| nodes[node]).collect(),
            before: ready.iter().map(|&node| before[node].clone()).collect(),
            unordered: unordered.into_iter().map(|node| nodes[node]).collect(),
        }
    }
}

/// Of the nodes that still miss something, those that are not merely behind a loop.
fn unordered(after: &[Vec<usize>], missing: &[usize]) -> Vec<usize> {
    let mut left: Vec<bool> = missing.iter().map(|&count| count > 0).collect();
    let mut before = vec![Vec::new(); after.len()];
    let mut behind = vec![0usize; after.len()];
    for node in (0..after.len()).filter(|&node| left[node]) {
        for &next in after[node].iter().filter(|&&next| left[next]) {
            before[next].push(node);
            behind[node] += 1;
        }
    }
    let mut ends: Vec<usize> = (0..after.len())
        .filter(|&node| left[node] && behind[node] == 0)
        .collect();
    while let Some(node) = ends.pop() {
        left[node] = false;
        for &previous in &before[node] {
            behind[previous] -= 1;
            if behind[previous] == 0 {
                ends.push(previous);
            }
        }
    }
    (0..after.len()).filter(|&node| left[node]).collect()
}
