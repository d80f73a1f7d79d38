//! A run that somebody recorded, done again: what was done, when, and whether the same came of it.

use std::collections::BTreeMap;

use circuit::sim::Simulator;
use serde::Serialize;
use timeline::run::{self, End, Problem, Run, What};

use super::On;
use crate::reply::{Answer, Failure, Nothing, json, read};
use crate::workbench::File;

/// The seed of runs; a circuit on the bench has it too.
const SEED: u64 = 1;

#[derive(Serialize)]
struct Replayed {
    /// Whether the values are those of the run, if it tells them.
    same: Option<bool>,
}

/// A circuit as it is where runs are made: without what would oscillate though nothing depends on it.
pub fn calmed(mut simulator: Simulator) -> Simulator {
    match simulator.calmed(SEED) {
        Some((calm, _)) => calm,
        None => simulator,
    }
}

impl On {
    /// Plans what a run says. Its files are not there, so what it loads is refused.
    pub(super) fn plan_run(&mut self, file: &File) -> Answer<()> {
        let told = |problems: Vec<Problem>| {
            let Problem { line, what, .. } = &problems[0];
            Failure::refused(format!("{}, line {line}: {what}", file.name))
        };
        let run = run::parse(&file.text).map_err(told)?;
        self.plan(&run).map_err(told)?;
        let last = run.events.last().map_or(0, |event| event.moment);
        self.run_end = Some(run.end.unwrap_or(End {
            moment: last,
            values: None,
            line: 0,
        }));
        Ok(())
    }

    /// Plans a run from the present moment on.
    pub(super) fn plan(&mut self, run: &Run) -> Result<(), Vec<Problem>> {
        // The names of parts are looked up before the plan borrows the timeline.
        let none = BTreeMap::new();
        let inputs = run.events.iter().filter_map(|event| match &event.what {
            What::Input(text) => Some(self.rig().read(text, &none)),
            What::Name(_) => None,
        });
        let inputs: Vec<_> = inputs.collect();
        let mut inputs = inputs.into_iter();
        self.time.plan(run, |_| {
            inputs
                .next()
                .unwrap_or_else(|| Err("nothing is done".to_owned()))
        })
    }

    /// At the end of the run: does what was done at its last moment, and compares.
    pub(super) fn replayed(&mut self, request: &str) -> Answer {
        read::<Nothing>(request)?;
        let end = self.run_end;
        let end = end.ok_or_else(|| Failure::refused("there is no run"))?;
        while self.time.now() == end.moment && self.time.redo() {}
        let same = |values| self.time.now() == end.moment && self.time.values() == values;
        json(&Replayed {
            same: end.values.map(same),
        })
    }
}
