//! `mancala chip vectors`: test vectors from a specification.

use std::path::PathBuf;

use anyhow::Context;
use chip::vectors;

use super::files;
use crate::files::{keep_apart, write_whole};
use crate::ui::{Answer, Ui};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// A specification (.chip)
    spec: PathBuf,
    /// Rows to write; a chip without memory gets all its inputs if they are this few, else random ones
    #[arg(long, default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=1_000_000), value_name = "N")]
    rows: u32,
    /// Random seed; the same seed gives the same rows
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// The file to write, instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    if let Some(output) = &args.output {
        keep_apart(&[&args.spec], &[output])?;
    }
    let chip = files::one(&args.spec, ui)?;
    let runs = vectors::choose(&chip, args.rows as usize, args.seed);
    let text = vectors::write(&chip, &runs);
    match &args.output {
        None => write!(ui.out, "{text}")?,
        Some(path) => write_whole(path, text.as_bytes())
            .with_context(|| format!("cannot write {}", path.display()))?,
    }
    Ok(Answer::Yes)
}
