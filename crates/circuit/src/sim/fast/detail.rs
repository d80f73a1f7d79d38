//! Waiting parts, followed event by event after all, for one propagation and only as far as needed.
//!
//! While the exact parts run, those of their changes that lead to a [`Cone`](crate::sim::compile::schedule::Cone) are
//! recorded. An input that is read while a change is on its way to it is computed from them: waiting parts begin with their values
//! at rest and process the same changes at the same times as in the exact engine. Mostly nothing needs it, and nothing is done.

use super::Fast;
use super::correction::Problem;
use super::live::Live;
use crate::component::{Behaviour, Io, State};
use crate::netlist::ids::ById;
use crate::netlist::{PartId, PortId};
use crate::sim::compile::plan::{JointId, Piece, Plan, Read, SlotId, SourceId, TapId};
use crate::sim::compile::schedule::{IdleBit, Schedule};
use crate::sim::exact::LIMIT;
use crate::sim::states::Shared;
use crate::sim::wheel::{Event, Wheel};
use crate::value::Word;

/// An exact source takes a value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Written {
    pub(super) source: SourceId,
    pub(super) time: u32,
    pub(super) value: Word,
}

/// All events of a propagation.
pub(super) const END: u32 = u32::MAX;

/// Maximum number of evaluations per propagation for following waiting parts on behalf of one reader, before that becomes exact for good.
const MOST_EACH: u64 = 6;

/// The same, until that is said to be too many.
const MOST_BEFORE: u64 = 6_000;

#[derive(Clone, Default)]
pub(super) struct Detail {
    /// Made when it is first needed.
    inner: Option<Box<Inner>>,
    /// It has begun in this propagation.
    begun: bool,
    /// Propagations so far, and which reader caused how much work.
    propagations: u64,
    costs: Vec<(Problem, u64)>,
}

#[derive(Clone)]
struct Inner {
    wheel: Wheel<TapId>,
    words: ById<TapId, Word>,
    driven: ById<SourceId, Word>,
    /// What taps showed before the last step.
    before: Vec<(TapId, Word)>,
    /// Parts to evaluate at this step, by number.
    dirty: Vec<u32>,
    is_dirty: Vec<bool>,
    joints: Vec<JointId>,
    /// By number: the state of latches and pins.
    kept: Vec<State>,
    spent: u64,
    /// How much of the record has been processed.
    taken: usize,
    events: Vec<Event<TapId>>,
    problem: Option<Problem>,
}

/// The constant data while events are followed.
#[derive(Clone, Copy)]
pub(super) struct Ground<'a> {
    pub(super) plan: &'a Plan,
    pub(super) schedule: &'a Schedule,
}

impl Detail {
    /// A propagation begins.
    #[inline]
    pub(super) fn rest(&mut self) {
        self.begun = false;
        self.propagations += 1;
    }

    /// Whether it stands at a time.
    pub(super) fn is_at(&self, time: u32) -> bool {
        let now = self.inner.as_ref().map_or(0, |inner| inner.wheel.time);
        self.begun && now == u64::from(time)
    }

    /// Whether it has come past a time.
    pub(super) fn is_past(&self, time: u32) -> bool {
        let now = self.inner.as_ref().map_or(0, |inner| inner.wheel.time);
        self.begun && now > u64::from(time)
    }

    /// The state of a latch that is followed.
    pub(super) fn kept(&self, schedule: &Schedule, part: PartId) -> Option<u32> {
        let number = schedule.cone.number(part)?;
        match self.inner.as_ref()?.kept.get(number as usize)? {
            State::Clocked { value, .. } if self.begun => Some(*value),
            _ => None,
        }
    }

    /// The present value at a port.
    pub(super) fn read(&self, plan: &Plan, port: PortId) -> Word {
        let words = self.inner.as_ref().map(|inner| &inner.words);
        words.map_or(Word::ZERO, |words| read(plan, &plan.reads[port], words))
    }

