//! `mancala course start`: the starter files of a task.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, bail};

use super::Which;
use crate::files::create_whole;
use crate::ui::{Answer, Ui};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// A task by its name, or its folder
    task: String,
    #[command(flatten)]
    which: Which,
    /// The folder to write to [default: the name of the task]
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,
}

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    let task = args.which.task(&args.task)?;
    let folder = args
        .output
        .clone()
        .unwrap_or_else(|| PathBuf::from(&task.name));
    let given = task.given.iter();
    let given = given.filter_map(|name| Some((name.as_str(), task.files.get(name)?)));
    let files: Vec<(&str, &str)> = [(task.file.as_str(), task.starter())]
        .into_iter()
        .chain(given)
        .collect();
    if let Some((name, _)) = files.iter().find(|(name, _)| folder.join(name).exists()) {
        bail!(
            "{} exists already; nothing was written",
            folder.join(name).display()
        );
    }
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    for (name, text) in files {
        let path = folder.join(name);
        create_whole(&path, text.as_bytes())
            .with_context(|| format!("cannot write {}", path.display()))?;
        writeln!(ui.out, "{}", path.display())?;
    }
    Ok(Answer::Yes)
}
