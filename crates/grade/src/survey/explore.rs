//! Exploring an undescribed console: every button is tried, and the reaction of the numbers shows which is which.
//!
//! A pit is a number that falls to 0 when its button is pressed, and the numbers that grow then lie behind it. Neither labels nor
//! places matter for that; places only help where a press does not reach.

use circuit::netlist::PartId;
use circuit::reference::{At, Found, Reference};
use circuit::sim::{Simulator, Snapshot};

use super::sheet::Thing;
use crate::panel::{Deed, Step};
use crate::panel::{Reading, Signal};

/// A number on the console.
#[derive(Clone)]
pub(super) struct Number {
    /// As a panel file writes it.
    pub toml: String,
    pub reading: Reading,
    pub x: i32,
    pub y: i32,
}

/// The effect of a press on the numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct Effect {
    /// The first number that fell to 0.
    pub lifted: Option<usize>,
    /// Those that grew, in order.
    pub grown: Vec<usize>,
    /// Numbers that changed at all.
    pub changed: Vec<usize>,
}

/// Lights during a press: before, at any time in between, and after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Blink {
    pub before: bool,
    pub on_between: bool,
    pub off_between: bool,
    pub after: bool,
    /// It does not change while the console rests.
    pub steady: bool,
}

/// A console that is being explored.
pub(super) struct Explorer<'s> {
    simulator: &'s mut Simulator,
    /// Half-ticks of a clock cycle, in pairs: other waits are multiples.
    pace: u64,
    /// How long things are held down.
    pub(super) hold: u64,
    watch: &'s mut Watch<'s>,
    /// The current step, to be shown to the user.
    doing: String,
    /// Half-ticks since the last look at the time.
    unwatched: u64,
    is_out: bool,
}

/// Is called with the current step; returns whether there is time to continue.
pub type Watch<'a> = dyn FnMut(&str) -> bool + 'a;

/// Half-ticks between two looks at the time.
const WATCHED: u64 = 4_096;

/// Numbers that have not changed for this many half-ticks at a usual clock are at rest.
const QUIET: u64 = 1_500;
const LONGEST: u64 = 40_000;
/// Between two looks at numbers where only the end matters.
const GLANCE: u64 = 25;
/// A light that has not changed for this long at rest does not blink.
const STEADY: u64 = 200;
/// A press as short as one by mouse on a slow clock, and longer ones for programs that look at their buttons now and then.
pub(super) const HOLDS: [u64; 3] = [8, 300, 4_000];

