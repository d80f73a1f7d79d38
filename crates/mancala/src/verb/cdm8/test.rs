//! `mancala cdm8 test`: programs against their expectations.
//!
//! Exit code 0 if every test passes, 1 if one fails, 2 if a file could not be tested.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::bail;
use cdm8::check::{self, Check, Defaults, Report, StopKind};
use diag::count;
use results::Outcome;
use serde_json::{Value, json};

use super::program::{self, Build};
use crate::files;
use crate::reporting::ReportArgs;
use crate::rows;
use crate::ui::{Answer, Ui};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Programs to test, each alone; expectations are comments that start with #!, or lines of FILE.test beside FILE.asm
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Expectations for every program, instead of those in it or beside it
    #[arg(long, value_name = "FILE")]
    expect: Option<PathBuf>,
    /// Sources, objects and macro libraries every program is linked with
    #[arg(long, value_name = "FILE")]
    with: Vec<PathBuf>,
    #[command(flatten)]
    build: Build,
    /// Print JSON, for graders
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    report: ReportArgs,
}

/// The tests of one program, run; or why it could not be tested.
struct Tested {
    file: PathBuf,
    results: Result<Vec<(Check, Report)>, Untested>,
}

/// A program that could not be tested fails all its tests.
struct Untested {
    why: String,
    tests: usize,
    points: u32,
}

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    let inputs: Vec<&Path> = (args.files.iter().chain(&args.with).chain(&args.expect))
        .map(PathBuf::as_path)
        .collect();
    args.report.keep_apart(&inputs)?;
    let is_told = !args.json && !args.report.is_asked();
    let mut all = Vec::new();
    for file in &args.files {
        let tested = Tested {
            file: file.clone(),
            results: test_file(file, args, ui),
        };
        if is_told {
            tell(&tested, ui)?;
        }
        all.push(tested);
    }
    match args.json {
        _ if args.report.is_asked() => args.report.write(&report(&all), ui)?,
        true => write_json(&all, ui)?,
        false => summary(&all, ui)?,
    }
    answer(&all)
}

fn test_file(file: &Path, args: &Args, ui: &mut Ui) -> Result<Vec<(Check, Report)>, Untested> {
    let untested = |error: anyhow::Error, (tests, points): (usize, u32)| Untested {
        why: format!("{error:#}"),
        tests,
        points,
    };
    let expected = expectations(file, args.expect.as_deref());
    let (source, text) = expected.map_err(|error| untested(error, (1, 1)))?;
    let lines = match source == file {
        true => check::in_comments(&text),
        false => check::in_lines(&text),
    };
    let worth = match check::worth(&lines) {
        (0, _) => (1, 1),
        worth => worth,
    };
    run_tests(file, &source, &lines, args, ui).map_err(|error| untested(error, worth))
}

fn run_tests(
    file: &Path,
    source: &Path,
    lines: &[check::Line],
    args: &Args,
    ui: &mut Ui,
) -> anyhow::Result<Vec<(Check, Report)>> {
    let mut files = vec![file.to_owned()];
    files.extend(args.with.iter().cloned());
    let program = program::load(&files, &args.build, ui)?;
    let defaults = Defaults {
        variant: args.build.target.variant,
        memory: args.build.target.memory,
    };
    let source = source.display().to_string();
    let checks = check::read(&source, lines, &program.symbols, defaults).map_err(|mistakes| {
        let told: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
        anyhow::anyhow!("{}", told.join("\n").trim_end().to_owned())
    })?;
    if checks.is_empty() {
        bail!(
            "no tests: write #! expect ... in comments, or lines in {}",
            file.with_extension("test").display()
        );
    }
    Ok(checks
        .into_iter()
        .map(|check| (check.clone(), check::run(&check, &program.image)))
        .collect())
}

/// The file that holds the expectations, and its text: the given one, the one beside, or the program itself.
fn expectations(file: &Path, given: Option<&Path>) -> anyhow::Result<(PathBuf, String)> {
    let beside = file.with_extension("test");
    let source = match given {
        Some(given) => given.to_owned(),
        None if beside.exists() => beside,
        None => file.to_owned(),
    };
    let text = files::read_text_leniently(&source)?;
    Ok((source, text))
}

/// Every test of every program.
fn report(all: &[Tested]) -> results::Report {
    let names: Vec<String> = all
        .iter()
        .map(|one| one.file.display().to_string())
        .collect();
    results::Report {
        name: names.join(", "),
        tests: all.iter().flat_map(tests).collect(),
        facts: Vec::new(),
        notes: Vec::new(),
    }
}

