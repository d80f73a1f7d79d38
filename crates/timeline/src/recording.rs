//! Recording selected signals while time passes.

use crate::ring::{Probe, Ring};
use crate::subject::Subject;
use crate::timeline::Timeline;

impl<S: Subject> Timeline<S> {
    /// Starts recording these signals at every half-tick, up to `changes` of their latest changes.
    pub fn record(&mut self, probes: Vec<Probe<S>>, changes: usize) {
        let mut ring = Ring::new(probes, changes);
        ring.sample(self.now(), &self.subject);
        self.ring = Some(ring);
    }

    pub fn stop_recording(&mut self) -> Option<Ring<S>> {
        self.ring.take()
    }

    pub fn recording(&self) -> Option<&Ring<S>> {
        self.ring.as_ref()
    }

    pub(crate) fn sample(&mut self) {
        if let Some(ring) = &mut self.ring {
            let moment = self.subject.moment();
            if !self.replaying || moment >= ring.span().0 {
                ring.sample(moment, &self.subject);
            }
        }
    }
}
