//! Is a task fit for students: the solution passes, the starter does not, and what the texts name is there.

use diag::Diagnostic;

use crate::check::check;
use crate::names::Names;
use crate::outcome::Outcome;
use crate::task::Task;

/// All problems of a task; empty if it can be handed out.
pub fn prove(task: &Task) -> Vec<Diagnostic> {
    let mut problems = Vec::new();
    let wrong = |what: String| Diagnostic::error(what).in_file(&task.name);
    for (says, outcome) in outcomes(task, task.solution()) {
        if let Some(failure) = outcome.failure() {
            let why: Vec<String> = failure.said.iter().map(plain).collect();
            let why = why.join("; ");
            let mut problem = wrong(format!("the solution does not pass \"{says}\": {why}"));
            for finding in &failure.findings {
                problem = problem.note(finding.message.clone(), None);
            }
            problems.push(problem);
        }
    }
    if task.starter() == task.solution()
        || outcomes(task, task.starter())
            .iter()
            .all(|(_, outcome)| outcome.passed())
    {
        problems.push(wrong(
            "the starter passes already: there is nothing to do".to_owned(),
        ));
    }
    problems.extend(texts(task));
    problems
}

/// Key and values, for a teacher's error message.
fn plain(said: &crate::outcome::Said) -> String {
    let values = said.values.iter();
    let values: Vec<String> = values
        .map(|(name, value)| format!("{name} {value}"))
        .collect();
    format!("{} ({})", said.key, values.join(", "))
}

fn outcomes(task: &Task, work: &str) -> Vec<(String, Outcome)> {
    let says = task
        .checks
        .iter()
        .map(|check| check.says.in_language("").to_owned());
    says.zip(check(task, work)).collect()
}

fn texts(task: &Task) -> Vec<Diagnostic> {
    let names = Names::of(task);
    let mut problems = Vec::new();
    for (language, text) in &task.texts {
        let wrong = |what: String| {
            Diagnostic::error(what).in_file(&format!("{}/text.{language}.md", task.name))
        };
        for (place, word) in names.unknown(text) {
            problems.push(wrong(format!(
                "{place} names `{word}`, and there is nothing of that name"
            )));
        }
        for picture in text.pictures() {
            if task.files.get(picture).is_none() {
                problems.push(wrong(format!(
                    "it shows {picture}, and there is no such file"
                )));
            }
        }
    }
    problems
}
