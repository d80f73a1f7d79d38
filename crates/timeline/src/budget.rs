//! How far a call may go, and how it ended.

/// The limit of one call. The clock is the caller's: a face gives a closure that says when its frame is over.
pub struct Budget<'a> {
    /// Half-ticks left.
    half_ticks: u64,
    time_is_up: Option<&'a mut dyn FnMut() -> bool>,
    expired: bool,
}

impl<'a> Budget<'a> {
    /// No limit.
    pub fn unlimited() -> Budget<'static> {
        Budget {
            half_ticks: u64::MAX,
            time_is_up: None,
            expired: false,
        }
    }

    /// At most this many half-ticks of simulation, including those replayed to reach a moment.
    pub fn half_ticks(half_ticks: u64) -> Budget<'static> {
        Budget {
            half_ticks,
            ..Budget::unlimited()
        }
    }

    /// Until the caller says that time is up, which is asked about once per millisecond of work.
    pub fn until(time_is_up: &'a mut dyn FnMut() -> bool) -> Budget<'a> {
        Budget {
            half_ticks: u64::MAX,
            time_is_up: Some(time_is_up),
            expired: false,
        }
    }

    /// The same, with a limit of half-ticks too.
    #[must_use]
    pub fn within(self, half_ticks: u64) -> Budget<'a> {
        Budget { half_ticks, ..self }
    }

    pub(crate) fn left(&self) -> u64 {
        if self.expired { 0 } else { self.half_ticks }
    }

    pub(crate) fn spend(&mut self, half_ticks: u64) {
        self.half_ticks = self.half_ticks.saturating_sub(half_ticks);
    }

    /// Asks the clock. Once time is up, it stays up.
    pub(crate) fn is_over(&mut self) -> bool {
        if let Some(time_is_up) = &mut self.time_is_up {
            self.expired = self.expired || time_is_up();
        }
        self.left() == 0
    }
}

/// How a journey ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// At the destination, or at what was looked for.
    There,
    /// At the first moment; a backward search found nothing.
    Start,
    /// The subject cannot continue: it oscillates or has halted.
    Stuck,
    /// The target will never be reached: the states repeat, and there is no further input.
    Never,
    /// The budget ended first. The same call again continues.
    OutOfBudget,
}
