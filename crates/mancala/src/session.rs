//! A debugger session: commands from flags, from a script, or from a person at a prompt.
//!
//! Exit code 0 if all expectations hold, 1 if one does not, 2 if a command is wrong.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::bail;
use diag::{Diagnostic, Excerpt, count};
use timeline::talk::{Reply, Verdict};

use crate::files;
use crate::prompt::{Heard, Piped, Prompt, Words};
use crate::ui::{Answer, Ui};

/// The source of commands.
#[derive(Debug, clap::Args)]
pub struct Commands {
    /// Commands to run instead of reading them from the terminal; exit code 1 if an expectation fails
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,
    /// A command to run first; may be repeated
    #[arg(short = 'x', long = "execute", value_name = "COMMAND")]
    commands: Vec<String>,
}

/// Something that answers commands.
pub trait Session {
    /// Executes a line; once `stop` is set, a running command ends.
    fn command(&mut self, line: &str, stop: &Arc<AtomicBool>) -> Reply;

    /// The mistake in a line, if it can be found before anything runs.
    fn mistake(&self, line: &str) -> Option<String>;

    /// Words for completion.
    fn words(&self) -> Words;

    /// The greeting.
    fn greeting(&mut self) -> String {
        String::new()
    }
}

/// Executes the commands of the flags and of the script; without a script, those of a person.
pub fn run(session: &mut dyn Session, from: &Commands, ui: &mut Ui) -> anyhow::Result<Answer> {
    let mut answer = Answer::Yes;
    for (at, command) in from.commands.iter().enumerate() {
        match scripted(session, command, &format!("command {}", at + 1), ui)? {
            Verdict::Quit => return Ok(answer),
            Verdict::Failed => answer = Answer::No,
            Verdict::Good | Verdict::Wrong => {}
        }
    }
    match &from.script {
        Some(path) => script(session, path, answer, ui),
        None => converse(session, answer, ui),
    }
}

/// Executes a command of a script and shows it with its reply; `place` names it if it fails.
fn scripted(
    session: &mut dyn Session,
    command: &str,
    place: &str,
    ui: &mut Ui,
) -> anyhow::Result<Verdict> {
    writeln!(ui.out, "> {}", command.trim())?;
    let reply = session.command(command, &Arc::default());
    write!(ui.out, "{}", reply.text)?;
    if reply.verdict == Verdict::Wrong {
        bail!("{place} failed: {}", command.trim());
    }
    Ok(reply.verdict)
}

fn script(
    session: &mut dyn Session,
    path: &Path,
    mut answer: Answer,
    ui: &mut Ui,
) -> anyhow::Result<Answer> {
    let text = files::read_text_leniently(path)?;
    let mistakes: Vec<String> = (text.lines().enumerate())
        .filter_map(|(at, line)| {
            let file = path.display().to_string();
            let place = Excerpt::line(&file, at + 1, line);
            let mistake = Diagnostic::error(session.mistake(line)?);
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
        let place = format!("{}:{}: this command", path.display(), at + 1);
        match scripted(session, line, &place, ui)? {
            Verdict::Quit => break,
            Verdict::Failed => answer = Answer::No,
            Verdict::Good | Verdict::Wrong => {}
        }
    }
    Ok(answer)
}

/// Commands from standard input; a prompt only for a person. A person may mistype; in a pipe the exit code reports it.
fn converse(session: &mut dyn Session, mut answer: Answer, ui: &mut Ui) -> anyhow::Result<Answer> {
    let person = io::stdin().is_terminal();
    if person {
        writeln!(ui.out, "help lists the commands, quit leaves")?;
        write!(ui.out, "{}", session.greeting())?;
    }
    let ctrl_c = CtrlC::watch()?;
    let mut prompt = Prompt::stdin(Piped::Silent).completing(|| session.words());
    let mut wrong = Vec::new();
    let answer = loop {
        let line = match prompt.hear(&mut ui.out, "> ")? {
            Heard::Line(line) => line,
            Heard::Interrupted => {
                writeln!(ui.out, "quit leaves")?;
                continue;
            }
            Heard::End => break answer,
        };
        if !person && line.is_empty() {
            continue;
        }
        let reply = ctrl_c.during(|stop| session.command(&line, stop));
        write!(ui.out, "{}", reply.text)?;
        match reply.verdict {
            Verdict::Quit => break answer,
            Verdict::Failed => answer = Answer::No,
            Verdict::Wrong if !person => wrong.push(line),
            Verdict::Good | Verdict::Wrong => {}
        }
    };
    refuse(&wrong)?;
    Ok(answer)
}

/// The failed commands from a pipe, as one error.
pub fn refuse(wrong: &[String]) -> anyhow::Result<()> {
    match wrong {
        [] => Ok(()),
        [only] => bail!("this command failed: {only}"),
        [first, ..] => bail!(
            "{} failed; the first: {first}",
            count(wrong.len(), "command")
        ),
    }
}

/// Ctrl-C ends a running command, not the debugger.
struct CtrlC {
    running: Arc<AtomicBool>,
    stop: Arc<AtomicBool>,
}

impl CtrlC {
    fn watch() -> anyhow::Result<CtrlC> {
        let watch = CtrlC {
            running: Arc::default(),
            stop: Arc::default(),
        };
        let (running, stop) = (Arc::clone(&watch.running), Arc::clone(&watch.stop));
        ctrlc::set_handler(move || match running.load(Ordering::SeqCst) {
            true => stop.store(true, Ordering::SeqCst),
            // The exit code of a shell for a program ended by a signal.
            false => std::process::exit(130),
        })?;
        Ok(watch)
    }

    fn during<T>(&self, command: impl FnOnce(&Arc<AtomicBool>) -> T) -> T {
        self.stop.store(false, Ordering::SeqCst);
        self.running.store(true, Ordering::SeqCst);
        let result = command(&self.stop);
        self.running.store(false, Ordering::SeqCst);
        result
    }
}
