//! Saving states: checkpoints at the end of known time, finer ones on the way to a moment.

use crate::branch::Loop;
use crate::subject::{Subject, digest};
use crate::timeline::Timeline;

/// Periods up to this many rhythms count as short.
const SHORT: u64 = 256;
/// Looking for one may take this fraction of the work between two checkpoints.
const LITTLE: u64 = 50;
/// Maximum number of states saved while a stretch is replayed, so that the next steps back are short.
const FINE: u64 = 32;
/// The fraction of the budget that such states may take.
const FINE_SHARE: usize = 32;
/// The shortest stretch worth such states, in nanoseconds.
const WORTH: u64 = 1_000_000;

impl<S: Subject> Timeline<S> {
    /// Saves the present state, unless it occurred before: then time repeats from here on.
    pub(crate) fn keep(&mut self) {
        let now = self.now();
        let spacing = self.past.limits().spacing / self.cost().max(1);
        self.due = now + spacing.clamp(1, 1 << 22);
        self.scratch.clear();
        self.subject.save(&mut self.scratch);
        let sum = digest(&self.scratch);
        if let Some(before) = self.seen_before(sum) {
            let short = self.shortest_period(SHORT);
            let period = short.unwrap_or_else(|| self.least_period(now - before));
            self.branch_mut().loops.push(Loop {
                from: before,
                period,
                until: now,
            });
            return;
        }
        self.seen.note(now, &self.scratch, sum);
        let checkpoint = self.past.checkpoint(now, &self.scratch);
        self.branch_mut().checkpoints.push(checkpoint);
        if let Some(period) = self.shortest_period(self.affordable()) {
            self.branch_mut().loops.push(Loop {
                from: now,
                period,
                until: now,
            });
        }
        if self.past.is_over_budget() {
            self.thin();
        }
    }

    /// How many rhythms to search for a short period at every checkpoint, so that the cost stays small.
    fn affordable(&self) -> u64 {
        let saving = self.scratch.len() as u64 / 4;
        let round = self.subject.rhythm().saturating_mul(self.cost()) + saving;
        let rounds = self.past.limits().spacing / LITTLE / round.max(1);
        if rounds < SHORT { 0 } else { SHORT }
    }

    /// From now on also saves states between checkpoints, on the way to a distant moment; 0 turns it off.
    pub(crate) fn keep_fine_until(&mut self, moment: u64) {
        let distance = moment.saturating_sub(self.now());
        let worth = self.cost().saturating_mul(distance) >= WORTH;
        self.fine_due = worth.then(|| (self.now(), (distance / self.fine_states()).max(1)));
    }

    pub(crate) fn keep_fine(&mut self) {
        let now = self.now();
        self.scratch.clear();
        self.subject.save(&mut self.scratch);
        if self.fine.len() as u64 >= 4 * self.fine_states() {
            self.fine.clear();
        }
        let at = self.fine.partition_point(|(moment, _)| *moment < now);
        if self.fine.get(at).is_none_or(|(moment, _)| *moment != now) {
            self.fine.insert(at, (now, self.scratch.clone().into()));
        }
    }

    /// How many such states a stretch may have: fewer if they are large.
    fn fine_states(&self) -> u64 {
        let room = self.past.limits().bytes / FINE_SHARE;
        let states = room / self.scratch.len().max(1);
        (states as u64).clamp(1, FINE)
    }

    /// Estimated nanoseconds per half-tick.
    pub(crate) fn cost(&self) -> u64 {
        match self.subject.effort() {
            Some(effort) if self.worked > 0 => {
                (effort.saturating_sub(self.effort) / self.worked).max(1)
            }
            Some(_) => 10_000,
            None => 100,
        }
    }

    pub(crate) fn thin(&mut self) {
        let here = self.here.0 as usize;
        let (mut others, mut ours) = (Vec::new(), None);
        for (number, branch) in self.branches.iter_mut().enumerate() {
            match number == here {
                true => ours = Some(&mut branch.checkpoints),
                false => others.push(&mut branch.checkpoints),
            }
        }
        others.extend(ours);
        self.past.thin(&mut others);
    }
}
