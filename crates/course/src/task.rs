//! A task: `task.txt`, and the files beside it that it names.

use cdm8::memory::Organisation;
use chip::told::Fault;
use circuit::component::Kind as Part;
use diag::Diagnostic;

use crate::bench::processor_of;
use crate::files::Files;
use crate::lines::{Line, Problem, lines};
use crate::text::Text;
use crate::words::Words;

const TASK: &str = "task.txt";
const WORDS: [&str; 9] = [
    "work", "circuit", "parts", "minutes", "memory", "given", "games", "check", "explain",
];
/// The default time a student is expected to take.
const MINUTES: u32 = 20;
const MOST_MINUTES: u32 = 600;
/// Games on a whole console.
const GAMES: u32 = 2;
const MOST_GAMES: u32 = 50;

/// The kind of the student's work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Work {
    /// The circuit of the file to build, if it is not the main one.
    Circuit(Option<String>),
    Program(Organisation),
}

/// The kind of a check, by its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A specification: proven.
    Chip,
    Vectors,
    Script,
    /// Expectations of a program.
    Program,
    /// The panel of a console: games are played on it.
    Console,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    pub kind: Kind,
    pub file: String,
    /// One test of the file.
    pub test: Option<String>,
    pub says: Words,
}

/// The meaning of a fault of an output in this task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    pub output: String,
    pub fault: Option<Fault>,
    pub says: Words,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// Its folder.
    pub name: String,
    pub work: Work,
    /// The name of the student's file.
    pub file: String,
    /// Parts of the library that suffice for it.
    pub parts: Vec<String>,
    pub minutes: u32,
    /// Files that go with the student's one: libraries, other sources.
    pub given: Vec<String>,
    pub games: u32,
    pub checks: Vec<Check>,
    pub explanations: Vec<Explanation>,
    /// By language.
    pub texts: Vec<(String, Text)>,
    pub files: Files,
}

impl Task {
    /// Reads the task of a folder.
    pub fn read(files: &Files, name: &str, languages: &[String]) -> Result<Task, Vec<Diagnostic>> {
        let files = files.of_folder(name);
        let path = format!("{name}/{TASK}");
        let Some(text) = files.get(TASK).map(str::to_owned) else {
            return Err(vec![Diagnostic::error(format!("there is no {path}"))]);
        };
        let mut task = Task {
            name: name.to_owned(),
            work: Work::Circuit(None),
            file: String::new(),
            parts: Vec::new(),
            minutes: MINUTES,
            given: Vec::new(),
            games: GAMES,
            checks: Vec::new(),
            explanations: Vec::new(),
            texts: Vec::new(),
            files,
        };
        let mut problems = Vec::new();
        for line in lines(&path, &text) {
            problems.extend(task.take(&line, languages).err().map(|problem| *problem));
        }
        task.read_texts(languages, &mut problems);
        task.complete(&path, &mut problems);
        match problems.is_empty() {
            true => Ok(task),
            false => Err(problems),
        }
    }

    fn take(&mut self, line: &Line<'_>, languages: &[String]) -> Result<(), Problem> {
        match line.word {
            "work" => self.take_work(line)?,
            "circuit" => self.work = Work::Circuit(Some(line.rest.to_owned())),
            "memory" => {
                let memory = line.rest.parse().map_err(|why: String| line.error(why))?;
                self.work = Work::Program(memory);
            }
            "parts" => self.parts = parts(line)?,
            "minutes" => self.minutes = line.number(MOST_MINUTES)?,
            "games" => self.games = line.number(MOST_GAMES)?,
            "given" => self.given = self.named(line, line.list())?,
            "check" => {
                let check = self.read_check(line, languages)?;
                self.checks.push(check);
            }
            "explain" => self.explanations.push(explanation(line, languages)?),
            _ => return Err(line.unknown(&WORDS)),
        }
        Ok(())
    }

    fn take_work(&mut self, line: &Line<'_>) -> Result<(), Problem> {
        self.file = line.rest.to_owned();
        self.work = match ending(line.rest) {
            "circ" => Work::Circuit(None),
            "asm" => Work::Program(Organisation::default()),
            _ => return Err(line.error("a student makes a circuit (.circ) or a program (.asm)")),
        };
        self.named(line, vec![self.starter_name(), self.solution_name()])?;
        Ok(())
    }

    /// Names of files that are there.
    fn named(&self, line: &Line<'_>, names: Vec<String>) -> Result<Vec<String>, Problem> {
        let missing = names.iter().find(|name| self.files.get(name).is_none());
        match missing {
            Some(missing) => Err(line.error(format!("there is no {}/{missing}", self.name))),
            None => Ok(names),
        }
    }

