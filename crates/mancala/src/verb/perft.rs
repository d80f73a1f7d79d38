//! `mancala perft`: counts move sequences, to check move generation against other programs.

use std::io::Write;

use kalah::Side;

use crate::args::RuleArgs;
use crate::ui::{Answer, Ui};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Count sequences of 1 to this many moves
    #[arg(value_parser = clap::value_parser!(u32).range(1..=30))]
    depth: u32,
    /// The position to start from; the start position if left out
    position: Option<String>,
    #[command(flatten)]
    rules: RuleArgs,
}

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    let position = args.rules.position(args.position.as_deref(), Side::South)?;
    for depth in 1..=args.depth {
        writeln!(ui.out, "{depth:2} {}", kalah::perft(&position, depth))?;
        ui.out.flush()?;
    }
    Ok(Answer::Yes)
}