    /// The value at a port a moment before a time that has been reached.
    pub(super) fn read_before(&self, plan: &Plan, port: PortId, time: u32) -> Word {
        let Some(inner) = &self.inner else {
            return Word::ZERO;
        };
        let changed = inner.wheel.time == u64::from(time);
        let value = |tap: TapId| {
            let earlier = inner.before.iter().find(|(one, _)| *one == tap);
            match earlier {
                Some((_, word)) if changed => *word,
                _ => inner.words[tap],
            }
        };
        let pieces = plan.port_pieces(port);
        if pieces.is_empty() {
            return inner.words[TapId::FLOATING].and_mask(plan.reads[port].mask);
        }
        pieces.iter().fold(Word::ZERO, |word, piece| {
            let bits = value(piece.from).shr(u32::from(piece.shift));
            word.union(bits.and_mask(piece.mask).shl(u32::from(piece.to)))
        })
    }

    /// Follows everything up to a time, on behalf of a reader.
    fn advance(
        &mut self,
        ground: Ground<'_>,
        live: &Live,
        shared: &mut Shared,
        to: u32,
        who: Problem,
    ) -> Option<Problem> {
        let inner = self
            .inner
            .get_or_insert_with(|| Box::new(Inner::new(ground)));
        let mut begins = 0;
        if !std::mem::replace(&mut self.begun, true) {
            inner.begin(ground, live, shared);
            // Setting this many values takes as long as evaluating this many parts.
            begins = ground.schedule.cone.all_taps.len() as u64 / 32;
        }
        let spent = inner.spent;
        inner.spent += begins;
        inner.advance(ground, live, shared, to);
        let spent = inner.spent - spent;
        let problem = inner.problem;
        let cost = match self.costs.iter().position(|(one, _)| *one == who) {
            Some(at) => &mut self.costs[at].1,
            None => {
                self.costs.push((who, 0));
                let last = self.costs.len() - 1;
                &mut self.costs[last].1
            }
        };
        *cost += spent;
        let too_much = *cost > MOST_BEFORE + MOST_EACH * self.propagations;
        problem.or_else(|| too_much.then_some(who))
    }

    /// A latch or pin has been changed from outside.
    fn take_state(&mut self, ground: Ground<'_>, shared: &Shared, part: PartId) {
        let number = ground.schedule.cone.number(part);
        if let (Some(inner), Some(number)) = (&mut self.inner, number)
            && ground.schedule.cone.keeps[number as usize]
        {
            inner.kept[number as usize] = shared.states[part].clone();
        }
    }

    /// A part that remembers something has changed by itself.
    pub(super) fn touch(&mut self, ground: Ground<'_>, part: PartId) {
        let (Some(inner), Some(number)) = (&mut self.inner, ground.schedule.cone.number(part))
        else {
            return;
        };
        inner.mark(number);
    }
}

impl Inner {
    fn new(ground: Ground<'_>) -> Inner {
        let cone = &ground.schedule.cone;
        Inner {
            wheel: Wheel::new(),
            words: ById::filled(Word::ZERO, ground.plan.tap_list.len()),
            driven: ById::filled(Word::ZERO, ground.plan.source_origin.len()),
            before: Vec::new(),
            dirty: Vec::new(),
            is_dirty: vec![false; cone.parts.len()],
            joints: Vec::new(),
            kept: vec![State::None; cone.parts.len()],
            spent: 0,
            taken: 0,
            events: Vec::new(),
            problem: None,
        }
    }

