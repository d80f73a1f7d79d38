//! Time: running, steps in both directions, moments, marks, futures.

use console::Machine as _;
use console::Panel;
use kalah::Side;
use serde::{Deserialize, Serialize};
use timeline::{Arrival, Changes, Holds, Leash, Pace, Subject, Watch, What};

use super::rig::Rig;
use super::{On, leashed};
use crate::reply::{Answer, Failure, Nothing, json, read};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct AskRun {
    half_ticks: u64,
    milliseconds: Option<f64>,
}

/// Where a step leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    HalfTick,
    Clock,
    Instruction,
    /// The panel, or what a circuit shows, is another.
    Panel,
    /// Somebody moves, or the machine waits for a person.
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
    /// Half-ticks that went by.
    ran: u64,
    /// At a breakpoint.
    stopped: bool,
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
    /// Where it left another one.
    from: Option<(u32, u64)>,
    end: u64,
}

/// What a person in front of it sees.
#[derive(PartialEq)]
enum Face {
    Panel(Panel),
    Displays(Vec<Option<circuit::sim::Display>>),
}

fn face(rig: &Rig) -> Face {
    if let Some(console) = rig.console() {
        return Face::Panel(console.panel());
    }
    let simulator = rig.simulator();
    let parts = simulator.design().part_ids();
    Face::Displays(parts.map(|part| simulator.display(part)).collect())
}

fn name(arrival: Arrival) -> &'static str {
    match arrival {
        Arrival::There => "there",
        Arrival::Start => "start",
        Arrival::Stuck => "stuck",
        Arrival::Never => "never",
        Arrival::Leash => "leash",
    }
}

/// Stops between instructions at one of some places.
fn at_breakpoint(rig: &Rig, points: &std::collections::BTreeSet<(usize, u8)>) -> bool {
    rig.place().is_some_and(|place| points.contains(&place))
}

/// A move was made in the last step, or a person is asked for one.
struct Moves {
    waited: bool,
    from: u64,
}

impl Watch<Rig> for Moves {
    fn before(&mut self, rig: &Rig) {
        self.waited = rig.console().is_some_and(console::Machine::is_waiting);
        self.from = rig.simulator().ticks();
    }

    fn happened(&mut self, rig: &Rig) -> bool {
        let moved =
            |(at, event): &(u64, console::story::Event)| *at > self.from && event.mover().is_some();
        let events = rig.chronicle().map(|of| of.until(rig.simulator().ticks()));
        let latest = events.and_then(<[_]>::last);
        let waits = rig.console().is_some_and(console::Machine::is_waiting);
        latest.is_some_and(moved) || waits && !self.waited
    }
}

type Clock<'a> = Option<&'a dyn Fn() -> f64>;

impl On {
    /// Runs so many half-ticks, or up to a breakpoint.
    pub(super) fn run(&mut self, request: &str, clock: Clock<'_>) -> Answer {
        let ask: AskRun = read(request)?;
        (self.hunt, self.aim) = (None, None);
        let from = self.time.now();
        let points = std::mem::take(&mut self.breakpoints);
        let time = &mut self.time;
        let arrival = leashed(clock, ask.milliseconds, |leash| {
            if points.is_empty() {
                return time.run(ask.half_ticks, &mut { leash });
            }
            let mut watch = Holds(|rig: &Rig| at_breakpoint(rig, &points));
            let mut leash = leash.within(ask.half_ticks);
            time.until(Pace::Instruction, &mut watch, &mut leash)
        });
        self.breakpoints = points;
        let stopped = !self.breakpoints.is_empty() && arrival == Arrival::There;
        self.arrived(arrival, from, stopped)
    }

    fn arrived(&self, arrival: Arrival, from: u64, stopped: bool) -> Answer {
        let now = self.time.now();
        json(&Arrived {
            arrival: name(arrival),
            now,
            ran: now.saturating_sub(from),
            stopped,
        })
    }

    /// One step forwards or backwards. `leash` means that the same request goes on.
    pub(super) fn step(&mut self, request: &str, clock: Clock<'_>) -> Answer {
        let AskStep {
            to,
            back,
            milliseconds,
        } = read(request)?;
        let from = self.time.now();
        let arrival = leashed(clock, milliseconds, |leash| match back {
            false => self.forward(to, &mut { leash }),
            true => self.backward(to, &mut { leash }),
        });
        if arrival != Arrival::Leash {
            (self.hunt, self.aim) = (None, None);
        }
        self.arrived(arrival, from, to == Goal::Breakpoint)
    }

    fn forward(&mut self, goal: Goal, leash: &mut Leash<'_>) -> Arrival {
        let points = self.breakpoints.clone();
        let time = &mut self.time;
        match goal {
            Goal::HalfTick => time.step_forward(Pace::HalfTick, leash),
            Goal::Clock => time.step_forward(Pace::Clock, leash),
            Goal::Instruction => time.step_forward(Pace::Instruction, leash),
            Goal::Panel => time.until(Pace::HalfTick, &mut Changes::of(face), leash),
            Goal::Breakpoint => {
                let mut watch = Holds(|rig: &Rig| at_breakpoint(rig, &points));
                time.until(Pace::Instruction, &mut watch, leash)
            }
            Goal::Move => match self.next_move() {
                // What is known lies ahead wherever the leash ends.
                Some(moment) => self.time.goto(moment, leash),
                None => {
                    let (waited, from) = (true, 0);
                    let mut watch = Moves { waited, from };
                    self.time.until(Pace::Instruction, &mut watch, leash)
                }
            },
        }
    }

