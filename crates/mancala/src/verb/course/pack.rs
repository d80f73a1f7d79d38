//! `mancala course pack`: a course as one file.

use std::path::PathBuf;

use anyhow::{Context, anyhow};
use course::Course;

use super::files;
use crate::files::write_whole;
use crate::ui::{Answer, Ui};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder of a course
    folder: PathBuf,
    /// The file to write
    #[arg(short, long, default_value = "course.json", value_name = "FILE")]
    output: PathBuf,
}

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    let files = files::folder_files(&args.folder)?;
    let course = Course::read(&files).map_err(|found| {
        let texts: Vec<String> = found.iter().map(ToString::to_string).collect();
        anyhow!(
            "{} is not a course\n{}",
            args.folder.display(),
            texts.join("").trim_end()
        )
    })?;
    write_whole(&args.output, files.pack().as_bytes())
        .with_context(|| format!("cannot write {}", args.output.display()))?;
    let tasks = diag::count(course.tasks().count(), "task");
    writeln!(ui.out, "{}: {tasks}", args.output.display())?;
    Ok(Answer::Yes)
}
