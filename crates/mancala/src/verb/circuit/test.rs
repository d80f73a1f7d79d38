//! `mancala circuit test`: a circuit against test vectors.

use std::io::Write;
use std::path::{Path, PathBuf};

use circuit::vectors::{self, RowReport};
use results::{Outcome, Report, Test};
use serde_json::{Value, json};

use super::load::{self, Running, Source};
use crate::files;
use crate::reporting::ReportArgs;
use crate::rows;
use crate::ui::{Answer, Ui};
use crate::wording;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    source: Source,
    /// Files of test vectors, in Logisim-evolution's format
    #[arg(required = true)]
    vectors: Vec<PathBuf>,
    #[command(flatten)]
    running: Running,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    report: ReportArgs,
}

/// Maximum number of failed rows in a report.
const MOST_TOLD: usize = 20;

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    let mut inputs: Vec<&Path> = args.vectors.iter().map(PathBuf::as_path).collect();
    inputs.push(args.source.file());
    args.report.keep_apart(&inputs)?;
    let mut simulator = args.source.simulator(&args.running, ui)?;
    let mut files = Vec::new();
    for path in &args.vectors {
        let wrong = |problems: Vec<_>| load::problems(path, &problems);
        let read = vectors::parse(&files::read_text(path)?).map_err(wrong)?;
        let rows = vectors::run(&read, &mut simulator).map_err(wrong)?;
        files.push((path, rows));
    }
    let all = files.iter().flat_map(|(_, rows)| rows);
    let (passed, total) = all.fold((0, 0), |(passed, total), row| {
        (passed + usize::from(row.passed()), total + 1)
    });
    match args.json {
        _ if args.report.is_asked() => args.report.write(&report(args, &files), ui)?,
        true => {
            let files: Vec<Value> = files
                .iter()
                .map(|(path, rows)| {
                    let failures = rows.iter().filter(|row| !row.passed()).map(row_json);
                    json!({
                        "file": path.display().to_string(),
                        "rows": rows.len(),
                        "failures": failures.collect::<Vec<_>>(),
                    })
                })
                .collect();
            let answer = json!({"passed": passed, "rows": total, "files": files});
            rows::print_pretty(answer, ui)?;
        }
        false => {
            for (path, rows) in &files {
                for row in rows.iter().filter(|row| !row.passed()) {
                    writeln!(
                        ui.out,
                        "FAIL  {}:{}: {}",
                        path.display(),
                        row.line,
                        told(row)
                    )?;
                }
            }
            let rows = wording::count(total, "row");
            writeln!(ui.out, "{passed} of {rows} passed")?;
        }
    }
    Ok(if passed == total {
        Answer::Yes
    } else {
        Answer::No
    })
}

/// A test for each file of vectors, with a point for each row.
fn report(args: &Args, files: &[(&PathBuf, Vec<RowReport>)]) -> Report {
    let tests = files.iter().map(|(path, rows)| {
        let failed: Vec<&RowReport> = rows.iter().filter(|row| !row.passed()).collect();
        let first = failed.iter().take(MOST_TOLD);
        let mut lines: Vec<String> = first
            .map(|row| format!("line {}: {}", row.line, told(row)))
            .collect();
        if failed.len() > MOST_TOLD {
            lines.push(format!("... and {} more", failed.len() - MOST_TOLD));
        }
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        Test {
            id: stem.to_lowercase().replace(' ', "-"),
            name: path.display().to_string(),
            outcome: match failed.is_empty() {
                true => Outcome::Passed,
                false => Outcome::Failed,
            },
            points: count(rows.len() - failed.len()),
            max_points: count(rows.len()),
            hidden: false,
            checked: 0,
            output: lines.join("\n"),
            script: None,
            run: None,
            link: None,
        }
    });
    Report {
        name: args.source.file().display().to_string(),
        tests: tests.collect(),
        facts: Vec::new(),
        notes: Vec::new(),
    }
}

fn told(row: &RowReport) -> String {
    let mut texts: Vec<String> = row.mismatches.iter().map(ToString::to_string).collect();
    if row.oscillates {
        texts.push("the circuit oscillates".into());
    }
    let step = match row.seq {
        0 => String::new(),
        seq => format!("set {}, step {seq}: ", row.set),
    };
    let inputs = row.inputs.iter();
    let inputs: Vec<String> = inputs
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    let given = match inputs.is_empty() {
        true => String::new(),
        false => format!("{}: ", inputs.join(" ")),
    };
    format!("{step}{given}{}", texts.join("; "))
}

fn row_json(row: &RowReport) -> Value {
    let mismatches: Vec<Value> = row
        .mismatches
        .iter()
        .map(|one| json!({"column": one.path, "expected": one.expected, "found": one.found}))
        .collect();
    let inputs = row.inputs.iter();
    let inputs = inputs.map(|(name, value)| (name.clone(), json!(value)));
    json!({
        "line": row.line, "set": row.set, "seq": row.seq,
        "inputs": inputs.collect::<serde_json::Map<_, _>>(),
        "oscillates": row.oscillates, "mismatches": mismatches,
    })
}