    fn backward(&mut self, goal: Goal, leash: &mut Leash<'_>) -> Arrival {
        let pace = match goal {
            Goal::HalfTick | Goal::Clock | Goal::Move => return self.back_to(goal, leash),
            Goal::Panel => Pace::HalfTick,
            Goal::Instruction | Goal::Breakpoint => Pace::Instruction,
        };
        let known = self.hunt.take().filter(|(of, _)| *of == goal);
        let mut hunt = known.map_or_else(|| self.time.hunt(pace), |(_, hunt)| hunt);
        let points = self.breakpoints.clone();
        let mut breakpoint = Holds(|rig: &Rig| at_breakpoint(rig, &points));
        let mut panel = Changes::of(face);
        let mut any = Holds(|_: &Rig| true);
        let watch: &mut dyn Watch<Rig> = match goal {
            Goal::Breakpoint => &mut breakpoint,
            Goal::Panel => &mut panel,
            _ => &mut any,
        };
        let arrival = self.time.hunt_on(&mut hunt, watch, leash);
        self.hunt = Some((goal, hunt));
        arrival
    }

    /// Back to a moment that is known at once. It is kept until it is reached: on the way the present is anywhere.
    fn back_to(&mut self, goal: Goal, leash: &mut Leash<'_>) -> Arrival {
        let known = self.aim.filter(|(of, _)| *of == goal);
        let Some(aim) = known.map(|(_, aim)| aim).or_else(|| self.before(goal)) else {
            return Arrival::Start;
        };
        self.aim = Some((goal, aim));
        let arrival = self.time.goto(aim, leash);
        match goal == Goal::Move && aim == self.time.start() && arrival == Arrival::There {
            true => Arrival::Start,
            false => arrival,
        }
    }

    /// The moment a step back leads to; none at the start.
    fn before(&self, goal: Goal) -> Option<u64> {
        let now = self.time.now();
        if goal == Goal::Move {
            return Some(self.last_move().unwrap_or(self.time.start()));
        }
        let unit = match goal {
            Goal::Clock => Subject::cycle(self.rig()),
            _ => 1,
        };
        // Something done at this moment lies between it and the same moment before.
        let done = self.time.inputs()[..self.time.inputs_done()].last();
        let acted = done.is_some_and(|(at, _)| *at == now);
        let after = now + u64::from(acted);
        (after > self.time.start()).then(|| (after - 1) / unit * unit)
    }

    /// The moments at which somebody moved, on this future.
    fn moves(&self) -> Vec<MoveMark> {
        let events = self.rig().chronicle().map_or(&[][..], |of| of.events());
        let moves = events.iter().filter_map(|(moment, event)| match event {
            console::story::Event::Sows { side, pit, .. } => Some(MoveMark {
                moment: *moment,
                side: *side,
                pit: *pit,
            }),
            _ => None,
        });
        moves.collect()
    }

    fn next_move(&self) -> Option<u64> {
        let now = self.time.now();
        let mut moves = self.moves().into_iter();
        moves.find(|one| one.moment > now).map(|one| one.moment)
    }

    fn last_move(&self) -> Option<u64> {
        let now = self.time.now();
        let moves = self.moves();
        moves
            .iter()
            .rev()
            .find(|one| one.moment < now)
            .map(|one| one.moment)
    }

    pub(super) fn goto(&mut self, request: &str, clock: Clock<'_>) -> Answer {
        let AskMoment {
            moment,
            milliseconds,
        } = read(request)?;
        (self.hunt, self.aim) = (None, None);
        let from = self.time.now();
        let time = &mut self.time;
        let arrival = leashed(clock, milliseconds, |leash| {
            time.goto(moment, &mut { leash })
        });
        self.arrived(arrival, from, false)
    }

    /// Leaves this future for another one.
    pub(super) fn switch(&mut self, request: &str, _: Clock<'_>) -> Answer {
        let AskFuture { future } = read(request)?;
        let mut ids = self.time.futures().map(|(id, ..)| id);
        let wanted = ids.find(|id| id.number() == future);
        drop(ids);
        let none = || Failure::refused(format!("there is no future {future}"));
        let wanted = wanted.ok_or_else(none)?;
        let from = self.time.now();
        let arrival = self.time.switch(wanted, &mut Leash::none());
        let now = self.time.now();
        if let Some(chronicle) = self.time.subject_mut().chronicle_mut() {
            chronicle.cut(now);
        }
        self.arrived(arrival, from, false)
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
        let futures = self.time.futures().map(|(id, from, end)| Future {
            number: id.number(),
            from: from.map(|(id, moment)| (id.number(), moment)),
            end,
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
