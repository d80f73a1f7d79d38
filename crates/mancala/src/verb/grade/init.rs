//! `mancala grade init`: a first panel file for a console.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;

use super::console::other_program;
use crate::files;
use crate::ui::{Answer, Ui};
use crate::verb::circuit::load::Source;
use crate::verb::circuit::native::NativeArgs;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    source: Source,
    /// Write the panel to a new file, instead of printing it
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    let mut simulator = args.source.console(&NativeArgs::default(), false, ui)?;
    let proposal = grade::propose(&mut simulator);
    match &args.output {
        None => ui.out.write_all(proposal.text.as_bytes())?,
        Some(path) => {
            files::create_whole(path, proposal.text.as_bytes())
                .with_context(|| format!("cannot write {}", path.display()))?;
            writeln!(ui.err, "written to {}", path.display())?;
        }
    }
    if let Some(remark) = other_program(&args.source.reading()?.project) {
        writeln!(ui.err, "note: {remark}")?;
    }
    for what in &proposal.missing {
        writeln!(ui.err, "not found: {what}")?;
    }
    let complete = proposal.missing.is_empty();
    Ok(if complete { Answer::Yes } else { Answer::No })
}
