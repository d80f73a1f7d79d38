//! `mancala chip`: specifications of chips in the language of the 2016 notes.
//!
//! Exit code 0 for success, 1 for a negative answer (a specification with errors, a circuit that is not the chip, or one that
//! could not be proven), 2 if a file or the usage is wrong.

mod check;
mod draw;
pub mod files;
mod read;
mod run;
mod vectors;

use crate::ui::{Answer, Ui};

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    /// Look for mistakes and contradictions in specifications
    Read(read::Args),
    /// Prove that a circuit is the chip, or show the shortest run in which it is not
    Check(check::Args),
    /// Run a specification on its own: set inputs, see outputs
    Run(run::Args),
    /// Write test vectors from a specification
    Vectors(vectors::Args),
    /// Draw a circuit that implements the chip, and prove it
    Draw(draw::Args),
}

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    match &args.verb {
        Verb::Read(args) => read::run(args, ui),
        Verb::Check(args) => check::run(args, ui),
        Verb::Run(args) => run::run(args, ui),
        Verb::Vectors(args) => vectors::run(args, ui),
        Verb::Draw(args) => draw::run(args, ui),
    }
}
