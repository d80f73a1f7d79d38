//! Cycle detection: finding a state that occurred before.

use std::collections::HashMap;

/// The digests in which a state is looked for.
const REMEMBERED: usize = 2048;

/// The states at checkpoints since the last input, in two ways at once. The digests of the latest find a short round
/// soon, while the state itself is still among the checkpoints. One whole state, renewed after 1, 2, 4, 8 ... others
/// (Brent's way), finds any round in the end, however long it is and however few checkpoints there is room for.
#[derive(Default)]
pub(crate) struct Seen {
    moments: HashMap<u64, u64>,
    anchor: Option<Anchor>,
}

struct Anchor {
    moment: u64,
    state: Box<[u8]>,
    /// How many states it is compared with before a new one takes its place, and how many it has been.
    patience: u64,
    compared: u64,
}

impl Seen {
    pub(crate) fn clear(&mut self) {
        *self = Seen::default();
    }

    /// When a state with this digest was there.
    pub(crate) fn like(&self, digest: u64) -> Option<u64> {
        self.moments.get(&digest).copied()
    }

    /// When this very state was there, as far as one state shows.
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
