//! The timeline: running, recording, going to a moment.

use crate::branch::{Branch, BranchId, Loop, Mark, What};
use crate::leash::{Arrival, Leash};
use crate::past::{Limits, Past};
use crate::ring::{Probe, Ring};
use crate::run;
use crate::seen::Seen;
use crate::subject::{Pace, Subject, digest};

/// Rhythms among which a short period is looked for.
const SHORT: u64 = 256;
/// Work between two looks at the clock, in nanoseconds.
const LOOK: u64 = 500_000;
/// The states kept while a stretch is run again, so that the next steps back are short.
const FINE: u64 = 32;
/// A stretch worth such states, in nanoseconds.
const WORTH: u64 = 1_000_000;

/// A subject with its past and its futures.
pub struct Timeline<S: Subject> {
    pub(crate) subject: S,
    branches: Vec<Branch<S::Input>>,
    here: BranchId,
    /// How many inputs of the branch have been taken.
    done: usize,
    past: Past,
    /// States between two checkpoints that was run through again, of the present branch.
    fine: Vec<(u64, Box<[u8]>)>,
    /// When the next of them is due.
    fine_due: Option<(u64, u64)>,
    /// When the next checkpoint is due.
    due: u64,
    /// Half-ticks run so far, over all moments, and the effort before them.
    worked: u64,
    effort: u64,
    seen: Seen,
    scratch: Vec<u8>,
    ring: Option<Ring<S>>,
    /// On the way to a moment: only what the ring does not have yet is recorded.
    replaying: bool,
}

/// What a timeline takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Usage {
    pub checkpoints: usize,
    /// Bytes of checkpoints and of states kept beside them.
    pub bytes: usize,
    /// The longest stretch of half-ticks without a checkpoint on the present branch.
    pub longest_gap: u64,
    /// Half-ticks that were found to repeat and not simulated.
    pub skipped: u64,
}

impl<S: Subject> Timeline<S> {
    pub fn new(subject: S) -> Timeline<S> {
        Timeline::with_limits(subject, Limits::default())
    }

    pub fn with_limits(subject: S, limits: Limits) -> Timeline<S> {
        let mut timeline = Timeline {
            due: subject.moment(),
            worked: 0,
            effort: subject.effort().unwrap_or(0),
            subject,
            branches: vec![Branch::first()],
            here: BranchId(0),
            done: 0,
            past: Past::new(limits),
            fine: Vec::new(),
            fine_due: None,
            seen: Seen::default(),
            scratch: Vec::new(),
            ring: None,
            replaying: false,
        };
        timeline.branch_mut().end = timeline.now();
        timeline.keep();
        timeline
    }

    pub fn subject(&self) -> &S {
        &self.subject
    }

    /// For what is no part of its state: to take what it has sent, to look at it with a pen in hand.
    pub fn subject_mut(&mut self) -> &mut S {
        &mut self.subject
    }

    pub fn into_subject(self) -> S {
        self.subject
    }

    /// The number of the present half-tick.
    pub fn now(&self) -> u64 {
        self.subject.moment()
    }

    /// The first moment there is.
    pub fn start(&self) -> u64 {
        let first = self.branches[0].checkpoints.first();
        first.map_or(0, |checkpoint| checkpoint.moment)
    }

    /// The latest moment known on the present future.
    pub fn end(&self) -> u64 {
        self.branch().end
    }

    /// The present future.
    pub fn here(&self) -> BranchId {
        self.here
    }

    /// All futures: each with the one it left and when.
    pub fn futures(&self) -> impl Iterator<Item = (BranchId, Option<(BranchId, u64)>, u64)> {
        let numbered = (0..).map(BranchId).zip(&self.branches);
        numbered.map(|(id, branch)| (id, branch.parent, branch.end))
    }

    /// Everything that was done on the present future, past and still to come.
    pub fn inputs(&self) -> &[(u64, S::Input)] {
        &self.branch().inputs
    }

    /// How many of the inputs lie behind.
    pub fn inputs_done(&self) -> usize {
        self.done
    }

