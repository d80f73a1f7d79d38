//! Oscillations without a visible effect.

use std::collections::HashSet;

use super::Simulator;
use crate::flow::{Flow, Memories};
use crate::netlist::{InstanceId, PartId};
use crate::project::Kind;

/// Half-ticks after which the check for oscillation ends.
const TRIAL: u64 = 16;

impl Simulator {
    /// If the circuit oscillates early, but only in parts that lead to no output and to nothing visible: the same
    /// circuit at the start with these parts held still, and which they are.
    pub fn calmed(&mut self, seed: u64) -> Option<(Simulator, Vec<PartId>)> {
        let start = self.snapshot();
        if !self.is_oscillating() {
            self.run(TRIAL);
        }
        let oscillation = self.oscillation();
        self.restore(&start);
        let restless: HashSet<PartId> = oscillation?.parts.into_iter().collect();
        let design = &self.design;
        let flow = Flow::new(design, Memories::Pass);
        let seen: Vec<PartId> = design
            .part_ids()
            .filter(|&part| self.is_seen(part))
            .collect();
        let leads = flow.leads_to(&seen);
        if restless.iter().any(|part| leads[part.0 as usize]) {
            return None;
        }
        let calm = self.with_awake(|part| !restless.contains(&part), seed);
        let mut asleep: Vec<PartId> = restless.into_iter().collect();
        asleep.sort_unstable();
        Some((calm, asleep))
    }

    /// Whether the inputs of a part have a visible effect.
    fn is_seen(&self, part: PartId) -> bool {
        let component = self.design.component(part);
        match component.kind() {
            Some(Kind::Pin) => {
                component.view().flag("output") && self.design.place(part).0 == InstanceId::ROOT
            }
            Some(kind) => kind.is_seen(),
            // Its behaviour is unknown.
            None => self.design.inside(part).is_none(),
        }
    }
}
