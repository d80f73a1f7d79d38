//! `mancala chip read`: the mistakes in specifications.

use std::path::PathBuf;

use diag::{Diagnostic, Severity, count};
use serde_json::{Value, json};

use super::files;
use crate::ui::{Answer, Ui};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Specifications (.chip), or folders of them
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Warnings count as errors
    #[arg(long)]
    strict: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    let (mut chips, mut found) = (0, Vec::new());
    for path in &args.files {
        for file in files::files(path)? {
            let reading = files::read(&file)?;
            chips += reading.chips.len();
            found.extend(reading.diagnostics);
        }
    }
    let errors = found.iter().filter(|one| one.is_error()).count();
    let warnings = found.len() - errors;
    if args.json {
        let list: Vec<Value> = found.iter().map(as_json).collect();
        let answer =
            json!({"chips": chips, "errors": errors, "warnings": warnings, "findings": list});
        serde_json::to_writer_pretty(&mut ui.out, &answer)?;
        writeln!(ui.out)?;
    } else {
        let paint = diag::Paint::when(ui.colour.on(&std::io::stdout()));
        for one in &found {
            write!(ui.out, "{}", one.render(paint))?;
        }
        writeln!(
            ui.out,
            "{}: {}, {}",
            count(chips, "chip"),
            count(errors, "error"),
            count(warnings, "warning")
        )?;
    }
    let bad = errors > 0 || args.strict && warnings > 0;
    Ok(if bad { Answer::No } else { Answer::Yes })
}

fn as_json(one: &Diagnostic) -> Value {
    let at = one.excerpt();
    json!({
        "severity": match one.severity { Severity::Error => "error", Severity::Warning => "warning" },
        "code": one.code,
        "message": one.message,
        "label": one.label,
        "help": one.help,
        "file": at.map(|at| at.file.clone()),
        "line": at.map(|at| at.line),
        "column": at.map(|at| at.column),
        "width": at.map(|at| at.width),
    })
}
