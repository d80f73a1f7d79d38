//! Futures: where they branch, and switching between them.

use crate::branch::BranchId;
use crate::budget::{Arrival, Budget};
use crate::subject::Subject;
use crate::timeline::Timeline;

impl<S: Subject> Timeline<S> {
    /// All futures, each with its parent and the moment of the fork.
    pub fn futures(&self) -> impl Iterator<Item = (BranchId, Option<(BranchId, u64)>, u64)> {
        let numbered = (0..).map(BranchId).zip(&self.branches);
        numbered.map(|(id, branch)| (id, branch.parent, branch.end))
    }

    /// Starts a new future here.
    pub(crate) fn fork(&mut self) {
        let now = self.now();
        let fork = self.branch().fork(self.here, now, self.done);
        self.branches.push(fork);
        self.here = BranchId(self.branches.len() as u32 - 1);
        self.fine.clear();
        self.due = now;
        if let Some(ring) = &mut self.ring {
            ring.cut(now);
        }
    }

    /// Switches to another future. The moment stays if both share it; otherwise time goes back to where
    /// they branch.
    pub fn switch(&mut self, to: BranchId, budget: &mut Budget) -> Arrival {
        if to == self.here || to.0 as usize >= self.branches.len() {
            return Arrival::There;
        }
        let common = self.common(to);
        let now = self.now();
        // Inputs at the very moment of the fork may differ, so return to before them.
        if now >= common {
            let arrival = self.goto(common, budget);
            if arrival != Arrival::There {
                return arrival;
            }
        }
        self.here = to;
        self.fine.clear();
        self.seen.clear();
        self.due = self.newest() + 1;
        if let Some(ring) = &mut self.ring {
            ring.cut(common);
        }
        if self.now() == common {
            self.sample();
        }
        Arrival::There
    }

    /// The last moment that the present future shares with another.
    pub(crate) fn common(&self, other: BranchId) -> u64 {
        let (ours, theirs) = (self.path(), self.path_of(other));
        let mut shared = 0;
        for (&(one, until), &(two, also)) in ours.iter().rev().zip(theirs.iter().rev()) {
            if one != two {
                break;
            }
            shared = until.min(also);
        }
        shared
    }

    /// The present branch and those before it, each with the moment until which it counts.
    pub(crate) fn path(&self) -> Vec<(BranchId, u64)> {
        self.path_of(self.here)
    }

    pub(crate) fn path_of(&self, mut id: BranchId) -> Vec<(BranchId, u64)> {
        let mut path = vec![(id, u64::MAX)];
        let mut until = u64::MAX;
        while let Some((parent, fork)) = self.branches[id.0 as usize].parent {
            until = until.min(fork);
            path.push((parent, until));
            id = parent;
        }
        path
    }

    /// The moment of the newest checkpoint on the path.
    pub(crate) fn newest(&self) -> u64 {
        let of = |&(id, until): &(BranchId, u64)| {
            let checkpoints = &self.branches[id.0 as usize].checkpoints;
            let after = checkpoints.partition_point(|one| one.moment <= until);
            Some(checkpoints[after.checked_sub(1)?].moment)
        };
        self.path().iter().filter_map(of).max().unwrap_or(0)
    }
}
