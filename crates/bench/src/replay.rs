//! Replaying a recorded run and checking that it ends in the same state.

use timeline::run::{End, Problem, Run, What};
use timeline::{Arrival, Budget, Subject, Timeline};

use crate::project::SEED;

/// The seed of the circuit a run was recorded on.
pub fn seed(run: &Run) -> u64 {
    let line = run.head.iter().find(|line| line.key == "seed");
    let seed = line.and_then(|line| line.value.parse().ok());
    seed.unwrap_or(SEED)
}

/// Where a run ends: at its `end`, or else at its last event.
pub fn end(run: &Run) -> End {
    let last = run.events.last().map_or(0, |event| event.moment);
    run.end.unwrap_or(End {
        moment: last,
        values: None,
        line: 0,
    })
}

/// Schedules the inputs of a run, from the present moment on; `read` parses them.
pub fn plan<S: Subject>(
    time: &mut Timeline<S>,
    run: &Run,
    read: impl Fn(&str, &S) -> Result<S::Input, String>,
) -> Result<(), Vec<Problem>> {
    // Names are looked up before the plan borrows the timeline.
    let inputs = run.events.iter().filter_map(|event| match &event.what {
        What::Input(text) => Some(read(text, time.subject())),
        What::Name(_) => None,
    });
    let inputs: Vec<_> = inputs.collect();
    let mut inputs = inputs.into_iter();
    time.plan(run, |_| {
        let none = || Err("nothing is done".to_owned());
        inputs.next().unwrap_or_else(none)
    })
}

/// At the end of a run: applies the inputs of its last moment. Whether the values are those of the run, if it records them.
pub fn finish<S: Subject>(time: &mut Timeline<S>, end: End) -> Option<bool> {
    if time.now() == end.moment {
        time.redo_here();
    }
    let values = end.values?;
    Some(time.now() == end.moment && time.values() == values)
}

/// Replays a run to its end. Whether the values are then those of the run, if it records them.
pub fn play<S: Subject>(
    time: &mut Timeline<S>,
    run: &Run,
    read: impl Fn(&str, &S) -> Result<S::Input, String>,
) -> Result<Option<bool>, Vec<Problem>> {
    plan(time, run, read)?;
    let end = end(run);
    match time.goto(end.moment, &mut Budget::unlimited()) {
        Arrival::There => Ok(finish(time, end)),
        _ => Ok(end.values.map(|_| false)),
    }
}
