//! Memory and work of a timeline.

use crate::branch::Loop;
use crate::subject::Subject;
use crate::timeline::Timeline;

/// Memory and work of a timeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Usage {
    pub checkpoints: usize,
    /// Bytes of checkpoints and of the finer states between them.
    pub bytes: usize,
    /// The longest stretch of half-ticks without a checkpoint on the present branch.
    pub longest_gap: u64,
    /// Half-ticks found to repeat and therefore not simulated.
    pub skipped: u64,
    /// Half-ticks simulated, over all moments, including those replayed to reach a moment.
    pub worked: u64,
}

impl<S: Subject> Timeline<S> {
    pub fn usage(&self) -> Usage {
        let path = self.path();
        let mut moments: Vec<u64> = Vec::new();
        for &(id, until) in path.iter().rev() {
            let checkpoints = self.branches[id.0 as usize].checkpoints.iter();
            moments.extend(checkpoints.map(|one| one.moment).filter(|&at| at <= until));
        }
        let looped = |from: u64, to: u64| {
            let mut loops = self.branch().loops.iter();
            loops.any(|cycle| cycle.from <= from && to <= cycle.until)
        };
        moments.push(self.end());
        let gaps = moments.windows(2).filter(|pair| !looped(pair[0], pair[1]));
        let skipped = |cycle: &Loop| cycle.until.saturating_sub(cycle.from + cycle.period);
        let fine = self.fine.iter().map(|(_, state)| state.len());
        Usage {
            checkpoints: self.branches.iter().map(|one| one.checkpoints.len()).sum(),
            bytes: self.past.used + fine.sum::<usize>(),
            longest_gap: gaps.map(|pair| pair[1] - pair[0]).max().unwrap_or(0),
            skipped: self.branch().loops.iter().map(skipped).sum(),
            worked: self.worked,
        }
    }
}
