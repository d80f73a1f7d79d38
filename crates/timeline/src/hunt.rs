//! Searching for a moment, forwards and backwards.

use crate::budget::{Arrival, Budget};
use crate::subject::{Pace, Subject};
use crate::timeline::Timeline;
use crate::watch::Watch;

/// A backward search that may take several calls. Between them the subject may be at any moment of its past.
#[derive(Clone, Debug)]
pub struct Hunt {
    pace: Pace,
    /// Where it began, and how many inputs had been taken there: the moment may have more.
    origin: u64,
    done: usize,
    /// Only moments before this one are left.
    end: u64,
    /// How far a step from one of them may reach: to the first moment of the pace already searched.
    limit: u64,
    stretch: Option<Stretch>,
    found: Option<u64>,
}

/// From a saved state to where the search has been.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    start: u64,
    /// Where it was interrupted by the end of the budget.
    at: u64,
    /// Its first moment of the pace.
    first: Option<u64>,
    found: Option<u64>,
}

impl Hunt {
    /// The moment the search began at, to return to if it is cancelled.
    pub fn origin(&self) -> u64 {
        self.origin
    }
}

impl<S: Subject> Timeline<S> {
    /// One step at a pace.
    pub fn step_forward(&mut self, pace: Pace, budget: &mut Budget) -> Arrival {
        self.until(pace, &mut Any, budget)
    }

    /// To the moment of the pace before this one.
    pub fn step_back(&mut self, pace: Pace, budget: &mut Budget) -> Arrival {
        let unit = match pace {
            Pace::HalfTick => 1,
            Pace::Clock => self.subject().cycle(),
            Pace::Instruction => return self.back_until(pace, &mut Any, budget),
        };
        let now = self.now() + u64::from(self.has_acted());
        if now <= self.start() {
            return Arrival::Start;
        }
        self.goto((now - 1) / unit * unit, budget)
    }

    /// Runs at a pace until the watch is met.
    pub fn until(&mut self, pace: Pace, watch: &mut dyn Watch<S>, budget: &mut Budget) -> Arrival {
        let mut looks = 0;
        let from = self.now();
        loop {
            if self.subject().is_stuck() {
                return Arrival::Stuck;
            }
            if budget.left() == 0 || looks % 256 == 255 && budget.is_over() {
                return Arrival::OutOfBudget;
            }
            looks += 1;
            watch.before(self.subject());
            self.before_step();
            self.step(pace, budget.left(), budget);
            let stops = self.subject().is_at(pace);
            if watch.happened(self.subject()) || stops && watch.holds(self.subject()) {
                return Arrival::There;
            }
            if !self.skip_unwatched(from) {
                return Arrival::Never;
            }
        }
    }

    /// Where the states repeat and a whole period was searched, nothing will be met before the next input, to which
    /// this skips. False if there is none.
    fn skip_unwatched(&mut self, from: u64) -> bool {
        let now = self.now();
        let Some(cycle) = self.loop_here() else {
            return true;
        };
        if from.max(cycle.from) + cycle.period > now {
            return true;
        }
        match self.inputs().get(self.inputs_done()) {
            Some(&(at, _)) => {
                self.skip(at);
                true
            }
            None => false,
        }
    }

    /// Whether there is an input at this moment.
    fn has_acted(&self) -> bool {
        let done = self.inputs()[..self.inputs_done()].last();
        done.is_some_and(|(at, _)| *at == self.now())
    }

    /// Begins a search for the last moment before this one at which the watch is met.
    pub fn hunt(&self, pace: Pace) -> Hunt {
        // An input at this very moment lies between it and the same moment without it.
        Hunt {
            pace,
            origin: self.now(),
            done: self.inputs_done(),
            end: self.now() + u64::from(self.has_acted()),
            limit: self.now(),
            stretch: None,
            found: None,
        }
    }

