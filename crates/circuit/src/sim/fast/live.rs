//! The values of the fast engine, and pending changes.

use super::correction::Problem;
use super::detail::Written;
use crate::netlist::PortId;
use crate::netlist::ids::ById;
use crate::sim::compile::plan::{Plan, SlotId, SourceId, TapId};
use crate::sim::compile::schedule::{Lane, RootSet, Schedule, follow};
use crate::sim::wheel::Wheel;
use crate::value::Word;

/// The values, and pending changes.
#[derive(Clone)]
pub(super) struct Live {
    /// By source: its value at rest; then by tap: what it shows now.
    pub(super) words: ById<SlotId, Word>,
    /// By source that is exact: the value it drives last, perhaps not yet arrived.
    pub(super) driven: ById<SourceId, Word>,
    pub(super) wheel: Wheel<TapId>,
    /// Sources that drive something else than at rest, or did.
    pub(super) changed: Vec<SourceId>,
    /// By source: when its first change of this propagation arrives; [`NEVER`] if it did not change.
    pub(super) arrival: ById<SourceId, u32>,
    /// When the first change arrives at something that waits or samples, and the last.
    pub(super) first_arrival: u32,
    pub(super) last_arrival: u32,
    /// One bit per place in the order of those that wait: it has to be evaluated.
    pub(super) dirty: Vec<u64>,
    /// By group: the word it had last.
    pub(super) group_words: Vec<Word>,
    /// Changes of taps that trigger nothing: they are not followed, but checked at the end.
    pub(super) skipped: Vec<Skipped>,
    /// By block of lanes: those in which an edge does something.
    pub(super) armed: Vec<u64>,
    /// By loop: settings of its switches at which nothing goes round, as far as they came up.
    pub(super) open_keys: Vec<Vec<u128>>,
    /// By latch that waits: its output follows its data.
    pub(super) open: Vec<bool>,
    /// Latches that were open at the start and did not know their data: a value that comes for a moment would stay.
    pub(super) vague: Vec<u32>,
    /// The changes of exact sources that lead to parts that may be followed in detail.
    pub(super) written: Vec<Written>,
    /// What has changed by itself that leads there.
    pub(super) moved: RootSet,
    /// Edges that were skipped although the disabling condition may have changed by then: the time, and the lane.
    pub(super) unsure: Vec<(u32, Lane)>,
    pub(super) problem: Option<Problem>,
}

/// A change of a tap that was not followed.
#[derive(Clone, Copy)]
pub(super) struct Skipped {
    tap: TapId,
    value: Word,
    time: u32,
}

pub(super) const NEVER: u32 = u32::MAX;

/// No group has this word.
pub(super) const UNKNOWN: Word = Word {
    v: u32::MAX,
    u: u32::MAX,
};

impl Live {
    pub(super) fn new(plan: &Plan, schedule: &Schedule) -> Live {
        let sources = plan.source_origin.len();
        Live {
            words: ById::filled(Word::ZERO, sources + plan.tap_list.len()),
            driven: ById::filled(Word::ZERO, sources),
            wheel: Wheel::new(),
            changed: Vec::new(),
            arrival: ById::filled(NEVER, sources),
            first_arrival: NEVER,
            last_arrival: 0,
            dirty: vec![0; schedule.waiting.len() / 64 + 1],
            group_words: vec![UNKNOWN; schedule.groups.len()],
            skipped: Vec::new(),
            armed: Vec::new(),
            open_keys: vec![Vec::new(); schedule.rounds.len()],
            open: vec![false; schedule.direct.latches.len()],
            vague: Vec::new(),
            written: Vec::new(),
            moved: RootSet::default(),
            unsure: Vec::new(),
            problem: None,
        }
    }

    /// Nothing has changed yet in this propagation.
    pub(super) fn begin(&mut self) {
        self.first_arrival = NEVER;
        self.last_arrival = 0;
        for source in self.changed.drain(..) {
            self.arrival[source] = NEVER;
        }
    }

    #[inline]
    pub(super) fn mark(&mut self, rank: u32) {
        self.dirty[rank as usize / 64] |= 1 << (rank % 64);
    }

    /// An exact source takes a value, unless it has it already: its readers see it later.
    #[inline]
    pub(super) fn drive(&mut self, schedule: &Schedule, source: SourceId, value: Word, delay: u32) {
        let last = &mut self.driven[source];
        if *last == value {
            return;
        }
        *last = value;
        self.check_known(schedule, source, value);
        self.note(schedule, source, delay);
        let out = &schedule.outs[source];
        if out.written {
            self.write_down(schedule, source, value, delay);
        }
        if out.pulses {
            return self.pulse(schedule, source, value, delay);
        }
        match out.many {
            0 => {}
            1 => self.wheel.push(out.tap, value, delay + out.late),
            _ => {
                for &(tap, late) in schedule.taps.get(source) {
                    self.wheel.push(tap, value, delay + late);
                }
            }
        }
    }

