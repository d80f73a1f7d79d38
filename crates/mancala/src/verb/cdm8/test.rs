//! `mancala cdm8 test`: programs against what is expected of them.
//!
//! Exit code 0 if every test passes, 1 if one fails, 2 if a file could not be tested.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use cdm8::check::{self, Check, Defaults, Report, StopKind};
use serde_json::{Value, json};

use super::program::{self, Build};
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
    /// Answer in JSON, for graders
    #[arg(long)]
    json: bool,
}

/// The tests of one program, run; or why it could not be tested.
struct Tested {
    file: PathBuf,
    results: Result<Vec<(Check, Report)>, String>,
}

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    let mut all = Vec::new();
    for file in &args.files {
        let results = test_file(file, args, ui).map_err(|error| format!("{error:#}"));
        let tested = Tested {
            file: file.clone(),
            results,
        };
        if !args.json {
            report(&tested, ui)?;
        }
        all.push(tested);
    }
    match args.json {
        true => write_json(&all, ui)?,
        false => summary(&all, ui)?,
    }
    answer(&all)
}

fn test_file(file: &Path, args: &Args, ui: &mut Ui) -> anyhow::Result<Vec<(Check, Report)>> {
    let mut files = vec![file.to_owned()];
    files.extend(args.with.iter().cloned());
    let program = program::load(&files, &args.build, ui)?;
    let defaults = Defaults {
        variant: args.build.target.variant,
        memory: args.build.target.memory,
    };
    let (source, text) = expectations(file, args.expect.as_deref())?;
    let lines = match source == file {
        true => check::in_comments(&text),
        false => check::in_lines(&text),
    };
    let checks = match check::read(&lines, &program.symbols, defaults) {
        Ok(checks) => checks,
        Err(problems) => {
            let told: Vec<String> = problems
                .iter()
                .map(|problem| format!("{}: {problem}", source.display()))
                .collect();
            bail!("{}", told.join("\n"));
        }
    };
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
    let bytes = fs::read(&source).with_context(|| format!("cannot read {}", source.display()))?;
    Ok((source, String::from_utf8_lossy(&bytes).into_owned()))
}

fn report(tested: &Tested, ui: &mut Ui) -> anyhow::Result<()> {
    let file = tested.file.display();
    let results = match &tested.results {
        Ok(results) => results,
        Err(error) => return Ok(writeln!(ui.out, "ERROR {file}\n{}", indent(error))?),
    };
    for (check, report) in results {
        let word = if report.passed() { "ok  " } else { "FAIL" };
        writeln!(
            ui.out,
            "{word}  {file}: {} ({} clocks)",
            check.name, report.clocks
        )?;
        for failure in &report.failures {
            let check::Failure {
                line,
                what,
                expected,
                found,
            } = failure;
            writeln!(
                ui.out,
                "      line {line}: {what}: expected {expected}, found {found}"
            )?;
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

/// Tests passed, tests run, points got, points there are.
fn counts(all: &[Tested]) -> (usize, usize, u32, u32) {
    let results = all
        .iter()
        .filter_map(|tested| tested.results.as_ref().ok())
        .flatten();
    results.fold(
        (0, 0, 0, 0),
        |(passed, run, got, points), (check, report)| match report.passed() {
            true => (
                passed + 1,
                run + 1,
                got + check.points,
                points + check.points,
            ),
            false => (passed, run + 1, got, points + check.points),
        },
    )
}

fn summary(all: &[Tested], ui: &mut Ui) -> anyhow::Result<()> {
    let (passed, run, got, points) = counts(all);
    writeln!(
        ui.out,
        "{passed} of {run} tests passed, {got} of {points} points"
    )?;
    Ok(())
}

fn answer(all: &[Tested]) -> anyhow::Result<Answer> {
    let broken = all.iter().filter(|tested| tested.results.is_err()).count();
    if broken > 0 {
        bail!("{broken} of {} files could not be tested", all.len());
    }
    let (passed, run, ..) = counts(all);
    Ok(if passed == run {
        Answer::Yes
    } else {
        Answer::No
    })
}

fn write_json(all: &[Tested], ui: &mut Ui) -> anyhow::Result<()> {
    let (passed, run, got, points) = counts(all);
    let files: Vec<Value> = all.iter().map(file_json).collect();
    let answer = json!({"passed": passed, "tests": run, "points": got, "max_points": points, "files": files});
    serde_json::to_writer_pretty(&mut ui.out, &answer)?;
    writeln!(ui.out)?;
    Ok(())
}

fn file_json(tested: &Tested) -> Value {
    let file = tested.file.display().to_string();
    match &tested.results {
        Err(error) => json!({"file": file, "error": error, "tests": []}),
        Ok(results) => {
            json!({"file": file, "tests": results.iter().map(test_json).collect::<Vec<_>>()})
        }
    }
}

fn test_json((check, report): &(Check, Report)) -> Value {
    let failure = |failure: &check::Failure| json!({"line": failure.line, "what": failure.what, "expected": failure.expected, "found": failure.found});
    let failures: Vec<Value> = report.failures.iter().map(failure).collect();
    json!({
        "name": check.name,
        "passed": report.passed(),
        "points": if report.passed() { check.points } else { 0 },
        "max_points": check.points,
        "stop": StopKind::from(report.stop).name(),
        "clocks": report.clocks,
        "max_clocks": check.clocks,
        "failures": failures,
    })
}
