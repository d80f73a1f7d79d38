//! `course.txt`: the title of a course, and its tasks in order.

use diag::Diagnostic;

use crate::files::Files;
use crate::lines::lines;
use crate::task::Task;
use crate::words::Words;

/// The file every course has.
const OUTLINE: &str = "course.txt";
const WORDS: [&str; 4] = ["languages", "title", "part", "task"];
/// The language of a course that does not say.
const USUAL: &str = "en";

/// Tasks under a title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    pub title: Words,
    pub tasks: Vec<Task>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Course {
    pub languages: Vec<String>,
    pub title: Words,
    pub parts: Vec<Part>,
}

impl Course {
    /// Reads a course, all its tasks included; all errors are reported together.
    pub fn read(files: &Files) -> Result<Course, Vec<Diagnostic>> {
        let text = files.get(OUTLINE).ok_or_else(|| {
            let missing = Diagnostic::error(format!("there is no {OUTLINE} in this course"));
            vec![missing.help("it has a `title`, and a line `task FOLDER` for each task")]
        })?;
        let mut course = Course {
            languages: vec![USUAL.to_owned()],
            ..Course::default()
        };
        let mut problems = Vec::new();
        for line in lines(OUTLINE, text) {
            let words = |languages: &[String]| {
                Words::read(line.rest, languages).map_err(|why| line.error(why))
            };
            let done = match line.word {
                "languages" => {
                    course.languages = line.rest.split_whitespace().map(str::to_owned).collect();
                    Ok(())
                }
                "title" => words(&course.languages).map(|title| course.title = title),
                "part" => words(&course.languages).map(|title| course.open(title)),
                "task" => match course.holds(line.rest) {
                    true => Err(line.error(format!("the task '{}' is there twice", line.rest))),
                    false => {
                        match Task::read(files, line.rest, &course.languages) {
                            Ok(task) => course.add(task),
                            Err(found) => problems.extend(found),
                        }
                        Ok(())
                    }
                },
                _ => Err(line.unknown(&WORDS)),
            };
            problems.extend(done.err().map(|problem| *problem));
        }
        if course.tasks().next().is_none() && problems.is_empty() {
            problems.push(Diagnostic::error(format!("{OUTLINE} names no task")));
        }
        match problems.is_empty() {
            true => Ok(course),
            false => Err(problems),
        }
    }

    fn open(&mut self, title: Words) {
        let tasks = Vec::new();
        self.parts.push(Part { title, tasks });
    }

    fn add(&mut self, task: Task) {
        if self.parts.is_empty() {
            self.open(Words::default());
        }
        if let Some(part) = self.parts.last_mut() {
            part.tasks.push(task);
        }
    }

    fn holds(&self, name: &str) -> bool {
        self.task(name).is_some()
    }

    pub fn tasks(&self) -> impl Iterator<Item = &Task> {
        self.parts.iter().flat_map(|part| &part.tasks)
    }

    pub fn task(&self, name: &str) -> Option<&Task> {
        self.tasks().find(|task| task.name == name)
    }

    /// The named task, or the list of tasks to choose from.
    pub fn find(&self, name: &str) -> Result<&Task, String> {
        self.task(name).ok_or_else(|| {
            let names: Vec<&str> = self.tasks().map(|task| task.name.as_str()).collect();
            match diag::nearest(name, names.iter().copied()) {
                Some(near) => format!("there is no task '{name}'; did you mean '{near}'?"),
                None => format!("there is no task '{name}'; there are: {}", names.join(", ")),
            }
        })
    }
}
