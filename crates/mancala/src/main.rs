//! The command. The only crate that prints, reads files named on the command line, or exits.

mod cli;
mod ui;
mod verb;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
