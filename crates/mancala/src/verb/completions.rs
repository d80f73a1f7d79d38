//! `mancala completions`: the completion script of a shell.

use clap_complete::Shell;

use crate::cli;
use crate::ui::{Answer, Ui};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The shell to complete for
    shell: Shell,
}

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    // clap_complete panics on a write error, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut cli::parser(), "mancala", &mut script);
    ui.out.write_all(&script)?;
    Ok(Answer::Yes)
}