    /// The moments at which something was done, and those with a name, on the present future.
    pub fn marks(&self) -> Vec<Mark<'_, S::Input>> {
        self.branch().marks()
    }

    /// Gives the present moment a name.
    pub fn name(&mut self, name: &str) {
        let now = self.now();
        self.branch_mut().name(now, name);
    }

    pub fn usage(&self) -> Usage {
        let path = self.path();
        let mut moments: Vec<u64> = Vec::new();
        for &(id, until) in path.iter().rev() {
            let checkpoints = self.branches[id.0 as usize].checkpoints.iter();
            moments.extend(checkpoints.map(|one| one.moment).filter(|&at| at <= until));
        }
        let looped = |from: u64, to: u64| {
            let mut loops = self.branch().loops.iter();
            loops.any(|cycle| cycle.from <= from && to <= cycle.until)
        };
        moments.push(self.end());
        let gaps = moments.windows(2).filter(|pair| !looped(pair[0], pair[1]));
        let skipped = |cycle: &Loop| cycle.until.saturating_sub(cycle.from + cycle.period);
        Usage {
            checkpoints: self.branches.iter().map(|one| one.checkpoints.len()).sum(),
            bytes: self.past.used
                + self
                    .fine
                    .iter()
                    .map(|(_, state)| state.len())
                    .sum::<usize>(),
            longest_gap: gaps.map(|pair| pair[1] - pair[0]).max().unwrap_or(0),
            skipped: self.branch().loops.iter().map(skipped).sum(),
        }
    }

    /// The digest of all values now.
    pub fn values(&self) -> u64 {
        let mut values = Vec::new();
        self.subject.values(&mut values);
        digest(&values)
    }

    /// A run as text: what runs, everything done on the present future, the moments with a name, and the values now.
    pub fn to_run(&self, head: Vec<run::Line>, text: impl Fn(&S::Input) -> String) -> run::Run {
        let event = |mark: Mark<'_, S::Input>| run::Event {
            moment: mark.moment,
            what: match mark.what {
                What::Input(input) => run::What::Input(text(input)),
                What::Name(name) => run::What::Name(name.to_owned()),
            },
            line: 0,
            column: 0,
        };
        let now = self.now();
        let mut left = self.done;
        let done = |mark: &Mark<'_, S::Input>| match mark.what {
            What::Input(_) => left.checked_sub(1).inspect(|less| left = *less).is_some(),
            What::Name(_) => mark.moment <= now,
        };
        let past = self.marks().into_iter().filter(done);
        run::Run {
            head,
            events: past.map(event).collect(),
            end: Some(run::End {
                moment: now,
                values: Some(self.values()),
                line: 0,
            }),
        }
    }

    /// Plans what a run says, from the present moment on: going to its end does it. `read` understands the inputs.
    pub fn plan(
        &mut self,
        run: &run::Run,
        mut read: impl FnMut(&str) -> Result<S::Input, String>,
    ) -> Result<(), Vec<run::Problem>> {
        let (mut inputs, mut problems) = (Vec::new(), Vec::new());
        let now = self.now();
        for event in &run.events {
            match &event.what {
                _ if event.moment < now => problems.push(event.problem("this moment is past")),
                run::What::Input(text) => match read(text) {
                    Ok(input) => inputs.push((event.moment, input)),
                    Err(what) => problems.push(event.problem(what)),
                },
                run::What::Name(_) => {}
            }
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        let done = self.done;
        if self.end() > now || done < self.inputs().len() {
            self.fork();
        }
        let branch = self.branch_mut();
        branch.inputs.extend(inputs);
        for event in &run.events {
            if let run::What::Name(name) = &event.what {
                branch.name(event.moment, name);
            }
        }
        Ok(())
    }

    /// Does something to the subject, now. Where something else was done before, this starts a new future; doing the
    /// same again follows the old one.
    pub fn input(&mut self, input: S::Input) {
        let now = self.now();
        let done = self.done;
        let next = self.branch().inputs.get(done);
        if next == Some(&(now, input.clone())) {
            self.take_next();
            return;
        }
        if next.is_some() || self.branch().end > now {
            self.fork();
        }
        self.branch_mut().inputs.push((now, input));
        self.take_next();
    }

    /// Begins a new future here.
    fn fork(&mut self) {
        let now = self.now();
        let fork = self.branch().fork(self.here, now, self.done);
        self.branches.push(fork);
        self.here = BranchId(self.branches.len() as u32 - 1);
        self.fine.clear();
        self.due = now;
        if let Some(ring) = &mut self.ring {
            ring.cut(now);
        }
    }

    /// Does again what was done next at this moment; false if nothing was.
    pub fn redo(&mut self) -> bool {
        let pending = self.is_pending();
        if pending {
            self.take_next();
        }
        pending
    }

    /// Whether an input of the present moment is still to be taken.
    fn is_pending(&self) -> bool {
        let next = self.branch().inputs.get(self.done);
        next.is_some_and(|(at, _)| *at == self.now())
    }

    fn take_next(&mut self) {
        let (_, input) = &self.branches[self.here.0 as usize].inputs[self.done];
        self.subject.take(input);
        self.done += 1;
        self.seen.clear();
        self.sample();
    }

    /// Leaves the present future for another one. The moment stays if both have it; otherwise time goes back to where
    /// they part.
    pub fn switch(&mut self, to: BranchId, leash: &mut Leash) -> Arrival {
        if to == self.here || to.0 as usize >= self.branches.len() {
            return Arrival::There;
        }
        let common = self.common(to);
        let now = self.now();
        // Inputs at the very moment of the fork may differ: come to before them.
        if now >= common {
            let arrival = self.goto(common, leash);
            if arrival != Arrival::There {
                return arrival;
            }
        }
        self.here = to;
        self.fine.clear();
        self.seen.clear();
        self.due = self.newest() + 1;
        if let Some(ring) = &mut self.ring {
            ring.cut(common);
        }
        Arrival::There
    }

    /// The last moment that the present future shares with another.
    fn common(&self, other: BranchId) -> u64 {
        let (ours, theirs) = (self.path(), self.path_of(other));
        let mut shared = 0;
        for (&(one, until), &(two, also)) in ours.iter().rev().zip(theirs.iter().rev()) {
            if one != two {
                break;
            }
            shared = until.min(also);
        }
        shared
    }

    /// The present branch and those before it, each with the moment until which it counts.
    fn path(&self) -> Vec<(BranchId, u64)> {
        self.path_of(self.here)
    }

    fn path_of(&self, mut id: BranchId) -> Vec<(BranchId, u64)> {
        let mut path = vec![(id, u64::MAX)];
        let mut until = u64::MAX;
        while let Some((parent, fork)) = self.branches[id.0 as usize].parent {
            until = until.min(fork);
            path.push((parent, until));
            id = parent;
        }
        path
    }

    /// The moment of the newest checkpoint on the path.
    fn newest(&self) -> u64 {
        let of = |&(id, until): &(BranchId, u64)| {
            let checkpoints = &self.branches[id.0 as usize].checkpoints;
            let after = checkpoints.partition_point(|one| one.moment <= until);
            Some(checkpoints[after.checked_sub(1)?].moment)
        };
        self.path().iter().filter_map(of).max().unwrap_or(0)
    }

    pub(crate) fn branch(&self) -> &Branch<S::Input> {
        &self.branches[self.here.0 as usize]
    }

    fn branch_mut(&mut self) -> &mut Branch<S::Input> {
        &mut self.branches[self.here.0 as usize]
    }

    /// Goes to a moment, before what was done at it. Beyond the known end it runs on.
    pub fn goto(&mut self, moment: u64, leash: &mut Leash) -> Arrival {
        self.replaying = true;
        let arrival = self.go(moment, leash);
        self.replaying = false;
        arrival
    }

    fn go(&mut self, moment: u64, leash: &mut Leash) -> Arrival {
        let moment = moment.max(self.start());
        let aim = self.fold(moment);
        let direct = self.direct(moment);
        let (place, distance) = self.nearest(aim);
        if direct.is_none_or(|direct| distance + 64 < direct) {
            self.load(place);
            if self.now() < aim {
                self.keep_fine_until(aim);
                let arrival = self.advance(aim, true, leash);
                self.keep_fine_until(0);
                if arrival != Arrival::There {
                    return arrival;
                }
            }
            self.shift(moment);
            return Arrival::There;
        }
        self.advance(moment, true, leash)
    }

    /// The simulation it takes to run from here to a moment; none if that is not possible.
    fn direct(&self, moment: u64) -> Option<u64> {
        let now = self.now();
        let before = self.branch().inputs[..self.done].last();
        let early = now < moment || now == moment && before.is_none_or(|(at, _)| *at < now);
        let way = early.then(|| moment - now)?;
        Some(match self.cycle_here(moment) {
            Some(cycle) => way % cycle.period,
            None => way,
        })
    }

    /// The moment that stands for this one where the states repeat.
    fn fold(&self, moment: u64) -> u64 {
        let cycle = self.loop_at(moment);
        cycle.and_then(|cycle| cycle.fold(moment)).unwrap_or(moment)
    }

    /// The loop that a moment repeats a round of.
    pub(crate) fn loop_at(&self, moment: u64) -> Option<Loop> {
        let loops = &self.branch().loops;
        let after = loops.partition_point(|cycle| cycle.from < moment);
        let cycle = loops[after.checked_sub(1)?];
        cycle.fold(moment).map(|_| cycle)
    }

    /// The loop that the subject is in now.
    pub(crate) fn loop_here(&self) -> Option<Loop> {
        self.cycle_here(self.now())
    }

    /// Half-ticks after which everything comes again, if the subject is known to repeat itself now.
    pub fn repeats(&self) -> Option<u64> {
        self.loop_here().map(|cycle| cycle.period)
    }

    /// The moment of the kept state before a moment that is closest to it.
    pub(crate) fn kept_before(&self, moment: u64) -> u64 {
        moment - self.nearest(moment).1
    }

    /// The loop that the subject is in and stays in until a moment.
    fn cycle_here(&self, moment: u64) -> Option<Loop> {
        let now = self.now();
        let next = self.branch().inputs.get(self.done);
        let done = self.branch().inputs[..self.done].last();
        let loops = &self.branch().loops;
        let after = loops.partition_point(|cycle| cycle.from <= now);
        let cycle = loops[after.checked_sub(1)?];
        let inside = now <= cycle.until.saturating_add(cycle.period)
            && done.is_none_or(|(at, _)| *at < cycle.from)
            && next.is_none_or(|(at, _)| *at >= moment);
        inside.then_some(cycle)
    }

    /// The kept state before a moment that is closest to it, and how far that is.
    fn nearest(&self, moment: u64) -> (Place, u64) {
        let mut best = (Place::Start, u64::MAX);
        for (id, until) in self.path() {
            let checkpoints = &self.branches[id.0 as usize].checkpoints;
            let after = checkpoints.partition_point(|one| one.moment <= moment.min(until));
            if let Some(at) = after.checked_sub(1) {
                best = (Place::Checkpoint(id, at), moment - checkpoints[at].moment);
                break;
            }
        }
        let after = self.fine.partition_point(|(at, _)| *at <= moment);
        match after.checked_sub(1) {
            Some(at) if moment - self.fine[at].0 < best.1 => {
                (Place::Fine(at), moment - self.fine[at].0)
            }
            _ => best,
        }
    }

    fn load(&mut self, place: Place) {
        let (id, at) = match place {
            Place::Fine(at) => {
                let (moment, state) = &self.fine[at];
                self.subject.load(*moment, state);
                return self.loaded();
            }
            Place::Checkpoint(id, at) => (id, at),
            Place::Start => (BranchId(0), 0),
        };
        let checkpoint = &self.branches[id.0 as usize].checkpoints[at];
        self.past.state(checkpoint, &mut self.scratch);
        self.subject.load(checkpoint.moment, &self.scratch);
        self.loaded();
    }

    fn loaded(&mut self) {
        let now = self.now();
        self.done = self.branch().inputs.partition_point(|(at, _)| *at < now);
        self.seen.clear();
    }

    /// The same state at another moment.
    fn shift(&mut self, moment: u64) {
        if moment != self.now() {
            self.scratch.clear();
            self.subject.save(&mut self.scratch);
            self.subject.load(moment, &self.scratch);
            let done = self.branch().inputs.partition_point(|(at, _)| *at < moment);
            self.done = done;
        }
    }

    /// Runs so many half-ticks.
    pub fn run(&mut self, half_ticks: u64, leash: &mut Leash) -> Arrival {
        let end = self.now().saturating_add(half_ticks);
        self.advance(end, false, leash)
    }

    /// Runs to a moment ahead, taking the recorded inputs on the way. Known time is run through even if stuck.
    pub(crate) fn advance(&mut self, end: u64, known: bool, leash: &mut Leash) -> Arrival {
        while self.now() < end {
            if leash.left() == 0 {
                return Arrival::Leash;
            }
            if self.subject.is_stuck() && !(known && self.now() < self.end()) {
                return Arrival::Stuck;
            }
            self.before_step();
            self.skip(end);
            let stop = self
                .next_stop(end)
                .min(self.now().saturating_add(leash.left()));
            if stop > self.now() {
                self.stretch(stop, leash);
            }
            if self.now() < end && leash.is_over() {
                return Arrival::Leash;
            }
        }
        Arrival::There
    }

    /// Takes the inputs of this moment: time goes on.
    pub(crate) fn before_step(&mut self) {
        self.take_up_to(usize::MAX);
    }

    /// Takes the inputs of this moment, but none after the first so many of the future.
    pub(crate) fn take_up_to(&mut self, count: usize) {
        while self.done < count && self.is_pending() {
            self.take_next();
        }
    }

    /// Where running has to be interrupted: for an input, a checkpoint, or to look at the clock.
    fn next_stop(&self, end: u64) -> u64 {
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

    fn stretch(&mut self, stop: u64, leash: &mut Leash) {
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
        leash.spend(self.now() - from);
        self.after_step();
    }

    /// One step of a pace, for those who look at every one. The inputs of this moment have been taken.
    pub(crate) fn step(&mut self, pace: Pace, most: u64, leash: &mut Leash) {
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
        leash.spend(self.now() - from);
        self.after_step();
    }

    fn after_step(&mut self) {
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

    /// At the end of known time: whether the newest loop goes on, which is then noted.
    fn repeat_on(&mut self) -> bool {
        let now = self.now();
        let branch = &mut self.branches[self.here.0 as usize];
        let done = branch.inputs[..self.done].last();
        let Some(cycle) = branch.loops.last_mut() else {
            return false;
        };
        let goes_on = now <= cycle.until + cycle.period;
        let repeats = goes_on && done.is_none_or(|(at, _)| *at < cycle.from);
        if repeats {
            cycle.until = cycle.until.max(now);
        }
        repeats
    }

    /// From now on states between checkpoints are kept too, on the way to a moment worth it; 0 ends it.
    pub(crate) fn keep_fine_until(&mut self, moment: u64) {
        let distance = moment.saturating_sub(self.now());
        let worth = self.cost().saturating_mul(distance) >= WORTH;
        self.fine_due = worth.then(|| (self.now(), (distance / FINE).max(1)));
    }

    /// About how many nanoseconds a half-tick takes.
    fn cost(&self) -> u64 {
        match self.subject.effort() {
            Some(effort) if self.worked > 0 => {
                (effort.saturating_sub(self.effort) / self.worked).max(1)
            }
            Some(_) => 10_000,
            None => 100,
        }
    }

    fn keep_fine(&mut self) {
        let now = self.now();
        self.scratch.clear();
        self.subject.save(&mut self.scratch);
        if self.fine.len() as u64 >= 4 * FINE {
            self.fine.clear();
        }
        let at = self.fine.partition_point(|(moment, _)| *moment < now);
        if self.fine.get(at).is_none_or(|(moment, _)| *moment != now) {
            self.fine.insert(at, (now, self.scratch.clone().into()));
        }
    }

    /// Puts the present state aside, unless it is one that was there before: then time repeats itself from here on.
    fn keep(&mut self) {
        let now = self.now();
        let spacing = self.past.limits().spacing / self.cost().max(1);
        self.due = now + spacing.clamp(1, 1 << 22);
        self.scratch.clear();
        self.subject.save(&mut self.scratch);
        let sum = digest(&self.scratch);
        if let Some(before) = self.seen_before(sum) {
            let period = self.shortest_period().unwrap_or(now - before);
            self.branch_mut().loops.push(Loop {
                from: before,
                period,
                until: now,
            });
            return;
        }
        self.seen.note(now, &self.scratch, sum);
        let checkpoint = self.past.checkpoint(now, &self.scratch);
        self.branch_mut().checkpoints.push(checkpoint);
        if self.past.is_over_budget() {
            self.thin();
        }
    }

    /// Of a subject that repeats itself, with its state in `scratch`: after how many half-ticks, if they are few.
    fn shortest_period(&mut self) -> Option<u64> {
        let (now, rhythm) = (self.now(), self.subject.rhythm());
        let mut state = Vec::new();
        let found = (1..=SHORT).find(|_| {
            self.subject.run(rhythm);
            state.clear();
            self.subject.save(&mut state);
            state == self.scratch
        });
        self.subject.load(now, &self.scratch);
        found.map(|rounds| rounds * rhythm)
    }

    /// When the state in `scratch`, of now, was there before, so that the same follows.
    fn seen_before(&self, sum: u64) -> Option<u64> {
        let whole = |before: &u64| (self.now() - before).is_multiple_of(self.subject.rhythm());
        let like = self.seen.like(sum).filter(|&before| self.is_like(before));
        let same = || self.seen.same(&self.scratch).filter(whole);
        like.filter(whole).or_else(same)
    }

    /// Whether the state in `scratch` is that of an earlier checkpoint.
    fn is_like(&self, before: u64) -> bool {
        let mut path = self.path().into_iter();
        let checkpoint = path.find_map(|(id, until)| {
            let checkpoints = &self.branches[id.0 as usize].checkpoints;
            let at = checkpoints.binary_search_by_key(&before, |one| one.moment);
            at.ok()
                .filter(|_| before <= until)
                .map(|at| &checkpoints[at])
        });
        let mut state = Vec::new();
        checkpoint.is_some_and(|checkpoint| {
            self.past.state(checkpoint, &mut state);
            state == self.scratch
        })
    }

    fn thin(&mut self) {
        let here = self.here.0 as usize;
        let (mut others, mut ours) = (Vec::new(), None);
        for (number, branch) in self.branches.iter_mut().enumerate() {
            match number == here {
                true => ours = Some(&mut branch.checkpoints),
                false => others.push(&mut branch.checkpoints),
            }
        }
        others.extend(ours);
        self.past.thin(&mut others);
    }

    /// Jumps over whole repetitions of a loop, up to a moment, unless somebody records every half-tick.
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

    /// From now on these signals are recorded at every half-tick, the latest `changes` changes of them.
    pub fn record(&mut self, probes: Vec<Probe<S>>, changes: usize) {
        let mut ring = Ring::new(probes, changes);
        ring.sample(self.now(), &self.subject);
        self.ring = Some(ring);
    }

    pub fn stop_recording(&mut self) -> Option<Ring<S>> {
        self.ring.take()
    }

    pub fn recording(&self) -> Option<&Ring<S>> {
        self.ring.as_ref()
    }

    fn sample(&mut self) {
        if let Some(ring) = &mut self.ring {
            let moment = self.subject.moment();
            if !self.replaying || moment >= ring.span().0 {
                ring.sample(moment, &self.subject);
            }
        }
    }
}

/// Where a state is kept.
#[derive(Clone, Copy, Debug)]
enum Place {
    Start,
    Fine(usize),
    Checkpoint(BranchId, usize),
}
