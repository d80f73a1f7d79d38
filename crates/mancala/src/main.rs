//! The command. The only crate that prints, reads files named on the command line, or exits.

mod args;
mod board;
mod cli;
mod files;
mod paint;
mod players;
mod prompt;
mod solving;
mod storage;
mod tables;
mod ui;
mod verb;
mod wording;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
