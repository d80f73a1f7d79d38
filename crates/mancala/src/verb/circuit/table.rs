//! `mancala circuit table`: the truth table of a circuit without memory.

use std::io::{IsTerminal, Write};

use circuit::vectors::{Table, TableError, TableForm};

use super::load::{Running, Source};
use crate::phase::Phase;
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

/// From this many rows on the number of rows is announced.
const MANY: u64 = 1 << 12;
/// Rows between two updates of the progress.
const STEP: u64 = 256;

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    let simulator = args.source.simulator(&args.running, ui)?;
    let mut table = Table::new(&simulator, args.most_bits).map_err(|error| match error {
        TableError::TooLarge { bits } => {
            anyhow::anyhow!("{error}; to get it all the same, add --most-bits {bits}")
        }
        other => other.into(),
    })?;
    let form = match args.format {
        Format::Vectors => TableForm::Vectors,
        Format::Csv => TableForm::Csv,
        Format::Markdown => TableForm::Markdown,
    };
    let rows = table.rows();
    if rows >= MANY {
        writeln!(ui.err, "the table has {rows} rows")?;
    }
    // On a terminal the rows themselves show the progress.
    let phase = (!std::io::stdout().is_terminal()).then(|| Phase::count("rows", rows));
    ui.out.write_all(table.head(form).as_bytes())?;
    let mut done = 0;
    while let Some(row) = table.next() {
        ui.out.write_all(table.line(form, &row?).as_bytes())?;
        done += 1;
        if let (0, Some(phase)) = (done % STEP, &phase) {
            phase.step(STEP);
        }
    }
    Ok(Answer::Yes)
}
