//! `mancala grade FILE`: one console, all its marks.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::bail;
use results::Format;

use super::{class, console, panels, proof};
use crate::args::RuleArgs;
use crate::files;
use crate::reporting;
use crate::solving;
use crate::ui::{Answer, Ui};
use crate::verb::circuit::load::Source;
use crate::verb::circuit::native::NativeArgs;

/// What happens to points that no game was about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Untested {
    #[default]
    LeaveOut,
    Lose,
}

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
    /// Random seed; the same seed gives the same games
    #[arg(long, default_value_t = 1, value_name = "S")]
    pub seed: u64,
    /// Presses spent on finding the shortest game for each mistake
    #[arg(long, default_value_t = 200, value_name = "N")]
    pub shrink: u32,
    /// What happens to the points of tests that did not come up in any game: they are left out of the total, or lost
    #[arg(long, value_enum, default_value_t, value_name = "HOW")]
    pub untested: Untested,
    /// Time limit per console, e.g. 90s or 5m; games not started by then are skipped [default for a folder: 5m]
    #[arg(long, value_name = "T", value_parser = solving::time)]
    pub time: Option<Duration>,
    /// text, json, csv, junit, tap, gradescope, classroom50 or html; for a folder several with commas between
    #[arg(long, value_name = "FORMAT", value_delimiter = ',')]
    pub format: Vec<Format>,
    /// Write the marks to a file; for a folder, the folder of its reports
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write each mistake to this folder: TEST.script for `mancala circuit run --script`, TEST.run for `mancala circuit debug
    /// --replay`, which opens at that moment, and TEST.html, which opens the page there
    #[arg(long, value_name = "FOLDER")]
    pub scripts: Option<PathBuf>,
    /// Address of the page that the links in the marks open; by default that of `mancala serve` on this machine
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:2023/", value_parser = proof::page)]
    pub page: String,
    #[command(flatten)]
    pub native: NativeArgs,
    /// Simulate every gate of the processor, even of this program's own CdM-8
    #[arg(long, conflicts_with = "native")]
    pub gates: bool,
    /// For classroom50: classroom, assignment, submission, commit, release or review; may be repeated
    #[arg(long, value_name = "KEY=TEXT")]
    pub about: Vec<String>,
    /// Let the console play against levels 1 to 5 and the players of the old documents too, and report how strong it is
    #[arg(long)]
    pub strength: bool,
    /// Games against each of them
    #[arg(long, default_value_t = 2, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub strength_games: u32,
    /// Points for the share of these games that the console wins
    #[arg(long, value_name = "POINTS", requires = "strength")]
    pub strength_points: Option<u32>,
    /// Points for a circuit that `mancala circuit check` finds nothing wrong with; each finding costs one
    #[arg(long, value_name = "POINTS")]
    pub check_points: Option<u32>,
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
            "{flag} needs a folder of consoles; {} is a file",
            args.source.file().display()
        );
    }
    one(args, ui)
}

fn one(args: &Marks, ui: &mut Ui) -> anyhow::Result<Answer> {
    let about = reporting::about(&args.about)?;
    let format = match args.format[..] {
        [] => Format::default(),
        [format] => format,
        _ => bail!("a console has its marks in one format; several are for a folder"),
    };
    let (source, own_panel) = class::unpacked(&args.source)?;
    let chosen = panels::choose(own_panel.as_deref(), args.panel.as_deref())?;
    let inputs = [args.source.file(), &chosen.path];
    let outputs: Vec<&Path> = args.output.as_deref().into_iter().collect();
    files::keep_apart(&inputs, &outputs)?;
    let mut report = console::graded(args, &source, chosen, args.time, ui)?.report;
    proof::link(&mut report, &source, &args.page);
    if let Some(folder) = &args.scripts {
        proof::write(&report, &source, folder)?;
    }
    reporting::write(&report, format, &about, args.output.as_deref(), ui)?;
    let full = report.points() == report.max_points();
    Ok(if full { Answer::Yes } else { Answer::No })
}