impl<'s> Explorer<'s> {
    pub(super) fn new(
        simulator: &'s mut Simulator,
        cycle: u64,
        watch: &'s mut Watch<'s>,
    ) -> Explorer<'s> {
        Explorer {
            simulator,
            pace: cycle.div_ceil(2).clamp(1, 50),
            hold: HOLDS[0],
            watch,
            doing: String::new(),
            unwatched: 0,
            is_out: false,
        }
    }

    /// Reports the next step.
    pub(super) fn say(&mut self, doing: String) {
        self.doing = doing;
        self.unwatched = WATCHED;
        self.run(0);
    }

    /// The time is over: nothing more is done, and what is known by now has to do.
    pub(super) fn is_out(&self) -> bool {
        self.is_out
    }

    pub(super) fn simulator(&self) -> &Simulator {
        self.simulator
    }

    pub(super) fn moment(&self) -> Snapshot {
        self.simulator.snapshot()
    }

    pub(super) fn back_to(&mut self, moment: &Snapshot) {
        self.simulator.restore(moment);
    }

    pub(super) fn read(&self, numbers: &[Number]) -> Vec<Option<u32>> {
        read(numbers, self.simulator)
    }

    /// Runs until the numbers rest, and reports them each time they change.
    pub(super) fn rest(
        &mut self,
        numbers: &[Number],
        mut changed: impl FnMut(&[Option<u32>], &[Option<u32>]),
    ) {
        let mut last = self.read(numbers);
        let mut quiet = 0;
        for _ in 0..LONGEST {
            self.run(self.pace);
            if self.simulator.is_oscillating() || self.is_out {
                return;
            }
            quiet += 1;
            let now = self.read(numbers);
            if now != last {
                changed(&last, &now);
                (last, quiet) = (now, 0);
            } else if quiet >= QUIET {
                return;
            }
        }
    }

    pub(super) fn run(&mut self, half_ticks: u64) {
        self.unwatched += half_ticks;
        if self.unwatched >= WATCHED && !self.is_out {
            self.unwatched = 0;
            self.is_out = !(self.watch)(&self.doing);
        }
        if self.is_out {
            return;
        }
        for _ in 0..half_ticks {
            self.simulator.half_tick();
        }
    }

    /// Presses something and releases it.
    pub(super) fn press(&mut self, deed: &Deed) {
        self.press_and_watch(deed, |_| {});
    }

    /// The same, observing the console all the time.
    fn press_and_watch(&mut self, deed: &Deed, mut look: impl FnMut(&Simulator)) {
        let mut hold = |explorer: &mut Explorer<'_>| {
            for _ in 0..explorer.hold {
                explorer.run(explorer.pace);
                look(explorer.simulator);
            }
        };
        for (index, step) in deed.steps.iter().enumerate() {
            if index > 0 {
                hold(self);
            }
            step.begin(self.simulator);
            hold(self);
            step.end(self.simulator);
        }
    }

    /// Presses a button and watches the numbers until they rest.
    pub(super) fn effect(&mut self, deed: &Deed, numbers: &[Number]) -> Effect {
        let mut effect = Effect::default();
        let mut last = self.read(numbers);
        self.press_and_watch(deed, |simulator| {
            let now = read(numbers, simulator);
            if now != last {
                effect.note(&last, &now);
                last.clone_from(&now);
            }
        });
        effect.note(&last, &self.read(numbers));
        self.rest(numbers, |before, now| effect.note(before, now));
        effect
    }

    /// Presses a button and waits until the numbers rest; returns which have changed. If none has, an `impatient` look ends soon.
    pub(super) fn moves(&mut self, deed: &Deed, numbers: &[Number], impatient: bool) -> Vec<usize> {
        let before = self.read(numbers);
        self.press(deed);
        let mut last = self.read(numbers);
        let mut quiet = 0;
        for _ in 0..LONGEST / GLANCE {
            self.run(GLANCE * self.pace);
            let now = self.read(numbers);
            quiet = if now == last { quiet + GLANCE } else { 0 };
            last = now;
            let rests = quiet >= QUIET && (impatient || last != before);
            if rests || self.simulator.is_oscillating() {
                break;
            }
        }
        let changed = |index: &usize| before[*index] != last[*index];
        (0..before.len()).filter(changed).collect()
    }

    /// Which lights are on.
    pub(super) fn lit(&self, lights: &[PartId]) -> Vec<bool> {
        let each = lights.iter();
        each.map(|&part| signal_of(part, self.simulator).is_on(self.simulator))
            .collect()
    }

    /// The states of the lights from before a press until the numbers rest again.
    pub(super) fn blinks(
        &mut self,
        deed: &Deed,
        numbers: &[Number],
        lights: &[PartId],
    ) -> Vec<Blink> {
        let signals: Vec<Signal> = lights
            .iter()
            .map(|&part| signal_of(part, self.simulator))
            .collect();
        let lit = |simulator: &Simulator| -> Vec<bool> {
            signals.iter().map(|one| one.is_on(simulator)).collect()
        };
        let mut all: Vec<Blink> = lit(self.simulator)
            .into_iter()
            .map(|on| Blink {
                before: on,
                on_between: false,
                off_between: false,
                after: on,
                steady: true,
            })
            .collect();
        for _ in 0..STEADY {
            self.run(self.pace);
            for (blink, on) in all.iter_mut().zip(lit(self.simulator)) {
                blink.steady &= on == blink.before;
            }
        }
        let mut look = |simulator: &Simulator| {
            for (blink, on) in all.iter_mut().zip(lit(simulator)) {
                blink.on_between |= on;
                blink.off_between |= !on;
                blink.after = on;
            }
        };
        self.press_and_watch(deed, &mut look);
        let mut last = self.read(numbers);
        let mut quiet = 0;
        for _ in 0..LONGEST {
            self.run(self.pace);
            let now = self.read(numbers);
            quiet = if now == last { quiet + 1 } else { 0 };
            last = now;
            look(self.simulator);
            if quiet >= QUIET || self.simulator.is_oscillating() {
                break;
            }
        }
        all
    }
}

impl Effect {
    /// Records what changed from one look to the next.
    fn note(&mut self, before: &[Option<u32>], now: &[Option<u32>]) {
        for (index, pair) in before.iter().zip(now).enumerate() {
            let (Some(before), Some(now)) = pair else {
                continue;
            };
            if before == now {
                continue;
            }
            self.changed.push(index);
            if *now == 0 && self.lifted.is_none() {
                self.lifted = Some(index);
            }
            if *now == before + 1 {
                self.grown.push(index);
            }
        }
    }
}

fn read(numbers: &[Number], simulator: &Simulator) -> Vec<Option<u32>> {
    let each = numbers.iter();
    each.map(|one| one.reading.number(simulator)).collect()
}

/// A light, or a pin of one bit.
pub(super) fn signal_of(part: PartId, simulator: &Simulator) -> Signal {
    match simulator.display(part) {
        Some(_) => Signal::Light(part),
        None => match value_of(part, simulator) {
            Some(found) => Signal::Value(found),
            None => Signal::Light(part),
        },
    }
}

/// The value a part shows.
pub(super) fn value_of(part: PartId, simulator: &Simulator) -> Option<Found> {
    let reference = Reference {
        path: simulator.design().path(part),
        at: At::Main,
    };
    reference.find(simulator).ok()
}

/// The action of pressing a button or pin.
pub(super) fn deed_of(thing: &Thing, simulator: &Simulator) -> Option<Deed> {
    let step = Step::press(thing.part, simulator).ok()?;
    Some(Deed { steps: vec![step] })
}
