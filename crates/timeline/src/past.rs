//! Checkpoints under a budget of bytes.
//!
//! A checkpoint is a difference from a *key*, a whole state. When the budget is spent, old checkpoints are thinned: those
//! with the closest neighbours are dropped, so that the rest is spread evenly over the past. The newest ones stay as close
//! as they were made, so that small steps back stay fast.

use crate::delta;

/// Memory limits of a timeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Maximum size of all checkpoints, in bytes.
    pub bytes: usize,
    /// Nanoseconds of work between checkpoints while there is room.
    pub spacing: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            bytes: 48 << 20,
            spacing: 10_000_000,
        }
    }
}

/// At most this many of the newest checkpoints of a branch are thinned last.
const RECENT: usize = 256;
/// Overhead of a checkpoint beside its bytes.
const OVERHEAD: usize = size_of::<Checkpoint>() + 16;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct KeyId(u32);

/// A saved state.
#[derive(Clone, Debug)]
pub(crate) struct Checkpoint {
    pub(crate) moment: u64,
    key: KeyId,
    delta: Box<[u8]>,
}

#[derive(Clone, Debug)]
struct Key {
    state: Box<[u8]>,
    users: usize,
}

/// The keys and the total size of all checkpoints; the checkpoints themselves belong to their branches.
#[derive(Clone, Debug)]
pub(crate) struct Past {
    limits: Limits,
    keys: Vec<Key>,
    free: Vec<KeyId>,
    /// The key that new checkpoints refer to.
    latest: Option<KeyId>,
    pub(crate) used: usize,
}

impl Past {
    pub(crate) fn new(limits: Limits) -> Past {
        Past {
            limits,
            keys: Vec::new(),
            free: Vec::new(),
            latest: None,
            used: 0,
        }
    }

    pub(crate) fn limits(&self) -> Limits {
        self.limits
    }

    pub(crate) fn checkpoint(&mut self, moment: u64, state: &[u8]) -> Checkpoint {
        let fits = |(key, delta): &(KeyId, Vec<u8>)| {
            delta.len() <= self.keys[key.0 as usize].state.len() / 3
        };
        let small = self.latest.map(|key| {
            let base = &self.keys[key.0 as usize].state;
            (key, delta::encode(base, state))
        });
        let (key, delta) = small.filter(fits).unwrap_or_else(|| {
            let key = self.new_key(state);
            (key, delta::encode(state, state))
        });
        self.keys[key.0 as usize].users += 1;
        self.used += delta.len() + OVERHEAD;
        Checkpoint {
            moment,
            key,
            delta: delta.into(),
        }
    }

    fn new_key(&mut self, state: &[u8]) -> KeyId {
        let key = Key {
            state: state.into(),
            users: 0,
        };
        self.used += state.len();
        let id = match self.free.pop() {
            Some(id) => {
                self.keys[id.0 as usize] = key;
                id
            }
            None => {
                self.keys.push(key);
                KeyId(self.keys.len() as u32 - 1)
            }
        };
        self.latest = Some(id);
        id
    }

    /// The state of a checkpoint.
    pub(crate) fn state(&self, checkpoint: &Checkpoint, state: &mut Vec<u8>) {
        let base = &self.keys[checkpoint.key.0 as usize].state;
        delta::decode(base, &checkpoint.delta, state);
    }

    pub(crate) fn is_over_budget(&self) -> bool {
        self.used > self.limits.bytes
    }

    fn forget(&mut self, checkpoint: &Checkpoint) {
        self.used -= checkpoint.delta.len() + OVERHEAD;
        let key = &mut self.keys[checkpoint.key.0 as usize];
        key.users -= 1;
        if key.users == 0 {
            self.used -= key.state.len();
            key.state = Box::default();
            self.free.push(checkpoint.key);
            if self.latest == Some(checkpoint.key) {
                self.latest = None;
            }
        }
    }

    /// Thins the checkpoints of all branches, the present one last in the list, down to seven eighths of the
    /// budget. The first and the newest of a branch always stay.
    pub(crate) fn thin(&mut self, branches: &mut [&mut Vec<Checkpoint>]) {
        let goal = self.limits.bytes / 8 * 7;
        let last = branches.len() - 1;
        // If there is room for only a few, half of them are for the distant past.
        let recent = RECENT.min(branches[last].len() / 2);
        let recent = |number: usize| if number == last { recent } else { 1 };
        while self.used > goal {
            let gaps = branches.iter().enumerate();
            let mut gaps: Vec<u64> = gaps
                .flat_map(|(number, branch)| gaps_without(branch, recent(number)))
                .collect();
            if gaps.is_empty() {
                break;
            }
            let quarter = gaps.len() / 4;
            let near = *gaps.select_nth_unstable(quarter).1;
            for (number, branch) in branches.iter_mut().enumerate() {
                self.thin_one(branch, recent(number), near, goal);
            }
        }
        while self.used > goal && branches.iter().any(|branch| branch.len() > 2) {
            for branch in branches.iter_mut() {
                let newest = branch.len().saturating_sub(1);
                self.retain(branch, |at, _| at % 2 == 0 || at == newest);
            }
        }
    }

