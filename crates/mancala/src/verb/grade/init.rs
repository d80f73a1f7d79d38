//! `mancala grade init`: a first panel file for a console.
//!
//! Exit code 0 if it is enough to grade with, 1 if something has to be filled in first.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use circuit::sim::Simulator;
use grade::Panel;

use super::class;
use super::console::other_program;
use crate::files;
use crate::phase::Phase;
use crate::solving;
use crate::ui::{Answer, Ui};
use crate::verb::circuit::load::Source;
use crate::verb::circuit::native::NativeArgs;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    source: Source,
    /// Write the panel to a new file, instead of printing it
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Draw the board to a new SVG file, with everything that was found marked on it
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    /// Time limit, e.g. 90s or 5m; what was not tried by then is taken from places and labels
    #[arg(long, value_name = "T", default_value = "5m", value_parser = solving::time)]
    time: Duration,
}

/// Never overwrites a panel: it may be the work of an hour.
fn create(path: &Path, text: &[u8]) -> anyhow::Result<()> {
    files::check_folder(path)?;
    let shown = path.display();
    match files::create_whole(path, text) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            bail!("{shown} exists already; delete it or choose another name")
        }
        done => done.with_context(|| format!("cannot write {shown}")),
    }
}

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    let (source, _) = class::unpacked(&args.source)?;
    let mut simulator = source.console(&NativeArgs::default(), false, ui)?;
    let begun = Instant::now();
    let phase = Phase::new("trying the console");
    let proposal = grade::propose_in_time(&mut simulator, &mut |doing| {
        phase.say(doing);
        begun.elapsed() < args.time
    });
    drop(phase);
    match &args.output {
        None => ui.out.write_all(proposal.text.as_bytes())?,
        Some(path) => {
            create(path, proposal.text.as_bytes())?;
            writeln!(ui.err, "written to {}", path.display())?;
        }
    }
    if let Some(path) = &args.picture {
        draw(path, &proposal.text, &simulator, ui)?;
    }
    if let Some(remark) = other_program(&source.reading()?.project) {
        writeln!(ui.err, "note: {remark}")?;
    }
    for what in &proposal.missing {
        writeln!(ui.err, "not found: {what}")?;
    }
    let told = match proposal.is_enough {
        true => "enough is known to grade with; mancala grade try shows what is read",
        false => "this is not enough to grade with: fill in what was not found",
    };
    writeln!(ui.err, "{told}")?;
    Ok(match proposal.is_enough {
        true => Answer::Yes,
        false => Answer::No,
    })
}

/// The board with everything that was found marked on it.
fn draw(path: &Path, panel: &str, simulator: &Simulator, ui: &mut Ui) -> anyhow::Result<()> {
    let Ok(panel) = Panel::parse("panel.toml", panel) else {
        writeln!(ui.err, "no picture: too little was found to mark on it")?;
        return Ok(());
    };
    let picture = panel.picture(simulator);
    files::create_whole(path, picture.as_bytes())
        .with_context(|| format!("cannot write {}", path.display()))?;
    writeln!(ui.err, "picture written to {}", path.display())?;
    Ok(())
}
