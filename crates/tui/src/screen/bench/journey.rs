//! Moves through time that may take long: they advance in steps, so that no key waits.

use bench::{Goal, Journey, Specimen, Stretch};
use texts::{Texts, text};
use timeline::{Arrival, Budget, Pace, Standing, Subject};

use super::Bench;
use super::stand::Stand;

/// Nanoseconds of work per picture. Less than the time between two, so that the screen stays responsive.
pub(super) const WORK: u64 = 25_000_000;
/// Nanoseconds of work between two checks of the budget.
const STRETCH: u64 = 1_000_000;

/// The machine on the bench.
struct Seen<'a, T: Stand>(&'a T);

impl<T: Stand> Specimen for Seen<'_, T> {
    type Subject = T::Subject;
    type Face = T::Face;

    fn face(&self, subject: &T::Subject) -> T::Face {
        self.0.face(subject)
    }

    fn is_at_rest(&self, subject: &T::Subject) -> bool {
        self.0.rest(subject).is_some()
    }

    fn moves(&self, subject: &T::Subject) -> bool {
        self.0.moves(subject)
    }

    fn rests(&self, subject: &T::Subject) -> bool {
        self.0.rests(subject)
    }
}

impl<T: Stand> Bench<T> {
    /// Nanoseconds of work done so far.
    fn effort(&self) -> u64 {
        let subject = self.time.subject();
        subject.effort().unwrap_or_else(|| 100 * subject.moment())
    }

    /// Half-ticks in a step.
    fn stretch(&self) -> u64 {
        (STRETCH / self.cost.max(1)).clamp(8, 50_000)
    }

    /// Continues the journey for at most the time of one frame.
    pub(super) fn travel(&mut self, texts: &Texts) {
        let Some(mut journey) = self.journey.take() else {
            return;
        };
        let mut spent = 0;
        loop {
            let (arrival, met, work) = self.go(&mut journey, self.stretch());
            spent += work;
            match arrival {
                Arrival::OutOfBudget if spent < WORK => {}
                Arrival::OutOfBudget => {
                    self.journey = Some(journey);
                    return;
                }
                arrival => {
                    self.arrived(arrival, met, texts);
                    return;
                }
            }
        }
    }

    /// A step of a journey: how it ended, the breakpoint that was met, and the work it took.
    fn go(&mut self, journey: &mut Journey, half_ticks: u64) -> (Arrival, Option<usize>, u64) {
        let before = self.effort();
        let budget = &mut Budget::half_ticks(half_ticks);
        let seen = Seen(&self.stand);
        let Stretch {
            arrival,
            met,
            looks,
        } = journey.go(&mut self.time, &seen, &mut self.stops, budget);
        let work = self.effort() - before + looks * self.stand.glance();
        if arrival == Arrival::OutOfBudget {
            self.cost = (work / half_ticks.max(1)).max(1);
        }
        (arrival, met, work.max(1000))
    }

    /// Runs this many half-ticks of the clock, or up to a breakpoint; fewer where that is too much work for one picture.
    pub(super) fn run(&mut self, half_ticks: u64, texts: &Texts) {
        let mut left = half_ticks;
        let mut spent = 0;
        while left > 0 && spent < WORK && self.stand.rest(self.time.subject()).is_none() {
            let way = left.min(self.stretch());
            left -= way;
            if self.stops.is_empty() {
                let before = self.effort();
                let arrival = self.time.run(way, &mut Budget::half_ticks(way));
                spent += (self.effort() - before).max(1000);
                if arrival == Arrival::Stuck {
                    return;
                }
                continue;
            }
            let mut journey = Journey::ahead(Goal::Rest, self.stand.pace());
            let (arrival, met, work) = self.go(&mut journey, way);
            spent += work;
            if arrival != Arrival::OutOfBudget {
                self.arrived(arrival, met, texts);
                return;
            }
        }
    }

    fn arrived(&mut self, arrival: Arrival, met: Option<usize>, texts: &Texts) {
        if let Some(stop) = met.and_then(|number| self.stops.take(number)) {
            self.running = false;
            let words = text!(texts, "tui.machine.stopped-at", name = &stop);
            self.notice = Some((words, false));
            return;
        }
        let words = match arrival {
            Arrival::Start => text!(texts, "tui.machine.start"),
            Arrival::Never => text!(texts, "tui.machine.never"),
            _ => return,
        };
        self.notice = Some((words, false));
    }

    /// Cancels the journey; a backward search returns to where it began.
    pub(super) fn give_up(&mut self) {
        let journey = self.journey.take();
        if let Some(origin) = journey.and_then(|journey| journey.origin()) {
            self.set_out_to(origin);
        }
    }

    pub(super) fn set_out(&mut self, goal: Goal, pace: Pace, back: bool) {
        self.journey = Some(match back {
            true => Journey::back(goal, pace, &self.time),
            false => Journey::ahead(goal, pace),
        });
    }

    pub(super) fn set_out_to(&mut self, moment: u64) {
        self.journey = Some(Journey::to(Standing { moment, done: 0 }));
    }
}
