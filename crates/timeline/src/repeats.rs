//! Repeating states: their future is known.

use crate::branch::Loop;
use crate::subject::Subject;
use crate::timeline::Timeline;

impl<S: Subject> Timeline<S> {
    /// The period in half-ticks, if the subject is known to repeat itself now.
    pub fn repeats(&self) -> Option<u64> {
        self.loop_here().map(|cycle| cycle.period)
    }

    /// The equivalent moment in the first period, where the states repeat.
    pub(crate) fn fold(&self, moment: u64) -> u64 {
        let cycle = self.loop_at(moment);
        cycle.and_then(|cycle| cycle.fold(moment)).unwrap_or(moment)
    }

    /// The loop that a moment belongs to.
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

    /// The loop that the subject is in and stays in until a moment.
    pub(crate) fn cycle_here(&self, moment: u64) -> Option<Loop> {
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

    /// At the end of known time: whether the newest loop continues; if so, this is recorded.
    pub(crate) fn repeat_on(&mut self) -> bool {
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

    /// The period of a subject with its state in `scratch`, if it is at most this many
    /// rhythms.
    pub(crate) fn shortest_period(&mut self, rhythms: u64) -> Option<u64> {
        if rhythms == 0 {
            return None;
        }
        let (now, rhythm) = (self.now(), self.subject.rhythm());
        let mut state = Vec::new();
        let found = (1..=rhythms).find(|_| {
            self.subject.run(rhythm);
            state.clear();
            self.subject.save(&mut state);
            state == self.scratch
        });
        self.subject.load(now, &self.scratch);
        found.map(|rounds| rounds * rhythm)
    }

    /// The smallest period of a subject with its state in `scratch`, given a multiple of it. It divides the multiple,
    /// so one run per prime factor decides.
    pub(crate) fn least_period(&mut self, multiple: u64) -> u64 {
        let rhythm = self.subject.rhythm();
        let mut rounds = multiple / rhythm;
        for prime in primes(rounds) {
            while rounds.is_multiple_of(prime) && self.comes_again(rounds / prime * rhythm) {
                rounds /= prime;
            }
        }
        rounds * rhythm
    }

    /// Whether a subject with its state in `scratch` has it again after this many half-ticks.
    fn comes_again(&mut self, half_ticks: u64) -> bool {
        let now = self.now();
        let mut state = Vec::new();
        self.subject.run(half_ticks);
        self.subject.save(&mut state);
        self.subject.load(now, &self.scratch);
        state == self.scratch
    }

    /// An earlier moment with the present state, which is in `scratch`.
    pub(crate) fn seen_before(&self, sum: u64) -> Option<u64> {
        let whole = |before: &u64| (self.now() - before).is_multiple_of(self.subject.rhythm());
        let like = self.seen.like(sum).filter(|&before| self.is_like(before));
        let same = || self.seen.same(&self.scratch).filter(whole);
        like.filter(whole).or_else(same)
    }

    /// Whether the state in `scratch` equals that of an earlier checkpoint.
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
}

/// The prime factors of a number, each once.
fn primes(mut number: u64) -> Vec<u64> {
    let mut found = Vec::new();
    let mut factor = 2;
    while factor <= number / factor {
        if number.is_multiple_of(factor) {
            found.push(factor);
            while number.is_multiple_of(factor) {
                number /= factor;
            }
        }
        factor += 1;
    }
    found.extend((number > 1).then_some(number));
    found
}
