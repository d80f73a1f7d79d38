//! Disjoint sets.

pub(super) struct Union {
    parent: Vec<u32>,
}

impl Union {
    pub(super) fn new(size: usize) -> Union {
        Union {
            parent: (0..size as u32).collect(),
        }
    }

    pub(super) fn find(&mut self, mut x: u32) -> u32 {
        while self.parent[x as usize] != x {
            let grand = self.parent[self.parent[x as usize] as usize];
            self.parent[x as usize] = grand;
            x = grand;
        }
        x
    }

    /// Joins two sets; the smaller root stays.
    pub(super) fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.find(a), self.find(b));
        self.parent[a.max(b) as usize] = a.min(b);
    }
}

/// Stretches of neighbours already joined: the last one is found quickly from any of them.
pub(super) struct Stretches {
    ahead: Vec<u32>,
}

impl Stretches {
    pub(super) fn new(size: usize) -> Stretches {
        Stretches {
            ahead: (0..size as u32).collect(),
        }
    }

    /// The last neighbour joined to `at`.
    pub(super) fn end(&mut self, mut at: usize) -> usize {
        while self.ahead[at] as usize != at {
            self.ahead[at] = self.ahead[self.ahead[at] as usize];
            at = self.ahead[at] as usize;
        }
        at
    }

    /// Joins the last of a stretch with the neighbour after it.
    pub(super) fn extend(&mut self, end: usize) {
        self.ahead[end] = end as u32 + 1;
    }
}
