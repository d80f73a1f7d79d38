//! `mancala course test`: is it fit for students?

use std::path::PathBuf;

use super::files;
use crate::ui::{Answer, Ui};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder of a course, or of one task
    folder: PathBuf,
}

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    let tasks = files::any(&args.folder)?;
    let paint = diag::Paint::when(ui.colour.on(&std::io::stdout()));
    let mut bad = 0;
    for task in &tasks {
        let problems = course::prove(task);
        let checks = diag::count(task.checks.len(), "check");
        match problems.is_empty() {
            true => writeln!(ui.out, "ok    {}: {checks}", task.name)?,
            false => writeln!(ui.out, "FAIL  {}", task.name)?,
        }
        for problem in &problems {
            write!(ui.out, "{}", problem.render(paint))?;
        }
        ui.out.flush()?;
        bad += usize::from(!problems.is_empty());
    }
    let good = tasks.len() - bad;
    writeln!(
        ui.out,
        "{good} of {} tasks are fit for students",
        tasks.len()
    )?;
    Ok(if bad == 0 { Answer::Yes } else { Answer::No })
}
