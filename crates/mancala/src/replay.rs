//! Run files: read with mistakes shown in place, and replayed.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use diag::{Diagnostic, Excerpt};
use timeline::run::{self, Problem, Run};
use timeline::{Subject, Timeline};

use crate::files;
use crate::ui::{Answer, Ui};

/// The run options of a debugger.
#[derive(Debug, clap::Args)]
pub struct Keeping {
    /// Replay a recorded run first; exit code 1 if it ends in a different state
    #[arg(long, value_name = "FILE")]
    pub replay: Option<PathBuf>,
    /// At the end, write every action with its half-tick as a run that --replay replays
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
}

/// Reads a run.
pub fn read(path: &Path) -> anyhow::Result<Run> {
    let text = text(path)?;
    run::parse(&text).map_err(|problems| shown(path, &text, &problems))
}

fn text(path: &Path) -> anyhow::Result<String> {
    files::read_text_leniently(path)
}

/// Replays a run to its end or its last event. Whether the values are then those of the run, if it records them.
pub fn play<S: Subject>(
    path: &Path,
    run: &Run,
    timeline: &mut Timeline<S>,
    understand: impl Fn(&str, &S) -> Result<S::Input, String>,
) -> anyhow::Result<Option<bool>> {
    let played = bench::replay::play(timeline, run, understand);
    played.map_err(|problems| shown(path, &text(path).unwrap_or_default(), &problems))
}

/// Reports that the values differ from those of the run, if they do.
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
    files::save(path, run.to_string().as_bytes())
}

/// All problems with their lines.
fn shown(path: &Path, text: &str, problems: &[Problem]) -> anyhow::Error {
    let file = path.display().to_string();
    let lines: Vec<&str> = text.lines().collect();
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
