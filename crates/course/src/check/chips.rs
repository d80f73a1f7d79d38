//! A circuit against a specification.

use std::sync::Arc;

use chip::told::{Fault, text};
use chip::{Chip, Difference, Effort, Verdict, Wrong};
use circuit::sim::Simulator;

use super::{broken, file, run_of};
use crate::outcome::{Failure, Moment, Outcome, Said};
use crate::task::{Check, Task};
use crate::words::Words;

/// Random rows where no proof is found.
const ROWS: usize = 2000;
/// Nodes of decision diagrams: enough for every chip of a console, and few enough to end soon.
const NODES: usize = 1_000_000;
/// Maximum number of outputs reported.
const MOST: usize = 3;

pub fn run(task: &Task, check: &Check, simulator: &Simulator) -> Result<Outcome, Failure> {
    let chip = specification(task, check)?;
    against(&chip, simulator, &|output, fault| {
        task.explain(output, fault).cloned()
    })
}

/// Whether a circuit is a chip, as a check of a task says it.
pub fn check_chip(chip: &Arc<Chip>, simulator: &Simulator) -> Outcome {
    against(chip, simulator, &|_, _| None).unwrap_or_else(Outcome::from)
}

/// The task's explanation of a fault of an output, if it has one.
type Explain<'a> = &'a dyn Fn(&str, Fault) -> Option<Words>;

fn against(
    chip: &Arc<Chip>,
    simulator: &Simulator,
    explain: Explain<'_>,
) -> Result<Outcome, Failure> {
    let effort = Effort {
        rows: ROWS,
        nodes: NODES,
        ..Effort::default()
    };
    match chip::check(chip, simulator, &effort) {
        Ok(Verdict::Proven(_)) => Ok(Outcome::Proven),
        Ok(Verdict::Unproven { .. }) => Ok(Outcome::Passed),
        Ok(Verdict::Differs(difference)) => Err(differs(explain, chip, &difference, simulator)),
        Err(error) => Err(Failure::said(
            "course.fails.pins",
            vec![("why", error.to_string())],
        )),
    }
}

/// The last chip of the file; it may call those before it and those in other files of the task.
pub fn specification(task: &Task, check: &Check) -> Result<Arc<Chip>, Failure> {
    let mut library = |name: &str| {
        let name = format!("{name}.chip");
        let text = task.files.get(&name)?.to_owned();
        Some((name, text))
    };
    let mut reading = chip::read(&check.file, file(task, check), &mut library);
    if reading.has_errors() {
        let errors = reading.diagnostics.iter().find(|one| one.is_error());
        return Err(broken(check, errors.map_or("", |one| &one.message)));
    }
    reading
        .chips
        .pop()
        .ok_or_else(|| broken(check, "there is no chip in it"))
}

fn differs(
    explain: Explain<'_>,
    chip: &Arc<Chip>,
    difference: &Difference,
    simulator: &Simulator,
) -> Failure {
    let names = chip.inputs();
    let when = difference.rows.last().map_or(String::new(), |row| {
        let set = names.iter().zip(row);
        let set: Vec<String> = set
            .map(|(name, value)| format!("{name}={}", text(*value)))
            .collect();
        set.join(" ")
    });
    let wrong = difference.wrong.iter().take(MOST);
    let steps = match difference.rows.len() {
        1 => Vec::new(),
        _ => difference.steps(&names),
    };
    let inputs = difference.inputs(&names, simulator);
    let explained = difference
        .wrong
        .iter()
        .find_map(|one| explain(&one.output, fault(one)));
    Failure {
        said: wrong.map(|one| said(one, &when)).collect(),
        explained,
        steps,
        findings: Vec::new(),
        moment: Some(Box::new(Moment::Circuit {
            run: run_of(&inputs, simulator),
        })),
    }
}

/// The kind of a fault, bit by bit: a bus may float in part, and with another driver there is a conflict.
fn fault(wrong: &Wrong) -> Fault {
    let (expected, found) = (wrong.expected.bits(), wrong.found.bits());
    let mut bits = expected.chars().zip(found.chars());
    let floats = |bit: char| bit.eq_ignore_ascii_case(&'x');
    match wrong.fault() {
        Fault::Differs
            if bits
                .clone()
                .any(|(e, f)| floats(e) && !floats(f) || f == 'E') =>
        {
            Fault::Drives
        }
        Fault::Differs if bits.any(|(e, f)| !floats(e) && floats(f)) => Fault::Floats,
        fault => fault,
    }
}

fn said(wrong: &Wrong, when: &str) -> Said {
    let key = match wrong.fault() {
        Fault::Drives => "course.wrong.drives",
        Fault::Floats => "course.wrong.floats",
        Fault::Restless => "course.wrong.restless",
        Fault::Differs => "course.wrong.differs",
    };
    let values = vec![
        ("when", when.to_owned()),
        ("output", wrong.output.clone()),
        ("expected", text(wrong.expected)),
        ("found", text(wrong.found)),
    ];
    Said::new(key, values)
}
