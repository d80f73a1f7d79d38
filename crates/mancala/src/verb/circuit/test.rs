//! `mancala circuit test`: a circuit against test vectors.

use std::io::Write;
use std::path::PathBuf;

use circuit::vectors::{self, RowReport};
use serde_json::{Value, json};

use super::load::{self, Running, Source};
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
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    let mut simulator = args.source.simulator(&args.running, ui)?;
    let mut files = Vec::new();
    for path in &args.vectors {
        let wrong = |problems: Vec<_>| load::problems(path, &problems);
        let read = vectors::parse(&load::read_text(path)?).map_err(wrong)?;
        let rows = vectors::run(&read, &mut simulator).map_err(wrong)?;
        files.push((path, rows));
    }
    let all = files.iter().flat_map(|(_, rows)| rows);
    let (passed, total) = all.fold((0, 0), |(passed, total), row| {
        (passed + usize::from(row.passed()), total + 1)
    });
    match args.json {
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
            serde_json::to_writer_pretty(&mut ui.out, &answer)?;
            writeln!(ui.out)?;
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
