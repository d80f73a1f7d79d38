//! `mancala grade FILE`: one console, all its marks.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use jiff::Timestamp;
use results::{About, Format, Report};

use super::{class, console, panels};
use crate::args::RuleArgs;
use crate::files;
use crate::solving;
use crate::ui::{Answer, Ui};
use crate::verb::circuit::load::Source;
use crate::verb::circuit::native::NativeArgs;

#[derive(Clone, Debug, clap::Args)]
pub struct Marks {
    #[command(flatten)]
    pub source: Source,
    /// The panel file: where the buttons, displays and lights are. A console in a folder may have its own beside it
    #[arg(long, value_name = "FILE")]
    pub panel: Option<PathBuf>,
    /// Games to play
    #[arg(long, default_value_t = 20, value_name = "N")]
    pub games: u32,
    /// Games with the same seed are the same
    #[arg(long, default_value_t = 1, value_name = "S")]
    pub seed: u64,
    /// Presses spent on the shortest game for each mistake
    #[arg(long, default_value_t = 200, value_name = "N")]
    pub shrink: u32,
    /// Time for each console, as 90s or 5m; what is not played then is not played [default for a folder: 5m]
    #[arg(long, value_name = "T", value_parser = solving::time)]
    pub time: Option<Duration>,
    /// text, json, csv, junit, tap, gradescope, classroom50 or html; for a folder several with commas between
    #[arg(long, value_name = "FORMAT", value_delimiter = ',')]
    pub format: Vec<Format>,
    /// Write the marks to a file; for a folder, the folder of its reports
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write a script for each mistake to this folder; `mancala circuit run --script` replays it
    #[arg(long, value_name = "FOLDER")]
    pub scripts: Option<PathBuf>,
    #[command(flatten)]
    pub native: NativeArgs,
    /// Simulate every gate of the processor, even of this program's own CdM-8
    #[arg(long, conflicts_with = "native")]
    pub gates: bool,
    /// For classroom50: classroom, assignment, submission, commit, release or review; may be given several times
    #[arg(long, value_name = "KEY=TEXT")]
    pub about: Vec<String>,
    #[command(flatten)]
    pub class: class::ClassArgs,
    #[command(flatten)]
    pub rules: RuleArgs,
}

pub fn run(args: &Marks, ui: &mut Ui) -> anyhow::Result<Answer> {
    if args.class.is_worker() {
        return class::work(args, ui);
    }
    if args.source.file().is_dir() {
        return class::run(args, ui);
    }
    if let Some(flag) = args.class.first_given() {
        bail!(
            "{flag} is for a folder of consoles, and {} is none",
            args.source.file().display()
        );
    }
    one(args, ui)
}

fn one(args: &Marks, ui: &mut Ui) -> anyhow::Result<Answer> {
    let about = about(&args.about)?;
    let format = match args.format[..] {
        [] => Format::default(),
        [format] => format,
        _ => bail!("a console has its marks in one format; several are for a folder"),
    };
    let chosen = panels::choose(None, args.panel.as_deref())?;
    let inputs = [args.source.file(), &chosen.path];
    let outputs: Vec<&Path> = args.output.as_deref().into_iter().collect();
    files::keep_apart(&inputs, &outputs)?;
    let report = console::graded(args, &args.source, chosen, args.time, ui)?.report;
    if let Some(folder) = &args.scripts {
        write_scripts(&report, folder)?;
    }
    let text = report.write(format, &about);
    match &args.output {
        None => ui.out.write_all(text.as_bytes())?,
        Some(path) => {
            files::write_whole(path, text.as_bytes())?;
            let (points, most) = (report.points(), report.max_points());
            writeln!(
                ui.err,
                "{points} of {most} points, written to {}",
                path.display()
            )?;
        }
    }
    let full = report.points() == report.max_points();
    Ok(if full { Answer::Yes } else { Answer::No })
}

/// Writes the script of each mistake.
pub fn write_scripts(report: &Report, folder: &Path) -> anyhow::Result<()> {
    for test in &report.tests {
        if let Some(script) = &test.script {
            let path = folder.join(format!("{}.script", test.id));
            files::write_whole(&path, script.as_bytes())
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
    }
    Ok(())
}

/// What `--about` says, and the time.
pub fn about(pairs: &[String]) -> anyhow::Result<About> {
    let mut about = About {
        datetime: Timestamp::now().to_string(),
        ..About::default()
    };
    for pair in pairs {
        let (key, text) = pair
            .split_once('=')
            .ok_or_else(|| anyhow!("write --about KEY=TEXT, not '{pair}'"))?;
        let field = match key {
            "classroom" => &mut about.classroom,
            "assignment" => &mut about.assignment,
            "submission" => &mut about.submission,
            "commit" => &mut about.commit,
            "release" => &mut about.release,
            "review" => &mut about.review,
            _ => bail!(
                "--about has no '{key}': there are classroom, assignment, submission, commit, release and review"
            ),
        };
        text.clone_into(field);
    }
    Ok(about)
}
