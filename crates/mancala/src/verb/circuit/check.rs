//! `mancala circuit check`: the mistakes in a circuit, certain and probable.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use bench::project;
use circuit::netlist;
use circuit::project::Project;
use circuit::read::Reading;
use circuit::sim::{SimOptions, Simulator};
use diag::{Diagnostic, Paint, Severity, count as counted};
use serde_json::{Value, json};

use super::libraries::LibraryArgs;
use super::load;
use crate::files;
use crate::rows;
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
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    let reading = load::read_project(&args.file, &args.libraries)?;
    let (project, findings) = findings(&args.file, reading)?;
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
            rows::print_pretty(answer, ui)?;
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

/// All mistakes in the project of a file, certain and probable.
pub fn findings(file: &Path, reading: Reading) -> anyhow::Result<(Arc<Project>, Vec<Diagnostic>)> {
    let mut findings = reading.diagnostics;
    let project = Arc::new(reading.project);
    findings.extend(netlist::check(&project));
    findings.extend(project::forgotten_images(&project, |name| {
        beside(file, name)
    }));
    if project.main().is_some() {
        let simulator = Simulator::new(project.clone(), None, &SimOptions::default())?;
        findings.extend(simulator.faults_at_start());
    }
    Ok((project, findings))
}

/// The files beside a project that have this name but for the ending, with their texts.
fn beside(project: &Path, name: &str) -> Vec<(String, String)> {
    let entries = files::entries(&files::folder_of(project)).unwrap_or_default();
    let named = entries.into_iter().filter(|entry| {
        let stem = entry.path.file_stem().unwrap_or_default();
        stem.to_string_lossy().eq_ignore_ascii_case(name) && !entry.is_folder
    });
    // Not a text: not an image.
    let read = named.filter_map(|files::Entry { path, .. }| {
        let text = files::read_text(&path).ok()?;
        Some((path.file_name()?.to_string_lossy().into_owned(), text))
    });
    read.collect()
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
