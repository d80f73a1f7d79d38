//! Running other programs, and saying what runs.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, bail};

/// The root of the workspace.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}

/// The cargo that started us.
pub fn cargo() -> Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.current_dir(root());
    command
}

/// Runs a command, its output going where ours goes; an error unless it succeeds.
pub fn run(command: &mut Command) -> Result<()> {
    let shown = shown(command);
    let status = command
        .status()
        .with_context(|| format!("cannot start {shown}"))?;
    if !status.success() {
        bail!("{shown}: {status}");
    }
    Ok(())
}

/// Runs a command and returns what it printed; an error, with all it said, unless it succeeds.
pub fn output(command: &mut Command) -> Result<String> {
    let shown = shown(command);
    let output = command
        .output()
        .with_context(|| format!("cannot start {shown}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        bail!("{shown}: {}\n{text}{said}", output.status);
    }
    Ok(text)
}

/// The command as a person would type it.
fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let program = program.file_stem().unwrap_or(command.get_program());
    let words = std::iter::once(program).chain(command.get_args());
    words
        .map(OsStr::to_string_lossy)
        .collect::<Vec<_>>()
        .join(" ")
}

/// Steps of a chore, each with the time it took.
#[derive(Default)]
pub struct Steps(Vec<(String, f64)>);

impl Steps {
    pub fn step(&mut self, name: &str, work: impl FnOnce() -> Result<()>) -> Result<()> {
        println!("== {name}");
        let start = Instant::now();
        work().with_context(|| format!("{name} failed"))?;
        let seconds = start.elapsed().as_secs_f64();
        println!("== {name}: {seconds:.0} s");
        self.0.push((name.to_owned(), seconds));
        Ok(())
    }

    pub fn report(&self) {
        println!("== all passed");
        for (name, seconds) in &self.0 {
            println!("{seconds:7.1} s  {name}");
        }
    }
}