    /// Everything has its value at rest.
    fn begin(&mut self, ground: Ground<'_>, live: &Live, shared: &Shared) {
        let cone = &ground.schedule.cone;
        self.wheel.clear();
        self.wheel.time = 0;
        self.words[TapId::FLOATING] = Word::floating(u32::MAX);
        for &(tap, source) in &cone.all_taps {
            self.words[tap] = live.words[SlotId(source.0)];
        }
        for source in cone.sources() {
            self.driven[source] = live.words[SlotId(source.0)];
        }
        for number in self.dirty.drain(..) {
            self.is_dirty[number as usize] = false;
        }
        self.before.clear();
        (self.taken, self.problem) = (0, None);
        for (number, &part) in cone
            .parts
            .iter()
            .enumerate()
            .filter(|(at, _)| cone.keeps[*at])
        {
            let folded = &ground.plan.parts[part];
            let source = ground.plan.port_source[folded.port(0)];
            let value = live.words[SlotId(source.0)];
            self.kept[number] = match &shared.states[part] {
                State::Clocked { .. } => State::Clocked {
                    value: value.v,
                    clock: read(ground.plan, &ground.plan.reads[folded.port(2)], &self.words),
                },
                _ => State::Pin(value),
            };
        }
    }

    fn advance(&mut self, ground: Ground<'_>, live: &Live, shared: &mut Shared, to: u32) {
        for written in &live.written[self.taken..] {
            for &(tap, late) in ground.schedule.cone.taps.get(written.source) {
                let delay = written.time + late - self.wheel.time as u32;
                self.wheel.push(tap, written.value, delay);
            }
        }
        self.taken = live.written.len();
        while self.problem.is_none() {
            if self.wheel.time < u64::from(to) {
                self.evaluate(ground, shared);
            }
            let next = self.wheel.next_time();
            if next.is_none_or(|next| next > u64::from(to)) {
                break;
            }
            if next.is_some_and(|next| next > u64::from(LIMIT)) {
                let number = ground.schedule.cone.parts[0];
                self.problem = Some(Problem::Part(number));
            }
            self.step(ground);
        }
        if to != END && self.wheel.time < u64::from(to) {
            self.wheel.time = u64::from(to);
            self.before.clear();
        }
    }

    /// Takes the events of the next time.
    fn step(&mut self, ground: Ground<'_>) {
        let mut events = std::mem::take(&mut self.events);
        self.before.clear();
        self.wheel.take(&mut events);
        for event in events.drain(..) {
            self.apply(ground, event.driver, event.value);
        }
        self.events = events;
        while let Some(joint) = self.joints.pop() {
            let info = &ground.plan.joints[joint];
            let drivers = info.drivers.iter();
            let value = drivers.fold(Word::floating(info.mask), |value, pieces| {
                let pieces = pieces.iter();
                let driver = pieces.fold(Word::ZERO, |word, piece| {
                    word.union(piece.take(&self.words))
                });
                value.combine(driver)
            });
            self.drive(ground, info.source, value.pulled(info.pull), 0);
        }
    }

    fn apply(&mut self, ground: Ground<'_>, tap: TapId, value: Word) {
        let shown = &mut self.words[tap];
        let changed = value.differs(*shown);
        if changed == 0 {
            return;
        }
        self.before.push((tap, *shown));
        *shown = value;
        for &(number, mask) in ground.schedule.cone.fanout.get(tap) {
            if changed & mask != 0 {
                self.mark(number);
            }
        }
        for &joint in ground.schedule.cone.joints_of.get(tap) {
            if !self.joints.contains(&joint) {
                self.joints.push(joint);
            }
        }
    }

    fn mark(&mut self, number: u32) {
        if !std::mem::replace(&mut self.is_dirty[number as usize], true) {
            self.dirty.push(number);
        }
    }

    fn drive(&mut self, ground: Ground<'_>, source: SourceId, value: Word, delay: u32) {
        if std::mem::replace(&mut self.driven[source], value) == value {
            return;
        }
        if value.u & ground.schedule.outs[source].known != 0 {
            self.problem.get_or_insert(Problem::Unknown(source));
        }
        for &(tap, late) in ground.schedule.cone.taps.get(source) {
            match delay + late {
                0 => self.apply(ground, tap, value),
                delay => self.wheel.push(tap, value, delay),
            }
        }
    }

