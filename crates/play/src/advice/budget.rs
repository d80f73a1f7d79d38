//! The budget of every question, in nodes rather than time: so it gets the same answer on every machine.

/// The budget of a question.
pub(super) struct Budget {
    /// Transposition table size in bytes.
    pub hash: usize,
    /// Nodes after which a question ends with its results so far.
    pub nodes: u64,
    /// Nodes a search may take before easier questions are asked, so that there is a proved bound to show.
    pub patience: u64,
}

/// Under a second.
pub(super) const HINT: Budget = budget(16, 400_000);
/// A minute or two. The first look is over at once.
pub(super) const ANALYSIS: Budget = budget(32, 100_000_000);
/// Nodes an analysis takes with the small table, before a larger one is built.
pub(super) const FIRST_LOOK: u64 = 60_000;
/// Per move of the game; then once more, for the moves that are not settled.
pub(super) const REVIEW: [Budget; 2] = [budget(32, 400_000), budget(32, 2_000_000)];
/// Per position that may be a puzzle, on average.
pub(super) const PUZZLE: Budget = budget(16, 5_000);

const fn budget(megabytes: usize, nodes: u64) -> Budget {
    Budget {
        hash: megabytes << 20,
        nodes,
        patience: 100_000,
    }
}

/// Nodes between two checks of the clock, for questions with the same answer everywhere.
pub(super) const STEP: u64 = 10_000;
