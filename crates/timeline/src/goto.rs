//! Going to a moment: from the present, or from the nearest saved state before it.

use crate::branch::BranchId;
use crate::budget::{Arrival, Budget};
use crate::subject::Subject;
use crate::timeline::{Standing, Timeline};

/// Where a state is stored.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Whence {
    Start,
    Fine(usize),
    Checkpoint(BranchId, usize),
}

impl<S: Subject> Timeline<S> {
    /// Goes to a moment, before its inputs. Beyond the known end, the simulation continues.
    pub fn goto(&mut self, moment: u64, budget: &mut Budget) -> Arrival {
        self.replaying = true;
        let arrival = self.go(moment, budget);
        self.replaying = false;
        arrival
    }

    /// Goes to a position: to its half-tick, and through the inputs there that had been taken.
    pub fn return_to(&mut self, standing: Standing, budget: &mut Budget) -> Arrival {
        let arrival = self.goto(standing.moment, budget);
        while arrival == Arrival::There && self.done < standing.done && self.redo() {}
        arrival
    }

    /// Goes to before the last input; without one, to the start, and returns `Arrival::Start`.
    pub fn undo(&mut self, budget: &mut Budget) -> Arrival {
        let nothing = self.done == 0;
        match self.return_to(self.before_last(), budget) {
            Arrival::There if nothing => Arrival::Start,
            arrival => arrival,
        }
    }

    pub(crate) fn go(&mut self, moment: u64, budget: &mut Budget) -> Arrival {
        let moment = moment.max(self.start());
        let aim = self.fold(moment);
        let direct = self.direct(moment);
        let (place, distance) = self.nearest(aim);
        if direct.is_none_or(|direct| distance + 64 < direct) {
            self.load(place);
            if self.now() < aim {
                self.keep_fine_until(aim);
                let arrival = self.advance(aim, true, budget);
                self.keep_fine_until(0);
                if arrival != Arrival::There {
                    return arrival;
                }
            }
            self.shift(moment);
            return Arrival::There;
        }
        self.advance(moment, true, budget)
    }

    /// The simulation needed to get from here to a moment; `None` if that is not possible.
    pub(crate) fn direct(&self, moment: u64) -> Option<u64> {
        let now = self.now();
        let before = self.branch().inputs[..self.done].last();
        let early = now < moment || now == moment && before.is_none_or(|(at, _)| *at < now);
        let way = early.then(|| moment - now)?;
        Some(match self.cycle_here(moment) {
            Some(cycle) => way % cycle.period,
            None => way,
        })
    }

    /// The moment of the last saved state before a moment.
    pub(crate) fn kept_before(&self, moment: u64) -> u64 {
        moment - self.nearest(moment).1
    }

    /// The last saved state before a moment, and the distance from it.
    pub(crate) fn nearest(&self, moment: u64) -> (Whence, u64) {
        let mut best = (Whence::Start, u64::MAX);
        for (id, until) in self.path() {
            let checkpoints = &self.branches[id.0 as usize].checkpoints;
            let after = checkpoints.partition_point(|one| one.moment <= moment.min(until));
            if let Some(at) = after.checked_sub(1) {
                best = (Whence::Checkpoint(id, at), moment - checkpoints[at].moment);
                break;
            }
        }
        let after = self.fine.partition_point(|(at, _)| *at <= moment);
        match after.checked_sub(1) {
            Some(at) if moment - self.fine[at].0 < best.1 => {
                (Whence::Fine(at), moment - self.fine[at].0)
            }
            _ => best,
        }
    }

    pub(crate) fn load(&mut self, place: Whence) {
        let (id, at) = match place {
            Whence::Fine(at) => {
                let (moment, state) = &self.fine[at];
                self.subject.load(*moment, state);
                return self.loaded();
            }
            Whence::Checkpoint(id, at) => (id, at),
            Whence::Start => (BranchId(0), 0),
        };
        let checkpoint = &self.branches[id.0 as usize].checkpoints[at];
        self.past.state(checkpoint, &mut self.scratch);
        self.subject.load(checkpoint.moment, &self.scratch);
        self.loaded();
    }

    pub(crate) fn loaded(&mut self) {
        let now = self.now();
        self.done = self.branch().inputs.partition_point(|(at, _)| *at < now);
        self.seen.clear();
    }

    /// The equivalent state at another moment.
    pub(crate) fn shift(&mut self, moment: u64) {
        if moment != self.now() {
            self.scratch.clear();
            self.subject.save(&mut self.scratch);
            self.subject.load(moment, &self.scratch);
            let done = self.branch().inputs.partition_point(|(at, _)| *at < moment);
            self.done = done;
        }
    }
}
