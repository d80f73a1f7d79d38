//! The futures of a machine, by the numbers shown to people.

use timeline::{Arrival, Budget, Subject, Timeline};

/// A future.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Future {
    pub number: u32,
    /// The future it branched from, and at which moment.
    pub from: Option<(u32, u64)>,
    pub end: u64,
    /// The machine is on this one.
    pub here: bool,
}

pub fn list<S: Subject>(time: &Timeline<S>) -> Vec<Future> {
    let here = time.here();
    let futures = time.futures().map(|(id, from, end)| Future {
        number: id.number(),
        from: from.map(|(id, moment)| (id.number(), moment)),
        end,
        here: id == here,
    });
    futures.collect()
}

/// Switches to another future; `None` if the number is unknown.
pub fn switch<S: Subject>(time: &mut Timeline<S>, number: u32) -> Option<Arrival> {
    let mut ids = time.futures().map(|(id, ..)| id);
    let id = ids.find(|id| id.number() == number);
    drop(ids);
    Some(time.switch(id?, &mut Budget::unlimited()))
}