    /// Goes back to the last moment before this one at which the watch is met, in one call. If the budget ends first, time
    /// does not move; [`Timeline::hunt`] can continue over several calls.
    pub fn back_until(
        &mut self,
        pace: Pace,
        watch: &mut dyn Watch<S>,
        budget: &mut Budget,
    ) -> Arrival {
        let mut hunt = self.hunt(pace);
        let arrival = self.hunt_on(&mut hunt, watch, budget);
        if arrival == Arrival::OutOfBudget {
            self.goto(hunt.origin, &mut Budget::unlimited());
            self.take_up_to(hunt.done);
        }
        arrival
    }

    /// Continues a search. `There`: found; `Start`: at the first moment, nothing found.
    pub fn hunt_on(
        &mut self,
        hunt: &mut Hunt,
        watch: &mut dyn Watch<S>,
        budget: &mut Budget,
    ) -> Arrival {
        while hunt.found.is_none() && hunt.end > self.start() {
            let left = hunt.stretch.take();
            let mut stretch = match left.filter(|stretch| stretch.at == self.now()) {
                Some(stretch) => stretch,
                None => {
                    let start = self.stretch_before(hunt.end);
                    if self.goto(start, budget) != Arrival::There {
                        return Arrival::OutOfBudget;
                    }
                    Stretch {
                        start,
                        at: start,
                        first: None,
                        found: None,
                    }
                }
            };
            self.keep_fine_until(hunt.end);
            let through = self.search(hunt, &mut stretch, watch, budget);
            self.keep_fine_until(0);
            if !through {
                hunt.stretch = Some(stretch);
                return Arrival::OutOfBudget;
            }
            hunt.found = stretch.found;
            self.narrow(hunt, &stretch);
        }
        let (to, arrival) = match hunt.found {
            Some(found) => (found, Arrival::There),
            None => (self.start(), Arrival::Start),
        };
        match self.goto(to, budget) {
            Arrival::OutOfBudget => Arrival::OutOfBudget,
            _ => arrival,
        }
    }

    /// Where the stretch before a moment begins: at a saved state, or a period earlier where states repeat.
    fn stretch_before(&self, end: u64) -> u64 {
        let before = end - 1;
        match self.loop_at(before) {
            Some(cycle) => before - cycle.period,
            None => self.kept_before(before),
        }
    }

    /// What is left to search after a stretch. One period of a loop is enough.
    fn narrow(&self, hunt: &mut Hunt, stretch: &Stretch) {
        let rounds = match self.loop_at(hunt.end - 1) {
            Some(cycle) => (stretch.start - cycle.from) / cycle.period * cycle.period,
            None => 0,
        };
        hunt.end = stretch.start - rounds;
        hunt.limit = stretch.first.map_or(hunt.limit, |first| first - rounds);
    }

    /// Steps through a stretch; false if the budget ended.
    fn search(
        &mut self,
        hunt: &Hunt,
        stretch: &mut Stretch,
        watch: &mut dyn Watch<S>,
        budget: &mut Budget,
    ) -> bool {
        let mut looks = 0;
        while self.now() < hunt.end {
            let at = self.now();
            looks += 1;
            if budget.left() == 0 || looks % 256 == 255 && budget.is_over() {
                stretch.at = at;
                return false;
            }
            let stops = self.subject().is_at(hunt.pace);
            if stops {
                stretch.first.get_or_insert(at);
                if watch.holds(self.subject()) {
                    stretch.found = Some(at);
                }
                watch.before(self.subject());
            }
            self.take_up_to(hunt.done);
            if at < hunt.limit {
                self.step(hunt.pace, hunt.limit - at, budget);
            }
            if stops && watch.happened(self.subject()) {
                stretch.found = Some(at);
            }
            if self.now() == at {
                break;
            }
        }
        true
    }
}

/// Met at every moment.
struct Any;

impl<S> Watch<S> for Any {
    fn holds(&mut self, _: &S) -> bool {
        true
    }
}