    /// Drops old checkpoints whose neighbours are no further apart than `near`, no two in a row, down to the goal.
    fn thin_one(&mut self, branch: &mut Vec<Checkpoint>, recent: usize, near: u64, goal: usize) {
        let gaps: Vec<u64> = gaps_without(branch, recent).collect();
        let (mut at, mut gone) = (0, false);
        branch.retain(|checkpoint| {
            let gap = gaps.get(usize::wrapping_sub(at, 1));
            at += 1;
            gone = !gone && self.used > goal && gap.is_some_and(|gap| *gap <= near);
            if gone {
                self.forget(checkpoint);
            }
            !gone
        });
        branch.shrink_to(branch.len() * 2);
    }

    fn retain(
        &mut self,
        branch: &mut Vec<Checkpoint>,
        mut keep: impl FnMut(usize, &Checkpoint) -> bool,
    ) {
        let mut at = 0;
        branch.retain(|checkpoint| {
            let stays = keep(at, checkpoint);
            at += 1;
            if !stays {
                self.forget(checkpoint);
            }
            stays
        });
        branch.shrink_to(branch.len() * 2);
    }
}

/// The distances between the neighbours of the second, third ... checkpoint, without the newest ones.
fn gaps_without(branch: &[Checkpoint], recent: usize) -> impl Iterator<Item = u64> {
    let old = branch.len().saturating_sub(recent.max(1));
    let around = branch.windows(3).take(old.saturating_sub(1));
    around.map(|three| three[2].moment - three[0].moment)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(moment: u64) -> Vec<u8> {
        let mut state = vec![0; 2000];
        state[..8].copy_from_slice(&moment.to_le_bytes());
        state[moment as usize % 1900 + 10] = 1;
        state
    }

    #[test]
    fn thinning_keeps_the_budget_and_the_newest_moments() {
        let limits = Limits {
            bytes: 100_000,
            ..Limits::default()
        };
        let mut past = Past::new(limits);
        let mut branch = Vec::new();
        for moment in (0..1_000_000).step_by(10) {
            branch.push(past.checkpoint(moment, &state(moment)));
            if past.is_over_budget() {
                past.thin(&mut [&mut branch]);
                assert!(past.used <= 87_500);
            }
        }
        assert_eq!(branch[0].moment, 0);
        let tail = &branch[branch.len() - RECENT..];
        let close = |pair: &[Checkpoint]| pair[1].moment == pair[0].moment + 10;
        assert!(tail.windows(2).all(close) && tail[RECENT - 1].moment == 999_990);
        let gaps = branch
            .windows(2)
            .map(|pair| pair[1].moment - pair[0].moment);
        let even = 1_000_000 / branch.len() as u64;
        assert!(gaps.max() < Some(4 * even), "{even} on average");
        let mut back = Vec::new();
        for checkpoint in &branch {
            past.state(checkpoint, &mut back);
            assert_eq!(back, state(checkpoint.moment));
        }
    }

    #[test]
    fn where_there_is_room_for_few_the_old_ones_have_half_of_it() {
        let limits = Limits {
            bytes: 10_000,
            ..Limits::default()
        };
        let mut past = Past::new(limits);
        let mut branch = Vec::new();
        for moment in 0..10_000 {
            branch.push(past.checkpoint(moment, &state(moment)));
            if past.is_over_budget() {
                past.thin(&mut [&mut branch]);
            }
        }
        assert!(branch.len() < RECENT, "{}", branch.len());
        let gaps = branch
            .windows(2)
            .map(|pair| pair[1].moment - pair[0].moment);
        assert!(gaps.max() < Some(3000));
    }

    #[test]
    fn states_larger_than_the_budget_leave_the_first_and_the_newest() {
        let limits = Limits {
            bytes: 100,
            ..Limits::default()
        };
        let mut past = Past::new(limits);
        let mut branch = Vec::new();
        for moment in 0..50 {
            branch.push(past.checkpoint(moment, &[moment as u8; 500]));
            past.thin(&mut [&mut branch]);
        }
        let moments: Vec<u64> = branch.iter().map(|checkpoint| checkpoint.moment).collect();
        assert_eq!(moments, [0, 49]);
    }
}
