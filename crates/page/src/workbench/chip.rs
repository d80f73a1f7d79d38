//! Chip specifications on the workbench: read as they are typed, drawn, and compared with circuits.

use std::sync::Arc;

use bench::project::{File, Files};
use chip::{Chip, Effort};
use diag::Diagnostic;
use serde::Serialize;

use super::script::Ask;
use crate::course::{OutcomeView, outcome_view};
use crate::failures;
use crate::finding::{Finding, findings};
use crate::reply::{Answer, Failure, json, read};

#[derive(Serialize)]
struct Read {
    findings: Vec<Finding>,
    /// The chips of the file.
    chips: Vec<String>,
}

#[derive(Serialize)]
struct Compared {
    /// The mistakes in the specification itself.
    findings: Vec<Finding>,
    chip: Option<String>,
    circuit: Option<String>,
    outcome: Option<OutcomeView>,
}

#[derive(Serialize)]
struct Drawn {
    text: String,
}

/// The findings about a specification.
pub fn specification(request: &str) -> Answer {
    let Ask { files, run } = read(request)?;
    let reading = files.specifications(&run);
    let chips = reading.chips.iter();
    json(&Read {
        findings: findings(&reading.diagnostics),
        chips: chips.map(|chip| chip.name.clone()).collect(),
    })
}

/// Is this circuit that chip?
pub fn compare(request: &str) -> Answer {
    let Ask { mut files, run } = read(request)?;
    let reading = files.specifications(&run);
    let wanted = files.circuit.as_deref();
    let Some(chip) = meant(&reading.chips, wanted).filter(|_| !reading.has_errors()) else {
        return json(&Compared {
            findings: findings(&reading.diagnostics),
            chip: None,
            circuit: None,
            outcome: None,
        });
    };
    let project = files.read().project;
    let named = wanted.filter(|name| project.find(name).is_some());
    let own = project.find(&chip.name).map(|_| chip.name.as_str());
    let circuit = named.or(own).map(str::to_owned);
    files.circuit.clone_from(&circuit);
    let built = files.simulator(project).map_err(Failure::refused)?;
    let outcome = course::check_chip(chip, &built);
    json(&Compared {
        findings: findings(&reading.diagnostics),
        chip: Some(chip.name.clone()),
        circuit,
        outcome: Some(outcome_view(&outcome, "")),
    })
}

/// The chip with the name of the circuit, or else the last, which may call the others.
fn meant<'a>(chips: &'a [Arc<Chip>], circuit: Option<&str>) -> Option<&'a Arc<Chip>> {
    let named = chips
        .iter()
        .find(|chip| Some(chip.name.as_str()) == circuit);
    named.or(chips.last())
}

/// A circuit that implements the chip.
pub fn draw(request: &str) -> Answer {
    let Ask { files, run } = read(request)?;
    let reading = files.specifications(&run);
    let chip = reading.chips.last().filter(|_| !reading.has_errors());
    let chip = chip.ok_or_else(|| failures::NO_CHIP.refuses())?;
    let name = file_of(&run);
    let drawing = chip::draw::draw(chip, &name, &Effort::default()).map_err(Failure::refused)?;
    let text = String::from_utf8_lossy(&drawing.document.bytes()).into_owned();
    json(&Drawn { text })
}

fn file_of(spec: &File) -> String {
    let stem = spec
        .name
        .rsplit_once('.')
        .map_or(spec.name.as_str(), |(stem, _)| stem);
    format!("{stem}.circ")
}

/// The specifications that stand in for chips of a circuit.
pub fn standing(files: &Files, project: &circuit::project::Project) -> Vec<Diagnostic> {
    let stand_ins = files.stand_ins(project);
    let told = stand_ins.iter().map(|one| {
        let name = &one.chip().name;
        let mut whole = project.clone();
        match one.put_into(&mut whole) {
            Ok(_) => Diagnostic::warning(
                "stand-in",
                format!("`{name}` is not built yet: its specification stands in for it"),
            ),
            Err(error) => Diagnostic::warning("stand-in", error.to_string()),
        }
        .in_file(&files.name)
    });
    told.collect()
}
