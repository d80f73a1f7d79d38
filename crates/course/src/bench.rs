//! A student's circuit with the files of its task.

use std::sync::Arc;

use circuit::netlist;
use circuit::project::{Project, What};
use circuit::read::{Libraries, Reading, read};
use circuit::sim::{SimOptions, Simulator};
use consoles::{hardware, stand_in};
use diag::Diagnostic;

use crate::outcome::Failure;
use crate::task::{Task, Work};

/// The same in every run.
const SEED: u64 = 1;

/// The files a circuit may refer to: those of the task, and the processor.
pub struct Shelf<'a>(pub &'a Task);

impl Shelf<'_> {
    fn find(&self, path: &str) -> Option<(&str, &str)> {
        let wanted = path.rsplit(['/', '\\']).next().unwrap_or(path);
        let given = self.0.given.iter().map(String::as_str);
        let own = given
            .filter(|name| *name == wanted)
            .find_map(|name| Some((name, self.0.files.get(name)?)));
        own.or_else(|| Some((PROCESSOR, processor()?)).filter(|_| wanted == PROCESSOR))
    }

    pub fn text(&self, name: &str) -> Option<&str> {
        self.find(name).map(|(_, text)| text)
    }
}

/// The file of the CdM-8, under the name circuits call it by.
const PROCESSOR: &str = "cdm8.circ";

fn processor() -> Option<&'static str> {
    let mut files = hardware::FILES.iter();
    let file = files.find(|file| file.path.ends_with(PROCESSOR));
    file.map(|file| file.text)
}

/// The processor's file, if a circuit refers to it.
pub(crate) fn processor_of(circuit: &str) -> Option<(String, String)> {
    let refers = circuit.contains(&format!("file#{PROCESSOR}"));
    let text = processor().filter(|_| refers)?;
    Some((PROCESSOR.to_owned(), text.to_owned()))
}

impl Libraries for Shelf<'_> {
    fn read(&mut self, _: &str, name: &str) -> Result<(String, Vec<u8>), String> {
        match self.find(name) {
            Some((name, text)) => Ok((name.to_owned(), text.as_bytes().to_vec())),
            None => Err("is not among the files of this task".to_owned()),
        }
    }
}

/// Reads a circuit; what cannot be read fails every check.
fn project(task: &Task, work: &str) -> Result<Arc<Project>, Failure> {
    let Reading {
        project,
        diagnostics,
        ..
    } = read(&task.file, work.as_bytes(), &mut Shelf(task));
    let errors: Vec<Diagnostic> = diagnostics
        .into_iter()
        .filter(Diagnostic::is_error)
        .collect();
    match errors.is_empty() {
        true => Ok(Arc::new(project)),
        false => Err(Failure::findings("course.fails.unreadable", errors)),
    }
}

/// The student's circuit under power.
pub fn simulator(task: &Task, work: &str) -> Result<Simulator, Failure> {
    let project = project(task, work)?;
    build(task, &project)
}

/// The circuit of a project that the task is about; without parts that would oscillate though nothing depends on them.
fn build(task: &Task, project: &Arc<Project>) -> Result<Simulator, Failure> {
    let circuit = match &task.work {
        Work::Circuit(name) => name.as_deref(),
        Work::Program(_) => None,
    };
    if let Some(name) = circuit
        && project.find(name).is_none()
    {
        return Err(Failure::said(
            "course.fails.no-circuit",
            vec![("circuit", name.to_owned())],
        ));
    }
    let options = SimOptions {
        seed: SEED,
        ..SimOptions::default()
    };
    let built = Simulator::new(project.clone(), circuit, &options);
    let mut simulator = built.map_err(|error| {
        let mut findings: Vec<Diagnostic> = netlist::check(project)
            .into_iter()
            .filter(Diagnostic::is_error)
            .collect();
        if findings.is_empty() {
            findings.push(Diagnostic::error(error.to_string()).in_file(&task.file));
        }
        Failure::findings("course.fails.unreadable", findings)
    })?;
    Ok(simulator.calmed(SEED).map_or(simulator, |(calm, _)| calm))
}

/// The same with the native processor in its socket, which does the same half-tick by half-tick.
pub fn console(task: &Task, work: &str) -> Result<Simulator, Failure> {
    let project = project(task, work)?;
    let gates = build(task, &project)?;
    let design = gates.design();
    let is_ours = |part: &circuit::netlist::PartId| match design.component(*part).what {
        What::Circuit(id) => project.files[project.circuit(id).file].name == PROCESSOR,
        _ => false,
    };
    let native = design.part_ids().find(is_ours).and_then(|part| {
        let variant = cdm8::variant::Variant::Ideal;
        let (factory, _) = stand_in(variant, &design.pins_of(part), &[]).ok()?;
        let mut options = SimOptions {
            seed: SEED,
            ..SimOptions::default()
        };
        options.design.natives.push((design.path(part), factory));
        let Work::Circuit(circuit) = &task.work else {
            return None;
        };
        let mut native = Simulator::new(project.clone(), circuit.as_deref(), &options).ok()?;
        Some(native.calmed(SEED).map_or(native, |(calm, _)| calm))
    });
    Ok(native.unwrap_or(gates))
}
