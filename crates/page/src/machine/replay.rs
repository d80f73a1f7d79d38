//! Replay of a recorded run: its inputs with their times, and whether the result is the same.

use std::collections::BTreeMap;

use bench::project::File;
use bench::replay;
use serde::Serialize;
use timeline::run::{self, Problem, Run};

use super::On;
use crate::failures;
use crate::reply::{Answer, Failure, Nothing, json, read};

#[derive(Serialize)]
struct Replayed {
    /// Whether the values are those of the run, if it records them.
    same: Option<bool>,
}

/// A run of a file.
pub fn parse(file: &File) -> Answer<Run> {
    run::parse(&file.text).map_err(|problems| told(file, &problems))
}

/// The first mistake in a run.
fn told(file: &File, problems: &[Problem]) -> Failure {
    let Problem { line, what, .. } = &problems[0];
    failures::RUN_PROBLEM.with(&[("file", &file.name), ("line", line), ("what", what)])
}

impl On {
    /// Schedules a run. Its files are not available, so runs that load any are refused.
    pub(super) fn plan_run(&mut self, file: &File, run: &Run) -> Answer<()> {
        self.plan(run).map_err(|problems| told(file, &problems))?;
        self.run_end = Some(replay::end(run));
        Ok(())
    }

    /// Schedules a run from the present moment on.
    pub(super) fn plan(&mut self, run: &Run) -> Result<(), Vec<Problem>> {
        let none = BTreeMap::new();
        replay::plan(&mut self.time, run, |text, rig| rig.read(text, &none))
    }

    /// At the end of the run: applies the inputs of its last moment, and compares.
    pub(super) fn replayed(&mut self, request: &str) -> Answer {
        read::<Nothing>(request)?;
        let end = self.run_end;
        let end = end.ok_or_else(|| failures::NO_RUN.refuses())?;
        let same = replay::finish(&mut self.time, end);
        json(&Replayed { same })
    }
}