    /// Evaluates the parts affected by the last step.
    fn evaluate(&mut self, ground: Ground<'_>, shared: &mut Shared) {
        let mut dirty = std::mem::take(&mut self.dirty);
        for &number in &dirty {
            self.is_dirty[number as usize] = false;
            self.part(ground, shared, number);
        }
        dirty.clear();
        self.dirty = dirty;
    }

    fn part(&mut self, ground: Ground<'_>, shared: &mut Shared, number: u32) {
        self.spent += 1;
        let cone = &ground.schedule.cone;
        let part = cone.parts[number as usize];
        let folded = &ground.plan.parts[part];
        let mut kept = std::mem::replace(&mut self.kept[number as usize], State::None);
        let mut counter;
        let state = match (cone.keeps[number as usize], &mut shared.states[part]) {
            (true, _) => &mut kept,
            (false, State::Clocked { value, clock }) => {
                counter = State::Clocked {
                    value: *value,
                    clock: *clock,
                };
                &mut counter
            }
            (false, state) => state,
        };
        if let (Behaviour::Pin(pin), State::Pin(sending)) = (&folded.behaviour, &mut *state) {
            let pieces = folded.outside.iter();
            let outside = pieces.fold(Word::ZERO, |word, piece: &Piece<TapId>| {
                word.union(piece.take(&self.words))
            });
            if *sending != outside {
                *sending = pin.pulled(outside);
            }
        }
        let own = folded.behaviour.edge().is_some();
        let mut io = DetailIo {
            clock: own.then(|| state.clock()).flatten(),
            memory: matches!(state, State::Memory { .. }),
            behaviour: &folded.behaviour,
            ground,
            inner: self,
            first_port: folded.first_port.0,
            ticks: shared.ticks,
        };
        folded.behaviour.evaluate(state, &mut io);
        self.kept[number as usize] = kept;
    }
}

/// The ports of a part that is followed in detail. A part with a clock changes by itself: here it only drives its output.
struct DetailIo<'a> {
    ground: Ground<'a>,
    inner: &'a mut Inner,
    behaviour: &'a Behaviour,
    clock: Option<Word>,
    memory: bool,
    first_port: u32,
    ticks: u64,
}

impl Io for DetailIo<'_> {
    fn get(&self, port: usize) -> Word {
        match (self.clock, self.behaviour.edge()) {
            (Some(clock), Some(edge)) if edge.port == port => return clock,
            _ if self.memory && !self.behaviour.follows(port) => return Word::ZERO,
            _ => {}
        }
        let plan = self.ground.plan;
        let read_of = &plan.reads[PortId(self.first_port + port as u32)];
        read(plan, read_of, &self.inner.words)
    }

    fn set(&mut self, port: usize, value: Word, delay: u32) {
        let port = &self.ground.schedule.reads[PortId(self.first_port + port as u32)];
        if port.source != SourceId::NONE && port.waits {
            self.inner.drive(self.ground, port.source, value, delay);
        }
    }

    fn ticks(&self) -> u64 {
        self.ticks
    }
}

/// The value a port reads from the taps.
fn read(plan: &Plan, read: &Read, words: &ById<TapId, Word>) -> Word {
    if read.many == 0 {
        let word = words[TapId(read.from)].shr(u32::from(read.shift));
        return word.and_mask(read.mask);
    }
    let first = read.from as usize;
    let pieces = &plan.pieces[first..first + usize::from(read.many)];
    pieces
        .iter()
        .fold(Word::ZERO, |word, piece| word.union(piece.take(words)))
}

impl Fast {
    /// Follows waiting parts up to a time, on behalf of a reader.
    pub(super) fn look_closer(
        &mut self,
        ground: Ground<'_>,
        shared: &mut Shared,
        to: u32,
        who: Problem,
    ) {
        if let Some(problem) = self.detail.advance(ground, &self.live, shared, to, who) {
            self.live.problem.get_or_insert(problem);
        }
    }

