//! Switching on: a console with its own firmware or a changed one, or a circuit from files.

use cdm8::asm::Assembly;
use console::firmware::{self, Bank};
use console::{Model, Powered, Processor, Wired};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

use super::chronicle::Chronicle;
use super::rig::Rig;
use super::{Machine, On, link, replay};
use crate::finding::{Finding, findings};
use crate::reply::{Answer, Failure, Nothing, json, read};
use crate::workbench::{File, Files};

/// What is on.
pub enum Power {
    Console {
        model: Model,
        processor: Processor,
        banks: Vec<Bank>,
        /// The sources that were changed, by their names.
        changed: BTreeMap<String, String>,
    },
    Circuit {
        name: String,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Socket {
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
    /// Sources in place of the console's own, by name.
    #[serde(default)]
    files: BTreeMap<String, String>,
    /// What was done, as a link says it.
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
    /// Where the run ends that is to be done again.
    end: Option<u64>,
}

#[derive(Deserialize)]
struct AskAssemble {
    model: Model,
    files: BTreeMap<String, String>,
}

/// What the assembler makes of changed sources.
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
    /// A run that is to be done again.
    run: Option<File>,
}

#[derive(Serialize)]
struct ModelView {
    name: &'static str,
    about: &'static str,
}

/// The consoles there are.
pub fn models(request: &str) -> Answer {
    read::<Nothing>(request)?;
    json(&Model::ALL.map(|model| ModelView {
        name: model.name(),
        about: model.what(),
    }))
}

/// The banks with changed sources, or what the assembler says about the first that is wrong.
fn banks(model: Model, files: &BTreeMap<String, String>) -> Result<Vec<Bank>, Box<Assembly>> {
    let other = |name: &str| files.get(name).cloned();
    firmware::banks_with(model, other).map_err(|(_, assembly)| assembly)
}

/// Says what the assembler thinks of changed sources; nothing is switched on.
pub fn assemble(request: &str) -> Answer {
    let AskAssemble { model, files } = read(request)?;
    let answer = match banks(model, &files) {
        Ok(banks) => Assembled {
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
        Err(assembly) => Assembled {
            ok: false,
            findings: findings(&assembly.diagnostics),
            banks: Vec::new(),
        },
    };
    json(&answer)
}

impl Machine {
    /// Switches a console on. The acts of a link are planned: going to their moment does them.
    pub(super) fn power(&mut self, request: &str) -> Answer {
        let ask: AskPower = read(request)?;
        let processor = Processor::from(ask.processor);
        let own = firmware::sources(ask.model);
        let known = |name: &&String| {
            let files = own.iter().flat_map(|(_, files)| files.iter());
            files.map(firmware::File::base).any(|base| base == *name)
        };
        if let Some(name) = ask.files.keys().find(|name| !known(name)) {
            let model = ask.model;
            let why = format!("the firmware of {model} has no file '{name}'");
            return Err(Failure::refused(why));
        }
        let (banks, wired) = match ask.files.is_empty() {
            true => {
                let banks = firmware::banks(ask.model).to_vec();
                (banks, Wired::new(ask.model, processor))
            }
            false => {
                let wrong = |assembly: Box<Assembly>| {
                    let first = assembly.errors().next();
                    Failure::refused(first.map_or_else(String::new, ToString::to_string))
                };
                let banks = banks(ask.model, &ask.files).map_err(wrong)?;
                let wired = Wired::with_banks(ask.model, processor, &banks);
                (banks, wired)
            }
        };
        let chronicle = Box::new(Chronicle::new(ask.model, &banks));
        let powered = Box::new(Powered(wired));
        let power = Power::Console {
            model: ask.model,
            processor,
            banks,
            changed: ask.files,
        };
        let mut on = On::new(Rig::Console { powered, chronicle }, power);
        on.plan_acts(&ask.acts)?;
        self.switch_on(on, Vec::new())
    }

    /// Switches a circuit of somebody's own on.
    pub(super) fn circuit(&mut self, request: &str) -> Answer {
        let AskCircuit { files, acts, run } = read(request)?;
        let reading = files.read();
        let problems = findings(&reading.diagnostics);
        let simulator = files.simulator(reading.project).map_err(|error| {
            let first = reading.diagnostics.iter().find(|one| one.is_error());
            Failure::refused(first.map_or(error.to_string(), diag::Diagnostic::brief))
        })?;
        let simulator = match run {
            Some(_) => replay::calmed(simulator),
            None => simulator,
        };
        let mut on = On::new(
            Rig::Circuit(Box::new(simulator)),
            Power::Circuit { name: files.name },
        );
        match &run {
            Some(run) => on.plan_run(run)?,
            None => on.plan_acts(&acts)?,
        }
        self.switch_on(on, problems)
    }

    /// Puts something in the place of what was on before.
    fn switch_on(&mut self, on: On, problems: Vec<Finding>) -> Answer {
        let view = on.powered(problems);
        self.on = Some(on);
        json(&view)
    }
}

impl On {
    /// Plans what a link says was done.
    fn plan_acts(&mut self, acts: &str) -> Answer<()> {
        let run = link::read(acts).map_err(Failure::refused)?;
        self.plan(&run)
            .map_err(|problems| Failure::refused(problems[0].what.clone()))
    }

    fn powered(&self, problems: Vec<Finding>) -> Switched {
        let design = self.simulator().design();
        let (parts, nets) = (design.part_ids().count(), design.net_ids().count());
        let (model, processor, name) = match &self.power {
            Power::Console {
                model, processor, ..
            } => {
                let socket = match processor {
                    Processor::Gates => Socket::Gates,
                    Processor::Native => Socket::Native,
                };
                (Some(*model), Some(socket), model.name().to_owned())
            }
            Power::Circuit { name } => (None, None, name.clone()),
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
