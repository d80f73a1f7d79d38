//! Switching on: a console with its own firmware or a changed one, or a circuit from files.

use bench::firmware::Unusable;
use bench::project::{File, Files, SEED};
use bench::{Firmware, Rig, Versions};
use consoles::{Model, Processor};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

use super::{Machine, On, replay};
use crate::failures;
use crate::finding::{Finding, findings};
use crate::reply::{Answer, Failure, Nothing, json, read};

/// What is switched on.
pub enum Power {
    Console { socket: Socket, firmware: Firmware },
    Circuit(Box<Files>),
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Socket {
    Gates,
    Native,
}

impl From<Socket> for Processor {
    fn from(socket: Socket) -> Processor {
        match socket {
            Socket::Gates => Processor::Gates,
            Socket::Native => Processor::Native,
        }
    }
}

#[derive(Deserialize)]
struct AskPower {
    model: Model,
    processor: Socket,
    /// Replacements for the console's own sources, by name.
    #[serde(default)]
    files: BTreeMap<String, String>,
    /// The inputs in the text of a link.
    #[serde(default)]
    acts: String,
}

#[derive(Serialize)]
struct Switched {
    model: Option<Model>,
    processor: Option<Socket>,
    name: String,
    parts: usize,
    nets: usize,
    problems: Vec<Finding>,
    /// Last moment of the run being replayed.
    end: Option<u64>,
}

#[derive(Deserialize)]
struct AskAssemble {
    model: Model,
    files: BTreeMap<String, String>,
}

/// The assembler's messages about changed sources.
#[derive(Serialize)]
struct Assembled {
    ok: bool,
    findings: Vec<Finding>,
    banks: Vec<Size>,
}

#[derive(Serialize)]
struct Size {
    name: &'static str,
    bytes: usize,
}

#[derive(Deserialize)]
struct AskCircuit {
    #[serde(flatten)]
    files: Files,
    #[serde(default)]
    acts: String,
    /// A run to be replayed.
    run: Option<File>,
}

#[derive(Serialize)]
struct ModelView {
    name: &'static str,
    about: &'static str,
}

/// The available consoles.
pub fn models(request: &str) -> Answer {
    read::<Nothing>(request)?;
    json(&Model::ALL.map(|model| ModelView {
        name: model.name(),
        about: model.what(),
    }))
}

/// The firmware with changed sources.
fn firmware(model: Model, files: &BTreeMap<String, String>) -> Result<Firmware, Unusable> {
    match files.is_empty() {
        true => Ok(Firmware::own(model)),
        false => Firmware::with(model, |name| files.get(name).cloned()),
    }
}

/// Returns the assembler's messages about changed sources; nothing is switched on.
pub fn assemble(request: &str) -> Answer {
    let AskAssemble { model, files } = read(request)?;
    let answer = match firmware(model, &files) {
        Ok(Firmware { banks, .. }) => Assembled {
            ok: true,
            findings: Vec::new(),
            banks: banks
                .iter()
                .map(|bank| Size {
                    name: bank.name,
                    bytes: bank.size(),
                })
                .collect(),
        },
        Err(Unusable::Mistakes { assembly, .. }) => Assembled {
            ok: false,
            findings: findings(&assembly.diagnostics),
            banks: Vec::new(),
        },
        Err(Unusable::Foreign) => return Err(foreign(model, &files)),
    };
    json(&answer)
}

/// There is no such file in the firmware.
fn foreign(model: Model, files: &BTreeMap<String, String>) -> Failure {
    let known = bench::firmware::names(model);
    let mut names = files.keys();
    let name = names.find(|name| !known.contains(&name.as_str()));
    let name = name.map_or("", String::as_str);
    failures::NO_FIRMWARE_FILE.with(&[("model", &model), ("name", &name)])
}

impl Machine {
    /// Switches a console on. The acts of a link are scheduled: going to their moment applies them.
    pub(super) fn power(&mut self, request: &str) -> Answer {
        let ask: AskPower = read(request)?;
        let known = bench::firmware::names(ask.model);
        if ask.files.keys().any(|name| !known.contains(&name.as_str())) {
            return Err(foreign(ask.model, &ask.files));
        }
        let firmware = firmware(ask.model, &ask.files).map_err(|unusable| match unusable {
            Unusable::Foreign => foreign(ask.model, &ask.files),
            Unusable::Mistakes { assembly, .. } => {
                let first = assembly.errors().next();
                Failure::refused(first.map_or_else(String::new, ToString::to_string))
            }
        })?;
        let rig = Rig::console_of(&firmware, Processor::from(ask.processor));
        let socket = ask.processor;
        let mut on = On::new(rig, Power::Console { socket, firmware });
        on.plan_acts(&ask.acts)?;
        self.switch_on(on, Vec::new())
    }

    /// Switches on a circuit of the user's.
    pub(super) fn circuit(&mut self, request: &str) -> Answer {
        let AskCircuit { files, acts, run } = read(request)?;
        let reading = files.read();
        let mut problems = findings(&reading.diagnostics);
        let recorded = run.as_ref().map(replay::parse).transpose()?;
        let seed = recorded.as_ref().map_or(SEED, bench::replay::seed);
        let built = files.power(reading.project, seed).map_err(|error| {
            let first = reading.diagnostics.iter().find(|one| one.is_error());
            Failure::refused(first.map_or(error.to_string(), diag::Diagnostic::brief))
        })?;
        let notes = built.notes.iter();
        let notes: Vec<_> = notes.map(|note| note.diagnostic(&files.name)).collect();
        problems.extend(findings(&notes));
        let mut on = On::new(
            Rig::Circuit(Box::new(Versions::new(files.clone(), built.simulator))),
            Power::Circuit(Box::new(files)),
        );
        match run.zip(recorded) {
            Some((file, run)) => on.plan_run(&file, &run)?,
            None => on.plan_acts(&acts)?,
        }
        self.switch_on(on, problems)
    }

    /// Replaces what was switched on before.
    fn switch_on(&mut self, on: On, problems: Vec<Finding>) -> Answer {
        let view = on.powered(problems);
        self.on = Some(on);
        json(&view)
    }
}

impl On {
    /// Schedules the inputs of a link.
    fn plan_acts(&mut self, acts: &str) -> Answer<()> {
        let run = bench::link::read(acts).map_err(Failure::refused)?;
        self.plan(&run)
            .map_err(|problems| Failure::refused(problems[0].what.clone()))
    }

    fn powered(&self, problems: Vec<Finding>) -> Switched {
        let design = self.simulator().design();
        let (parts, nets) = (design.part_ids().count(), design.net_ids().count());
        let (model, processor, name) = match &self.power {
            Power::Console { socket, firmware } => {
                let model = firmware.model;
                (Some(model), Some(*socket), model.name().to_owned())
            }
            Power::Circuit(files) => (None, None, files.name.clone()),
        };
        Switched {
            model,
            processor,
            name,
            parts,
            nets,
            problems,
            end: self.run_end.map(|end| end.moment),
        }
    }
}
