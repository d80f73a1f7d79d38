//! Time: running, steps in both directions, moments, marks, futures.

use bench::{Journey, NoPoints, Points, Rig, Sight, Stretch, futures};
use kalah::Side;
use serde::{Deserialize, Serialize};
use timeline::{Arrival, Budget, Pace, What};

use super::story::Stopped;
use super::{On, budgeted};
use crate::failures;
use crate::reply::{Answer, Nothing, json, read};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct AskRun {
    half_ticks: u64,
    milliseconds: Option<f64>,
}

/// The target of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    HalfTick,
    Clock,
    Instruction,
    /// A change of the panel, or of what a circuit shows.
    Panel,
    /// A move by either side, or the machine waits for a person.
    Move,
    Breakpoint,
}

#[derive(Deserialize)]
struct AskStep {
    to: Goal,
    #[serde(default)]
    back: bool,
    milliseconds: Option<f64>,
}

#[derive(Deserialize)]
struct AskMoment {
    moment: u64,
    milliseconds: Option<f64>,
}

#[derive(Deserialize)]
struct AskFuture {
    future: u32,
}

#[derive(Serialize)]
struct Arrived {
    arrival: &'static str,
    now: u64,
    /// Half-ticks elapsed.
    ran: u64,
    /// At a breakpoint.
    stopped: bool,
    /// Its number.
    #[serde(skip_serializing_if = "Option::is_none")]
    stop: Option<Stopped>,
}

#[derive(Serialize)]
struct Marks {
    start: u64,
    end: u64,
    now: u64,
    acts: Vec<ActMark>,
    moves: Vec<MoveMark>,
    futures: Vec<Future>,
    here: u32,
}

#[derive(Serialize)]
struct ActMark {
    moment: u64,
    text: String,
}

#[derive(Serialize)]
struct MoveMark {
    moment: u64,
    side: Side,
    pit: u8,
}

#[derive(Serialize)]
struct Future {
    number: u32,
    /// Where it branched off its parent.
    from: Option<(u32, u64)>,
    end: u64,
}

fn name(arrival: Arrival) -> &'static str {
    match arrival {
        Arrival::There => "there",
        Arrival::Start => "start",
        Arrival::Stuck => "stuck",
        Arrival::Never => "never",
        Arrival::OutOfBudget => "budget",
    }
}

type Clock<'a> = Option<&'a dyn Fn() -> f64>;

impl On {
    /// Runs this many half-ticks, or up to a breakpoint.
    pub(super) fn run(&mut self, request: &str, clock: Clock<'_>) -> Answer {
        let ask: AskRun = read(request)?;
        self.journey = None;
        let from = self.time.now();
        if !self.has_stops() {
            let time = &mut self.time;
            let arrival = budgeted(clock, ask.milliseconds, |budget| {
                time.run(ask.half_ticks, &mut { budget })
            });
            return self.arrived(arrival, from, None);
        }
        let mut journey = Journey::ahead(bench::Goal::Point, self.stopping_pace());
        let stretch = budgeted(clock, ask.milliseconds, |budget| {
            self.go(&mut journey, &mut budget.within(ask.half_ticks))
        });
        self.stopped_or_arrived(stretch, from)
    }

    /// Between instructions it is enough to check places; a write happens within one.
    fn stopping_pace(&self) -> Pace {
        match self.watched.is_empty() {
            true => Pace::Instruction,
            false => Pace::HalfTick,
        }
    }

    fn stopped_or_arrived(&self, stretch: Stretch, from: u64) -> Answer {
        let stop = stretch.met.and_then(|met| self.stopped(met));
        self.arrived(stretch.arrival, from, stop)
    }

    fn arrived(&self, arrival: Arrival, from: u64, stop: Option<Stopped>) -> Answer {
        let now = self.time.now();
        json(&Arrived {
            arrival: name(arrival),
            now,
            ran: now.saturating_sub(from),
            stopped: stop.is_some(),
            stop,
        })
    }

