//! `mancala circuit`: Logisim circuits, checked, measured, run, tested and drawn without a window.
//!
//! Exit code 0 for success, 1 for a negative answer (errors found, an expectation failed, an oscillation), 2 if the
//! file, the script or the usage is wrong.

mod bench;
pub mod check;
mod debug;
pub mod libraries;
mod list;
pub mod load;
pub mod native;
mod run;
mod stage;
mod stats;
mod svg;
mod table;
mod test;

use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;

use circuit::sim::Simulator;
use clap::Parser;

use crate::ui::{Answer, Ui};

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    /// Check a circuit for mistakes; exit code 1 if there are errors
    Check(check::Args),
    /// List the names of all parts, as other commands accept them
    List(list::Args),
    /// Count parts and nets, find the longest path, show the hierarchy
    Stats(stats::Args),
    /// Run a circuit, by itself or by a script; exit code 1 if an expectation fails
    Run(run::Args),
    /// Debug a circuit: step forwards and backwards, stop at conditions, inspect values
    Debug(debug::Args),
    /// Test a circuit against test vectors (Logisim-evolution's format)
    Test(test::Args),
    /// Write the truth table of a circuit without memory
    Table(table::Args),
    /// Measure how fast a circuit runs
    Bench(bench::Args),
    /// Draw a circuit as Logisim draws it
    Svg(svg::Args),
}

/// A circuit by its file alone.
#[derive(Debug, Parser)]
struct Unsaid {
    #[command(flatten)]
    source: load::Source,
    #[command(flatten)]
    running: load::Running,
}

/// The circuit of a file, as `debug` creates it without further flags.
pub fn of_file(path: &Path, ui: &mut Ui) -> anyhow::Result<Simulator> {
    let words = [OsStr::new("mancala"), OsStr::new("--"), path.as_os_str()];
    let Unsaid { source, running } = Unsaid::try_parse_from(words)?;
    source.simulator(&running, ui)
}

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    let answer = match &args.verb {
        Verb::Check(args) => check::run(args, ui),
        Verb::List(args) => list::run(args, ui),
        Verb::Stats(args) => stats::run(args, ui),
        Verb::Run(args) => run::run(args, ui),
        Verb::Debug(args) => debug::run(args, ui),
        Verb::Test(args) => test::run(args, ui),
        Verb::Table(args) => table::run(args, ui),
        Verb::Bench(args) => bench::run(args, ui),
        Verb::Svg(args) => svg::run(args, ui),
    };
    match answer {
        Err(error) if error.is::<load::Incomplete>() => {
            writeln!(ui.err, "error: {error}")?;
            Ok(Answer::No)
        }
        other => other,
    }
}
