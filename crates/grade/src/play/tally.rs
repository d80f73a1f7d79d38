//! What was tested in a game, and how long the console took.

use std::collections::{BTreeMap, BTreeSet};

use super::situation::Situation;
use crate::aspect::Aspect;

/// What was tested, and how long the console took.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    pub checked: BTreeMap<Aspect, u64>,
    /// What came up in a person's moves.
    pub met: BTreeSet<Situation>,
    /// Half-ticks of each move with its answer.
    pub took: Vec<u64>,
}

impl Tally {
    pub fn check(&mut self, aspect: Aspect) {
        *self.checked.entry(aspect).or_default() += 1;
    }

    /// Adds the tally of another game.
    pub fn add(&mut self, other: &Tally) {
        for (&aspect, count) in &other.checked {
            *self.checked.entry(aspect).or_default() += count;
        }
        self.met.extend(&other.met);
        self.took.extend(&other.took);
    }
}
