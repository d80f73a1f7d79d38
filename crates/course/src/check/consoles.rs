//! A whole console: games are played on it.

use grade::{Driver, Options, Panel, Wiring};
use kalah::Preset;
use results::{Outcome as Marked, Report, Test};

use super::{broken, file};
use crate::bench;
use crate::outcome::{Failure, Moment, Outcome};
use crate::task::{Check, Task};

/// The same games for every student.
const SEED: u64 = 1;
/// Presses spent on a shorter game.
const SHRINK: u32 = 40;

pub fn grade(task: &Task, check: &Check, work: &str) -> Result<Report, Failure> {
    let panel = Panel::parse(&check.file, file(task, check));
    let panel =
        panel.map_err(|found| broken(check, found.first().map_or("", |one| &one.message)))?;
    let simulator = bench::console(task, work)?;
    let wiring = Wiring::find(&panel, &simulator)
        .map_err(|found| Failure::findings("course.fails.panel", found))?;
    let mut driver = Driver::new(simulator, &wiring, panel.limits);
    let options = Options {
        rules: Preset::Standard.rules(),
        first: None,
        games: task.games,
        seed: SEED,
        shrink: SHRINK,
        lose_untested: false,
    };
    Ok(grade::grade(
        &task.file,
        &mut driver,
        &panel,
        &options,
        &mut |_, _| true,
    ))
}

/// What the marks say about one check: one test of them, or all.
pub fn outcome(check: &Check, report: &Report) -> Outcome {
    let meant = |test: &&Test| check.test.as_ref().is_none_or(|id| *id == test.id);
    let mut tests = report.tests.iter().filter(meant);
    // Games in which it did not come up show nothing.
    let lost = |test: &&Test| test.outcome != Marked::Passed;
    match (
        report.tests.iter().any(|test| meant(&test)),
        tests.find(lost),
    ) {
        (false, _) => {
            let name = check.test.as_deref().unwrap_or("");
            broken(check, &format!("grading has no test '{name}'")).into()
        }
        (true, None) => Outcome::Passed,
        (true, Some(test)) => failed(test).into(),
    }
}

fn failed(test: &Test) -> Failure {
    let values = vec![
        ("test", test.name.clone()),
        ("why", test.output.trim().to_owned()),
    ];
    Failure {
        moment: test
            .run
            .as_ref()
            .map(|run| Box::new(Moment::Circuit { run: run.clone() })),
        ..Failure::said("course.wrong.console", values)
    }
}
