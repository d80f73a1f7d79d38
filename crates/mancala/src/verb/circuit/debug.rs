//! `mancala circuit debug`: a circuit forwards and backwards in time, in a terminal or by a script.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, bail};
use circuit::debug::{Debugger, Verdict};
use circuit::sim::Input;
use tui::Specimen;

use super::load::{self, Running, Source};
use crate::prompt::{Heard, Piped, Prompt};
use crate::ui::{Answer, Ui};
use crate::verb::play::full;
use crate::{complaint, files, replay};

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    running: Running,
    /// Fill the screen: pins, displays, memories and waves side by side; settings as `mancala play` has them
    #[arg(long, conflicts_with_all = ["script", "commands", "replay", "record"])]
    tui: bool,
    /// Commands to run instead of reading them from the terminal; exit code 1 if an expectation fails
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,
    /// A command to run first; may be given several times
    #[arg(short = 'x', long = "execute", value_name = "COMMAND")]
    commands: Vec<String>,
    /// Do what a run says first
    #[arg(long, value_name = "FILE")]
    replay: Option<PathBuf>,
    /// At the end write everything done, with its half-tick, as a run
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    let simulator = args.source.simulator(&args.running, ui)?;
    if args.tui {
        let specimen = Specimen::Circuit {
            name: args.source.file().display().to_string(),
            simulator: Box::new(simulator),
        };
        return full::lay(specimen, args.source.file(), ui);
    }
    let mut debugger = Debugger::new(simulator);
    let mut answer = Answer::Yes;
    if let Some(path) = &args.replay {
        let run = replay::read(path)?;
        let same = replay::play(path, &run, &mut debugger.timeline, |text, simulator| {
            Input::read(text, simulator, &mut file)
        })?;
        if same == Some(false) {
            writeln!(ui.out, "the values at its end are not those of the run")?;
            answer = Answer::No;
        }
    }
    let script = match &args.script {
        Some(path) => load::read_text(path)?,
        None => String::new(),
    };
    let lines = args
        .commands
        .iter()
        .map(String::as_str)
        .chain(script.lines());
    let mut quit = args.script.is_some();
    for line in lines.map(str::trim).filter(|line| !line.is_empty()) {
        writeln!(ui.out, "> {line}")?;
        let reply = debugger.command(line, &mut file, &mut || false);
        write!(ui.out, "{}", reply.text)?;
        match reply.verdict {
            Verdict::Wrong => bail!("this went wrong: {line}"),
            Verdict::Failed => answer = Answer::No,
            Verdict::Good => {}
            Verdict::Quit => {
                quit = true;
                break;
            }
        }
    }
    if !quit {
        answer = converse(&mut debugger, answer, ui)?;
    }
    if let Some(path) = &args.record {
        let head = args.source.head(&args.running);
        let timeline = &debugger.timeline;
        let run = timeline.to_run(head, |input| input.text(timeline.subject()));
        files::write_whole(path, run.to_string().as_bytes())
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(answer)
}

fn file(name: &str) -> Result<Vec<u8>, String> {
    load::read_bytes(Path::new(name)).map_err(|error| complaint::causes(&error))
}

/// Commands from standard input; Ctrl-C ends a running command.
fn converse(debugger: &mut Debugger, mut answer: Answer, ui: &mut Ui) -> anyhow::Result<Answer> {
    let person = io::stdin().is_terminal();
    if person {
        writeln!(ui.out, "help lists the commands, quit leaves")?;
    }
    let (running, stop) = (
        Arc::new(AtomicBool::new(false)),
        Arc::new(AtomicBool::new(false)),
    );
    let flags = (running.clone(), stop.clone());
    ctrlc::set_handler(move || match flags.0.load(Ordering::SeqCst) {
        true => flags.1.store(true, Ordering::SeqCst),
        false => std::process::exit(130),
    })?;
    let mut prompt = Prompt::stdin(Piped::Silent);
    loop {
        let line = match prompt.hear(&mut ui.out, "> ")? {
            Heard::Line(line) => line,
            Heard::Interrupted => {
                writeln!(ui.out, "quit leaves")?;
                continue;
            }
            Heard::End => return Ok(answer),
        };
        if !person && line.is_empty() {
            continue;
        }
        stop.store(false, Ordering::SeqCst);
        running.store(true, Ordering::SeqCst);
        let reply = debugger.command(&line, &mut file, &mut || stop.load(Ordering::SeqCst));
        running.store(false, Ordering::SeqCst);
        write!(ui.out, "{}", reply.text)?;
        match reply.verdict {
            Verdict::Quit => return Ok(answer),
            Verdict::Failed => answer = Answer::No,
            Verdict::Good | Verdict::Wrong => {}
        }
    }
}
