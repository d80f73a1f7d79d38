//! All checks of a task on a student's file.

mod chips;
mod consoles;
mod programs;
mod scripts;
mod tables;

pub use chips::check_chip;
pub(crate) use chips::specification;
use circuit::sim::{Input, Simulator};
use results::Report;
use timeline::run::{Event, Run, What};

use circuit::netlist;
use diag::Diagnostic;

use crate::bench;
use crate::outcome::{Failure, Outcome};
use crate::task::{Check, Kind, Task, Work};

/// Runs every check. Returns one outcome per check, in their order.
pub fn check(task: &Task, work: &str) -> Vec<Outcome> {
    match task.work {
        Work::Program(memory) => programs::all(task, memory, work),
        Work::Circuit(_) => circuits(task, work),
    }
}

fn circuits(task: &Task, work: &str) -> Vec<Outcome> {
    let simulator = match bench::simulator(task, work) {
        Ok(simulator) => simulator,
        Err(failure) => return all_fail(task, &failure),
    };
    let mut games = Games::default();
    let outcome = |check: &Check| -> Result<Outcome, Failure> {
        match check.kind {
            Kind::Chip => chips::run(task, check, &simulator),
            Kind::Vectors => tables::run(task, check, &simulator),
            Kind::Script => scripts::run(task, check, &simulator),
            Kind::Console => games.run(task, check, work),
            Kind::Program => Ok(Outcome::Passed),
        }
    };
    let mut outcome = outcome;
    let checks = task.checks.iter();
    let mut outcomes: Vec<Outcome> = checks
        .map(|check| outcome(check).unwrap_or_else(Outcome::from))
        .collect();
    // Where the drawing itself is wrong, that is the place to begin.
    let mut failures = outcomes.iter_mut().filter_map(Outcome::failure_mut);
    if let Some(failure) = failures.next() {
        let problems = netlist::check(&simulator.design().project);
        failure.findings = problems.into_iter().filter(Diagnostic::is_error).collect();
    }
    outcomes
}

/// The first check says why nothing could be tried; the others follow from it.
fn all_fail(task: &Task, failure: &Failure) -> Vec<Outcome> {
    let fails = |_: &Check| Outcome::from(failure.clone());
    task.checks.iter().map(fails).collect()
}

/// Marks of a console, once for all checks that look at them.
#[derive(Default)]
struct Games(Vec<(String, Report)>);

impl Games {
    fn run(&mut self, task: &Task, check: &Check, work: &str) -> Result<Outcome, Failure> {
        if !self.0.iter().any(|(file, _)| *file == check.file) {
            let report = consoles::grade(task, check, work)?;
            self.0.push((check.file.clone(), report));
        }
        let found = self.0.iter().find(|(file, _)| *file == check.file);
        Ok(found.map_or(Outcome::Passed, |(_, report)| {
            consoles::outcome(check, report)
        }))
    }
}

/// A file of the task; [`Task::read`] made sure that it is there.
fn file<'a>(task: &'a Task, check: &Check) -> &'a str {
    task.files.get(&check.file).unwrap_or("")
}

/// The check itself is wrong: a teacher's mistake, not a student's.
fn broken(check: &Check, why: &(impl ToString + ?Sized)) -> Failure {
    Failure::said(
        "course.fails.check",
        vec![("file", check.file.clone()), ("why", why.to_string())],
    )
}

/// The initial inputs of a circuit, as a run.
fn run_of(inputs: &[Input], simulator: &Simulator) -> String {
    let event = |input: &Input| Event {
        moment: 0,
        what: What::Input(input.text(simulator)),
        line: 0,
        column: 0,
    };
    let run = Run {
        events: inputs.iter().map(event).collect(),
        ..Run::default()
    };
    run.to_string()
}
