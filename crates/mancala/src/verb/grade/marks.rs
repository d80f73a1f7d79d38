//! `mancala grade FILE`: one console, all its marks.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use circuit::sim::Simulator;
use diag::Diagnostic;
use grade::{Driver, Options, Panel, Wiring};
use jiff::Timestamp;
use results::{About, Format};

use crate::args::RuleArgs;
use crate::files;
use crate::phase::Phase;
use crate::ui::{Answer, Ui};
use crate::verb::circuit::load::{self, Source};
use crate::verb::circuit::native::NativeArgs;

#[derive(Debug, clap::Args)]
pub struct Marks {
    #[command(flatten)]
    source: Source,
    /// The panel file: where the console's buttons, displays and lights are
    #[arg(long, value_name = "FILE")]
    panel: PathBuf,
    /// Games to play
    #[arg(long, default_value_t = 20, value_name = "N")]
    games: u32,
    /// Games with the same seed are the same
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,
    /// Presses spent on the shortest game for each mistake
    #[arg(long, default_value_t = 200, value_name = "N")]
    shrink: u32,
    /// text, json, csv, junit, tap, gradescope, classroom50 or html
    #[arg(long, default_value_t, value_name = "FORMAT")]
    format: Format,
    /// Write the marks to a file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write a script for each mistake to this folder; `mancala circuit run --script` replays it
    #[arg(long, value_name = "FOLDER")]
    scripts: Option<PathBuf>,
    #[command(flatten)]
    native: NativeArgs,
    /// Simulate every gate of the processor, even of this program's own CdM-8
    #[arg(long, conflicts_with = "native")]
    gates: bool,
    /// For classroom50: classroom, assignment, submission, commit, release or review; may be given several times
    #[arg(long, value_name = "KEY=TEXT")]
    about: Vec<String>,
    #[command(flatten)]
    rules: RuleArgs,
}

pub fn run(args: &Marks, ui: &mut Ui) -> anyhow::Result<Answer> {
    let about = about(&args.about)?;
    let rules = args.rules.rules()?;
    let panel = panel(&args.panel)?;
    if panel.pits() != rules.pits() {
        bail!(
            "the panel has {} pits, the rules have {}; --pits changes the rules",
            panel.pits(),
            rules.pits()
        );
    }
    let inputs = [args.source.file(), &args.panel];
    let outputs: Vec<&Path> = args.output.as_deref().into_iter().collect();
    files::keep_apart(&inputs, &outputs)?;
    let simulator = args.source.console(&args.native, args.gates, ui)?;
    let wiring = wiring(&args.panel, &panel, &simulator)?;
    let mut driver = Driver::new(simulator, &wiring, panel.limits);
    let options = Options {
        rules,
        games: args.games,
        seed: args.seed,
        shrink: args.shrink,
    };
    let name = args.source.file().display().to_string();
    let phase = Phase::count("games", args.games.into());
    let report = grade::grade(&name, &mut driver, &panel, &options, &mut |_, _| {
        phase.step(1);
        true
    });
    drop(phase);
    if let Some(folder) = &args.scripts {
        std::fs::create_dir_all(folder)?;
        for test in &report.tests {
            if let Some(script) = &test.script {
                let path = folder.join(format!("{}.script", test.id));
                files::write_whole(&path, script.as_bytes())?;
            }
        }
    }
    let text = report.write(args.format, &about);
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

/// Reads a panel file.
pub fn panel(path: &Path) -> anyhow::Result<Panel> {
    let text = load::read_text(path)?;
    Panel::parse(&path.display().to_string(), &text).map_err(|mistakes| told(path, &mistakes))
}

/// Finds what a panel names in a circuit.
pub fn wiring(path: &Path, panel: &Panel, simulator: &Simulator) -> anyhow::Result<Wiring> {
    Wiring::find(panel, simulator).map_err(|mistakes| told(path, &mistakes))
}

fn told(path: &Path, mistakes: &[Diagnostic]) -> anyhow::Error {
    const MOST: usize = 20;
    let mut lines: Vec<String> = mistakes
        .iter()
        .take(MOST)
        .map(ToString::to_string)
        .collect();
    if mistakes.len() > MOST {
        lines.push(format!("... and {} more", mistakes.len() - MOST));
    }
    let count = diag::count(mistakes.len(), "mistake");
    anyhow!(
        "{count} in {}\n{}",
        path.display(),
        lines.join("\n").trim_end()
    )
}

fn about(pairs: &[String]) -> anyhow::Result<About> {
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
