//! The command line: one definition, from which help, man page and completions come too.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use crate::ui::{Answer, Colour, Ui};
use crate::verb;

/// The Mancala console, from logic gates to perfect play.
#[derive(Debug, Parser)]
#[command(name = "mancala", version, about)]
pub struct Cli {
    /// When to use colour; NO_COLOR in the environment switches it off too
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    color: Colour,

    #[command(subcommand)]
    verb: Option<Verb>,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Print the completion script of a shell
    Completions(verb::completions::Args),
    /// Debug a CdM-8 program: step forwards and backwards, breakpoints, watchpoints
    Debug(verb::debug::Args),
    /// Disassemble a CdM-8 image into source that assembles back to it
    Dis(verb::dis::Args),
    /// Print the manual page
    Man(verb::man::Args),
    /// Run a CdM-8 program to its halt; exit code 1 for any other stop
    Run(verb::run::Args),
    /// Test CdM-8 programs against what is expected of them
    Test(verb::test::Args),
}

/// Parses the command line, runs the verb and turns what it answers into an exit code.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version go to stdout with code 0, wrong usage to stderr with code 2.
            let code = error.exit_code();
            return match error.print() {
                Ok(()) => ExitCode::from(code as u8),
                Err(_) => ExitCode::from(2),
            };
        }
    };
    let mut ui = Ui::new(cli.color);
    let result = run(cli.verb, &mut ui).and_then(|answer| {
        ui.out.flush()?;
        Ok(answer)
    });
    match result {
        Ok(Answer::Yes) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = ui.out.flush();
            let _ = writeln!(ui.err, "error: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn run(verb: Option<Verb>, ui: &mut Ui) -> anyhow::Result<Answer> {
    match verb {
        None => {
            Cli::command().write_long_help(&mut ui.out)?;
            Ok(Answer::Yes)
        }
        Some(Verb::Completions(args)) => verb::completions::run(&args, ui),
        Some(Verb::Debug(args)) => verb::debug::run(&args, ui),
        Some(Verb::Dis(args)) => verb::dis::run(&args, ui),
        Some(Verb::Man(args)) => verb::man::run(&args, ui),
        Some(Verb::Run(args)) => verb::run::run(&args, ui),
        Some(Verb::Test(args)) => verb::test::run(&args, ui),
    }
}

/// The definition of the whole command line, for completions and the manual.
pub fn command() -> clap::Command {
    Cli::command()
}

/// The reader of our output went away (`mancala ... | head`): that is no error.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}
