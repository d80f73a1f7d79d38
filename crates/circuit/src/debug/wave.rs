//! Recorded signals over time.

use timeline::{Probe, talk};

use super::{Answer, Debugger};
use crate::sim::Simulator;

impl Debugger {
    /// `record NAME...`: starts recording these.
    pub(super) fn record(&mut self, rest: &str) -> Answer {
        let simulator = self.timeline.subject();
        let names = self.listed(rest);
        let probe = |name: &String| Ok(self.find(name)?.probe(simulator));
        let probes: Result<Vec<Probe<Simulator>>, String> = names.iter().map(probe).collect();
        talk::record(&mut self.timeline, probes?)
    }

    /// `wave [N]`: draws the end of the recording.
    pub(super) fn wave(&self, rest: &str) -> Answer {
        talk::wave(&self.timeline, rest)
    }
}
