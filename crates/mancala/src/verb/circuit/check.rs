//! `mancala circuit check`: what is wrong with a circuit, or probably not meant so.

use std::io::Write;
use std::sync::Arc;

use circuit::netlist;
use circuit::sim::{SimOptions, Simulator};
use diag::{Diagnostic, Paint, Severity, count as counted};
use serde_json::{Value, json};

use super::libraries::LibraryArgs;
use super::load;
use crate::ui::{Answer, Ui};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// A Logisim project (.circ)
    file: std::path::PathBuf,
    #[command(flatten)]
    libraries: LibraryArgs,
    /// Warnings count as errors
    #[arg(long)]
    strict: bool,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    let reading = load::read_project(&args.file, &args.libraries)?;
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
            let paint = Paint::when(ui.colour.on(&std::io::stdout()));
            for finding in &findings {
                write!(ui.out, "{}", finding.render(paint))?;
            }
            writeln!(
                ui.out,
                "{}: {}, {}",
                counted(project.circuits.len(), "circuit"),
                counted(errors, "error"),
                counted(warnings, "warning")
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
        findings.push(Diagnostic::error(message).code("oscillation"));
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
        let circuit = project.circuit(design.circuit(short.instance));
        findings.push(
            Diagnostic::error(message)
                .code("short-circuit")
                .in_file(&project.files[circuit.file].name)
                .in_circuit(&circuit.name)
                .at_point(short.at),
        );
    }
    Ok(findings)
}

fn as_json(finding: &Diagnostic) -> Value {
    let drawing = finding.drawing();
    json!({
        "severity": finding.severity.name(),
        "code": finding.code,
        "message": finding.message,
        "file": drawing.and_then(|drawing| drawing.file.as_ref()),
        "circuit": drawing.and_then(|drawing| drawing.name.as_ref()),
        "x": drawing.and_then(|drawing| drawing.point).map(|(x, _)| x),
        "y": drawing.and_then(|drawing| drawing.point).map(|(_, y)| y),
    })
}
