//! The budget of a search. The clock is the caller's: nothing here reads the time.

/// A number of nodes, a time, or both. A search checks its effort every thousand nodes, and stops when it is spent.
#[derive(Clone, Copy)]
pub struct Effort<'a> {
    nodes: u64,
    spent: &'a (dyn Fn(f64) -> bool + Sync),
    /// The part of the caller's time after which this effort ends.
    end: f64,
}

impl<'a> Effort<'a> {
    /// No limit.
    #[must_use]
    pub fn unlimited() -> Effort<'static> {
        Effort::until(&|_| false)
    }

    /// About this many nodes: the same on every machine.
    #[must_use]
    pub fn nodes(nodes: u64) -> Effort<'static> {
        Effort::unlimited().at_most(nodes)
    }

    /// Until the caller says stop: `spent(x)` returns whether the fraction x, 0 to 1, of the time is over.
    #[must_use]
    pub fn until(spent: &'a (dyn Fn(f64) -> bool + Sync)) -> Effort<'a> {
        Effort {
            nodes: u64::MAX,
            spent,
            end: 1.0,
        }
    }

    /// The same, and no more than this many nodes.
    #[must_use]
    pub fn at_most(self, nodes: u64) -> Effort<'a> {
        Effort {
            nodes: self.nodes.min(nodes),
            ..self
        }
    }

    /// A share of the nodes, and the time up to the fraction `end` of it.
    pub(crate) fn part(self, share: f64, end: f64) -> Effort<'a> {
        let nodes = match self.nodes {
            u64::MAX => u64::MAX,
            nodes => (nodes as f64 * share) as u64,
        };
        Effort {
            nodes,
            end: self.end * end,
            ..self
        }
    }

    /// Whether the time is over, or the search was cancelled.
    #[inline]
    pub(crate) fn is_stopped(self) -> bool {
        (self.spent)(self.end)
    }

    /// Whether that is so, or this many nodes are the limit.
    #[inline]
    pub(crate) fn is_spent(self, nodes: u64) -> bool {
        nodes >= self.nodes || self.is_stopped()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_a_part_is_a_part_of_the_whole() {
        let clock = |part: f64| part <= 0.3;
        let whole = Effort::until(&clock).at_most(1000);
        assert!(!whole.is_stopped());
        let half = whole.part(0.25, 0.5);
        assert_eq!(half.nodes, 250);
        assert!(!half.is_stopped() && half.part(1.0, 0.5).is_stopped());
        assert!(half.is_spent(250) && !half.is_spent(249));
        assert_eq!(Effort::unlimited().part(0.1, 0.1).nodes, u64::MAX);
    }
}
