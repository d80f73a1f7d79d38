//! The source of a course: the one in the program, or a folder.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use course::{Course, Files, Task};
use diag::Diagnostic;

use crate::files::read_text;
use crate::page;

/// The course of the program, as the page gets it.
const OWN: &str = "course.json";
/// The file that identifies a course's folder.
const OUTLINE: &str = "course.txt";
const TASK: &str = "task.txt";
/// Maximum depth of folders; a course has one level of tasks.
const DEEPEST: usize = 4;
const MOST_BYTES: u64 = 4 << 20;
/// The file types of a task.
const KINDS: [&str; 9] = [
    "txt", "md", "circ", "asm", "chip", "vectors", "script", "test", "toml",
];

#[derive(Clone, Debug, Default, clap::Args)]
pub struct Which {
    /// The folder of another course [default: the course in the program]
    #[arg(long, value_name = "FOLDER")]
    course: Option<PathBuf>,
}

impl Which {
    pub fn course(&self) -> anyhow::Result<Course> {
        match &self.course {
            Some(folder) => course_of(&folder_files(folder)?, &folder.display().to_string()),
            None => own(),
        }
    }

    /// A task by its name in the course, or by its folder.
    pub fn task(&self, name: &str) -> anyhow::Result<Task> {
        let folder = Path::new(name);
        if self.course.is_none() && folder.join(TASK).is_file() {
            return lone(folder);
        }
        let course = self.course()?;
        course.find(name).cloned().map_err(|why| anyhow!("{why}"))
    }
}

/// The course in the program; a test reads it.
fn own() -> anyhow::Result<Course> {
    let json = page::text(OWN).context("this program was built without its course")?;
    let files = Files::unpack(&json).map_err(|why| anyhow!("{why}"))?;
    course_of(&files, "the course of this program")
}

fn course_of(files: &Files, name: &str) -> anyhow::Result<Course> {
    Course::read(files).map_err(|found| wrong(name, &found))
}

fn wrong(name: &str, found: &[Diagnostic]) -> anyhow::Error {
    let texts: Vec<String> = found.iter().map(ToString::to_string).collect();
    let mistakes = diag::count(texts.len(), "mistake");
    anyhow!("{mistakes} in {name}\n{}", texts.join("").trim_end())
}

/// A folder that is a course, or a single task.
pub fn any(folder: &Path) -> anyhow::Result<Vec<Task>> {
    if folder.join(OUTLINE).is_file() {
        let course = course_of(&folder_files(folder)?, &folder.display().to_string())?;
        return Ok(course.tasks().cloned().collect());
    }
    match folder.join(TASK).is_file() {
        true => Ok(vec![lone(folder)?]),
        false => bail!(
            "{} holds neither a course ({OUTLINE}) nor a task ({TASK})",
            folder.display()
        ),
    }
}

/// A task without a course around it: its languages are those of its texts, English first.
fn lone(folder: &Path) -> anyhow::Result<Task> {
    let folder = folder
        .canonicalize()
        .with_context(|| format!("cannot read {}", folder.display()))?;
    let name = folder
        .file_name()
        .map(|name| name.to_string_lossy().into_owned());
    let name = name.context("a task has a folder with a name")?;
    let own = folder_files(&folder)?;
    let mut languages: Vec<String> = own.names().filter_map(language).collect();
    languages.sort_by_key(|language| (language != "en", language.clone()));
    let files: Files = own
        .names()
        .filter_map(|file| Some((format!("{name}/{file}"), own.get(file)?.to_owned())))
        .collect();
    Task::read(&files, &name, &languages)
        .map_err(|found| wrong(&folder.display().to_string(), &found))
}

/// The language of a text by the name of its file.
fn language(file: &str) -> Option<String> {
    let language = file.strip_prefix("text.")?.strip_suffix(".md")?;
    Some(language.to_owned())
}

/// Every text of a folder that may belong to a course.
pub fn folder_files(folder: &Path) -> anyhow::Result<Files> {
    let mut files = Files::default();
    collect(folder, "", DEEPEST, &mut files)?;
    Ok(files)
}

fn collect(folder: &Path, above: &str, deep: usize, files: &mut Files) -> anyhow::Result<()> {
    let entries =
        fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    for entry in entries {
        let entry = entry?;
        let path = entry.path();
        let Ok(own) = entry.file_name().into_string() else {
            continue;
        };
        if own.starts_with('.') {
            continue;
        }
        let kind = path.extension().and_then(|kind| kind.to_str());
        if path.is_dir() {
            if deep > 0 {
                collect(&path, &format!("{above}{own}/"), deep - 1, files)?;
            }
        } else if kind.is_some_and(|kind| KINDS.contains(&kind))
            && entry.metadata()?.len() <= MOST_BYTES
        {
            files.add(format!("{above}{own}"), read_text(&path)?);
        }
    }
    Ok(())
}
