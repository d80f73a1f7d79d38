//! `mancala grade FOLDER`: all submissions, on all processors.
//!
//! ```text
//!   FOLDER ── find ──► submissions ── worker: a process each ──► Graded ──► OUTPUT/NAME/: reports, scripts, graded.json
//!                                                                  └── fingerprints compared ──► OUTPUT/summary.*
//! ```

mod copies;
mod find;
mod kept;
mod worker;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use results::{About, Class, Fact, Format, Outcome, Report, Test};

use super::console::{self, Graded};
use super::marks::Marks;
use super::{panels, proof};
use crate::files;
use crate::interrupt;
use crate::phase::Phase;
use crate::players::threads;
use crate::reporting;
use crate::ui::{Answer, Ui};
use crate::verb::circuit::load::Source;
use find::{Found, Submission};

/// For a folder of consoles.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Folders")]
pub struct ClassArgs {
    /// Consoles graded at the same time [default: all processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Skip consoles already graded with the same options and unchanged since
    #[arg(long)]
    resume: bool,
    /// A circuit that was handed out: what it contains does not count as similarity; may be repeated
    #[arg(long, value_name = "FILE")]
    handed_out: Vec<PathBuf>,
    /// List pairs that are at least this similar, in percent [default: 60]
    #[arg(long, value_name = "P", value_parser = clap::value_parser!(u8).range(1..=100))]
    alike: Option<u8>,
    /// Grade this console of the folder and print what a run over all keeps
    #[arg(long, value_name = "FILE", hide = true)]
    worker: Option<PathBuf>,
    #[arg(long, value_name = "FILE", hide = true, requires = "worker")]
    worker_panel: Option<PathBuf>,
}

impl ClassArgs {
    pub fn is_worker(&self) -> bool {
        self.worker.is_some()
    }

    pub fn first_given(&self) -> Option<&'static str> {
        let flags = [
            ("--jobs", self.jobs.is_some()),
            ("--resume", self.resume),
            ("--handed-out", !self.handed_out.is_empty()),
            ("--alike", self.alike.is_some()),
        ];
        let mut given = flags.into_iter().filter(|(_, given)| *given);
        given.next().map(|(flag, _)| flag)
    }
}

/// Default time for a console.
const TIME: Duration = Duration::from_secs(300);
const ALIKE: u8 = 60;

/// A run over a folder.
struct Run<'a> {
    args: &'a Marks,
    output: &'a Path,
    formats: Vec<Format>,
    about: About,
    settings: String,
    common_panel: Option<PathBuf>,
    /// The maximum points of a console.
    max_points: u32,
}

/// The console in a zip archive, with the panel file in it or beside it; any other source is one itself.
pub fn unpacked(source: &Source) -> anyhow::Result<(Source, Option<PathBuf>)> {
    let file = source.file();
    if !files::is_archive(file) {
        return Ok((source.clone(), None));
    }
    let found = find::in_folder(file);
    let circuit = found
        .circuit
        .map_err(|why| anyhow!("{}: {why}", file.display()))?;
    Ok((source.with_file(&circuit), found.own_panel))
}

pub fn run(args: &Marks, ui: &mut Ui) -> anyhow::Result<Answer> {
    let folder = args.source.file();
    let Some(output) = args.output.as_deref() else {
        bail!(
            "{} is a folder: say with -o FOLDER where the reports go",
            folder.display()
        );
    };
    if args.scripts.is_some() {
        bail!("--scripts is for one console; in a folder's output each console has its scripts");
    }
    let handed_out = copies::handed_out(&args.source, &args.class.handed_out)?;
    let found = find::submissions(folder, output)?;
    if found.submissions.is_empty() {
        bail!(
            "{} holds no .circ file, and no folder or zip archive with one",
            folder.display()
        );
    }
    let run = Run::new(args, output, &found)?;
    fs::create_dir_all(output).with_context(|| format!("cannot write {}", output.display()))?;
    interrupt::flag();
    let outcomes = run.all(&found.submissions);
    let mut graded = Vec::new();
    let mut kept = 0;
    for outcome in outcomes {
        let Done { outcome, was_kept } = outcome?;
        kept += usize::from(was_kept);
        graded.push(outcome);
    }
    let class = run.class(&found.submissions, &graded, &handed_out);
    run.write(&class)?;
    ui.out.write_all(class.text().as_bytes())?;
    ui.out.flush()?;
    for library in &found.libraries {
        writeln!(
            ui.err,
            "{library} is a library of others, and was not graded"
        )?;
    }
    if kept > 0 {
        writeln!(
            ui.err,
            "{} had been graded before",
            diag::count(kept, "console")
        )?;
    }
    writeln!(ui.err, "reports written to {}", output.display())?;
    if interrupt::asked() {
        writeln!(
            ui.err,
            "Stopped by {}; the same command with --resume grades the rest.",
            interrupt::name()
        )?;
        return Ok(Answer::No);
    }
    let all = graded.iter().all(|one| one.sketch.is_some());
    Ok(if all { Answer::Yes } else { Answer::No })
}