    /// `FILE : words` or `FILE / test : words`.
    fn read_check(&self, line: &Line<'_>, languages: &[String]) -> Result<Check, Problem> {
        let (what, says) = said(line, languages)?;
        let (file, test) = match what.split_once(" / ") {
            Some((file, test)) => (file.trim(), Some(test.trim().to_owned())),
            None => (what, None),
        };
        self.named(line, vec![file.to_owned()])?;
        let kind = match ending(file) {
            "chip" => Kind::Chip,
            "vectors" => Kind::Vectors,
            "script" => Kind::Script,
            "test" => Kind::Program,
            "toml" => Kind::Console,
            _ => {
                let problem = line.error(format!("'{file}' is not a check"));
                return Err(problem.help(
                    "a check is a .chip, .vectors, .script or .test file, or the panel (.toml) of a console",
                ).into());
            }
        };
        let file = file.to_owned();
        Ok(Check {
            kind,
            file,
            test,
            says,
        })
    }

    fn read_texts(&mut self, languages: &[String], problems: &mut Vec<Diagnostic>) {
        for language in languages {
            let name = format!("text.{language}.md");
            let path = format!("{}/{name}", self.name);
            match self.files.get(&name).map(|text| Text::read(&path, text)) {
                None => problems.push(Diagnostic::error(format!("there is no {path}"))),
                Some(Err(problem)) => problems.push(*problem),
                Some(Ok(text)) => self.texts.push((language.clone(), text)),
            }
        }
    }

    fn complete(&self, path: &str, problems: &mut Vec<Diagnostic>) {
        let mut wants = |there: bool, what: &str| {
            if !there {
                problems.push(Diagnostic::error(what).in_file(path));
            }
        };
        wants(
            !self.file.is_empty(),
            "a line `work FILE` says what a student makes",
        );
        wants(
            !self.checks.is_empty(),
            "a line `check FILE : words` says what is checked",
        );
        let program = matches!(self.work, Work::Program(_));
        let fits = |check: &Check| (check.kind == Kind::Program) == program;
        wants(
            self.checks.iter().all(fits),
            "programs are checked by .test files, circuits by all others",
        );
    }

    pub fn text(&self, language: &str) -> Option<&Text> {
        let own = self.texts.iter().find(|(of, _)| of == language);
        own.or(self.texts.first()).map(|(_, text)| text)
    }

    fn starter_name(&self) -> String {
        format!("starter.{}", ending(&self.file))
    }

    fn solution_name(&self) -> String {
        format!("solution.{}", ending(&self.file))
    }

    /// The files that go with the student's one, by name: the given ones, and the processor where the circuit refers to it.
    pub fn companions(&self) -> Vec<(String, String)> {
        let given = self.given.iter();
        let given = given.filter_map(|name| Some((name.clone(), self.files.get(name)?.to_owned())));
        given.chain(processor_of(self.solution())).collect()
    }

    /// The starter.
    pub fn starter(&self) -> &str {
        self.files.get(&self.starter_name()).unwrap_or("")
    }

    pub fn solution(&self) -> &str {
        self.files.get(&self.solution_name()).unwrap_or("")
    }

    /// The task's explanation of a fault.
    pub fn explain(&self, output: &str, fault: Fault) -> Option<&Words> {
        let mut all = self.explanations.iter();
        let one = all.find(|one| one.output == output && one.fault.is_none_or(|of| of == fault));
        one.map(|one| &one.says)
    }
}

fn ending(file: &str) -> &str {
    file.rsplit_once('.').map_or("", |(_, ending)| ending)
}

/// The text before the colon, and the words after it.
fn said<'a>(line: &Line<'a>, languages: &[String]) -> Result<(&'a str, Words), Problem> {
    let (what, words) = line
        .rest
        .split_once(" : ")
        .ok_or_else(|| line.error("words are missing: write ` : ` and what people read"))?;
    let words = Words::read(words, languages).map_err(|why| line.error(why))?;
    Ok((what.trim(), words))
}

/// `OUTPUT : words`, `OUTPUT drives : words`.
fn explanation(line: &Line<'_>, languages: &[String]) -> Result<Explanation, Problem> {
    let (what, says) = said(line, languages)?;
    let faults = [
        ("drives", Fault::Drives),
        ("floats", Fault::Floats),
        ("differs", Fault::Differs),
        ("restless", Fault::Restless),
    ];
    let told = faults.iter().find_map(|(word, fault)| {
        let output = what.strip_suffix(word)?.strip_suffix(' ')?;
        Some((output.trim(), Some(*fault)))
    });
    let (output, fault) = told.unwrap_or((what, None));
    let output = output.to_owned();
    Ok(Explanation {
        output,
        fault,
        says,
    })
}

/// Names of parts that exist.
fn parts(line: &Line<'_>) -> Result<Vec<String>, Problem> {
    let names = line.list();
    for name in &names {
        let known = || Part::ALL.iter().map(|part| part.name());
        if !known().any(|known| known == name) {
            let problem = line.error(format!("there is no part '{name}'"));
            return Err(problem.did_you_mean(diag::nearest(name, known())).into());
        }
    }
    Ok(names)
}
