//! `mancala cdm8 debug`: the debugger in a terminal, or driven by a script.
//!
//! With a script: exit code 0 if every `assert` in it holds, 1 if one fails, 2 if a command is wrong.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, bail};
use cdm8::debug::Debugger;
use cdm8::debug::command::Verdict;
use tui::Specimen;

use super::program::{self, Around};
use diag::{Diagnostic, Excerpt, count};

use crate::prompt::{Heard, Piped, Prompt};
use crate::ui::{Answer, Ui};
use crate::verb::play::full;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Assembly sources (with objects and macro libraries), or one image
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    around: Around,
    /// Fill the screen: program, registers, memory and waves side by side; settings as `mancala play` has them
    #[arg(long, conflicts_with_all = ["script", "commands"])]
    tui: bool,
    /// Commands to run instead of reading them from the terminal
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,
    /// A command to run first; may be given several times
    #[arg(short = 'x', long = "execute", value_name = "COMMAND")]
    commands: Vec<String>,
}

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    let program = program::load(&args.files, &args.around.build, ui)?;
    let computer = args.around.computer(&program)?;
    if args.tui {
        let specimen = Specimen::Program {
            name: args.files[0].display().to_string(),
            computer: Box::new(computer),
            symbols: program.symbols,
        };
        return full::lay(specimen, &args.files[0], ui);
    }
    let mut debugger = Debugger::new(computer, program.symbols);
    let mut answer = Answer::Yes;
    for (at, command) in args.commands.iter().enumerate() {
        match scripted(&mut debugger, command, ui).with_context(|| format!("command {}", at + 1))? {
            Verdict::Quit => return Ok(answer),
            Verdict::Failed => answer = Answer::No,
            _ => {}
        }
    }
    match &args.script {
        Some(path) => run_script(&mut debugger, path, answer, ui),
        None => interact(&mut debugger, answer, ui),
    }
}

/// A command of a script, shown with its reply.
fn scripted(debugger: &mut Debugger, command: &str, ui: &mut Ui) -> anyhow::Result<Verdict> {
    writeln!(ui.out, "> {}", command.trim())?;
    let reply = debugger.command(command);
    write!(ui.out, "{}", reply.text)?;
    if reply.verdict == Verdict::Wrong {
        bail!("this went wrong: {}", command.trim());
    }
    Ok(reply.verdict)
}

fn run_script(
    debugger: &mut Debugger,
    path: &Path,
    mut answer: Answer,
    ui: &mut Ui,
) -> anyhow::Result<Answer> {
    let text = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let text = String::from_utf8_lossy(&text);
    let text = diag::without_mark(&text);
    let mistakes: Vec<String> = (text.lines().enumerate())
        .filter_map(|(at, line)| {
            let file = path.display().to_string();
            let place = Excerpt::line(&file, at + 1, line);
            let mistake = Diagnostic::error(debugger.mistake(line)?);
            Some(mistake.at(place).to_string())
        })
        .collect();
    if !mistakes.is_empty() {
        bail!(
            "{} in the script\n{}",
            count(mistakes.len(), "mistake"),
            mistakes.join("\n").trim_end()
        );
    }
    for (at, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        match scripted(debugger, line, ui)
            .with_context(|| format!("{}:{}", path.display(), at + 1))?
        {
            Verdict::Quit => break,
            Verdict::Failed => answer = Answer::No,
            _ => {}
        }
    }
    Ok(answer)
}

/// Commands from standard input; a prompt only for a person.
fn interact(debugger: &mut Debugger, mut answer: Answer, ui: &mut Ui) -> anyhow::Result<Answer> {
    let person = io::stdin().is_terminal();
    if person {
        writeln!(ui.out, "help lists the commands, quit leaves")?;
        write!(ui.out, "{}", debugger.command("where").text)?;
        write!(ui.out, "{}", debugger.command("list").text)?;
    }
    let ctrl_c = CtrlC::watch(debugger)?;
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
        let reply = ctrl_c.during(|| debugger.command(&line));
        write!(ui.out, "{}", reply.text)?;
        match reply.verdict {
            Verdict::Quit => return Ok(answer),
            Verdict::Failed => answer = Answer::No,
            Verdict::Good | Verdict::Wrong => {}
        }
    }
}

/// Ctrl-C ends a running command, not the debugger.
struct CtrlC {
    running: Arc<AtomicBool>,
    stop: Arc<AtomicBool>,
}

impl CtrlC {
    fn watch(debugger: &mut Debugger) -> anyhow::Result<CtrlC> {
        let running = Arc::new(AtomicBool::new(false));
        let stop = Arc::new(AtomicBool::new(false));
        debugger.interrupt = Some(Arc::clone(&stop));
        let watch = CtrlC {
            running: Arc::clone(&running),
            stop: Arc::clone(&stop),
        };
        ctrlc::set_handler(move || match running.load(Ordering::SeqCst) {
            true => stop.store(true, Ordering::SeqCst),
            // As the shell tells of a program that a signal ended.
            false => std::process::exit(130),
        })?;
        Ok(watch)
    }

    fn during<T>(&self, command: impl FnOnce() -> T) -> T {
        self.stop.store(false, Ordering::SeqCst);
        self.running.store(true, Ordering::SeqCst);
        let result = command();
        self.running.store(false, Ordering::SeqCst);
        result
    }
}
