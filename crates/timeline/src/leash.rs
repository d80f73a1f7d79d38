//! How far a call may go, and how it ended.

/// What one call may spend. The clock is the caller's: a face gives a closure that says when its frame is over.
pub struct Leash<'a> {
    /// Half-ticks left.
    half_ticks: u64,
    time_is_up: Option<&'a mut dyn FnMut() -> bool>,
    pulled: bool,
}

impl<'a> Leash<'a> {
    /// No limit.
    pub fn none() -> Leash<'static> {
        Leash {
            half_ticks: u64::MAX,
            time_is_up: None,
            pulled: false,
        }
    }

    /// At most so many half-ticks of simulation, counting those that are run again to reach a moment.
    pub fn half_ticks(half_ticks: u64) -> Leash<'static> {
        Leash {
            half_ticks,
            ..Leash::none()
        }
    }

    /// Until the caller says that time is up. It is asked about once a millisecond of work.
    pub fn until(time_is_up: &'a mut dyn FnMut() -> bool) -> Leash<'a> {
        Leash {
            half_ticks: u64::MAX,
            time_is_up: Some(time_is_up),
            pulled: false,
        }
    }

    /// The same, with a limit of half-ticks too.
    #[must_use]
    pub fn within(self, half_ticks: u64) -> Leash<'a> {
        Leash { half_ticks, ..self }
    }

    pub(crate) fn left(&self) -> u64 {
        if self.pulled { 0 } else { self.half_ticks }
    }

    pub(crate) fn spend(&mut self, half_ticks: u64) {
        self.half_ticks = self.half_ticks.saturating_sub(half_ticks);
    }

    /// Asks the clock. Once it has said so, time stays up.
    pub(crate) fn is_over(&mut self) -> bool {
        if let Some(time_is_up) = &mut self.time_is_up {
            self.pulled = self.pulled || time_is_up();
        }
        self.left() == 0
    }
}

/// How a journey ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// Where it was to go, or at what was looked for.
    There,
    /// At the first moment there is; what was looked for backwards was not found.
    Start,
    /// The subject cannot go on by itself: it oscillates or has halted.
    Stuck,
    /// What was looked for will never be met: the states repeat themselves, and nothing more was done.
    Never,
    /// The leash ended first. The same call again goes on.
    Leash,
}
