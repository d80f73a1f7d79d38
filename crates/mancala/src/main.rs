//! The command. The only crate that prints, reads files named on the command line, or exits.

mod archive;
mod args;
mod board;
mod cli;
mod complaint;
mod files;
mod help;
mod interrupt;
mod lines;
mod moves;
mod page;
mod paint;
mod phase;
mod plan;
mod players;
mod prompt;
mod replay;
mod reporting;
mod rows;
mod screen;
mod session;
mod solving;
mod storage;
mod stream;
mod tables;
mod ui;
mod verb;
mod wording;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
