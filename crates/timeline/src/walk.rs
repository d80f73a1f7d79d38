//! Moving forward in time: at full speed, or step by step under observation.

use crate::budget::{Arrival, Budget};
use crate::subject::{Pace, Subject};
use crate::timeline::Timeline;

/// Work between two looks at the clock, in nanoseconds.
const LOOK: u64 = 500_000;

impl<S: Subject> Timeline<S> {
    /// Runs this many half-ticks.
    pub fn run(&mut self, half_ticks: u64, budget: &mut Budget) -> Arrival {
        let end = self.now().saturating_add(half_ticks);
        self.advance(end, false, budget)
    }

    /// Runs to a moment ahead, applying the recorded inputs on the way. Known time is run through even if stuck.
    pub(crate) fn advance(&mut self, end: u64, known: bool, budget: &mut Budget) -> Arrival {
        while self.now() < end {
            if budget.left() == 0 {
                return Arrival::OutOfBudget;
            }
            if self.subject.is_stuck() && !(known && self.now() < self.end()) {
                return Arrival::Stuck;
            }
            self.before_step();
            self.skip(end);
            let stop = self
                .next_stop(end)
                .min(self.now().saturating_add(budget.left()));
            if stop > self.now() {
                self.stretch(stop, budget);
            }
            if self.now() < end && budget.is_over() {
                return Arrival::OutOfBudget;
            }
        }
        Arrival::There
    }

    /// Applies the inputs of this moment, before time moves on.
    pub(crate) fn before_step(&mut self) {
        self.take_up_to(usize::MAX);
    }

    /// Applies the inputs of this moment, but only the first this many of the future.
    pub(crate) fn take_up_to(&mut self, count: usize) {
        while self.done < count && self.is_pending() {
            self.take_next();
        }
    }

    /// The next interruption: an input, a checkpoint, or a look at the clock.
    pub(crate) fn next_stop(&self, end: u64) -> u64 {
        let look = (LOOK / self.cost().max(1)).clamp(1, 1 << 20);
        let input = self.branch().inputs.get(self.done);
        let mut stop = end.min(self.now() + look);
        stop = input.map_or(stop, |(at, _)| stop.min(*at));
        if let Some((fine, _)) = self.fine_due
            && fine > self.now()
        {
            stop = stop.min(fine);
        }
        match self.due > self.now() && self.now() >= self.end() {
            true => stop.min(self.due),
            false => stop,
        }
    }

    pub(crate) fn stretch(&mut self, stop: u64, budget: &mut Budget) {
        let from = self.now();
        if self.ring.is_some() {
            while self.now() < stop && !self.subject.is_stuck() {
                self.subject.half_tick();
                self.sample();
            }
        } else {
            self.subject.run(stop - from);
        }
        self.worked += self.now() - from;
        budget.spend(self.now() - from);
        self.after_step();
    }

    /// One step of a pace, for callers that observe every step. The inputs of this moment have been applied.
    pub(crate) fn step(&mut self, pace: Pace, most: u64, budget: &mut Budget) {
        let from = self.now();
        let input = self.branch().inputs.get(self.done);
        let room = input.map_or(most, |(at, _)| most.min(*at - from));
        if self.ring.is_some() {
            for _ in 0..room {
                self.subject.step(Pace::HalfTick, 1);
                self.sample();
                if self.subject.is_at(pace) || self.subject.is_stuck() {
                    break;
                }
            }
        } else {
            self.subject.step(pace, room);
        }
        self.worked += self.now() - from;
        budget.spend(self.now() - from);
        self.after_step();
    }

    pub(crate) fn after_step(&mut self) {
        let now = self.now();
        if let Some((fine, every)) = self.fine_due
            && now >= fine
        {
            self.keep_fine();
            self.fine_due = Some((now + every, every));
        }
        if now > self.end() {
            self.branch_mut().end = now;
            if !self.repeat_on() && now >= self.due {
                self.keep();
            }
        }
    }

    /// Jumps over whole periods of a loop, up to a moment, unless every half-tick is being recorded.
    pub(crate) fn skip(&mut self, end: u64) {
        if self.ring.is_some() {
            return;
        }
        let input = self.branch().inputs.get(self.done);
        let end = input.map_or(end, |(at, _)| end.min(*at));
        let Some(cycle) = self.cycle_here(end) else {
            return;
        };
        let jump = (end - self.now()) / cycle.period * cycle.period;
        if jump == 0 {
            return;
        }
        let to = self.now() + jump;
        self.shift(to);
        let branch = self.branch_mut();
        branch.end = branch.end.max(to);
        for known in &mut branch.loops {
            if known.from == cycle.from {
                known.until = known.until.max(to);
            }
        }
    }
}
