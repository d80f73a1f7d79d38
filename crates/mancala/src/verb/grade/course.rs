//! `mancala grade course`: exported progress files, every solution checked again.

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, ensure};
use course::{Course, Progress, Verdict, Verified};
use serde_json::{Value, json};

use crate::files::read_text;
use crate::ui::{Answer, Ui};
use crate::verb::course::Which;

#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// Progress files, as the page saves them
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    which: Which,
    /// Print JSON
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Print a table: one row per file, one column per task
    #[arg(long)]
    csv: bool,
}

/// A file and its verified results.
struct Graded {
    file: String,
    student: String,
    tasks: Vec<Verified>,
    unknown: Vec<String>,
}

impl Graded {
    fn passed(&self) -> usize {
        self.tasks.iter().filter(|one| good(one.verdict)).count()
    }
}

fn good(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::Passed | Verdict::Copied)
}

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    let course = args.which.course()?;
    let mut all = Vec::new();
    // One file that cannot be read keeps nobody else from a grade.
    let mut unreadable = Vec::new();
    for file in &args.files {
        let progress = match read_progress(file) {
            Ok(progress) => progress,
            Err(error) => {
                unreadable.push(format!("{error:#}"));
                continue;
            }
        };
        let graded = Graded {
            file: file.display().to_string(),
            tasks: progress.verify(&course),
            unknown: progress.unknown(&course).map(str::to_owned).collect(),
            student: progress.student,
        };
        if !args.json && !args.csv {
            tell(&graded, ui)?;
            ui.out.flush()?;
        }
        all.push(graded);
    }
    if args.json {
        let list: Vec<Value> = all.iter().map(as_json).collect();
        serde_json::to_writer_pretty(&mut ui.out, &json!({ "students": list }))?;
        writeln!(ui.out)?;
    }
    if args.csv {
        table(&course, &all, ui)?;
    }
    ensure!(unreadable.is_empty(), "{}", unreadable.join("\n"));
    let honest = all
        .iter()
        .flat_map(|one| &one.tasks)
        .all(|one| !one.false_claim);
    Ok(if honest { Answer::Yes } else { Answer::No })
}

fn read_progress(file: &Path) -> anyhow::Result<Progress> {
    let text = read_text(file)?;
    let progress = Progress::read(&text).map_err(|why| anyhow!("{why}"));
    progress.with_context(|| file.display().to_string())
}

fn tell(one: &Graded, ui: &mut Ui) -> anyhow::Result<()> {
    let student = match one.student.as_str() {
        "" => String::new(),
        name => format!(" ({name})"),
    };
    writeln!(
        ui.out,
        "{}{student}: {} of {} tasks pass",
        one.file,
        one.passed(),
        one.tasks.len()
    )?;
    for task in one
        .tasks
        .iter()
        .filter(|task| task.verdict != Verdict::Missing)
    {
        writeln!(ui.out, "  {:<6}{}{}", mark(task), task.task, remarks(task))?;
    }
    for task in &one.unknown {
        writeln!(ui.out, "  ?     {task}: not a task of this course")?;
    }
    Ok(())
}

fn mark(task: &Verified) -> &'static str {
    match task.verdict {
        verdict if good(verdict) => "ok",
        _ if task.false_claim => "FALSE",
        _ => "-",
    }
}

fn remarks(task: &Verified) -> String {
    let mut remarks = Vec::new();
    if let Verdict::Unfinished { passed, of } = task.verdict {
        remarks.push(format!("{passed} of {of} checks"));
    }
    if task.verdict == Verdict::Copied {
        remarks.push("the same as our solution".to_owned());
    }
    if task.false_claim {
        remarks.push("the file says it passed".to_owned());
    }
    if task.hints > 0 {
        remarks.push(diag::count(task.hints, "hint"));
    }
    if task.shown {
        remarks.push("the solution was looked at first".to_owned());
    }
    match remarks.is_empty() {
        true => String::new(),
        false => format!(": {}", remarks.join(", ")),
    }
}

fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Passed => "passed",
        Verdict::Copied => "copied",
        Verdict::Unfinished { .. } => "unfinished",
        Verdict::Missing => "missing",
    }
}

fn as_json(one: &Graded) -> Value {
    let tasks = one.tasks.iter().map(|task| {
        json!({
            "task": task.task,
            "verdict": word(task.verdict),
            "falseClaim": task.false_claim,
            "hints": task.hints,
            "solutionShown": task.shown,
        })
    });
    let tasks: Vec<Value> = tasks.collect();
    json!({
        "file": one.file,
        "student": one.student,
        "passed": one.passed(),
        "tasks": tasks,
        "unknown": one.unknown,
    })
}

fn table(course: &Course, all: &[Graded], ui: &mut Ui) -> anyhow::Result<()> {
    let names: Vec<&str> = course.tasks().map(|task| task.name.as_str()).collect();
    writeln!(ui.out, "file,student,passed,{}", names.join(","))?;
    for one in all {
        let words: Vec<&str> = one.tasks.iter().map(|task| word(task.verdict)).collect();
        let (file, student) = (cell(&one.file), cell(&one.student));
        writeln!(
            ui.out,
            "{file},{student},{},{}",
            one.passed(),
            words.join(",")
        )?;
    }
    Ok(())
}

/// A cell of a table; one that a spreadsheet would take for a formula is text.
fn cell(text: &str) -> String {
    let formula = text.starts_with(['=', '+', '-', '@']);
    let text = if formula {
        format!("'{text}")
    } else {
        text.to_owned()
    };
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text,
    }
}
