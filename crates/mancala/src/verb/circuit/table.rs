//! `mancala circuit table`: the truth table of a circuit without memory.

use std::io::Write;

use circuit::vectors;

use super::load::{Running, Source};
use crate::ui::{Answer, Ui};

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    running: Running,
    /// vectors (which `circuit test` reads), csv or markdown
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,
    /// Refuse tables of more than 2^N rows
    #[arg(long, default_value_t = 16, value_name = "N")]
    most_bits: u32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    #[default]
    Vectors,
    Csv,
    Markdown,
}

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    let mut simulator = args.source.simulator(&args.running, ui)?;
    let table = vectors::table(&mut simulator, args.most_bits)?;
    let text = match args.format {
        Format::Vectors => table.to_vectors(),
        Format::Csv => table.to_csv(),
        Format::Markdown => table.to_markdown(),
    };
    ui.out.write_all(text.as_bytes())?;
    Ok(Answer::Yes)
}
