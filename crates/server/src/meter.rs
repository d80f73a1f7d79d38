//! Limits on what the other end of an open WebSocket, or of a connection of HTTP/2, may send. Counted where bytes arrive, because the message parser does not report
//! frames without a message: empty continuations, fragments of a message that never ends.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

/// What may arrive between two refills on a WebSocket, and on a connection of HTTP/2, where requests are also counted.
pub(crate) const OF_A_SOCKET: i64 = 4 << 10;
pub(crate) const OF_FRAMES: i64 = 1 << 20;
/// Every read costs this much besides its bytes, so that single bytes are not cheap.
const READ: i64 = 16;

/// The allowance of one connection. Nothing is counted until [`Meter::start`].
#[derive(Clone, Debug, Default)]
pub(crate) struct Meter(Arc<Counts>);

#[derive(Debug, Default)]
struct Counts {
    runs: AtomicBool,
    allowance: AtomicI64,
    left: AtomicI64,
}

impl Meter {
    pub(crate) fn start(&self, allowance: i64) {
        self.0.allowance.store(allowance, Ordering::Relaxed);
        self.refill();
        self.0.runs.store(true, Ordering::Relaxed);
    }

    pub(crate) fn refill(&self) {
        let allowance = self.0.allowance.load(Ordering::Relaxed);
        self.0.left.store(allowance, Ordering::Relaxed);
    }

    /// Counts bytes that have been read at once.
    pub(crate) fn count(&self, bytes: usize) -> io::Result<()> {
        if bytes == 0 || !self.0.runs.load(Ordering::Relaxed) {
            return Ok(());
        }
        let cost = i64::try_from(bytes).unwrap_or(i64::MAX / 2) + READ;
        match self.0.left.fetch_sub(cost, Ordering::Relaxed) >= cost {
            true => Ok(()),
            false => Err(io::Error::other("more frames than the allowance")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_once_it_runs_and_until_it_is_refilled() {
        let meter = Meter::default();
        assert!(meter.count(1 << 20).is_ok());
        meter.start(OF_A_SOCKET);
        let small = (0..).take_while(|_| meter.count(1).is_ok()).count();
        assert_eq!(small as i64, OF_A_SOCKET / (READ + 1));
        meter.refill();
        assert!(meter.count(6).is_ok());
        assert!(meter.count(OF_A_SOCKET as usize).is_err());
    }
}
