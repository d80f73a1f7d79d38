//! `mancala circuit check`: what is wrong with a circuit, or probably not meant so.

use std::io::Write;
use std::sync::Arc;

use circuit::diag::{Diagnostic, Severity};
use circuit::netlist;
use circuit::sim::{SimOptions, Simulator};
use serde_json::{Value, json};

use super::load;
use crate::paint::Paint;
use crate::ui::{Answer, Ui};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// A Logisim project (.circ)
    file: std::path::PathBuf,
    /// Warnings count as errors
    #[arg(long)]
    strict: bool,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    let reading = load::read_project(&args.file)?;
    let mut findings = reading.diagnostics;
    let project = Arc::new(reading.project);
    findings.extend(netlist::check(&project));
    if project.main().is_some() {
        findings.extend(at_start(&project)?);
    }
    let count = |severity| {
        findings
            .iter()
            .filter(|one| one.severity == severity)
            .count()
    };
    let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
    match args.json {
        true => {
            let list: Vec<Value> = findings.iter().map(as_json).collect();
            let answer = json!({
                "file": args.file.display().to_string(),
                "errors": errors, "warnings": warnings, "findings": list,
            });
            serde_json::to_writer_pretty(&mut ui.out, &answer)?;
            writeln!(ui.out)?;
        }
        false => {
            let paint = Paint::new(ui.colour.on(&std::io::stdout()));
            for finding in &findings {
                writeln!(ui.out, "{}", painted(finding, paint))?;
            }
            let circuits = project.circuits.len();
            writeln!(
                ui.out,
                "{circuits} circuits: {errors} errors, {warnings} warnings"
            )?;
        }
    }
    let bad = errors > 0 || (args.strict && warnings > 0);
    Ok(if bad { Answer::No } else { Answer::Yes })
}

/// What shows only when the main circuit is switched on.
fn at_start(project: &Arc<circuit::project::Project>) -> anyhow::Result<Vec<Diagnostic>> {
    let simulator = Simulator::new(project.clone(), None, &SimOptions::default())?;
    let design = simulator.design();
    let mut findings = Vec::new();
    if let Some(oscillation) = simulator.oscillation() {
        let parts: Vec<String> = oscillation
            .parts
            .iter()
            .take(10)
            .map(|&part| design.path(part))
            .collect();
        let message = format!(
            "the main circuit oscillates at the start; still changing: {}",
            parts.join(", ")
        );
        findings.push(Diagnostic::error("oscillation", message));
    }
    for short in simulator.short_circuits() {
        let drivers: Vec<String> = short
            .drivers
            .iter()
            .take(10)
            .map(|&(part, value)| {
                format!(
                    "{} drives {}",
                    design.path(part),
                    circuit::show::value(value)
                )
            })
            .collect();
        let message = format!("short circuit at the start: {}", drivers.join(", "));
        let circuit = design.circuit(short.instance);
        findings.push(
            Diagnostic::error("short-circuit", message)
                .in_circuit(&project.circuit(circuit).name)
                .at(short.at),
        );
    }
    Ok(findings)
}

fn painted(finding: &Diagnostic, paint: Paint) -> String {
    let text = finding.to_string();
    match (finding.severity, text.split_once(": ")) {
        (Severity::Error, Some((word, rest))) => format!("{}: {rest}", paint.bad(word)),
        (Severity::Warning, Some((word, rest))) => format!("{}: {rest}", paint.accent(word)),
        _ => text,
    }
}

fn as_json(finding: &Diagnostic) -> Value {
    json!({
        "severity": match finding.severity { Severity::Error => "error", Severity::Warning => "warning" },
        "code": finding.code,
        "message": finding.message,
        "file": finding.file,
        "circuit": finding.circuit,
        "x": finding.location.map(|at| at.x),
        "y": finding.location.map(|at| at.y),
    })
}
