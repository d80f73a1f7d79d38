//! Ways through time that may take long: they are gone a stretch at a time, so that no key waits.

use texts::{Texts, text};
use timeline::{Arrival, Hunt, Leash, Pace, Subject, Watch};

use super::stand::{Condition, Stand};
use super::{Bench, Stop};

/// What is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    /// The next moment of the pace.
    Step,
    /// Another face.
    Face,
    /// A stop, or until nothing happens by itself.
    Rest,
    Stop,
    Move,
}

/// Where to.
pub(super) enum Way {
    Ahead,
    Back(Hunt),
    /// To a moment, and through so many of the inputs.
    To {
        moment: u64,
        done: usize,
    },
}

pub(super) struct Journey {
    pub goal: Goal,
    pub pace: Pace,
    pub way: Way,
}

/// Nanoseconds of work for one picture. Less than the time between two, so that keys are heard.
pub(super) const WORK: u64 = 25_000_000;
/// Nanoseconds between two looks at how much was done.
const STRETCH: u64 = 1_000_000;

/// Looks for a goal and for stops, and counts its looks.
struct Lookout<'a, T: Stand> {
    stand: &'a T,
    stops: &'a [Stop<T::Subject>],
    goal: Goal,
    back: bool,
    was: Option<T::Face>,
    /// The stop that was met.
    met: Option<usize>,
    looks: u64,
}

impl<T: Stand> Lookout<'_, T> {
    fn sees_faces(&self) -> bool {
        matches!(self.goal, Goal::Face | Goal::Move)
    }
}

impl<T: Stand> Watch<T::Subject> for Lookout<'_, T> {
    fn holds(&mut self, subject: &T::Subject) -> bool {
        match self.goal {
            Goal::Step => return true,
            Goal::Face | Goal::Move if self.back => return false,
            _ => {}
        }
        let holds = |stop: &Stop<T::Subject>| (stop.holds)(subject);
        self.met = self.stops.iter().position(holds);
        self.met.is_some() || self.goal == Goal::Rest && self.stand.rest(subject).is_some()
    }

    fn before(&mut self, subject: &T::Subject) {
        self.looks += 1;
        if self.sees_faces() {
            self.was = Some(self.stand.face(subject));
        }
    }

    fn happened(&mut self, after: &T::Subject) -> bool {
        let Some(was) = self.was.as_ref().filter(|_| self.sees_faces()) else {
            return false;
        };
        let is = self.stand.face(after);
        match self.goal {
            Goal::Move => self.stand.is_move(was, &is),
            _ => *was != is,
        }
    }
}

impl<T: Stand> Bench<T> {
    /// Nanoseconds of work done so far.
    fn effort(&self) -> u64 {
        let subject = self.time.subject();
        subject.effort().unwrap_or_else(|| 100 * subject.moment())
    }

    /// Half-ticks that make a stretch.
    fn stretch(&self) -> u64 {
        (STRETCH / self.cost.max(1)).clamp(8, 50_000)
    }

    /// Goes on with the journey for as long as a picture may take.
    pub(super) fn travel(&mut self, texts: &Texts) {
        let Some(mut journey) = self.journey.take() else {
            return;
        };
        let mut spent = 0;
        loop {
            let (arrival, met, work) = self.go(&mut journey, self.stretch());
            spent += work;
            match arrival {
                Arrival::Leash if spent < WORK => {}
                Arrival::Leash => {
                    self.journey = Some(journey);
                    return;
                }
                arrival => {
                    self.arrived(&journey, arrival, met, texts);
                    return;
                }
            }
        }
    }

    /// A stretch of a journey: how it ended, the stop that was met, and the work it took.
    fn go(&mut self, journey: &mut Journey, half_ticks: u64) -> (Arrival, Option<usize>, u64) {
        let before = self.effort();
        let leash = &mut Leash::half_ticks(half_ticks);
        let mut lookout = Lookout {
            stand: &self.stand,
            stops: &self.stops,
            goal: journey.goal,
            back: matches!(journey.way, Way::Back(_)),
            was: None,
            met: None,
            looks: 0,
        };
        let arrival = match &mut journey.way {
            Way::Ahead => self.time.until(journey.pace, &mut lookout, leash),
            Way::Back(hunt) => self.time.hunt_on(hunt, &mut lookout, leash),
            Way::To { moment, done } => {
                let arrival = self.time.goto(*moment, leash);
                while arrival == Arrival::There && self.time.inputs_done() < *done {
                    if !self.time.redo() {
                        break;
                    }
                }
                arrival
            }
        };
        let (met, looks) = (lookout.met, lookout.looks);
        let work = self.effort() - before + looks * self.stand.glance();
        if arrival == Arrival::Leash {
            self.cost = (work / half_ticks.max(1)).max(1);
        }
        (arrival, met, work.max(1000))
    }

    /// So many half-ticks of the clock that runs, or up to a stop; fewer where that is too much work for one picture.
    pub(super) fn run(&mut self, half_ticks: u64, texts: &Texts) {
        let mut left = half_ticks;
        let mut spent = 0;
        while left > 0 && spent < WORK && self.stand.rest(self.time.subject()).is_none() {
            let way = left.min(self.stretch());
            left -= way;
            if self.stops.is_empty() {
                let before = self.effort();
                let arrival = self.time.run(way, &mut Leash::half_ticks(way));
                spent += (self.effort() - before).max(1000);
                if arrival == Arrival::Stuck {
                    return;
                }
                continue;
            }
            let mut journey = Journey {
                goal: Goal::Rest,
                pace: self.stand.pace(),
                way: Way::Ahead,
            };
            let (arrival, met, work) = self.go(&mut journey, way);
            spent += work;
            if arrival != Arrival::Leash {
                self.arrived(&journey, arrival, met, texts);
                return;
            }
        }
    }

    fn arrived(&mut self, journey: &Journey, arrival: Arrival, met: Option<usize>, texts: &Texts) {
        if let Some(stop) = met.and_then(|stop| self.stops.get(stop)) {
            self.running = false;
            let words = text!(texts, "tui.machine.stopped-at", name = &stop.name);
            self.notice = Some((words, false));
            return;
        }
        let words = match arrival {
            Arrival::Start => {
                if let Way::Back(hunt) = &journey.way {
                    // Nothing was found: back to where it began.
                    self.set_out_to(hunt.origin());
                }
                text!(texts, "tui.machine.start")
            }
            Arrival::Never => text!(texts, "tui.machine.never"),
            _ => return,
        };
        self.notice = Some((words, false));
    }

    /// Ends the journey where it is; a search backwards goes back to where it began.
    pub(super) fn give_up(&mut self) {
        if let Some(Way::Back(hunt)) = self.journey.take().map(|journey| journey.way) {
            self.set_out_to(hunt.origin());
        }
    }

    pub(super) fn set_out(&mut self, goal: Goal, pace: Pace, back: bool) {
        let way = match back {
            true => Way::Back(self.time.hunt(pace)),
            false => Way::Ahead,
        };
        self.journey = Some(Journey { goal, pace, way });
    }

    pub(super) fn set_out_to(&mut self, moment: u64) {
        self.journey = Some(Journey {
            goal: Goal::Step,
            pace: Pace::HalfTick,
            way: Way::To { moment, done: 0 },
        });
    }
}

impl<S> Stop<S> {
    pub(super) fn new(name: &str, holds: Condition<S>) -> Stop<S> {
        Stop {
            name: name.to_owned(),
            holds,
        }
    }
}
