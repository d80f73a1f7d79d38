//! The course: its tasks, a student's solutions checked, the small live circuits of its texts.

use std::collections::BTreeMap;
use std::sync::Arc;

use circuit::netlist::InstanceId;
use circuit::picture::Live;
use circuit::project::Kind;
use circuit::read::{Libraries, read as read_circuit};
use circuit::sim::{Input, SimOptions, Simulator};
use circuit::{show, svg};
use course::{Files, Moment, Outcome, Task, Work};
use serde::{Deserialize, Serialize};

use crate::finding::{Finding, findings};
use crate::reply::{Answer, Failure, json, read, reply};

/// The open course.
#[derive(Default)]
pub struct Course {
    open: Option<course::Course>,
}

#[derive(Deserialize)]
struct AskOpen {
    /// A packed course.
    files: String,
}

#[derive(Deserialize)]
struct AskOutline {
    language: String,
}

#[derive(Serialize)]
struct Outline {
    title: String,
    parts: Vec<PartView>,
}

#[derive(Serialize)]
struct PartView {
    title: String,
    tasks: Vec<Entry>,
}

#[derive(Serialize)]
struct Entry {
    name: String,
    title: String,
    minutes: u32,
    program: bool,
}

#[derive(Deserialize)]
struct AskTask {
    task: String,
    language: String,
}

#[derive(Serialize)]
struct TaskView {
    name: String,
    title: String,
    minutes: u32,
    goal: String,
    know: Vec<SectionView>,
    hints: Vec<String>,
    checks: Vec<String>,
    /// Of a circuit: which circuit of the file is built.
    circuit: Option<String>,
    /// Of a program: its memory model.
    memory: Option<String>,
    parts: Vec<String>,
    file: String,
    starter: String,
    solution: String,
    given: Vec<FileView>,
}

#[derive(Serialize)]
struct SectionView {
    title: String,
    body: String,
}

#[derive(Serialize)]
struct FileView {
    name: String,
    text: String,
}

#[derive(Deserialize)]
struct AskCheck {
    task: String,
    work: String,
    language: String,
}

#[derive(Serialize)]
struct Checked {
    outcomes: Vec<OutcomeView>,
}

#[derive(Default, Serialize)]
pub(crate) struct OutcomeView {
    passed: bool,
    proven: bool,
    said: Vec<SaidView>,
    explained: Option<String>,
    steps: Vec<String>,
    findings: Vec<Finding>,
    /// A run for the circuit that ends at the failure.
    run: Option<String>,
    /// Commands for the debugger before the program runs.
    commands: Option<Vec<String>>,
    clocks: Option<u64>,
}

#[derive(Serialize)]
struct SaidView {
    key: &'static str,
    values: BTreeMap<&'static str, String>,
}

#[derive(Deserialize)]
struct AskDemo {
    task: String,
    file: String,
    /// What was done to it so far: `set PIN = VALUE`.
    acts: Vec<String>,
}

#[derive(Serialize)]
struct Demo {
    svg: String,
    inputs: Vec<PinView>,
    outputs: Vec<PinView>,
}

#[derive(Serialize)]
struct PinView {
    name: String,
    path: String,
    width: u32,
    value: String,
}

/// Maximum number of acts on a live circuit.
const MOST_ACTS: usize = 1000;

impl Course {
    #[must_use]
    pub fn new() -> Course {
        Course::default()
    }

    /// Answers a request.
    pub fn handle(&mut self, name: &str, request: &str) -> String {
        reply(match name {
            "open" => self.open(request),
            "outline" => self.outline(request),
            "task" => self.task(request),
            "check" => self.check(request),
            "demo" => self.demo(request),
            _ => Err(Failure::unknown(name)),
        })
    }

    fn open(&mut self, request: &str) -> Answer {
        let AskOpen { files } = read(request)?;
        let files = Files::unpack(&files).map_err(Failure::refused)?;
        let course = course::Course::read(&files).map_err(|found| {
            let first = found.first().map(|one| one.message.clone());
            Failure::refused(first.unwrap_or_default())
        })?;
        self.open = Some(course);
        Ok("{}".to_owned())
    }

    fn course(&self) -> Answer<&course::Course> {
        let none = || Failure::failed("no course is open");
        self.open.as_ref().ok_or_else(none)
    }

    fn find(&self, task: &str) -> Answer<&Task> {
        self.course()?.find(task).map_err(Failure::refused)
    }

    fn outline(&self, request: &str) -> Answer {
        let AskOutline { language } = read(request)?;
        let course = self.course()?;
        let entry = |task: &Task| Entry {
            name: task.name.clone(),
            title: task
                .text(&language)
                .map_or(String::new(), |text| text.title.clone()),
            minutes: task.minutes,
            program: matches!(task.work, Work::Program(_)),
        };
        let parts = course.parts.iter().map(|part| PartView {
            title: part.title.in_language(&language).to_owned(),
            tasks: part.tasks.iter().map(entry).collect(),
        });
        json(&Outline {
            title: course.title.in_language(&language).to_owned(),
            parts: parts.collect(),
        })
    }