    /// One step forwards or backwards. `budget` means that the same request continues.
    pub(super) fn step(&mut self, request: &str, clock: Clock<'_>) -> Answer {
        let AskStep {
            to,
            back,
            milliseconds,
        } = read(request)?;
        let from = self.time.now();
        let known = self.journey.take();
        let known = known.filter(|(goal, way_back, _)| (*goal, *way_back) == (to, back));
        let mut journey = known.map_or_else(|| self.set_out(to, back), |(_, _, way)| way);
        let stretch = budgeted(clock, milliseconds, |budget| {
            self.go(&mut journey, &mut { budget })
        });
        if stretch.arrival == Arrival::OutOfBudget {
            self.journey = Some((to, back, journey));
        }
        self.stopped_or_arrived(stretch, from)
    }

    fn set_out(&self, to: Goal, back: bool) -> Journey {
        let (goal, pace) = match to {
            Goal::HalfTick => (bench::Goal::Step(Pace::HalfTick), Pace::HalfTick),
            Goal::Clock => (bench::Goal::Step(Pace::Clock), Pace::Clock),
            Goal::Instruction => (bench::Goal::Step(Pace::Instruction), Pace::Instruction),
            Goal::Panel => (bench::Goal::Face, Pace::HalfTick),
            Goal::Move => (bench::Goal::Move, self.stopping_pace()),
            Goal::Breakpoint => (bench::Goal::Point, self.stopping_pace()),
        };
        match back {
            false => Journey::ahead(goal, pace),
            true => Journey::back(goal, pace, &self.time),
        }
    }

    /// A step of a journey, with all breakpoints of the person.
    fn go(&mut self, journey: &mut Journey, budget: &mut Budget<'_>) -> Stretch {
        let sight = Sight::of(self.simulator());
        let mut stops = self.has_stops().then(|| self.stops());
        let points: &mut dyn Points<Rig> = match &mut stops {
            Some(stops) => stops,
            None => &mut NoPoints,
        };
        journey.go(&mut self.time, &sight, points, budget)
    }

    /// The moments at which moves were made, on this branch.
    fn moves(&self) -> Vec<MoveMark> {
        let events = self.rig().chronicle().map_or(&[][..], |of| of.events());
        let moves = events.iter().filter_map(|(moment, event)| match event {
            consoles::story::Event::Sows { side, pit, .. } => Some(MoveMark {
                moment: *moment,
                side: *side,
                pit: *pit,
            }),
            _ => None,
        });
        moves.collect()
    }

    pub(super) fn goto(&mut self, request: &str, clock: Clock<'_>) -> Answer {
        let AskMoment {
            moment,
            milliseconds,
        } = read(request)?;
        self.journey = None;
        let from = self.time.now();
        let time = &mut self.time;
        let arrival = budgeted(clock, milliseconds, |budget| {
            time.goto(moment, &mut { budget })
        });
        self.arrived(arrival, from, None)
    }

    /// Switches to another future.
    pub(super) fn switch(&mut self, request: &str, _: Clock<'_>) -> Answer {
        let AskFuture { future } = read(request)?;
        let from = self.time.now();
        let switched = futures::switch(&mut self.time, future);
        let none = || failures::NO_FUTURE.with(&[("number", &future)]);
        let arrival = switched.ok_or_else(none)?;
        let now = self.time.now();
        if let Some(chronicle) = self.time.subject_mut().chronicle_mut() {
            chronicle.cut(now);
        }
        self.arrived(arrival, from, None)
    }

    pub(super) fn marks(&self, request: &str) -> Answer {
        read::<Nothing>(request)?;
        let acts = self.time.marks().into_iter();
        let acts = acts.map(|mark| ActMark {
            moment: mark.moment,
            text: match mark.what {
                What::Input(act) => self.rig().text(act),
                What::Name(name) => name.to_owned(),
            },
        });
        let futures = futures::list(&self.time).into_iter();
        let futures = futures.map(|future| Future {
            number: future.number,
            from: future.from,
            end: future.end,
        });
        json(&Marks {
            start: self.time.start(),
            end: self.time.end(),
            now: self.time.now(),
            acts: acts.collect(),
            moves: self.moves(),
            futures: futures.collect(),
            here: self.time.here().number(),
        })
    }
}