/// The work of one process: a console, and everything about it on standard output.
pub fn work(args: &Marks, ui: &mut Ui) -> anyhow::Result<Answer> {
    let Some(circuit) = &args.class.worker else {
        bail!("--worker names the console");
    };
    let common = args.panel.clone().or_else(|| {
        let there = args.source.file().join("panel.toml");
        there.is_file().then_some(there)
    });
    let chosen = panels::choose(args.class.worker_panel.as_deref(), common.as_deref())?;
    let source = args.source.with_file(circuit);
    let time = args.time.unwrap_or(TIME);
    worker::stop_with_the_run();
    let graded = console::graded(args, &source, chosen, Some(time), ui)?;
    serde_json::to_writer(&mut ui.out, &graded)?;
    Ok(Answer::Yes)
}

/// The result for one console.
struct One {
    report: Report,
    /// `None` if it could not be graded.
    sketch: Option<grade::Sketch>,
}

struct Done {
    outcome: One,
    was_kept: bool,
}

impl<'a> Run<'a> {
    fn new(args: &'a Marks, output: &'a Path, found: &Found) -> anyhow::Result<Run<'a>> {
        let common_panel = args.panel.clone().or_else(|| found.common_panel.clone());
        let max_points = match &common_panel {
            Some(path) => panels::panel(path)?.max_points(),
            None => 100,
        };
        args.rules.to_grade_by()?;
        let formats = match args.format[..] {
            [] => vec![Format::Html, Format::Json],
            _ => args.format.clone(),
        };
        Ok(Run {
            args,
            output,
            formats,
            about: reporting::about(&args.about)?,
            settings: kept::settings(args),
            common_panel,
            max_points,
        })
    }

    /// Every console, in order, on the requested number of processes at a time.
    fn all(&self, submissions: &[Submission]) -> Vec<anyhow::Result<Done>> {
        let jobs = self.args.class.jobs.map_or_else(threads, usize::from);
        let phase = Phase::count("consoles", submissions.len() as u64);
        let next = AtomicUsize::new(0);
        let results: Vec<Mutex<Option<anyhow::Result<Done>>>> =
            submissions.iter().map(|_| Mutex::new(None)).collect();
        let work = || {
            let turns = std::iter::repeat_with(|| next.fetch_add(1, Relaxed));
            let turns = turns.map_while(|turn| Some((submissions.get(turn)?, results.get(turn)?)));
            for (submission, slot) in turns {
                phase.say(&submission.name);
                let done = self.one(submission);
                *slot.lock().expect("nobody panics with it") = Some(done);
                phase.step(1);
            }
        };
        thread::scope(|scope| {
            for _ in 1..jobs.min(submissions.len()) {
                // Where the system has no more threads to give, there are fewer.
                let _ = thread::Builder::new().spawn_scoped(scope, work);
            }
            work();
        });
        let results = results.into_iter().map(Mutex::into_inner);
        let done = results.map(|done| done.expect("nobody panics with it"));
        done.map(|done| done.expect("every console has its turn"))
            .collect()
    }

    fn one(&self, submission: &Submission) -> anyhow::Result<Done> {
        let folder = self.output.join(&submission.name);
        let before = self.before(submission, &folder);
        let was_kept = before.is_some();
        let graded = match (before, &submission.circuit) {
            (Some(before), _) => Ok(before),
            (None, Err(why)) => Err(why.clone()),
            (None, Ok(_)) if interrupt::asked() => Err(not_begun()),
            (None, Ok(circuit)) => {
                kept::forget(&folder);
                let time = self.args.time.unwrap_or(TIME);
                let limit = time.saturating_mul(3) / 2 + Duration::from_secs(10);
                worker::graded(circuit, submission.own_panel.as_deref(), limit)
            }
        };
        let mut report = match &graded {
            Ok(graded) => graded.report.clone(),
            Err(why) => unplayed(why, self.max_points),
        };
        report.name.clone_from(&submission.name);
        if let Ok(circuit) = &submission.circuit {
            let within = circuit.strip_prefix(self.args.source.file());
            let file = within.unwrap_or(circuit).display();
            report.facts.insert(0, Fact::new("file", "File", file));
        }
        if report.tests.iter().any(|test| test.script.is_some()) {
            let see = "to see a mistake: open scripts/TEST.html while `mancala serve` runs, or \
                       mancala circuit debug CONSOLE --replay scripts/TEST.run";
            report.notes.push(see.to_owned());
        }
        self.write_report(&folder, submission, &report)?;
        let sketch = match graded {
            Err(_) => None,
            Ok(graded) if was_kept => Some(graded.sketch),
            Ok(graded) => Some(kept::keep(&folder, &self.settings, graded)?.sketch),
        };
        let outcome = One { report, sketch };
        Ok(Done { outcome, was_kept })
    }

    /// Its saved results, if they may be used.
    fn before(&self, submission: &Submission, folder: &Path) -> Option<Graded> {
        let circuit = submission.circuit.as_ref().ok()?;
        let panels = [
            submission.own_panel.as_deref(),
            self.common_panel.as_deref(),
        ];
        let panels: Vec<&Path> = panels.into_iter().flatten().collect();
        let resume = self.args.class.resume;
        resume.then(|| kept::found(folder, &self.settings, circuit, &panels))?
    }

    /// The report in every format, and the mistakes beside it. Links are not saved: each carries a whole console.
    fn write_report(&self, folder: &Path, of: &Submission, report: &Report) -> anyhow::Result<()> {
        let mut report = report.clone();
        let source = self
            .args
            .source
            .with_file(of.circuit.as_deref().unwrap_or(folder));
        proof::link(&mut report, &source, &self.args.page);
        proof::write(&report, &source, &fresh(&folder.join("scripts"))?)?;
        let about = About {
            submission: report.name.clone(),
            ..self.about.clone()
        };
        for format in &self.formats {
            let path = folder.join(format.file_name());
            files::write_whole(&path, report.write(*format, &about).as_bytes())
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        Ok(())
    }

    fn class(&self, found: &[Submission], graded: &[One], handed_out: &grade::Sketch) -> Class {
        let names = found.iter().map(|one| one.name.as_str());
        let sketches = graded.iter().map(|one| one.sketch.as_ref());
        let least = self.args.class.alike.unwrap_or(ALIKE);
        let first = self.formats.first().map(|format| format.file_name());
        let link = |one: &Submission| format!("{}/{}", one.name, first.unwrap_or_default());
        Class {
            alike: copies::pairs(names.zip(sketches), handed_out, least),
            reports: graded.iter().map(|one| one.report.clone()).collect(),
            links: found.iter().map(link).collect(),
        }
    }

    fn write(&self, class: &Class) -> anyhow::Result<()> {
        let tables = [
            ("csv", class.csv()),
            ("json", class.json()),
            ("html", class.html()),
        ];
        for (end, text) in tables {
            let path = self.output.join(format!("summary.{end}"));
            files::write_whole(&path, text.as_bytes())
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        Ok(())
    }
}

fn not_begun() -> String {
    format!(
        "it was not graded: stopped by {}; --resume grades what is left",
        interrupt::name()
    )
}

/// A folder without the files of an earlier run.
fn fresh(folder: &Path) -> anyhow::Result<PathBuf> {
    if folder.is_dir() {
        fs::remove_dir_all(folder).with_context(|| format!("cannot write {}", folder.display()))?;
    }
    Ok(folder.to_owned())
}

/// The report of a console that could not be played on.
fn unplayed(why: &str, max_points: u32) -> Report {
    let test = Test {
        id: "load".to_owned(),
        name: "The console can be played on".to_owned(),
        outcome: Outcome::Error,
        points: 0,
        max_points,
        hidden: false,
        checked: 0,
        output: why.to_owned(),
        script: None,
        run: None,
        link: None,
    };
    Report {
        name: String::new(),
        tests: vec![test],
        facts: Vec::new(),
        notes: Vec::new(),
    }
}
