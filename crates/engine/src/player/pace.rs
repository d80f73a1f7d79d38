//! How long a player thinks about a move.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use crate::Effort;

/// The caller's clock: the time since any fixed moment.
pub type Clock = Arc<dyn Fn() -> Duration + Send + Sync>;

/// Set by the caller when the move is no longer needed.
pub type Stop = Arc<AtomicBool>;

/// Whether it is set.
pub(super) fn is_set(stop: Option<&Stop>) -> bool {
    stop.is_some_and(|stop| stop.load(Relaxed))
}

/// `500ms`, `2s`, or `20000n` for a number of positions, which is the same everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    Time(Duration),
    Nodes(u64),
}

/// Without a clock, as many positions count as a second.
const NODES_A_SECOND: f64 = 1e6;

impl Pace {
    /// Thinks about one move: `think` gets the effort it may take, from now on.
    pub(super) fn think<T>(
        self,
        clock: Option<&Clock>,
        stop: Option<&Stop>,
        think: impl FnOnce(Effort) -> T,
    ) -> T {
        let stopped = |_| is_set(stop);
        match (self, clock) {
            (Pace::Nodes(nodes), _) => think(Effort::until(&stopped).at_most(nodes)),
            (Pace::Time(time), None) => {
                let nodes = time.as_secs_f64() * NODES_A_SECOND;
                think(Effort::until(&stopped).at_most(nodes as u64))
            }
            (Pace::Time(time), Some(clock)) => {
                let start = clock();
                think(Effort::until(&|part| {
                    is_set(stop) || clock().saturating_sub(start) >= time.mul_f64(part)
                }))
            }
        }
    }
}

impl FromStr for Pace {
    type Err = String;

    fn from_str(text: &str) -> Result<Pace, String> {
        let wrong =
            || format!("unknown thinking time '{text}': write 500ms, 2s or 20000n (positions)");
        let number = |digits: &str| {
            digits
                .parse::<u64>()
                .ok()
                .filter(|n| (1..=86_400_000_000).contains(n))
        };
        if let Some(nodes) = text.strip_suffix('n') {
            return number(nodes).map(Pace::Nodes).ok_or_else(wrong);
        }
        let millis = match text.strip_suffix("ms") {
            Some(millis) => number(millis),
            None => seconds(text.strip_suffix('s').unwrap_or(text)),
        };
        let millis = millis.filter(|&millis| millis <= 86_400_000);
        millis
            .map(|millis| Pace::Time(Duration::from_millis(millis)))
            .ok_or_else(wrong)
    }
}

/// Milliseconds of a number of seconds.
fn seconds(text: &str) -> Option<u64> {
    let plain = !text.is_empty()
        && text
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'.');
    let seconds = text
        .parse::<f64>()
        .ok()
        .filter(|&seconds| plain && seconds < 1e6)?;
    Some((seconds * 1000.0).round() as u64).filter(|&millis| millis > 0)
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Pace::Nodes(nodes) => write!(f, "{nodes}n"),
            Pace::Time(time) if time.subsec_millis() == 0 => write!(f, "{}s", time.as_secs()),
            Pace::Time(time) => write!(f, "{}ms", time.as_millis()),
        }
    }
}
