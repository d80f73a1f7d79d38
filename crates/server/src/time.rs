//! The clock of the site: the store's time, carried on by this machine's monotonic clock. All processes of a site agree on it, it
//! never goes back, and setting the time of a machine does not end anybody's game.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::table::Millis;

/// How far one reading of the store's time moves this clock; that is one part in a hundred at one reading every three seconds.
const STEP: Millis = 30;
/// If the store is this far ahead, the machine has slept, or the time was set. Then this clock jumps, and the time it jumps over
/// counts as an outage.
pub(crate) const JUMP: Millis = 10_000;

pub(crate) struct SiteTime {
    start: Instant,
    inside: Mutex<Inside>,
}

/// The site's time when a process began.
#[derive(Clone, Copy)]
pub(crate) struct Setting(Millis);

struct Inside {
    /// The site's time at `start`, once the store was asked.
    offset: Option<Millis>,
    /// The latest time returned.
    last: Millis,
}

impl SiteTime {
    pub(crate) fn new() -> SiteTime {
        SiteTime {
            start: Instant::now(),
            inside: Mutex::new(Inside {
                offset: None,
                last: 0,
            }),
        }
    }

    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn elapsed(&self, at: Instant) -> Millis {
        let passed = at.saturating_duration_since(self.start).as_millis();
        Millis::try_from(passed).unwrap_or(Millis::MAX)
    }

    /// Milliseconds since 1970.
    pub(crate) fn now(&self) -> Millis {
        self.at(Instant::now())
    }

    fn at(&self, at: Instant) -> Millis {
        let elapsed = self.elapsed(at);
        let mut inside = self.inside();
        let offset = inside.offset.unwrap_or_else(|| system() - elapsed);
        inside.last = inside.last.max(offset + elapsed);
        inside.last
    }

    /// How to set this clock if the store returns `told` to a question asked and answered at these times.
    pub(crate) fn setting(&self, told: Millis, asked: Instant, answered: Instant) -> Setting {
        let middle = asked + answered.saturating_duration_since(asked) / 2;
        let true_offset = told - self.elapsed(middle);
        Setting(match self.inside().offset {
            Some(offset) if true_offset - offset < JUMP => {
                offset + (true_offset - offset).clamp(-STEP, STEP)
            }
            _ => true_offset,
        })
    }

    /// What it would show now.
    pub(crate) fn preview(&self, setting: Setting) -> Millis {
        setting.0 + self.elapsed(Instant::now())
    }

    pub(crate) fn set(&self, setting: Setting) {
        self.inside().offset = Some(setting.0);
    }
}

/// This machine's own time.
pub(crate) fn system() -> Millis {
    let since = std::time::UNIX_EPOCH.elapsed();
    since.map_or(0, |since| {
        Millis::try_from(since.as_millis()).unwrap_or(Millis::MAX)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn follows_the_store_slowly_and_never_goes_back() {
        let time = SiteTime::new();
        let later = |seconds| time.start + Duration::from_secs(seconds);
        let learn = |told, asked, answered| time.set(time.setting(told, asked, answered));
        learn(1_000_000, later(0), later(0));
        assert_eq!(time.at(later(5)), 1_005_000);
        // The answer took two seconds, so it was true a second ago.
        learn(1_009_000, later(8), later(10));
        assert_eq!(time.at(later(10)), 1_010_000);
        // Eight seconds ahead is followed little by little, an hour behind not at all at once.
        learn(1_028_000, later(20), later(20));
        assert_eq!(time.at(later(20)), 1_020_030);
        learn(1_020_030 - 3_600_000, later(20), later(20));
        assert_eq!(time.at(later(20)), 1_020_030);
        assert_eq!(time.at(later(30)), 1_030_000);
        // Ten minutes ahead: the machine has slept.
        learn(1_630_000, later(30), later(30));
        assert_eq!(time.at(later(30)), 1_630_000);
    }
}
