//! A student's progress, as a page exports it. Nothing in it is trusted: every solution is checked again.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::check::check;
use crate::outline::Course;

/// The kind of file.
const FORMAT: &str = "mancala course 1";

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    format: String,
    /// As the student wrote it; may be empty.
    #[serde(default)]
    pub student: String,
    pub tasks: BTreeMap<String, Done>,
}

/// A student's record of one task.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Done {
    /// The student's file.
    pub work: String,
    /// Whether the page claims that it passed.
    #[serde(default)]
    pub passed: bool,
    /// Hints that were opened.
    #[serde(default)]
    pub hints: u32,
    /// Our solution was looked at before it passed.
    #[serde(default)]
    pub shown: bool,
}

/// The verdict on a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Passed,
    /// Every check passes, and the file is the solution of the course, byte for byte.
    Copied,
    /// This many checks of how many.
    Unfinished {
        passed: usize,
        of: usize,
    },
    /// The file contains no solution of it.
    Missing,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    pub task: String,
    pub verdict: Verdict,
    /// The file claims that it passed, and it does not.
    pub false_claim: bool,
    pub hints: u32,
    pub shown: bool,
}

impl Progress {
    pub fn read(text: &str) -> Result<Progress, String> {
        let progress: Progress = serde_json::from_str(diag::without_mark(text))
            .map_err(|error| format!("this is not the progress of a course: {error}"))?;
        match progress.format == FORMAT {
            true => Ok(progress),
            false => Err(format!("this reads '{FORMAT}', not '{}'", progress.format)),
        }
    }

    pub fn new(student: &str, tasks: BTreeMap<String, Done>) -> Progress {
        Progress {
            format: FORMAT.to_owned(),
            student: student.to_owned(),
            tasks,
        }
    }

    pub fn write(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }

    /// Checks every task of a course again.
    pub fn verify(&self, course: &Course) -> Vec<Verified> {
        let none = Done::default();
        let verified = |task: &crate::task::Task| {
            let done = self.tasks.get(&task.name);
            let Done {
                work,
                passed,
                hints,
                shown,
            } = done.unwrap_or(&none);
            let verdict = match done {
                None => Verdict::Missing,
                Some(_) => verdict(task, work),
            };
            let good = matches!(verdict, Verdict::Passed | Verdict::Copied);
            Verified {
                task: task.name.clone(),
                verdict,
                false_claim: *passed && !good,
                hints: *hints,
                shown: *shown,
            }
        };
        course.tasks().map(verified).collect()
    }

    /// Tasks the course does not have.
    pub fn unknown<'a>(&'a self, course: &'a Course) -> impl Iterator<Item = &'a str> {
        let names = self.tasks.keys().map(String::as_str);
        names.filter(|name| course.task(name).is_none())
    }
}

fn verdict(task: &crate::task::Task, work: &str) -> Verdict {
    let outcomes = check(task, work);
    let passed = outcomes.iter().filter(|outcome| outcome.passed()).count();
    match (passed == outcomes.len(), work == task.solution()) {
        (true, true) => Verdict::Copied,
        (true, false) => Verdict::Passed,
        (false, _) => Verdict::Unfinished {
            passed,
            of: outcomes.len(),
        },
    }
}
