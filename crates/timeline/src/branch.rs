//! Futures: alternative sequences of inputs.

use crate::past::Checkpoint;

/// A future. The first one is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BranchId(pub(crate) u32);

impl BranchId {
    pub fn number(self) -> u32 {
        self.0
    }
}

/// An event that a person may want to find again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark<'a, I> {
    pub moment: u64,
    pub what: What<'a, I>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What<'a, I> {
    /// An input, just after this moment.
    Input(&'a I),
    /// A mark: a name given to the moment.
    Name(&'a str),
}

/// From `from` on the states repeat, as far as `until`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Loop {
    pub(crate) from: u64,
    pub(crate) period: u64,
    pub(crate) until: u64,
}

impl Loop {
    /// The first of the moments equivalent to this one, if it is in a repeated stretch.
    pub(crate) fn fold(&self, moment: u64) -> Option<u64> {
        let repeated = (self.from + self.period..=self.until).contains(&moment);
        repeated.then(|| self.from + (moment - self.from) % self.period)
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Branch<I> {
    /// Where it branched off its parent.
    pub(crate) parent: Option<(BranchId, u64)>,
    /// All inputs, from the start on, with their half-ticks.
    pub(crate) inputs: Vec<(u64, I)>,
    pub(crate) names: Vec<(u64, String)>,
    /// The latest moment ever reached on it.
    pub(crate) end: u64,
    pub(crate) loops: Vec<Loop>,
    /// Its own checkpoints; those of its parent count up to the fork.
    pub(crate) checkpoints: Vec<Checkpoint>,
}

impl<I: Clone> Branch<I> {
    pub(crate) fn first() -> Branch<I> {
        Branch {
            parent: None,
            inputs: Vec::new(),
            names: Vec::new(),
            end: 0,
            loops: Vec::new(),
            checkpoints: Vec::new(),
        }
    }

    /// A new future from a moment on, with the first `done` inputs.
    pub(crate) fn fork(&self, id: BranchId, moment: u64, done: usize) -> Branch<I> {
        let cut = |&(mut cycle): &Loop| {
            cycle.until = cycle.until.min(moment);
            (cycle.from < moment).then_some(cycle)
        };
        Branch {
            parent: Some((id, moment)),
            inputs: self.inputs[..done].to_vec(),
            names: self.names_until(moment).to_vec(),
            end: moment,
            loops: self.loops.iter().filter_map(cut).collect(),
            checkpoints: Vec::new(),
        }
    }

    fn names_until(&self, moment: u64) -> &[(u64, String)] {
        let end = self.names.partition_point(|(at, _)| *at <= moment);
        &self.names[..end]
    }

    pub(crate) fn name(&mut self, moment: u64, name: &str) {
        let at = self.names.partition_point(|(at, _)| *at <= moment);
        self.names.insert(at, (moment, name.to_owned()));
    }

    /// Inputs and names in order of time; at one moment the names come first.
    pub(crate) fn marks(&self) -> Vec<Mark<'_, I>> {
        let names = self.names.iter().map(|(moment, name)| Mark {
            moment: *moment,
            what: What::Name(name),
        });
        let inputs = self.inputs.iter().map(|(moment, input)| Mark {
            moment: *moment,
            what: What::Input(input),
        });
        let mut marks: Vec<Mark<'_, I>> = names.chain(inputs).collect();
        marks.sort_by_key(|mark| mark.moment);
        marks
    }
}
