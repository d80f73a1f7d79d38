//! Cycle detection: finding a state that occurred before.

use std::collections::HashMap;

/// Number of recent digests to search.
const REMEMBERED: usize = 2048;

/// The states at checkpoints since the last input, searched in two ways. The digests of recent states find a short period
/// quickly, while the state itself is still among the checkpoints. One whole state, renewed after 1, 2, 4, 8 ... others
/// (Brent's method), finds any period eventually, however long it is and however few checkpoints there is room for.
#[derive(Default)]
pub(crate) struct Seen {
    moments: HashMap<u64, u64>,
    anchor: Option<Anchor>,
}

struct Anchor {
    moment: u64,
    state: Box<[u8]>,
    /// The number of comparisons after which the state is renewed, and the number so far.
    patience: u64,
    compared: u64,
}

impl Seen {
    pub(crate) fn clear(&mut self) {
        *self = Seen::default();
    }

    /// The moment of an earlier state with this digest.
    pub(crate) fn like(&self, digest: u64) -> Option<u64> {
        self.moments.get(&digest).copied()
    }

    /// The moment of this very state, as far as the one stored state shows.
    pub(crate) fn same(&self, state: &[u8]) -> Option<u64> {
        let anchor = self.anchor.as_ref()?;
        (*anchor.state == *state).then_some(anchor.moment)
    }

    pub(crate) fn note(&mut self, moment: u64, state: &[u8], digest: u64) {
        if self.moments.len() >= REMEMBERED {
            self.moments.clear();
        }
        self.moments.insert(digest, moment);
        let patience = match &mut self.anchor {
            Some(anchor) if anchor.compared + 1 < anchor.patience => {
                anchor.compared += 1;
                return;
            }
            Some(anchor) => anchor.patience.saturating_mul(2),
            None => 1,
        };
        self.anchor = Some(Anchor {
            moment,
            state: state.into(),
            patience,
            compared: 0,
        });
    }
}
