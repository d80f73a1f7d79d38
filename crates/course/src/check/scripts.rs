//! A circuit under a script.

use circuit::script::{self, Command, Failure as Failed, Limits, Script, Stage};
use circuit::sim::Simulator;
use timeline::Timeline;

use super::{broken, file};
use crate::bench::Shelf;
use crate::outcome::{Failure, Moment, Outcome};
use crate::task::{Check, Task};
use crate::words::Words;

/// A circuit that needs longer counts as hanging.
const HALF_TICKS: u64 = 20_000_000;

pub fn run(task: &Task, check: &Check, simulator: &Simulator) -> Result<Outcome, Failure> {
    let script = script::parse(file(task, check));
    if let Some(problem) = script.problems.first() {
        return Err(broken(check, &problem));
    }
    let script = part(script, check)?;
    let (_, failure) = play(task, &script, simulator)?;
    let Some(failure) = failure else {
        return Ok(Outcome::Passed);
    };
    // Once more up to that line, so that the run ends there.
    let mut shorter = script;
    shorter.lines.retain(|line| line.number <= failure.line);
    let (time, _) = play(task, &shorter, simulator)?;
    let run = time.to_run(Vec::new(), |input| input.text(simulator));
    let why = vec![
        ("line", failure.text.clone()),
        ("why", failure.why.to_string()),
    ];
    Err(Failure {
        explained: failure.message.as_deref().map(|text| message(task, text)),
        moment: Some(Box::new(Moment::Circuit {
            run: run.to_string(),
        })),
        ..Failure::said("course.wrong.script", why)
    })
}

/// The message of a failing test, in each language.
pub fn message(task: &Task, text: &str) -> Words {
    let languages: Vec<String> = task
        .texts
        .iter()
        .map(|(language, _)| language.clone())
        .collect();
    Words::read(text, &languages).unwrap_or_else(|_| Words::of([(String::new(), text.to_owned())]))
}

/// The lines before the first test, and those of the test that is meant.
fn part(mut script: Script, check: &Check) -> Result<Script, Failure> {
    let Some(wanted) = &check.test else {
        return Ok(script);
    };
    let (mut inside, mut there) = (true, false);
    script.lines.retain(|line| {
        if let Command::Test { name, .. } = &line.command {
            inside = name == wanted;
            there |= inside;
        }
        inside
    });
    match there {
        true => Ok(script),
        false => Err(broken(check, &format!("it has no test '{wanted}'"))),
    }
}

fn play(
    task: &Task,
    script: &Script,
    simulator: &Simulator,
) -> Result<(Timeline<Simulator>, Option<Failed>), Failure> {
    let mut time = Timeline::new(simulator.clone());
    let limits = Limits {
        half_ticks: HALF_TICKS,
    };
    let report = script::run_in(script, &mut time, &mut Quiet(task), limits);
    match report {
        Ok(report) => Ok((time, report.failures.into_iter().next())),
        Err(problems) => Err(Failure::said(
            "course.fails.pins",
            vec![("why", problems[0].what.clone())],
        )),
    }
}

/// Prints nothing; its files are those of the task.
struct Quiet<'a>(&'a Task);

impl Stage for Quiet<'_> {
    fn settled(&mut self, _: &mut Simulator, _: bool) {}

    fn print(&mut self, _: &str) {}

    fn failed(&mut self, _: &Failed) {}

    fn file(&mut self, name: &str) -> Result<Vec<u8>, String> {
        let shelf = Shelf(self.0);
        let text = shelf
            .text(name)
            .ok_or_else(|| format!("there is no file {name} in this task"))?;
        Ok(text.as_bytes().to_vec())
    }
}
