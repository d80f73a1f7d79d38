//! `mancala course check`: a solution.

use std::path::PathBuf;

use course::Outcome;

use super::{Speech, Which, say};
use crate::files::read_text;
use crate::ui::{Answer, Ui};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// A task by its name, or its folder
    task: String,
    /// Your circuit or program
    file: PathBuf,
    #[command(flatten)]
    which: Which,
    #[command(flatten)]
    speech: Speech,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    let task = args.which.task(&args.task)?;
    let work = read_text(&args.file)?;
    let outcomes = course::check(&task, &work);
    if args.json {
        let answer = say::as_json(&task, &outcomes, &args.speech);
        serde_json::to_writer_pretty(&mut ui.out, &answer)?;
        writeln!(ui.out)?;
    } else {
        let paint = diag::Paint::when(ui.colour.on(&std::io::stdout()));
        for (check, outcome) in task.checks.iter().zip(&outcomes) {
            say::outcome(check, outcome, &args.speech, &mut ui.out, paint)?;
        }
        let passed = outcomes.iter().filter(|outcome| outcome.passed()).count();
        writeln!(ui.out, "{passed} of {} checks pass", outcomes.len())?;
    }
    Ok(match outcomes.iter().all(Outcome::passed) {
        true => Answer::Yes,
        false => Answer::No,
    })
}
