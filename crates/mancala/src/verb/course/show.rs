//! `mancala course show`: the text of a task.

use anyhow::Context;

use super::{Speech, Which};
use crate::ui::{Answer, Ui};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// A task by its name, or its folder
    task: String,
    #[command(flatten)]
    which: Which,
    #[command(flatten)]
    speech: Speech,
    /// Show this many of the three hints
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=3))]
    hints: u8,
    /// Show our solution instead
    #[arg(long)]
    solution: bool,
}

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    let task = args.which.task(&args.task)?;
    if args.solution {
        write!(ui.out, "{}", task.solution())?;
        return Ok(Answer::Yes);
    }
    let language = args.speech.code();
    let text = task.text(language).context("this task has no text")?;
    writeln!(ui.out, "# {}\n\n{}", text.title, text.goal)?;
    for section in &text.know {
        writeln!(ui.out, "\n## {}\n\n{}", section.title, section.body)?;
    }
    writeln!(ui.out)?;
    for check in &task.checks {
        writeln!(ui.out, "- [ ] {}", check.says.in_language(language))?;
    }
    for (number, hint) in (1..=args.hints).zip(&text.hints) {
        writeln!(ui.out, "\n{number}. {hint}")?;
    }
    Ok(Answer::Yes)
}
