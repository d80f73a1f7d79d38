//! `mancala course list`.

use serde_json::{Value, json};

use super::{Speech, Which};
use crate::ui::{Answer, Ui};

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    which: Which,
    #[command(flatten)]
    speech: Speech,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    let course = args.which.course()?;
    let language = args.speech.code();
    let title = |task: &course::Task| {
        let text = task.text(language);
        text.map_or(String::new(), |text| text.title.clone())
    };
    if args.json {
        let tasks: Vec<Value> = course
            .tasks()
            .map(|task| {
                json!({"name": task.name, "title": title(task), "minutes": task.minutes, "checks": task.checks.len()})
            })
            .collect();
        let answer = json!({"title": course.title.in_language(language), "tasks": tasks});
        serde_json::to_writer_pretty(&mut ui.out, &answer)?;
        writeln!(ui.out)?;
        return Ok(Answer::Yes);
    }
    writeln!(ui.out, "{}", course.title.in_language(language))?;
    let longest = course.tasks().map(|task| task.name.len()).max();
    let width = longest.unwrap_or(0);
    for part in &course.parts {
        writeln!(ui.out, "\n{}", part.title.in_language(language))?;
        for task in &part.tasks {
            writeln!(
                ui.out,
                "  {:width$}  {}, {} min",
                task.name,
                title(task),
                task.minutes
            )?;
        }
    }
    Ok(Answer::Yes)
}