    fn task(&self, request: &str) -> Answer {
        let AskTask { task, language } = read(request)?;
        let task = self.find(&task)?;
        let text = task.text(&language).cloned().unwrap_or_default();
        let sections = text.know.into_iter();
        let checks = task.checks.iter();
        json(&TaskView {
            name: task.name.clone(),
            title: text.title,
            minutes: task.minutes,
            goal: text.goal,
            know: sections
                .map(|one| SectionView {
                    title: one.title,
                    body: one.body,
                })
                .collect(),
            hints: text.hints,
            checks: checks
                .map(|check| check.says.in_language(&language).to_owned())
                .collect(),
            circuit: match &task.work {
                Work::Circuit(name) => name.clone(),
                Work::Program(_) => None,
            },
            memory: match &task.work {
                Work::Circuit(_) => None,
                Work::Program(memory) => Some(memory.to_string()),
            },
            parts: task.parts.clone(),
            file: task.file.clone(),
            starter: task.starter().to_owned(),
            solution: task.solution().to_owned(),
            given: task
                .companions()
                .into_iter()
                .map(|(name, text)| FileView { name, text })
                .collect(),
        })
    }

    fn check(&self, request: &str) -> Answer {
        let AskCheck {
            task,
            work,
            language,
        } = read(request)?;
        let task = self.find(&task)?;
        let outcomes = course::check(task, &work);
        let view = |outcome: &Outcome| outcome_view(outcome, &language);
        json(&Checked {
            outcomes: outcomes.iter().map(view).collect(),
        })
    }

    /// A circuit of a text under power, after some acts.
    fn demo(&self, request: &str) -> Answer {
        let AskDemo { task, file, acts } = read(request)?;
        let task = self.find(&task)?;
        let text = task.files.get(&file);
        let text = text.ok_or_else(|| Failure::refused(format!("there is no {file}")))?;
        let project = Arc::new(read_circuit(&file, text.as_bytes(), &mut Alone).project);
        let options = SimOptions::default();
        let mut simulator =
            Simulator::new(project.clone(), None, &options).map_err(Failure::refused)?;
        for act in acts.iter().take(MOST_ACTS) {
            let input = Input::read(act, &simulator, &mut |_| Err(String::new()));
            let input = input.map_err(Failure::refused)?;
            timeline::Subject::take(&mut simulator, &input);
        }
        json(&demo(&simulator))
    }
}

/// A circuit without libraries.
struct Alone;

impl Libraries for Alone {
    fn read(&mut self, _: &str, _: &str) -> Result<(String, Vec<u8>), String> {
        Err("is not there".to_owned())
    }
}

fn demo(simulator: &Simulator) -> Demo {
    let design = simulator.design();
    let instance = InstanceId::ROOT;
    let live = Live {
        simulator,
        instance,
    };
    let (mut inputs, mut outputs) = (Vec::new(), Vec::new());
    for part in design.parts_of(instance) {
        let component = design.component(part);
        if component.kind() != Some(Kind::Pin) {
            continue;
        }
        let value = simulator.port(part, 0);
        let pin = PinView {
            name: component.label().unwrap_or("").to_owned(),
            path: design.path(part),
            width: value.width.into(),
            value: show::value(value),
        };
        match component.attrs.of(Kind::Pin).flag("output") {
            true => outputs.push(pin),
            false => inputs.push(pin),
        }
    }
    Demo {
        svg: svg::draw(&design.project, design.circuit(instance), Some(live)),
        inputs,
        outputs,
    }
}

pub(crate) fn outcome_view(outcome: &Outcome, language: &str) -> OutcomeView {
    let mut view = OutcomeView {
        passed: outcome.passed(),
        proven: *outcome == Outcome::Proven,
        ..OutcomeView::default()
    };
    let Some(failure) = outcome.failure() else {
        return view;
    };
    let said = failure.said.iter().map(|said| SaidView {
        key: said.key,
        values: said.values.iter().cloned().collect(),
    });
    view.said = said.collect();
    let explained = failure.explained.as_ref();
    view.explained = explained.map(|words| words.in_language(language).to_owned());
    view.steps.clone_from(&failure.steps);
    view.findings = findings(&failure.findings);
    match failure.moment.as_deref() {
        Some(Moment::Circuit { run }) => view.run = Some(run.clone()),
        Some(Moment::Program {
            commands, clocks, ..
        }) => {
            view.commands = Some(commands.clone());
            view.clocks = Some(*clocks);
        }
        None => {}
    }
    view
}