fn tests(tested: &Tested) -> Vec<results::Test> {
    let file = tested.file.display();
    let stem = tested
        .file
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy();
    let test = |name: &str, outcome, points, max_points, output| results::Test {
        id: format!("{stem}/{name}").to_lowercase().replace(' ', "-"),
        name: format!("{file}: {name}"),
        outcome,
        points,
        max_points,
        hidden: false,
        checked: 0,
        output,
        script: None,
        run: None,
        link: None,
    };
    match &tested.results {
        Err(untested) => {
            let why = untested.why.clone();
            vec![test(
                "it can be tested",
                Outcome::Error,
                0,
                untested.points,
                why,
            )]
        }
        Ok(results) => {
            let one = |(check, report): &(Check, Report)| {
                let mut lines: Vec<String> = report.failures.iter().map(told).collect();
                let outcome = match report.passed() {
                    true => Outcome::Passed,
                    false => {
                        lines.push(report.registers.to_string());
                        Outcome::Failed
                    }
                };
                let output = lines.join("\n");
                test(&check.name, outcome, report.points, check.worth(), output)
            };
            results.iter().map(one).collect()
        }
    }
}

fn told(failure: &check::Failure) -> String {
    let check::Failure {
        line,
        what,
        expected,
        found,
        message,
    } = failure;
    let message = message.as_ref();
    let message = message.map_or(String::new(), |message| format!(" ({message})"));
    format!("line {line}: {what}: expected {expected}, found {found}{message}")
}

fn tell(tested: &Tested, ui: &mut Ui) -> anyhow::Result<()> {
    let file = tested.file.display();
    let results = match &tested.results {
        Ok(results) => results,
        Err(untested) => {
            return Ok(writeln!(ui.out, "ERROR {file}\n{}", indent(&untested.why))?);
        }
    };
    for (check, report) in results {
        let word = if report.passed() { "ok  " } else { "FAIL" };
        writeln!(
            ui.out,
            "{word}  {file}: {} ({})",
            check.name,
            count(report.clocks, "clock")
        )?;
        for failure in &report.failures {
            writeln!(ui.out, "      {}", told(failure))?;
        }
        if !report.passed() {
            writeln!(ui.out, "      {}", report.registers)?;
        }
    }
    Ok(())
}

fn indent(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(|line| format!("      {line}")).collect();
    lines.join("\n")
}

/// The results of all tests.
#[derive(Default)]
struct Counts {
    passed: usize,
    tests: usize,
    points: u32,
    worth: u32,
}

fn counts(all: &[Tested]) -> Counts {
    let mut counts = Counts::default();
    for tested in all {
        match &tested.results {
            Err(untested) => {
                counts.tests += untested.tests;
                counts.worth = counts.worth.saturating_add(untested.points);
            }
            Ok(results) => {
                for (check, report) in results {
                    counts.passed += usize::from(report.passed());
                    counts.tests += 1;
                    counts.points = counts.points.saturating_add(report.points);
                    counts.worth = counts.worth.saturating_add(check.worth());
                }
            }
        }
    }
    counts
}

fn summary(all: &[Tested], ui: &mut Ui) -> anyhow::Result<()> {
    let Counts {
        passed,
        tests,
        points,
        worth,
    } = counts(all);
    writeln!(
        ui.out,
        "{passed} of {} passed, {points} of {}",
        count(tests, "test"),
        count(worth, "point")
    )?;
    Ok(())
}

fn answer(all: &[Tested]) -> anyhow::Result<Answer> {
    let broken = all.iter().filter(|tested| tested.results.is_err()).count();
    if broken > 0 {
        bail!(
            "{broken} of {} could not be tested",
            count(all.len(), "file")
        );
    }
    let counts = counts(all);
    Ok(match counts.passed == counts.tests {
        true => Answer::Yes,
        false => Answer::No,
    })
}

fn write_json(all: &[Tested], ui: &mut Ui) -> anyhow::Result<()> {
    let counts = counts(all);
    let files: Vec<Value> = all.iter().map(file_json).collect();
    let answer = json!({
        "passed": counts.passed,
        "tests": counts.tests,
        "points": counts.points,
        "max_points": counts.worth,
        "files": files,
    });
    rows::print_pretty(answer, ui)
}

fn file_json(tested: &Tested) -> Value {
    let file = tested.file.display().to_string();
    match &tested.results {
        Err(untested) => {
            json!({"file": file, "error": untested.why, "max_points": untested.points, "tests": []})
        }
        Ok(results) => {
            json!({"file": file, "tests": results.iter().map(test_json).collect::<Vec<_>>()})
        }
    }
}

fn test_json((check, report): &(Check, Report)) -> Value {
    let failure = |failure: &check::Failure| json!({"line": failure.line, "what": failure.what, "expected": failure.expected, "found": failure.found, "message": failure.message});
    let failures: Vec<Value> = report.failures.iter().map(failure).collect();
    json!({
        "name": check.name,
        "passed": report.passed(),
        "points": report.points,
        "max_points": check.worth(),
        "stop": StopKind::from(report.stop).name(),
        "clocks": report.clocks,
        "max_clocks": check.clocks,
        "failures": failures,
    })
}
