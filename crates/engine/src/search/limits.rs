//! When a search has to stop. The clock is the caller's.

/// A search stops when it has looked at `nodes` positions or `stop` says so; it looks at both every thousand nodes.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    pub nodes: u64,
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl Limits<'_> {
    /// Never stops by itself.
    #[must_use]
    pub fn none() -> Limits<'static> {
        Limits {
            nodes: u64::MAX,
            stop: &|| false,
        }
    }

    /// Stops after about so many nodes.
    #[must_use]
    pub fn nodes(nodes: u64) -> Limits<'static> {
        Limits {
            nodes,
            stop: &|| false,
        }
    }
}
