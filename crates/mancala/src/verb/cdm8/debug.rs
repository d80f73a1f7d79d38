//! `mancala cdm8 debug`: the debugger in a terminal, or driven by a script.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::bail;
use cdm8::debug::command::COMMANDS;
use cdm8::debug::{Debugger, Input};
use timeline::Timeline;
use timeline::run::HeadLine;
use timeline::talk::Reply;
use tui::Specimen;

use super::program::{self, Around};
use crate::prompt::Words;
use crate::session::{self, Commands, Session};
use crate::ui::{Answer, Ui};
use crate::verb::play::full;
use crate::{files, replay};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Assembly sources (with objects and macro libraries), or one image
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    around: Around,
    /// Full-screen interface: program, registers, memory and waves side by side; uses the settings of `mancala play`
    #[arg(long, conflicts_with_all = ["script", "commands", "record"])]
    tui: bool,
    #[command(flatten)]
    commands: Commands,
    #[command(flatten)]
    keeping: replay::Keeping,
}

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    args.check()?;
    let program = program::load(&args.files, &args.around.build, ui)?;
    let computer = args.around.computer(&program)?;
    let mut timeline = Timeline::new(computer);
    let mut answer = Answer::Yes;
    if let Some(path) = &args.keeping.replay {
        let run = replay::read(path)?;
        if !run.head.iter().any(|line| line.key == "program") {
            bail!("{} is not the run of a program", path.display());
        }
        let same = replay::play(path, &run, &mut timeline, |text, _| Input::read(text))?;
        answer = replay::told(path, same, ui)?;
    }
    if args.tui {
        let specimen = Specimen::Program {
            name: args.files[0].display().to_string(),
            time: Box::new(timeline),
            symbols: program.symbols,
        };
        return Ok(answer.and(full::lay(specimen, &args.files[0], ui)?));
    }
    let mut debugger = Debugger::new(timeline, program.symbols);
    let done = session::run(&mut debugger, &args.commands, ui);
    if let Some(path) = &args.keeping.record {
        let run = debugger.timeline().to_run(args.head(), ToString::to_string);
        replay::write(path, &run)?;
    }
    Ok(answer.and(done?))
}

impl Args {
    /// The program, for a run file.
    fn head(&self) -> Vec<HeadLine> {
        let target = &self.around.build.target;
        let files = self.files.iter().map(|file| file.display().to_string());
        let mut head: Vec<HeadLine> = files.map(|file| HeadLine::new("program", &file)).collect();
        head.push(HeadLine::new("variant", target.variant.name()));
        head.push(HeadLine::new("memory", &target.memory.to_string()));
        let irq = self.around.irq.iter();
        head.extend(irq.map(|pulse| HeadLine::new("irq", &pulse.to_string())));
        head
    }

    /// Refuses an output that is an input.
    fn check(&self) -> anyhow::Result<()> {
        let inputs = self.files.iter().chain(&self.around.data);
        let inputs = inputs
            .chain(&self.commands.script)
            .chain(&self.keeping.replay);
        let inputs: Vec<&Path> = inputs.map(PathBuf::as_path).collect();
        let outputs: Vec<&Path> = self.keeping.record.iter().map(PathBuf::as_path).collect();
        files::keep_apart(&inputs, &outputs)
    }
}

impl Session for Debugger {
    fn command(&mut self, line: &str, stop: &Arc<AtomicBool>) -> Reply {
        self.interrupt = Some(Arc::clone(stop));
        Debugger::command(self, line)
    }

    fn mistake(&self, line: &str) -> Option<String> {
        Debugger::mistake(self, line)
    }

    fn words(&self) -> Words {
        let registers = ["r0", "r1", "r2", "r3", "pc", "sp", "ps"];
        let labels = self.symbols.labels.iter().map(|(label, _)| label.clone());
        Words {
            commands: COMMANDS.map(str::to_owned).to_vec(),
            names: labels.chain(registers.map(str::to_owned)).collect(),
        }
    }

    fn greeting(&mut self) -> String {
        Debugger::command(self, "where").text + &Debugger::command(self, "list").text
    }
}
