//! Which positions other threads are searching right now.
//!
//! A thread that comes to a move another one is searching puts it off and takes the next: so threads spread over
//! the tree without coordination and meet again in the transposition table. A lost or stale mark costs time, never correctness.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

const PLACES: usize = 1 << 12;
const WAYS: usize = 4;

pub(crate) struct Busy {
    stamps: Box<[AtomicU64]>,
}

impl Busy {
    pub fn new() -> Busy {
        Busy {
            stamps: (0..PLACES).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    fn ways(&self, stamp: u64) -> &[AtomicU64] {
        let place = (stamp.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize * WAYS % PLACES;
        &self.stamps[place..place + WAYS]
    }

    pub(crate) fn is_busy(&self, stamp: u64) -> bool {
        self.ways(stamp)
            .iter()
            .any(|way| way.load(Relaxed) == stamp)
    }

    pub fn enter(&self, stamp: u64) {
        let ways = self.ways(stamp);
        let way = ways.iter().find(|way| way.load(Relaxed) == 0);
        way.unwrap_or(&ways[0]).store(stamp, Relaxed);
    }

    pub fn leave(&self, stamp: u64) {
        for way in self.ways(stamp) {
            if way.load(Relaxed) == stamp {
                way.store(0, Relaxed);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_busy_from_entering_to_leaving() {
        let busy = Busy::new();
        for stamp in 1..1000 {
            assert!(!busy.is_busy(stamp));
            busy.enter(stamp);
            assert!(busy.is_busy(stamp));
            busy.leave(stamp);
        }
        assert!(busy.stamps.iter().all(|way| way.load(Relaxed) == 0));
    }
}
