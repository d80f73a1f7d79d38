//! What every question may take, in nodes rather than time: so it gets the same answer on every machine.

/// The budget of a question.
pub(super) struct Budget {
    /// Bytes for positions already met.
    pub hash: usize,
    /// Nodes after which a question says what it has.
    pub nodes: u64,
    /// Nodes a search may take before easier questions are asked, so that there is something proved to show.
    pub patience: u64,
}

/// Under a second.
pub(super) const HINT: Budget = budget(16, 400_000);
/// A minute or two. The first look is over at once.
pub(super) const ANALYSIS: Budget = budget(32, 100_000_000);
/// Nodes an analysis takes with the small table, before a larger one is built.
pub(super) const FIRST_LOOK: u64 = 60_000;
/// For every move of the game; then once more, for the moves that are not settled.
pub(super) const REVIEW: [Budget; 2] = [budget(32, 400_000), budget(32, 2_000_000)];
/// For one position that may be a puzzle, on average.
pub(super) const PUZZLE: Budget = budget(16, 5_000);

const fn budget(megabytes: usize, nodes: u64) -> Budget {
    Budget {
        hash: megabytes << 20,
        nodes,
        patience: 100_000,
    }
}

/// Nodes between two looks at the clock, for questions that are the same wherever they are asked.
pub(super) const STEP: u64 = 10_000;
