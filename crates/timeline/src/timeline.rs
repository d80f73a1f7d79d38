//! The timeline: a subject, its inputs, and the present moment.

use crate::branch::{Branch, BranchId, Mark};
use crate::past::{Limits, Past};
use crate::ring::Ring;
use crate::seen::Seen;
use crate::subject::{Subject, digest};

/// Half-ticks after an input until the next checkpoint, to notice early when the subject becomes quiet again.
const SOON: u64 = 1 << 14;

/// A position in time: before, between or after the inputs of a half-tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    pub moment: u64,
    /// How many inputs of the future have been taken; at least those of earlier half-ticks.
    pub done: usize,
}

/// A subject with its past and its futures.
pub struct Timeline<S: Subject> {
    pub(crate) subject: S,
    pub(crate) branches: Vec<Branch<S::Input>>,
    pub(crate) here: BranchId,
    /// How many inputs of the branch have been taken.
    pub(crate) done: usize,
    pub(crate) past: Past,
    /// Fine-grained states of the interval last replayed on this branch.
    pub(crate) fine: Vec<(u64, Box<[u8]>)>,
    /// When the next of them is due.
    pub(crate) fine_due: Option<(u64, u64)>,
    /// When the next checkpoint is due.
    pub(crate) due: u64,
    /// Half-ticks run so far, over all moments, and the effort before them.
    pub(crate) worked: u64,
    pub(crate) effort: u64,
    pub(crate) seen: Seen,
    pub(crate) scratch: Vec<u8>,
    pub(crate) ring: Option<Ring<S>>,
    /// On the way to a moment: only values that the ring lacks are recorded.
    pub(crate) replaying: bool,
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

    /// Mutable access that must not change recorded state, e.g. to drain output or attach a recorder.
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

    /// The first moment.
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

    /// All inputs of the present future, past and still to come.
    pub fn inputs(&self) -> &[(u64, S::Input)] {
        &self.branch().inputs
    }

    /// How many of the inputs lie in the past.
    pub fn inputs_done(&self) -> usize {
        self.done
    }

    /// The present position.
    pub fn standing(&self) -> Standing {
        Standing {
            moment: self.now(),
            done: self.done,
        }
    }

    /// The target of undo: before the last input, or the start if there is none.
    pub fn before_last(&self) -> Standing {
        let last = self.inputs()[..self.done].last();
        Standing {
            moment: last.map_or(self.start(), |(moment, _)| *moment),
            done: 0,
        }
    }

    /// The target of redo: after the next input and the others of its half-tick; `None` if there is none.
    pub fn after_next(&self) -> Option<Standing> {
        let (moment, _) = self.inputs().get(self.done)?;
        Some(Standing {
            moment: *moment,
            done: self.inputs().partition_point(|(at, _)| at <= moment),
        })
    }

    /// The moments of inputs and marks on the present future.
    pub fn marks(&self) -> Vec<Mark<'_, S::Input>> {
        self.branch().marks()
    }

    /// Gives the present moment a name.
    pub fn name(&mut self, name: &str) {
        let now = self.now();
        self.branch_mut().name(now, name);
    }

    /// Applies an input now. If it differs from the recorded one, this starts a new future; repeating the
    /// recorded one follows the old future.
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

    /// Redoes the next recorded input of this moment; false if there is none.
    pub fn redo(&mut self) -> bool {
        let pending = self.is_pending();
        if pending {
            self.take_next();
        }
        pending
    }

    /// Takes all inputs of this half-tick again.
    pub fn redo_here(&mut self) {
        while self.redo() {}
    }

    /// Whether an input of the present moment is still to be taken.
    pub(crate) fn is_pending(&self) -> bool {
        let next = self.branch().inputs.get(self.done);
        next.is_some_and(|(at, _)| *at == self.now())
    }

    pub(crate) fn take_next(&mut self) {
        let (_, input) = &self.branches[self.here.0 as usize].inputs[self.done];
        self.subject.take(input);
        self.done += 1;
        self.seen.clear();
        self.due = self.due.min(self.now() + SOON);
        self.sample();
    }

    /// The digest of all values now.
    pub fn values(&self) -> u64 {
        let mut values = Vec::new();
        self.subject.values(&mut values);
        digest(&values)
    }

    pub(crate) fn branch(&self) -> &Branch<S::Input> {
        &self.branches[self.here.0 as usize]
    }

    pub(crate) fn branch_mut(&mut self) -> &mut Branch<S::Input> {
        &mut self.branches[self.here.0 as usize]
    }
}
