//! Bounds of a value.

/// A value lies between these, both included. Equal bounds are the exact value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds {
    pub lower: i32,
    pub upper: i32,
}

impl Bounds {
    #[must_use]
    pub fn exactly(value: i32) -> Bounds {
        Bounds {
            lower: value,
            upper: value,
        }
    }

    /// The bounds of a position with `seeds` seeds in pits.
    #[must_use]
    pub fn of_seeds(seeds: i32) -> Bounds {
        Bounds {
            lower: -seeds,
            upper: seeds,
        }
    }

    #[must_use]
    pub fn is_exact(self) -> bool {
        self.lower == self.upper
    }

    #[must_use]
    pub fn exact(self) -> Option<i32> {
        self.is_exact().then_some(self.lower)
    }

    /// The same value with `offset` added.
    #[must_use]
    pub fn shifted(self, offset: i32) -> Bounds {
        Bounds {
            lower: self.lower + offset,
            upper: self.upper + offset,
        }
    }

    /// The same value seen from the other side.
    #[must_use]
    pub fn negated(self) -> Bounds {
        Bounds {
            lower: -self.upper,
            upper: -self.lower,
        }
    }

    /// The intersection of two true bounds.
    #[must_use]
    pub fn and(self, other: Bounds) -> Bounds {
        Bounds {
            lower: self.lower.max(other.lower),
            upper: self.upper.min(other.upper),
        }
    }
}

/// Facts about a position: bounds of its value, and the index of the pit that reached the lower bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    pub lower: i32,
    pub upper: i32,
    pub best: Option<u8>,
}

impl Known {
    pub fn nothing(seeds: i32) -> Known {
        Known {
            lower: -seeds,
            upper: seeds,
            best: None,
        }
    }

    pub fn bounds(self) -> Bounds {
        Bounds {
            lower: self.lower,
            upper: self.upper,
        }
    }

    pub(crate) fn tighten(&mut self, bounds: Bounds) {
        self.lower = self.lower.max(bounds.lower);
        self.upper = self.upper.min(bounds.upper);
    }

    /// Combines both; the newer best move wins.
    #[inline(always)]
    pub(crate) fn merged(self, newer: Known) -> Known {
        Known {
            lower: self.lower.max(newer.lower),
            upper: self.upper.min(newer.upper),
            best: newer.best.or(self.best),
        }
    }
}
