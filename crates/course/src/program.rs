//! A student's program with the sources of its task.

use cdm8::asm::{self, Assembly, Options, Source};
use cdm8::memory::Organisation;
use diag::Diagnostic;

use crate::outcome::Failure;
use crate::task::Task;

pub struct Built {
    pub assembly: Assembly,
    pub sources: Vec<Source>,
}

/// The student's file first, then the given ones.
pub fn sources(task: &Task, work: &str) -> Vec<Source> {
    let given = task.given.iter();
    let given = given.map(|name| (name.as_str(), task.files.get(name).unwrap_or("")));
    let all = [(task.file.as_str(), work)].into_iter().chain(given);
    all.map(|(name, text)| Source::new(name, text.to_owned()))
        .collect()
}

/// Assembles and links; errors fail every check.
pub fn build(task: &Task, memory: Organisation, work: &str) -> Result<Built, Failure> {
    let options = Options {
        memory,
        ..Options::default()
    };
    let sources = sources(task, work);
    let assembly = asm::assemble(&sources, &options);
    if assembly.image().is_some() {
        return Ok(Built { assembly, sources });
    }
    let errors: Vec<Diagnostic> = assembly.errors().cloned().collect();
    Err(Failure::findings("course.fails.assembly", errors))
}
