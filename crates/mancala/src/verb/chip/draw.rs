//! `mancala chip draw`: a circuit that implements the chip.

use std::path::PathBuf;

use anyhow::Context;
use chip::{Effort, Verdict};

use super::files;
use crate::files::{keep_apart, write_whole};
use crate::ui::{Answer, Ui};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// A specification (.chip)
    spec: PathBuf,
    /// The Logisim project to write, instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    if let Some(output) = &args.output {
        keep_apart(&[&args.spec], &[output])?;
    }
    let chip = files::one(&args.spec, ui)?;
    let name = match &args.output {
        Some(path) => path.display().to_string(),
        None => format!("{}.circ", chip.name),
    };
    let drawing = chip::draw::draw(&chip, &name, &Effort::default())
        .with_context(|| args.spec.display().to_string())?;
    let how = match drawing.verdict {
        Verdict::Proven(proof) => format!("proven, {}", super::check::how(proof)),
        Verdict::Unproven { rows, why } => format!(
            "not proven: {why}; no difference in {}",
            diag::count(rows, "random row")
        ),
        Verdict::Differs(_) => "different".to_owned(),
    };
    writeln!(ui.err, "{}: {how}", chip.name)?;
    let bytes = drawing.document.bytes();
    match &args.output {
        None => ui.out.write_all(&bytes)?,
        Some(path) => {
            write_whole(path, &bytes)
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
    }
    Ok(Answer::Yes)
}