    /// A part is about to be evaluated while something may be on its way to it: its inputs are computed.
    pub(super) fn look_for(&mut self, ground: Ground<'_>, shared: &mut Shared, part: PartId) {
        let now = self.live.wheel.time as u32;
        let ports = ground.schedule.cone.looks_of(part).iter();
        let late = |port: &&PortId| self.live.is_late(ground.plan, ground.schedule, **port, now);
        let late: Vec<PortId> = ports.filter(late).copied().collect();
        let (stirring, live) = (&mut self.stirring, &self.live);
        let moves = |port: &PortId| !stirring.rests(ground, live, *port);
        if let Some(port) = late.into_iter().find(moves) {
            self.look_closer(ground, shared, now, Problem::Port(port));
        }
    }

    /// A memory is about to change: its former output is followed first.
    pub(super) fn look_before(&mut self, ground: Ground<'_>, shared: &mut Shared, part: PartId) {
        if ground.schedule.cone.number(part).is_some() {
            let now = self.live.wheel.time as u32;
            self.look_closer(ground, shared, now, Problem::Part(part));
        }
    }

    /// A waiting part was changed from outside.
    pub(super) fn look_at_touched(
        &mut self,
        ground: Ground<'_>,
        shared: &mut Shared,
        part: PartId,
    ) {
        if ground.schedule.cone.number(part).is_some() {
            self.look_closer(ground, shared, 0, Problem::Part(part));
            self.detail.take_state(ground, shared, part);
            self.detail.touch(ground, part);
        }
    }

    /// Edges that were skipped because of a disabling condition that may have changed by then.
    pub(super) fn check_unsure(&mut self, ground: Ground<'_>, shared: &mut Shared) {
        let mut unsure = std::mem::take(&mut self.live.unsure);
        unsure.sort_by_key(|(time, _)| *time);
        for (time, lane) in unsure.drain(..) {
            let idles = ground.schedule.edges.idles(&lane);
            let Some(first) = idles.first() else { continue };
            let problem = Problem::Port(first.port);
            if self.detail.is_past(time)
                || idles.iter().any(|bit| !ground.schedule.cone.sees(bit.port))
            {
                self.live.problem.get_or_insert(problem);
                continue;
            }
            self.look_closer(ground, shared, time, problem);
            let holds =
                |bit: &IdleBit| bit.holds_at(self.detail.read(ground.plan, bit.port).bit(0));
            if !idles.iter().any(holds) {
                self.live.problem.get_or_insert(problem);
            }
        }
        self.live.unsure = unsure;
    }

    /// Latches that are open without knowing their data: in the end they hold the last known value.
    pub(super) fn follow_latches(&mut self, ground: Ground<'_>, shared: &mut Shared) {
        for &(part, number) in &ground.schedule.cone.latches {
            let latch = &ground.schedule.direct.latches[number as usize];
            if !self.live.open[number as usize]
                || self.stirring.rests(ground, &self.live, latch.input)
            {
                continue;
            }
            self.look_closer(ground, shared, END, Problem::Part(part));
            let kept = self.detail.kept(ground.schedule, part);
            if let (Some(kept), State::Clocked { value, .. }) = (kept, &mut shared.states[part]) {
                *value = kept;
                self.mark_part(ground.plan, ground.schedule, part);
            }
        }
    }

    /// Displays with an afterglow: if a dot of them may have been lit, its inputs are followed.
    pub(super) fn watch(&mut self, ground: Ground<'_>, shared: &mut Shared) {
        if ground.schedule.cone.watched.is_empty() {
            return;
        }
        let flashing = self.stirring.find(ground, &self.live);
        if let Some(part) = flashing {
            self.look_closer(ground, shared, END, Problem::Part(part));
        }
    }
}
