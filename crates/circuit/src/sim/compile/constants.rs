//! Values that never change: constants, and values that follow from constants alone.

use super::modes::Driver;
use super::plan::{Lists, Piece, Plan, SourceId, TapId};
use crate::component::{Behaviour, Reaction};
use crate::netlist::PartId;
use crate::netlist::ids::{ById, Id};

/// By source: whether it never changes once the circuit has settled for the first time.
pub(in crate::sim) fn constants(
    plan: &Plan,
    inputs: &Lists<PartId, (u16, Piece<TapId>)>,
    driver: &ById<SourceId, Driver>,
) -> ById<SourceId, bool> {
    let mut nodes: Vec<Node> = Vec::new();
    for (part, folded) in plan.parts.entries() {
        let follows = folded.behaviour.reaction() == Reaction::Pure
            || matches!(folded.behaviour, Behaviour::Constant(_));
        if follows {
            let ports = (0..folded.ports as usize).map(|port| folded.port(port));
            let pieces = inputs.get(part).iter().map(|(_, piece)| piece);
            nodes.push(Node {
                before: sources(plan, pieces),
                drives: ports.map(|port| plan.port_source[port]).collect(),
            });
        }
    }
    nodes.extend(plan.joints.iter().map(|joint| Node {
        before: sources(plan, joint.drivers.iter().flatten()),
        drives: vec![joint.source],
    }));
    let nobody = |driver: &Driver| *driver == Driver::Nobody;
    let mut constants: ById<SourceId, bool> = driver.iter().map(nobody).collect();
    let mut readers: Vec<Vec<usize>> = vec![Vec::new(); plan.source_origin.len()];
    let mut missing: Vec<usize> = Vec::with_capacity(nodes.len());
    for (number, node) in nodes.iter().enumerate() {
        let open = node.before.iter().filter(|&&source| !constants[source]);
        missing.push(open.clone().count());
        open.for_each(|source| readers[source.index()].push(number));
    }
    let mut ready: Vec<usize> = (0..nodes.len())
        .filter(|&number| missing[number] == 0)
        .collect();
    while let Some(number) = ready.pop() {
        let drives = nodes[number].drives.iter().copied();
        for source in drives.filter(|&source| source != SourceId::NONE) {
            constants[source] = true;
            for &reader in &readers[source.index()] {
                missing[reader] -= 1;
                if missing[reader] == 0 {
                    ready.push(reader);
                }
            }
        }
    }
    constants
}

/// Something whose values follow from others.
struct Node {
    before: Vec<SourceId>,
    drives: Vec<SourceId>,
}

fn sources<'a>(plan: &Plan, pieces: impl Iterator<Item = &'a Piece<TapId>>) -> Vec<SourceId> {
    let connected = pieces.filter(|piece| piece.from != TapId::FLOATING);
    connected.map(|piece| plan.tap_list[piece.from].0).collect()
}
