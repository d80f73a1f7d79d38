//! Run files: read with what is wrong shown in place, and done again.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use diag::{Diagnostic, Excerpt};
use timeline::run::{self, Problem, Run};
use timeline::{Arrival, Leash, Subject, Timeline};

use crate::files;
use crate::ui::{Answer, Ui};

/// The runs of a debugger.
#[derive(Debug, clap::Args)]
pub struct Keeping {
    /// Do what a run says first; exit code 1 if the values at its end are not those of the run
    #[arg(long, value_name = "FILE")]
    pub replay: Option<PathBuf>,
    /// At the end write everything done, with its half-tick, as a run
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
}

/// Reads a run.
pub fn read(path: &Path) -> anyhow::Result<Run> {
    let text = text(path)?;
    run::parse(&text).map_err(|problems| shown(path, &text, &problems))
}

fn text(path: &Path) -> anyhow::Result<String> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Does what a run says, to its end or its last event. Whether the values are then those of the run, if it tells them.
pub fn play<S: Subject>(
    path: &Path,
    run: &Run,
    timeline: &mut Timeline<S>,
    understand: impl Fn(&str, &S) -> Result<S::Input, String>,
) -> anyhow::Result<Option<bool>> {
    let mut inputs = Vec::new();
    for event in &run.events {
        if let run::What::Input(text) = &event.what {
            inputs.push(understand(text, timeline.subject()));
        }
    }
    let mut inputs = inputs.into_iter();
    let next = |_: &str| inputs.next().unwrap_or(Err(String::new()));
    let planned = timeline.plan(run, next);
    planned.map_err(|problems| shown(path, &text(path).unwrap_or_default(), &problems))?;
    let last = run.events.last().map_or(0, |event| event.moment);
    let end = run.end.map_or(last, |end| end.moment);
    if timeline.goto(end, &mut Leash::none()) == Arrival::There {
        while timeline.redo() {}
    }
    let values = run.end.and_then(|end| end.values);
    Ok(values.map(|values| values == timeline.values() && timeline.now() == end))
}

/// Says that the values are others than those of the run, if they are.
pub fn told(path: &Path, same: Option<bool>, ui: &mut Ui) -> anyhow::Result<Answer> {
    if same != Some(false) {
        return Ok(Answer::Yes);
    }
    writeln!(
        ui.out,
        "the values at the end of {} are not those that were recorded",
        path.display()
    )?;
    Ok(Answer::No)
}

pub fn write(path: &Path, run: &Run) -> anyhow::Result<()> {
    files::write_whole(path, run.to_string().as_bytes())
        .with_context(|| format!("cannot write {}", path.display()))
}

/// All problems with their lines.
fn shown(path: &Path, text: &str, problems: &[Problem]) -> anyhow::Error {
    let file = path.display().to_string();
    let lines: Vec<&str> = diag::without_mark(text).lines().collect();
    let places = problems.iter().take(20).map(|problem| {
        let line = lines.get(problem.line.saturating_sub(1)).copied();
        let line = line.unwrap_or("");
        let start = line.char_indices().nth(problem.column.saturating_sub(1));
        let start = start.map_or(line.len(), |(at, _)| at);
        let at = Excerpt::new(
            &file,
            problem.line,
            line,
            start,
            line.trim_end().len().max(start),
        );
        Diagnostic::error(&problem.what).at(at).to_string()
    });
    let places: Vec<String> = places.collect();
    let number = diag::count(problems.len(), "mistake");
    anyhow!("{number} in {file}\n{}", places.join("\n").trim_end())
}