    /// Records the changes of an exact source.
    pub(super) fn write_down(
        &mut self,
        schedule: &Schedule,
        source: SourceId,
        value: Word,
        delay: u32,
    ) {
        self.moved.add(schedule.cone.roots(source));
        let time = self.wheel.time as u32 + delay;
        self.written.push(Written {
            source,
            time,
            value,
        });
    }

    /// A clock changes: only the parts it triggers are visited.
    fn pulse(&mut self, schedule: &Schedule, source: SourceId, value: Word, delay: u32) {
        for &(tap, late) in schedule.taps.get(source) {
            let before = self.words[self.slot_of(tap)];
            let idle = schedule.follows[tap] == follow::EDGES
                && schedule.edges.is_idle(tap, before, value, &self.armed);
            match idle {
                true => self.skipped.push(Skipped {
                    tap,
                    value,
                    time: self.wheel.time as u32 + delay + late,
                }),
                false => self.wheel.push(tap, value, delay + late),
            }
        }
    }

    /// The slot of a tap.
    #[inline]
    fn slot_of(&self, tap: TapId) -> SlotId {
        SlotId(self.driven.len() as u32 + tap.0)
    }

    /// Taps that were skipped show what they would. If something that kept an edge from doing anything may have been about to
    /// change by then, skipping was wrong.
    pub(super) fn catch_up(&mut self, plan: &Plan, schedule: &Schedule) {
        let mut skipped = std::mem::take(&mut self.skipped);
        for Skipped { tap, value, time } in skipped.drain(..) {
            let slot = self.slot_of(tap);
            let before = std::mem::replace(&mut self.words[slot], value);
            if time < self.first_arrival {
                continue;
            }
            for lane in schedule.edges.lanes_of(tap, before, value) {
                let idles = schedule.edges.idles(lane).iter();
                let mut holding = idles.filter(|bit| bit.holds(&self.words)).peekable();
                if let Some(first) = holding.peek().map(|bit| bit.port)
                    && holding.all(|bit| self.is_late(plan, schedule, bit.port, time))
                {
                    match schedule.cone.sees(first) {
                        true => self.unsure.push((time, *lane)),
                        false => drop(self.problem.get_or_insert(Problem::Port(first))),
                    }
                }
            }
        }
        self.skipped = skipped;
    }

    /// The value passed on by a pin that was assumed to do no more must be known.
    #[inline]
    pub(super) fn check_known(&mut self, schedule: &Schedule, source: SourceId, value: Word) {
        if value.u != 0 && value.u & schedule.outs[source].known != 0 {
            self.problem.get_or_insert(Problem::Unknown(source));
        }
    }

    /// Remembers that an exact source changed.
    #[inline]
    pub(super) fn note(&mut self, schedule: &Schedule, source: SourceId, delay: u32) {
        let arrival = self.wheel.time as u32 + delay;
        if self.arrival[source] == NEVER {
            self.arrival[source] = arrival;
            self.changed.push(source);
        }
        if schedule.outs[source].seen {
            self.first_arrival = self.first_arrival.min(arrival);
            self.last_arrival = self.last_arrival.max(arrival);
        }
    }

    /// A source has a new value at rest.
    #[inline]
    pub(super) fn put(&mut self, schedule: &Schedule, source: SourceId, value: Word) {
        let word = &mut self.words[SlotId(source.0)];
        let changed = value.differs(*word);
        if changed == 0 {
            return;
        }
        *word = value;
        self.check_known(schedule, source, value);
        for &(rank, mask) in schedule.readers.get(source) {
            if changed & mask != 0 {
                self.mark(rank);
            }
        }
    }

    /// Whether a change has arrived at something that waits or samples.
    #[inline]
    pub(super) fn is_late_somewhere(&self) -> bool {
        self.wheel.time >= u64::from(self.first_arrival)
    }

    /// Whether something that keeps an edge from doing anything to a unit has not changed yet.
    pub(super) fn is_idle_for_sure(&self, plan: &Plan, schedule: &Schedule, lane: &Lane) -> bool {
        let idles = schedule.edges.idles(lane).iter();
        let mut holding = idles.filter(|bit| bit.holds(&self.words));
        let now = self.wheel.time as u32;
        holding.any(|bit| !self.is_late(plan, schedule, bit.port, now))
    }

    /// Whether a change may have arrived at a sampled input by a time.
    pub(super) fn is_late(
        &self,
        plan: &Plan,
        schedule: &Schedule,
        port: PortId,
        time: u32,
    ) -> bool {
        let roots = schedule.roots(plan, port).iter();
        let mut arrivals = roots.map(|&(source, delay)| self.arrival[source].saturating_add(delay));
        arrivals.any(|arrival| arrival <= time)
    }
}
