//! `mancala circuit debug`: a circuit forwards and backwards in time, in a terminal or by a script.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, bail};
use circuit::debug::{COMMANDS, Debugger};
use circuit::sim::Input;
use timeline::run::Run;
use timeline::talk::Reply;
use tui::Specimen;

use super::load::{Running, Source};
use crate::files;
use crate::files::Draft;
use crate::prompt::Words;
use crate::session::{self, Commands, Session};
use crate::ui::{Answer, Ui};
use crate::verb::play::full;
use crate::{complaint, replay};

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    running: Running,
    /// Full-screen interface: pins, displays, memories and waves side by side; uses the settings of `mancala play`
    #[arg(long, conflicts_with_all = ["script", "commands", "record", "vcd"])]
    tui: bool,
    #[command(flatten)]
    commands: Commands,
    #[command(flatten)]
    keeping: replay::Keeping,
    /// At the end, write a waveform of the signals chosen with the command `record`
    #[arg(long, value_name = "FILE")]
    vcd: Option<PathBuf>,
}

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    let (script, replayed) = (
        args.commands.script.as_deref(),
        args.keeping.replay.as_deref(),
    );
    let run = replayed.map(replayed_run).transpose()?;
    let source = match &run {
        Some(run) => args.source.as_in(run),
        None => args.source.clone(),
    };
    for output in [&args.vcd, &args.keeping.record].into_iter().flatten() {
        for input in [script, replayed] {
            source.keep_apart(&args.running, input, Some(output))?;
        }
    }
    let simulator = source.simulator(&args.running, ui)?;
    let mut debugger = Debugger::new(simulator);
    let mut answer = Answer::Yes;
    if let Some((path, run)) = replayed.zip(run.as_ref()) {
        let same = replay::play(path, run, &mut debugger.timeline, |text, simulator| {
            Input::read(text, simulator, &mut file)
        })?;
        answer = replay::told(path, same, ui)?;
    }
    if args.tui {
        let specimen = Specimen::Circuit {
            name: args.source.file().display().to_string(),
            time: Box::new(debugger.timeline),
        };
        return Ok(answer.and(full::lay(specimen, args.source.file(), ui)?));
    }
    let done = session::run(&mut debugger, &args.commands, ui);
    if let Some(path) = &args.keeping.record {
        let timeline = &debugger.timeline;
        let head = source.head(&args.running);
        let run = timeline.to_run(head, |input| input.text(timeline.subject()));
        replay::write(path, &run)?;
    }
    let answer = answer.and(done?);
    if let Some(path) = &args.vcd {
        let ring = debugger.timeline.recording();
        let ring = ring.context(
            "nothing was recorded for --vcd; choose signals with the command record NAME...",
        )?;
        let draft = Draft::new(path)?;
        let title = args.source.file().display().to_string();
        ring.write_vcd(&draft.file, &title, "recorded")?;
        draft.keep()?;
    }
    Ok(answer)
}

fn replayed_run(path: &Path) -> anyhow::Result<Run> {
    let run = replay::read(path)?;
    if !run.head.iter().any(|line| line.key == "circuit") {
        bail!("{} is not the run of a circuit", path.display());
    }
    Ok(run)
}

fn file(name: &str) -> Result<Vec<u8>, String> {
    files::read(Path::new(name)).map_err(|error| complaint::causes(&error))
}

impl Session for Debugger {
    fn command(&mut self, line: &str, stop: &Arc<AtomicBool>) -> Reply {
        Debugger::command(self, line, &mut file, &mut || stop.load(Ordering::SeqCst))
    }

    fn mistake(&self, line: &str) -> Option<String> {
        Debugger::mistake(self, line)
    }

    fn words(&self) -> Words {
        let design = self.timeline.subject().design();
        Words {
            commands: COMMANDS.map(str::to_owned).to_vec(),
            names: design.part_ids().map(|part| design.path(part)).collect(),
        }
    }
}
