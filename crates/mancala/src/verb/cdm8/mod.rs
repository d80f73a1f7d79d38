//! `mancala cdm8`: programs for the CdM-8, assembled, disassembled, run, debugged and tested.

pub mod asm;
mod dap;
mod debug;
mod debug_server;
mod dis;
mod in_circuit;
mod lsp;
mod program;
mod run;
mod test;

use std::path::Path;

use cdm8::debug::Computer;
use cdm8::symbols::Symbols;
use clap::Parser;

use crate::ui::{Answer, Ui};

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    /// Assemble and link a program
    Asm(asm::Args),
    /// Disassemble an image into source that assembles back to it
    Dis(dis::Args),
    /// Run a program to its halt; exit code 1 for any other stop
    Run(run::Args),
    /// Debug a program: step forwards and backwards, breakpoints, watchpoints
    Debug(debug::Args),
    /// Language server for editors, on stdin and stdout
    Lsp(lsp::Args),
    /// Debug adapter for editors, on stdin and stdout or on a port
    Dap(dap::Args),
    /// Debug server for the CdM development kit's editor extension (WebSocket)
    DebugServer(debug_server::Args),
    /// Test programs against their expectations
    Test(test::Args),
}

/// A program by its file alone.
#[derive(Debug, Parser)]
struct Unsaid {
    #[command(flatten)]
    around: program::Around,
}

/// The computer with the program of a file in it, as `debug` creates it without further flags.
pub fn of_file(path: &Path, ui: &mut Ui) -> anyhow::Result<(Computer, Symbols)> {
    let Unsaid { around } = Unsaid::try_parse_from(["mancala"])?;
    let program = program::load(&[path.to_owned()], &around.build, ui)?;
    Ok((around.computer(&program)?, program.symbols))
}

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    match &args.verb {
        Verb::Asm(args) => asm::run(args, ui),
        Verb::Dis(args) => dis::run(args, ui),
        Verb::Run(args) => run::run(args, ui),
        Verb::Debug(args) => debug::run(args, ui),
        Verb::Lsp(args) => lsp::run(args, ui),
        Verb::Dap(args) => dap::run(args, ui),
        Verb::DebugServer(args) => debug_server::run(args, ui),
        Verb::Test(args) => test::run(args, ui),
    }
}
